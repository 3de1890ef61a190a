"""A slip as PDF: number, shift, game, pieces, signatures, and which print of it this is.

Rule: COMAR 36.05.03.04-.05, .07, .10, .23.
"""

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from banking.queries.slips import SignatureSheet, SlipSheet
from foundation.paper.blocks import Block, Chapter, Facts, Grid, Heading, Paper, Space, Verdict
from foundation.paper.press import paper_pdf
from foundation.wording import moment_text, money_text
from staff.models import Property

ALARM = "#a8322c"
HASH_SHOWN = 16


def slip_pdf(slip: SlipSheet, house: Property, n: int, patron_key: str = "") -> bytes:
    """The n-th print of a slip; from the second on it says so."""
    title = f"{slip.label} {slip.serial}"
    return paper_pdf(
        Paper(
            title=title,
            author=house.name,
            made_at=slip.completed_at or slip.prepared_at,
            chapters=[
                Chapter(list(_blocks(slip, house, n, patron_key)), get_language() or "en"),
            ],
            foot_left=f"{title} · {house.name}",
            foot_right=f"Pai Gow Floor {settings.SOFTWARE_VERSION}",
            paper_size="a5",
        )
    )


def _blocks(slip: SlipSheet, house: Property, n: int, patron_key: str) -> Iterator[Block]:
    if n > 1:
        yield Verdict([_("REPRINT {n}").format(n=n)], ALARM)
    if slip.state == "void":
        yield Verdict([_("VOID"), f"{slip.void_label} ({slip.voided_by})"], ALARM)
    yield Heading(f"{slip.label} {slip.serial}")
    yield Facts(list(_facts(slip, house, patron_key)))
    yield Space(6)
    if slip.payout is None:
        yield _pieces(slip)
    yield Heading(_("Signatures"), 2)
    yield Facts([_signed(each, house) for each in slip.signatures])


def _facts(slip: SlipSheet, house: Property, patron_key: str) -> Iterator[tuple[str, str]]:
    shift = _("shift {n}").format(n=slip.shift)
    yield _("Property"), house.name
    yield _("Table"), f"{slip.table}, {slip.game}"
    yield _("Gaming day"), f"{date_format(slip.gaming_day, 'DATE_FORMAT')}, {shift}"
    yield _("Prepared"), f"{slip.prepared_by}, {_when(slip.prepared_at, house)}"
    yield _("State"), slip.state_label
    if slip.box:
        yield _("Box"), slip.box
    if slip.payout is not None:
        yield from _payout(slip, house, patron_key)
    if slip.difference is not None:
        yield _("Expected"), money_text(slip.difference.expected_cents, slip.currency)
        yield _("Difference"), money_text(slip.difference.cents, slip.currency)


def _payout(slip: SlipSheet, house: Property, patron_key: str) -> Iterator[tuple[str, str]]:
    paid = slip.payout
    assert paid is not None
    yield _("Payout"), f"{paid.label}, {money_text(slip.total_cents, slip.currency)}"
    yield _("Wager"), money_text(paid.wager_cents, slip.currency)
    yield _("Seat"), f"{paid.seat} {paid.player}".rstrip()
    yield _("Round"), str(paid.round_number)
    yield _("Surveillance told"), _when(slip.prepared_at, house)
    if paid.wants_tax_form:
        wanted = _("wanted; the patron's data are kept apart")
        yield _("Form W-2G"), f"{wanted}, {patron_key}" if patron_key else wanted


def _pieces(slip: SlipSheet) -> Grid:
    """By denomination, value and number, with the total below."""
    return Grid(
        head=[_("Value"), _("Number"), _("Amount")],
        rows=[
            [
                money_text(piece.value_cents, slip.currency),
                str(piece.count),
                money_text(piece.cents, slip.currency),
            ]
            for piece in slip.pieces
        ],
        total=[_("Total"), "", money_text(slip.total_cents, slip.currency)],
        numbers=[True, True, True],
    )


def _signed(sign: SignatureSheet, house: Property) -> tuple[str, str]:
    """Who signed, with licence, time and the beginning of the hash; a dash where nobody has."""
    if sign.at is None:
        return sign.label, "–"
    at, shown = _when(sign.at, house), sign.hash[:HASH_SHOWN]
    return sign.label, f"{sign.person}, {sign.licence_number} · {at} · {shown}"


def _when(at: datetime, house: Property) -> str:
    there = at.astimezone(ZoneInfo(house.time_zone))
    return f"{moment_text(there, 'second')} (UTC{there:%z})"
