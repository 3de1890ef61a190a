"""Settle a round: work out what it comes to, once everything that decides it is known.

What a settlement leaves behind is derived from it here and written by one statement. The ledger's
own part of the statement belongs to banking; the rest is the settlement itself, the rows that
searches read, the turn of the bank, and the round's row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import orjson
from django.conf import settings
from django.utils.translation import gettext_lazy

import rules
from audit.events import EventKind
from banking.commands.jackpot import award_jackpot, jackpot_in_play
from banking.commands.ledger import ENTRY, Cause, Line, entry_values, guard_accounts
from banking.commands.payouts import PaidRound, ask_for_payouts
from banking.models import AccountKind, EntryKind, Jackpot
from foundation.prepared import planned_cursor, row_of
from rounds.commands.steps import Play, round_command
from rounds.games import smallest_chip
from rounds.games.game import Extras
from rounds.guards.steps import guard_ready_to_settle
from rounds.inputs import ROUND, OfRound
from rounds.models import RoundState, Settlement, SettlementKind
from rules.refusals import refusing
from rules.round import Json, SetHand, listed
from rules.shares import Share
from rules.tiles.people import PlayedRound
from staff.house_settings import LEAST_PAYOUT_CENTS


@dataclass(frozen=True)
class DraftSettlement:
    """A settlement before it is written: from what, what it came to, and which one it is.

    One that does not hold is kept beside the settlement that does.
    """

    entered: rules.Round
    settled: rules.Settlement
    kind: SettlementKind = SettlementKind.SETTLED
    n: int = 1
    jackpot: Jackpot | None = None
    holds: bool = True

    @cached_property
    def outcome(self) -> Json:
        """Who got what, as event, row and sheet have it."""
        return self.settled.outcome_json()


@round_command(OfRound, says=gettext_lazy("Settle the round"), path=f"{ROUND}settle/")
def settle_round(play: Play, given: OfRound) -> None:
    """Settle the round: compare the hands, pay and take, and close the round's record.

    Rule: MD 8 §F-§M, 9 §O-§S; MBS 3.14-3.16, 4.1-4.2; NZ 6.1-6.14, 11.1-11.3; 3CS 7-9.
    """
    guard_ready_to_settle(play.game, play.round, play.entered)
    reckoned = reckon(play)
    play.round.state = RoundState.SETTLED
    play.round.ended_at = play.at
    play.happened(
        EventKind.ROUND_SETTLED,
        number=play.round.number,
        facts=reckoned.settled.facts,
        outcome=reckoned.outcome,
        depth=play.round.depth,
    )
    write_settlement(play, reckoned, EntryKind.ROUND)
    if reckoned.jackpot is not None and reckoned.settled.jackpot_cents:
        award_jackpot(reckoned.jackpot, play.round.pk, by=play.by, at=play.at)
    if pays_much(reckoned.settled):
        document_payouts(play, reckoned)


def pays_much(settled: rules.Settlement) -> bool:
    """Whether a house may want a payout document: most rounds say no without asking it."""
    return bool(
        [
            True
            for each in settled.players
            if each.net_cents >= LEAST_PAYOUT_CENTS or each.side_cents >= LEAST_PAYOUT_CENTS
        ]
    )


def document_payouts(play: Play, reckoned: DraftSettlement) -> None:
    """Ask for the documents of what the round paid; after a correction, for other ones.

    Rule: COMAR 36.05.03.23.
    """
    current = play.round
    wagers, settled = reckoned.entered.wagers, reckoned.settled
    paid = PaidRound(current.pk, current.number, current.gaming_day, wagers, settled)
    ask_for_payouts(play.table, paid, by=play.by, at=play.at)


def reckon(play: Play) -> DraftSettlement:
    """Work out a settlement from what was entered, with the jackpot's meter where it matters."""
    entered = play.entered
    is_offered = "four_card" in play.game.side_wagers
    has_bonus = is_offered and any(wager.four_card for wager in entered.wagers)
    jackpot, meter = jackpot_in_play(play.table) if has_bonus else (None, 0)
    extras = Extras(smallest_chip(play.game, play.table), jackpot_cents=meter)
    with refusing():
        settled = play.game.settle(entered, extras)
    return DraftSettlement(entered, settled, jackpot=jackpot)


