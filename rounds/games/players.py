"""Several players on one New Zealand box: what each of them wins or loses of the box."""

from collections.abc import Sequence
from typing import Any

from rules.tiles.shared_bank import in_proportion

Document = dict[str, Any]


def players_of(wagers: Sequence[Document], seats: Sequence[Document]) -> list[Document]:
    """Share out each seat's result over the wagers that stood on it.

    A box wins or loses as a whole, and where several may stand on it every wager can be paid
    exactly (NZ 6.12), so that each player's part is a whole number of chips.

    Rule: NZ 6.5, 6.11-6.13, 7.1.
    """
    found = []
    for seat in seats:
        there = [wager for wager in wagers if wager["seat"] == seat["seat"]]
        shares = [wager["cents"] for wager in there]
        parts = {
            key: in_proportion(seat[key], shares) for key in ("net", "vigorish", "side", "total")
        }
        for number, wager in enumerate(there):
            found.append(
                {
                    "seat": seat["seat"],
                    "player": wager["player"],
                    "wager": wager["cents"],
                    "outcome": seat["outcome"],
                    **{key: part[number] for key, part in parts.items()},
                }
            )
    return found
