"""The staff: who comes, what they may do, and who leaves."""

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, TypedDict

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from foundation.commands import ASKER, Call, Signature, TwoPeople, command
from foundation.inputs import Id, Input, Plain, Text, text
from rules.refusals import Refused
from staff.badges import plain_badge
from staff.commands import counters
from staff.commands.sign_in import say_that_it_ended
from staff.commands.signing import record_failure, sign
from staff.duties import conflicts
from staff.hashing import FLOOR
from staff.lock_keys import badge_key, desk_key
from staff.models import Person, Role
from staff.pins import guard_pin, guard_six_digits, hash_pin, is_hash_of, pin_is_right
from staff.policy import Act
from staff.recording import StaffEvent, record_staff
from staff.second_factor import keep_secret, new_secret, second_factor_uri


class PersonFacts(Input):
    """What an administrator enters about a person."""

    badge: Annotated[str, text(20), Plain]
    name: Annotated[str, text(80), Plain]
    licence_number: Annotated[str, text(30), Plain]
    roles: Annotated[tuple[Text, ...], Field(max_length=20)]
    language: Annotated[str, text(10), Plain] = ""
    exception_reason: Annotated[str, text(200), Plain] = ""
    """Why one person has roles that belong to two, where somebody else signs for it."""


class ChangePerson(PersonFacts):
    """Whose details, and what they are now."""

    person_id: Id


class WhichPerson(Input):
    """Which person."""

    person_id: Id


@dataclass(frozen=True, slots=True)
class FirstSecrets:
    """What a person gets once, on paper or on screen; each is changed or used up at first use."""

    pin: str = ""
    password: str = ""
    totp_uri: str = ""


EXCEPTION = Signature(
    "exception",
    Act.EXCEPT_ROLES,
    gettext_lazy("Compliance or regulator, for roles that belong to two people"),
    required=False,
)
PIN_FIELDS = ("pin", "pin_must_change", "pin_is_proved", "pin_given_by", "pin_given_at")
CHANGED_FIELDS = (
    *("badge", "name", "licence_number", "roles", "language"),
    *("exception_reason", "exception_by"),
)


class PersonName(TypedDict):
    id: int
    badge: str
    name: str


class PersonAnswer(TypedDict):
    """The person as they are now."""

    person: PersonName


class SecretsAnswer(PersonAnswer):
    """The person and what they are given, for the one page that shows it."""

    given: FirstSecrets


def person_answer(by: Person, person: Person) -> PersonAnswer:
    return {"person": {"id": person.pk, "badge": person.badge, "name": person.name}}


def secrets_answer(by: Person, done: tuple[Person, FirstSecrets]) -> SecretsAnswer:
    person, given = done
    return {**person_answer(by, person), "given": given}


@command(
    PersonFacts,
    act=Act.MANAGE_STAFF,
    says=gettext_lazy("Add a person"),
    answer=secrets_answer,
    keeps_answer=False,
    signs=[EXCEPTION],
    two=[TwoPeople(ASKER, EXCEPTION.name)],
)
def add_person(call: Call[PersonFacts]) -> tuple[Person, FirstSecrets]:
    """Add somebody to the staff, with a first PIN and, for a desk, password and second factor."""
    facts = call.input
    guard_facts(facts)
    guard_operator(call.by, (), facts.roles)
    person = Person(
        property=call.by.property,
        badge=plain_badge(facts.badge),
        name=facts.name,
        licence_number=facts.licence_number,
        roles=list(facts.roles),
        language=facts.language,
    )
    excepted = _judge_roles(person, call)
    with badge_and_licence_free():
        person.save()  # a secret is sealed for its person, who has to have a row
    given = _give_secrets(person, by=call.by, at=call.at)
    person.save()
    call.record(StaffEvent.PERSON_ADDED, about=person, detail=shown_of(person))
    _record_exception(person, call, excepted)
    return person, given


