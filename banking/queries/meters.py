"""Jackpots as pages and API show them: the meter, recomputed, and everything that moved it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Sum
from django.http import Http404

from banking.models import Account, AccountKind, EntryKind, Jackpot, JackpotPeriod, Posting
from foundation.inputs import Id, Input
from staff.models import Person
from tables.models import GamingTable

PAGE = 50


@dataclass(frozen=True, slots=True)
class JackpotRow:
    """A jackpot and its meter."""

    id: int
    name: str
    meter_cents: int
    seed_cents: int
    method: str
    method_label: str
    step: int
    tables: tuple[str, ...]
    table_ids: tuple[int, ...]
    started_at: datetime
    ended_at: datetime | None
    currency: str


@dataclass(frozen=True, slots=True)
class MeterMove:
    """One change of a meter, and where it stood after it."""

    entry_id: int
    kind: str
    label: str
    at: datetime
    by: str
    cents: int
    meter_cents: int
    round_id: UUID | None
    table: str


@dataclass(frozen=True, slots=True)
class Recomputed:
    """The meter once more, from its parts: seeds, contributions, awards, corrections."""

    seeds_cents: int
    contributions_cents: int
    periods_cents: int
    awards_cents: int
    other_cents: int
    meter_cents: int
    is_right: bool


@dataclass(frozen=True, slots=True)
class PeriodRow:
    """What one period added."""

    begins_at: datetime
    ends_at: datetime
    wagers: int
    win_cents: int
    cents: int


@dataclass(frozen=True, slots=True)
class JackpotSheet:
    """A jackpot with its history."""

    row: JackpotRow
    recomputed: Recomputed
    awards: tuple[MeterMove, ...]
    moves: tuple[MeterMove, ...]
    periods: tuple[PeriodRow, ...]
    after: int | None


def jackpot_rows(viewer: Person) -> tuple[JackpotRow, ...]:
    jackpots = list(
        Jackpot.objects.filter(property_id=viewer.property_id)
        .select_related("property")
        .prefetch_related("tables")
        .order_by("ended_at", "name")
    )
    meters = dict(
        Posting.objects.filter(account__jackpot__in=jackpots, account__kind=AccountKind.JACKPOT)
        .values_list("account__jackpot_id")
        .annotate(cents=Sum("cents"))
    )
    return tuple(_row(each, int(meters.get(each.pk, 0))) for each in jackpots)


class FurtherBack(Input):
    """Where a history goes on."""

    after: Id | None = None


class JackpotHistory(FurtherBack):
    """Which jackpot, and where its history goes on."""

    jackpot_id: Id


def jackpot_sheet(viewer: Person, asked: JackpotHistory) -> JackpotSheet:
    """A jackpot's meter, recomputed from its parts, its awards and its movements by page."""
    row = next((each for each in jackpot_rows(viewer) if each.id == asked.jackpot_id), None)
    if row is None:
        raise Http404
    account = Account.objects.get(jackpot_id=asked.jackpot_id, kind=AccountKind.JACKPOT)
    moves, further = _moves(account, asked.after)
    periods = JackpotPeriod.objects.filter(jackpot_id=asked.jackpot_id).order_by("-begins_at")[:31]
    return JackpotSheet(
        row=row,
        recomputed=_recomputed(account),
        awards=_awards(account),
        moves=moves,
        periods=tuple(
            PeriodRow(each.begins_at, each.ends_at, each.wagers, each.win_cents, each.cents)
            for each in periods
        ),
        after=further,
    )


def _row(jackpot: Jackpot, meter_cents: int) -> JackpotRow:
    tables: list[GamingTable] = sorted(jackpot.tables.all(), key=lambda each: each.number)
    return JackpotRow(
        id=jackpot.pk,
        name=jackpot.name,
        meter_cents=meter_cents,
        seed_cents=jackpot.seed_cents,
        method=jackpot.method,
        method_label=str(Jackpot.Method(jackpot.method).label),
        step=jackpot.step,
        tables=tuple(str(each) for each in tables),
        table_ids=tuple(each.pk for each in tables),
        started_at=jackpot.started_at,
        ended_at=jackpot.ended_at,
        currency=jackpot.property.currency,
    )


def _moves(account: Account, after: int | None) -> tuple[tuple[MeterMove, ...], int | None]:
    """Movements, latest first; where the meter stood is summed once and walked down from there."""
    found = Posting.objects.filter(account=account).select_related("entry__by", "entry__table")
    if after is not None:
        found = found.filter(pk__lt=after)
    rows = list(found.order_by("-pk")[: PAGE + 1])
    meter = int(found.aggregate(cents=Sum("cents"))["cents"] or 0)
    moves = []
    for posting in rows[:PAGE]:
        moves.append(_move(posting, meter))
        meter -= posting.cents
    return tuple(moves), rows[PAGE - 1].pk if len(rows) > PAGE else None


def _move(posting: Posting, meter_cents: int) -> MeterMove:
    entry = posting.entry
    return MeterMove(
        entry_id=entry.pk,
        kind=entry.kind,
        label=str(EntryKind(entry.kind).label),
        at=entry.at,
        by=entry.by.name if entry.by else "",
        cents=posting.cents,
        meter_cents=meter_cents,
        round_id=entry.round_id,
        table=str(entry.table) if entry.table else "",
    )


def _awards(account: Account) -> tuple[MeterMove, ...]:
    found = Posting.objects.filter(account=account, entry__kind=EntryKind.ROUND, cents__lt=0)
    paid = found.select_related("entry__by", "entry__table").order_by("-pk")[:20]
    return tuple(_move(each, 0) for each in paid)


def _recomputed(account: Account) -> Recomputed:
    """Add the meter up by kind, and the contributions once more from their periods."""
    rows = Posting.objects.filter(account=account).values_list("entry__kind")
    by_kind = {kind: int(cents) for kind, cents in rows.annotate(cents=Sum("cents"))}
    seeds = by_kind.pop(EntryKind.JACKPOT_SEED.value, 0)
    contributions = by_kind.pop(EntryKind.JACKPOT_CONTRIBUTION.value, 0)
    awards = by_kind.pop(EntryKind.ROUND.value, 0)
    other = sum(by_kind.values())
    periods = JackpotPeriod.objects.filter(jackpot=account.jackpot)
    from_periods = int(periods.aggregate(cents=Sum("cents"))["cents"] or 0)
    return Recomputed(
        seeds_cents=seeds,
        contributions_cents=contributions,
        periods_cents=from_periods,
        awards_cents=awards,
        other_cents=other,
        meter_cents=seeds + contributions + awards + other,
        is_right=contributions == from_periods,
    )
