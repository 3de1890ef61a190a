"""One way in: every change of state is a command, and every door carries it out here.

A command is a function that takes a `Call` and guards, changes, records, publishes and returns.
Its declaration says everything a door must know: what it takes, who may ask for it, who signs,
whether the screen's version counts, where it is found, and what it answers. From the declaration
come the form's handler, the API's endpoint, the OpenAPI document and the page of roles.

    class SuspendTable(Input):
        table_id: Id
        reason: Word

    @command(SuspendTable, act=Act.SUSPEND_TABLE, path="tables/<int:table_id>/suspend/",
             says=_("Suspend"), answer=table_answer, versioned=True)
    def suspend_table(call: Call[SuspendTable]) -> GamingTable:
        ...

Who may what, who signs, and the record live in apps above this one; they plug in `Office`.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import orjson
from django.core.exceptions import PermissionDenied
from django.db import OperationalError, connection, transaction
from django.utils.translation import gettext as _

from foundation.clock import database_time
from foundation.context import SignedBy, signing
from foundation.inputs import Input, Signed
from foundation.live import publish_on_commit
from foundation.models import Receipt
from foundation.prepared import planned_cursor
from rules.refusals import Refused

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from django.utils.functional import Promise

    from audit.events import EventKind
    from staff.commands.signing import Signer
    from staff.models import Person, Tablet
    from staff.policy import Act
    from staff.recording import StaffEvent

I = TypeVar("I", bound=Input)  # noqa: E741
J = TypeVar("J", bound=Input)
R = TypeVar("R")
C = TypeVar("C", bound="Command[Any, Any]")

WORTH_ANOTHER_TRY = frozenset({"40001", "40P01", "55P03"})
TRIES = 3


class Office(Protocol):
    """What the pipeline asks of the apps above: who may, who signs, and the record."""

    def require(self, person: Person, act: Act) -> None: ...

    def identify(
        self, signed: Signed, *, property_id: int, tablet: Tablet | None, at: datetime
    ) -> Signer: ...

    def guard_apart(self, people: Sequence[Person], at: datetime) -> None: ...

    def record(
        self,
        kind: EventKind | StaffEvent,
        *,
        about: Any,
        by: Person | None,
        at: datetime,
        detail: Mapping[str, Any] | None = None,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
    ) -> None: ...


_offices: list[Office] = []


def plug_in(office: Office) -> None:
    _offices[:] = [office]


def require(person: Person, act: Act) -> None:
    """Refuse whoever's roles do not allow the act."""
    _offices[0].require(person, act)


@dataclass(frozen=True, slots=True)
class Signature:
    """A place for a signature: who may sign there, and whether somebody must."""

    name: str
    act: Act
    label: Promise | str
    required: bool = True


ASKER = "by"


class CannotSign(Refused, PermissionDenied):
    """Somebody's signature does not count at this place; not whoever asks, but who signed."""


@dataclass(frozen=True, slots=True)
class TwoPeople:
    """Two places of one act that one person never fills; `by` is whoever asks for it.

    Every door refuses one person at both. Where the other one did an `earlier` step, as whoever
    inspected the set that is now verified, the command's own guard knows who that was.
    docs/two-people.md is made of these.
    """

    first: str
    second: str
    rule: str = ""
    earlier: str = ""


