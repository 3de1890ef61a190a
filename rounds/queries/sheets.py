"""The round as a screen shows it, from the row that a command has just changed or a door read."""

from collections import Counter
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext

from rounds.facts import Facts, occupied_seats
from rounds.games import game_of
from rounds.games.game import Game
from rounds.models import Correction, Irregularity, Round, Settlement
from rounds.queries.carrying import carried_wagers
from rounds.queries.chips import chips_of
from rounds.queries.differences import amounts_by_place

Sheet = dict[str, Any]


def round_sheet(current: Round) -> Sheet:
    """Everything a dealer's screen needs of a round."""
    facts: Facts = current.facts
    game = game_of(current.submission)
    return {
        "id": str(current.pk),
        "table": current.table_id,
        "number": current.number,
        "gaming_day": current.gaming_day.isoformat(),
        "state": current.state,
        "version": current.version,
        "profile": game.profile.id,
        "submission": {
            "name": current.submission.name,
            "version": current.submission.version,
        },
        "source": current.source,
        "depth": current.depth,
        "is_late_entry": current.is_late_entry,
        "opened_at": stamp(current.opened_at),
        "ended_at": stamp(current.ended_at),
        "void_reason": current.void_reason,
        "seats": facts["seats"],
        "occupied": occupied_seats(facts),
        "wagers": facts["wagers"],
        "bank": facts["bank"],
        "dealer_wager": facts["dealer_wager"],
        "roll": facts["roll"],
        "no_rolls": facts["no_rolls"],
        "delivery": facts["delivery"],
        "hands": facts["hands"],
        "states": facts["states"],
        "community": facts["community"],
        "quick": facts["quick"],
        "places": places(game, facts),
        "left": pieces_left(game, facts),
        "irregularities": irregularities(current),
        "has_correction": current.has_correction,
        "correction": correction_part(current),
        "is_held": current.is_held,
        "disputes": disputes(current),
        "settlement": settlement_part(current),
    }


def places(game: Game, facts: Facts) -> list[Sheet]:
    """The hands still to enter and those entered, in the order in which they are exposed."""
    must = set(game.house_way_places(facts))
    return [
        {
            "place": place,
            "house_way": place in must,
            "is_known": place in facts["hands"],
        }
        for place in game.places(facts)
    ]


def pieces_left(game: Game, facts: Facts) -> dict[str, int]:
    """How many of each tile or card no hand shows yet."""
    shown = Counter(piece for hand in facts["hands"].values() for piece in hand["held"])
    if facts["community"]:
        shown[facts["community"]] += 1
    return {piece: count - shown[piece] for piece, count in game.kinds().items()}


def irregularities(current: Round) -> list[Sheet]:
    if not current.has_irregularity:
        return []
    found = Irregularity.objects.filter(round=current).order_by("n")
    return [
        {
            "n": each.n,
            "event": each.event,
            "facts": each.facts,
            "proposed": {**each.proposed, "says": gettext(each.proposed["says"])},
            "ruling": each.ruling,
            "reported_at": stamp(each.reported_at),
            "ruled_at": stamp(each.ruled_at),
        }
        for each in found
    ]


def disputes(current: Round) -> list[Sheet]:
    """What is disputed about the round, with the times that the player may be told."""
    if not current.has_dispute:
        return []
    return [
        {
            "id": each.pk,
            "n": each.n,
            "claim": each.claim,
            "seat": each.seat,
            "amount_cents": each.amount_cents,
            "hold": each.hold,
            "opened_at": stamp(each.opened_at),
            "review_began_at": stamp(each.review_began_at),
            "expected_at": stamp(each.expected_at),
            "decision": each.decision,
            "decided_at": stamp(each.decided_at),
        }
        for each in current.disputes.order_by("n")
    ]


def correction_part(current: Round) -> Sheet | None:
    """Who had the settlement replaced, and the amounts of every place before and after."""
    if not current.has_correction:
        return None
    made = (
        Correction.objects.filter(round=current)
        .select_related("replaced", "settlement", "ordered_by")
        .order_by("at", "pk")
        .last()
    )
    if made is None:
        return None
    return {
        "n": made.settlement.n,
        "reason": made.reason,
        "ordered_by": made.ordered_by.name,
        "at": stamp(made.at),
        "amounts": amounts_by_place(made.replaced.outcome, made.settlement.outcome),
    }


def settlement_part(current: Round) -> Sheet | None:
    if current.settlement is None:
        return None
    return settlement_sheet(current.settlement, current.table.denominations)


def settlement_sheet(settlement: Settlement, denominations: list[int]) -> Sheet:
    """A settlement with what to hand out for each movement."""
    outcome = settlement.outcome
    return {
        "n": settlement.n,
        "kind": settlement.kind,
        "seats": outcome["seats"],
        "players": outcome["players"],
        "bank": outcome["bank"],
        "house": outcome["house"],
        "dealer": outcome["dealer"],
        "movements": [
            {**movement, "chips": chips_of(movement["cents"], denominations)}
            for movement in settlement.movements
        ],
        "at": stamp(settlement.at),
    }


def round_summary(last: Round) -> Sheet:
    """What the next round takes over from the last one."""
    facts: Facts = last.facts
    return {
        "id": str(last.pk),
        "number": last.number,
        "gaming_day": last.gaming_day.isoformat(),
        "state": last.state,
        "wagers": facts["wagers"],
        "carried": carried_wagers(game_of(last.submission), last),
        "bank": {"kind": last.bank_kind, "seat": last.bank_seat},
        "settlement": settlement_part(last),
    }


def stamp(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z") if at else None
