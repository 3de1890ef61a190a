"""The cards of one 52-card deck: their names, ranks, suits and colours.

Rule: 3CS, Dealing Procedures 1 (a standard deck; there is no joker).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.refusals import RulesError

RANKS = "23456789TJQKA"
SUITS = "CDHS"
TEN = 10
ACE = 14


class Colour(StrEnum):
    """The colour of a card, which decides a copy."""

    BLACK = "black"
    RED = "red"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card of the deck. `rank` is 2 to 14 with the ace high; `index` is its place in `DECK`.

    Each rank has its own three bits in a weight, so that the sum of the weights of up to four
    cards is a name for exactly those ranks, in any order.
    """

    index: int
    text: str
    rank: int
    suit: str
    is_red: bool
    weight: int

    @property
    def colour(self) -> Colour:
        """Say whether the card is red (diamonds, hearts) or black (clubs, spades)."""
        return Colour.RED if self.is_red else Colour.BLACK

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.text,)

    def __repr__(self) -> str:
        return f"card({self.text!r})"


DECK: tuple[Card, ...] = tuple(
    Card(
        index=4 * place + offset,
        text=rank + suit,
        rank=place + 2,
        suit=suit,
        is_red=suit in "DH",
        weight=1 << 3 * place,
    )
    for place, rank in enumerate(RANKS)
    for offset, suit in enumerate(SUITS)
)
CARDS: dict[str, Card] = {card.text: card for card in DECK}


def card(text: object) -> Card:
    """Read one card by its name: a rank of `23456789TJQKA` and a suit of `CDHS`.

    >>> card("QS").rank, card("QS").colour.value
    (12, 'black')
    """
    if isinstance(text, str):
        found = CARDS.get(text)
        if found is not None:
            return found
    raise RulesError("unknown-tile", f"not a card: {text!r}")


def cards(text: str) -> tuple[Card, ...]:
    """Read several cards from their names with spaces between.

    >>> cards("QS 7H")
    (card('QS'), card('7H'))
    """
    return tuple(card(name) for name in text.split())


def names(held: Iterable[Card]) -> list[str]:
    """Write cards as the list of their names, in the order given."""
    return [card.text for card in held]


def reds(held: Iterable[Card]) -> int:
    """Count the red cards: hands of one size with as many reds have the same colours.

    Rule: 3CS 7, examples 1-5 (the colours are compared as a collection, in any order).

    >>> reds(cards("QC 7H")) == reds(cards("QH 7S"))
    True
    """
    return sum(card.is_red for card in held)


def guard_one_deck(held: Iterable[Card]) -> None:
    """Refuse a collection of cards that holds one of them twice.

    Rule: 3CS 1 (one deck).

    >>> guard_one_deck(cards("QS QH QS"))
    Traceback (most recent call last):
    ...
    rules.refusals.RulesError: the deck has only one QS
    """
    seen: set[Card] = set()
    for each in held:
        if each in seen:
            raise RulesError("duplicate-tile", f"the deck has only one {each.text}")
        seen.add(each)
