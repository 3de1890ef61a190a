"""A movement of chips at a settlement, as both games list them."""

from __future__ import annotations

from typing import NamedTuple

from rules.place import INVENTORY as INVENTORY_PLACE
from rules.round import Json

INVENTORY = INVENTORY_PLACE.text
"""The house's own chips, in the rack."""


class Movement(NamedTuple):
    """So many cents from one place to another, and why. `seat` is None for the dealer's own."""

    amount_cents: int
    from_place: str
    to_place: str
    reason: str
    seat: int | None

    @classmethod
    def from_json(cls, given: Json) -> Movement:
        """Read a movement of a record."""
        return cls(given["cents"], given["from"], given["to"], given["reason"], given["seat"])

    def as_json(self) -> Json:
        """Write the movement as a record keeps it."""
        return {
            "from": self.from_place,
            "to": self.to_place,
            "cents": self.amount_cents,
            "reason": self.reason,
            "seat": self.seat,
        }
