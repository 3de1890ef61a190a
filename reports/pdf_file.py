"""A report as PDF: what it is about on the first page, its name and page number on each one."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import get_language, gettext

from foundation.paper.blocks import (
    Block,
    Chapter,
    Facts,
    Grid,
    Heading,
    NumberLine,
    Paper,
    Paragraph,
    Picture,
    SignatureLines,
    Together,
    Verdict,
)
from foundation.paper.press import paper_pdf
from reports.kinds import KINDS
from reports.models import ReportRun
from reports.parts import Figures, Part, Plot, ReportFinding, Rows
from reports.plots import plot_picture
from reports.sheet import ReportHead, ReportSection, report_head, report_sections
from reports.wording import HouseMoney, plot_words, value_text

KEPT_TOGETHER = 10
"""A table of up to so many lines moves to the next page rather than break."""
PLOT_WIDTH = 0.58

VERDICT_COLOURS = {"expected": "#2c7a58", "few": "#6f6857"}
TO_LOOK_AT = "#b0741e"


def report_pdf(run: ReportRun) -> bytes:
    head = report_head(run, KINDS[run.kind])
    blocks = [*head_blocks(head)]
    for section in report_sections(run):
        blocks += section_blocks(section)
    software = f"Pai Gow Floor {head.version}"
    made = gettext("made {time}").format(time=head.made)
    return paper_pdf(
        Paper(
            title=f"{head.title}, {head.days}",
            author=head.house,
            subject=head.period,
            made_at=run.made_at or run.asked_at,
            is_landscape=True,
            foot_left=f"{head.title} · {head.house} · {head.days}",
            foot_right=f"{made} · {software} · {gettext('Page {n} of {pages}')}",
            chapters=[Chapter(blocks, get_language() or "en")],
        )
    )


def head_blocks(head: ReportHead) -> Iterator[Block]:
    """The title, and what the report says of itself in two columns."""
    yield Heading(head.title)
    yield Facts(
        [
            (gettext("Property"), head.house), (gettext("Made"), head.made),
            (gettext("Place"), head.place), (gettext("Made by"), head.made_by),
            (gettext("Period"), head.period),
            (gettext("Software"), f"Pai Gow Floor {head.version}"),
        ],
        abreast=2,
    )  # fmt: skip
    if head.unfinished:
        yield Paragraph(head.unfinished, 8)


def section_blocks(section: ReportSection) -> Iterator[Block]:
    """One house under its name; parts of a report of one house stand a step higher."""
    if section.title:
        yield Heading(section.title, 2)
    level = 3 if section.title else 2
    for parts in belonging_together(section.parts):
        blocks = [each for part in parts for each in part_blocks(part, section, level)]
        is_long = any(isinstance(part, Rows) and len(part.rows) > KEPT_TOGETHER for part in parts)
        yield from blocks if is_long else [Together(blocks)]


def belonging_together(parts: Iterable[Part]) -> list[list[Part]]:
    """Keep a finding on the page of its plot."""
    found: list[list[Part]] = []
    for part in parts:
        if isinstance(part, Plot) and found and isinstance(found[-1][-1], ReportFinding):
            found[-1].append(part)
        else:
            found.append([part])
    return found


def part_blocks(part: Part, house: HouseMoney, level: int) -> list[Block]:
    title = [Heading(str(part.title), level)] if part.title else []
    if isinstance(part, Rows):
        return [*title, *rows_blocks(part, house)]
    if isinstance(part, Figures):
        pairs = [(str(item.label), value_text(item.value, item.kind, house)) for item in part.items]
        return [*title, NumberLine(pairs)]
    if isinstance(part, ReportFinding):
        return [*title, finding_block(part)]
    if isinstance(part, Plot):
        return [*title, *plot_blocks(part, house)]
    return [*title, SignatureLines([str(line) for line in part.lines])]


def finding_block(part: ReportFinding) -> Block:
    explained = f"{part.basis} {part.meaning}".strip()
    lines = [str(part.sentence), *([explained] if explained else [])]
    return Verdict(lines, VERDICT_COLOURS.get(part.verdict, TO_LOOK_AT))


def plot_blocks(part: Plot, house: HouseMoney) -> list[Block]:
    picture = Picture(
        svg=plot_picture(part, "light", house.currency, has_letters=True).decode(),
        alt=plot_words(part, house),
        width=PLOT_WIDTH,
        above=str(part.up),
        below=str(part.across),
    )
    return [picture, *note_blocks(part)]


def rows_blocks(part: Rows, house: HouseMoney) -> list[Block]:
    if not part.rows:
        return [Paragraph(str(part.empty)), *note_blocks(part)]

    def texts(row: Sequence[object]) -> list[str]:
        cells = zip(row, part.columns, strict=True)
        return [value_text(value, column.kind, house) for value, column in cells]

    table = Grid(
        head=[str(column.label) for column in part.columns],
        rows=[texts(row) for row in part.rows],
        total=texts(part.total) if part.total else (),
        numbers=[column.is_number for column in part.columns],
        whole=[column.is_number or column.is_time for column in part.columns],
    )
    return [table, *note_blocks(part)]


def note_blocks(part: Rows | Plot) -> list[Block]:
    return [Paragraph(str(part.note), 8)] if part.note else []
