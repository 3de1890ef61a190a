"""Reasons, as both games give them: a code with its parameters and the paragraph that decides.

A record keeps `Reason`s. Each game has the sentences behind its codes; where a sentence stands
(after which seat and which hand) and how money is written is the same for both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.round import Json

Translate = Callable[[str], str]
Money = Callable[[int], str]

PREFIXES: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("seat", ""): "Seat {seat}. {text}",
        ("seat", "high"): "Seat {seat}, high hand. {text}",
        ("seat", "low"): "Seat {seat}, low hand. {text}",
        ("box", ""): "Box {seat}. {text}",
        ("box", "high"): "Box {seat}, high hand. {text}",
        ("box", "low"): "Box {seat}, low hand. {text}",
        ("dealer", "high"): "Dealer's high hand. {text}",
        ("dealer", "low"): "Dealer's low hand. {text}",
        ("bank", ""): "Bank at seat {seat}. {text}",
    }
)
SIDES: Mapping[str, str] = MappingProxyType(
    {"high": "High hand. {text}", "low": "Low hand. {text}"}
)
"""Where the place stands above its reasons already."""


class Reason(NamedTuple):
    """One step of an explanation.

    Parameters that end in `_cents` are money, in `_hand` the code of a hand, in `_tile` the name
    of a tile; `seat` and `side` say what the step is about.
    """

    code: str
    params: Mapping[str, str | int]
    cite: str
    reading: bool = False

    @classmethod
    def from_json(cls, given: Json) -> Reason:
        """Read a reason of a record."""
        return cls(given["code"], given["params"], given["cite"])

    def as_json(self) -> Json:
        """Write the reason as a record keeps it."""
        return {"code": self.code, "params": self.params, "cite": self.cite}

    @property
    def citation(self) -> str:
        """Give the paragraph, marked where it is a reading of ours."""
        return f"{self.cite} (reading)" if self.reading else self.cite


def plain_money(cents: int) -> str:
    """Write an amount for people.

    >>> plain_money(2505), plain_money(-5)
    ('25.05', '-0.05')
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def placed(
    reason: Reason, text: str, prefixes: Mapping[tuple[str, str], str], translate: Translate
) -> str:
    """Put the place and the hand before what is said of them."""
    place, side = (str(reason.params.get(name, "")) for name in ("place", "side"))
    prefix = prefixes.get((place, side))
    if prefix is None:
        return text
    return translate(prefix).format(seat=reason.params.get("seat"), text=text)


def sided(reason: Reason, text: str, translate: Translate) -> str:
    """Put the hand, high or low, before what is said of it."""
    side = SIDES.get(str(reason.params.get("side", "")))
    return text if side is None else translate(side).format(text=text)
