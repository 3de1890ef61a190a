"""The beats that every step of a round shares: lock, guard, change, record, publish, return.

A command is written as a function on a `Play`, which guards and changes. Around it,
`round_command` takes the lock, sees that the caller's screen was not stale, saves, records and
publishes in one transaction. The call that enters a whole round runs the same functions one after
the other under one lock.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Concatenate, ParamSpec, Protocol, runtime_checkable
from uuid import UUID, uuid4

from django.db.models import DateTimeField, Func, QuerySet
from django.http import Http404

from audit.events import EventKind
from audit.record import record_all
from foundation.commands import Command, Given, again, entered, require
from foundation.idempotency import once
from foundation.live import publish_on_commit
from foundation.prepared import CompiledQuery, insert_rows
from rounds.facts import Facts
from rounds.games import Game, game_of
from rounds.guards.steps import (
    guard_at_table,
    guard_not_held,
    guard_version,
)
from rounds.inputs import OfRound, OfTable
from rounds.models import DiceRoll, Round
from rounds.queries.sheets import Sheet, round_sheet
from staff.commands.signing import Signer
from staff.models import Person
from staff.policy import Act
from tables.models import GamingTable

P = ParamSpec("P")
WhoGuard = Callable[[Person, Round], None]
RoundGuard = Callable[[Round], None]


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a command: who asks, under which id, on what they last saw.

    `at` is when it happened; without it, the database's clock says when.
    """

    by: Person
    request_id: UUID = field(default_factory=uuid4)
    version: int | None = None
    at: datetime | None = None


@dataclass(slots=True)
class Play:
    """A round under the lock of its table, with what happened to it so far in this call."""

    round: Round
    table: GamingTable
    call: Call
    at: datetime
    events: list[tuple[EventKind, Mapping[str, Any]]] = field(default_factory=list)
    rows: list[DiceRoll] = field(default_factory=list)
    subjects: list[Any] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)
    is_saved: bool = False

    @property
    def facts(self) -> Facts:
        return self.round.facts  # type: ignore[no-any-return]  # the document's own type

    @property
    def game(self) -> Game:
        return game_of(self.round.submission)

    @property
    def by(self) -> Person:
        return self.call.by

    def happened(self, event_kind: EventKind, /, **detail: Any) -> None:
        self.events.append((event_kind, detail))
        self.round.version += 1


class RoundCommand(Command[Any, Sheet]):
    """A command of the house about a round, as every door offers it.

    Within the house it takes the round's own values; what a body says, its input puts into them.
    Whose signature counts for what is asked under the lock, where it is kept.
    """

    def __init__(self, change: Callable[..., Any], runs: Callable[..., Sheet], **more: Any) -> None:
        super().__init__(change, **more)
        self.within, self.runs = change, runs
        entered(self)

    def __call__(self, about: Any, *given: Any, **named: Any) -> Sheet:  # type: ignore[override]  # its own values
        """Carry it out within the house: about a round or a table, one of the values is the call.

        The same request again gives the first answer, and the database may ask for another try.
        """
        (call,) = (each for each in given if isinstance(each, Call))
        said = [stable(each) for each in (*given, *named.values()) if each is not call]
        body = {"about": about, "version": call.version, "given": said}
        return again(
            lambda: once(
                call.request_id,
                command=f"{self.app}.{self.name}",
                by=call.by,
                body=body,
                act=lambda: self.runs(about, *given, **named),
            )
        )

    def carry_out(self, given: Given[Any]) -> Sheet:
        """Carry it out for a door; PINs are checked first, in a transaction of their own."""
        require(given.by, self.act)
        signed = self._signers(given)
        call = Call(given.by, given.request_id, given.version)
        return self(*given.input.said(call, signed))


def stable(given: object) -> object:
    """What of an argument makes two requests the same: of a signature, who signed."""
    if isinstance(given, Signer):
        return {"signer": given.person.pk}
    return given.stable() if isinstance(given, Signing) else given


@runtime_checkable
class Signing(Protocol):
    """A value that holds signatures: what of it makes two requests the same."""

    def stable(self) -> object: ...


def round_command(
    takes: type[OfRound] = OfRound,
    *,
    says: str,
    path: str = "",
    act: Act = Act.ENTER_ROUND,
    who: WhoGuard = guard_at_table,
    when: RoundGuard = guard_not_held,
) -> Callable[[Callable[Concatenate[Play, P], None]], RoundCommand]:
    """Make a command of a function that guards and changes a round."""

    def declared(change: Callable[Concatenate[Play, P], None]) -> RoundCommand:
        def runs(round_id: UUID, call: Call, *given: P.args, **named: P.kwargs) -> Sheet:
            play = locked_play(round_id, call)
            guard_version(play.round, call.version, sheet=lambda: round_sheet(play.round))
            who(call.by, play.round)
            when(play.round)
            change(play, *given, **named)
            return finish(play)

        return RoundCommand(
            change, runs, input=takes, act=act, says=says, path=path, versioned=True
        )

    return declared


def table_command(
    takes: type[OfTable], *, says: str, path: str
) -> Callable[[Callable[..., Sheet]], RoundCommand]:
    """Make a command of a function that begins a round under the lock of its table."""
    act = Act.ENTER_ROUND
    return lambda change: RoundCommand(change, change, input=takes, act=act, says=says, path=path)


def locked_play(round_id: UUID, call: Call) -> Play:
    """Lock the round's table and the round, and read both as they are now."""
    found = LOCKED_ROUND.first(round_id, call.by.property_id)
    if found is None:
        raise Http404
    found.table.property = call.by.property
    return Play(found, found.table, call, call.at or found.moment)


def _locked_round(round_id: UUID, property_id: int) -> QuerySet[Any]:
    return (
        Round.objects.select_for_update(of=("self", "table"), no_key=True)
        .select_related("table", "submission")
        .annotate(moment=Func(function="clock_timestamp", output_field=DateTimeField()))
        .filter(pk=round_id, property_id=property_id)
    )


LOCKED_ROUND = CompiledQuery(_locked_round, UUID(int=1), -1)


SAVED = (
    "state", "version", "facts", "bank_kind", "bank_seat", "ended_at", "void_reason",
    "has_irregularity", "has_correction", "has_dispute", "is_held", "depth", "settlement_id",
)  # fmt: skip


def save_round(play: Play) -> None:
    Round.objects.filter(pk=play.round.pk).update(
        **{name: getattr(play.round, name) for name in SAVED}
    )


def finish(play: Play) -> Sheet:
    """Save, record and publish what happened, and give the round as it now stands."""
    if not play.is_saved:
        save_round(play)
    if play.rows:
        insert_rows(play.rows)
    about = [play.round, play.table, *play.subjects]
    record_all(play.events, about=about, by=play.by, at=play.at)
    publish_on_commit(play.round.property_id, f"table:{play.table.pk}", "round")
    return {**round_sheet(play.round), **play.extra}
