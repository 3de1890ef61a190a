"""A round as it was settled, whichever the game: who got what, chips as they move, and why.

Each game's core works out its own results (`rules.tiles.settlement`, `rules.cards.settlement`);
here they become one value, which is stored, shown, compared and posted. `as_json` writes the
documents that a record keeps and `from_json` reads them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.movements import Movement
from rules.reasons import Reason
from rules.round import Json, PlacedWager, listed
from rules.shares import Share, in_proportion

BONUSES = ("pair_fortunes", "three_card", "four_card")


@dataclass(frozen=True, slots=True)
class BankResult:
    """A player bank's or co-banker's result, after its vigorish. Zero when the house banks."""

    kind: str
    seat: int | None
    net_cents: int
    vigorish_cents: int


class HouseResult(NamedTuple):
    """The house's result; `vigorish` says how much of it is vigorish."""

    net_cents: int
    vigorish_cents: int

    def as_json(self) -> Json:
        """Write the house's result."""
        return {"net": self.net_cents, "vigorish": self.vigorish_cents}


class SettledSeat(NamedTuple):
    """What all wagers on one seat came to. `bonuses` are its side wagers, by name."""

    seat: int
    outcome: str
    high: str | None
    low: str | None
    won_cents: int
    vigorish_cents: int
    net_cents: int
    returned_cents: int
    total_cents: int
    bonuses: Mapping[str, Json] = {}

    @property
    def side_cents(self) -> int:
        """Give what the side wagers added to the seat's own wager."""
        return self.total_cents - self.net_cents

    @classmethod
    def from_json(cls, given: Json) -> SettledSeat:
        """Read a seat of a stored outcome."""
        return cls(
            given["seat"],
            given["outcome"],
            given["high"],
            given["low"],
            given["won"],
            given["vigorish"],
            given["net"],
            given["returned"],
            given["total"],
            {name: given[name] for name in BONUSES if name in given},
        )

    def as_json(self) -> Json:
        """Write the seat; a side wager that was not made has no key."""
        return {
            "seat": self.seat,
            "outcome": self.outcome,
            "high": self.high,
            "low": self.low,
            "won": self.won_cents,
            "vigorish": self.vigorish_cents,
            "net": self.net_cents,
            "returned": self.returned_cents,
            **self.bonuses,
            "total": self.total_cents,
        }


class SettledPlayer(NamedTuple):
    """One player's part of a seat's result, by marker."""

    seat: int
    player: str
    wager_cents: int
    outcome: str
    net_cents: int
    vigorish_cents: int
    side_cents: int
    total_cents: int

    @classmethod
    def from_json(cls, given: Json) -> SettledPlayer:
        """Read a player of a stored outcome."""
        return cls(
            given["seat"],
            given["player"],
            given["wager"],
            given["outcome"],
            given["net"],
            given["vigorish"],
            given["side"],
            given["total"],
        )

    def as_json(self) -> Json:
        """Write the player's part."""
        return {
            "seat": self.seat,
            "player": self.player,
            "wager": self.wager_cents,
            "outcome": self.outcome,
            "net": self.net_cents,
            "vigorish": self.vigorish_cents,
            "side": self.side_cents,
            "total": self.total_cents,
        }


class SettledBank(NamedTuple):
    """The bank's result, and what each of several who share it gets of it."""

    kind: str = "house"
    seat: int | None = None
    net_cents: int = 0
    vigorish_cents: int = 0
    shares: tuple[Share, ...] = ()

    @classmethod
    def from_json(cls, given: Json) -> SettledBank:
        """Read the bank of a stored outcome."""
        shares = [
            Share(each["player"], each["brought"], each["net"], each["vigorish"])
            for each in given.get("shares", ())
        ]
        return cls(given["kind"], given["seat"], given["net"], given["vigorish"], tuple(shares))

    def as_json(self) -> Json:
        """Write the bank; one that nobody shares has no shares."""
        found: Json = {
            "kind": self.kind,
            "seat": self.seat,
            "net": self.net_cents,
            "vigorish": self.vigorish_cents,
        }
        if self.shares:
            found["shares"] = [
                {
                    "player": each.player,
                    "brought": each.brought_cents,
                    "vigorish": each.vigorish_cents,
                    "net": each.net_cents,
                }
                for each in self.shares
            ]
        return found


