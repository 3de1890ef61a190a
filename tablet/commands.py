"""What a dealer does at the tablet beside rounds: records that were refused, drills."""

from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.commands import Call, Signature, command
from foundation.inputs import Id, Input, Word, text
from rounds.inputs import TABLE
from rules.refusals import Refused, RulesError
from staff.models import Person
from staff.policy import Act
from tables.commands.table_state import table_asked
from tables.locks import locked_table
from tables.models import TrainingRecord
from tables.queries.answers import IdAnswer
from tablet.guards import guard_drop_reason
from tablet.training import HANDS_IN_A_DRILL, right_answers


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


class KeepTraining(Input):
    """The answers of a drill: a line a hand, its pieces, a stroke, the two that were set high."""

    table_id: Id
    answers: Annotated[str, text(8000)]


def training_answer(by: Person, kept: TrainingRecord) -> IdAnswer:
    return IdAnswer(kept.pk)


@command(
    KeepTraining,
    act=Act.WORK_AT_TABLE,
    says=gettext_lazy("Keep the drill"),
    path=f"{TABLE}training-records/",
    signs=[Signature("floor", Act.QUALIFY_DEALER, gettext_lazy("Floorperson or above"))],
    answer=training_answer,
)
def keep_training(call: Call[KeepTraining]) -> TrainingRecord:
    """Keep a drill as a signed record; the core judges every answer again.

    Rule: COMAR 36.05.03.17-.18.
    """
    table = locked_table(call.input.table_id, call.by)
    signer = call.signed["floor"].person
    if signer.pk == call.by.pk:
        raise Refused("own_training", _("Somebody else signs for your drill."))
    given = [line.partition("|") for line in call.input.answers.splitlines()]
    answers = [(held.strip(), high.strip()) for held, _stroke, high in given]
    if len(answers) != HANDS_IN_A_DRILL:
        raise Refused("drill_unfinished", _("Set every hand of the drill first."))
    try:
        right = right_answers(table.submission, answers)
    except RulesError:
        raise Refused("bad_answers", _("These are no hands of this game.")) from None
    kept = TrainingRecord.objects.create(
        property_id=table.property_id,
        person=call.by,
        submission=table.submission,
        hands=len(answers),
        right=right,
        answers=[{"held": held, "high": high} for held, high in answers],
        kept_at=call.at,
        signed_by=signer,
    )
    call.record(
        EventKind.TRAINING_KEPT,
        about=[kept, call.by, table],
        detail={"who": call.by.name, "hands": kept.hands, "right": right},
    )
    return kept
