"""Whom a slip waits for, as names to tap: the people at the table first, then their colleagues."""

from dataclasses import dataclass

from banking.models import Slip, SlipSignature
from banking.parts import FLOOR, SlipPart, parts_of
from staff.models import Person
from staff.policy import ROLES_OF, Act, may
from tables.models import DealerShift, FloorAssignment, GamingTable

MOST_NAMES = 6


@dataclass(frozen=True, slots=True)
class Name:
    """Somebody who may sign."""

    badge: str
    name: str
    is_viewer: bool


@dataclass(frozen=True, slots=True)
class SignerGroup:
    """The people who may sign one part."""

    part: str
    label: str
    names: tuple[Name, ...]


def signers_of(slip: Slip, viewer: Person) -> tuple[SignerGroup, ...]:
    """The parts that nobody has signed, with the people who may, without those who have."""
    signed = dict(SlipSignature.objects.filter(slip=slip).values_list("part", "person_id"))
    waiting = [part for part in parts_of(slip) if part.code not in signed]
    return _groups(waiting, slip.table, viewer, set(signed.values()))


def preparers_at(table: GamingTable, viewer: Person) -> tuple[SignerGroup, ...]:
    """Who may write a slip for a table."""
    return _groups([FLOOR], table, viewer, set())


def people_for(act: Act, table: GamingTable, viewer: Person) -> tuple[Name, ...]:
    """Who may sign for one act, such as a void or a report."""
    (group,) = _groups([SlipPart(act.value, FLOOR.label, act)], table, viewer, set())
    return group.names


def _groups(
    parts: list[SlipPart], table: GamingTable, viewer: Person, signed: set[int]
) -> tuple[SignerGroup, ...]:
    roles = sorted({role for part in parts for role in ROLES_OF[part.act]})
    people = Person.objects.filter(
        property_id=viewer.property_id, is_active=True, roles__overlap=roles
    ).exclude(pk__in=signed)
    here = _at_table(table)
    ranked = sorted(people, key=lambda each: (each != viewer, each.pk not in here, each.name))
    return tuple(
        SignerGroup(
            part.code,
            str(part.label),
            tuple(
                Name(each.badge, each.name, each == viewer)
                for each in ranked
                if may(each, part.act)
            )[:MOST_NAMES],
        )
        for part in parts
    )


def _at_table(table: GamingTable) -> set[int]:
    dealers = DealerShift.objects.filter(table=table, ended_at__isnull=True)
    watchers = FloorAssignment.objects.filter(table=table, ended_at__isnull=True)
    return set(
        dealers.values_list("person_id")
        .union(watchers.values_list("person_id"))
        .values_list("person_id", flat=True)
    )
