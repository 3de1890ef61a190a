"""What a report is made of once it has words: figures, tables, plots, sentences.

Page, PDF and CSV are drawn from the same parts, so that they cannot differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

Words = str | Promise
TEXT, NUMBER, MONEY, SHARE, DECIMAL, TIME, SECOND, ROUND = (
    "text", "number", "money", "share", "decimal", "time", "second", "round"
)  # fmt: skip
"""A SECOND is a time to the second, a TIME one to the minute."""
"""A value of kind ROUND is a pair: the round's id, and its number as people say it."""


@dataclass(frozen=True, slots=True)
class Column:
    label: Words
    kind: str = TEXT

    @property
    def is_number(self) -> bool:
        return self.kind in (NUMBER, MONEY, SHARE, DECIMAL)

    @property
    def is_time(self) -> bool:
        return self.kind in (TIME, SECOND)


@dataclass(frozen=True, slots=True)
class Figure:
    """One number with its name."""

    label: Words
    value: Any
    kind: str = NUMBER


@dataclass(frozen=True, slots=True)
class Figures:
    title: Words
    items: Sequence[Figure]
    form: str = field(default="figures", init=False)


@dataclass(frozen=True, slots=True)
class Rows:
    """A table of the report; `total` is its last line, `empty` what stands there without rows."""

    title: Words
    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    total: Sequence[Any] | None = None
    empty: Words = ""
    note: Words = ""
    form: str = field(default="rows", init=False)


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture of counts beside what was expected, without a word in it.

    `up` and `across` say what the two axes count; they stand beside the picture, in the reader's
    language. `unit` is MONEY where the bars are cents.
    """

    title: Words
    labels: Sequence[str]
    seen: Sequence[float]
    expected: Sequence[float] = ()
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    note: Words = ""
    up: Words = ""
    across: Words = ""
    unit: str = NUMBER
    form: str = field(default="plot", init=False)


@dataclass(frozen=True, slots=True)
class ReportFinding:
    """What a monitor found: a verdict, how likely it is by chance, from how much, what it means."""

    title: Words
    verdict: str
    sentence: Words
    meaning: Words
    basis: Words = ""
    form: str = field(default="finding", init=False)


@dataclass(frozen=True, slots=True)
class Signatures:
    """Lines for names on paper."""

    title: Words
    lines: Sequence[Words]
    form: str = field(default="signatures", init=False)


Part = Figures | Rows | Plot | ReportFinding | Signatures
