"""Write the surveillance log: once, in order, never changed."""

from datetime import datetime, timedelta
from typing import Annotated, Any, ClassVar, TypedDict
from uuid import UUID

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.commands import Call, command
from foundation.inputs import Id, Input, text
from foundation.locks import wait_in_line
from review.guards import TOLD_WITHIN, guard_outage_step
from review.models import Dispute, SurveillanceEntry
from review.wording import SUSPECTED, WATCH_REASONS
from rounds.models import Round
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act
from tables.commands.alerts import URGENT, AlertWords, close_alerts, raise_alert
from tables.models import GamingTable

OLDEST_OUTAGE = timedelta(days=7)


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
    dispute_id: Id | None = None
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
    guard_observation(call.input, call.by, call.at)
    return _written(call, call.input.model_dump())


def _written(call: Call[Any], seen: dict[str, Any]) -> SurveillanceEntry:
    """Write the next line; two who write at once get two numbers."""
    by = call.by
    wait_in_line(f"review.surveillance:{by.property_id}")
    lines = SurveillanceEntry.objects.filter(property_id=by.property_id)
    number = (lines.aggregate(last=Max("number"))["last"] or 0) + 1
    entry = SurveillanceEntry.objects.create(
        property_id=by.property_id,
        number=number,
        observer=by,
        licence_number=by.licence_number,
        written_at=call.at,
        **seen,
    )
    call.record(
        EventKind.SURVEILLANCE_LOGGED,
        about=entry,
        detail={"number": number},
        after=seen,
    )
    return entry


class Outage(Input):
    """What failed, since when, and what is not seen meanwhile."""

    takes_more: ClassVar[bool] = True

    began_at: datetime
    camera: Annotated[str, text(60)] = ""
    activity: Annotated[str, text(1000)]


@command(
    Outage,
    act=Act.WRITE_SURVEILLANCE_LOG,
    says=gettext_lazy("Log a failure of equipment"),
    answer=entry_answer,
)
def log_outage(call: Call[Outage]) -> SurveillanceEntry:
    """Log that equipment failed; the clocks for security and regulator run from its beginning.

    Rule: COMAR 36.03.10.12C(5).
    """
    found = call.input
    if not found.activity.strip():
        raise Refused("incomplete", _("Say what failed."))
    if found.began_at > call.at:
        raise Refused("wrong_times", _("It must have begun already."))
    return _written(
        call,
        {
            **found.model_dump(),
            "outage": SurveillanceEntry.Outage.BEGAN.value,
            "reason": "failure",
            "suspected": "none",
        },
    )


class OutageStep(Input):
    """Who was told of a failure, or that it is over."""

    entry_id: Id
    step: Annotated[str, text(10)]


@command(
    OutageStep,
    act=Act.WRITE_SURVEILLANCE_LOG,
    says=gettext_lazy("Note it in the log"),
    answer=entry_answer,
)
def note_outage(call: Call[OutageStep]) -> SurveillanceEntry:
    """Note in the log that security or the regulator was told of a failure, or its end.

    Rule: COMAR 36.03.10.12C(5).
    """
    lines = SurveillanceEntry.objects.filter(property_id=call.by.property_id)
    first = lines.get(pk=call.input.entry_id)
    step = call.input.step
    guard_outage_step(first, step)
    close_alerts(call.by.property_id, f"outage:{first.pk}:{step}", by=call.by, at=call.at)
    return _written(
        call,
        {
            "began_at": call.at,
            "activity": str(SurveillanceEntry.Outage(step).label),
            "camera": first.camera,
            "outage": step,
            "adds_to_id": first.pk,
            "reason": "failure",
            "suspected": "none",
        },
    )


def sweep_outages(at: datetime) -> int:
    """Call out for failures of which nobody was told in time; harmless to run twice.

    Rule: COMAR 36.03.10.12C(5).
    """
    began = SurveillanceEntry.objects.filter(
        outage=SurveillanceEntry.Outage.BEGAN, began_at__gte=at - OLDEST_OUTAGE
    )
    raised = 0
    for entry in began.filter(began_at__lte=at - min(TOLD_WITHIN.values())):
        noted = set(entry.added.values_list("outage", flat=True))
        for step, within in TOLD_WITHIN.items():
            if step in noted or at < entry.began_at + within:
                continue
            code = f"outage_{step.value}_not_told"
            params = {"number": entry.number, "camera": entry.camera or "–"}
            call = AlertWords(f"outage:{entry.pk}:{step.value}", code, URGENT, params)
            with transaction.atomic():
                made = raise_alert(call, property_id=entry.property_id, table=None, at=at)
            raised += made is not None
    return raised


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
    if any(each is not None and each > at for each in (seen.ended_at, seen.recorded_to)):
        raise Refused("in_future", _("What has not ended yet has no end: leave it empty."))
    if seen.recorded_from and seen.recorded_to and seen.recorded_to < seen.recorded_from:
        raise Refused("wrong_times", _("The recording must end after it began."))
    there: dict[str, QuerySet[Any]] = {
        "table": GamingTable.objects.filter(pk=seen.table_id or 0, property_id=house),
        "round": Round.objects.filter(pk=seen.round_id or UUID(int=0), property_id=house),
        "entry": SurveillanceEntry.objects.filter(pk=seen.adds_to_id or 0, property_id=house),
    }
    there["dispute"] = Dispute.objects.filter(pk=seen.dispute_id or 0, property_id=house)
    named: dict[str, object] = {
        "table": seen.table_id,
        "round": seen.round_id,
        "entry": seen.adds_to_id,
    }
    named["dispute"] = seen.dispute_id
    if any(pk is not None and not there[name].exists() for name, pk in named.items()):
        raise Refused("not_found", _("There is no such thing at this property."))
