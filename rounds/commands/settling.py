"""Settle a round: outcome, ledger, search rows and bank turn in one statement of one document."""

from dataclasses import dataclass, field
from typing import Any

import orjson
from django.conf import settings

from audit.events import EventKind
from banking.commands.jackpot import award_jackpot, jackpot_in_play
from banking.models import AccountKind, EntryKind, Jackpot
from foundation.prepared import planned_cursor
from rounds.commands.steps import Play, round_command
from rounds.facts import DEALER, Facts, wager_by_seat
from rounds.games.game import Document, Extras, Settled, refusing
from rounds.guards.settling import guard_ready_to_settle
from rounds.guards.wagers import smallest_chip
from rounds.inputs import ROUND
from rounds.models import Round, RoundState, Settlement, SettlementKind


@dataclass(slots=True)
class Reckoning:
    """A settlement before it is written: facts in, outcome out."""

    facts: Facts
    document: Document
    settled: Settled
    kind: SettlementKind = SettlementKind.SETTLED
    n: int = 1
    jackpot: Jackpot | None = None
    lines: list[Document] = field(default_factory=list)


@round_command(says="Settle the round", path=f"{ROUND}settle/")
def settle_round(play: Play) -> None:
    """Settle the round: compare the hands, pay and take, and close the round's record.

    Rule: MD 8 §F-§M, 9 §O-§S; MBS 3.14-3.16, 4.1-4.2; NZ 6.1-6.14, 11.1-11.3; 3CS 7-9.
    """
    guard_ready_to_settle(play.game, play.round)
    reckoning = reckon(play)
    play.round.state = RoundState.SETTLED
    play.round.ended_at = play.at
    play.happened(
        EventKind.ROUND_SETTLED,
        number=play.round.number,
        facts=reckoning.document,
        outcome=reckoning.settled.outcome,
        depth=play.round.depth,
    )
    write_settlement(play, reckoning, entry_kind=EntryKind.ROUND, has_turn=True)
    if reckoning.jackpot is not None:
        award_jackpot(reckoning.jackpot, play.round.pk, by=play.by, at=play.at)


def reckon(play: Play) -> Reckoning:
    """Work out a settlement from what was entered, with the jackpot's meter where it matters."""
    jackpot, meter = jackpot_in_play(play.table, is_wagered=has_bonus(play.facts))
    extras = Extras(smallest_chip(play.game, play.table), jackpot_cents=meter)
    document = play.game.document(play.facts, extras)
    with refusing():
        settled = play.game.settle(document)
    won = settled.outcome.get("jackpot", 0)
    reckoning = Reckoning(play.facts, document, settled, jackpot=jackpot if won else None)
    reckoning.lines = ledger_lines(settled.outcome, jackpot)
    return reckoning


def has_bonus(facts: Facts) -> bool:
    return any(wager.get("four_card") for wager in facts["wagers"])


def ledger_lines(outcome: Document, jackpot: Jackpot | None) -> list[Document]:
    """The round's postings: seats, a player bank, vigorish, side wagers, and the inventory.

    What the house nets and is neither vigorish nor from side wagers or the jackpot is chips of
    the table's inventory, so that all postings add up to zero.
    """
    paid = int(outcome.get("jackpot", 0))
    vigorish = int(outcome["house"]["vigorish"])
    side = -sum(seat["side"] for seat in outcome["seats"]) + paid
    lines = [_line(AccountKind.SEAT, seat["total"], seat=seat["seat"]) for seat in outcome["seats"]]
    lines += [
        _line(AccountKind.BANK, outcome["bank"]["net"]),
        _line(AccountKind.VIGORISH, vigorish),
        _line(AccountKind.SIDE_WAGERS, side),
        _line(AccountKind.INVENTORY, outcome["house"]["net"] - vigorish - side + paid),
        _line(AccountKind.JACKPOT, -paid, jackpot=jackpot.pk if jackpot else None),
    ]
    return [line for line in lines if line["cents"]]


def _line(kind: AccountKind, cents: int, *, seat: int = 0, jackpot: int | None = None) -> Document:
    return {"kind": kind.value, "seat": seat, "cents": cents, "jackpot": jackpot}


def play_rows(facts: Facts, outcome: Document) -> list[Document]:
    """One row a wager, each banker and the dealer's hand, as searches read them."""
    sides = {(w["seat"], w["player"]): w for w in facts["wagers"]}
    rows = [
        {
            **_hand_part(facts, str(each["seat"])),
            "seat": each["seat"],
            "player": each["player"],
            "wager": each["wager"],
            "side": sum(_sides(sides[each["seat"], each["player"]]).values()),
            "outcome": each["outcome"],
            "vigorish": each["vigorish"],
            "net": each["net"],
            "total": each["total"],
        }
        for each in outcome["players"]
    ]
    bank = outcome["bank"]
    if bank["seat"] is not None:
        alone = {
            "player": facts["bank"]["player"],
            "vigorish": bank["vigorish"],
            "net": bank["net"],
        }
        rows += [
            {
                **_hand_part(facts, str(bank["seat"])),
                **_EMPTY,
                "seat": bank["seat"],
                "player": each["player"],
                "outcome": "bank",
                "vigorish": each["vigorish"],
                "net": each["net"],
                "total": each["net"],
            }
            for each in bank.get("shares", [alone])
        ]
    if DEALER in facts["hands"]:
        rows.append(
            {
                **_hand_part(facts, DEALER),
                **_EMPTY,
                "outcome": outcome["dealer"]["outcome"] or "dealer",
                "net": outcome["dealer"]["net"],
                "total": outcome["dealer"]["net"],
            }
        )
    return rows


_EMPTY = {"seat": 0, "player": "", "wager": 0, "side": 0, "vigorish": 0, "net": 0, "total": 0}


