"""What the commands of this app answer with: how things are after the step."""

from dataclasses import dataclass

from banking.models import Slip
from banking.queries.slips import SlipSheet, slip_sheet
from staff.models import Person


@dataclass(frozen=True, slots=True)
class SlipAnswer:
    slip: SlipSheet


def slip_answer(viewer: Person, slip: Slip) -> SlipAnswer:
    """How the slip is after the step."""
    return SlipAnswer(slip_sheet(viewer, slip.pk))
