"""Codes on labels: what a scanner reads from a set, an envelope, a shaker or a badge."""

SET, ENVELOPE = "SET", "ENV"


def set_code(kind: str, serial: str) -> str:
    return f"{SET}:{kind}:{serial}"


def envelope_code(seal_number: str) -> str:
    return f"{ENVELOPE}:{seal_number}"