class SettledDealer(NamedTuple):
    """The dealer's hand as it counted, and the dealer's own wager."""

    high: Sequence[str] | None = None
    low: Sequence[str] | None = None
    outcome: str | None = None
    net_cents: int = 0

    @classmethod
    def from_json(cls, given: Json) -> SettledDealer:
        """Read the dealer of a stored outcome."""
        return cls(given["high"], given["low"], given["outcome"], given["net"])

    def as_json(self) -> Json:
        """Write the dealer's part."""
        return {
            "high": None if self.high is None else list(self.high),
            "low": None if self.low is None else list(self.low),
            "outcome": self.outcome,
            "net": self.net_cents,
        }


class Settlement(NamedTuple):
    """A settled round: `facts` is what went in, in the form of `python -m rules settle`.

    `jackpot_cents` is None in games without a jackpot.
    """

    facts: Json
    seats: tuple[SettledSeat, ...]
    players: tuple[SettledPlayer, ...]
    bank: SettledBank
    house: HouseResult
    dealer: SettledDealer
    jackpot_cents: int | None = None
    movements: tuple[Movement, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @classmethod
    def from_json(cls, given: Json) -> Settlement:
        """Read the four documents of a stored settlement."""
        outcome = given["outcome"]
        house = outcome["house"]
        return cls(
            facts=given["facts"],
            seats=tuple([SettledSeat.from_json(each) for each in outcome["seats"]]),
            players=tuple([SettledPlayer.from_json(each) for each in outcome["players"]]),
            bank=SettledBank.from_json(outcome["bank"]),
            house=HouseResult(house["net"], house["vigorish"]),
            dealer=SettledDealer.from_json(outcome["dealer"]),
            jackpot_cents=outcome.get("jackpot"),
            movements=tuple([Movement.from_json(each) for each in given["movements"]]),
            reasons=tuple([Reason.from_json(each) for each in given["reasons"]]),
        )

    def as_json(self) -> Json:
        """Write the four documents that a record keeps of a settlement."""
        return {
            "facts": self.facts,
            "outcome": self.outcome_json(),
            "movements": listed(self.movements),
            "reasons": listed(self.reasons),
        }

    def outcome_json(self) -> Json:
        """Write who got what."""
        found = self.result_json()
        for row, seat in zip(found["seats"], self.seats, strict=True):
            row["side"] = seat.side_cents
        found["players"] = listed(self.players)
        return found if self.jackpot_cents is None else found | {"jackpot": self.jackpot_cents}

    def result_json(self) -> Json:
        """Write the amounts by seat, as `python -m rules settle` answers them."""
        return {
            "seats": listed(self.seats),
            "bank": self.bank.as_json(),
            "house": self.house.as_json(),
            "dealer": self.dealer.as_json(),
        }

    def seat_at(self, seat: int) -> SettledSeat | None:
        """Give the result of one seat."""
        return next((each for each in self.seats if each.seat == seat), None)


def players_of(
    wagers: Sequence[PlacedWager], seats: Iterable[SettledSeat]
) -> tuple[SettledPlayer, ...]:
    """Share out each seat's result over the wagers that stood on it.

    A box wins or loses as a whole, and where several may stand on it every wager can be paid
    exactly (NZ 6.12), so that each player's part is a whole number of chips.

    Rule: NZ 6.5, 6.11-6.13, 7.1.
    """
    found: list[SettledPlayer] = []
    for seat in seats:
        there = [wager for wager in wagers if wager.seat == seat.seat]
        amounts = (seat.net_cents, seat.vigorish_cents, seat.side_cents, seat.total_cents)
        if len(there) == 1:
            (only,) = there
            found.append(SettledPlayer(*only[:3], seat.outcome, *amounts))
            continue
        brought = [wager.cents for wager in there]
        parts = zip(*[in_proportion(cents, brought) for cents in amounts], strict=True)
        found += [
            SettledPlayer(*wager[:3], seat.outcome, *part)
            for wager, part in zip(there, parts, strict=True)
        ]
    return tuple(found)