def _sides(wager: Any) -> dict[str, int]:
    return {key: wager.get(key, 0) for key in ("pair_fortunes", "three_card", "four_card")}


def _hand_part(facts: Facts, place: str) -> Document:
    hand = facts["hands"].get(place)
    if hand is None:
        return {"tiles": [], "high": [], "low": [], "high_rank": "", "low_rank": "", "set_by": ""}
    return {
        "tiles": sorted(hand["held"]),
        "high": hand["high"],
        "low": hand["low"],
        "high_rank": hand["high_name"],
        "low_rank": hand["low_name"],
        "set_by": hand["set_by"],
    }


def write_settlement(
    play: Play, reckoning: Reckoning, *, entry_kind: EntryKind, has_turn: bool
) -> Settlement:
    """Write everything that a settlement leaves behind, and close the round, in one statement."""
    current, outcome = play.round, reckoning.settled.outcome
    document = {
        "settlement": {
            "n": reckoning.n,
            "kind": reckoning.kind.value,
            "profile": reckoning.document["profile"],
            "submission_version": current.submission.version,
            "software_version": settings.SOFTWARE_VERSION,
            "facts": reckoning.document,
            "entered": reckoning.facts if reckoning.n > 1 else None,
            "outcome": outcome,
            "movements": reckoning.settled.movements,
            "reasons": reckoning.settled.reasons,
            "wagered": sum(wager_by_seat(reckoning.facts).values()),
            "house_net": outcome["house"]["net"],
            "vigorish": outcome["house"]["vigorish"],
        },
        "plays": play_rows(reckoning.facts, outcome),
        "postings": reckoning.lines,
        "turn": turn_of(current) if has_turn else None,
    }
    with planned_cursor() as cursor:
        cursor.execute(
            WRITE_SETTLEMENT,
            {
                "document": orjson.dumps(document).decode(),
                "round": current.pk,
                "property": current.property_id,
                "table": current.table_id,
                "gaming_day": current.gaming_day,
                "at": play.at,
                "opened_at": current.opened_at,
                "by": play.by.pk,
                "entry_kind": entry_kind.value,
                "state": current.state,
                "version": current.version,
                "ended_at": current.ended_at,
                "has_correction": current.has_correction,
                "depth": current.depth,
            },
        )
        settlement_id, postings = cursor.fetchone()
    if postings != len(reckoning.lines):
        raise LookupError(f"an account is missing for round {current.pk}")
    play.is_saved = True
    settlement = Settlement(
        id=settlement_id,
        round_id=current.pk,
        n=reckoning.n,
        kind=reckoning.kind,
        profile=reckoning.document["profile"],
        facts=reckoning.document,
        outcome=outcome,
        movements=reckoning.settled.movements,
        reasons=reckoning.settled.reasons,
        at=play.at,
    )
    current.settlement = settlement
    return settlement


def turn_of(current: Round) -> Document:
    facts: Facts = current.facts
    bank = facts["bank"]
    return {
        "kind": bank["kind"],
        "seat": bank["seat"],
        "player": bank["player"],
        "answers": bank["answers"],
        "refused": bank["refused"],
        "wagers": {str(seat): cents for seat, cents in wager_by_seat(facts).items()},
    }


WRITE_SETTLEMENT = """
with document as materialized (
  select %(document)s::jsonb as whole
), entry as (
  insert into banking_entry (property_id, table_id, kind, gaming_day, at, by_id, round_id)
  values (%(property)s, %(table)s, %(entry_kind)s, %(gaming_day)s, %(at)s, %(by)s, %(round)s)
  returning id
), settlement as (
  insert into rounds_settlement
    (property_id, round_id, n, kind, profile, submission_version, software_version, facts,
     entered, outcome, movements, reasons, entry_id, wagered_cents, house_net_cents,
     vigorish_cents, at)
  select %(property)s, %(round)s, s.n, s.kind, s.profile, s.submission_version,
         s.software_version, s.facts, s.entered, s.outcome, s.movements, s.reasons, entry.id,
         s.wagered, s.house_net, s.vigorish, %(at)s
    from entry, document, jsonb_to_record(whole -> 'settlement') as s
         (n int, kind text, profile text, submission_version int, software_version text,
          facts jsonb, entered jsonb, outcome jsonb, movements jsonb, reasons jsonb, wagered bigint,
          house_net bigint, vigorish bigint)
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
), postings as (
  insert into banking_posting (entry_id, account_id, cents)
  select entry.id, account.id, line.cents
    from entry, document, jsonb_to_recordset(whole -> 'postings') as line
         (kind text, seat int, jackpot bigint, cents bigint)
    join banking_account account
      on account.property_id = %(property)s and account.kind = line.kind
     and account.seat = line.seat and account.jackpot_id is not distinct from line.jackpot
     and account.table_id is not distinct from
         case when line.jackpot is null then %(table)s::bigint end
  returning 1
), turn as (
  insert into banking_turn
    (round_id, property_id, table_id, kind, seat, player, answers, refused, wagers, at)
  select %(round)s, %(property)s, %(table)s, t.kind, t.seat, t.player, t.answers, t.refused,
         t.wagers, %(opened_at)s
    from document, jsonb_to_record(whole -> 'turn') as t
         (kind text, seat int, player text, answers jsonb, refused jsonb, wagers jsonb)
   where jsonb_typeof(whole -> 'turn') = 'object'
), closed as (
  update rounds_round
     set state = %(state)s, version = %(version)s, ended_at = %(ended_at)s,
         has_correction = %(has_correction)s, depth = %(depth)s,
         settlement_id = (select id from settlement)
   where id = %(round)s
)
select settlement.id, (select count(*) from postings) from settlement
"""