@command(
    ChangePerson,
    act=Act.MANAGE_STAFF,
    says=gettext_lazy("Save"),
    answer=person_answer,
    signs=[EXCEPTION],
    two=[TwoPeople(ASKER, EXCEPTION.name)],
)
def change_person(call: Call[ChangePerson]) -> Person:
    """Change a person's details and roles; other roles end the open session at once."""
    facts = call.input
    guard_facts(facts)
    person = _locked(facts.person_id, call.by)
    _guard_last_administrator(person, facts.roles)
    guard_operator(call.by, person.roles, facts.roles)
    before = shown_of(person)
    if person.home_id is None:  # who somebody is, is said at home
        person.badge, person.name = plain_badge(facts.badge), facts.name
        _name_elsewhere(call, person)
    person.licence_number = facts.licence_number
    person.roles = list(facts.roles)
    person.language = facts.language or person.language  # a form that does not ask changes nothing
    excepted = _judge_roles(person, call, had=before["roles"])
    with badge_and_licence_free():
        person.save(update_fields=CHANGED_FIELDS)
    if before["roles"] != sorted(person.roles):
        end_session(person)
    call.record(
        StaffEvent.PERSON_CHANGED,
        about=person,
        detail={"badge": person.badge},
        before=before,
        after=shown_of(person),
    )
    _record_exception(person, call, excepted)
    return person


@command(
    WhichPerson,
    act=Act.MANAGE_STAFF,
    says=gettext_lazy("Has left: shut out"),
    answer=person_answer,
)
def block_leaver(call: Call[WhichPerson]) -> Person:
    """Shut a leaver out at once: no sign-in, no signature; the open session ends.

    Rule: 25 CFR 543.20(f).
    """
    person = _locked(call.input.person_id, call.by)
    if person.pk == call.by.pk:
        raise Refused("own_account", _("You cannot shut yourself out. Ask a colleague."))
    guard_operator(call.by, person.roles, ())
    for each in [*_rows_elsewhere(person), person]:
        _shut_out(call, each)
    return person


def _shut_out(call: Call[WhichPerson], person: Person) -> None:
    """Shut a person out of one house, and let no token speak in their name there."""
    _guard_last_administrator(person, ())
    Session.objects.filter(session_key=person.session_key).delete()
    person.is_active, person.left_at, person.session_key = False, call.at, ""
    person.save(update_fields=["is_active", "left_at", "session_key"])
    say_that_it_ended(person)
    call.record(StaffEvent.PERSON_LEFT, about=person, detail={"badge": person.badge})


@command(
    WhichPerson,
    act=Act.MANAGE_STAFF,
    says=gettext_lazy("Readmit"),
    answer=secrets_answer,
    keeps_answer=False,
)
def readmit_person(call: Call[WhichPerson]) -> tuple[Person, FirstSecrets]:
    """Let a leaver back in, with new secrets."""
    person = _locked_at_home(call)
    person.is_active, person.left_at = True, None
    given = _give_secrets(person, by=call.by, at=call.at)
    person.save()
    call.record(StaffEvent.PERSON_RETURNED, about=person, detail={"badge": person.badge})
    return person, given


@command(
    WhichPerson,
    act=Act.MANAGE_STAFF,
    says=gettext_lazy("New secrets"),
    answer=secrets_answer,
    keeps_answer=False,
)
def reset_secrets(call: Call[WhichPerson]) -> tuple[Person, FirstSecrets]:
    """Give a person new secrets: a forgotten password, a lost telephone, a seen PIN.

    Whoever is signed in with the old ones is out at once.
    """
    person = _locked_at_home(call)
    guard_operator(call.by, person.roles, ())
    given = renew_secrets(person, by=call.by, at=call.at)
    call.record(StaffEvent.PIN_RESET, about=person, detail={"badge": person.badge})
    return person, given


@command(
    WhichPerson,
    act=Act.RESET_PIN,
    says=gettext_lazy("New PIN and unlock"),
    answer=secrets_answer,
    keeps_answer=False,
)
def reset_pin(call: Call[WhichPerson]) -> tuple[Person, FirstSecrets]:
    """Give a floor colleague a new first PIN and lift the lock-out; it must be changed at once.

    Whoever resets a PIN sees it, and could sign for two. So it opens tablets and signs nothing,
    until its owner has signed in at a desk or an administrator has seen them.
    """
    person = _locked_at_home(call)
    if person.pk == call.by.pk:
        raise Refused("own_account", _("You cannot reset your own PIN. Ask a colleague."))
    pin = _give_pin(person, by=call.by, at=call.at)
    person.pin_is_proved = False
    person.save(update_fields=PIN_FIELDS)
    end_session(person)
    counters.forgive([badge_key(person.badge), desk_key(person.badge)])
    call.record(StaffEvent.PIN_RESET, about=person, detail={"badge": person.badge})
    return person, FirstSecrets(pin=pin)


