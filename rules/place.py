"""A place at the table: a seat, the dealer, or where chips lie; one value with one spelling.

Documents spell a seat in several ways: `3` where hands are kept by place, `seat-3` or `box-3`
where positions are read out and chips move. All of them are read as the same `Place`; `str` gives
the one spelling that a round's document has, and `named` the words of a layout.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from rules.refusals import RulesError

# No layout has more; beyond it a number is a slip of the keyboard.
MOST_SEATS = 99


class Place(NamedTuple):
    """One place. `number` is the seat's or box's, and None for every other place.

    >>> Place.parse("box-3") == Place.parse("3") == Place.of_seat(3)
    True
    >>> str(Place.of_seat(3)), Place.of_seat(3).named("box"), str(DEALER)
    ('3', 'box-3', 'dealer')
    """

    text: str
    number: int | None = None

    @classmethod
    def of_seat(cls, number: int) -> Place:
        """Give the place of a seat or box."""
        if type(number) is not int or not 1 <= number <= MOST_SEATS:
            raise RulesError("bad-option", f"not a seat: {number!r}")
        return _SEATS[number - 1]

    @classmethod
    def parse(cls, text: str) -> Place:
        """Read a place, however it is spelled: `3`, `seat-3`, `box-3`, `dealer`, `bank`."""
        found = _BY_TEXT.get(text)
        if found is None:
            raise RulesError("bad-option", f"not a place at the table: {text!r}")
        return found

    @property
    def is_seat(self) -> bool:
        """Say whether a player can sit here."""
        return self.number is not None

    def named(self, seat_word: str) -> str:
        """Spell the place in a layout's words, where a seat is a `seat` or a `box`."""
        return self.text if self.number is None else f"{seat_word}-{self.number}"

    def __str__(self) -> str:
        return self.text


DEALER = Place("dealer")
BANK = Place("bank")
CENTRE = Place("centre")
INVENTORY = Place("inventory")
JACKPOT = Place("jackpot")

_SEATS = tuple(Place(str(number), number) for number in range(1, MOST_SEATS + 1))
# How a layout calls its seats, by their number: `SEAT_NAMES["box"][3]` is `box-3`.
SEAT_NAMES = MappingProxyType(
    {word: {each.number: each.named(word) for each in _SEATS} for word in ("seat", "box")}
)
_BY_TEXT = MappingProxyType(
    {
        **{each.text: each for each in (DEALER, BANK, CENTRE, INVENTORY, JACKPOT, *_SEATS)},
        **{each.named(word): each for word in ("seat", "box") for each in _SEATS},
    }
)
