"""The first day: who runs this installation, its first house and the first administrator.

Whoever holds the one-time code is the installer, a person of no house who may do this and nothing
else. Everything is one transaction: there is never a house without an administrator, and once
there is a house nobody sets up again.
"""

import re
import secrets
from dataclasses import dataclass
from datetime import datetime, time
from typing import Annotated, Any, TypedDict, TypeVar

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from foundation.commands import Call, command
from foundation.currencies import CURRENCIES
from foundation.inputs import Badge, ChipCents, Denominations, Id, Input, Plain, text
from foundation.locks import wait_in_line
from rules.refusals import Refused
from staff.badges import plain_badge
from staff.commands import counters
from staff.commands.properties import HouseFacts, guard_facts
from staff.commands.recovery_codes import give_recovery_codes
from staff.commands.tablets import CODE_LETTERS, key_digest
from staff.models import Installation, Person, Property, Role, SetUpCode, SignInCounter
from staff.pins import guard_pin, hash_pin
from staff.policy import INSTALLER, Act
from staff.recording import StaffEvent
from staff.second_factor import keep_secret

CODE_LENGTH = 12
TRIES_KEY = "setup:code"
# A domain of the operator's own; RFC 2606 keeps these four for examples and tests.
OPERATOR = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+")
NOBODYS_DOMAINS = (".example", ".test", ".invalid", ".localhost")

P = TypeVar("P", bound=Input)
Secret = Annotated[str, text(200), Field(repr=False)]


class OperatorFacts(Input):
    """The name under which every log of this installation is known."""

    operator: Annotated[str, text(60), Plain]


class NewHouse(Input):
    """A house as it begins; its currency and its short name never change."""

    house: Annotated[str, text(80), Plain]
    short_name: Annotated[str, text(50), Plain] = ""
    currency: Annotated[str, text(3), Plain]
    time_zone: Annotated[str, text(40), Plain]
    day_starts_at: time
    smallest_chip_cents: ChipCents
    denominations: Denominations


class FirstAdministrator(Input):
    """The first administrator; of the secrets only hashes travel."""

    badge: Badge
    name: Annotated[str, text(80, shortest=1), Plain]
    licence_number: Annotated[str, text(30, shortest=1), Plain]
    language: Annotated[str, text(10), Plain] = ""
    password_hash: Secret
    pin_hash: Secret
    totp_secret: Secret
    must_change: bool = False
    """Whether password and PIN were made for them, and are only for the first time."""


class AppointAdministrator(FirstAdministrator):
    """Who becomes the administrator of which house."""

    house_id: Id


class SetUp(OperatorFacts, NewHouse, FirstAdministrator):
    """Everything that an empty installation must know."""


@dataclass(frozen=True, slots=True)
class SetUpDone:
    """What set-up made, and the codes that are shown once."""

    house: Property
    administrator: Person
    recovery_codes: list[str]


class SetUpAnswer(TypedDict):
    """Whose house it is now, and what the administrator keeps on paper."""

    person_id: int
    codes: list[str]


def set_up_answer(by: Person, done: SetUpDone) -> SetUpAnswer:
    return {"person_id": done.administrator.pk, "codes": done.recovery_codes}


def installer() -> Person:
    """Whoever holds the one-time code, or the machine's own console: a person of no house."""
    return Person(property_id=0, name="installer", roles=[INSTALLER])


def is_set_up() -> bool:
    return Property.objects.exists()


@transaction.atomic
def make_set_up_code(*, at: datetime) -> str:
    """Make the one-time code that opens set-up; the one before is void, and so are its tries."""
    _guard_empty()
    code = "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
    SetUpCode.objects.all().delete()
    SetUpCode.objects.create(code_hash=key_digest(code), made_at=at)
    counters.forgive([TRIES_KEY])
    return "-".join(code[place : place + 4] for place in range(0, CODE_LENGTH, 4))


def check_set_up_code(code: str, *, at: datetime) -> str:
    """Let the holder of the code in and return their ticket; wrong tries lock the door.

    The ticket is worth nothing once another code is made or set-up is done.
    """
    _guard_empty()
    given = key_digest("".join(each for each in code.upper() if each.isalnum()))
    with transaction.atomic(durable=True):
        rows = counters.lock_counters([TRIES_KEY], at)
        refused = counters.refusal_while_locked(rows, at)
        if refused is None and not _is_ticket(given.hex()):
            counters.count_wrong_try(rows, at)
            refused = counters.refusal_while_locked(rows, at) or _wrong_code(rows)
    if refused is not None:
        raise refused
    return given.hex()


def guard_ticket(ticket: str) -> None:
    """Refuse whoever does not hold the code that counts now."""
    _guard_empty()
    if not _is_ticket(ticket):
        raise Refused("code_wrong", _("Enter the one-time code from the log first."))


@command(
    SetUp,
    act=Act.SET_UP,
    says=gettext_lazy("Open the house"),
    answer=set_up_answer,
    keeps_answer=False,
)
def set_up_installation(call: Call[SetUp]) -> SetUpDone:
    """Name the operator, open the first house and appoint its administrator, all or nothing."""
    facts = call.input
    wait_in_line("set up")  # two browsers with one code: the second one waits
    _guard_empty()
    name_operator.run(call.asking(_part(OperatorFacts, facts)))
    house = open_house.run(call.asking(_part(NewHouse, facts)))
    first = AppointAdministrator.model_construct(
        house_id=house.pk, **dict(_part(FirstAdministrator, facts))
    )
    person = appoint_administrator.run(call.asking(first))
    codes = give_recovery_codes(person, at=call.at)
    SetUpCode.objects.all().delete()
    return SetUpDone(house, person, codes)


