"""QR codes on pages and labels: black on white, whole at any size, for any camera."""

import segno
from django.utils.safestring import SafeString, mark_safe

QUIET_ZONE = 4
"""Modules of white around the code, as ISO/IEC 18004 asks; cameras find it on a dark page."""


def qr(text: str) -> SafeString:
    """A QR code as SVG with a viewBox and no size: the page decides how large it is drawn."""
    drawn = segno.make(text, error="m", micro=False).svg_inline(
        border=QUIET_ZONE, dark="#000000", light="#ffffff", omitsize=True
    )
    return mark_safe(drawn)  # noqa: S308 - drawn by segno
