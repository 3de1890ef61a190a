"""What the commands of this app answer with: how things are after the step."""

from collections.abc import Mapping
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


@dataclass(frozen=True, slots=True)
class PrintAnswer:
    """Which copy of a slip this is; the first is the original."""

    slip_id: int
    n: int


def print_answer(viewer: Person, done: PrintAnswer) -> PrintAnswer:
    return done


@dataclass(frozen=True, slots=True)
class ParAnswer:
    """What a tray should hold, by value."""

    table_id: int
    chips: Mapping[int, int]


def par_answer(viewer: Person, done: ParAnswer) -> ParAnswer:
    return done
