"""What a report is made of once it has words: figures, tables, plots, sentences.

Page, PDF and CSV are drawn from the same parts, so that they cannot differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

Words = str | Promise
TEXT, NUMBER, MONEY, SHARE, DECIMAL, TIME, DAY = (
    "text", "number", "money", "share", "decimal", "time", "day"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Column:
    label: Words
    kind: str = TEXT

    @property
    def is_number(self) -> bool:
        return self.kind in (NUMBER, MONEY, SHARE, DECIMAL)


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

    `style` is "expected" (bars with the interval to expect) or "signed" (bars above and below).
    """

    title: Words
    labels: Sequence[str]
    seen: Sequence[float]
    expected: Sequence[float] = ()
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    note: Words = ""
    style: str = "expected"
    form: str = field(default="plot", init=False)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a monitor found: a verdict, how likely it is by chance, and what it means."""

    title: Words
    verdict: str
    sentence: Words
    meaning: Words
    form: str = field(default="finding", init=False)


Part = Figures | Rows | Plot | Finding
