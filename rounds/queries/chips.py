"""Amounts as a dealer hands them out: chips by denomination, largest first."""

from collections.abc import Sequence

from typing_extensions import TypedDict


class Chips(TypedDict):
    """So many chips of one denomination."""

    cents: int
    count: int


def chips_of(cents: int, denominations: Sequence[int]) -> list[Chips]:
    """Count out an amount; what no chip can pay is left as the last line, with count 0.

    >>> chips_of(4750, [100, 500, 2500])
    [{'cents': 2500, 'count': 1}, {'cents': 500, 'count': 4}, {'cents': 100, 'count': 2},
     {'cents': 50, 'count': 0}]
    """
    found: list[Chips] = []
    rest = abs(cents)
    for denomination in sorted(denominations, reverse=True):
        count, rest = divmod(rest, denomination)
        if count:
            found.append({"cents": denomination, "count": count})
    if rest:
        found.append({"cents": rest, "count": 0})
    return found
