"""A table as its dealer's screen shows it: equipment, people, the round, the bank, the jackpot."""

from datetime import datetime, timedelta

from django.db.models import QuerySet
from typing_extensions import TypedDict

import rules
from banking.models import Jackpot
from banking.queries.cash import CashPart, cash_part
from banking.queries.jackpots import meter
from foundation.clock import database_time
from foundation.currencies import CURRENCIES
from rounds.games import Game, game_of, smallest_chip
from rounds.models import OPEN_STATES, Round
from rounds.queries.bank_history import game_history, history_of, markers_of_game
from rounds.queries.sheets import (
    LastRound,
    RoundSheet,
    disputes_open_at,
    round_sheet,
    round_summary,
    stamp,
)
from rules.option_fields import option_fields
from rules.refusals import Refused
from rules.round import Json
from staff.house_settings import setting_of
from tables.guards import (
    at_table_now,
    guard_round_may_start,
    is_expired,
    refusal_of,
)
from tables.models import DealerShift, FloorAssignment, GamingTable, Placement, Shaker
from tables.queries.calls import CallSheet, calls_at
from tables.queries.duties import expected_at
from tables.wording import hold_words


def table_of(property_id: int, table_id: int) -> GamingTable | None:
    tables = GamingTable.objects.select_related("property", "submission", "pit", "par")
    return tables.filter(property_id=property_id, pk=table_id).first()


class PersonSheet(TypedDict):
    """Who stands at the table, and since when."""

    id: int
    badge: str
    name: str
    since: str | None


class CanSheet(TypedDict):
    """Whether the next round may open, and if not, why."""

    ok: bool
    code: str
    message: str
    rule: str


class ReliefSheet(TypedDict):
    """Who is expected at the table next; without a time they come when they are round."""

    name: str
    badge: str
    due_at: str | None


class TableSheet(TypedDict):
    """A table as its dealer's screen shows it."""

    table: Json
    options: Json
    clocks: list[Json]
    dealer: PersonSheet | None
    break_at: str | None
    relief: ReliefSheet | None
    floorperson: PersonSheet | None
    round: RoundSheet | None
    last_round: LastRound | None
    can_open: CanSheet
    bank_offers: Json
    seated: Json
    irregularities: list[Json]
    jackpot: Json | None
    calls: list[CallSheet]
    cash: CashPart
    disputes: list[Json]
    server_time: str | None


def table_sheet(table: GamingTable) -> TableSheet:
    """Everything that the dealer's screen needs, in one answer."""
    game, at = game_of(table.submission), database_time(table)
    open_round = rounds_at(table).filter(state__in=OPEN_STATES).first()
    last = rounds_at(table).exclude(state__in=OPEN_STATES).order_by("-opened_at").first()
    there, shift = at_table_now(table), shift_at(table)
    refused = refusal_of(guard_round_may_start, table, at, there)
    return {
        "table": table_part(table, game),
        "options": options_part(game),
        "clocks": [clock(placed, at) for placed in there.placed.values()],
        "dealer": person_part(shift),
        "break_at": stamp(break_of(shift, table)),
        "relief": relief_part(table),
        "floorperson": person_part(assignment_at(table)),
        "round": round_sheet(open_round) if open_round else None,
        "last_round": round_summary(last) if last else None,
        "can_open": can_part(refused, open_round),
        "bank_offers": offers_part(game, table, open_round, last, at),
        "seated": seated(table, open_round or last),
        "irregularities": [{"event": code, "says": says} for code, says in game.events()],
        "jackpot": jackpot_part(table),
        "calls": calls_at(table, at),
        "cash": cash_part(table),
        "disputes": disputes_open_at(table),
        "server_time": stamp(at),
    }


def rounds_at(table: GamingTable) -> QuerySet[Round]:
    return Round.objects.filter(table=table).select_related("table", "submission", "settlement")


def table_part(table: GamingTable, game: Game) -> Json:
    return {
        "id": table.pk,
        "number": table.number,
        "version": table.version,
        "state": table.state,
        "hold": table.hold,
        "hold_text": hold_words(table.hold),
        "shaker": shaker_at(table, game),
        "game": game.profile.game,
        "profile": game.profile.id,
        "seats": table.seats,
        "seat_word": game.profile.seat_word,
        "fee_word": game.profile.fee_word,
        "minimum_cents": table.minimum_cents,
        "maximum_cents": table.maximum_cents,
        "limits_next": next_limits(table),
        "player_maximum_cents": table.player_maximum_cents or game.options.player_maximum,
        "areas": game.wagering.areas,
        "denominations": table.denominations,
        "boxes_off": table.boxes_off,
        "currency_sign": CURRENCIES[table.property.currency].table_sign,
        "smallest_chip": smallest_chip(game, table),
        "pieces": game.pieces,
        "hand_size": game.hand_size,
        "side_wagers": list(game.side_wagers),
        "states": list(game.states),
        "rules": rules_path(table, game),
    }


