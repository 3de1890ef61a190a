"""What the parts of an event are called that are shown beside its sentence."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FIELDS: Mapping[str, Promise] = {
    "approval": _("Approval reference"),
    "badge": _("Badge"),
    "cameras": _("Cameras"),
    "currency": _("Currency"),
    "day_starts_at": _("The gaming day begins at"),
    "denominations": _("Chips"),
    "design_approval": _("Design approval"),
    "drop_box": _("Drop box"),
    "house": _("House"),
    "language": _("Language"),
    "layout_approval": _("Layout approval"),
    "licence": _("Licence"),
    "maximum_cents": _("Maximum"),
    "minimum_cents": _("Minimum"),
    "name": _("Name"),
    "note": _("Note"),
    "number": _("Number"),
    "pieces": _("Pieces"),
    "profile": _("Rules"),
    "reason": _("Reason"),
    "roles": _("Roles"),
    "seal": _("Seal"),
    "seal_number": _("Seal"),
    "seats": _("Seats or boxes"),
    "serial": _("Serial number"),
    "shaker": _("Shaker"),
    "shift_starts": _("Shifts begin at"),
    "short_name": _("Short name"),
    "smallest_chip_cents": _("Smallest chip"),
    "state": _("State"),
    "time_zone": _("Time zone"),
    "total_cents": _("Total"),
    "video_link": _("The recorder's address"),
}
"""By the key of an event; what is not here stands only in the event as it is kept."""
