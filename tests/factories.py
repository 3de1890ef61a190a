"""Floors for tests: each its own property, so that nothing has to be reset between tests."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count, cycle
from uuid import uuid4

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange

from audit.events import EventKind
from audit.record import record
from staff.models import Person, Property, Role, Tablet
from staff.second_factor import keep_secret, new_secret
from tables.models import (
    DealerShift,
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    FloorAssignment,
    GamingTable,
    Inspection,
    Pit,
    Placement,
    RulesSubmission,
    TableState,
    TabletPost,
)

PIN = "271828"
PASSWORD = "correct-horse-battery"
PIN_HASH = make_password(PIN)
PASSWORD_HASH = make_password(PASSWORD)
SEATS = {"maryland": 6, "leaflet": 6, "mbs": 7, "new-zealand": 8, "three-card-split": 6}
# Where the document leaves it to the submission whether players bank, the tests' houses let them.
PLAYED_BY = {"maryland": {"player_bank": True}}
_numbers = count(1)

GIVEN = ("Ada", "Bao", "Carmen", "Dao", "Elena", "Farid", "Grace", "Hana", "Ivan", "Jun", "Kofi")
FAMILY = ("Abara", "Bell", "Castro", "Duong", "Evans", "Fong", "Garcia", "Huang", "Kwan", "Lopez")
NAMES = cycle(f"{given} {family}" for family in FAMILY for given in GIVEN)
HOUSES = cycle(
    f"{first} House" for first in ["Lantern", "Harbour", "Orchard", "Willow", "Jade", "Bridge"]
)


@dataclass
class Floor:
    """A property with one pit, one open table and one person of each role."""

    property: Property
    pit: Pit
    table: GamingTable
    submission: RulesSubmission
    tablet: Tablet
    people: dict[str, Person]
    sets: dict[str, EquipmentSet] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Person:
        try:
            return self.people[name]
        except KeyError:
            raise AttributeError(name) from None


@transaction.atomic
def make_property(**fields: object) -> Property:
    token = uuid4().hex[:10]
    house = Property.objects.create(
        **{
            "name": next(HOUSES),
            "slug": f"house-{token}",
            "denominations": [25, 100, 500, 2500, 10000, 50000],
            **fields,
        }
    )
    _note(house)
    return house


@transaction.atomic
def make_person(house: Property, *roles: str, name: str = "", **fields: object) -> Person:
    token = uuid4().hex[:8]
    _note(house)
    return Person.objects.create(
        **{
            "property": house,
            "badge": f"B{token}",
            "name": name or next(NAMES),
            "licence_number": f"L-{token}",
            "roles": list(roles),
            "pin": PIN_HASH,
            "password": PASSWORD_HASH,
            **fields,
        }
    )


@transaction.atomic
def give_second_factor(person: Person) -> Person:
    """An authenticator for a person, whose seed `secret_of` tells."""
    keep_secret(person, new_secret())
    person.save(update_fields=["totp_secret", "totp_last_step"])
    record(EventKind.SECOND_FACTOR_SET, about=person, by=person, at=datetime.now(UTC))
    return person


@transaction.atomic
def make_floor(
    profile: str = "maryland",
    *,
    options: dict | None = None,
    at: datetime | None = None,
) -> Floor:
    """An open table with fresh, verified equipment, a dealer tapped in, a floorperson assigned."""
    at = at or datetime.now(UTC)
    house = make_property()
    people = {role: make_person(house, role) for role in Role.values}
    people["second_floorperson"] = make_person(house, Role.FLOORPERSON)
    people["second_dealer"] = make_person(house, Role.DEALER)
    pit = Pit.objects.create(property=house, name="Pit 1")
    submission = RulesSubmission.objects.create(
        property=house,
        name=f"{profile.replace('-', ' ').title()} rules",
        profile=profile,
        options=PLAYED_BY.get(profile, {}) | (options or {}),
        filed_by=people["administrator"],
        filed_at=at,
    )
    tablet = Tablet.objects.create(property=house, name="Tablet 1", enrolled_at=at)
    floor = Floor(house, pit, None, submission, tablet, people)  # type: ignore[arg-type]
    floor.table = make_table(floor, at=at)
    return floor


@transaction.atomic
def make_tablet(floor: Floor, name: str) -> Tablet:
    """A further tablet of the house, which stands at no table."""
    _note(floor.property)
    return Tablet.objects.create(property=floor.property, name=name, enrolled_at=datetime.now(UTC))


@transaction.atomic
def make_table(
    floor: Floor, *, at: datetime | None = None, empty: bool = False, **fields: object
) -> GamingTable:
    """A table, open and ready; or with nothing on it and nobody at it."""
    at = at or datetime.now(UTC)
    number = next(_numbers)
    _note(floor.property)
    table = GamingTable.objects.create(
        **{
            "property": floor.property,
            "pit": floor.pit,
            "number": number,
            "submission": floor.submission,
            "state": TableState.OPEN,
            "state_since": at,
            "seats": SEATS[floor.submission.profile],
            "denominations": floor.property.denominations,
            **fields,
        }
    )
    if empty:
        return table
    if not TabletPost.objects.filter(tablet=floor.tablet).exists():
        TabletPost.objects.create(tablet=floor.tablet, table=table)
        DealerShift.objects.create(
            property=floor.property,
            table=table,
            person=floor.dealer,
            began_at=at,
            shaker="S-1",
        )
    FloorAssignment.objects.create(
        property=floor.property, table=table, person=floor.floorperson, began_at=at
    )
    cards = floor.submission.profile == "three-card-split"
    kinds = {EquipmentKind.DECK: 24} if cards else {EquipmentKind.TILES: 12, EquipmentKind.DICE: 24}
    for kind, hours in kinds.items():
        place_set(floor, table, kind, hours=hours, at=at)
    return table


@transaction.atomic
def place_set(
    floor: Floor, table: GamingTable, kind: str, *, hours: int, at: datetime
) -> Placement:
    """A set of this kind in use at the table since `at`, inspected and verified."""
    _note(floor.property)
    equipment = make_set(floor, kind, state=EquipmentState.AT_TABLE, at=at)
    floor.sets[kind] = equipment
    inspection = Inspection.objects.create(
        property=floor.property,
        equipment=equipment,
        table=table,
        passed=True,
        inspected_by=floor.second_dealer,
        inspected_at=at,
        verified_by=floor.floorperson,
        verified_at=at,
    )
    return Placement.objects.create(
        property=floor.property,
        equipment=equipment,
        table=table,
        kind=kind,
        during=DateTimeTZRange(at, None),
        inspection=inspection,
        verified_at=at,
        expires_at=at + timedelta(hours=hours),
    )


@transaction.atomic
def make_set(
    floor: Floor,
    kind: str = EquipmentKind.TILES,
    *,
    state: str = EquipmentState.PIT_STAND,
    at: datetime | None = None,
    **fields: object,
) -> EquipmentSet:
    _note(floor.property)
    return EquipmentSet.objects.create(
        **{
            "property": floor.property,
            "kind": kind,
            "serial": f"{kind[0].upper()}-{uuid4().hex[:8]}",
            "seal_number": uuid4().hex[:8],
            "state": state,
            "state_since": at or datetime.now(UTC),
            "design_approval": "DA-1",
            "submission": floor.submission,
            **fields,
        }
    )


def _note(house: Property) -> None:
    """No row changes without an event of its transaction, not even for a test."""
    record(EventKind.FLOOR_SET_UP, about=house, by=None, at=datetime.now(UTC))