@command(OperatorFacts, act=Act.SET_UP, says=gettext_lazy("Name the operator"))
def name_operator(call: Call[OperatorFacts]) -> Installation:
    """Give the logs of this installation their name, once and for ever."""
    operator = guard_operator(call.input.operator)
    installation = Installation.objects.create(id=1, operator=operator, named_at=call.at)
    call.record(StaffEvent.OPERATOR_NAMED, about=installation, detail={"operator": operator})
    return installation


@command(NewHouse, act=Act.SET_UP, says=gettext_lazy("Open the house"))
def open_house(call: Call[NewHouse]) -> Property:
    """Open a house: its day, clock, money and log."""
    return create_house(call, call.input)


def create_house(call: Call[Any], asked: NewHouse) -> Property:
    """Make a house whose log begins with it, as part of whatever command asks for it."""
    facts = guard_house(asked)
    house = Property.objects.create(
        name=facts.house,
        slug=facts.short_name,
        time_zone=facts.time_zone,
        day_starts_at=facts.day_starts_at,
        currency=facts.currency,
        smallest_chip_cents=facts.smallest_chip_cents,
        denominations=sorted(facts.denominations),
    )
    call.record(
        StaffEvent.HOUSE_OPENED,
        about=house,
        detail={"name": house.name, "short_name": house.slug},
        after=facts.model_dump(include=set(NewHouse.model_fields)),
    )
    return house


@command(AppointAdministrator, act=Act.SET_UP, says=gettext_lazy("Appoint the first administrator"))
def appoint_administrator(call: Call[AppointAdministrator]) -> Person:
    """Give a house the administrator who appoints everybody else."""
    facts = call.input
    person = Person.objects.create(
        property_id=facts.house_id,
        badge=plain_badge(facts.badge),
        name=facts.name,
        licence_number=facts.licence_number,
        roles=[Role.ADMINISTRATOR, Role.OPERATOR],
        language=facts.language,
        password=facts.password_hash,
        pin=facts.pin_hash,
        pin_changed_at=call.at,
        password_must_change=facts.must_change,
        pin_must_change=facts.must_change,
    )
    keep_secret(person, facts.totp_secret)
    person.save(update_fields=["totp_secret", "totp_last_step"])
    call.record(StaffEvent.PERSON_ADDED, about=person, detail={"badge": person.badge})
    call.record(StaffEvent.SECOND_FACTOR_SET, about=person, by=person)
    return person


def guard_operator(operator: str) -> str:
    """The operator's name as the log writes it; an example is nobody's name."""
    name = operator.strip().lower().rstrip(".")
    if not OPERATOR.fullmatch(name) or len(name) > 60:
        raise Refused(
            "bad_operator",
            _("Name the operator as a domain of your own, such as tables.yourcasino.com."),
        )
    if name.endswith(NOBODYS_DOMAINS):
        raise Refused(
            "example_operator",
            _("{name} is an example and nobody's name. Name a domain of your own.").format(
                name=name
            ),
        )
    return name


def guard_house(facts: NewHouse) -> NewHouse:
    """The house with its short name; what its settings page would refuse is refused here too."""
    guard_facts(
        HouseFacts(
            name=facts.house,
            time_zone=facts.time_zone,
            day_starts_at=facts.day_starts_at,
            smallest_chip_cents=facts.smallest_chip_cents,
            denominations=facts.denominations,
            shift_starts=(),
        )
    )
    if facts.currency not in CURRENCIES:
        raise Refused("unknown_currency", _("Choose a currency from the list."))
    short_name = slugify(facts.short_name or facts.house)[:50]
    if Property.objects.filter(slug=short_name).exists():
        raise Refused(
            "short_name_taken",
            _("Another house's log has the short name {name}. Choose another one.").format(
                name=short_name
            ),
        )
    if not short_name:
        raise Refused(
            "short_name_missing", _("Give the house a short name of Latin letters for its log.")
        )
    return facts.model_copy(update={"short_name": short_name})


def guard_secrets(password: str, pin: str, badge: str) -> None:
    """Refuse a password or a PIN that a thief tries first."""
    try:
        validate_password(password, Person(badge=badge))
    except ValidationError as error:
        raise Refused("weak_password", " ".join(error.messages)) from error
    guard_pin(pin)


def hash_secrets(password: str, pin: str, *, badge: str) -> dict[str, str]:
    """Hash a chosen password and PIN under the names of `FirstAdministrator`."""
    guard_secrets(password, pin, badge)
    return {"password_hash": make_password(password), "pin_hash": hash_pin(pin)}


def _part(model: type[P], facts: SetUp) -> P:
    return model.model_construct(**{name: getattr(facts, name) for name in model.model_fields})


def _guard_empty() -> None:
    if is_set_up():
        raise Refused("already_set_up", _("This installation is set up. Sign in."))


def _is_ticket(ticket: str) -> bool:
    known = SetUpCode.objects.first()
    return known is not None and constant_time_compare(bytes(known.code_hash).hex(), ticket)


def _wrong_code(rows: list[SignInCounter]) -> Refused:
    message = _("This is not the code. Tries left: {count}.").format(
        count=counters.tries_left(rows)
    )
    return Refused("code_wrong", message)
