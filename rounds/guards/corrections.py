"""When a settled round may be completed or corrected."""

from typing import Any

from django.utils.translation import gettext as _

from rounds.models import Depth, Round, Settlement
from rounds.reasons import CORRECTION_REASONS
from rules.refusals import Refused


def guard_quick(current: Round) -> None:
    """Refuse tiles for a round that has them."""
    if current.depth != Depth.QUICK:
        raise Refused(
            "has_tiles",
            _("Round {number} has its tiles. Order a correction to change them.").format(
                number=current.number
            ),
        )


def guard_correction(reason: str) -> None:
    """Refuse a reason that is not on the list."""
    if reason not in CORRECTION_REASONS:
        raise Refused(
            "unknown_reason",
            _("Choose one of the listed reasons."),
            reasons=list(CORRECTION_REASONS),
        )


def guard_changes_something(
    replaced: Settlement, document: dict[str, Any], found: list[dict[str, Any]]
) -> None:
    """Refuse a correction that leaves everything as it was."""
    if not found and replaced.facts == document:
        raise Refused("no_difference", _("This changes nothing: the round was settled just so."))
