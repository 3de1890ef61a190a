"""The shift and break board: who is on, where since when, who comes next, who is on a break."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, Subquery
from django.db.models.functions import Coalesce

from staff.gaming_day import gaming_day, gaming_day_bounds
from staff.house_settings import minutes_of
from staff.models import Person, Role
from staff.policy import Act, may
from tables.models import (
    DealerShift,
    Duty,
    FloorAssignment,
    GamingTable,
    Pit,
    Relief,
    TableState,
    TableString,
)
from tables.requirements import demands_of

SOON = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Expected:
    """Who is expected at a table, when, and whether it was planned or goes round a string."""

    person: Person
    due_at: datetime | None


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A table on the board: who deals, since when, when they are due, who comes."""

    table_id: int
    number: int
    pit: str
    state_label: str
    dealer: str
    since: datetime | None
    due_at: datetime | None
    is_due: bool
    is_soon: bool
    relief: str
    relief_id: int | None
    string: str
    floorperson: str


@dataclass(frozen=True, slots=True)
class DutyRow:
    """Somebody on duty: at a table, on a break since when, or at work on the floor."""

    id: int
    person_id: int
    name: str
    badge: str
    pit: str
    began_at: datetime
    ends_at: datetime
    is_over: bool
    is_dealer: bool
    table_number: int | None
    break_since: datetime | None
    next_table: int | None
    coverage: tuple[int, ...]
    most: int


@dataclass(frozen=True, slots=True)
class OffRow:
    """Somebody who could come on duty."""

    id: int
    name: str
    badge: str
    roles: str


@dataclass(frozen=True, slots=True)
class GoneRow:
    name: str
    ended_at: datetime
    is_early: bool


@dataclass(frozen=True, slots=True)
class StringRow:
    id: int
    name: str
    person: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DutyBoard:
    """Everything on the board of duties and breaks."""

    places: tuple[PlaceRow, ...]
    dealers: tuple[DutyRow, ...]
    floor: tuple[DutyRow, ...]
    gone: tuple[GoneRow, ...]
    strings: tuple[StringRow, ...]
    off_duty: tuple[OffRow, ...]
    pits: tuple[Pit, ...]
    may_keep: bool


def expected_at(table: GamingTable) -> Expected | None:
    """Who comes to a table next: whoever is planned, else the relief of its string."""
    planned = Relief.objects.filter(table=table, ended_at__isnull=True)
    strings = TableString.objects.filter(
        property_id=table.property_id, ended_at__isnull=True, tables__contains=[table.pk]
    )
    either = Coalesce(
        Subquery(planned.values("person_id")[:1]), Subquery(strings.values("person_id")[:1])
    )
    found = Person.objects.filter(pk=either).annotate(due_at=Subquery(planned.values("due_at")[:1]))
    person = found.first()
    return Expected(person, person.due_at) if person is not None else None


def duty_board(viewer: Person, at: datetime) -> DutyBoard:
    """The board of the viewer's house, in a fixed number of queries."""
    here = {"property_id": viewer.property_id, "ended_at__isnull": True}
    tables = list(
        GamingTable.objects.filter(property_id=viewer.property_id)
        .exclude(state=TableState.CLOSED)
        .select_related("pit", "submission")
        .order_by("pit__name", "number")
    )
    shifts = {s.table_id: s for s in DealerShift.objects.filter(**here).select_related("person")}
    reliefs = {
        r.table_id: r for r in Relief.objects.filter(**here).select_related("person", "table")
    }
    strings = list(TableString.objects.filter(**here).select_related("person").order_by("name"))
    watched = list(FloorAssignment.objects.filter(**here).select_related("person", "table"))
    duties = list(Duty.objects.filter(**here).select_related("person", "pit").order_by("began_at"))
    longest = minutes_of(viewer.property, "dealer_break_minutes")
    numbers = dict(
        GamingTable.objects.filter(property_id=viewer.property_id).values_list("pk", "number")
    )
    places = tuple(
        _place(table, shifts.get(table.pk), reliefs.get(table.pk), strings, watched, longest, at)
        for table in tables
    )
    rows = _duty_rows(duties, shifts.values(), reliefs.values(), watched, tables, at)
    on = {each.person_id for each in duties}
    return DutyBoard(
        places=places,
        dealers=tuple(row for row in rows if row.is_dealer),
        floor=tuple(row for row in rows if not row.is_dealer),
        gone=_gone(viewer, at),
        strings=tuple(
            StringRow(
                each.pk,
                each.name,
                each.person.name,
                tuple(numbers[table_id] for table_id in each.tables if table_id in numbers),
            )
            for each in strings
        ),
        off_duty=tuple(_off_row(each) for each in _floor_people(viewer) if each.pk not in on),
        pits=tuple(Pit.objects.filter(property_id=viewer.property_id).order_by("name")),
        may_keep=may(viewer, Act.KEEP_DUTIES),
    )


