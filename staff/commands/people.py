"""The staff: who comes, what they may do, and who leaves."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import pyotp
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.commands import counters
from staff.commands.signing import record_failure
from staff.commands.tablets import revoke_token
from staff.lock_keys import badge_key, desk_key
from staff.models import Person, Role
from staff.pins import guard_pin, hash_pin, pin_is_right
from staff.policy import Act, require
from staff.recording import StaffEvent, record


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """What an administrator enters about a person."""

    badge: str
    name: str
    licence_number: str
    roles: tuple[str, ...]
    language: str = ""


@dataclass(frozen=True, slots=True)
class FirstSecrets:
    """What a person gets once, on paper or on screen; each is changed or used up at first use."""

    pin: str = ""
    password: str = ""
    totp_uri: str = ""


def add_person(facts: PersonFacts, *, by: Person, at: datetime) -> tuple[Person, FirstSecrets]:
    """Add somebody to the staff, with a first PIN and, for a desk, password and second factor."""
    require(by, Act.MANAGE_STAFF)
    _guard_facts(facts)
    try:
        with transaction.atomic():
            person = Person(
                property=by.property,
                badge=facts.badge.strip().upper(),
                name=facts.name.strip(),
                licence_number=facts.licence_number.strip(),
                roles=list(facts.roles),
                language=facts.language,
            )
            given = _give_secrets(person)
            person.save()
            record(StaffEvent.PERSON_ADDED, about=person, by=by, at=at, detail=_shown(person))
    except IntegrityError:
        raise _taken() from None
    return person, given


def change_person(person_id: int, facts: PersonFacts, *, by: Person, at: datetime) -> Person:
    """Change a person's details and roles; other roles end the open session at once."""
    require(by, Act.MANAGE_STAFF)
    _guard_facts(facts)
    try:
        with transaction.atomic():
            person = _locked(person_id, by)
            _guard_last_administrator(person, facts.roles)
            before = _shown(person)
            person.badge = facts.badge.strip().upper()
            person.name = facts.name.strip()
            person.licence_number = facts.licence_number.strip()
            person.roles = list(facts.roles)
            person.language = facts.language
            person.save(update_fields=["badge", "name", "licence_number", "roles", "language"])
            if before["roles"] != sorted(person.roles):
                _end_session(person)
            record(
                StaffEvent.PERSON_CHANGED,
                about=person,
                by=by,
                at=at,
                detail={"badge": person.badge},
                before=before,
                after=_shown(person),
            )
    except IntegrityError:
        raise _taken() from None
    return person


@transaction.atomic
def block_leaver(person_id: int, *, by: Person, at: datetime) -> Person:
    """Shut a leaver out at once: no sign-in, no signature; the open session and all tokens end.

    Rule: 25 CFR 543.20(f).
    """
    require(by, Act.MANAGE_STAFF)
    person = _locked(person_id, by)
    if person.pk == by.pk:
        raise Refused("own_account", _("You cannot shut yourself out. Ask a colleague."))
    _guard_last_administrator(person, ())
    Session.objects.filter(session_key=person.session_key).delete()
    person.is_active, person.left_at, person.session_key = False, at, ""
    person.save(update_fields=["is_active", "left_at", "session_key"])
    record(StaffEvent.PERSON_LEFT, about=person, by=by, at=at, detail={"badge": person.badge})
    for token in person.tokens.select_for_update().filter(revoked_at__isnull=True):
        revoke_token(token.pk, by=by, at=at)
    return person


@transaction.atomic
def readmit_person(person_id: int, *, by: Person, at: datetime) -> tuple[Person, FirstSecrets]:
    """Let a leaver back in, with new secrets."""
    require(by, Act.MANAGE_STAFF)
    person = _locked(person_id, by)
    person.is_active, person.left_at = True, None
    given = _give_secrets(person)
    person.save()
    record(StaffEvent.PERSON_RETURNED, about=person, by=by, at=at, detail={"badge": person.badge})
    return person, given


@transaction.atomic
def reset_secrets(person_id: int, *, by: Person, at: datetime) -> tuple[Person, FirstSecrets]:
    """Give a person new secrets: a forgotten password, a lost telephone, a seen PIN.

    Whoever is signed in with the old ones is out at once.
    """
    require(by, Act.MANAGE_STAFF)
    person = _locked(person_id, by)
    given = _give_secrets(person)
    person.save()
    _end_session(person)
    counters.forgive([badge_key(person.badge), desk_key(person.badge)])
    record(StaffEvent.PIN_RESET, about=person, by=by, at=at, detail={"badge": person.badge})
    return person, given


