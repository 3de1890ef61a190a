"""What the commands of `python -m rules` share, whichever the game."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

Piece = TypeVar("Piece")


def ratio(share: Fraction) -> str:
    """Write a fraction in lowest terms.

    >>> ratio(Fraction(0)), ratio(Fraction(2, 4))
    ('0/1', '1/2')
    """
    return f"{share.numerator}/{share.denominator}"


def as_given(hand: Sequence[Piece], held: Sequence[Piece]) -> list[Piece]:
    """Put the tiles or cards of a hand in the order in which they were given."""
    return sorted(hand, key=held.index)
