"""Write the surveillance log: once, in order, never changed."""

from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from audit.events import EventKind
from audit.record import record
from rounds.models import Round, SurveillanceEntry
from rounds.surveillance import REASONS, SUSPECTED
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, require
from tables.models import GamingTable


@dataclass(frozen=True, slots=True)
class Observation:
    """What was watched: the fields that the regulation names."""

    began_at: datetime
    reason: str
    suspected: str
    activity: str
    ended_at: datetime | None = None
    person_watched: str = ""
    table_id: int | None = None
    round_id: UUID | None = None
    camera: str = ""
    recorded_from: datetime | None = None
    recorded_to: datetime | None = None
    result: str = ""
    faults: str = ""
    adds_to_id: int | None = None


@transaction.atomic
def log_observation(seen: Observation, *, by: Person, at: datetime) -> SurveillanceEntry:
    """Write one line of the surveillance log; what must be added later is a line of its own.

    Rule: COMAR 36.03.10.12C(3).
    """
    require(by, Act.WRITE_SURVEILLANCE_LOG)
    guard_observation(seen, by, at)
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_advisory_xact_lock(hashtext('rounds_surveillance'), %s)", [by.property_id]
        )
    lines = SurveillanceEntry.objects.filter(property_id=by.property_id)
    number = (lines.aggregate(last=Max("number"))["last"] or 0) + 1
    entry = SurveillanceEntry.objects.create(
        property_id=by.property_id,
        number=number,
        observer=by,
        licence_number=by.licence_number,
        written_at=at,
        **asdict(seen),
    )
    record(
        EventKind.SURVEILLANCE_LOGGED,
        about=entry,
        by=by,
        at=at,
        detail={"number": number},
        after=asdict(seen),
    )
    return entry


def guard_observation(seen: Observation, by: Person, at: datetime) -> None:
    house = by.property_id
    if seen.reason not in REASONS or seen.suspected not in SUSPECTED or not seen.activity.strip():
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
