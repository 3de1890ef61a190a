"""A slip as PDF: number, shift, game, pieces, signatures, and which print of it this is.

Rule: COMAR 36.05.03.04-.05, .07, .10, .23.
"""

import io
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from banking.queries.slips import SignatureSheet, SlipSheet
from foundation.wording import money_text
from reports.pdf_type import BOLD, FAINT, INK, RULE, paragraph, register_fonts
from reports.wording import made_text
from staff.models import Property

MARGIN = 36
NAMES = 110
ALARM = "#a8322c"
HASH_SHOWN = 16


def slip_pdf(slip: SlipSheet, house: Property, n: int, patron_key: str = "") -> bytes:
    """The n-th print of a slip; from the second on it says so."""
    from reportlab.lib.pagesizes import A5
    from reportlab.platypus import SimpleDocTemplate, Spacer

    register_fonts()
    out = io.BytesIO()
    width = A5[0] - 2 * MARGIN
    title = f"{slip.label} {slip.serial}"
    document = SimpleDocTemplate(
        out, pagesize=A5, title=title, author=house.name, invariant=1,
        creator=f"Pai Gow Floor {settings.SOFTWARE_VERSION}",
        leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN, bottomMargin=MARGIN,
    )  # fmt: skip
    story = _head(slip, house, n, width)
    story += [_pairs(list(_facts(slip, house, patron_key)), width), Spacer(1, 8)]
    if slip.pieces and slip.payout is None:
        story += [_pieces(slip, width), Spacer(1, 10)]
    story += [_signs(each, house, width) for each in slip.signatures]
    story += [Spacer(1, 8), paragraph(_foot(), 6.5, colour=FAINT)]

    def mark(canvas: Any, _document: Any) -> None:
        if slip.state == "void":
            _write_across(canvas, A5)

    document.build(story, onFirstPage=mark, onLaterPages=mark)
    return out.getvalue()


def _foot() -> str:
    return f"Pai Gow Floor {settings.SOFTWARE_VERSION}"


def _head(slip: SlipSheet, house: Property, n: int, width: float) -> list[Any]:
    from reportlab.platypus import Spacer

    again = [paragraph(_("REPRINT {n}").format(n=n), 11, bold=True, colour=ALARM)] if n > 1 else []
    row = [
        [paragraph(slip.label, 15, bold=True), paragraph(house.name, 8, colour=FAINT)],
        paragraph(str(slip.serial), 18, bold=True, right=True),
    ]
    return [
        *again,
        _table([row], [width * 0.7, width * 0.3], [("LINEBELOW", (0, 0), (-1, -1), 1, INK)]),
        Spacer(1, 6),
    ]


def _facts(slip: SlipSheet, house: Property, patron_key: str) -> Iterator[tuple[str, str]]:
    shift = _("shift {n}").format(n=slip.shift)
    yield _("Table"), f"{slip.table}, {slip.game}"
    yield _("Gaming day"), f"{date_format(slip.gaming_day, 'DATE_FORMAT')}, {shift}"
    yield _("Prepared"), f"{slip.prepared_by}, {made_text(slip.prepared_at, house)}"
    why = f": {slip.void_label} ({slip.voided_by})" if slip.void_label else ""
    yield _("State"), f"{slip.state_label}{why}"
    if slip.box:
        yield _("Box"), slip.box
    if slip.payout is not None:
        yield _("Payout"), f"{slip.payout.label}, {money_text(slip.total_cents, slip.currency)}"
        yield _("Wager"), money_text(slip.payout.wager_cents, slip.currency)
        yield _("Seat"), f"{slip.payout.seat} {slip.payout.player}".rstrip()
        yield _("Round"), str(slip.payout.round_number)
        yield _("Surveillance told"), made_text(slip.prepared_at, house)
        if slip.payout.wants_tax_form:
            wanted = _("wanted; the patron's data are kept apart")
            yield _("Form W-2G"), ", ".join(filter(None, [wanted, patron_key]))
    if slip.difference is not None:
        yield _("Expected"), money_text(slip.difference.expected_cents, slip.currency)
        yield _("Difference"), money_text(slip.difference.cents, slip.currency)


def _pairs(facts: list[tuple[str, str]], width: float) -> Any:
    cells = [[paragraph(name, 8, colour=FAINT), paragraph(text, 8.5)] for name, text in facts]
    return _table(cells, [NAMES, width - NAMES])


def _pieces(slip: SlipSheet, width: float) -> Any:
    """By denomination, value and number, with the total below."""
    head = [_("Value"), _("Number"), _("Amount")]
    cells = [[paragraph(each, 7.5, colour=FAINT, right=True) for each in head]]
    for piece in slip.pieces:
        amounts = (piece.value_cents, piece.cents)
        value, cents = (money_text(each, slip.currency) for each in amounts)
        cells.append([paragraph(each, 9, right=True) for each in (value, piece.count, cents)])
    total = money_text(slip.total_cents, slip.currency)
    cells.append(
        [paragraph(_("Total"), 9, bold=True), "", paragraph(total, 9, bold=True, right=True)]
    )
    rules = [("LINEBELOW", (0, 0), (-1, -3), 0.4, RULE), ("LINEABOVE", (0, -1), (-1, -1), 1, INK)]
    return _table(cells, [width * 0.34, width * 0.26, width * 0.4], rules)


def _signs(sign: SignatureSheet, house: Property, width: float) -> Any:
    """Who signed, with licence, time and the beginning of the hash; an empty line where nobody."""
    who: list[Any] = [paragraph("–", 8.5)]
    if sign.at is not None:
        who = [
            paragraph(f"{sign.person}, {sign.licence_number}", 8.5, bold=True),
            paragraph(f"{made_text(sign.at, house)} · {sign.hash[:HASH_SHOWN]}", 6.5),
        ]
    row = [paragraph(sign.label, 8, colour=FAINT), who]
    return _table([row], [NAMES, width - NAMES], [("LINEABOVE", (0, 0), (-1, 0), 0.4, RULE)])


def _table(cells: list[list[Any]], widths: list[float], more: list[Any] | None = None) -> Any:
    from reportlab.platypus import Table

    style = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 0), ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]  # fmt: skip
    return Table(cells, colWidths=widths, style=[*style, *(more or [])], hAlign="LEFT")


def _write_across(canvas: Any, size: tuple[float, float]) -> None:
    canvas.saveState()
    canvas.setFillColor(ALARM, alpha=0.18)
    canvas.setFont(BOLD, 92)
    canvas.translate(size[0] / 2, size[1] / 2)
    canvas.rotate(52)
    canvas.drawCentredString(0, -30, "VOID")
    canvas.restoreState()