@command(
    WhichPerson,
    act=Act.CONFIRM_PERSON,
    says=gettext_lazy("Confirm that it is them"),
    two=[TwoPeople("giver", ASKER, earlier="whoever gave the PIN")],
    answer=person_answer,
)
def confirm_person(call: Call[WhichPerson]) -> Person:
    """Record that an administrator has the owner of a reset PIN before them; it signs again."""
    person = _locked_at_home(call)
    if person.pk == call.by.pk:
        raise Refused("own_account", _("You cannot confirm yourself. Ask a colleague."))
    if person.pin_given_by_id == call.by.pk:
        raise Refused("own_reset", _("You gave this PIN. Another administrator has to confirm."))
    person.pin_is_proved = True
    person.save(update_fields=["pin_is_proved"])
    call.record(StaffEvent.PIN_PROVED, about=person, detail={"how": "seen"})
    return person


def change_own_pin(person: Person, *, old: str, new: str, at: datetime) -> None:
    """Change a PIN by its owner, who knows the old one."""
    person = person.keeper
    guard_six_digits(old)
    guard_six_digits(new)
    wrong = Refused("wrong_pin", _("The old PIN is wrong."))
    _guard_old(person, badge_key, lambda: pin_is_right(person, old), wrong, at=at)
    if old == new:
        raise Refused("weak_pin", _("Choose a PIN other than the old one."))
    guard_pin(new)
    with transaction.atomic():
        Person.objects.filter(pk=person.pk).update(
            pin=hash_pin(new), pin_must_change=False, pin_changed_at=at
        )
        record_staff(StaffEvent.PIN_CHANGED, about=person, by=person, at=at)


def change_own_password(person: Person, *, old: str, new: str, at: datetime) -> None:
    """Change a password by its owner; the caller renews the session with it."""
    person = person.keeper
    wrong = Refused("wrong_password", _("The old password is wrong."))
    _guard_old(person, desk_key, lambda: is_hash_of(old, person.password, FLOOR), wrong, at=at)
    try:
        validate_password(new, person)
    except ValidationError as error:
        raise Refused("weak_password", " ".join(error.messages)) from error
    person.password, person.password_must_change = make_password(new), False
    with transaction.atomic():
        person.save(update_fields=["password", "password_must_change"])
        record_staff(StaffEvent.PASSWORD_CHANGED, about=person, by=person, at=at)


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


def renew_secrets(person: Person, *, by: Person, at: datetime) -> FirstSecrets:
    """Give a person new secrets and save them; sessions and lock-outs of the old ones end."""
    given = _give_secrets(person, by=by, at=at)
    person.save()
    end_session(person)
    counters.forgive([badge_key(person.badge), desk_key(person.badge)])
    return given


def _give_pin(person: Person, *, by: Person, at: datetime) -> str:
    """A first PIN, and who has seen it."""
    pin = first_pin()
    person.pin, person.pin_must_change, person.pin_is_proved = hash_pin(pin), True, True
    person.pin_given_by_id, person.pin_given_at = by.pk, at
    return pin


def _give_secrets(person: Person, *, by: Person, at: datetime) -> FirstSecrets:
    """New secrets; recovery codes on paper and passkeys are void with the old ones."""
    person.recovery_codes.all().delete()
    person.passkeys.all().delete()
    pin, password, secret = _give_pin(person, by=by, at=at), first_password(), new_secret()
    person.password, person.password_must_change = make_password(password), True
    keep_secret(person, secret)
    return FirstSecrets(pin, password, second_factor_uri(secret, person.badge))


def end_session(person: Person) -> None:
    """No session is the person's own any more; the next request of the old one is nobody's.

    Where the secrets are, every house's session ends.
    """
    for each in [*_rows_elsewhere(person), person]:
        each.session_key = ""
        each.save(update_fields=["session_key"])
        say_that_it_ended(each)


