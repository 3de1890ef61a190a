"""The cards of one 52-card deck: their names, ranks, suits and colours.

Rule: TCS, Dealing Procedures 1 (a standard deck; there is no joker).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

RANKS = "23456789TJQKA"
SUITS = "CDHS"
TEN = 10
ACE = 14


class Colour(StrEnum):
    """The colour of a card, which decides a copy."""

    BLACK = "black"
    RED = "red"


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the deck. `rank` is 2 to 14 with the ace high; `index` is its place in `DECK`."""

    index: int
    name: str = field(compare=False)
    rank: int = field(compare=False)
    suit: str = field(compare=False)
    is_red: bool = field(compare=False)

    @property
    def colour(self) -> Colour:
        """Say whether the card is red (diamonds, hearts) or black (clubs, spades)."""
        return Colour.RED if self.is_red else Colour.BLACK

    def __str__(self) -> str:
        return self.name


DECK: tuple[Card, ...] = tuple(
    Card(
        index=4 * place + offset,
        name=rank + suit,
        rank=place + 2,
        suit=suit,
        is_red=suit in "DH",
    )
    for place, rank in enumerate(RANKS)
    for offset, suit in enumerate(SUITS)
)
CARDS: dict[str, Card] = {card.name: card for card in DECK}


def card(text: str) -> Card:
    """Read one card by its name: a rank of `23456789TJQKA` and a suit of `CDHS`.

    >>> card("QS").rank, card("QS").colour.value
    (12, 'black')
    """
    try:
        return CARDS[text]
    except (KeyError, TypeError):
        raise ValueError(f"not a card: {text!r}") from None


def cards(text: str) -> tuple[Card, ...]:
    """Read several cards from their names with spaces between.

    >>> [card.name for card in cards("QS 7H")]
    ['QS', '7H']
    """
    return tuple(card(name) for name in text.split())


def names(held: Iterable[Card]) -> list[str]:
    """Write cards as the list of their names, in the order given."""
    return [card.name for card in held]


def reds(held: Iterable[Card]) -> int:
    """Count the red cards: hands of one size with as many reds have the same colours.

    Rule: TCS 7, examples 1-5 (the colours are compared as a collection, in any order).

    >>> reds(cards("QC 7H")) == reds(cards("QH 7S"))
    True
    """
    return sum(card.is_red for card in held)
