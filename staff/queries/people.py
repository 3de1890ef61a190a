"""What pages show of the staff."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from staff.lock_keys import badge_key, desk_key
from staff.models import Person, Role, SignInCounter, Tablet
from staff.policy import ROLES_OF, Act


@dataclass(frozen=True, slots=True)
class NameTile:
    """A name on a tablet's lock screen."""

    badge: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A line of the staff list."""

    id: int
    badge: str
    name: str
    licence_number: str
    roles: tuple[str, ...]
    is_active: bool
    left_at: datetime | None
    locked_until: datetime | None
    is_signed_in: bool
    last_login: datetime | None
    pin_is_proved: bool
    exception_reason: str
    exception_by: str
    home: str
    """The house they belong to, where it is another one."""


# Who stands at a tablet's table: the app that knows tables adds its answer when the site starts.
PEOPLE_AT: list[Callable[[Tablet], Iterable[int]]] = []


def name_tiles(tablet: Tablet) -> list[NameTile]:
    """Who is likely to sign in on this tablet: the people at its table, then the latest here."""
    here = [person_id for people_at in PEOPLE_AT for person_id in people_at(tablet)]
    order = [*dict.fromkeys([*here, *tablet.recent])]
    people = Person.objects.in_bulk(order)
    return [
        NameTile(person.badge, person.name, role_words(person.roles[:1]))
        for person in (people.get(each) for each in order)
        if person is not None and person.is_active and person.property_id == tablet.property_id
    ]


def staff_rows(person: Person, *, wanted: str = "", role: str = "") -> list[PersonRow]:
    """Everybody of the house, the active first; by name, badge or licence, and by role."""
    people = house_people(person)
    if role:
        people = people.filter(roles__contains=[role])
    rows = [
        each
        for each in people.select_related("exception_by").order_by("-is_active", "name")
        if wanted.lower() in f"{each.name} {each.badge} {each.licence_number}".lower()
    ]
    locks = _locks(rows)
    return [_row(each, locks.get(each.pk)) for each in rows]


def person_row(viewer: Person, person_id: int) -> PersonRow:
    person = house_people(viewer).get(pk=person_id)
    return _row(person, _locks([person]).get(person.pk))


def house_people(viewer: Person) -> QuerySet[Person]:
    people = Person.objects.select_related("home__property")
    return people.filter(property_id=viewer.property_id)


def signers_for(viewer: Person, act: Act) -> list[Person]:
    """Everybody of the house who may sign for an act, by name."""
    found = Person.objects.filter(
        property_id=viewer.property_id,
        is_active=True,
        roles__overlap=list(ROLES_OF[act]),
    )
    return list(found.exclude(pk=viewer.pk).order_by("name"))


def house_tablets(viewer: Person) -> QuerySet[Tablet]:
    return Tablet.objects.filter(property_id=viewer.property_id).order_by("name")


def roles_given_by(viewer: Person) -> list[tuple[str, str]]:
    """The roles that somebody may give: the operator's own only who has it."""
    may_all = Role.OPERATOR in viewer.roles
    return [(role.value, str(role.label)) for role in Role if may_all or role is not Role.OPERATOR]


def role_words(roles: Iterable[str]) -> str:
    return ", ".join(str(Role(role).label) for role in roles)


def _locks(people: Iterable[Person]) -> dict[int, datetime]:
    """Until when each person who is locked out is locked out, by person."""
    whose = {key(each.badge): each.pk for each in people for key in (badge_key, desk_key)}
    found = SignInCounter.objects.filter(key__in=whose, locked_until__gt=timezone.now())
    ordered = found.order_by("locked_until").values_list("key", "locked_until")
    return {whose[key]: until for key, until in ordered if until}


def _row(person: Person, locked_until: datetime | None) -> PersonRow:
    return PersonRow(
        id=person.pk,
        badge=person.badge,
        name=person.name,
        licence_number=person.licence_number,
        roles=tuple(person.roles),
        is_active=person.is_active,
        left_at=person.left_at,
        locked_until=locked_until,
        is_signed_in=bool(person.session_key),
        last_login=person.last_login,
        pin_is_proved=person.keeper.pin_is_proved,
        exception_reason=person.exception_reason,
        exception_by=person.exception_by.name if person.exception_by else "",
        home=str(person.home.property) if person.home is not None else "",
    )


def colleagues(viewer: Person, *acts: Act) -> dict[Act, list[Person]]:
    """Who in the house may sign for each act, for the lists beside the signatures."""
    people = list(
        Person.objects.filter(property_id=viewer.property_id, is_active=True).order_by("name")
    )
    return {act: [each for each in people if ROLES_OF[act] & set(each.roles)] for act in acts}
