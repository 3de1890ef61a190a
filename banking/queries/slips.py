"""Slips as pages and API show them: pieces, signatures, difference, what waits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import F, Prefetch, Q, QuerySet
from django.http import Http404
from django.utils.functional import Promise

from banking.differences import Weight, difference, thresholds_of
from banking.models import (
    DifferenceReport,
    DropBox,
    PayoutKind,
    Slip,
    SlipKind,
    SlipSignature,
    SlipState,
)
from banking.parts import COUNTS, KINDS_AT, TRAY_COUNTS, parts_of, pieces_of
from banking.wording import FINDINGS, VOID_REASONS
from foundation.inputs import Id, Input
from staff.gaming_day import shift_of
from staff.house_settings import is_on
from staff.models import Person
from tables.models import GamingTable, TableState
from tables.wording import PROFILES

PAGE = 50


@dataclass(frozen=True, slots=True)
class SignatureSheet:
    """One place for a signature, signed or not; `is_next` is who is waited for first."""

    part: str
    label: str
    is_next: bool
    person: str = ""
    licence_number: str = ""
    at: datetime | None = None
    hash: str = ""


@dataclass(frozen=True, slots=True)
class PieceSheet:
    """So many chips or notes of one value."""

    value_cents: int
    count: int
    cents: int


@dataclass(frozen=True, slots=True)
class DifferenceReportSheet:
    """What was found out about a difference, by whom."""

    finding: str
    label: str
    note: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DifferenceSheet:
    """Counted against expected, what that asks for, and until when."""

    expected_cents: int
    cents: int
    weight: str
    tell_cents: int
    report_cents: int
    due_at: datetime | None
    report: DifferenceReportSheet | None


@dataclass(frozen=True, slots=True)
class PayoutSheet:
    """What a payout document is about."""

    round_id: UUID
    round_number: int
    what: str
    label: str
    seat: int
    player: str
    wager_cents: int
    wants_manager: bool
    wants_tax_form: bool


@dataclass(frozen=True, slots=True)
class SlipSheet:
    """Everything on a slip."""

    id: int
    kind: str
    label: str
    serial: int
    table_id: int
    table: str
    profile: str
    game: str
    gaming_day: date
    shift: int
    currency: str
    state: str
    state_label: str
    total_cents: int
    pieces: tuple[PieceSheet, ...]
    prepared_by: str
    prepared_at: datetime
    completed_at: datetime | None
    signatures: tuple[SignatureSheet, ...]
    difference: DifferenceSheet | None
    void_reason: str
    void_label: str
    voided_by: str
    payout: PayoutSheet | None
    box: str

    @property
    def is_count(self) -> bool:
        """A count says what is there; only fills and credits bring chips or take them away."""
        return self.kind in COUNTS

    @property
    def moved_cents(self) -> int | None:
        """What comes into the tray, or leaves it as less than nothing."""
        if self.kind not in (SlipKind.FILL, SlipKind.CREDIT):
            return None
        return -self.total_cents if self.kind == SlipKind.CREDIT else self.total_cents


def slips_seen_by(viewer: Person) -> QuerySet[Slip]:
    signatures = SlipSignature.objects.select_related("person", "sign_off")
    return (
        Slip.objects.filter(property_id=viewer.property_id)
        .select_related(
            "table__submission",
            "property",
            "prepared_by",
            "voided_by",
            "report__filed_by",
            "payout",
            "box",
        )
        .prefetch_related(Prefetch("signatures", signatures))
    )


def slip_sheet(viewer: Person, slip_id: int) -> SlipSheet:
    slip = slips_seen_by(viewer).filter(pk=slip_id).first()
    if slip is None:
        raise Http404
    return sheet_of(slip)


@dataclass(frozen=True, slots=True)
class SlipPage:
    """Slips, latest first; `after` is where the next page begins."""

    slips: tuple[SlipSheet, ...]
    after: int | None


class SlipFilters(Input):
    """Which slips to list."""

    table: Id | None = None
    kind: SlipKind | None = None
    state: SlipState | None = None
    gaming_day: date | None = None
    after: Id | None = None


def slip_page(viewer: Person, asked: SlipFilters) -> SlipPage:
    """Slips by table, kind, state and gaming day, latest first."""
    chosen = asked.model_dump(exclude={"after"}, exclude_none=True)
    found = slips_seen_by(viewer).filter(**chosen)
    last = slips_seen_by(viewer).filter(pk=asked.after).first() if asked.after else None
    if last is not None:
        at_once = Q(prepared_at=last.prepared_at, pk__lt=last.pk)
        found = found.filter(Q(prepared_at__lt=last.prepared_at) | at_once)
    rows = list(found.order_by("-prepared_at", "-pk")[: PAGE + 1])
    slips = tuple(sheet_of(each) for each in rows[:PAGE])
    return SlipPage(slips, rows[PAGE - 1].pk if len(rows) > PAGE else None)


def waiting_slips(viewer: Person) -> tuple[SlipSheet, ...]:
    """Slips that wait for somebody, latest first."""
    found = slips_seen_by(viewer).filter(state=SlipState.PREPARED)
    return tuple(sheet_of(each) for each in found.order_by("-prepared_at", "-pk"))


@dataclass(frozen=True, slots=True)
class SlipChoice:
    """A table, and the slips that somebody may write for it now."""

    table: GamingTable
    kinds: tuple[SlipKind, ...]


def slip_choices(
    tables: Sequence[GamingTable], waiting: Iterable[SlipSheet]
) -> tuple[SlipChoice, ...]:
    """What may be written now: an open table has no opening count, a closed one no fill.

    A second count of one kind waits for the first.
    """
    counts = {(slip.table_id, slip.kind) for slip in waiting if slip.is_count}
    boxed = set(
        DropBox.objects.filter(counted_at__isnull=True, table__in=tables).values_list(
            "table_id", flat=True
        )
    )
    return tuple(SlipChoice(table, _kinds_for(table, counts, boxed)) for table in tables)


def _kinds_for(
    table: GamingTable, counts: set[tuple[int, str]], boxed: set[int]
) -> tuple[SlipKind, ...]:
    """Without tips where the house counts none, without a drop where the box has a number."""
    no = set() if is_on(table.property, "counts_tips") else {SlipKind.TIPS}
    no |= {SlipKind.DROP} if table.pk in boxed else set()
    every = KINDS_AT[TableState(table.state)]
    return tuple(kind for kind in every if kind not in no and (table.pk, kind) not in counts)


def unreported_slips(viewer: Person) -> tuple[SlipSheet, ...]:
    """Counts whose difference asks for a written report that nobody has filed."""
    least = thresholds_of(viewer.property).report_cents
    found = slips_seen_by(viewer).filter(
        state=SlipState.COMPLETE, expected_cents__isnull=False, report__isnull=True
    )
    large = Q(total_cents__gte=F("expected_cents") + least) | Q(
        total_cents__lte=F("expected_cents") - least
    )
    return tuple(sheet_of(each) for each in found.filter(large).order_by("pk"))


def last_count(table: GamingTable) -> Slip | None:
    """The latest complete count of a table's tray."""
    counts = Slip.objects.filter(table=table, kind__in=TRAY_COUNTS, state=SlipState.COMPLETE)
    return counts.order_by("-completed_at", "-pk").first()


