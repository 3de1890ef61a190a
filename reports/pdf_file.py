"""A report as PDF: what it is about on the first page, its name and page number on each one."""

import io
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext

from reports.kinds import KINDS
from reports.models import ReportRun
from reports.parts import Figures, Part, Plot, ReportFinding, Rows, Signatures
from reports.pdf_tables import table_of_rows
from reports.pdf_type import FAINT, INK, RULE, face_of, paragraph, register_fonts
from reports.plots import HEIGHT, WIDTH, plot_picture
from reports.sheet import ReportHead, report_head, report_sections
from reports.wording import Terms, value_text

MARGIN = 42
FIGURES_A_LINE = 5
KEPT_TOGETHER = 10
"""A table of up to so many lines moves to the next page rather than break."""
LEAST_ROOM = 120
"""A longer one begins on a page only where it has this room for some lines, in points."""

VERDICT_COLOURS = {"expected": "#2c7a58", "few": "#6f6857"}
TO_LOOK_AT = "#b0741e"


def report_pdf(run: ReportRun) -> bytes:
    from reportlab.lib.pagesizes import A4, landscape
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

    register_fonts()
    head = report_head(run, KINDS[run.kind])
    out = io.BytesIO()
    size = landscape(A4)
    width = size[0] - 2 * MARGIN
    document = BaseDocTemplate(
        out, pagesize=size, title=f"{head.title}, {head.days}", author=head.house,
        subject=head.period, creator=f"Pai Gow Floor {head.version}", invariant=1,
    )  # fmt: skip
    frame = Frame(
        MARGIN, MARGIN + 10, width, size[1] - 2 * MARGIN - 10,
        leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0,
    )  # fmt: skip
    document.addPageTemplates(PageTemplate(frames=[frame]))
    story: list[Any] = head_story(head, width)
    for section in report_sections(run):
        if section.title:
            story += section_head(section.title)
        for parts in belonging_together(section.parts):
            story += kept_together(parts, section, width)
    document.build(story, canvasmaker=numbered_canvas(head))
    return out.getvalue()


def numbered_canvas(head: ReportHead) -> Any:
    """A canvas that writes each page's foot once it knows how many pages there are."""
    from reportlab.pdfgen import canvas

    plain: Any = canvas.Canvas

    class Numbered(plain):  # type: ignore[misc]
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.pages: list[dict[str, Any]] = []

        def showPage(self) -> None:  # noqa: N802
            self.pages.append(dict(self.__dict__))
            self._startPage()

        def save(self) -> None:
            for page in self.pages:
                self.__dict__.update(page)
                write_foot(self, head, len(self.pages))
                super().showPage()
            super().save()

    return Numbered


def write_foot(canvas: Any, head: ReportHead, pages: int) -> None:
    left = f"{head.title} · {head.house} · {head.days}"
    page = gettext("Page {n} of {pages}").format(n=canvas.getPageNumber(), pages=pages)
    made = gettext("made {time}").format(time=head.made)
    canvas.setStrokeColor(RULE)
    canvas.line(MARGIN, 40, canvas._pagesize[0] - MARGIN, 40)
    canvas.setFillColor(FAINT)
    canvas.setFont(face_of(left), 8)
    canvas.drawString(MARGIN, 28, left)
    right = f"{made} · Pai Gow Floor {head.version} · {page}"
    canvas.setFont(face_of(right), 8)
    canvas.drawRightString(canvas._pagesize[0] - MARGIN, 28, right)


def head_story(head: ReportHead, width: float) -> list[Any]:
    """The title, and what the report says of itself in two columns."""
    from reportlab.platypus import Spacer, Table

    facts = [
        (gettext("Property"), head.house), (gettext("Made"), head.made),
        (gettext("Place"), head.place), (gettext("Made by"), head.made_by),
        (gettext("Period"), head.period), (gettext("Software"), f"Pai Gow Floor {head.version}"),
    ]  # fmt: skip
    cells = [
        [paragraph(text, colour=colour) for pair in (left, right) for text, colour in named(pair)]
        for left, right in zip(facts[::2], facts[1::2], strict=True)
    ]
    widths = [62, width * 0.5 - 62, 62, width * 0.5 - 62]
    style: list[Any] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 1), ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
        ("LINEABOVE", (0, 0), (-1, 0), 1, INK), ("LINEBELOW", (0, -1), (-1, -1), 0.6, RULE),
    ]  # fmt: skip
    story = [
        paragraph(head.title, 20, bold=True),
        Spacer(1, 8),
        Table(cells, colWidths=widths, style=style, hAlign="LEFT"),
        Spacer(1, 6),
    ]
    return [*story, paragraph(head.unfinished, 8), Spacer(1, 6)] if head.unfinished else story


def named(pair: tuple[str, str]) -> tuple[tuple[str, str], tuple[str, str]]:
    return (pair[0], FAINT), (pair[1], INK)


