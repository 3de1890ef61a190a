"""How players may wager under each profile: on how many areas, within which limits.

The rules core settles wagers; what the dealer may accept in the first place is a table of what
the documents say, one row a profile.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Areas(StrEnum):
    """On how many betting areas one player may wager."""

    ONE = "one"
    ADJACENT = "adjacent"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Wagering:
    """What a profile says about placing wagers, with its paragraphs.

    `house_seat` is the box from which the house banks; it takes no wager then.
    """

    areas: Areas
    areas_rule: str
    late_rule: str
    limits_rule: str
    house_seat: int | None = None
    is_paid_exactly: bool = False


WAGERING: Mapping[str, Wagering] = MappingProxyType(
    {
        "maryland": Wagering(Areas.ADJACENT, "MD 5 §E", "MD 5 §D", "MD 5 §A"),
        "leaflet": Wagering(Areas.ONE, "Leaflet ¶22", "Leaflet ¶20", "Leaflet ¶20"),
        "mbs": Wagering(
            Areas.ANY,
            "MBS 3.12",
            "MBS 5.4-5.5",
            "MBS 3.19",
        ),
        "new-zealand": Wagering(
            Areas.ANY,
            "NZ 6.7",
            "NZ 6.9",
            "NZ 6.6, 6.8",
            house_seat=1,
            is_paid_exactly=True,
        ),
        "three-card-split": Wagering(Areas.ANY, "3CS 2 (reading)", "3CS 2", "3CS 2"),
    }
)
