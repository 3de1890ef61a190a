"""Codes on labels: what a scanner reads from a set, an envelope, a shaker or a badge."""

import segno
from django.utils.safestring import SafeString, mark_safe

SET, ENVELOPE = "SET", "ENV"


def set_code(kind: str, serial: str) -> str:
    return f"{SET}:{kind}:{serial}"


def envelope_code(seal_number: str) -> str:
    return f"{ENVELOPE}:{seal_number}"


def qr(text: str) -> SafeString:
    """A QR code as SVG, black on white so that any camera reads it."""
    drawn = segno.make(text, error="m", micro=False).svg_inline(
        scale=4, border=2, dark="#000000", light="#ffffff", omitsize=True
    )
    return mark_safe(drawn)  # noqa: S308 - drawn by segno from our own codes