def ledger_lines(settled: rules.Settlement, jackpot: Jackpot | None) -> list[Line]:
    """The round's postings: seats, a player bank, vigorish, side wagers, and the inventory.

    What the house nets and is neither vigorish nor from side wagers or the jackpot is chips of
    the table's inventory, so that all postings add up to zero.
    """
    paid = settled.jackpot_cents or 0
    net, vigorish = settled.house
    side = paid - sum([seat.side_cents for seat in settled.seats])
    lines = [Line(AccountKind.SEAT, seat.total_cents, seat.seat) for seat in settled.seats]
    lines += [
        Line(AccountKind.BANK, settled.bank.net_cents),
        Line(AccountKind.VIGORISH, vigorish),
        Line(AccountKind.SIDE_WAGERS, side),
        Line(AccountKind.INVENTORY, net - vigorish - side + paid),
        Line(AccountKind.JACKPOT, -paid, jackpot_id=jackpot.pk if jackpot else None),
    ]
    return [line for line in lines if line.cents]


class SearchRow(NamedTuple):
    """One wager and its hand, a banker's or the dealer's hand, as searches read them."""

    hand: SetHand | None
    outcome: str
    seat: int = 0
    player: str = ""
    wager: int = 0
    side: int = 0
    vigorish: int = 0
    net: int = 0
    total: int = 0

    def as_json(self) -> Json:
        """Write the row under the names of the statement's columns."""
        hand = self.hand or NO_HAND
        return {
            "outcome": self.outcome,
            "seat": self.seat,
            "player": self.player,
            "wager": self.wager,
            "side": self.side,
            "vigorish": self.vigorish,
            "net": self.net,
            "total": self.total,
            "tiles": sorted(hand.held),
            "high": hand.high,
            "low": hand.low,
            "high_rank": hand.high_name,
            "low_rank": hand.low_name,
            "set_by": hand.set_by,
        }


NO_HAND = SetHand((), (), (), "", "", "", "")


def search_rows(entered: rules.Round, settled: rules.Settlement) -> Iterator[SearchRow]:
    """One row a wager, each banker and the dealer's hand."""
    hands = entered.hands_by_seat()
    sides = {wager[:2]: wager.side_cents for wager in entered.wagers}
    for each in settled.players:
        yield SearchRow(
            hands.get(each.seat),
            each.outcome,
            each.seat,
            each.player,
            each.wager_cents,
            sides[each.seat, each.player],
            each.vigorish_cents,
            each.net_cents,
            each.total_cents,
        )
    bank, dealer = settled.bank, settled.dealer
    if bank.seat is not None:
        alone = Share(entered.bank.player, 0, bank.net_cents, bank.vigorish_cents)
        for share in bank.shares or (alone,):
            yield SearchRow(
                hands.get(bank.seat),
                "bank",
                bank.seat,
                share.player,
                vigorish=share.vigorish_cents,
                net=share.net_cents,
                total=share.net_cents,
            )
    if None in hands:
        net = dealer.net_cents
        yield SearchRow(hands[None], dealer.outcome or "dealer", net=net, total=net)


def bank_turn(entered: rules.Round) -> Json:
    """Who held the bank, what everybody said to it, and what each seat had wagered."""
    bank = entered.bank
    return {
        "kind": bank.kind,
        "seat": bank.seat,
        "player": bank.player,
        "answers": listed(bank.answers),
        "refused": {str(seat): why for seat, why in bank.refused.items()},
        "wagers": {str(seat): cents for seat, cents in entered.wager_by_seat().items()},
        "people": PlayedRound.of(entered).as_json(),
    }


def write_settlement(
    play: Play, reckoned: DraftSettlement, entry_kind: EntryKind | None
) -> Settlement:
    """Write everything that a settlement leaves behind, and the round's row, in one statement.

    Without a kind of entry it moves no money.
    """
    current, settled = play.round, reckoned.settled
    lines = [] if entry_kind is None else ledger_lines(settled, reckoned.jackpot)
    cause = Cause(entry_kind or EntryKind.ROUND, current.gaming_day, play.at, play.by, current.pk)
    columns = columns_of(reckoned, current.submission.version)
    rows = search_rows(reckoned.entered, settled) if reckoned.holds else ()
    turn = bank_turn(reckoned.entered) if reckoned.n == 1 else None
    document = {"settlement": columns, "plays": listed(rows), "turn": turn}
    with planned_cursor() as cursor:
        cursor.execute(
            KEEP_SETTLEMENT if entry_kind is None else WRITE_SETTLEMENT,
            {
                **entry_values(current.property_id, play.table, lines, cause),
                "document": orjson.dumps(document).decode(),
                "opened_at": current.opened_at,
                "state": current.state,
                "version": current.version,
                "ended_at": current.ended_at,
                "has_correction": current.has_correction,
                "depth": current.depth,
                "bank_kind": current.bank_kind,
                "bank_seat": current.bank_seat,
                "holds": reckoned.holds,
            },
        )
        settlement_id, posted = cursor.fetchone()
    guard_accounts(posted, lines)
    written = row_of(Settlement, id=settlement_id, round_id=current.pk, at=play.at, **columns)
    if reckoned.holds:
        current.settlement = written
    play.written = current.version
    return written


