"""Labels of sets and envelopes: what a scanner reads, and the paper that they are printed on."""

from dataclasses import dataclass
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

SET, ENVELOPE = "SET", "ENV"
HAIR = 0.5
"""So much shorter than the page, in millimetres: else rounding gives an empty page behind it."""


def set_code(kind: str, serial: str) -> str:
    return f"{SET}:{kind}:{serial}"


def envelope_code(seal_number: str) -> str:
    return f"{ENVELOPE}:{seal_number}"


@dataclass(frozen=True, slots=True)
class LabelPaper:
    """A paper with labels, in millimetres: a sheet of many, or a roll with one to a page."""

    code: str
    name: Promise
    width: float
    height: float
    page: tuple[float, float] = (0, 0)
    columns: int = 1
    rows: int = 1
    left: float = 0
    top: float = 0
    gap: float = 0
    """Between two columns; rows touch on every sheet that is sold."""

    @property
    def count(self) -> int:
        """How many labels a page has."""
        return self.columns * self.rows

    @property
    def is_sheet(self) -> bool:
        return self.count > 1

    @property
    def takes_signatures(self) -> bool:
        """Whether an envelope's label fits: two names with their licences stand on it."""
        return self.width >= 95 and self.height >= 50

    @property
    def style(self) -> str:
        """The style sheet of the paper: the size of the page, and where its labels lie."""
        wide, high = self.page if self.is_sheet else (self.width, self.height)
        return (
            f"@page {{ size: {wide}mm {high}mm; margin: 0; }}\n"
            f".label-page {{ width: {wide}mm; height: {high - HAIR:g}mm;"
            f" padding: {self.top}mm 0 0 {self.left}mm; column-gap: {self.gap}mm;"
            f" grid-template-columns: repeat({self.columns}, {self.width}mm);"
            f" grid-auto-rows: {self.height}mm; }}\n"
            f".label {{ --label-height: {self.height}mm; }}\n"
        )


A4, LETTER = (210.0, 297.0), (215.9, 279.4)
_ALL = (
    LabelPaper("102x76", gettext_lazy("Label printer, 102 × 76 mm (4 × 3 in)"), 101.6, 76.2),
    LabelPaper("100x50", gettext_lazy("Label printer, 100 × 50 mm (4 × 2 in)"), 100, 50),
    LabelPaper("62x29", gettext_lazy("Label printer, 62 × 29 mm"), 62, 29),
    LabelPaper("57x32", gettext_lazy("Label printer, 57 × 32 mm"), 57, 32),
    LabelPaper(
        "a4-24", gettext_lazy("A4 sheet, 24 labels of 70 × 37 mm"), 70, 37, A4, 3, 8, 0, 0.5
    ),
    LabelPaper(
        "a4-14", gettext_lazy("A4 sheet, 14 labels of 99 × 38 mm"),
        99.1, 38.1, A4, 2, 7, 4.65, 15.1, 2.5,
    ),
    LabelPaper(
        "letter-30", gettext_lazy("Letter sheet, 30 labels of 2⅝ × 1 in"),
        66.675, 25.4, LETTER, 3, 10, 4.7625, 12.7, 3.175,
    ),
    LabelPaper(
        "letter-10", gettext_lazy("Letter sheet, 10 labels of 4 × 2 in"),
        101.6, 50.8, LETTER, 2, 5, 3.96875, 12.7, 4.7625,
    ),
)  # fmt: skip
PAPERS = MappingProxyType({each.code: each for each in _ALL})
USUAL_PAPER = _ALL[0]
