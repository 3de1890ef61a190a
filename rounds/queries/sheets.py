"""The round as a screen shows it, from the row that a command has just changed or a door read."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NotRequired

from django.utils.translation import gettext
from typing_extensions import TypedDict

import rules
from rounds.games import game_of
from rounds.games.game import Game
from rounds.models import Correction, Irregularity, Round, Settlement
from rounds.queries.carrying import carried_wagers
from rounds.queries.differences import Difference, ThenNow, amounts_by_place
from rules.round import Json, listed
from tables.models import GamingTable


class Chips(TypedDict):
    """So many chips of one denomination."""

    cents: int
    count: int


class PlaceSheet(TypedDict):
    """A hand that the round has or still wants."""

    place: str
    house_way: bool
    is_known: bool


class SubmissionSheet(TypedDict):
    """Under which rules the round is played."""

    name: str
    version: int


class CorrectionSheet(TypedDict):
    """Who had the settlement replaced, and every place's amount before and after."""

    n: int
    reason: str
    ordered_by: str
    at: str | None
    amounts: dict[str, ThenNow]


class SettlementSheet(TypedDict):
    """A settlement with what to hand out for each movement."""

    n: int
    kind: str
    seats: list[Json]
    players: list[Json]
    bank: Json
    house: Json
    dealer: Json
    movements: list[Json]
    at: str | None


class RoundSheet(TypedDict):
    """A round as a screen shows it; what was entered stands in it as the row stores it."""

    id: str
    table: int
    number: int
    gaming_day: str
    state: str
    version: int
    profile: str
    submission: SubmissionSheet
    source: str
    depth: str
    is_late_entry: bool
    opened_at: str | None
    ended_at: str | None
    void_reason: str
    seats: Json
    occupied: list[int]
    wagers: list[Json]
    bank: Json
    dealer_wager: int | None
    roll: Json | None
    no_rolls: list[str]
    delivery: Json | None
    hands: Json
    states: Json
    community: str
    quick: Json | None
    stands: bool
    house_way_seats: list[int]
    places: list[PlaceSheet]
    left: dict[str, int]
    irregularities: list[Json]
    has_correction: bool
    correction: CorrectionSheet | None
    is_held: bool
    disputes: list[Json]
    settlement: SettlementSheet | None
    differences: NotRequired[list[Difference]]
    dispute: NotRequired[int]


def round_sheet(current: Round) -> RoundSheet:
    """Everything a dealer's screen needs of a round."""
    facts, entered = held_facts(current)
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
        "occupied": entered.occupied_seats(),
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
        "stands": facts["stands"],
        "house_way_seats": facts["house_way_seats"],
        "places": places(game, entered),
        "left": pieces_left(game, entered),
        "irregularities": irregularities(current),
        "has_correction": current.has_correction,
        "correction": correction_part(current),
        "is_held": current.is_held,
        "disputes": disputes(current),
        "settlement": settlement_part(current),
    }


def held_facts(current: Round) -> tuple[Json, rules.Round]:
    """What was entered, as it holds now: of a corrected round as it was corrected."""
    held = current.settlement.entered if current.settlement_id and current.settlement else None
    if held is None:
        return current.facts, current.entered
    return held, rules.Round.from_json(held)


def places(game: Game, entered: rules.Round) -> list[PlaceSheet]:
    """The hands still to enter and those entered, in the order in which they are exposed."""
    must, known = game.house_way_places(entered), entered.hands
    return [
        {"place": place.text, "house_way": place in must, "is_known": place in known}
        for place in game.places(entered)
    ]


def pieces_left(game: Game, entered: rules.Round) -> dict[str, int]:
    """How many of each tile or card no hand shows yet."""
    left = dict(game.kinds())
    for hand in entered.hands.values():
        for piece in hand.held:
            left[piece] -= 1
    if entered.community:
        left[entered.community] -= 1
    return left


def irregularities(current: Round) -> list[Json]:
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
            **box_part(each),
        }
        for each in found
    ]