def columns_of(reckoned: DraftSettlement, submission_version: int) -> Json:
    """The settlement as its row has it, whole and self-describing."""
    settled = reckoned.settled
    return {
        "n": reckoned.n,
        "kind": reckoned.kind.value,
        "profile": settled.facts["profile"],
        "submission_version": submission_version,
        "software_version": settings.SOFTWARE_VERSION,
        "facts": settled.facts,
        "entered": reckoned.entered.as_json() if reckoned.n > 1 else None,
        "outcome": reckoned.outcome,
        "movements": listed(settled.movements),
        "reasons": listed(settled.reasons),
        "wagered_cents": sum([wager.cents for wager in reckoned.entered.wagers]),
        "house_net_cents": settled.house.net_cents,
        "vigorish_cents": settled.house.vigorish_cents,
    }


NO_ENTRY = "entry as (select null::bigint as id), posted as (select 1 where false)"

SETTLEMENT = """
document as materialized (
  select %(document)s::jsonb as whole
), settlement as (
  insert into rounds_settlement
    (property_id, round_id, n, kind, profile, submission_version, software_version, facts,
     entered, outcome, movements, reasons, entry_id, wagered_cents, house_net_cents,
     vigorish_cents, at)
  select %(property)s, %(round)s, s.n, s.kind, s.profile, s.submission_version,
         s.software_version, s.facts, s.entered, s.outcome, s.movements, s.reasons, entry.id,
         s.wagered_cents, s.house_net_cents, s.vigorish_cents, %(at)s
    from entry, document, jsonb_to_record(whole -> 'settlement') as s
         (n int, kind text, profile text, submission_version int, software_version text,
          facts jsonb, entered jsonb, outcome jsonb, movements jsonb, reasons jsonb,
          wagered_cents bigint, house_net_cents bigint, vigorish_cents bigint)
  returning id
), plays as (
  insert into rounds_play
    (property_id, table_id, settlement_id, round_id, at, seat, player, wager_cents, side_cents,
     tiles, high, low, high_rank, low_rank, set_by, outcome, vigorish_cents, net_cents,
     total_cents)
  select %(property)s, %(table)s, settlement.id, %(round)s, %(opened_at)s, p.seat, p.player,
         p.wager, p.side, p.tiles, p.high, p.low, p.high_rank, p.low_rank, p.set_by, p.outcome,
         p.vigorish, p.net, p.total
    from settlement, document, jsonb_to_recordset(whole -> 'plays') as p
         (seat int, player text, wager bigint, side bigint, tiles varchar[], high varchar[],
          low varchar[], high_rank text, low_rank text, set_by text, outcome text,
          vigorish bigint, net bigint, total bigint)
), turn as (
  insert into banking_turn
    (round_id, property_id, table_id, kind, seat, player, answers, refused, wagers, people, at)
  select %(round)s, %(property)s, %(table)s, t.kind, t.seat, t.player, t.answers, t.refused,
         t.wagers, t.people, %(opened_at)s
    from document, jsonb_to_record(whole -> 'turn') as t
         (kind text, seat int, player text, answers jsonb, refused jsonb, wagers jsonb,
          people jsonb)
   where jsonb_typeof(whole -> 'turn') = 'object'
), closed as (
  update rounds_round
     set state = %(state)s, version = %(version)s, ended_at = %(ended_at)s,
         has_correction = %(has_correction)s, depth = %(depth)s,
         bank_kind = %(bank_kind)s, bank_seat = %(bank_seat)s,
         settlement_id = case when %(holds)s then (select id from settlement)
                              else settlement_id end
   where id = %(round)s
)
select settlement.id, (select count(*) from posted) from settlement
"""

WRITE_SETTLEMENT = f"with {ENTRY}, {SETTLEMENT}"
KEEP_SETTLEMENT = f"with {NO_ENTRY}, {SETTLEMENT}"
