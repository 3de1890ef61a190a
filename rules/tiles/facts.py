"""The facts of a round of tiles, as they are stored and as they are settled.

`TileRoundFacts.from_mapping` reads the JSON of the record (and of `python -m rules settle`);
`as_mapping` writes it back.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.facts import BankFacts, read_cents, read_flag, seat_number
from rules.refusals import RulesError
from rules.tiles.house_ways.deal import Hand
from rules.tiles.tile import Tile, tiles_named

Given = Mapping[str, object]


class TileSeatFacts(NamedTuple):
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
    def from_mapping(cls, given: Given) -> "TileSeatFacts":
        """Read a seat."""
        state = given.get("state")
        state = "played" if state is None else state
        if not isinstance(state, str):
            raise RulesError("bad-option", f"not a state of a hand: {state!r}")
        _guard_no_card_wagers(given)
        return cls(
            seat=seat_number(given.get("seat")),
            wager_cents=read_cents(given.get("wager"), "wager"),
            tiles=_dealt(given.get("tiles"), is_played=state == "played"),
            high=high_of(given.get("high")),
            state=state,
            pair_fortunes_cents=read_cents(given.get("pair_fortunes"), "pair_fortunes"),
            match_play_cents=read_cents(given.get("match_play"), "match_play"),
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


class TileDealerFacts(NamedTuple):
    """The dealer's hand, and the dealer's wager against a player bank."""

    tiles: tuple[Tile, ...] = ()
    high: Hand | None = None
    wager_cents: int = 0
    stands: bool = False

    @classmethod
    def from_mapping(cls, given: object) -> "TileDealerFacts":
        """Read the dealer's hand."""
        if not isinstance(given, Mapping):
            raise RulesError("bad-option", f"not a dealer's hand: {given!r}")
        return cls(
            tiles=_dealt(given.get("tiles"), is_played=False),
            high=high_of(given.get("high")),
            wager_cents=read_cents(given.get("wager"), "dealer's wager"),
            stands=read_flag(given, "stands"),
        )

    def as_mapping(self) -> dict[str, object]:
        """Write the dealer's hand."""
        given = _written(self.tiles, self.high)
        if self.wager_cents:
            given["wager"] = self.wager_cents
        return given | ({"stands": True} if self.stands else {})


class TileRoundFacts(NamedTuple):
    """A whole round, ready to be settled."""

    bank: BankFacts
    seats: tuple[TileSeatFacts, ...]
    dealer: TileDealerFacts | None = None

    @classmethod
    def from_mapping(cls, given: Given) -> "TileRoundFacts":
        """Read a round from the mapping that the record stores."""
        seats = given.get("seats")
        if not isinstance(seats, list | tuple):
            raise RulesError("wrong-count", f"not a list of seats: {seats!r}")
        dealer = given.get("dealer")
        return cls(
            bank=BankFacts.from_mapping(given.get("bank")),
            seats=tuple([_seat(each) for each in seats]),
            dealer=None if dealer is None else TileDealerFacts.from_mapping(dealer),
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


def tiles_of(given: object, count: int) -> tuple[Tile, ...]:
    """Read a list of exactly so many tiles."""
    if not isinstance(given, list | tuple):
        raise RulesError("wrong-count", f"expected a list of {count} tiles, not {given!r}")
    if len(given) != count:
        raise RulesError("wrong-count", f"expected {count} tiles, not {len(given)}")
    return tiles_named(given)


def texts(held: Sequence[Tile]) -> list[str]:
    """Write tiles as their pips, the low one first."""
    return [each.text for each in held]


def _dealt(given: object, *, is_played: bool) -> tuple[Tile, ...]:
    return () if given is None and not is_played else tiles_of(given, 4)


def high_of(given: object) -> Hand | None:
    """Read the two tiles of a high hand; nothing given is no setting."""
    if given is None:
        return None
    first, second = tiles_of(given, 2)
    return first, second


def _seat(given: object) -> TileSeatFacts:
    if not isinstance(given, Mapping):
        raise RulesError("wrong-count", f"not a seat: {given!r}")
    return TileSeatFacts.from_mapping(given)


def _guard_no_card_wagers(given: Given) -> None:
    for name in ("three_card", "four_card"):
        if read_cents(given.get(name), name):
            raise RulesError("bad-option", f"no {name} wager in a game of tiles")


def _written(held: tuple[Tile, ...], high: Hand | None) -> dict[str, object]:
    given: dict[str, object] = {}
    if held:
        given["tiles"] = [each.text for each in held]
    if high is not None:
        given["high"] = [high[0].text, high[1].text]
    return given
