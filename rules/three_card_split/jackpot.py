"""The bonus jackpot: who wins it, how the house adds to it, what it restarts at.

Rule: 3CS App. D.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.three_card_split.facts import CardOptions
from rules.three_card_split.four_card import BonusClass, PayTable

BASIS_POINTS = 10_000


class Method(StrEnum):
    """How the house's contribution is worked out; the casino may choose any method.

    Rule: 3CS App. D.
    """

    PER_DAY = "per_day"
    PER_HOUR = "per_hour"
    PER_WAGER = "per_wager"
    SHARE_OF_WIN = "share_of_win"


@dataclass(frozen=True, slots=True)
class Contributions:
    """What a property filed: a fixed amount a period, or a share of wagers or of the win."""

    method: Method
    amount_cents: int = 0
    share_basis_points: int = 0

    def for_period(self, basis_cents: int) -> int:
        """Give the contribution of one period.

        `basis_cents` is the period's bonus wagers or the house's win on them; a fixed amount does
        not look at it. A share is rounded down to the cent, and a period that the house lost adds
        nothing (reading).

        >>> Contributions(Method.SHARE_OF_WIN, share_basis_points=250).for_period(12_345)
        308
        """
        if self.method in {Method.PER_DAY, Method.PER_HOUR}:
            return self.amount_cents
        return max(basis_cents, 0) * self.share_basis_points // BASIS_POINTS


def jackpot_won(options: CardOptions, table: PayTable, made: BonusClass, wager_cents: int) -> int:
    """Give the jackpot that a Four Card wager wins: all of it or nothing.

    Rule: 3CS App. D (only for a wager of at least the qualifying amount).
    """
    qualifies = wager_cents >= options.jackpot_minimum_cents
    return options.jackpot_cents if qualifies and table.wins_jackpot(made) else 0


def meter_after_award(*, meter_cents: int, paid_cents: int, seed_cents: int) -> int:
    """Give what the meter shows after a round: the seed again once the jackpot is won.

    Rule: 3CS App. D.
    """
    return seed_cents if paid_cents else meter_cents


def shares_of_award(jackpot_cents: int, winners: int) -> tuple[int, ...]:
    """Divide a jackpot of linked tables among those who won it at one moment.

    Equal shares, odd cents to the first named (reading: the document knows one winner a round).

    >>> shares_of_award(100_001, 2)
    (50001, 50000)
    """
    share, odd = divmod(jackpot_cents, winners)
    return tuple(share + (place < odd) for place in range(winners))