def next_limits(table: GamingTable) -> Json | None:
    """Limits that are announced: which, and from when on."""
    if table.limits_at is None:
        return None
    return {
        "minimum_cents": table.next_minimum_cents,
        "maximum_cents": table.next_maximum_cents,
        "at": stamp(table.limits_at),
    }


def shaker_at(table: GamingTable, game: Game) -> str:
    """The shaker that whoever takes the table over takes with it."""
    found = Shaker.objects.filter(table=table).first() if game.has_start else None
    return found.serial if found else ""


def rules_path(table: GamingTable, game: Game) -> str:
    """Where the tables for work without the network are; an own house way has its own."""
    if getattr(game.options, "house_way", None) is None:
        return f"rules/{game.profile.id}/tables/"
    return f"rules/submissions/{table.submission_id}/tables/"


def options_part(game: Game) -> Json:
    """The options of the submission that the screen asks about, by name."""
    return {
        field.name: getattr(game.options, field.name)
        for field in option_fields(game.profile)
        if field.name != "house_way"
    } | {"has_own_house_way": getattr(game.options, "house_way", None) is not None}


def clock(placed: Placement, at: datetime) -> Json:
    return {
        "kind": placed.kind,
        "verified_at": stamp(placed.verified_at),
        "expires_at": stamp(placed.expires_at),
        "state": "unfit"
        if placed.unfit_at
        else "expired"
        if is_expired(placed, at)
        else "running"
        if placed.verified_at
        else "not_verified",
    }


def shift_at(table: GamingTable) -> DealerShift | None:
    return (
        DealerShift.objects.select_related("person")
        .filter(table=table, ended_at__isnull=True)
        .first()
    )


def break_of(shift: DealerShift | None, table: GamingTable) -> datetime | None:
    """When the dealer's break is due, where the house says after how long."""
    minutes = setting_of(table.property, "dealer_break_minutes")
    return shift.began_at + timedelta(minutes=minutes) if shift and minutes else None


def relief_part(table: GamingTable) -> ReliefSheet | None:
    expected = expected_at(table)
    if expected is None:
        return None
    person = expected.person
    return {"name": person.name, "badge": person.badge, "due_at": stamp(expected.due_at)}


def assignment_at(table: GamingTable) -> FloorAssignment | None:
    return (
        FloorAssignment.objects.select_related("person")
        .filter(table=table, ended_at__isnull=True)
        .first()
    )


def person_part(row: DealerShift | FloorAssignment | None) -> PersonSheet | None:
    if row is None:
        return None
    return {
        "id": row.person.pk,
        "badge": row.person.badge,
        "name": row.person.name,
        "since": stamp(row.began_at),
    }


def can_part(refused: Refused | None, open_round: Round | None) -> CanSheet:
    if open_round is not None:
        return {"ok": False, "code": "round_open", "message": "", "rule": ""}
    if refused is None:
        return {"ok": True, "code": "", "message": "", "rule": ""}
    return {
        "ok": False,
        "code": refused.code,
        "message": str(refused.message),
        "rule": refused.rule,
    }


def offers_part(
    game: Game, table: GamingTable, current: Round | None, last: Round | None, at: datetime
) -> Json:
    """Whom the bank would be offered to, by who sits there and what lies on the table.

    With `past`, who banked before the open round or up to the last one, a tablet works out the
    offers of the rounds that it opens without the network.
    """
    latest = current or last
    entered = latest.entered if latest is not None else rules.Round()
    history = game_history(table, at) if current is None else history_of(current)
    offers = game.offers(entered, history, table.boxes_off)
    return {
        "order": list(offers.order),
        "refused": {
            str(seat): {"reason": why.reason, "rule": why.citation}
            for seat, why in offers.refused.items()
        },
        "past": {
            "round": str(current.pk) if current is not None else None,
            "last": str(last.pk) if last is not None else None,
            "turns": [each.as_json() for each in history],
        },
        "markers": markers_of_game(table),
    }


def seated(table: GamingTable, latest: Round | None) -> Json:
    if latest is None or (table.game_since and latest.opened_at < table.game_since):
        return {}
    return dict(latest.facts["seats"])


def jackpot_part(table: GamingTable) -> Json | None:
    jackpot = Jackpot.objects.filter(tables=table, ended_at__isnull=True).first()
    if jackpot is None:
        return None
    return {"id": jackpot.pk, "name": jackpot.name, "cents": meter(jackpot)}
