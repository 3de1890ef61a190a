"""Who acts, and who signs with them."""

from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.commands.signing import Signer
from staff.models import Person


def guard_two_signers(first: Person | Signer, second: Person | Signer, rule: str) -> None:
    """Refuse a two-person act by one person."""
    one = first.person if isinstance(first, Signer) else first
    other = second.person if isinstance(second, Signer) else second
    if one.pk == other.pk:
        raise Refused(
            "same_person",
            _("Two different people must sign. {name} signed already; call a colleague.").format(
                name=one.name
            ),
            rule,
        )
