"""The currencies that a house may have: how each is signed, and which notes it has.

Set-up, pages, paper, the tablet and every count of cash take them from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency: its sign among others, and its notes by value in cents."""

    sign: str
    notes: tuple[int, ...]

    @property
    def table_sign(self) -> str:
        """The sign at a table, where no other currency is: NZ$ loses the country's letters.

        >>> CURRENCIES["NZD"].table_sign, CURRENCIES["MYR"].table_sign
        ('$', 'RM')
        """
        return "$" if self.sign.endswith("$") else self.sign


def _notes(*units: int) -> tuple[int, ...]:
    return tuple(100 * each for each in units)


CURRENCIES: Mapping[str, Currency] = MappingProxyType(
    {
        "USD": Currency("$", _notes(1, 5, 10, 20, 50, 100)),
        "AUD": Currency("A$", _notes(5, 10, 20, 50, 100)),
        "CAD": Currency("C$", _notes(5, 10, 20, 50, 100)),
        "CHF": Currency("CHF ", _notes(10, 20, 50, 100, 200, 1_000)),
        "EUR": Currency("€", _notes(5, 10, 20, 50, 100, 200, 500)),
        "GBP": Currency("£", _notes(5, 10, 20, 50)),
        "HKD": Currency("HK$", _notes(10, 20, 50, 100, 500, 1_000)),
        "MOP": Currency("MOP$", _notes(10, 20, 50, 100, 500, 1_000)),
        "MXN": Currency("MX$", _notes(20, 50, 100, 200, 500, 1_000)),
        "MYR": Currency("RM", _notes(1, 5, 10, 20, 50, 100)),
        "NZD": Currency("NZ$", _notes(5, 10, 20, 50, 100)),
        "PHP": Currency("₱", _notes(20, 50, 100, 200, 500, 1_000)),
        "SGD": Currency("S$", _notes(2, 5, 10, 50, 100, 1_000)),
        "TWD": Currency("NT$", _notes(100, 200, 500, 1_000, 2_000)),
        "ZAR": Currency("R", _notes(10, 20, 50, 100, 200)),
    }
)
LONGEST_FIRST = sorted((each.sign.strip() for each in CURRENCIES.values()), key=len, reverse=True)


def currency_sign(currency: str) -> str:
    """The sign that stands before an amount; a code that no house has stands for itself."""
    known = CURRENCIES.get(currency)
    return known.sign if known else f"{currency} "


def without_sign(typed: str) -> str:
    """An amount as typed, without the sign before it.

    >>> without_sign("NZ$1,250"), without_sign("CHF 20"), without_sign("5")
    ('1,250', '20', '5')
    """
    sign = next(filter(typed.startswith, LONGEST_FIRST), "")
    return typed.removeprefix(sign).lstrip()


def bills_of(currency: str) -> tuple[int, ...]:
    """The notes of a currency, by value in cents: what its box can hold, and nothing else."""
    return CURRENCIES[currency].notes
