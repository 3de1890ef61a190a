"""Exact chances of one wager, counted in deals, as both games give them."""

from dataclasses import dataclass
from fractions import Fraction

COMMISSION = Fraction(1, 20)


@dataclass(frozen=True, slots=True)
class Odds:
    """How often one wager against the bank wins, pushes and loses, in deals."""

    win: int
    push: int
    lose: int

    @property
    def total(self) -> int:
        """Give the number of deals."""
        return self.win + self.push + self.lose

    def share(self, count: int) -> Fraction:
        """Give a count as a share of all deals."""
        return Fraction(count, self.total)

    def house_edge(self, commission: Fraction = COMMISSION) -> Fraction:
        """Give what the house keeps of one unit wagered, on average.

        Rule: MD 8 §K; MBS 4.1; NZ 6.11; Leaflet ¶16.
        """
        return self.share(self.lose) - self.share(self.win) * (1 - commission)

    def variance(self, commission: Fraction = COMMISSION) -> Fraction:
        """Give how far the house's result of one unit wagered lies from its mean, squared.

        >>> Odds(win=1, push=0, lose=1).variance(Fraction(0))
        Fraction(1, 1)
        """
        squares = self.share(self.lose) + self.share(self.win) * (1 - commission) ** 2
        return squares - self.house_edge(commission) ** 2
