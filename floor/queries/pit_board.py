"""The whole floor at one look: every table with its round, its clocks and what calls for it.

A fixed number of queries, however many tables there are, and none that reads further back than
the last hour or the last count, however many rounds there were.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from banking.queries.balances import sees_expected
from banking.queries.jackpots import meters_at
from review.models import Dispute
from rounds.models import OPEN_STATES, Irregularity, Round, RoundState, Source
from staff.house_settings import minutes_of
from staff.models import Person
from tables.models import Alert, GamingTable, TableState
from tables.queries.floor import TONES, TableRow, table_rows

HOUR = timedelta(hours=1)
RECENT = timedelta(minutes=8)
"""A round takes two minutes; one this old was probably forgotten (reading)."""

DENSE_FROM, CLOSE_FROM = 25, 9
NOT_OPEN = (TableState.CLOSED, TableState.OPENING)
STANDS_STILL = ("held", "expired", "failed", "no_set")


@dataclass(frozen=True, slots=True)
class RoundNow:
    """The round in progress at a table, or the last one."""

    id: UUID
    number: int
    state: str
    state_label: str
    since: datetime
    is_open: bool
    is_stuck: bool
    is_recent: bool
    bank: str
    bank_seat: int | None
    is_simulated: bool


@dataclass(frozen=True, slots=True)
class Tray:
    """Chips that the tray should hold: the last count and what moved since.

    Whoever counts it does not see what is expected: they count blind.
    """

    counted_cents: int
    expected_cents: int | None
    over_short_cents: int
    counted_at: datetime

    @property
    def moved_cents(self) -> int | None:
        return None if self.expected_cents is None else self.expected_cents - self.counted_cents


@dataclass(frozen=True, slots=True)
class BoardTile:
    """One table on the board."""

    table: TableRow
    round: RoundNow | None
    rounds_an_hour: int
    tray: Tray | None
    urgent: int
    escalated: int
    disputes: int
    overdue: int
    rulings: int
    currency: str
    jackpot_cents: int | None

    @property
    def state_label(self) -> str:
        """What the table does; a round in play says more than that the table is open."""
        return _("In play") if self.is_in_play else self.table.state_label

    @property
    def is_in_play(self) -> bool:
        return self.table.tone == TONES[TableState.OPEN] and self.is_playing

    @property
    def is_playing(self) -> bool:
        """A round is open, or one ended so lately that the next is near."""
        return self.round is not None and (self.round.is_open or self.round.is_recent)

    @property
    def calls(self) -> int:
        """How many things at this table want somebody."""
        is_stuck = self.round is not None and self.round.is_stuck
        return self.table.alerts + self.disputes + self.rulings + is_stuck

    @property
    def tone(self) -> str:
        """How the tile is framed; a word or a sign on it says the same.

        Red is for what somebody must do at once: an urgent alert that nobody took, an answer that
        is late, a table that cannot play. Everything else that waits is amber.
        """
        if self.urgent or self.overdue or self.table.state in STANDS_STILL:
            return "lose"
        waits = any(clock.state in ("warn", "due") for clock in self.table.clocks)
        if self.calls or waits or self.table.state == TableState.SUSPENDED:
            return "warn"
        return self.table.tone


@dataclass(frozen=True, slots=True)
class Board:
    """The tiles that a screen shows, and the sums over the pit that was chosen, or the house."""

    tiles: tuple[BoardTile, ...]
    pits: tuple[str, ...]
    pit: str
    show: str
    open_count: int
    playing_count: int
    calling_count: int
    total: int

    @property
    def density(self) -> str:
        if len(self.tiles) >= DENSE_FROM:
            return "dense"
        return "close" if len(self.tiles) >= CLOSE_FROM else "roomy"


SHOWS = ("all", "open", "calling")


def pit_board(viewer: Person, at: datetime, *, pit: str = "", show: str = "all") -> Board:
    """Every table of the house, narrowed to a pit or to what calls for somebody."""
    tiles = board_tiles(viewer, at)
    here = [tile for tile in tiles if pit in ("", tile.table.pit)]
    chosen = here
    if show == "open":
        chosen = [tile for tile in chosen if tile.table.state != TableState.CLOSED]
    elif show == "calling":
        chosen = [tile for tile in chosen if tile.calls or tile.tone == "lose"]
    return Board(
        tiles=tuple(chosen),
        pits=tuple(dict.fromkeys(tile.table.pit for tile in tiles)),
        pit=pit,
        show=show if show in SHOWS else "all",
        open_count=sum(tile.table.state not in NOT_OPEN for tile in here),
        playing_count=sum(tile.is_in_play for tile in here),
        calling_count=sum(bool(tile.calls) or tile.tone == "lose" for tile in here),
        total=len(here),
    )


def board_tiles(
    viewer: Person, at: datetime, *, ids: Iterable[int] | None = None
) -> list[BoardTile]:
    rows = table_rows(viewer, at, ids=ids)
    keys = [row.id for row in rows]
    rounds = _latest_rounds(keys, at, stuck_after(viewer))
    pace = _counted(Round.objects.filter(table_id__in=keys, opened_at__gt=at - HOUR))
    urgent, escalated = _alerts(keys)
    disputes, overdue = _disputes(keys, at)
    rulings = _by_round(
        Irregularity.objects.filter(
            ruled_at__isnull=True,
            round__table_id__in=keys,
            round__opened_at__gt=at - timedelta(days=1),
        )
    )
    trays, meters = _trays(keys, sees_expected(viewer)), meters_at(keys)
    return [
        BoardTile(
            table=row,
            round=rounds.get(row.id),
            rounds_an_hour=pace[row.id],
            tray=trays.get(row.id),
            urgent=urgent[row.id],
            escalated=escalated[row.id],
            disputes=disputes[row.id],
            overdue=overdue[row.id],
            rulings=rulings[row.id],
            currency=viewer.property.currency,
            jackpot_cents=meters.get(row.id),
        )
        for row in rows
    ]


def stuck_after(viewer: Person) -> timedelta:
    """From what age on an open round was probably forgotten."""
    return minutes_of(viewer.property, "stuck_round_minutes")


def _latest_rounds(
    table_ids: list[int], at: datetime, patience: timedelta
) -> Mapping[int, RoundNow]:
    newest = Round.objects.filter(table=OuterRef("pk")).order_by("-opened_at").values("pk")[:1]
    tables = GamingTable.objects.filter(pk__in=table_ids).annotate(latest=Subquery(newest))
    ids = [latest for latest in tables.values_list("latest", flat=True) if latest]
    found = Round.objects.filter(pk__in=ids).only(
        "table_id", "number", "state", "opened_at", "ended_at", "bank_kind", "bank_seat", "source"
    )
    return {each.table_id: round_now(each, at, patience) for each in found}


def round_now(current: Round, at: datetime, patience: timedelta) -> RoundNow:
    is_open = current.state in OPEN_STATES
    return RoundNow(
        id=current.pk,
        number=current.number,
        state=current.state,
        state_label=str(RoundState(current.state).label),
        since=current.opened_at if is_open else current.ended_at or current.opened_at,
        is_open=is_open,
        is_stuck=is_open and at - current.opened_at > patience,
        is_recent=current.ended_at is not None and at - current.ended_at < RECENT,
        bank=current.bank_kind,
        bank_seat=current.bank_seat,
        is_simulated=current.source == Source.DEMO,
    )


def _counted(rows: QuerySet[Any], by: str = "table_id") -> Counter[int]:
    return Counter(dict(rows.order_by().values_list(by).annotate(n=Count("pk"))))


def _alerts(table_ids: list[int]) -> tuple[Counter[int], Counter[int]]:
    """How many urgent alerts nobody took, and how many of them went to the pit manager."""
    waiting = Alert.objects.filter(
        table_id__in=table_ids, acknowledged_at__isnull=True, severity="urgent"
    )
    return _counted(waiting), _counted(waiting.filter(escalated_at__isnull=False))


def _disputes(table_ids: list[int], at: datetime) -> tuple[Counter[int], Counter[int]]:
    """How many disputes wait at each table, and how many of them past their promise."""
    waiting = Dispute.objects.filter(decided_at__isnull=True, round__table_id__in=table_ids)
    late = Count("pk", filter=Q(expected_at__lte=at))
    rows = waiting.order_by().values_list("round__table_id").annotate(n=Count("pk"), late=late)
    counted = list(rows)
    return Counter({table: n for table, n, _ in counted}), Counter(
        {table: late for table, _, late in counted}
    )


def _by_round(rows: QuerySet[Any]) -> Counter[int]:
    return _counted(rows, "round__table_id")


def _trays(table_ids: list[int], is_seen: bool) -> dict[int, Tray]:
    """The last finished count of each table, with what its tray gained or lost since."""
    if not table_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(TRAYS, [table_ids])
        return {
            table_id: Tray(
                counted, counted + moved if is_seen else None, counted - expected, counted_at
            )
            for table_id, counted, expected, moved, counted_at in cursor.fetchall()
        }


TRAYS = """
select slip.table_id, slip.total_cents, coalesce(slip.expected_cents, slip.total_cents),
       coalesce((
         select sum(posting.cents)::bigint from banking_entry entry
           join banking_posting posting on posting.entry_id = entry.id
           join banking_account account on account.id = posting.account_id
          where entry.table_id = slip.table_id and entry.at > slip.completed_at
            and entry.slip_id is distinct from slip.id
            and account.table_id = slip.table_id
            and account.kind in ('inventory', 'vigorish', 'side_wagers')), 0),
       slip.completed_at
  from unnest(%s::bigint[]) as wanted (table_id)
 cross join lateral (
   select * from banking_slip
    where table_id = wanted.table_id and state = 'complete'
      and kind in ('opening', 'closing', 'count')
    order by prepared_at desc limit 1) slip
"""
