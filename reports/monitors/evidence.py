"""Evidence that may be looked at every night, and still lies no more often than it says.

Each watched thing starts with one coin and bets it, night after night, that something is wrong. If
chance alone is at work, nobody wins much at such bets: the coin becomes a thousand at most once in
a thousand floors, however often one looks (Ville's inequality). So the evidence is the coin's
value, and an alarm goes off where it passes a bar that leaves the whole house one stated level.

Bets are kept as logarithms, one for each strength of the fault that is bet on; the coin is divided
among them. Nothing here knows the game or reads the database.
"""

from collections.abc import Iterable, Sequence
from math import exp, fsum, log, log1p

from reports.monitors.statistics import log_ways

ODDS = (1.5, 2.0, 3.0, 6.0)
"""How many times the odds of the others somebody may have who does a thing too often."""
LOADS = (0.1, 0.2, 0.4)
"""By how much of its chance one face of a die may come too often."""
STAKES = (0.05, 0.1, 0.2, 0.4)
"""Which part of the coin is bet on a round being too good for the players."""
LUCK_STAKES = (0.25, 0.5, 0.9)

LEVEL = 0.05
FIRST_BLOCK = 16
NIGHTS_A_YEAR = 366
FACES = 6


def share_bets(hits: int, tries: int, other_hits: int, other_tries: int) -> list[float]:
    """A night's bets that one has a larger share of the hits than the others.

    How many hits there were in all is taken as given, so that a bad night for everybody counts
    against nobody.
    """
    everything, all_hits = tries + other_tries, hits + other_hits
    fewest, most = max(0, all_hits - other_tries), min(all_hits, tries)
    if fewest == most:
        return [0.0] * len(ODDS)
    whole = log_ways(everything, all_hits)
    chances = [
        (k, exp(log_ways(tries, k) + log_ways(other_tries, all_hits - k) - whole))
        for k in range(fewest, most + 1)
    ]
    return [
        (hits - fewest) * log(odds)
        - log(fsum(chance * odds ** (k - fewest) for k, chance in chances))
        for odds in ODDS
    ]


def face_bets(counts: Sequence[int]) -> list[float]:
    """A night's bets that one face of a set of dice comes too often, each face by each load."""
    total = sum(counts)
    return [
        counts[face] * log1p(load) + (total - counts[face]) * log1p(-load / (FACES - 1))
        for face in range(FACES)
        for load in LOADS
    ]


def luck_bets(results: Iterable[float], stakes: Sequence[float] = STAKES) -> list[float]:
    """Bets that players win too much. A result lies between -1 and 1 and is fair on average."""
    found = list(results)
    return [fsum(log1p(stake * each) for each in found) for stake in stakes]


def evidence_of(bets: Sequence[float]) -> float:
    """The logarithm of what the coin is worth, over all that it was divided among.

    >>> round(exp(evidence_of([log(3.0), log(1.0)])), 6)
    2.0
    """
    top = max(bets, default=0.0)
    return top + log(fsum(exp(each - top) for each in bets) / len(bets)) if bets else 0.0


def bar_of(rank: int, monitors: int, level: float = LEVEL) -> float:
    """What evidence alarms, as a logarithm: for the thing of this rank in one of so many monitors.

    Each monitor has its part of the level. Of that the first sixteen things share one half, the
    next thirty-two a quarter, and so on, so that people who come later have their part too.

    >>> round(exp(bar_of(0, 1, 0.05)))
    640
    >>> parts = [exp(-bar_of(rank, 1, 0.05)) for rank in range(5000)]
    >>> fsum(parts) <= 0.05
    True
    """
    size, part, first = FIRST_BLOCK, level / monitors / 2, 0
    while rank >= first + size:
        first, size, part = first + size, size * 2, part / 2
    return log(size / part)


def bar_of_a_night(things: int, monitors: int, level: float = LEVEL) -> float:
    """What evidence of one night alone alarms, for things that have no name the night after."""
    return log(max(1, things) * NIGHTS_A_YEAR * monitors / level)


def tries_needed(share: float, odds: float, bar: float) -> int | None:
    """After about how many tries somebody of so many times the odds is found.

    >>> tries_needed(0.1, 2.25, bar_of(0, 5))
    213
    """
    if not 0 < share < 1:
        return None
    theirs = odds * share / (1 - share + odds * share)
    gain = theirs * log(theirs / share) + (1 - theirs) * log((1 - theirs) / (1 - share))
    return round((bar + log(len(ODDS))) / gain)
