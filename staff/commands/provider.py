"""Sign in with the house's own identity provider."""

from datetime import datetime

from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.commands.sign_in import find_person
from staff.commands.signing import record_failure
from staff.models import Person
from staff.provider import Vouched


def sign_in_by_provider(vouched: Vouched, *, at: datetime) -> tuple[Person, list[str]]:
    """Let in whom the provider vouches for, with those of their own roles that its groups name.

    Somebody who is not on the staff list is nobody here, whatever the provider says.
    """
    person = find_person(vouched.badge)
    if person is None:
        record_failure(None, vouched.badge, None, "unknown_at_provider", at=at, property_id=None)
        raise Refused(
            "not_on_staff",
            _("The provider knows you, but no badge here is yours. Ask an administrator."),
        )
    roles = [role for role in person.roles if role in vouched.roles]
    if not roles:
        house = person.property_id
        record_failure(person, person.badge, None, "no_role_at_provider", at=at, property_id=house)
        raise Refused(
            "no_role",
            _("No role of yours goes with your groups at the provider. Ask an administrator."),
        )
    return person, roles