def _rows_elsewhere(person: Person) -> list[Person]:
    """The same human being in the other houses, where this is their home."""
    rows = Person.objects.select_for_update(of=("self",)).select_related("property")
    return list(rows.filter(home_id=person.pk, is_active=True).order_by("pk"))


def _name_elsewhere(call: Call[ChangePerson], person: Person) -> None:
    """Badge and name are the same in every house; each house's record says when they change."""
    for each in _rows_elsewhere(person):
        if (each.badge, each.name) == (person.badge, person.name):
            continue
        before = shown_of(each)
        each.badge, each.name = person.badge, person.name
        with badge_and_licence_free():
            each.save(update_fields=["badge", "name"])
        call.record(
            StaffEvent.PERSON_CHANGED,
            about=each,
            detail={"badge": each.badge},
            before=before,
            after=shown_of(each),
        )


def first_password() -> str:
    """A password for the first time only."""
    return secrets.token_urlsafe(9)


def first_pin() -> str:
    """A PIN for the first time only, none that a thief tries first."""
    while True:
        pin = f"{secrets.randbelow(10**6):06}"
        try:
            guard_pin(pin)
        except Refused:
            continue
        return pin


def guard_facts(facts: PersonFacts) -> None:
    if not facts.roles or not set(facts.roles) <= set(Role.values):
        raise Refused("roles_missing", _("Give this person at least one role."))
    if not (plain_badge(facts.badge) and facts.name and facts.licence_number):
        raise Refused("details_missing", _("Badge, name and licence number are needed."))


def _judge_roles(
    person: Person, call: Call[PersonFacts] | Call[ChangePerson], had: list[str] | None = None
) -> bool:
    """Refuse roles that belong to two people, unless a second person signs and says why.

    An exception made before stands as long as no role is added to it. Says whether one was made.
    """
    found = conflicts(person.roles)
    if not found:
        person.exception_reason, person.exception_by = "", None
        return False
    if person.exception_reason and set(person.roles) <= set(had or ()):
        return False
    signer, reason = call.signed.get(EXCEPTION.name), call.input.exception_reason
    if signer is None or not reason:
        raise Refused(
            "roles_apart",
            _(
                "{first} and {second} belong to two people. {why} Choose other roles, or let"
                " compliance sign an exception with its reason."
            ).format(first=found[0].first.label, second=found[0].second.label, why=found[0].why),
            found[0].rule,
        )
    if signer.person.pk in {call.by.pk, person.pk}:
        raise Refused(
            "same_person", _("An exception takes a second person, and not the one it is for.")
        )
    person.exception_reason, person.exception_by = reason, signer.person
    return True


def _record_exception(
    person: Person, call: Call[PersonFacts] | Call[ChangePerson], excepted: bool
) -> None:
    if not excepted:
        return
    content = {"badge": person.badge, "roles": sorted(person.roles)}
    content["reason"] = person.exception_reason
    signer = call.signed[EXCEPTION.name]
    sign(signer, act=Act.EXCEPT_ROLES, subject=f"person:{person.pk}", content=content, at=call.at)
    call.record(
        StaffEvent.ROLES_EXCEPTED,
        about=person,
        detail={**content, "second": signer.person.name},
    )


def guard_operator(by: Person, before: Iterable[str], after: Iterable[str]) -> None:
    """Only the operator's administrators make others, or touch one."""
    if Role.OPERATOR in {*before, *after} and Role.OPERATOR not in by.roles:
        raise Refused(
            "operator_only", _("Only an administrator of the operator decides about another one.")
        )


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


def _locked_at_home(call: Call[WhichPerson]) -> Person:
    """A person of the same house whose secrets are this house's own."""
    person = _locked(call.input.person_id, call.by)
    if person.home is not None:
        raise Refused(
            "secrets_elsewhere",
            _("PIN and password of {name} are given by {house}, where they belong.").format(
                name=person.name, house=person.home.property
            ),
        )
    return person


@contextmanager
def badge_and_licence_free() -> Iterator[None]:
    """Say in plain words that the database knows a badge or a licence number already."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise Refused(
            "badge_taken", _("Another person has this badge or licence number.")
        ) from None


def shown_of(person: Person) -> dict[str, Any]:
    return {"badge": person.badge, "licence": person.licence_number, "roles": sorted(person.roles)}
