"""Enter a finished round in one call: a tablet that was offline, a smart table, an import.

The same steps run one after the other under one lock, with the same guards and the same events.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from rounds.commands.bank import answer_offers, close_wagers, place_dealer_wager
from rounds.commands.dealing import Thrown, choose_delivery, record_deal, record_roll
from rounds.commands.hands import HandGiven, end_hand, set_hands, show_community
from rounds.commands.opening import Moment, Opening, begin, locked_table, moment_at
from rounds.commands.quick import enter_quickly
from rounds.commands.settling import settle_round
from rounds.commands.steps import Call, Play, answered_once, finish, guard_tablet_order
from rounds.commands.wagers import place_wagers, seat_player
from rounds.facts import Answer, Delivery, Outcome, PlayerAt, Wager
from rounds.guards.opening import guard_not_in_future
from rounds.models import Source
from rounds.queries.sheets import Sheet
from staff.compiled import insert_rows
from staff.policy import Act, may
from tables.models import GamingTable

LATE_AFTER = timedelta(minutes=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeRound:
    """Everything about a finished round."""

    round_id: UUID
    wagers: Sequence[Wager]
    players: Sequence[tuple[int, PlayerAt | None]] = ()
    answers: Sequence[Answer] = ()
    dealer_wager: int | None = None
    no_rolls: Sequence[str] = ()
    thrown: Thrown | None = None
    delivery: Delivery | None = None
    hands: Sequence[HandGiven] = ()
    community: str = ""
    states: Sequence[tuple[int, str]] = ()
    outcomes: Sequence[Outcome] = ()
    played_at: datetime | None = None
    source: Source = Source.WHOLE


def record_whole_round(table_id: int, whole: WholeRound, call: Call) -> Sheet:
    """Record a finished round from first wager to settled.

    What was played a while ago is flagged as a late entry. A dealer's is judged by the moment at
    which it arrives; the floor may enter one by the moment at which it was played.

    Rule: the rules of every step.
    """

    def act() -> Sheet:
        table = locked_table(table_id, call)
        guard_tablet_order(table.pk, call)
        opening = Opening(whole.round_id, source=whole.source)
        play = begin(table, opening, call, moment_of(table, whole, call))
        run_steps(play, whole)
        insert_rows([play.round])
        play.is_saved = True
        settle_round.within(play)
        return finish(play)

    return answered_once("rounds.record_whole_round", call, {"table": table_id, "w": whole}, act)


def moment_of(table: GamingTable, whole: WholeRound, call: Call) -> Moment:
    """When the round counts as opened; a claim about the past never moves a dealer's clock."""
    now, played_at = moment_at(table, call), whole.played_at
    if played_at is None:
        return now
    guard_not_in_future(played_at, now.at + LATE_AFTER)
    if now.at - played_at <= LATE_AFTER:
        return now
    at = played_at if may(call.by, Act.STEP_BACK) else now.at
    return replace(now, at=at, played_at=played_at)


def run_steps(play: Play, whole: WholeRound) -> None:
    """Run the steps up to settlement."""
    for seat, player in whole.players:
        seat_player.within(play, seat, player)
    place_wagers.within(play, whole.wagers)
    if whole.answers:
        answer_offers.within(play, whole.answers)
    if whole.dealer_wager is not None:
        place_dealer_wager.within(play, whole.dealer_wager)
    close_wagers.within(play)
    for reason in whole.no_rolls:
        record_roll.within(play, Thrown(no_roll=reason))
    if whole.thrown is not None:
        record_roll.within(play, whole.thrown)
    if whole.delivery is not None:
        choose_delivery.within(play, whole.delivery)
    if whole.outcomes:
        enter_quickly.within(play, whole.outcomes, whole.hands)
        return
    roll = play.facts["roll"]
    record_deal.within(play, roll["positions"][0] if roll else "")
    set_hands.within(play, whole.hands)
    if whole.community:
        show_community.within(play, whole.community)
    for seat, state in whole.states:
        end_hand.within(play, seat, state)
