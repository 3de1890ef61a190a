"""The stored document of a round in plain mappings, and the same questions asked of it.

It stands beside `rules.round` as a second account: what the typed round answers, this must too.
"""

from dataclasses import dataclass
from typing import NotRequired, TypedDict

DEALER = "dealer"
SIDE_WAGERS = ("pair_fortunes", "match_play", "three_card", "four_card")


class PlayerAt(TypedDict):
    """A player at a seat or box, by marker; one of them controls the tiles."""

    player: str
    controls: bool


class Wager(TypedDict):
    """One player's wagers on one seat."""

    seat: int
    player: str
    cents: int
    pair_fortunes: NotRequired[int]
    match_play: NotRequired[int]
    three_card: NotRequired[int]
    four_card: NotRequired[int]


class BankShare(TypedDict):
    """What one of several players on a box brings to the bank that they share."""

    player: str
    cents: int


class Answer(TypedDict):
    """What a player said when the bank was offered."""

    seat: int
    answer: str
    funds_cents: int | None
    shares: NotRequired[list[BankShare]]


class Bank(TypedDict):
    """Who banks. What the banker had wagered before stands aside until the next round."""

    kind: str
    seat: int | None
    player: str
    is_decided: bool
    answers: list[Answer]
    refused: dict[str, str]
    aside: NotRequired[list[Wager]]
    shares: NotRequired[list[BankShare]]


class Roll(TypedDict):
    """What decided the starting position, and the positions in delivery order."""

    dice: list[int] | None
    generator: int | None
    device: str
    adjust: int
    total: int
    positions: list[str]


class Hand(TypedDict):
    """The tiles or cards of one place as set, and the codes of their ranks.

    Words for the codes are in rounds/wording.py, so that everybody reads their own language.
    """

    held: list[str]
    high: list[str]
    low: list[str]
    high_name: str
    low_name: str
    set_by: str
    rule: str


@dataclass(frozen=True, slots=True)
class HandGiven:
    """One hand as it was entered; without a setting it is set the house way."""

    place: str
    held: tuple[str, ...]
    high: tuple[str, ...] | None = None
    low: tuple[str, ...] | None = None
    set_by: str = "player"


class Outcome(TypedDict):
    seat: int
    outcome: str


class Quick(TypedDict):
    """A round entered by outcomes only."""

    outcomes: list[Outcome]


class Delivery(TypedDict):
    """How the tiles were cut and delivered."""

    style: str
    cut: str
    options: list[str]
    bank_cut: dict[str, int] | None
    laja: bool


class Facts(TypedDict):
    seats: dict[str, list[PlayerAt]]
    wagers: list[Wager]
    bank: Bank
    dealer_wager: int | None
    roll: Roll | None
    rolls: int
    no_rolls: list[str]
    delivery: Delivery | None
    hands: dict[str, Hand]
    states: dict[str, str]
    community: str
    quick: Quick | None
    stands: bool
    house_way_seats: list[int]


def new_facts() -> Facts:
    return {
        "seats": {},
        "wagers": [],
        "bank": house_bank(),
        "dealer_wager": None,
        "roll": None,
        "rolls": 0,
        "no_rolls": [],
        "delivery": None,
        "hands": {},
        "states": {},
        "community": "",
        "quick": None,
        "stands": False,
        "house_way_seats": [],
    }


def house_bank() -> Bank:
    return {
        "kind": "house",
        "seat": None,
        "player": "",
        "is_decided": False,
        "answers": [],
        "refused": {},
    }


def wagers_at(facts: Facts, seat: int) -> list[Wager]:
    return [wager for wager in facts["wagers"] if wager["seat"] == seat]


def wager_by_seat(facts: Facts) -> dict[int, int]:
    """What stands on each seat against the bank, all players together."""
    found: dict[int, int] = {}
    for wager in facts["wagers"]:
        found[wager["seat"]] = found.get(wager["seat"], 0) + wager["cents"]
    return found


def occupied_seats(facts: Facts) -> list[int]:
    """Seats with somebody at them: seated, with a wager on the layout, or holding the bank."""
    seated = {int(seat) for seat, players in facts["seats"].items() if players}
    bank = facts["bank"]["seat"]
    return sorted(seated | set(wager_by_seat(facts)) | ({bank} if bank else set()))


def controlling_player(facts: Facts, seat: int) -> str:
    """Whoever decides about the tiles of a seat; on a NZ box the one who controls it."""
    players = facts["seats"].get(str(seat), [])
    named = [each["player"] for each in players if each["controls"]]
    named += [each["player"] for each in players]
    by_wager = sorted(wagers_at(facts, seat), key=lambda wager: -wager["cents"])
    named += [wager["player"] for wager in by_wager]
    return named[0] if named else ""


def bankers(facts: Facts) -> list[str]:
    """Whoever holds the bank, by marker: one player, or all who share it."""
    bank = facts["bank"]
    shares = [share["player"] for share in bank.get("shares", [])]
    return shares or ([bank["player"]] if bank["player"] else [])


def bank_seat(facts: Facts) -> int | None:
    return facts["bank"]["seat"]


def played_seats(facts: Facts) -> list[int]:
    """Seats whose hand decides money: those with a wager, and the bank's."""
    seats = set(wager_by_seat(facts))
    if facts["bank"]["seat"] is not None:
        seats.add(facts["bank"]["seat"])
    return sorted(seats)


def place_of(seat: int) -> str:
    return str(seat)


def side_cents(wager: Wager) -> int:
    """What a player put on side wagers, chips only: a match-play coupon is no chip."""
    return wager.get("pair_fortunes", 0) + wager.get("three_card", 0) + wager.get("four_card", 0)
