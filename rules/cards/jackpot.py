"""The bonus jackpot: who wins it, and how the house adds to it.

Rule: 3CS App. D.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.cards.four_card import FourCardClass, pay_table
from rules.options import Options

BASIS_POINTS = 10_000


@dataclass(frozen=True, slots=True)
class Activity:
    """What happened since the last contribution: time passed, bonus wagers, the win on them."""

    days: int = 0
    hours: int = 0
    wagers: int = 0
    win_cents: int = 0


GROWTH: Mapping[str, Callable[[int, Activity], int]] = MappingProxyType(
    {
        "none": lambda step, seen: 0,
        "per-day": lambda step, seen: step * seen.days,
        "per-hour": lambda step, seen: step * seen.hours,
        "per-wager": lambda step, seen: step * seen.wagers,
        "share-of-win": lambda step, seen: max(seen.win_cents, 0) * step // BASIS_POINTS,
    }
)


def contribution_cents(method: str, step: int, seen: Activity) -> int:
    """Give what the house adds to the jackpot by the method of the house.

    A share of the win is in basis points, rounded down to the cent, and a period that the house
    lost adds nothing (reading).

    Rule: 3CS App. D.
    """
    return GROWTH[method](step, seen)


def jackpot_won(options: Options, jackpot_cents: int, made: FourCardClass, wager_cents: int) -> int:
    """Give the jackpot that a Four Card wager wins: all of it or nothing.

    Rule: 3CS App. D (only for a wager of at least the qualifying amount).
    """
    if not pay_table(options.four_card).wins_jackpot(made):
        return 0
    return jackpot_cents if wager_cents >= (options.jackpot_minimum or 0) else 0