@dataclass(frozen=True, slots=True)
class Call(Generic[I]):
    """One call of a command: who asks for what, when, on which version, and who signed.

    `said_at` is when it happened, where somebody says so; otherwise the database's clock does.
    """

    by: Person
    input: I
    said_at: datetime | None = None
    version: int | None = None
    signed: Mapping[str, Signer] = field(default_factory=dict)
    _clock: list[datetime] = field(default_factory=list)

    @property
    def at(self) -> datetime:
        """The one moment of this call: said, or read once and no earlier than it is needed."""
        if self.said_at is not None:
            return self.said_at
        if not self._clock:
            self._clock.append(database_time())
        return self._clock[0]

    def record(
        self,
        kind: EventKind | StaffEvent,
        *,
        about: Any,
        by: Person | None = None,
        detail: Mapping[str, Any] | None = None,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
    ) -> None:
        """Record in the transaction of the change; without a record there is no change.

        Whoever signed is named instead of whoever is signed in, where their hand did it.
        """
        _offices[0].record(
            kind,
            about=about,
            by=by or self.by,
            at=self.at,
            detail=detail,
            before=before,
            after=after,
        )

    def publish(self, subject: str, name: str) -> None:
        """After commit, tell every screen that shows `subject` ("table:7") that `name` changed."""
        publish_on_commit(self.by.property_id, subject, name)

    def asking(self, other: J) -> Call[J]:
        """The same person at the same moment asks for something else, within one command."""
        return replace(self, input=other)  # type: ignore[arg-type, return-value]  # another input


@dataclass(frozen=True, slots=True)
class Given(Generic[I]):
    """What a door read from a request, before anything was checked against the floor.

    `at` is said by a task that catches up; for everybody else the database says when it is.
    `signers` are people known already: within the house nobody types a PIN.
    """

    by: Person
    input: I
    request_id: UUID
    tablet: Tablet | None = None
    version: int | None = None
    signatures: Mapping[str, Signed] = field(default_factory=dict)
    at: datetime | None = None
    signers: Mapping[str, Signer] | None = None