def box_part(found: Irregularity) -> Json:
    """Where a box is taken out of play: the dice thrown for it, and the box once they name one."""
    if (found.ruling or {}).get("code") != "remove-box":
        return {}
    throws = list(found.throws.order_by("n"))
    return {
        "throws": [each.dice for each in throws],
        "box": next((each.box for each in throws if each.box is not None), None),
    }


def disputes(current: Round) -> list[Json]:
    """What is disputed about the round, with the times that the player may be told."""
    if not current.has_dispute:
        return []
    found = current.disputes.select_related("opened_by").order_by("n")
    return [dispute_part(current, each) for each in found]


def disputes_open_at(table: GamingTable) -> list[Json]:
    """What is disputed at a table and not decided, about whichever round."""
    rounds = Round.objects.filter(
        table=table, has_dispute=True, disputes__decided_at__isnull=True
    ).distinct()
    return [each for current in rounds for each in disputes(current) if each["decided_at"] is None]


def dispute_part(current: Round, dispute: Any) -> Json:
    """A dispute as a dealer's screen shows it, with the round that it is about."""
    return {
        "id": dispute.pk,
        "n": dispute.n,
        "round": str(current.pk),
        "number": current.number,
        "version": current.version,
        "claim": dispute.claim,
        "seat": dispute.seat,
        "amount_cents": dispute.amount_cents,
        "hold": dispute.hold,
        "opened_by": dispute.opened_by.badge,
        "opened_at": stamp(dispute.opened_at),
        "review_began_at": stamp(dispute.review_began_at),
        "expected_at": stamp(dispute.expected_at),
        "decision": dispute.decision,
        "decided_at": stamp(dispute.decided_at),
    }


def correction_part(current: Round) -> CorrectionSheet | None:
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
        "amounts": amounts_by_place(made.replaced.settled, made.settlement.settled),
    }


def settlement_part(current: Round) -> SettlementSheet | None:
    if current.settlement is None:
        return None
    return settlement_sheet(current.settlement, current.table.denominations)


def settlement_sheet(settlement: Settlement, denominations: Sequence[int]) -> SettlementSheet:
    """A settlement with what to hand out for each movement."""
    outcome = settlement.outcome
    largest_first = sorted(denominations, reverse=True)
    return {
        "n": settlement.n,
        "kind": settlement.kind,
        "seats": outcome["seats"],
        "players": outcome["players"],
        "bank": outcome["bank"],
        "house": outcome["house"],
        "dealer": outcome["dealer"],
        "movements": [
            {**each, "chips": chips_of(each["cents"], largest_first)}
            for each in settlement.movements
        ],
        "at": stamp(settlement.at),
    }


class LastRound(TypedDict):
    """What the next round takes over from the last one."""

    id: str
    number: int
    gaming_day: str
    state: str
    wagers: list[Json]
    carried: list[Json]
    bank: Json
    settlement: SettlementSheet | None


def round_summary(last: Round) -> LastRound:
    return {
        "id": str(last.pk),
        "number": last.number,
        "gaming_day": last.gaming_day.isoformat(),
        "state": last.state,
        "wagers": last.facts["wagers"],
        "carried": listed(carried_wagers(game_of(last.submission), last, last.table.boxes_off)),
        "bank": {"kind": last.bank_kind, "seat": last.bank_seat},
        "settlement": settlement_part(last),
    }


def stamp(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z") if at else None


def chips_of(cents: int, largest_first: Sequence[int]) -> list[Chips]:
    """Count out an amount; what no chip can pay is left as the last line, with count 0.

    >>> chips_of(4750, [2500, 500, 100])
    [{'cents': 2500, 'count': 1}, {'cents': 500, 'count': 4}, {'cents': 100, 'count': 2},
     {'cents': 50, 'count': 0}]
    """
    found: list[Chips] = []
    rest = -cents if cents < 0 else cents
    for denomination in largest_first:
        if rest >= denomination:
            found.append({"cents": denomination, "count": rest // denomination})
            rest %= denomination
    if rest:
        found.append({"cents": rest, "count": 0})
    return found
