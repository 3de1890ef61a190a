"""Records that a tablet has made and not yet sent: its screen says how many, in a cookie.

Rule: none; whoever closes a table or leaves it must not leave records behind on the tablet.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import ngettext

from rules.refusals import Refused

LEAVING = frozenset({"begin_closing", "close_table", "tap_in", "tap_out"})


def guard_nothing_unsent(request: HttpRequest, where: Mapping[str, Any]) -> None:
    """Refuse to close or hand over a table from a tablet that still keeps records of it."""
    said = request.COOKIES.get(f"unsent-{where.get('table_id')}", "")
    count = int(said) if said.isdecimal() and len(said) < 5 else 0
    if count:
        message = ngettext(
            "{count} record is not sent yet. Open the dealer's screen and send it first.",
            "{count} records are not sent yet. Open the dealer's screen and send them first.",
            count,
        )
        raise Refused("unsent_records", message.format(count=count), count=count)