class Command(Generic[I, R]):
    """A change of state as every door offers it."""

    def __init__(
        self,
        change: Callable[[Call[I]], R],
        *,
        input: type[I],  # noqa: A002 - the word for it
        act: Act,
        says: Promise | str,
        path: str = "",
        signs: Sequence[Signature] = (),
        two: Sequence[TwoPeople] = (),
        versioned: bool = False,
        answer: Callable[[Person, R], Any] | None = None,
        keeps_answer: bool = True,
    ) -> None:
        self.change, self.input, self.act, self.says = change, input, act, says
        self.path, self.signs, self.versioned = path, tuple(signs), versioned
        self.two = tuple(two)
        # An answer with a secret in it goes to the door and nowhere else.
        self.answer, self.keeps_answer = answer, keeps_answer
        self.app = change.__module__.partition(".")[0]
        self.name = change.__name__
        update_wrapper(self, change)

    @property
    def slug(self) -> str:
        """Its name in addresses and forms: `suspend-table`."""
        return self.name.replace("_", "-")

    def __call__(
        self,
        *values: Any,
        by: Person | None = None,
        at: datetime | None = None,
        version: int | None = None,
        **named: Any,
    ) -> R:
        """Carry the command out within the house: tasks, other commands, imports, tests.

        Values go to the input's own fields in their order; signers come by the name of their
        place, or as `signer` where there is only one. Without `by` the first of them asks.
        """
        places = [*(place.name for place in self.signs), *self.input.signers]
        if "signer" in named and "signer" not in places:
            named[places[0]] = named.pop("signer")
        given = {name: named.pop(name, None) for name in places}
        signed = {name: signer for name, signer in given.items() if signer is not None}
        asking = by or next(iter(signed.values())).person
        call = Call(asking, self._input(values, named), at, version, signed)
        with transaction.atomic():  # a refusal leaves whatever it is part of as it was
            return self.run(call)

    def _input(self, values: Sequence[Any], named: Mapping[str, Any]) -> I:
        """Make the input of values in order, other inputs that it takes over, and names.

        Nothing came in from outside, so nothing is read: here the guards alone decide.
        """
        found: dict[str, Any] = dict(named)
        own = [name for name in self.input.__annotations__ if name in self.input.model_fields]
        order = iter([*own, *(name for name in self.input.model_fields if name not in own)])
        for value in values:
            found |= dict(value) if isinstance(value, Input) else {next(order): value}
        fields = self.input.model_fields
        needed = {name for name, each in fields.items() if each.is_required()}
        needed -= set(self.input.signed_fields)
        wrong = sorted((found.keys() - fields.keys()) | (needed - found.keys()))
        if wrong:
            raise TypeError(f"{self.name}: missing or not known: {', '.join(wrong)}")
        return self.input.model_construct(**found)

    def run(self, call: Call[I]) -> R:
        """Check the role and the signatures, and carry the command out.

        Whoever calls has opened the transaction, in which a refusal takes everything back.
        """
        require(call.by, self.act)
        return self._signed_change(call)

    def _signed_change(self, call: Call[I]) -> R:
        for place in self.signs:
            if place.name in call.signed:
                _require_signer(call.signed[place.name].person, place)
            elif place.required:
                raise Refused(
                    "signature_missing",
                    _("A signature is missing: {who}.").format(who=place.label),
                )
        if self.two:
            self._guard_two(call)
        if not call.signed:
            return self.change(call)
        with signing({name: signed_by(signer.person) for name, signer in call.signed.items()}):
            return self.change(call)

    def _guard_two(self, call: Call[I]) -> None:
        """Refuse one person at two places of the act that two people fill."""
        there = {name: signer.person for name, signer in call.signed.items()} | {ASKER: call.by}
        for pair in self.two:
            one, other = there.get(pair.first), there.get(pair.second)
            if one is None or other is None:
                continue
            if one.is_service or other.is_service:
                raise Refused(
                    "service_is_nobody",
                    _("This takes two people, and a service is none. Do it at the table."),
                    pair.rule,
                )
            if one.keeper_id == other.keeper_id:
                raise Refused(
                    "same_person",
                    _(
                        "Two different people must sign. {name} signed already; call a colleague."
                    ).format(name=one.name),
                    pair.rule,
                )

    def carry_out(self, given: Given[I]) -> Any:
        """Carry out what is read already, for tasks and imports."""
        return self.asked_by(given.by, lambda: given)

    def asked_by(self, by: Person, read: Callable[[], Given[I]]) -> Any:
        """Carry the command out for a door: once for its request id, again if the database asks.

        The role is asked once and first: whoever may not learns nothing of what was wrong with the
        request. PINs are checked in a transaction of their own, and never become part of the
        receipt.
        """
        require(by, self.act)
        given = read()
        signers = self._signers(given)
        call = Call(given.by, given.input, given.at, given.version, signers)
        body = {
            "input": given.input.model_dump(mode="json"),
            "version": given.version,
            "signers": {name: signer.person.pk for name, signer in signers.items()},
        }
        name = f"{self.app}.{self.name}"
        asked = orjson.dumps([name, body], option=orjson.OPT_SORT_KEYS, default=str)
        return again(lambda: self._once(given, call, hashlib.sha256(asked).digest()))

    def _once(self, given: Given[I], call: Call[I], digest: bytes) -> Any:
        """Carry the command out and keep its answer; answer a repeat with the first answer.

        The receipt is written first, so a twin that arrives at the same moment waits for this
        transaction and then reads its answer. An answer that holds a secret is not kept: the
        receipt says only that it happened, and a repeat is refused.
        """
        with transaction.atomic():
            if not claim_receipt(given, f"{self.app}.{self.name}", digest):
                first = first_answer(given, digest)
                if not self.keeps_answer:
                    raise shown_once()
                return first
            done = self._signed_change(call)
            written = as_json(self.answer(given.by, done) if self.answer else {})
            if self.keeps_answer:
                keep_answer(given.request_id, written)
        return orjson.loads(written)

    def _signers(self, given: Given[I]) -> dict[str, Signer]:
        """Who signed, at the places of the declaration or in the body itself."""
        found = self._identified(given) if given.signers is None else dict(given.signers)
        if found:
            people = [given.by, *(signer.person for signer in found.values())]
            _offices[0].guard_apart(people, database_time())
        return found

    def _identified(self, given: Given[I]) -> dict[str, Signer]:
        signatures = {**given.signatures, **given.input.signatures()}
        return {
            name: _offices[0].identify(
                signed,
                property_id=given.by.property_id,
                tablet=given.tablet,
                at=database_time(),
            )
            for name, signed in signatures.items()
        }


