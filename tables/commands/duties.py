"""Who is on duty, and who relieves whom: the board that the floor keeps."""

from datetime import datetime, timedelta
from typing import Annotated, Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.commands import Call, command
from foundation.inputs import Id, Input, Word
from rules.refusals import Refused
from staff.house_settings import minutes_of
from staff.models import Person
from staff.policy import Act, may
from tables.commands.alerts import AlertWords, raise_alert
from tables.commands.table_state import TABLE
from tables.guards import guard_qualified
from tables.locks import locked_table
from tables.models import DealerShift, Duty, GamingTable, Pit, Relief, TableState, TableString
from tables.queries.answers import IdAnswer
from tables.queries.duties import expected_at

Ids = Annotated[tuple[Id, ...], Field(min_length=1, max_length=60)]


class BeginDuties(Input):
    """Who comes on duty, for how long, and in which pit, if it is one."""

    person_ids: Ids
    hours: Annotated[int, Field(ge=1, le=16)] = 8
    pit_id: Id | None = None


class WhichDuty(Input):
    duty_id: Id


class PlanRelief(Input):
    """Who takes which table next."""

    table_id: Id
    person_id: Id


class WhichRelief(Input):
    relief_id: Id


class SetString(Input):
    """Tables that one dealer relieves in turn."""

    name: Word
    table_ids: Ids
    person_id: Id


class WhichString(Input):
    string_id: Id


def row_answer(by: Person, row: Any) -> IdAnswer:
    return IdAnswer(row.pk)


@command(
    BeginDuties,
    act=Act.KEEP_DUTIES,
    says=gettext_lazy("On duty"),
    path="duties/",
)
def begin_duties(call: Call[BeginDuties]) -> list[Duty]:
    """Record that people came on duty and until when they are planned to stay."""
    by, given = call.by, call.input
    pit = Pit.objects.get(pk=given.pit_id, property_id=by.property_id) if given.pit_id else None
    people = Person.objects.filter(pk__in=given.person_ids, property_id=by.property_id)
    found = list(people.filter(is_active=True).order_by("pk"))
    if len(found) != len(set(given.person_ids)):
        raise Person.DoesNotExist
    return [_begun(call, person, pit) for person in found]


@command(
    WhichDuty,
    act=Act.KEEP_DUTIES,
    says=gettext_lazy("Off duty"),
    path="duties/<int:duty_id>/end/",
    answer=row_answer,
)
def end_duty(call: Call[WhichDuty]) -> Duty:
    """Record that somebody went; before the planned time it is an early out."""
    duty = (
        Duty.objects.select_for_update(of=("self",))
        .select_related("person")
        .get(pk=call.input.duty_id, property_id=call.by.property_id)
    )
    if duty.ended_at is not None:
        raise Refused("off_duty_already", _("{name} is off duty already.").format(name=duty.person))
    if DealerShift.objects.filter(person=duty.person, ended_at__isnull=True).exists():
        raise Refused(
            "still_dealing",
            _("{name} is at a table. Somebody relieves them there first.").format(name=duty.person),
        )
    for relief in Relief.objects.filter(person=duty.person, ended_at__isnull=True):
        _end_relief(call, relief)
    duty.ended_at, duty.ended_by = call.at, call.by
    duty.save(update_fields=["ended_at", "ended_by"])
    call.record(
        EventKind.DUTY_ENDED,
        about=[duty, duty.person],
        detail={"who": duty.person.name, "early": call.at < duty.ends_at},
    )
    call.publish(f"property:{duty.property_id}", "dealer")
    return duty


@command(
    PlanRelief,
    act=Act.KEEP_DUTIES,
    says=gettext_lazy("Plan the relief"),
    path=f"{TABLE}reliefs/",
    answer=row_answer,
)
def plan_relief(call: Call[PlanRelief]) -> Relief:
    """Say who takes a table next, instead of whoever was planned; it is due with the break."""
    table = locked_table(call.input.table_id, call.by)
    person = Person.objects.get(
        pk=call.input.person_id, property_id=call.by.property_id, is_active=True
    )
    if table.state == TableState.CLOSED:
        raise Refused("table_not_open", _("This table is closed. A pit manager opens it first."))
    if not may(person, Act.DEAL):
        raise Refused("not_a_dealer", _("Only a dealer relieves a dealer."))
    guard_qualified(table, person)
    here = DealerShift.objects.filter(table=table, ended_at__isnull=True).first()
    if here is not None and here.person_id == person.pk:
        raise Refused("dealing_already", _("{name} deals at this table.").format(name=person))
    planned = Relief.objects.filter(Q(table=table) | Q(person=person), ended_at__isnull=True)
    planned.update(ended_at=call.at)
    relief = Relief.objects.create(
        property_id=table.property_id,
        table=table,
        person=person,
        due_at=_due(here, table, call.at),
        planned_by=call.by,
        planned_at=call.at,
    )
    call.record(
        EventKind.RELIEF_PLANNED,
        about=[table, relief, person],
        detail={"who": person.name, "due": relief.due_at},
    )
    call.publish(f"table:{table.pk}", "dealer")
    return relief