def belonging_together(parts: Iterable[Part]) -> list[list[Part]]:
    """Keep a finding on the page of its plot."""
    found: list[list[Part]] = []
    for part in parts:
        if isinstance(part, Plot) and found and isinstance(found[-1][-1], ReportFinding):
            found[-1].append(part)
        else:
            found.append([part])
    return found


def kept_together(parts: list[Part], house: Terms, width: float) -> list[Any]:
    from reportlab.platypus import CondPageBreak, KeepTogether

    body = [each for part in parts for each in part_story(part, house, width)]
    if any(isinstance(part, Rows) and len(part.rows) > KEPT_TOGETHER for part in parts):
        return [CondPageBreak(LEAST_ROOM), *body]
    return [KeepTogether(body)]


def part_story(part: Part, house: Terms, width: float) -> list[Any]:
    if isinstance(part, Rows):
        return rows_story(part, house, width)
    if isinstance(part, Figures):
        return figures_story(part, house, width)
    if isinstance(part, ReportFinding):
        return finding_story(part, width)
    if isinstance(part, Plot):
        return plot_story(part, house, width)
    return signature_story(part, width)


def section_head(title: str) -> list[Any]:
    """The house that follows; it does not stand alone at the foot of a page."""
    from reportlab.platypus import CondPageBreak, Spacer

    head = paragraph(title, 15, bold=True, holds_next=True)
    return [CondPageBreak(LEAST_ROOM), Spacer(1, 14), head]


def titled(title: object, *more: Any) -> list[Any]:
    from reportlab.platypus import Spacer

    return [Spacer(1, 8), paragraph(title, 12, bold=True, holds_next=True), Spacer(1, 4), *more]


def figures_story(part: Figures, house: Terms, width: float) -> list[Any]:
    """Figures as on the page: a small name above a large number, five in a line."""
    from reportlab.platypus import Table

    cells = [
        [
            paragraph(item.label, 8, colour=FAINT),
            paragraph(value_text(item.value, item.kind, house), 13, bold=True),
        ]
        for item in part.items
    ]
    cells += [[]] * (-len(cells) % FIGURES_A_LINE)
    lines = [cells[n : n + FIGURES_A_LINE] for n in range(0, len(cells), FIGURES_A_LINE)]
    style = [("LEFTPADDING", (0, 0), (-1, -1), 0), ("VALIGN", (0, 0), (-1, -1), "TOP")]
    widths = [width / FIGURES_A_LINE] * FIGURES_A_LINE
    return titled(part.title, Table(lines, colWidths=widths, style=style, hAlign="LEFT"))


def finding_story(part: ReportFinding, width: float) -> list[Any]:
    from reportlab.platypus import Spacer, Table

    words = [
        paragraph(part.title, 12, bold=True),
        paragraph(part.sentence, 9, bold=True),
        paragraph(f"{part.basis} {part.meaning}".strip(), 8),
    ]
    colour = VERDICT_COLOURS.get(part.verdict, TO_LOOK_AT)
    style: list[Any] = [
        ("LINEBEFORE", (0, 0), (0, -1), 3, colour),
        ("LEFTPADDING", (0, 0), (-1, -1), 8),
    ]
    return [Spacer(1, 10), Table([[words]], colWidths=[width], style=style, hAlign="LEFT")]


def plot_story(part: Plot, house: Terms, width: float) -> list[Any]:
    from reportlab.platypus import Image, Spacer

    picture = io.BytesIO(plot_picture(part, "light", house.currency, "png"))
    wide = width * 0.58
    image = Image(picture, width=wide, height=wide * HEIGHT / WIDTH, hAlign="LEFT")
    across = [paragraph(part.across, 8, colour=FAINT, right_of=wide)] if part.across else []
    up = [paragraph(part.up, 8, colour=FAINT)] if part.up else []
    note = [Spacer(1, 2), paragraph(part.note, 8)] if part.note else []
    return titled(part.title, *up, image, *across, *note)


def rows_story(part: Rows, house: Terms, width: float) -> list[Any]:
    from reportlab.platypus import Spacer

    if not part.rows:
        return titled(part.title, paragraph(part.empty))
    note = [Spacer(1, 3), paragraph(part.note, 8)] if part.note else []
    return titled(part.title, table_of_rows(part, house, width), *note)


def signature_story(part: Signatures, width: float) -> list[Any]:
    """A line for a name, a licence number and a time, for each who signs."""
    from reportlab.platypus import Spacer, Table

    gap = 24.0
    column = width / max(len(part.lines), 2) - gap
    cells: list[Any] = []
    for line in part.lines:
        cells += [paragraph(line, 8, colour=FAINT), ""]
    style = [("LINEABOVE", (n, 0), (n, 0), 0.8, INK) for n in range(0, len(cells), 2)]
    widths = [column, gap] * len(part.lines)
    spaced = Table([cells], colWidths=widths, style=style, hAlign="LEFT")
    return titled(part.title, Spacer(1, 34), spaced)