def sheet_of(slip: Slip) -> SlipSheet:
    return SlipSheet(
        id=slip.pk,
        kind=slip.kind,
        label=_said(SlipKind(slip.kind).label),
        serial=slip.serial,
        table_id=slip.table_id,
        table=str(slip.table),
        profile=slip.table.submission.profile,
        game=str(PROFILES.get(slip.table.submission.profile, slip.table.submission)),
        gaming_day=slip.gaming_day,
        shift=shift_of(slip.property, slip.prepared_at),
        currency=slip.property.currency,
        state=slip.state,
        state_label=_said(SlipState(slip.state).label),
        total_cents=slip.total_cents,
        pieces=_pieces(slip),
        prepared_by=slip.prepared_by.name,
        prepared_at=slip.prepared_at,
        completed_at=slip.completed_at,
        signatures=tuple(_signatures(slip)),
        difference=_difference(slip),
        void_reason=slip.void_reason,
        void_label=_said(VOID_REASONS.get(slip.void_reason, "")),
        voided_by=slip.voided_by.name if slip.voided_by else "",
        payout=_payout(slip),
        box=slip.box.number if slip.kind == SlipKind.BOX and hasattr(slip, "box") else "",
    )


def _payout(slip: Slip) -> PayoutSheet | None:
    if slip.kind != SlipKind.PAYOUT:
        return None
    paid = slip.payout
    return PayoutSheet(
        round_id=paid.round_id,
        round_number=paid.round_number,
        what=paid.what,
        label=_said(PayoutKind(paid.what).label),
        seat=paid.seat,
        player=paid.player,
        wager_cents=paid.wager_cents,
        wants_manager=paid.wants_manager,
        wants_tax_form=paid.wants_tax_form,
    )


def _pieces(slip: Slip) -> tuple[PieceSheet, ...]:
    values = sorted({*pieces_of(slip.kind, slip.table), *map(int, slip.chips)}, reverse=True)
    counts = {int(value): count for value, count in slip.chips.items()}
    return tuple(
        PieceSheet(value, counts.get(value, 0), value * counts.get(value, 0)) for value in values
    )


def _signatures(slip: Slip) -> Iterable[SignatureSheet]:
    signed = {each.part: each for each in slip.signatures.all()}
    waits = slip.state == SlipState.PREPARED
    for part in parts_of(slip):
        found = signed.get(part.code)
        if found is None:
            yield SignatureSheet(part.code, _said(part.label), waits)
            waits = False
            continue
        yield SignatureSheet(
            part.code,
            _said(part.label),
            False,
            found.person.name,
            found.sign_off.licence_number,
            found.at,
            bytes(found.sign_off.content_hash).hex(),
        )


def _difference(slip: Slip) -> DifferenceSheet | None:
    if slip.expected_cents is None or slip.state != SlipState.COMPLETE:
        return None  # blind: what is expected appears when everybody has signed
    limits = thresholds_of(slip.property)
    weight = limits.weigh(difference(slip))
    is_due = weight is Weight.REPORT and slip.completed_at is not None
    return DifferenceSheet(
        expected_cents=slip.expected_cents,
        cents=difference(slip),
        weight=weight.value,
        tell_cents=limits.tell_cents,
        report_cents=limits.report_cents,
        due_at=limits.due_at(slip.completed_at) if is_due and slip.completed_at else None,
        report=_report(slip),
    )


def _report(slip: Slip) -> DifferenceReportSheet | None:
    try:
        report: DifferenceReport = slip.report
    except DifferenceReport.DoesNotExist:
        return None
    label = _said(FINDINGS.get(report.finding, report.finding))
    return DifferenceReportSheet(
        report.finding, label, report.note, report.filed_by.name, report.filed_at
    )


def _said(words: str | Promise) -> str:
    return str(words)
