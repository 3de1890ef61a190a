"""The shift's and the gaming day's report: money, rounds, trouble, equipment, table by table."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _

from reports.parts import (
    DECIMAL,
    MONEY,
    NUMBER,
    ROUND,
    SHARE,
    TIME,
    Column,
    Figure,
    Figures,
    Part,
    Plot,
    Rows,
    Words,
)
from reports.scope import Progress, Scope
from reports.table_figures import (
    PitFigures,
    PlayFigures,
    TableFigures,
    pit_totals,
    table_figures,
    totals,
)
from review.models import Decision, Dispute
from rounds.models import Irregularity
from rounds.wording import DISPUTE_CLAIMS, event_words
from tables.models import EquipmentKind, Placement


@dataclass(frozen=True, slots=True)
class EventCount:
    """How often an irregularity was reported, and how often it was ruled on."""

    event: str
    n: int
    ruled: int


@dataclass(frozen=True, slots=True)
class DisputedRound:
    """A dispute of the day; the round by its id and its number."""

    table: int
    round: tuple[str, str]
    claim: str
    amount: int | None
    opened_at: str
    decided_at: str | None
    decision: str


@dataclass(frozen=True, slots=True)
class SetOnTable:
    """A set that lay on a table, from when to when, and who verified it."""

    table: int
    kind: str
    serial: str
    since: str
    until: str | None
    inspected: str
    verified: str
    expired: bool


@dataclass(frozen=True, slots=True)
class DayFigures:
    """What the report of a gaming day or a shift says: numbers and codes only."""

    tables: tuple[TableFigures, ...] = ()
    pits: tuple[PitFigures, ...] = ()
    all: PlayFigures = field(default_factory=PlayFigures)
    events: tuple[EventCount, ...] = ()
    disputes: tuple[DisputedRound, ...] = ()
    equipment: tuple[SetOnTable, ...] = ()


def day_figures(scope: Scope, progress: Progress) -> DayFigures:
    """Collect what the report says; numbers and codes only."""
    lines = table_figures(scope)
    progress(1, 3)
    events = irregular_events(scope)
    progress(2, 3)
    return DayFigures(
        tables=tuple(lines),
        pits=tuple(pit_totals(pit, lines) for pit in sorted({line.pit for line in lines})),
        all=totals(lines),
        events=events,
        disputes=disputes_of_day(scope),
        equipment=equipment(scope),
    )


def irregular_events(scope: Scope) -> tuple[EventCount, ...]:
    found = Irregularity.objects.filter(in_scope(scope), round__has_irregularity=True)
    rows = found.values("event").annotate(n=Count("id"), ruled=Count("ruled_at"))
    return tuple(EventCount(**row) for row in rows.order_by("-n", "event"))


def disputes_of_day(scope: Scope) -> tuple[DisputedRound, ...]:
    marked = Dispute.objects.filter(in_scope(scope), round__has_dispute=True)
    found = marked.select_related("round__table")
    return tuple(
        DisputedRound(
            table=each.round.table.number,
            round=(str(each.round_id), str(each.round.number)),
            claim=each.claim,
            amount=each.amount_cents,
            opened_at=each.opened_at.isoformat(),
            decided_at=each.decided_at.isoformat() if each.decided_at else None,
            decision=each.decision,
        )
        for each in found.order_by("opened_at")
    )


def in_scope(scope: Scope, of: str = "round__") -> Q:
    """Rows about rounds of the scope's tables and period; a day to spare finds them by time."""
    period, spare = scope.period, timedelta(days=1)
    where = {
        "property_id": scope.house.pk,
        "opened_at__gte": period.since - spare,
        "opened_at__lt": period.until + spare,
        "table_id__in": scope.table_ids,
        "gaming_day__gte": period.first_day,
        "gaming_day__lte": period.last_day,
    }
    if period.shift:
        where |= {"opened_at__gte": period.since, "opened_at__lt": period.until}
    return Q(**{f"{of}{name}": value for name, value in where.items()})


def equipment(scope: Scope) -> tuple[SetOnTable, ...]:
    """Every set that lay on one of the tables, from when to when, and who verified it."""
    placed = Placement.objects.filter(
        table__in=scope.table_ids,
        during__overlap=(scope.period.since, scope.period.until),
    ).select_related("table", "equipment", "inspection__inspected_by", "inspection__verified_by")
    return tuple(
        SetOnTable(
            table=each.table.number,
            kind=each.kind,
            serial=each.equipment.serial,
            since=each.during.lower.isoformat(),
            until=each.during.upper.isoformat() if each.during.upper else None,
            inspected=each.inspection.inspected_by.name if each.inspection else "",
            verified=each.inspection.verified_by.name
            if each.inspection and each.inspection.verified_by
            else "",
            expired=each.expired_at is not None,
        )
        for each in placed.order_by("table__number", "kind", "during")
    )


