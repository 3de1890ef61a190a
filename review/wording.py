"""The words of the pages that look back: what searches ask for, why something is watched."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from foundation.wording import card_label, tile_label
from rounds.wording import OUTCOMES, place_words
from rules.place import DEALER
from rules.profiles import PROFILES

SEARCHED_OUTCOMES: Mapping[str, Promise] = MappingProxyType(
    {
        **{
            code: OUTCOMES[code].label
            for code in (
                "win",
                "push",
                "lose",
                "foul",
                "surrendered",
                "abandoned",
                "conceded",
                "void",
            )
        },
        "bank": _("Held the bank"),
    }
)

TRAITS: Mapping[str, Promise] = MappingProxyType(
    {
        "irregularity": _("Irregularity"),
        "void": _("Void"),
        "correction": _("Corrected"),
        "quick": _("Quick entry"),
        "late": _("Late entry"),
        "dispute": _("Dispute"),
    }
)

WATCH_REASONS: Mapping[str, Promise] = MappingProxyType(
    {
        "routine": _("Routine watch"),
        "floor_request": _("Asked for by the floor"),
        "dispute": _("A dispute"),
        "alert": _("An alert or a monitor"),
        "large_play": _("Large wagers"),
        "money_moved": _("Fill, credit, drop or count"),
        "equipment_moved": _("Tiles, dice or cards moved"),
        "medical": _("Medical or safety"),
        "regulator_request": _("Asked for by the regulator"),
        "other": _("Something else"),
    }
)

SUSPECTED: Mapping[str, Promise] = MappingProxyType(
    {
        "none": _("Nothing"),
        "procedure": _("Procedure not followed"),
        "cheating": _("Cheating"),
        "theft": _("Theft"),
        "underage": _("Person under age"),
        "excluded": _("Excluded person"),
        "equipment": _("Tampered equipment"),
        "assault": _("Assault or threat"),
        "other": _("Something else"),
    }
)


def searched_outcome(code: str) -> str:
    return str(SEARCHED_OUTCOMES.get(code, code))


def seat_words(seat: int, profile_id: str) -> str:
    """A seat or box as the rules call it; 0 is the dealer."""
    return place_words(str(seat) if seat else DEALER.text, PROFILES[profile_id].seat_word)


def piece_words(kind: str, pieces: str) -> str:
    """A tile or card in a pick-list."""
    return tile_label(kind) if pieces == "tiles" else card_label(kind)
