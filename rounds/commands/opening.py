"""Open a round: the one moment at which everything at the table must be fit to play."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import ClassVar, TypeVar
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

import rules
from audit.events import EventKind
from foundation.clock import database_time
from foundation.commands import Call, command
from foundation.prepared import CompiledQuery
from rounds.commands.steps import Play, finish, insert_round, sheet_answer
from rounds.games import Game, game_of
from rounds.guards.opening import at_table_then, guard_was_fit
from rounds.guards.steps import (
    guard_at_table,
    guard_may_enter,
    guard_new_round,
    guard_no_open_round,
)
from rounds.inputs import TABLE, OfTable
from rounds.models import Round, RoundState, Source
from rounds.queries.carrying import carried_wagers
from rules.refusals import Refused
from staff.gaming_day import gaming_day
from staff.models import Person
from staff.policy import Act
from tables.commands.limits import take_due_limits
from tables.guards import TableInPlay, at_table_now, fit_sets, guard_round_may_start
from tables.models import EquipmentKind, GamingTable, RulesSubmission

N = TypeVar("N", bound="NewRound")


@dataclass(frozen=True, slots=True)
class Moment:
    """When a round counts as opened, after which one, and when a late entry was played."""

    at: datetime
    last: Round | None
    played_at: datetime | None = None

    @property
    def is_late(self) -> bool:
        return self.played_at is not None


class NewRound(OfTable):
    """What names a new round."""

    source: ClassVar[Source] = Source.TABLET

    id: UUID = Field(description="Made by the client; names the round for ever.")


class OpenRound(NewRound):
    """What a new round begins with."""

    carry_wagers: bool = False


@command(
    OpenRound,
    act=Act.ENTER_ROUND,
    says=gettext_lazy("Open the next round at a table"),
    path=f"{TABLE}rounds/",
    answer=sheet_answer,
)
def open_round(call: Call[OpenRound]) -> Play:
    """Open the next round at a table.

    Rule: MD ch. 2 §E, ch. 3 §A(2), ch. 4 §A; design: one open round per table.
    """
    table = locked_table(call.input.table_id, call.by)
    moment = moment_at(table, call.said_at)
    play = begin(call, table, moment, carry_wagers=call.input.carry_wagers)
    insert_round(play)
    return finish(play)


def locked_table(table_id: int, by: Person) -> GamingTable:
    table = LOCKED_TABLE.first(table_id, by.property_id)
    if table is None:
        raise Http404
    table.property = by.property
    return table


def _locked_table(table_id: int, property_id: int) -> QuerySet[GamingTable]:
    tables = GamingTable.objects.select_for_update(of=("self",), no_key=True)
    return tables.select_related("submission").filter(pk=table_id, property_id=property_id)


LOCKED_TABLE = CompiledQuery(_locked_table, -1, -2)


def moment_at(table: GamingTable, said_at: datetime | None) -> Moment:
    """The database's clock after the lock; never before the table's last round."""
    last = last_round(table)
    if said_at is not None:
        return Moment(said_at, last)
    now = database_time(table)
    return Moment(max(now, last.opened_at) if last else now, last)


def last_round(table: GamingTable) -> Round | None:
    return LAST_ROUND.first(table.pk)


LAST_ROUND = CompiledQuery(
    lambda table_id: Round.objects.filter(table_id=table_id).order_by("-opened_at", "-number")[:1],
    -1,
)


def begin(call: Call[N], table: GamingTable, moment: Moment, *, carry_wagers: bool = False) -> Play:
    """Guard and make the row of a new round, not saved yet."""
    opening, by = call.input, call.by
    guard_may_enter(by)
    guard_new_round(opening.id)
    guard_no_open_round(table)
    take_due_limits(table, moment.at)
    there = fit_to_play(table, moment)
    if by.is_service and not there.dealer_id:
        raise Refused("no_dealer", _("Nobody deals at this table. A dealer taps in first."))
    sets = [there.placed.get(kind) for kind in (EquipmentKind.TILES, EquipmentKind.DECK)]
    day, game = gaming_day(table.property, moment.at), game_of(table.submission)
    current = Round(
        id=opening.id,
        property_id=table.property_id,
        table=table,
        submission=table.submission,
        gaming_day=day,
        number=next_number(table, day),
        state=RoundState.BETTING,
        version=0,
        source=opening.source,
        is_late_entry=moment.is_late,
        dealer_id=there.dealer_id or by.pk,
        playing_set=next((each for each in sets if each), None),
        dice=fit_sets(table, moment.at, there).get(EquipmentKind.DICE),
        opened_at=moment.at,
        played_at=moment.played_at,
    )
    current.entered = first_entered(table, game, moment, carry_wagers=carry_wagers)
    guard_at_table(by, current)
    play = Play(current, table, game, by, moment.at, call.signed, written=None)
    keep_submission(table, moment.at)
    play.happened(
        EventKind.ROUND_OPENED,
        number=current.number,
        gaming_day=day.isoformat(),
        submission=table.submission_id,
        playing_set=current.playing_set_id,
        dice=current.dice_id,
        source=opening.source.value,
        played_at=moment.played_at,
        limits=[table.minimum_cents, table.maximum_cents],
        facts=current.entered.as_json(),
    )
    return play


def fit_to_play(table: GamingTable, moment: Moment) -> TableInPlay:
    """What is at the table at the moment of the round, once that is seen to be fit to play."""
    if moment.played_at == moment.at:
        there = at_table_then(table, moment.at)
        guard_was_fit(table, moment.at, there)
    else:
        there = at_table_now(table)
        guard_round_may_start(table, moment.at, there)
    return there


def keep_submission(table: GamingTable, at: datetime) -> None:
    """From its first round on a submission never changes."""
    if table.submission.used_at is None:
        RulesSubmission.objects.filter(pk=table.submission_id, used_at__isnull=True).update(
            used_at=at
        )


def next_number(table: GamingTable, day: date) -> int:
    """The next number of the day; the table's lock keeps the row of numbers without gaps."""
    last = LAST_NUMBER.first(table.pk, day)
    return last.number + 1 if last else 1


LAST_NUMBER = CompiledQuery(
    lambda table_id, day: (
        Round.objects.only("number")
        .filter(table_id=table_id, gaming_day=day)
        .order_by("-number")[:1]
    ),
    -1,
    date.min,
)


def first_entered(
    table: GamingTable, game: Game, moment: Moment, *, carry_wagers: bool
) -> rules.Round:
    """Whoever sat there still sits there, in the same game; wagers stay only if that is asked."""
    last = moment.last
    if last is None or (table.game_since and last.opened_at < table.game_since <= moment.at):
        return rules.Round()
    wagers = carried_wagers(game, last, table.boxes_off) if carry_wagers else ()
    return rules.Round(seats=last.entered.seats, wagers=tuple(wagers))
