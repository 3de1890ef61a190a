"""Write the surveillance log: once, in order, never changed."""

from datetime import datetime
from typing import Annotated, ClassVar, TypedDict
from uuid import UUID

from django.db import connection
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.commands import Call, command
from foundation.inputs import Id, Input, text
from review.models import SurveillanceEntry
from review.wording import SUSPECTED, WATCH_REASONS
from rounds.models import Round
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act
from tables.models import GamingTable


class Observation(Input):
    """What was watched: the fields that the regulation names."""

    takes_more: ClassVar[bool] = True

    began_at: datetime
    reason: Annotated[str, text(40)]
    suspected: Annotated[str, text(40)]
    activity: Annotated[str, text(1000)]
    ended_at: datetime | None = None
    person_watched: Annotated[str, text(120)] = ""
    table_id: Id | None = None
    round_id: UUID | None = None
    camera: Annotated[str, text(60)] = ""
    recorded_from: datetime | None = None
    recorded_to: datetime | None = None
    result: Annotated[str, text(500)] = ""
    faults: Annotated[str, text(300)] = ""
    adds_to_id: Id | None = None


class EntryAnswer(TypedDict):
    """The line as it stands in the log."""

    id: int
    number: int


def entry_answer(by: Person, entry: SurveillanceEntry) -> EntryAnswer:
    return {"id": entry.pk, "number": entry.number}


@command(
    Observation,
    act=Act.WRITE_SURVEILLANCE_LOG,
    says=gettext_lazy("Write the entry"),
    answer=entry_answer,
)
def log_observation(call: Call[Observation]) -> SurveillanceEntry:
    """Write one line of the surveillance log; what must be added later is a line of its own.

    Rule: COMAR 36.03.10.12C(3).
    """
    seen, by = call.input, call.by
    guard_observation(seen, by, call.at)
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_advisory_xact_lock(hashtext('review_surveillance'), %s)", [by.property_id]
        )
    lines = SurveillanceEntry.objects.filter(property_id=by.property_id)
    number = (lines.aggregate(last=Max("number"))["last"] or 0) + 1
    entry = SurveillanceEntry.objects.create(
        property_id=by.property_id,
        number=number,
        observer=by,
        licence_number=by.licence_number,
        written_at=call.at,
        **seen.model_dump(),
    )
    call.record(
        EventKind.SURVEILLANCE_LOGGED,
        about=entry,
        detail={"number": number},
        after=seen.model_dump(),
    )
    return entry


def guard_observation(seen: Observation, by: Person, at: datetime) -> None:
    house = by.property_id
    if (
        seen.reason not in WATCH_REASONS
        or seen.suspected not in SUSPECTED
        or not seen.activity.strip()
    ):
        raise Refused(
            "incomplete", _("Say why it was watched, what is suspected and what was seen.")
        )
    if seen.began_at > at or (seen.ended_at is not None and seen.ended_at < seen.began_at):
        raise Refused("wrong_times", _("It must begin in the past and end after it began."))
    if seen.recorded_from and seen.recorded_to and seen.recorded_to < seen.recorded_from:
        raise Refused("wrong_times", _("The recording must end after it began."))
    there = {
        "table": GamingTable.objects.filter(pk=seen.table_id or 0, property_id=house),
        "round": Round.objects.filter(pk=seen.round_id or UUID(int=0), property_id=house),
        "entry": SurveillanceEntry.objects.filter(pk=seen.adds_to_id or 0, property_id=house),
    }
    named = {"table": seen.table_id, "round": seen.round_id, "entry": seen.adds_to_id}
    if any(pk is not None and not there[name].exists() for name, pk in named.items()):
        raise Refused("not_found", _("There is no such thing at this property."))
