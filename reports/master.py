"""The master game report: what tray and box say that a table won, beside what its rounds say.

Win by inventory is drop + closer + credits - opener - fills. Recorded win is what the rounds of the
same period came to, without jackpots, which no tray pays. When everything was entered the two are
equal to the cent; where not, it names the gap: what counts found, what the box held, which rounds
were entered outside the counts.

Rule: COMAR 36.05.03.15D.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from banking.models import (
    TRAY,
    AccountKind,
    Entry,
    EntryKind,
    Posting,
    Slip,
    SlipKind,
    SlipState,
)
from banking.parts import TRAY_COUNTS
from foundation.wording import money_text
from reports.parts import MONEY, NUMBER, SHARE, Column, Figure, Figures, Part, Rows, Words
from reports.scope import Progress, Scope
from reports.table_figures import TableFigures, table_figures
from tables.models import GamingTable

AROUND = timedelta(minutes=30)
"""A count so long after the change of shift still is the one of that change."""
PLAYED = (EntryKind.ROUND, EntryKind.REVERSAL, EntryKind.CORRECTION)
MOST_CANDIDATES = 5


@dataclass(frozen=True, slots=True)
class BothCounts:
    """The two counts between which a table's money is added up."""

    opener: Slip
    closer: Slip


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may explain a gap, and how much of it."""

    code: str
    cents: int
    serial: int | None = None
    slip: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryFigures:
    """Tray and box beside the rounds, of one table or several: every field is added up."""

    opener: int = 0
    fills: int = 0
    credits: int = 0
    closer: int = 0
    sold: int = 0
    box_found: int = 0
    drop: int = 0
    inventory_win: int = 0
    win: int = 0
    difference: int = 0
    tray_found: int = 0
    outside: int = 0
    vigorish: int = 0
    side_wagered: int = 0
    side_win: int = 0
    wagered: int = 0
    theoretical: int = 0
    rounds: int = 0
    jackpot: int = 0
    tips: int = 0
    payouts: int = 0

    @property
    def hold(self) -> float | None:
        return self.inventory_win / self.drop if self.drop > 0 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class MasterLine(InventoryFigures):
    """One table; without a count at both ends only what its rounds say."""

    table: int
    number: int
    pit: str
    is_counted: bool = False
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryOfPit(InventoryFigures):
    """The counted tables of a pit together."""

    pit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MasterFigures:
    """What the master game report says: numbers and codes only."""

    tables: tuple[MasterLine, ...] = ()
    pits: tuple[InventoryOfPit, ...] = ()
    all: InventoryFigures = field(default_factory=InventoryFigures)
    uncounted: tuple[int, ...] = ()
    currency: str = ""


ADDED = tuple(each.name for each in fields(InventoryFigures))


def master_figures(scope: Scope, progress: Progress) -> MasterFigures:
    """Collect what the report says; numbers and codes only."""
    lines = []
    played = {line.table: line for line in table_figures(scope)}
    for done, table in enumerate(scope.tables, 1):
        lines.append(_line(scope, table, played[table.pk]))
        progress(done, len(scope.tables))
    whole = [line for line in lines if line.is_counted]
    return MasterFigures(
        tables=tuple(lines),
        pits=tuple(
            InventoryOfPit(pit=pit, **_added(each for each in whole if each.pit == pit))
            for pit in sorted({line.pit for line in lines})
        ),
        all=InventoryFigures(**_added(whole)),
        uncounted=tuple(line.number for line in lines if not line.is_counted),
        currency=scope.house.currency,
    )


def _added(lines: Iterable[InventoryFigures]) -> dict[str, int]:
    lines = list(lines)
    return {name: sum(getattr(line, name) for line in lines) for name in ADDED}


def _line(scope: Scope, table: GamingTable, played: TableFigures) -> MasterLine:
    apart = _apart(scope, table)
    line = MasterLine(
        table=table.pk,
        number=table.number,
        pit=table.pit.name,
        win=played.win,
        vigorish=played.vigorish,
        side_wagered=played.side_wagered,
        side_win=played.side_win,
        wagered=played.wagered,
        theoretical=played.theoretical,
        rounds=played.rounds,
        jackpot=apart["jackpot"],
        tips=apart["tips"],
        payouts=apart["payouts"],
    )
    counted = counts_of(table, scope.period.since, scope.period.until)
    return line if counted is None else _between(scope, table, counted, line)


def _apart(scope: Scope, table: GamingTable) -> dict[str, int]:
    """What lies beside the win: jackpots of the rounds, tips, payouts with a document."""
    period = scope.period
    paid = Posting.objects.filter(
        account__kind=AccountKind.JACKPOT,
        entry__table=table,
        entry__gaming_day__range=(period.first_day, period.last_day),
        entry__kind__in=PLAYED,
    )
    slips = Slip.objects.filter(
        table=table,
        kind__in=[SlipKind.TIPS, SlipKind.PAYOUT],
        prepared_at__gte=period.since,
        prepared_at__lt=period.until,
    ).exclude(state=SlipState.VOID)
    if period.shift:
        paid = paid.filter(entry__at__gte=period.since, entry__at__lt=period.until)
    sums = dict(slips.values_list("kind").annotate(n=Sum("total_cents")))
    return {
        "jackpot": -int(paid.aggregate(n=Sum("cents"))["n"] or 0),
        "tips": sums.get(SlipKind.TIPS, 0),
        "payouts": sums.get(SlipKind.PAYOUT, 0),
    }


def counts_of(table: GamingTable, since: datetime, until: datetime) -> BothCounts | None:
    """The count with which the period began at a table, and the one with which it ended."""
    counts = list(
        Slip.objects.filter(
            table=table,
            kind__in=TRAY_COUNTS,
            state=SlipState.COMPLETE,
            prepared_at__lt=until + AROUND,
        ).order_by("prepared_at", "pk")
    )
    before = [each for each in counts if each.prepared_at <= since + AROUND]
    inside = [each for each in counts if each.prepared_at > since - AROUND]
    opened = [each for each in inside if each.kind == SlipKind.OPENING]
    is_locked = not before or before[-1].kind == SlipKind.CLOSING
    opener = opened[0] if is_locked and opened else before[-1] if before else None
    if opener is None:
        return None
    later = [
        each for each in inside if (each.prepared_at, each.pk) > (opener.prepared_at, opener.pk)
    ]
    return BothCounts(opener, later[-1]) if later else None


def _between(scope: Scope, table: GamingTable, counted: BothCounts, line: MasterLine) -> MasterLine:
    """What happened at a table between its two counts."""
    opener, closer = counted.opener, counted.closer
    entries = Entry.objects.filter(
        table=table, at__gt=opener.prepared_at, at__lte=closer.prepared_at
    )
    posted = _posted(entries)
    counts = _slips(table, TRAY_COUNTS, opener.prepared_at, closer.prepared_at, without=opener)
    until = scope.period.until + AROUND
    boxes = _slips(table, [SlipKind.DROP], opener.prepared_at, until)
    boxes += _boxes(table, opener.prepared_at, until)
    fills = posted.get(("inventory", "fill"), 0)
    credited = -posted.get(("inventory", "credit"), 0)
    sold = posted.get(("drop", "buy_in"), 0) + posted.get(("drop", "cash_back"), 0)
    box_found, tray_found = sum(map(_found, boxes)), sum(map(_found, counts))
    recorded = sum(posted.get((kind.value, each.value), 0) for kind in TRAY for each in PLAYED)
    drop = sold + box_found
    inventory_win = drop + closer.total_cents + credited - opener.total_cents - fills
    outside = line.win - recorded
    return replace(
        line,
        is_counted=True,
        opener=opener.total_cents,
        closer=closer.total_cents,
        fills=fills,
        credits=credited,
        sold=sold,
        box_found=box_found,
        drop=drop,
        inventory_win=inventory_win,
        difference=inventory_win - line.win,
        tray_found=tray_found,
        outside=outside,
        candidates=_candidates(counts, boxes, tray_found, box_found, outside),
    )


def _posted(entries: QuerySet[Entry]) -> dict[tuple[str, str], int]:
    rows = Posting.objects.filter(entry__in=entries).values_list("account__kind", "entry__kind")
    return {(account, kind): cents for account, kind, cents in rows.annotate(n=Sum("cents"))}


def _slips(
    table: GamingTable,
    kinds: Sequence[str],
    since: datetime,
    until: datetime,
    without: Slip | None = None,
) -> list[Slip]:
    found = Slip.objects.filter(
        table=table,
        kind__in=kinds,
        state=SlipState.COMPLETE,
        prepared_at__gte=since,
        prepared_at__lte=until,
    )
    return [each for each in found.order_by("prepared_at") if without is None or each != without]


def _boxes(table: GamingTable, since: datetime, until: datetime) -> list[Slip]:
    """Counts of numbered boxes by when they were taken out: the count room counts them later."""
    found = Slip.objects.filter(
        table=table,
        kind=SlipKind.BOX,
        state=SlipState.COMPLETE,
        box__taken_at__gte=since,
        box__taken_at__lte=until,
    )
    return list(found.order_by("box__taken_at"))


def _found(slip: Slip) -> int:
    return 0 if slip.expected_cents is None else slip.total_cents - slip.expected_cents


def _candidates(
    counts: list[Slip], boxes: list[Slip], tray: int, box: int, outside: int
) -> tuple[Candidate, ...]:
    """What may explain a gap, the largest first; a short tray and a box over are one buy-in."""
    found: list[Candidate] = []
    unrecorded = min(box, -tray) if box > 0 > tray else 0
    if unrecorded:
        found.append(Candidate("unrecorded_cash", unrecorded))
    for slip in [*counts, *boxes]:
        if _found(slip):
            found.append(Candidate(slip.kind, _found(slip), slip.serial, slip.pk))
    if outside:
        found.append(Candidate("outside", outside))
    if tray > 0:
        found.append(Candidate("tips", tray))
    return tuple(sorted(found, key=lambda each: -abs(each.cents))[:MOST_CANDIDATES])


def master_parts(kept: MasterFigures) -> list[Part]:
    """The report in words."""
    every = kept.all
    parts: list[Part] = [
        Figures(
            _("All counted tables"),
            [
                Figure(_("Drop"), every.drop, MONEY),
                Figure(_("Win by inventory"), every.inventory_win, MONEY),
                Figure(_("Recorded win"), every.win, MONEY),
                Figure(_("Difference"), every.difference, MONEY),
                Figure(_("Hold"), every.hold, SHARE),
                Figure(_("Theoretical win"), every.theoretical, MONEY),
            ],
        ),
        Rows(
            _("Win by inventory, by table"),
            [Column(_("Table"), NUMBER), Column(_("Pit")), *INVENTORY_COLUMNS],
            [
                [line.number, line.pit, *_cells(line, INVENTORY)]
                for line in kept.tables
                if line.is_counted
            ],
            ["", _("Total"), *_cells(every, INVENTORY)],
            empty=_("No table was counted at the beginning and at the end."),
            note=_(
                "Drop, closer and credits, less opener and fills. Drop is the cash that was sold "
                "for and what the count of the box found beside it."
            ),
        ),
    ]
    if len(kept.pits) > 1:
        parts.append(
            Rows(
                _("By pit"),
                [Column(_("Pit")), *INVENTORY_COLUMNS],
                [[line.pit, *_cells(line, INVENTORY)] for line in kept.pits],
                [_("Total"), *_cells(every, INVENTORY)],
            )
        )
    return [*parts, _recorded_part(kept), _apart_part(kept), _gap_part(kept)]


def _recorded_part(kept: MasterFigures) -> Rows:
    return Rows(
        _("Beside the recorded win"),
        [
            Column(_("Table"), NUMBER),
            Column(_("Win by inventory"), MONEY),
            Column(_("Recorded win"), MONEY),
            Column(_("Difference"), MONEY),
            Column(_("Found in the tray"), MONEY),
            Column(_("Found in the box"), MONEY),
            Column(_("Rounds outside the counts"), MONEY),
        ],
        [[line.number, *_cells(line, RECORDED)] for line in kept.tables if line.is_counted],
        [_("Total"), *_cells(kept.all, RECORDED)],
        empty=_("No table was counted at the beginning and at the end."),
        note=_(
            "The difference is what counts found in tray and box, less the win of rounds that were "
            "entered before the opener or after the closer."
        ),
    )


def _apart_part(kept: MasterFigures) -> Rows:
    return Rows(
        _("Apart: vigorish, side wagers, jackpots, tips"),
        [
            Column(_("Table"), NUMBER),
            Column(_("Rounds"), NUMBER),
            Column(_("Wagered"), MONEY),
            Column(_("Vigorish"), MONEY),
            Column(_("Side wagers"), MONEY),
            Column(_("Side win"), MONEY),
            Column(_("Theoretical"), MONEY),
            Column(_("Jackpots paid"), MONEY),
            Column(_("Tips counted"), MONEY),
            Column(_("Payouts with a document"), MONEY),
        ],
        [[line.number, *_cells(line, APART)] for line in kept.tables],
        note=_(
            "Jackpots are paid from what was set aside for them and are in neither win. Tips are "
            "the dealers' and never lay in the tray. Payouts are part of the win."
        ),
    )


def _gap_part(kept: MasterFigures) -> Rows:
    currency = kept.currency
    return Rows(
        _("What may explain a difference, the largest first"),
        [Column(_("Table"), NUMBER), Column(_("What")), Column(_("Amount"), MONEY)],
        [
            [line.number, candidate_words(each, currency), each.cents]
            for line in kept.tables
            for each in line.candidates
        ],
        empty=_("No count differed, and every round lies between the counts."),
        note=_uncounted(kept.uncounted),
    )


def _uncounted(numbers: Sequence[int]) -> str:
    if not numbers:
        return ""
    return _now("Not counted at the beginning and at the end: {tables}.").format(
        tables=", ".join(str(number) for number in numbers)
    )


def candidate_words(found: Candidate, currency: str) -> Words:
    """A possible reason in words."""
    if found.code == "unrecorded_cash":
        return _now(
            "Cash that nobody entered: the tray is short and the box over by {cents}"
        ).format(cents=money_text(found.cents, currency))
    if found.code == "outside":
        return _("Rounds entered before the opener or after the closer")
    if found.code == "tips":
        return _("Chips in the tray that are the dealers' tips")
    return f"{SlipKind(found.code).label} {found.serial}"


INVENTORY = ("opener", "fills", "credits", "closer", "drop", "inventory_win", "hold")
INVENTORY_COLUMNS = (
    Column(_("Opener"), MONEY),
    Column(_("Fills"), MONEY),
    Column(_("Credits"), MONEY),
    Column(_("Closer"), MONEY),
    Column(_("Drop"), MONEY),
    Column(_("Win by inventory"), MONEY),
    Column(_("Hold"), SHARE),
)
RECORDED = ("inventory_win", "win", "difference", "tray_found", "box_found", "outside")
APART = (
    "rounds", "wagered", "vigorish", "side_wagered", "side_win", "theoretical", "jackpot", "tips",
    "payouts",
)  # fmt: skip


def _cells(line: InventoryFigures, names: Sequence[str]) -> list[object]:
    return [getattr(line, name) for name in names]
