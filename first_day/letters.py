"""First PIN, password and second factor as letters: one page a person, folded and sealed."""

import io
from collections.abc import Sequence
from typing import Any

from django.utils import translation
from django.utils.translation import gettext

from first_day.commands.importing import Letter
from reports.pdf_type import FAINT, RULE, paragraph, register_fonts

MARGIN = 62
CODE_SIZE = 150


def letters_pdf(letters: Sequence[Letter], house: str) -> bytes:
    """Each letter on a page of its own, in the reader's language; nothing of it is kept."""
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import PageBreak, SimpleDocTemplate

    register_fonts()
    out = io.BytesIO()
    document = SimpleDocTemplate(
        out, pagesize=A4, title=house, author=house, invariant=1,
        leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN, bottomMargin=MARGIN,
    )  # fmt: skip
    story: list[Any] = []
    for letter in letters:
        with translation.override(letter.language or translation.get_language()):
            story += [*_page(letter, house), PageBreak()]
    document.build(story, onFirstPage=_folds, onLaterPages=_folds)
    return out.getvalue()


def _page(letter: Letter, house: str) -> list[Any]:
    from reportlab.platypus import Spacer, Table

    facts = (
        (gettext("Badge"), letter.badge),
        (gettext("First PIN"), letter.given.pin),
        (gettext("First password"), letter.given.password),
    )
    cells = [
        [paragraph(name, 11, colour=FAINT), paragraph(text, 14, bold=True)] for name, text in facts
    ]
    alone = gettext("Only for {name}. Open alone, use at once, then destroy.")
    return [
        paragraph(house, 10, colour=FAINT),
        Spacer(1, 4),
        paragraph(letter.name, 20, bold=True),
        Spacer(1, 190),
        paragraph(alone.format(name=letter.name), 10),
        Spacer(1, 12),
        Table(cells, colWidths=[130, None], hAlign="LEFT"),
        Spacer(1, 12),
        paragraph(
            gettext(
                "PIN and password count for the first sign-in only: you choose your own then."
                " Nobody signs with a first PIN."
            ),
            10,
        ),
        Spacer(1, 10),
        paragraph(
            gettext("At a desk you also need six digits: scan this with an authenticator."), 10
        ),
        Spacer(1, 6),
        _code(letter.given.totp_uri),
        paragraph(
            gettext("If this letter was open when you got it, tell an administrator now."), 10
        ),
    ]


def _code(text: str) -> Any:
    from reportlab.graphics.barcode.qr import QrCodeWidget
    from reportlab.graphics.shapes import Drawing

    drawing = Drawing(CODE_SIZE, CODE_SIZE)
    drawing.add(QrCodeWidget(text, barWidth=CODE_SIZE, barHeight=CODE_SIZE, barLevel="M"))
    return drawing


def _folds(canvas: Any, document: Any) -> None:
    """Where the page is folded twice, so that the secrets lie inside."""
    width, height = document.pagesize
    canvas.setStrokeColor(RULE)
    canvas.setDash(2, 4)
    for third in (1, 2):
        canvas.line(0, height * third / 3, width, height * third / 3)
