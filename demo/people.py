"""The demo floor's house and people. Everybody's secrets are known: it is a floor to try out."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.crypto import constant_time_compare

from foundation.marks import with_mark
from staff.commands.houses import (
    LetWorkHere,
    OpenAnotherHouse,
    let_work_here,
    open_another_house,
)
from staff.commands.sign_in import begin_session
from staff.commands.tablets import key_digest
from staff.models import Person, Property, Role, Tablet
from staff.recording import StaffEvent, record_staff
from tables.models import GamingTable

PIN = "271828"
PASSWORD = "lantern-and-tiles"  # noqa: S105

D, F, P = Role.DEALER, Role.FLOORPERSON, Role.PIT_MANAGER
Hired = tuple[str, str, tuple[str, ...]]
PEOPLE: tuple[Hired, ...] = (
    ("D101", "Mei-Ling Chan", (D,)),
    ("D102", "Marcus Okafor", (D,)),
    ("D103", "Priya Raman", (D,)),
    ("D104", "Tomás Herrera", (D,)),
    ("D105", "Aroha Ngata", (D,)),
    ("D106", "Kwame Boateng", (D,)),
    ("D107", "Siobhán Byrne", (D,)),
    ("D108", "Nguyễn Thị Hoa", (D,)),
    ("D109", "Luca Bianchi", (D,)),
    ("D110", "Fatima Al-Sayed", (D,)),
    ("F201", "Rosa Ortiz", (F,)),
    ("F202", "Daniel Whitcombe", (F,)),
    ("F203", "Leilani Kahale", (F,)),
    ("F204", "Yusuf Demir", (F,)),
    ("P301", "Angela Moretti", (P,)),
    ("P302", "Desmond Clarke", (P,)),
    ("S401", "Ingrid Solberg", (Role.SURVEILLANCE,)),
    ("S402", "Haruto Sato", (Role.SURVEILLANCE,)),
    ("X501", "Olumide Adeyemi", (Role.SECURITY,)),
    ("X502", "Katarzyna Nowak", (Role.SECURITY,)),
    ("C601", "Beatriz Fonseca", (Role.CASHIER,)),
    ("K701", "Helen Abernathy", (Role.COMPLIANCE,)),
    ("A801", "Samir Haddad", (Role.ADMINISTRATOR, Role.OPERATOR)),
    ("R901", "Grace Whitefeather", (Role.REGULATOR,)),
)
HARBOUR_PEOPLE: tuple[Hired, ...] = (
    ("D131", "Wiremu Parata", (D,)),
    ("D132", "Hana Tamihere", (D,)),
    ("D133", "Oliver Whittaker", (D,)),
    ("F231", "Jessica Harwood", (F,)),
    ("F232", "Tane Rewiti", (F,)),
    ("P331", "Anahera Cooper", (P,)),
    ("S431", "Callum Fraser", (Role.SURVEILLANCE,)),
    ("X531", "Mele Taufa", (Role.SECURITY,)),
    ("C631", "Ruth Pearson", (Role.CASHIER,)),
    ("R931", "Nikau Hohepa", (Role.REGULATOR,)),
)
HARBOUR_GUESTS = (("D105", D), ("P302", P), ("K701", Role.COMPLIANCE))
"""Who of the first house works in the second, too, and as what; who opened it administers it."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """One of the demo's people, for the list that a newcomer reads."""

    badge: str
    name: str
    role: str
    house: str


@dataclass(frozen=True, slots=True)
class SignIns:
    """Who can sign in on the demo floor, and with what."""

    pin: str
    password: str
    code: str
    people: tuple[SignIn, ...]
    tablets: tuple[tuple[int, str, str], ...]  # with the rules of the table it stands at


def seed_people(at: datetime) -> Property:
    """Make the house and its people."""
    house = Property.objects.create(
        name="Lantern Bay Casino",
        slug="lantern-bay",
        time_zone="America/New_York",
        day_starts_at=time(6),
        denominations=[25, 100, 500, 2500, 10000, 50000, 100000, 500000],
        settings={
            "demo": True,
            "tablet_idle_minutes": 60,
            "desk_idle_minutes": 240,
            # Its simulated players buy in for tens of thousands, and nobody is there to ask them.
            "identify_cash_cents": 10**9,
        },
    )
    record_staff(StaffEvent.PROPERTY_CHANGED, about=house, by=None, at=at)
    _hire(house, PEOPLE, "MD", at)
    return house


