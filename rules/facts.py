"""The facts of a round of tiles, as they are stored and as they are settled.

`RoundFacts.from_mapping` reads the JSON of the record (and of `python -m rules settle`);
`as_mapping` writes it back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from rules.house_ways.deal import Hand
from rules.refusals import RulesError
from rules.tiles import Tile, tile

Given = Mapping[str, object]

BANK_KINDS = ("house", "player", "co-bank")

# No amount at a table needs more digits; beyond it a number is a slip of the keyboard.
MOST_CENTS = 10**100


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """One seat: what was wagered, what was dealt, how it was set and how it ended.

    A hand without `high` is set the house way. Only a hand that was not played may lack tiles.
    """

    seat: int
    wager_cents: int = 0
    tiles: tuple[Tile, ...] = ()
    high: Hand | None = None
    state: str = "played"
    pair_fortunes_cents: int = 0
    match_play_cents: int = 0

    @classmethod
    def from_mapping(cls, given: Given) -> "SeatFacts":
        """Read a seat."""
        state = given.get("state")
        state = "played" if state is None else state
        if not isinstance(state, str):
            raise RulesError("bad-option", f"not a state of a hand: {state!r}")
        _guard_no_card_wagers(given)
        return cls(
            seat=seat_number(given.get("seat")),
            wager_cents=amount(given.get("wager"), "wager"),
            tiles=_dealt(given.get("tiles"), is_played=state == "played"),
            high=_high(given.get("high")),
            state=state,
            pair_fortunes_cents=amount(given.get("pair_fortunes"), "pair_fortunes"),
            match_play_cents=amount(given.get("match_play"), "match_play"),
        )

    def as_mapping(self) -> dict[str, object]:
        """Write a seat, leaving out what it does not have."""
        given: dict[str, object] = {"seat": self.seat}
        if self.wager_cents:
            given["wager"] = self.wager_cents
        given |= _written(self.tiles, self.high)
        if self.state != "played":
            given["state"] = self.state
        if self.pair_fortunes_cents:
            given["pair_fortunes"] = self.pair_fortunes_cents
        if self.match_play_cents:
            given["match_play"] = self.match_play_cents
        return given


@dataclass(frozen=True, slots=True)
class BankFacts:
    """Who banks. `stands` lets a co-bank's wrongly set hand stand.

    Rule: MD 1 §B(1)-(2); MBS 1.1.1, 1.1.3, 1.1.7; NZ 1.0 Co-Banker, 1.0 Player/Banker, 5.1, 12.8.
    """

    kind: str = "house"
    seat: int | None = None
    stands: bool = False

    @classmethod
    def from_mapping(cls, given: object) -> "BankFacts":
        """Read the bank."""
        if not isinstance(given, Mapping):
            raise RulesError("bad-option", f"not a bank: {given!r}")
        kind = given.get("kind")
        if kind not in BANK_KINDS:
            raise RulesError("bad-option", f"not a kind of bank: {kind!r}")
        if kind == "house":
            return cls()
        seat = given.get("seat")
        return cls(kind, seat if _is_whole(seat) else None, _flag(given, "stands"))

    def as_mapping(self) -> dict[str, object]:
        """Write the bank."""
        given: dict[str, object] = {"kind": self.kind}
        if self.seat is not None:
            given["seat"] = self.seat
        return given | ({"stands": True} if self.stands else {})


@dataclass(frozen=True, slots=True)
class DealerFacts:
    """The dealer's hand, and the dealer's wager against a player bank."""

    tiles: tuple[Tile, ...] = ()
    high: Hand | None = None
    wager_cents: int = 0
    stands: bool = False

    @classmethod
    def from_mapping(cls, given: object) -> "DealerFacts":
        """Read the dealer's hand."""
        if not isinstance(given, Mapping):
            raise RulesError("bad-option", f"not a dealer's hand: {given!r}")
        return cls(
            tiles=_dealt(given.get("tiles"), is_played=False),
            high=_high(given.get("high")),
            wager_cents=amount(given.get("wager"), "dealer's wager"),
            stands=_flag(given, "stands"),
        )

    def as_mapping(self) -> dict[str, object]:
        """Write the dealer's hand."""
        given = _written(self.tiles, self.high)
        if self.wager_cents:
            given["wager"] = self.wager_cents
        return given | ({"stands": True} if self.stands else {})


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A whole round, ready to be settled."""

    bank: BankFacts
    seats: tuple[SeatFacts, ...]
    dealer: DealerFacts | None = None

    @classmethod
    def from_mapping(cls, given: Given) -> "RoundFacts":
        """Read a round from the mapping that the record stores."""
        seats = given.get("seats")
        if not isinstance(seats, list | tuple):
            raise RulesError("wrong-count", f"not a list of seats: {seats!r}")
        dealer = given.get("dealer")
        return cls(
            bank=BankFacts.from_mapping(given.get("bank")),
            seats=tuple(_seat(each) for each in seats),
            dealer=None if dealer is None else DealerFacts.from_mapping(dealer),
        )

    def as_mapping(self) -> dict[str, object]:
        """Write the round as a mapping that JSON can hold."""
        given: dict[str, object] = {
            "bank": self.bank.as_mapping(),
            "seats": [each.as_mapping() for each in self.seats],
        }
        if self.dealer is not None:
            given["dealer"] = self.dealer.as_mapping()
        return given


def seat_number(given: object) -> int:
    """Read the number of a seat."""
    if not isinstance(given, int) or isinstance(given, bool):
        raise RulesError("bad-option", f"not a seat: {given!r}")
    return given


def amount(given: object, word: str) -> int:
    """Read an amount in cents; nothing given is none."""
    if given is None:
        return 0
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= MOST_CENTS:
        raise RulesError("bad-wager", f"not a {word} in whole cents: {given!r}")
    return given


def tiles_of(given: object, count: int) -> tuple[Tile, ...]:
    """Read a list of exactly so many tiles."""
    if not isinstance(given, list | tuple):
        raise RulesError("wrong-count", f"expected a list of {count} tiles, not {given!r}")
    if len(given) != count:
        raise RulesError("wrong-count", f"expected {count} tiles, not {len(given)}")
    return tuple(tile(each) for each in given)


def texts(held: Sequence[Tile]) -> list[str]:
    """Write tiles as their pips, the low one first."""
    return [each.text for each in held]


def _dealt(given: object, *, is_played: bool) -> tuple[Tile, ...]:
    return () if given is None and not is_played else tiles_of(given, 4)


def _high(given: object) -> Hand | None:
    if given is None:
        return None
    first, second = tiles_of(given, 2)
    return first, second


def _seat(given: object) -> SeatFacts:
    if not isinstance(given, Mapping):
        raise RulesError("wrong-count", f"not a seat: {given!r}")
    return SeatFacts.from_mapping(given)


def _guard_no_card_wagers(given: Given) -> None:
    for name in ("three_card", "four_card"):
        if amount(given.get(name), name):
            raise RulesError("bad-option", f"no {name} wager in a game of tiles")


def _flag(given: Given, key: str) -> bool:
    found = given.get(key, False)
    if found is None or isinstance(found, bool):
        return bool(found)
    raise RulesError("bad-option", f"{key} must be true or false, not {found!r}")


def _is_whole(given: object) -> TypeGuard[int]:
    return isinstance(given, int) and not isinstance(given, bool)


def _written(held: tuple[Tile, ...], high: Hand | None) -> dict[str, object]:
    given: dict[str, object] = {}
    if held:
        given["tiles"] = texts(held)
    if high is not None:
        given["high"] = texts(high)
    return given