@command(
    WhichRelief,
    act=Act.KEEP_DUTIES,
    says=gettext_lazy("Call the relief off"),
    path="reliefs/<int:relief_id>/call-off/",
    answer=row_answer,
)
def call_off_relief(call: Call[WhichRelief]) -> Relief:
    """Nobody is planned for the table any more."""
    relief = (
        Relief.objects.select_for_update(of=("self",))
        .select_related("person", "table")
        .get(pk=call.input.relief_id, property_id=call.by.property_id)
    )
    if relief.ended_at is not None:
        raise Refused("relief_ended", _("This relief is over already."))
    _end_relief(call, relief)
    return relief


@command(
    SetString,
    act=Act.KEEP_DUTIES,
    says=gettext_lazy("Make the string"),
    path="strings/",
    answer=row_answer,
)
def set_string(call: Call[SetString]) -> TableString:
    """Let one dealer relieve several tables in turn; a string of the same name is replaced."""
    by, given = call.by, call.input
    person = Person.objects.get(pk=given.person_id, property_id=by.property_id, is_active=True)
    if not may(person, Act.DEAL):
        raise Refused("not_a_dealer", _("Only a dealer relieves a dealer."))
    wanted = tuple(dict.fromkeys(given.table_ids))
    tables = GamingTable.objects.filter(pk__in=wanted, property_id=by.property_id)
    if tables.count() != len(wanted):
        raise GamingTable.DoesNotExist
    running = TableString.objects.select_for_update().filter(
        property_id=by.property_id, ended_at__isnull=True
    )
    for other in running:
        if other.name == given.name or set(other.tables) & set(wanted):
            _end_string(call, other)
    string = TableString.objects.create(
        property_id=by.property_id,
        name=given.name,
        tables=list(wanted),
        person=person,
        made_at=call.at,
    )
    numbers = sorted(tables.values_list("number", flat=True))
    call.record(
        EventKind.STRING_SET,
        about=[string, person],
        detail={"who": person.name, "name": given.name, "tables": numbers},
    )
    call.publish(f"property:{by.property_id}", "dealer")
    return string


@command(
    WhichString,
    act=Act.KEEP_DUTIES,
    says=gettext_lazy("End the string"),
    path="strings/<int:string_id>/end/",
    answer=row_answer,
)
def end_string(call: Call[WhichString]) -> TableString:
    """The tables of a string have no relief in common any more."""
    string = TableString.objects.select_for_update().get(
        pk=call.input.string_id, property_id=call.by.property_id
    )
    if string.ended_at is not None:
        raise Refused("string_ended", _("This string has ended already."))
    _end_string(call, string)
    return string


def note_who_came(call: Call[Any], table: GamingTable) -> None:
    """End the plan of a table that somebody took, and warn where somebody else was expected."""
    expected = expected_at(table)
    Relief.objects.filter(table=table, ended_at__isnull=True).update(ended_at=call.at)
    Relief.objects.filter(person=call.by, ended_at__isnull=True).update(ended_at=call.at)
    facts = {"table": table.number, "caller": call.by.name}
    if expected is not None and expected.person.pk != call.by.pk:
        said = AlertWords(
            f"unplanned:{table.pk}:{call.at.isoformat()}",
            "relief_unplanned",
            params={**facts, "expected": expected.person.name},
        )
    elif _keeps_duties(table) and not _is_on_duty(call.by):
        said = AlertWords(
            f"unplanned:{table.pk}:{call.at.isoformat()}", "dealer_off_duty", params=facts
        )
    else:
        return
    raise_alert(said, property_id=table.property_id, table=table, at=call.at)


def _keeps_duties(table: GamingTable) -> bool:
    return Duty.objects.filter(property_id=table.property_id, ended_at__isnull=True).exists()


def _is_on_duty(person: Person) -> bool:
    return Duty.objects.filter(person=person, ended_at__isnull=True).exists()


def _begun(call: Call[BeginDuties], person: Person, pit: Pit | None) -> Duty:
    until = call.at + timedelta(hours=call.input.hours)
    try:
        with transaction.atomic():
            duty = Duty.objects.create(
                property_id=person.property_id,
                person=person,
                pit=pit,
                began_at=call.at,
                ends_at=until,
            )
    except IntegrityError:
        raise Refused(
            "on_duty_already", _("{name} is on duty already.").format(name=person.name)
        ) from None
    call.record(
        EventKind.DUTY_BEGAN, about=[duty, person], detail={"who": person.name, "until": until}
    )
    call.publish(f"property:{person.property_id}", "dealer")
    return duty


def _due(here: DealerShift | None, table: GamingTable, at: datetime) -> datetime:
    if here is None:
        return at
    return max(at, here.began_at + minutes_of(table.property, "dealer_break_minutes"))


def _end_relief(call: Call[Any], relief: Relief) -> None:
    relief.ended_at = call.at
    relief.save(update_fields=["ended_at"])
    call.record(
        EventKind.RELIEF_CALLED_OFF,
        about=[relief.table, relief, relief.person],
        detail={"who": relief.person.name},
    )
    call.publish(f"table:{relief.table_id}", "dealer")


def _end_string(call: Call[Any], string: TableString) -> None:
    string.ended_at = call.at
    string.save(update_fields=["ended_at"])
    call.record(EventKind.STRING_ENDED, about=string, detail={"name": string.name})
    call.publish(f"property:{string.property_id}", "dealer")
