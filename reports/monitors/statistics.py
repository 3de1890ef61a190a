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


def fisher_two_sided(hits: int, tries: int, other_hits: int, other_tries: int) -> float:
    """Fisher's exact chance of so uneven a share of the hits, if both groups were alike.

    All that is taken as known is how many hits there were in all, so neither group's rate is
    treated as certain, and whoever has all of them is seen.

    >>> round(fisher_two_sided(1, 19, 2, 245), 3)
    0.201
    >>> fisher_two_sided(40, 60, 0, 150) < 1e-20
    True
    """
    all_hits, everything = hits + other_hits, tries + other_tries
    if not tries or not other_tries or all_hits in (0, everything):
        return 1.0
    fewest, most = max(0, all_hits - other_tries), min(all_hits, tries)
    whole = log_ways(everything, all_hits)
    chances = [
        exp(log_ways(tries, k) + log_ways(other_tries, all_hits - k) - whole)
        for k in range(fewest, most + 1)
    ]
    limit = chances[hits - fewest] * (1 + 1e-7)
    return min(1.0, fsum(chance for chance in chances if chance <= limit))


def log_ways(things: int, taken: int) -> float:
    """The logarithm of how many ways there are to take some of so many things."""
    return lgamma(things + 1) - lgamma(taken + 1) - lgamma(things - taken + 1)


def holm(chances: Sequence[float]) -> list[float]:
    """Each chance as it counts among so many looks; one false alarm in all is as rare as said.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(chances)), key=lambda index: chances[index])
    adjusted, largest = [0.0] * len(chances), 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(chances) - rank) * chances[index]))
        adjusted[index] = largest
    return adjusted


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


def together(deviations: Sequence[float], products: Sequence[Sequence[float]]) -> Fit | None:
    """Several sums at once against their expectation; `products` adds up those of each group.

    Sums of the same rounds hang together: who wins more often also wins more money. Their
    deviations are weighed by how they vary together from round to round, so that one chance
    speaks for all of them. None where one of the sums says nothing of its own.

    >>> together([3.0, 0.0], [[4.0, 0.0], [0.0, 9.0]]).value
    2.25
    """
    solved = _solved(products, deviations)
    if solved is None:
        return None
    value = max(0.0, fsum(a * b for a, b in zip(deviations, solved, strict=True)))
    return Fit(value, len(deviations), chi_square_survival(value, len(deviations)))


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float] | None:
    """Gauss and Jordan, scaled by the diagonal; None for a matrix without an inverse."""
    size = len(right)
    scale = [sqrt(matrix[i][i]) if matrix[i][i] > 0 else 0.0 for i in range(size)]
    if not all(scale):
        return None
    rows = [
        [matrix[i][j] / scale[i] / scale[j] for j in range(size)] + [right[i] / scale[i]]
        for i in range(size)
    ]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        if abs(rows[pivot][column]) < 1e-9:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [rows[i][size] / rows[i][i] / scale[i] for i in range(size)]


def at_least_one(p: float, looks: int) -> float:
    """The chance that the oddest of so many independent looks is at least this odd.

    >>> round(at_least_one(0.05, 20), 4)
    0.6415
    """
    return 1 - (1 - p) ** looks if p < 1 else 1.0


def once_in(p: float) -> float:
    """How many samples show something this odd once, on average."""
    return 1 / p if p > 0 else inf
