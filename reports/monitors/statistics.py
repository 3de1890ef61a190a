"""The few pieces of statistics that the monitors need, small enough to check by hand.

Nothing here knows the game. A probability `p` is always that of what was seen or something at
least as far from what was expected, if chance alone was at work.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, fsum, inf, lgamma, log, sqrt

SMALLEST_EXPECTED = 5.0
Z_95 = 1.959963984540054
_TINY = 1e-300
_STEPS = 10_000


def normal_two_sided(z: float) -> float:
    """The chance that a normal value lies at least so far from its mean.

    >>> round(normal_two_sided(1.959963984540054), 6)
    0.05
    """
    return erfc(abs(z) / sqrt(2))


def chi_square_survival(value: float, freedom: int) -> float:
    """The chance that a chi-square value of so many degrees of freedom is at least this large.

    >>> round(chi_square_survival(3.841458820694124, 1), 6)
    0.05
    """
    if freedom < 1:
        raise ValueError(f"not a number of degrees of freedom: {freedom!r}")
    return upper_gamma(freedom / 2, value / 2) if value > 0 else 1.0


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x): by series or continued fraction."""
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        return max(0.0, 1.0 - front * _series(a, x))
    return front * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for step in range(1, _STEPS):
        term *= x / (a + step)
        total += term
        if term < total * 1e-16:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """Lentz's method for the continued fraction of Q."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    total = d
    for step in range(1, _STEPS):
        factor = -step * (step - a)
        b += 2
        d = factor * d + b or _TINY
        c = b + factor / c or _TINY
        d = 1 / d
        total *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return total


@dataclass(frozen=True, slots=True)
class Fit:
    """How well counts fit their expected shares: chi-square, degrees of freedom, chance."""

    value: float
    freedom: int
    p: float


def goodness_of_fit(
    counts: Sequence[int], shares: Sequence[float], *, spread: float = 1.0
) -> Fit | None:
    """Compare counts with their shares; None when there are too few to say anything.

    Neighbouring cells that expect fewer than five are put together first. `spread` is the
    variance of a count as a part of that of independent draws: below one without replacement.
    """
    total = sum(counts)
    cells = pooled(counts, [total * share for share in shares])
    if len(cells) < 2 or spread <= 0:
        return None
    value = fsum((seen - due) ** 2 / due for seen, due in cells) / spread
    return Fit(value, len(cells) - 1, chi_square_survival(value, len(cells) - 1))


def pooled(counts: Sequence[int], expected: Sequence[float]) -> list[tuple[int, float]]:
    """Put neighbouring cells together until each expects at least five."""
    cells: list[tuple[int, float]] = []
    seen, due = 0, 0.0
    for count, share in zip(counts, expected, strict=True):
        seen, due = seen + count, due + share
        if due >= SMALLEST_EXPECTED:
            cells.append((seen, due))
            seen, due = 0, 0.0
    if due > 0 and cells:
        last_seen, last_due = cells.pop()
        cells.append((last_seen + seen, last_due + due))
    return cells


def binomial_two_sided(hits: int, tries: int, share: float) -> float:
    """The exact chance of a count at least as unlikely as this one among so many tries.

    >>> round(binomial_two_sided(9, 10, 0.5), 6)
    0.021484
    """
    if tries == 0 or not 0 < share < 1:
        return 1.0
    if tries * share * (1 - share) > 2500:
        return normal_two_sided(
            max(0.0, abs(hits - tries * share) - 0.5) / sqrt(tries * share * (1 - share))
        )
    chances = [binomial_chance(k, tries, share) for k in range(tries + 1)]
    limit = chances[hits] * (1 + 1e-7)
    return min(1.0, fsum(chance for chance in chances if chance <= limit))


def binomial_chance(hits: int, tries: int, share: float) -> float:
    ways = lgamma(tries + 1) - lgamma(hits + 1) - lgamma(tries - hits + 1)
    return exp(ways + hits * log(share) + (tries - hits) * log(1 - share))


def expected_interval(share: float, tries: int, *, spread: float = 1.0) -> tuple[float, float]:
    """Between which counts nineteen of twenty such samples lie."""
    middle = tries * share
    reach = Z_95 * sqrt(tries * share * (1 - share) * spread)
    return max(0.0, middle - reach), min(float(tries), middle + reach)


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum beside its expected value, when what is added comes in groups that hang together."""

    seen: float
    expected: float
    low: float
    high: float
    z: float
    p: float


def grouped_sum(seen: float, expected: float, squares: float) -> Sum | None:
    """Compare a sum with its expectation; `squares` adds up each group's squared deviation.

    Wagers of one round meet the same bank's hand, so they are not independent; rounds are. The
    squared deviations of whole rounds measure the spread without assuming anything else.
    """
    if squares <= 0:
        return None
    reach = sqrt(squares)
    z = (seen - expected) / reach
    low, high = expected - Z_95 * reach, expected + Z_95 * reach
    return Sum(seen, expected, low, high, z, normal_two_sided(z))


def at_least_one(p: float, looks: int) -> float:
    """The chance that the oddest of so many independent looks is at least this odd.

    >>> round(at_least_one(0.05, 20), 4)
    0.6415
    """
    return 1 - (1 - p) ** looks if p < 1 else 1.0


def once_in(p: float) -> float:
    """How many samples show something this odd once, on average."""
    return 1 / p if p > 0 else inf
