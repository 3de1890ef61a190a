"""A report as PDF: head and page numbers on each page, tables that break over pages, Chinese."""

import io
import re
from typing import Any
from xml.sax.saxutils import escape

from django.utils.translation import get_language, gettext

from rounds.models import ReportRun
from rounds.reports.kinds import KINDS
from rounds.reports.parts import Figures, Finding, Part, Plot, Rows
from rounds.reports.plots import HEIGHT, WIDTH, plot_picture
from rounds.reports.sheet import Head, report_head, report_parts
from rounds.reports.wording import value_text
from staff.models import Property

LATIN, BOLD = "DejaVuSans", "DejaVuSans-Bold"
CHINESE = {"zh-hant": "MSung-Light", "zh-hans": "STSong-Light"}
_CJK = re.compile(r"([⺀-鿿豈-﫿︰-﹏＀-￯　-〿]+)")
INK, FAINT, RULE = "#17211c", "#6f6857", "#d3c9b4"
MARGIN = 42


def report_pdf(run: ReportRun) -> bytes:
    from reportlab.lib.pagesizes import A4, landscape
    from reportlab.platypus import SimpleDocTemplate

    register_fonts()
    head = report_head(run, KINDS[run.kind])
    out = io.BytesIO()
    size = landscape(A4)
    document = SimpleDocTemplate(
        out, pagesize=size, leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN,
        bottomMargin=MARGIN + 8, title=head.title, author=head.house, subject=head.period,
        creator=f"Pai Gow Floor {head.version}", invariant=1,
    )  # fmt: skip
    story: list[Any] = head_story(head)
    width = size[0] - 2 * MARGIN
    for part in report_parts(run):
        story += part_story(part, run.property, width)

    def foot(canvas: Any, _document: Any) -> None:
        canvas.setFont(face_of(head.title), 8)
        canvas.setFillColor(FAINT)
        canvas.drawString(MARGIN, 28, f"{head.title} · {head.version}")
        page = gettext("Page {n}").format(n=canvas.getPageNumber())
        canvas.setFont(face_of(page), 8)
        canvas.drawRightString(size[0] - MARGIN, 28, page)

    document.build(story, onFirstPage=foot, onLaterPages=foot)
    return out.getvalue()


def register_fonts() -> None:
    """Latin letters are embedded; Chinese uses the reader's own standard faces."""
    from matplotlib import get_data_path
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfbase.ttfonts import TTFont

    known = set(pdfmetrics.getRegisteredFontNames())
    for name in {LATIN, BOLD} - known:
        pdfmetrics.registerFont(TTFont(name, f"{get_data_path()}/fonts/ttf/{name}.ttf"))
    for name in set(CHINESE.values()) - known:
        pdfmetrics.registerFont(UnicodeCIDFont(name))


def chinese_face() -> str:
    return CHINESE.get(get_language() or "", CHINESE["zh-hant"])


def face_of(text: str) -> str:
    return chinese_face() if _CJK.search(text) else LATIN


def marked(text: object) -> str:
    """Text for a paragraph, each run of Chinese in its own face."""
    return _CJK.sub(rf'<font name="{chinese_face()}">\1</font>', escape(str(text)))


def paragraph(text: object, size: float = 9, *, bold: bool = False, right: bool = False) -> Any:
    from reportlab.lib.colors import HexColor
    from reportlab.lib.enums import TA_LEFT, TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph

    style = ParagraphStyle(
        "report", fontName=BOLD if bold else LATIN, fontSize=size, leading=size * 1.35,
        textColor=HexColor(INK), alignment=TA_RIGHT if right else TA_LEFT,
    )  # fmt: skip
    return Paragraph(marked(text), style)


def head_story(head: Head) -> list[Any]:
    from reportlab.platypus import Spacer

    lines = [
        (gettext("Property"), head.house),
        (gettext("Place"), head.place),
        (gettext("Period"), head.period),
        (gettext("Made"), head.made),
        (gettext("Made by"), head.made_by),
        (gettext("Software"), head.version),
    ]
    return [
        paragraph(head.title, 18, bold=True),
        Spacer(1, 6),
        *(paragraph(f"{name}: {value}", 9) for name, value in lines),
        Spacer(1, 10),
    ]


def part_story(part: Part, house: Property, width: float) -> list[Any]:
    from reportlab.platypus import Image, KeepTogether, Spacer

    title = paragraph(part.title, 12, bold=True)
    if isinstance(part, Figures):
        cells = [[item.label, value_text(item.value, item.kind, house)] for item in part.items]
        return [title, Spacer(1, 4), grid(cells, width / 2, [False, True]), Spacer(1, 12)]
    if isinstance(part, Finding):
        body = [title, paragraph(part.sentence), paragraph(part.meaning, 8)]
        return [KeepTogether(body), Spacer(1, 8)]
    if isinstance(part, Plot):
        picture = io.BytesIO(plot_picture(part, "light", "png"))
        image = Image(picture, width=width * 0.8, height=width * 0.8 * HEIGHT / WIDTH)
        return [KeepTogether([image, paragraph(part.note, 8)]), Spacer(1, 10)]
    return [title, Spacer(1, 4), *rows_story(part, house, width), Spacer(1, 12)]


def rows_story(part: Rows, house: Property, width: float) -> list[Any]:
    if not part.rows:
        return [paragraph(part.empty)]
    numbers = [column.is_number for column in part.columns]
    lines = [[str(column.label) for column in part.columns]]
    for row in (*part.rows, *([part.total] if part.total else [])):
        lines.append([value_text(v, c.kind, house) for v, c in zip(row, part.columns, strict=True)])
    story = [grid(lines, width, numbers, has_head=True, has_total=bool(part.total))]
    return [*story, paragraph(part.note, 8)] if part.note else story


def grid(
    lines: list[list[Any]], width: float, numbers: list[bool], *, has_head: bool = False,
    has_total: bool = False,
) -> Any:  # fmt: skip
    """A table whose head repeats on each page; wide columns take the room that is left."""
    from reportlab.platypus import LongTable

    size = 8.0 if len(numbers) < 9 else 6.6
    lengths = [
        max(min(len(str(line[column])), 34) for line in lines[:400]) + 2
        for column in range(len(numbers))
    ]
    widths = [width * length / sum(lengths) for length in lengths]
    bold = {0} if has_head else set()
    if has_total:
        bold.add(len(lines) - 1)
    cells = [
        [
            paragraph(value, size, bold=row in bold, right=numbers[column])
            for column, value in enumerate(line)
        ]
        for row, line in enumerate(lines)
    ]
    style: list[Any] = [
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, RULE),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 3),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
    return LongTable(cells, colWidths=widths, repeatRows=1 if has_head else 0, style=style)
