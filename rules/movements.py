"""A movement of chips at a settlement, as both games list them."""

from typing import NamedTuple

from rules.place import INVENTORY as INVENTORY_PLACE

INVENTORY = INVENTORY_PLACE.text
"""The house's own chips, in the rack."""


class Movement(NamedTuple):
    """So many cents from one place to another, and why. `seat` is None for the dealer's own."""

    amount_cents: int
    from_place: str
    to_place: str
    reason: str
    seat: int | None