@transaction.atomic
def reset_pin(person_id: int, *, by: Person, at: datetime) -> tuple[Person, FirstSecrets]:
    """Give a floor colleague a new first PIN and lift the lock-out; it must be changed at once."""
    require(by, Act.RESET_PIN)
    person = _locked(person_id, by)
    if person.pk == by.pk:
        raise Refused("own_account", _("You cannot reset your own PIN. Ask a colleague."))
    pin = _first_pin()
    person.pin, person.pin_must_change = hash_pin(pin), True
    person.save(update_fields=["pin", "pin_must_change"])
    _end_session(person)
    counters.forgive([badge_key(person.badge), desk_key(person.badge)])
    record(StaffEvent.PIN_RESET, about=person, by=by, at=at, detail={"badge": person.badge})
    return person, FirstSecrets(pin=pin)


def change_own_pin(person: Person, *, old: str, new: str, at: datetime) -> None:
    """Change a PIN by its owner, who knows the old one."""
    wrong = Refused("wrong_pin", _("The old PIN is wrong."))
    _guard_old(person, badge_key, lambda: pin_is_right(person, old), wrong, at=at)
    if old == new:
        raise Refused("weak_pin", _("Choose a PIN other than the old one."))
    guard_pin(new)
    with transaction.atomic():
        Person.objects.filter(pk=person.pk).update(
            pin=hash_pin(new), pin_must_change=False, pin_changed_at=at
        )
        record(StaffEvent.PIN_CHANGED, about=person, by=person, at=at)


def change_own_password(person: Person, *, old: str, new: str, at: datetime) -> Person:
    """Change a password by its owner; the caller renews the session with it."""
    wrong = Refused("wrong_password", _("The old password is wrong."))
    _guard_old(person, desk_key, lambda: person.check_password(old), wrong, at=at)
    try:
        validate_password(new, person)
    except ValidationError as error:
        raise Refused("weak_password", " ".join(error.messages)) from error
    person.password, person.password_must_change = make_password(new), False
    with transaction.atomic():
        person.save(update_fields=["password", "password_must_change"])
        record(StaffEvent.PASSWORD_CHANGED, about=person, by=person, at=at)
    return person


def _guard_old(
    person: Person,
    key_of: Callable[[str], str],
    is_right: Callable[[], bool],
    wrong: Refused,
    *,
    at: datetime,
) -> None:
    """Refuse a wrong old secret; the try counts like one at the sign-in, in its own transaction."""
    with transaction.atomic(durable=True):
        rows = counters.lock_counters([key_of(person.badge)], at)
        refused = counters.refusal_while_locked(rows, at)
        if refused is None and not is_right():
            counters.count_wrong_try(rows, at)
            house = person.property_id
            record_failure(person, person.badge, None, wrong.code, at=at, property_id=house)
            refused = wrong
    if refused is not None:
        raise refused


def _give_secrets(person: Person) -> FirstSecrets:
    pin, password, secret = _first_pin(), secrets.token_urlsafe(9), pyotp.random_base32()
    person.pin, person.pin_must_change = hash_pin(pin), True
    person.password, person.password_must_change = make_password(password), True
    person.totp_secret, person.totp_last_step = secret, 0
    uri = pyotp.TOTP(secret).provisioning_uri(person.badge, issuer_name="Pai Gow Floor")
    return FirstSecrets(pin, password, uri)


def _end_session(person: Person) -> None:
    """No session is the person's own any more; the next request of the old one is nobody's."""
    person.session_key = ""
    person.save(update_fields=["session_key"])


def _first_pin() -> str:
    while True:
        pin = f"{secrets.randbelow(10**6):06}"
        try:
            guard_pin(pin)
        except Refused:
            continue
        return pin


def _guard_facts(facts: PersonFacts) -> None:
    if not facts.roles or not set(facts.roles) <= set(Role.values):
        raise Refused("roles_missing", _("Give this person at least one role."))
    if not (facts.badge.strip() and facts.name.strip() and facts.licence_number.strip()):
        raise Refused("details_missing", _("Badge, name and licence number are needed."))


def _guard_last_administrator(person: Person, roles: tuple[str, ...]) -> None:
    if Role.ADMINISTRATOR in roles or Role.ADMINISTRATOR not in person.roles:
        return
    others = Person.objects.filter(
        property_id=person.property_id, is_active=True, roles__contains=[Role.ADMINISTRATOR]
    ).exclude(pk=person.pk)
    if not others.exists():
        raise Refused(
            "last_administrator", _("This is the last administrator. Appoint another one first.")
        )


def _locked(person_id: int, by: Person) -> Person:
    """A person of the same house; anybody else's is not found."""
    people = Person.objects.select_for_update(of=("self",)).select_related("property")
    return people.get(pk=person_id, property_id=by.property_id)


def _taken() -> Refused:
    return Refused("badge_taken", _("Another person has this badge or licence number."))


def _shown(person: Person) -> dict[str, object]:
    return {"badge": person.badge, "licence": person.licence_number, "roles": sorted(person.roles)}
