"""The beats that every step of a round shares: lock, guard, change, record, publish, return.

A step is a function of a `Play`, which guards and changes, and of the input that it takes.
`round_command` makes an ordinary command of it: around the step it takes the lock, sees that the
caller's screen was not stale, saves, records and publishes. The call that enters a whole round
runs the same steps one after the other under one lock.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import update_wrapper
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db.models import DateTimeField, Func, Model, OuterRef, QuerySet, Subquery
from django.http import Http404
from django.utils.functional import Promise
from typing_extensions import TypedDict

import rules
from audit.events import EventKind
from audit.record import record_all
from foundation.commands import Call, Command, Signature, TwoPeople, entered
from foundation.inputs import Input
from foundation.live import publish_on_commit
from foundation.prepared import CompiledQuery, insert_rows
from rounds.games import Game, game_of
from rounds.guards.steps import guard_at_table, guard_not_held, guard_version
from rounds.inputs import OfRound
from rounds.models import DiceRoll, Round
from rounds.queries.differences import Difference
from rounds.queries.sheets import RoundSheet, round_sheet
from staff.commands.signing import Signer
from staff.models import Person
from staff.policy import Act
from tables.models import DealerShift, GamingTable

I = TypeVar("I", bound=OfRound)  # noqa: E741
G = TypeVar("G", bound=Input, contravariant=True)
WhoGuard = Callable[[Person, Round], None]
RoundGuard = Callable[[Round], None]


class Also(TypedDict, total=False):
    """What a command answers beside the sheet of the round."""

    differences: list[Difference]
    dispute: int


@dataclass(slots=True)
class Play:
    """A round under the lock of its table, with what happened to it so far in this call.

    `written` is the version that the database has of it; a new round has none.
    """

    round: Round
    table: GamingTable
    game: Game
    by: Person
    at: datetime
    signed: Mapping[str, Signer]
    written: int | None
    events: list[tuple[EventKind, Mapping[str, object]]] = field(default_factory=list)
    rolls: list[DiceRoll] = field(default_factory=list)
    subjects: list[Model] = field(default_factory=list)
    also: Also = field(default_factory=Also)

    @property
    def entered(self) -> rules.Round:
        return self.round.entered

    def change(self, **parts: Any) -> None:
        """Put other parts in place of those that were entered; the round itself is a value."""
        self.round.entered = replace(self.round.entered, **parts)

    def happened(self, event_kind: EventKind, /, **detail: object) -> None:
        self.events.append((event_kind, detail))
        self.round.version += 1

    def signed_by(self, **signers: Signer) -> "Play":
        """The same play for a step within another: who signed, by the names of that step."""
        return replace(self, signed=signers)


class RoundCommand(Command[I, Play], Generic[I, G]):
    """An ordinary command, whose `step` other commands may run under the lock they hold."""

    step: Callable[[Play, G], None]


def round_command(
    takes: type[I],
    *,
    says: Promise,
    path: str = "",
    act: Act = Act.ENTER_ROUND,
    signs: Sequence[Signature] = (),
    two: Sequence[TwoPeople] = (),
    who: WhoGuard = guard_at_table,
    when: RoundGuard = guard_not_held,
) -> Callable[[Callable[[Play, G], None]], RoundCommand[I, G]]:
    """Make a command of a step; the answer is the round's sheet as it then stands.

    What the command takes is what its step takes, and the round.
    """

    def declared(step: Callable[[Play, G], None]) -> RoundCommand[I, G]:
        def change(call: Call[I]) -> Play:
            play = locked_play(call)
            current = play.round
            guard_version(current, call.version, sheet=lambda: round_sheet(current))
            who(call.by, current)
            when(current)
            step(play, call.input)  # type: ignore[arg-type]  # the step's own, and the round
            return finish(play)

        made: RoundCommand[I, G] = RoundCommand(
            update_wrapper(change, step),
            input=takes,
            act=act,
            says=says,
            path=path,
            signs=signs,
            two=two,
            versioned=True,
            answer=sheet_answer,
        )
        made.step = step
        return entered(made)

    return declared


def sheet_answer(by: Person, play: Play) -> RoundSheet:
    """The round as a screen shows it, with what this command says beside it."""
    return {**round_sheet(play.round), **play.also}


def locked_play(call: Call[I]) -> Play:
    """Lock the round's table and the round, and read both as they are now."""
    found = LOCKED_ROUND.first(call.input.round_id, call.by.property_id)
    if found is None:
        raise Http404
    found.table.property = call.by.property
    return Play(
        found,
        found.table,
        game_of(found.submission),
        call.by,
        call.said_at or found.moment,
        call.signed,
        written=found.version,
    )


def _locked_round(round_id: UUID, property_id: int) -> QuerySet[Any]:
    shifts = DealerShift.objects.filter(table=OuterRef("table"), ended_at__isnull=True)
    return (
        Round.objects.select_for_update(of=("self", "table"), no_key=True)
        .select_related("table", "submission")
        .annotate(
            moment=Func(function="clock_timestamp", output_field=DateTimeField()),
            dealer_here=Subquery(shifts.values("person")),
        )
        .filter(pk=round_id, property_id=property_id)
    )


LOCKED_ROUND = CompiledQuery(_locked_round, UUID(int=1), -1)

SAVED = (
    "state", "version", "facts", "bank_kind", "bank_seat", "ended_at", "void_reason",
    "has_irregularity", "has_correction", "has_dispute", "is_held", "depth", "settlement_id",
)  # fmt: skip


def insert_round(play: Play) -> None:
    """Write the row of a new round."""
    play.round.facts = play.entered.as_json()
    insert_rows([play.round])
    play.written = play.round.version


def save_round(play: Play) -> None:
    """Write what changed of a round into its row."""
    play.round.facts = play.entered.as_json()
    Round.objects.filter(pk=play.round.pk).update(
        **{name: getattr(play.round, name) for name in SAVED}
    )
    play.written = play.round.version


def finish(play: Play) -> Play:
    """Save unless the database has this version already, record and publish what happened."""
    if play.written != play.round.version:
        save_round(play)
    if play.rolls:
        insert_rows(play.rolls)
    about = [play.round, play.table, *play.subjects]
    record_all(play.events, about=about, by=play.by, at=play.at)
    publish_on_commit(play.round.property_id, f"table:{play.table.pk}", "round")
    return play
