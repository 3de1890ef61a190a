"""Amounts as a dealer hands them out: chips by denomination, largest first."""

from collections.abc import Sequence

from typing_extensions import TypedDict


class Chips(TypedDict):
    """So many chips of one denomination."""

    cents: int
    count: int


def chips_of(cents: int, largest_first: Sequence[int]) -> list[Chips]:
    """Count out an amount; what no chip can pay is left as the last line, with count 0.

    >>> chips_of(4750, [2500, 500, 100])
    [{'cents': 2500, 'count': 1}, {'cents': 500, 'count': 4}, {'cents': 100, 'count': 2},
     {'cents': 50, 'count': 0}]
    """
    found: list[Chips] = []
    rest = -cents if cents < 0 else cents
    for denomination in largest_first:
        if rest >= denomination:
            found.append({"cents": denomination, "count": rest // denomination})
            rest %= denomination
    if rest:
        found.append({"cents": rest, "count": 0})
    return found
