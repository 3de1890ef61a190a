"""What a dealer does about records that the server refused."""

from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.commands import Call, command
from foundation.inputs import Id, Input, Word
from rounds.inputs import TABLE
from staff.models import Person
from staff.policy import Act
from tables.commands.table_state import table_asked
from tablet.guards import guard_drop_reason


class DroppedRecord(Input):
    """A record as the tablet had made it: which step of which round, and when by its clock."""

    name: Word
    round: Word
    at: Word


class DropRecords(Input):
    """Records that will never be sent, and why."""

    table_id: Id
    reason: Word
    records: Annotated[tuple[DroppedRecord, ...], Field(min_length=1, max_length=200)]


@dataclass(frozen=True, slots=True)
class Dropped:
    """How many records were noted as dropped."""

    dropped: int


def dropped_answer(by: Person, count: int) -> Dropped:
    return Dropped(count)


@command(
    DropRecords,
    act=Act.ENTER_ROUND,
    says=gettext_lazy("Note dropped records"),
    path=f"{TABLE}dropped-records/",
    answer=dropped_answer,
)
def drop_records(call: Call[DropRecords]) -> int:
    """Note that a tablet dropped records which were refused: what they were, and why.

    Rule: house procedure; nothing is lost in silence.
    """
    table = table_asked(call)
    guard_drop_reason(call.input.reason)
    records = [dict(each) for each in call.input.records]
    call.record(
        EventKind.RECORDS_DROPPED,
        about=table,
        detail={"reason": call.input.reason, "count": len(records), "records": records},
    )
    return len(records)