def seed_harbour(home: Property, at: datetime) -> Property:
    """Open the operator's second house far away; some of its people are of the first one."""
    boss = home.people.get(badge="A801")
    facts = OpenAnotherHouse(
        house="Harbour Lights Casino",
        short_name="harbour-lights",
        currency="NZD",
        time_zone="Pacific/Auckland",
        day_starts_at=time(6),
        smallest_chip_cents=100,
        denominations=(100, 500, 2500, 10000, 50000, 100000),
        licence_number="NZ-8801",
    )
    there = open_another_house(facts, by=boss, at=at)
    house = there.property
    house.settings = dict(home.settings)
    house.save(update_fields=["settings"])
    record_staff(StaffEvent.PROPERTY_CHANGED, about=house, by=there, at=at)
    _hire(house, HARBOUR_PEOPLE, "NZ", at)
    for badge, role in HARBOUR_GUESTS:
        guest = LetWorkHere(badge=badge, licence_number=f"NZ-{badge}", roles=(role,))
        let_work_here(guest, by=there, at=at)
    return house


def _hire(house: Property, people: Iterable[Hired], licences: str, at: datetime) -> None:
    pin, password = make_password(PIN), make_password(PASSWORD)
    for number, (badge, name, roles) in enumerate(people, start=1):
        person = Person.objects.create(
            property=house,
            badge=badge,
            name=name,
            licence_number=f"{licences}-{4100 + 37 * number}",
            roles=list(roles),
            pin=pin,
            password=password,
        )
        record_staff(StaffEvent.PERSON_ADDED, about=person, by=None, at=at, detail={"badge": badge})


def people_of(house: Property, role: str) -> list[Person]:
    return list(house.people.filter(roles__contains=[role]).order_by("badge"))


def sign_in_before(person: Person, table: GamingTable, at: datetime) -> None:
    """Let somebody sign in on a table's tablet a minute before what they do there."""
    post = table.tablet_posts.select_related("tablet").first()
    when = at - timedelta(seconds=50)
    begin_session(person, "", tablet=post.tablet if post else None, at=when, how="pin")


def seed_tablet(house: Property, name: str, *, recent: Iterable[Person], at: datetime) -> Tablet:
    tablet = Tablet.objects.create(
        property=house,
        name=name,
        key_hash=key_digest(secrets.token_urlsafe(32)),
        enrolled_at=at,
        recent=[person.pk for person in recent],
    )
    record_staff(StaffEvent.TABLET_ENROLLED, about=tablet, by=None, at=at, detail={"name": name})
    return tablet


@transaction.atomic
def hand_over_tablet(tablet_id: int, *, at: datetime) -> str:
    """Make a newcomer's browser this tablet of the demo floor, instead of whichever was before."""
    tablet = Tablet.objects.select_for_update(of=("self",)).get(
        pk=tablet_id, property__settings__demo=True
    )
    key = with_mark(secrets.token_urlsafe(32))
    tablet.key_hash, tablet.enrolled_at, tablet.revoked_at = key_digest(key), at, None
    tablet.save(update_fields=["key_hash", "enrolled_at", "revoked_at"])
    record_staff(
        StaffEvent.TABLET_ENROLLED, about=tablet, by=None, at=at, detail={"name": tablet.name}
    )
    return key


def is_demo_code(person: Person, code: str) -> bool:
    """The demo floor shows one code to everybody; no other house takes it."""
    is_demo = settings.DEMO and bool(person.property.settings.get("demo"))
    return is_demo and constant_time_compare(code, settings.DEMO_CODE)


def sign_ins() -> SignIns:
    """Who can sign in with what, as the sign-in page and `manage.py demo --sign-ins` show it."""
    at_home = Person.objects.filter(home__isnull=True, is_active=True).select_related("property")
    people = at_home.filter(property__settings__demo=True).order_by("pk")
    tablets = Tablet.objects.filter(property__settings__demo=True, revoked_at__isnull=True)
    return SignIns(
        pin=PIN,
        password=PASSWORD,
        code=settings.DEMO_CODE,
        people=tuple(
            SignIn(each.badge, each.name, str(Role(each.roles[0]).label), each.property.name)
            for each in people
        ),
        tablets=tuple(
            tablets.order_by("pk").values_list("pk", "name", "tabletpost__table__submission__name")
        ),
    )