def _require_signer(person: Person, place: Signature) -> None:
    """Say whose signature it is that does not count, where two people stand at one screen."""
    try:
        require(person, place.act)
    except PermissionDenied as error:
        raise CannotSign(
            "role", _("{name} cannot sign here. {who}").format(name=person.name, who=error)
        ) from None


def signed_by(person: Person) -> SignedBy:
    return SignedBy(person.pk, person.licence_number, person.name)


# Every command by its name, in the order of the apps; doors, OpenAPI and the roles page read it.
COMMANDS: dict[str, Command[Any, Any]] = {}


def command(
    input: type[I],  # noqa: A002 - the word for it
    *,
    act: Act,
    says: Promise | str,
    path: str = "",
    signs: Sequence[Signature] = (),
    two: Sequence[TwoPeople] = (),
    versioned: bool = False,
    answer: Callable[[Person, Any], Any] | None = None,
    keeps_answer: bool = True,
) -> Callable[[Callable[[Call[I]], R]], Command[I, R]]:
    """Make a command of a function, and enter it in the list of all commands."""

    def declared(change: Callable[[Call[I]], R]) -> Command[I, R]:
        made = Command(
            change,
            input=input,
            act=act,
            says=says,
            path=path,
            signs=signs,
            two=two,
            versioned=versioned,
            answer=answer,
            keeps_answer=keeps_answer,
        )
        return entered(made)

    return declared


def entered(made: C) -> C:
    """Enter a command in the list of all commands."""
    if made.name in COMMANDS:
        raise LookupError(f"two commands of one name: {made.name}")
    COMMANDS[made.name] = made
    return made


def again(act: Callable[[], R]) -> R:
    """Run, and run again when the database asks for another try: a deadlock, a lost lock."""
    for attempt in range(1, TRIES + 1):
        try:
            return act()
        except OperationalError as error:
            code = getattr(error.__cause__, "sqlstate", "")
            if code not in WORTH_ANOTHER_TRY or attempt == TRIES or connection.in_atomic_block:
                raise
        time.sleep(random.uniform(0.02, 0.2))  # noqa: S311 - apart from each other, not secret
    raise AssertionError("the last try returns or raises")


def claim_receipt(given: Given[Any], name: str, digest: bytes) -> bool:
    """Write the receipt of a request, unless there is one already."""
    with planned_cursor() as cursor:
        cursor.execute(
            "insert into foundation_receipt"
            " (request_id, property_id, person_id, command, body_hash)"
            " values (%s, %s, %s, %s, %s) on conflict (request_id) do nothing",
            [given.request_id, given.by.property_id, given.by.pk, name, digest],
        )
        return bool(cursor.rowcount)


def keep_answer(request_id: UUID, written: bytes) -> None:
    with planned_cursor() as cursor:
        cursor.execute(
            "update foundation_receipt set answer = %s::jsonb where request_id = %s",
            [written.decode(), request_id],
        )


def first_answer(given: Given[Any], digest: bytes) -> dict[str, Any]:
    """What this request was answered with when it came first, from the same person."""
    receipt = Receipt.objects.get(pk=given.request_id)
    if receipt.person_id != given.by.pk:
        raise PermissionDenied(_("This request id is another person's. Send it with a new one."))
    if bytes(receipt.body_hash) != digest:
        raise Refused(
            "request_id_reused",
            _("This request id was used for something else. Send it again with a new one."),
        )
    return receipt.answer or {}


def shown_once() -> Refused:
    return Refused(
        "shown_once",
        _("This was done already. What it gave was shown once and is kept nowhere."),
    )


def as_json(value: Any) -> bytes:
    """Write a sheet as JSON."""
    return orjson.dumps(value, option=orjson.OPT_UTC_Z | orjson.OPT_NON_STR_KEYS, default=str)