def day_parts(kept: DayFigures) -> list[Part]:
    """The report in words."""
    every, tables = kept.all, kept.tables
    parts: list[Part] = [
        Figures(_("All tables"), headline(every)),
        Rows(
            _("Money by table"),
            [Column(_("Table"), NUMBER), Column(_("Pit")), *MONEY_COLUMNS],
            [[line.number, line.pit, *money_cells(line)] for line in tables],
            ["", _("Total"), *money_cells(every)],
            note=_(
                "Drop is the cash in the box: as counted, or as sold for until then. "
                "Win is what the house won on wagers, vigorish and side wagers included. Hold is "
                "win as a share of drop. Theoretical is each wager against the house times the "
                "exact edge of its rules, Pair Fortunes with its own; wagers against a player's "
                "bank and other side wagers are not in it."
            ),
        ),
    ]
    if len(kept.pits) > 1:
        parts.append(
            Rows(
                _("Money by pit"),
                [Column(_("Pit")), *MONEY_COLUMNS],
                [[line.pit, *money_cells(line)] for line in kept.pits],
                [_("Total"), *money_cells(every)],
            )
        )
    if tables:
        parts.append(win_plot(tables))
    chips = Rows(
        _("Chips to and from the tables"),
        [Column(_("Table"), NUMBER), Column(_("Pit")), *CHIP_COLUMNS],
        [[line.number, line.pit, *chip_cells(line)] for line in tables],
        ["", _("Total"), *chip_cells(every)],
        note=_("Over or short: what the closing count found beside what should have been there."),
    )
    return [*parts, chips, *play_parts(kept)]


def win_plot(tables: Sequence[TableFigures]) -> Plot:
    return Plot(
        _("Win and theoretical win by table"),
        [str(line.number) for line in tables],
        [line.win for line in tables],
        [line.theoretical for line in tables],
        note=_("Bars: what each table won. Marks: what its rules expect on average."),
        up=_("win"),
        across=_("table"),
        unit=MONEY,
    )


def play_parts(kept: DayFigures) -> list[Part]:
    every = kept.all
    return [
        Rows(
            _("Play by table"),
            [Column(_("Table"), NUMBER), *PLAY_COLUMNS],
            [[line.number, *play_cells(line)] for line in kept.tables],
            [_("Total"), *play_cells(every)],
            note=_("Rounds an hour leave out pauses of more than fifteen minutes."),
        ),
        Rows(
            _("Irregularities"),
            [Column(_("What happened")), Column(_("Times"), NUMBER), Column(_("Ruled"), NUMBER)],
            [[event_words(each.event), each.n, each.ruled] for each in kept.events],
            empty=_("No irregularity was reported."),
        ),
        Rows(
            _("Disputes"),
            [
                Column(_("Table"), NUMBER),
                Column(_("Round"), ROUND),
                Column(_("Claim")),
                Column(_("Amount"), MONEY),
                Column(_("Opened"), TIME),
                Column(_("Decided"), TIME),
                Column(_("Decision")),
            ],
            [
                [e.table, e.round, disputed_claim(e.claim), e.amount, e.opened_at,
                 e.decided_at, Decision(e.decision).label if e.decision else ""]
                for e in kept.disputes
            ],
            empty=_("No dispute was opened."),
        ),
        Rows(
            _("Equipment on the tables"),
            [
                Column(_("Table"), NUMBER),
                Column(_("Kind")),
                Column(_("Serial")),
                Column(_("From"), TIME),
                Column(_("To"), TIME),
                Column(_("Inspected by")),
                Column(_("Verified by")),
                Column(_("Note")),
            ],
            [
                [e.table, EquipmentKind(e.kind).label, e.serial, e.since, e.until,
                 e.inspected, e.verified, _("past its limit") if e.expired else ""]
                for e in kept.equipment
            ],
            empty=_("No equipment lay on a table."),
            note=_("A dash under To: it still lay there when this was made."),
        ),
    ]  # fmt: skip


def disputed_claim(code: str) -> Words:
    return DISPUTE_CLAIMS.get(code, code)


def headline(every: PlayFigures) -> list[Figure]:
    return [
        Figure(_("Drop"), every.drop, MONEY),
        Figure(_("Win"), every.win, MONEY),
        Figure(_("Hold"), every.hold, SHARE),
        Figure(_("Theoretical win"), every.theoretical, MONEY),
        Figure(_("Vigorish"), every.vigorish, MONEY),
        Figure(_("Rounds"), every.rounds),
        Figure(_("Rounds an hour"), every.an_hour, DECIMAL),
        Figure(_("Player banks"), every.banked),
        Figure(_("Irregularities"), every.irregularities),
        Figure(_("Disputes"), every.disputes),
    ]


MONEY_COLUMNS = (
    Column(_("Drop"), MONEY),
    Column(_("Wagered"), MONEY),
    Column(_("Win"), MONEY),
    Column(_("Hold"), SHARE),
    Column(_("Theoretical"), MONEY),
    Column(_("Vigorish"), MONEY),
    Column(_("Side wagers"), MONEY),
    Column(_("Side win"), MONEY),
)
CHIP_COLUMNS = (
    Column(_("Fills"), MONEY),
    Column(_("Credits"), MONEY),
    Column(_("Over or short"), MONEY),
)
PLAY_COLUMNS = (
    Column(_("Rounds"), NUMBER),
    Column(_("An hour"), DECIMAL),
    Column(_("Wagers"), NUMBER),
    Column(_("Player bank"), NUMBER),
    Column(_("Co-bank"), NUMBER),
    Column(_("Void"), NUMBER),
    Column(_("Corrected"), NUMBER),
    Column(_("Quick"), NUMBER),
    Column(_("Late"), NUMBER),
    Column(_("Irregularities"), NUMBER),
    Column(_("Disputes"), NUMBER),
)


def money_cells(line: PlayFigures) -> list[object]:
    return [line.drop, line.wagered, line.win, line.hold, line.theoretical, line.vigorish,
            line.side_wagered, line.side_win]  # fmt: skip


def chip_cells(line: PlayFigures) -> list[object]:
    return [line.fills, line.credits, line.over_short]


def play_cells(line: PlayFigures) -> list[object]:
    return [line.rounds, line.an_hour, line.wagers, line.player_bank, line.co_bank, line.void,
            line.corrected, line.quick, line.late, line.irregularities,
            line.disputes]  # fmt: skip
