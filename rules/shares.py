"""Dividing a result over those who brought its chips."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """One player's part of a shared bank; the vigorish is in the net already."""

    player: str
    brought_cents: int
    net_cents: int
    vigorish_cents: int


def in_proportion(cents: int, parts: Sequence[int]) -> list[int]:
    """Divide an amount in proportion; cents that do not divide go, one each, to the first named.

    >>> in_proportion(-300, [100, 200]), in_proportion(10, [1, 1, 1]), in_proportion(0, [5])
    ([-100, -200], [4, 3, 3], [0])
    """
    whole, sign = sum(parts), -1 if cents < 0 else 1
    found = [abs(cents) * part // whole for part in parts]
    for number in range(abs(cents) - sum(found)):
        found[number] += 1
    return [sign * part for part in found]
