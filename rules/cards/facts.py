"""The facts of a round of cards, as they are stored and as they are settled.

`CardRoundFacts.from_mapping` reads the JSON of the record (and of `python -m rules settle`);
`as_mapping` writes it back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.cards.card import Card, card, names
from rules.facts import BankFacts, read_cents, seat_number
from rules.refusals import RulesError

Given = Mapping[str, object]

HOUSE = BankFacts()

# No meter needs more digits; beyond it a number is a slip of the keyboard.
MOST_JACKPOT_CENTS = 10**15


@dataclass(frozen=True, slots=True)
class CardSeatFacts:
    """One seat: what was wagered, what was dealt, how it was set and how it ended.

    A hand without `high` is set the house way. Only a hand that was not played may lack cards.
    """

    seat: int
    wager_cents: int = 0
    cards: tuple[Card, ...] = ()
    high: tuple[Card, ...] | None = None
    state: str = "played"
    three_card_cents: int = 0
    four_card_cents: int = 0

    @classmethod
    def from_mapping(cls, given: object) -> CardSeatFacts:
        """Read a seat. The setting may be told by the two high cards or by the low card."""
        if not isinstance(given, Mapping):
            raise RulesError("wrong-count", f"not a seat: {given!r}")
        state = "played" if given.get("state") is None else given.get("state")
        if not isinstance(state, str):
            raise RulesError("bad-option", f"not a state of a hand: {state!r}")
        if read_cents(given.get("pair_fortunes"), "pair_fortunes"):
            raise RulesError("bad-option", "the Pair Fortunes wager is not offered with cards")
        held = _dealt(given.get("cards"), may_lack=state != "played")
        return cls(
            seat=seat_number(given.get("seat")),
            wager_cents=read_cents(given.get("wager"), "wager"),
            cards=held,
            high=_high(given, held),
            state=state,
            three_card_cents=read_cents(given.get("three_card"), "three_card"),
            four_card_cents=read_cents(given.get("four_card"), "four_card"),
        )

    def as_mapping(self) -> dict[str, object]:
        """Write a seat, leaving out what it does not have."""
        given: dict[str, object] = {"seat": self.seat, "wager": self.wager_cents}
        given |= _written(self.cards, self.high)
        if self.state != "played":
            given["state"] = self.state
        if self.three_card_cents:
            given["three_card"] = self.three_card_cents
        if self.four_card_cents:
            given["four_card"] = self.four_card_cents
        return given


@dataclass(frozen=True, slots=True)
class CardDealerFacts:
    """The dealer's hand. With `high` it was set at the table, which must equal the house way."""

    cards: tuple[Card, ...]
    high: tuple[Card, ...] | None = None

    @classmethod
    def from_mapping(cls, given: object) -> CardDealerFacts:
        """Read the dealer's hand. The dealer of the card game never wagers."""
        if not isinstance(given, Mapping):
            raise RulesError("wrong-count", f"the dealer needs three cards: {given!r}")
        if read_cents(given.get("wager"), "dealer's wager"):
            raise RulesError("bad-option", "in the card game the dealer makes no wager")
        if given.get("stands") not in (None, False):
            raise RulesError("bad-option", "in the card game a wrong setting is always reset")
        held = cards_of(given.get("cards"), 3)
        return cls(held, _high(given, held))

    def as_mapping(self) -> dict[str, object]:
        """Write the dealer's hand."""
        return _written(self.cards, self.high)


@dataclass(frozen=True, slots=True)
class CardRoundFacts:
    """A whole round, ready to be settled. `jackpot_cents` is the meter before the round."""

    dealer: CardDealerFacts
    seats: tuple[CardSeatFacts, ...]
    community: Card | None = None
    jackpot_cents: int = 0
    bank: BankFacts = HOUSE

    @classmethod
    def from_mapping(cls, given: Given) -> CardRoundFacts:
        """Read a round from the mapping that the record stores."""
        bank = given.get("bank")
        seats = given.get("seats")
        if not isinstance(seats, list | tuple):
            raise RulesError("wrong-count", f"not a list of seats: {seats!r}")
        community = given.get("community")
        return cls(
            dealer=CardDealerFacts.from_mapping(given.get("dealer")),
            seats=tuple(CardSeatFacts.from_mapping(each) for each in seats),
            community=None if community is None else card(community),
            jackpot_cents=_jackpot(given.get("jackpot")),
            bank=HOUSE if bank is None else BankFacts.from_mapping(bank),
        )

    def as_mapping(self) -> dict[str, object]:
        """Write the round as a mapping that JSON can hold."""
        given: dict[str, object] = {
            "bank": self.bank.as_mapping(),
            "dealer": self.dealer.as_mapping(),
            "seats": [each.as_mapping() for each in self.seats],
        }
        if self.community is not None:
            given["community"] = self.community.text
        if self.jackpot_cents:
            given["jackpot"] = self.jackpot_cents
        return given

    def all_cards(self) -> Iterator[Card]:
        """List every card that the round has shown."""
        yield from self.dealer.cards
        for seat in self.seats:
            yield from seat.cards
        if self.community is not None:
            yield self.community


def cards_of(given: object, *counts: int) -> tuple[Card, ...]:
    """Read a list of exactly so many cards."""
    expected = " or ".join(str(count) for count in counts)
    if not isinstance(given, list | tuple):
        raise RulesError("wrong-count", f"expected a list of {expected} cards, not {given!r}")
    if len(given) not in counts:
        raise RulesError("wrong-count", f"expected {expected} cards, not {len(given)}")
    return tuple(card(each) for each in given)


def _dealt(given: object, *, may_lack: bool) -> tuple[Card, ...]:
    return () if given is None and may_lack else cards_of(given, 3)


def _high(given: Given, held: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """Read how a hand was set: by its two high cards, by its low card, or not told."""
    high = None if given.get("high") is None else cards_of(given.get("high"), 2)
    low = given.get("low")
    if low is None:
        return high
    (left,) = cards_of(low if isinstance(low, list | tuple) else [low], 1)
    rest = tuple(each for each in held if each is not left)
    if left not in held or (high is not None and set(high) != set(rest)):
        raise RulesError("bad-setting", f"{left.text} is not the card left over")
    return rest


def _jackpot(given: object) -> int:
    if given is None:
        return 0
    if (
        not isinstance(given, int)
        or isinstance(given, bool)
        or not 0 <= given <= MOST_JACKPOT_CENTS
    ):
        raise RulesError("bad-option", f"not a jackpot in whole cents: {given!r}")
    return given


def _written(held: tuple[Card, ...], high: tuple[Card, ...] | None) -> dict[str, object]:
    given: dict[str, object] = {}
    if held:
        given["cards"] = names(held)
    if high is not None:
        given["high"] = names(high)
    return given
