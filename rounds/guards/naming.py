"""How a refusal names a place: by the word of the rules under which its table plays."""

from collections.abc import Iterable

from rounds.games.game import Game
from rounds.wording import place_within, place_words
from rules.place import Place


def seat_named(game: Game, seat: int) -> str:
    """A seat at the beginning of a sentence: Seat 3, at a New Zealand table Box 3.

    Rule: NZ 1.0 Box.
    """
    return place_words(str(seat), game.profile.seat_word)


def seat_within(game: Game, seat: int) -> str:
    """The same inside a sentence: seat 3, box 3."""
    return place_within(str(seat), game.profile.seat_word)


def places_within(game: Game, places: Iterable[Place | str]) -> str:
    """Several places inside a sentence: box 2, box 5, the dealer."""
    named = [str(each).removeprefix("seat-") for each in places]
    return ", ".join(place_within(each, game.profile.seat_word) for each in named)
