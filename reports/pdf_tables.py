"""A table of a report on paper: columns as wide as what stands in them, heads on each page."""

from collections.abc import Sequence
from typing import Any

from reports.parts import Rows
from reports.pdf_type import INK, RULE, paragraph, text_width
from reports.wording import Terms, value_text

SIZES = (8.5, 8.0, 7.5, 7.0, 6.5)
GAP = 10.0
"""Between columns; half on either side."""
MOST_AIR = 14.0
"""What a column may have beyond its wish, where there is room."""
WIDEST = 260.0
"""A column of words breaks its lines beyond this."""


def table_of_rows(part: Rows, house: Terms, width: float) -> Any:
    lines = [[str(column.label) for column in part.columns]]
    for row in (*part.rows, *([part.total] if part.total else [])):
        cells = zip(row, part.columns, strict=True)
        lines.append([value_text(value, column.kind, house) for value, column in cells])
    numbers = [column.is_number for column in part.columns]
    whole = [column.is_number or column.kind == "time" for column in part.columns]
    size, widths = fitted(lines, whole, width)
    return grid(lines, numbers, size, widths, has_total=bool(part.total))


def fitted(
    lines: Sequence[Sequence[str]], whole: Sequence[bool], width: float
) -> tuple[float, list[float]]:
    """The largest letters in which the table fits, and its columns.

    Numbers and times stay on one line; words give way down to their longest word.
    """
    for size in SIZES:
        needed = [least(lines, column, size, whole[column]) for column in range(len(whole))]
        if sum(needed) <= width:
            wished = [
                max(low, min(WIDEST, widest(lines, column, size)))
                for column, low in enumerate(needed)
            ]
            return size, shared(needed, wished, width)
    return SIZES[-1], [each * width / sum(needed) for each in needed]


def least(lines: Sequence[Sequence[str]], column: int, size: float, is_whole: bool) -> float:
    """The narrowest a column may be."""
    head = longest_word(lines[0][column], size, bold=True)
    if is_whole:
        return max(head, *(text_width(x[column], size, bold=True) for x in lines[1:])) + GAP
    return max(head, *(longest_word(x[column], size, bold=True) for x in lines[1:])) + GAP


def widest(lines: Sequence[Sequence[str]], column: int, size: float) -> float:
    body = max(text_width(line[column], size) for line in lines[1:])
    return max(body, text_width(lines[0][column], size, bold=True)) + GAP


def longest_word(text: str, size: float, *, bold: bool = False) -> float:
    return max((text_width(word, size, bold=bold) for word in text.split()), default=0.0)


def shared(needed: Sequence[float], wished: Sequence[float], width: float) -> list[float]:
    """Give each column its wish as far as there is room; a narrow table stays narrow."""
    spare, asked = width - sum(needed), sum(wished) - sum(needed)
    part = min(1.0, spare / asked) if asked > 0 else 0.0
    given = [low + (wish - low) * part for low, wish in zip(needed, wished, strict=True)]
    more = min(MOST_AIR, max(0.0, width - sum(given)) / len(given))
    return [each + more for each in given]


def grid(
    lines: Sequence[Sequence[str]],
    numbers: Sequence[bool],
    size: float,
    widths: Sequence[float],
    *,
    has_total: bool,
) -> Any:
    from reportlab.platypus import LongTable

    bold = {0, len(lines) - 1} if has_total else {0}
    cells = [
        [
            paragraph(text, size, bold=row in bold, right=numbers[column])
            for column, text in enumerate(line)
        ]
        for row, line in enumerate(lines)
    ]
    style: list[Any] = [
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, RULE),
        ("LINEBELOW", (0, 0), (-1, 0), 0.9, INK),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("LEFTPADDING", (0, 0), (-1, -1), GAP / 2 - 0.5),
        ("RIGHTPADDING", (0, 0), (-1, -1), GAP / 2 - 0.5),
        ("TOPPADDING", (0, 0), (-1, -1), 1.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
    ]
    if has_total:
        style.append(("LINEABOVE", (0, -1), (-1, -1), 0.9, INK))
    return LongTable(cells, colWidths=list(widths), repeatRows=1, style=style, hAlign="LEFT")
