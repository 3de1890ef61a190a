"""How one hand compares with the bank's, whichever the game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HandComparison:
    """Who wins one hand against the bank, and whether the two ranked equal.

    Rule: MD 1 §B(3); MBS 1.1.2; NZ 4.5.
    """

    winner: str
    is_copy: bool
