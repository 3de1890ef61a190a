"""Why something is watched and what is suspected: pick-lists, stored as codes."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REASONS: Mapping[str, Promise] = MappingProxyType(
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