def on_duty(viewer: Person) -> set[int]:
    """Who is on duty in the viewer's house; nobody where it does not keep the board."""
    found = Duty.objects.filter(property_id=viewer.property_id, ended_at__isnull=True)
    return set(found.values_list("person_id", flat=True))


def _off_row(person: Person) -> OffRow:
    roles = ", ".join(str(Role(each).label) for each in person.roles)
    return OffRow(person.pk, person.name, person.badge, roles)


def _floor_people(viewer: Person) -> Iterable[Person]:
    working = [Role.DEALER, Role.FLOORPERSON, Role.PIT_MANAGER, Role.SECURITY]
    found = Person.objects.filter(
        property_id=viewer.property_id, is_active=True, roles__overlap=working
    )
    return found.order_by("name")


def _place(
    table: GamingTable,
    shift: DealerShift | None,
    relief: Relief | None,
    strings: list[TableString],
    watched: list[FloorAssignment],
    longest: timedelta,
    at: datetime,
) -> PlaceRow:
    string = next((each for each in strings if table.pk in each.tables), None)
    due = shift.began_at + longest if shift else None
    if relief is not None:
        coming = relief.person.name
    else:
        coming = string.person.name if string else ""
    return PlaceRow(
        table_id=table.pk,
        number=table.number,
        pit=table.pit.name,
        state_label=str(TableState(table.state).label),
        dealer=shift.person.name if shift else "",
        since=shift.began_at if shift else None,
        due_at=due,
        is_due=due is not None and due <= at,
        is_soon=due is not None and at < due <= at + SOON,
        relief=coming,
        relief_id=relief.pk if relief else None,
        string=string.name if string else "",
        floorperson=next((each.person.name for each in watched if each.table_id == table.pk), ""),
    )


def _duty_rows(
    duties: list[Duty],
    shifts: Iterable[DealerShift],
    reliefs: Iterable[Relief],
    watched: list[FloorAssignment],
    tables: list[GamingTable],
    at: datetime,
) -> list[DutyRow]:
    number_of = {table.pk: table.number for table in tables}
    dealing = {each.person_id: each for each in shifts}
    coming = {each.person_id: each.table.number for each in reliefs}
    people = [each.person_id for each in duties]
    last = dict(
        DealerShift.objects.filter(person_id__in=people, ended_at__isnull=False)
        .values_list("person_id")
        .annotate(ended=Max("ended_at"))
    )
    most = min(
        (demands_of(each.submission).number("floorperson_tables") for each in tables), default=2
    )
    rows = []
    for duty in duties:
        shift = dealing.get(duty.person_id)
        is_dealer = may(duty.person, Act.DEAL)
        since = max(duty.began_at, last.get(duty.person_id, duty.began_at))
        rows.append(
            DutyRow(
                id=duty.pk,
                person_id=duty.person_id,
                name=duty.person.name,
                badge=duty.person.badge,
                pit=duty.pit.name if duty.pit else "",
                began_at=duty.began_at,
                ends_at=duty.ends_at,
                is_over=duty.ends_at <= at,
                is_dealer=is_dealer,
                table_number=number_of.get(shift.table_id) if shift else None,
                break_since=since if is_dealer and shift is None else None,
                next_table=coming.get(duty.person_id),
                coverage=tuple(
                    sorted(w.table.number for w in watched if w.person_id == duty.person_id)
                ),
                most=most,
            )
        )
    return rows


def _gone(viewer: Person, at: datetime) -> tuple[GoneRow, ...]:
    """Who went off duty in this gaming day, the latest first."""
    since, _until = gaming_day_bounds(viewer.property, gaming_day(viewer.property, at))
    found = Duty.objects.filter(property_id=viewer.property_id, ended_at__gte=since)
    return tuple(
        GoneRow(each.person.name, each.ended_at, each.ended_at < each.ends_at)
        for each in found.select_related("person").order_by("-ended_at")[:60]
        if each.ended_at is not None
    )
