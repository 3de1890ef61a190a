"""What a dealer may do about records that the server refused."""

from django.utils.translation import gettext as _

from rules.refusals import Refused
from tablet.wording import DROP_REASONS


def guard_drop_reason(reason: str) -> None:
    """Refuse a reason that is not on the list."""
    if reason not in DROP_REASONS:
        raise Refused(
            "unknown_reason", _("Choose one of the listed reasons."), reasons=list(DROP_REASONS)
        )
