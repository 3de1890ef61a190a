"""The beats that every step of a round shares: lock, guard, change, record, publish, return.

A step is written as a function on a `Play`, which guards and changes. Around it, `step` takes the
lock, sees that the caller's screen was not stale, saves, records and publishes in one transaction,
and answers a repeated request with the first answer. The call that enters a whole round runs the
same functions one after the other under one lock.
"""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec
from uuid import UUID, uuid4

from django.db import OperationalError, connection
from django.db.models import DateTimeField, Func, QuerySet
from django.http import Http404

from audit.context import current
from audit.doorbell import publish_on_commit
from audit.events import EventKind
from audit.receipts import once
from audit.record import record_all
from rounds.facts import Facts
from rounds.games import Game, game_of
from rounds.guards.steps import (
    guard_at_table,
    guard_in_order,
    guard_not_held,
    guard_version,
)
from rounds.models import DiceRoll, Round, TabletSequence
from rounds.queries.sheets import Sheet, round_sheet
from staff.commands.signing import Signer
from staff.compiled import CompiledQuery, insert_rows
from staff.models import Person
from tables.models import GamingTable

P = ParamSpec("P")
WhoGuard = Callable[[Person, Round], None]
RoundGuard = Callable[[Round], None]

WORTH_ANOTHER_TRY = frozenset({"40001", "40P01", "55P03"})
TRIES = 3


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a command: who asks, under which id, on what they last saw.

    `at` is when it happened; without it, the database's clock says when.
    """

    by: Person
    request_id: UUID = field(default_factory=uuid4)
    version: int | None = None
    at: datetime | None = None
    tablet_seq: int | None = None


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


class Step(Generic[P]):
    """A command on one open round."""

    def __init__(
        self,
        name: str,
        change: Callable[Concatenate[Play, P], None],
        guard: WhoGuard,
        guard_round: RoundGuard,
    ) -> None:
        self.name = name
        self.within = change
        self.guard_who = guard
        self.guard_round = guard_round
        update_wrapper(self, change)

    def __call__(self, round_id: UUID, call: Call, *args: P.args, **kwargs: P.kwargs) -> Sheet:
        def act() -> Sheet:
            play = locked_play(round_id, call)
            guard_version(play.round, call.version, sheet=lambda: round_sheet(play.round))
            self.guard_who(call.by, play.round)
            self.guard_round(play.round)
            self.within(play, *args, **kwargs)
            return finish(play)

        given = [stable(each) for each in (*args, *kwargs.values())]
        body = {"round": round_id, "version": call.version, "given": given}
        return answered_once(self.name, call, body, act)


def stable(given: object) -> object:
    """What of an argument makes two requests the same: of a signature, who signed."""
    return {"signer": given.person.pk} if isinstance(given, Signer) else given


def step(
    name: str, *, who: WhoGuard = guard_at_table, when: RoundGuard = guard_not_held
) -> Callable[[Callable[Concatenate[Play, P], None]], Step[P]]:
    """Make a command of a function that guards and changes a round."""
    return lambda change: Step(name, change, who, when)


def answered_once(
    name: str, call: Call, body: Mapping[str, Any], act: Callable[[], Sheet]
) -> Sheet:
    """Run a command under its request id, again if the database asks for another try."""
    for attempt in range(1, TRIES + 1):
        try:
            return once(call.request_id, command=name, by=call.by, body=body, act=act)
        except OperationalError as error:
            code = getattr(error.__cause__, "sqlstate", "")
            if code not in WORTH_ANOTHER_TRY or attempt == TRIES or connection.in_atomic_block:
                raise
        time.sleep(random.uniform(0.02, 0.2))  # noqa: S311
    raise AssertionError("the last try returns or raises")


def locked_play(round_id: UUID, call: Call) -> Play:
    """Lock the round's table and the round, and read both as they are now."""
    found = LOCKED_ROUND.first(round_id, call.by.property_id)
    if found is None:
        raise Http404
    found.table.property = call.by.property
    guard_tablet_order(found.table_id, call)
    return Play(found, found.table, call, call.at or found.moment)


def _locked_round(round_id: UUID, property_id: int) -> QuerySet[Any]:
    return (
        Round.objects.select_for_update(of=("self", "table"), no_key=True)
        .select_related("table", "submission")
        .annotate(moment=Func(function="clock_timestamp", output_field=DateTimeField()))
        .filter(pk=round_id, property_id=property_id)
    )


LOCKED_ROUND = CompiledQuery(_locked_round, UUID(int=1), -1)


def guard_tablet_order(table_id: int, call: Call) -> None:
    """Take the tablet's next number for this table; a hole in its queue is refused."""
    tablet_id = current().tablet_id
    if call.tablet_seq is None or tablet_id is None:
        return
    last, _ = TabletSequence.objects.get_or_create(
        tablet_id=tablet_id, table_id=table_id, defaults={"last": call.tablet_seq - 1}
    )
    guard_in_order(call.tablet_seq, expected=last.last + 1)
    TabletSequence.objects.filter(pk=last.pk).update(last=call.tablet_seq)


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
