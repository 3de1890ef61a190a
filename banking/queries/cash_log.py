"""The cash log of a gaming day: what each patron brought and got, over all tables.

Rule: 31 CFR 1021.311, .313: multiple transactions of one gaming day are one.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from banking.models import CashKind, CashMove, Patron, PatronCash, PatronIdentity, PatronSeat
from staff.house_settings import setting_of
from staff.models import Person, Property
from tables.models import GamingTable

Seat = tuple[int, int | None, str]


@dataclass(frozen=True, slots=True)
class CashLine:
    """One payment of the log: a buy-in at a table, or what the cage paid or took."""

    at: datetime
    table: str
    seat: int | None
    player: str
    in_cents: int
    out_cents: int
    by: str
    cash_id: UUID | None = None
    table_id: int | None = None
    paid_id: int | None = None


class Seats:
    """Whose cash each seat's is on a gaming day, from which buy-in on."""

    def __init__(self, house: Property, day: date) -> None:
        rows = PatronSeat.objects.filter(property=house, gaming_day=day)
        self.rows: dict[Seat, list[PatronSeat]] = defaultdict(list)
        for row in rows.select_related("patron__identity", "since").order_by("pk"):
            self.rows[_place(row)].append(row)

    def owner(self, place: Seat, at: datetime | None = None) -> Patron | None:
        """Whose cash of this moment is; without a moment, of whoever sits there now."""
        known = [row for row in self.rows.get(place, ()) if at is None or _beginning(row) <= at]
        last = max(known, key=lambda row: (_beginning(row), row.pk), default=None)
        return last.patron if last else None

    def owner_of(self, move: CashMove) -> Patron | None:
        return self.owner(_place(move), move.at)

    def patrons(self) -> dict[int, Patron]:
        rows = [row for rows in self.rows.values() for row in rows]
        return {row.patron_id: row.patron for row in sorted(rows, key=lambda row: row.pk)}


@dataclass(frozen=True, slots=True)
class LogGroup:
    """What is added up together: a patron, or a seat and marker that nobody has described."""

    patron_id: int | None
    key: str
    description: str
    is_identified: bool
    table_id: int | None
    seat: int | None
    player: str
    since: UUID | None
    in_cents: int
    out_cents: int
    level: str
    lines: tuple[CashLine, ...]


@dataclass(frozen=True, slots=True)
class CashLog:
    """The log of one gaming day, the largest sums first."""

    day: date
    currency: str
    notice_cents: int
    identify_cents: int
    groups: tuple[LogGroup, ...]

    @property
    def described(self) -> tuple[LogGroup, ...]:
        """Who is known, and what must be described because it is noticed."""
        return tuple(each for each in self.groups if each.patron_id or each.level)

    @property
    def small(self) -> tuple[LogGroup, ...]:
        """What nobody has described and nobody must."""
        return tuple(each for each in self.groups if not (each.patron_id or each.level))

    def buy_in(self, cash_id: UUID | None) -> CashLine | None:
        """One buy-in of the log, if it is there."""
        lines = (line for group in self.groups for line in group.lines if line.cash_id)
        return next((line for line in lines if line.cash_id == cash_id), None)


def cash_log(viewer: Person, day: date) -> CashLog:
    house = viewer.property
    notice, stop = setting_of(house, "notice_cash_cents"), setting_of(house, "identify_cash_cents")
    moves = _buy_ins(house.pk, day).select_related("table", "by").order_by("at")
    seats = Seats(house, day)
    found: dict[int | Seat, list[CashLine]] = defaultdict(list)
    for move in moves:
        patron = seats.owner_of(move)
        found[patron.pk if patron else _place(move)].append(_table_line(move))
    for paid in _cage(property=house, gaming_day=day).select_related("by").order_by("at"):
        found[paid.patron_id].append(_cage_line(paid))
    patrons = Patron.objects.in_bulk([name for name in found if isinstance(name, int)])
    known = set(
        PatronIdentity.objects.filter(patron__in=patrons).values_list("patron_id", flat=True)
    )
    groups = [_group(name, lines, patrons, known, (notice, stop)) for name, lines in found.items()]
    groups.sort(key=lambda each: -max(each.in_cents, each.out_cents))
    return CashLog(day, house.currency, notice, stop, tuple(groups))


def _group(
    name: int | Seat,
    lines: list[CashLine],
    patrons: dict[int, Patron],
    known: set[int],
    limits: tuple[int, int],
) -> LogGroup:
    patron = patrons[name] if isinstance(name, int) else None
    first = lines[0]
    brought, got = sum(each.in_cents for each in lines), sum(each.out_cents for each in lines)
    most, (notice, stop) = max(brought, got), limits
    return LogGroup(
        patron_id=patron.pk if patron else None,
        key=patron.key if patron else "",
        description=patron.description if patron else "",
        is_identified=patron is not None and patron.pk in known,
        table_id=None if patron else first.table_id,
        seat=None if patron else first.seat,
        player="" if patron else first.player,
        since=None if patron or first.seat or first.player else first.cash_id,
        in_cents=brought,
        out_cents=got,
        level="identify" if most >= stop else "notice" if most >= notice else "",
        lines=tuple(lines),
    )


def _table_line(move: CashMove) -> CashLine:
    return CashLine(
        *(move.at, str(move.table), move.seat, move.player, move.cents, 0, move.by.name),
        cash_id=move.pk,
        table_id=move.table_id,
    )


def _cage_line(paid: PatronCash) -> CashLine:
    brought, got = (0, paid.cents) if paid.is_out else (paid.cents, 0)
    return CashLine(paid.at, "", None, "", brought, got, paid.by.name, paid_id=paid.pk)


def _beginning(row: PatronSeat) -> datetime:
    return row.since.at if row.since else datetime.min.replace(tzinfo=UTC)


def _place(row: CashMove | PatronSeat) -> Seat:
    """What is added up as one: a seat and marker; of whoever stands at no seat, each buy-in."""
    if row.seat or row.player:
        return row.table_id, row.seat, row.player
    return row.table_id, None, str(row.since_id if isinstance(row, PatronSeat) else row.pk)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player brought and got so far in a gaming day, and whether they are identified."""

    in_cents: int
    is_identified: bool
    out_cents: int = 0


def standing_at(table: GamingTable, seat: int | None, player: str, day: date) -> Standing:
    """Add up the cash of whoever plays at a seat, over all tables where they are known."""
    place = (table.pk, seat, player)
    known = Seats(table.property, day).owner(place)
    if known is not None:
        return standing_of(known, day)
    # Without a seat or marker nobody knows that two buy-ins are one person's.
    moves = _buy_ins(table.property_id, day)
    own = moves.filter(table=table, seat=seat, player=player) if seat else moves.none()
    return Standing(sum(own.values_list("cents", flat=True)), False)


def standing_of(patron: Patron, day: date) -> Standing:
    """Add up what a patron brought and got in a gaming day, at the tables and at the cage."""
    seats = Seats(patron.property, day)
    moves = _buy_ins(patron.property_id, day)
    brought = sum(each.cents for each in moves if seats.owner_of(each) == patron)
    paid = {True: 0, False: 0}
    for is_out, cents in _cage(patron=patron, gaming_day=day).values_list("is_out", "cents"):
        paid[is_out] += cents
    return Standing(brought + paid[False], hasattr(patron, "identity"), paid[True])


def _buy_ins(property_id: int, day: date) -> QuerySet[CashMove]:
    return CashMove.objects.filter(
        property_id=property_id, gaming_day=day, kind=CashKind.BUY_IN, undo__isnull=True
    )


def _cage(**where: Any) -> QuerySet[PatronCash]:
    """What the cage paid or took, without what was taken back."""
    return PatronCash.objects.filter(takes_back=None, taken_back__isnull=True, **where)


def patrons_of(viewer: Person, day: date) -> tuple[tuple[int, str], ...]:
    """The patrons that were described on a gaming day, to choose from."""
    house = viewer.property
    paid = _cage(property=house, gaming_day=day).select_related("patron")
    known = {**Seats(house, day).patrons(), **{each.patron_id: each.patron for each in paid}}
    return tuple((key, patron.description) for key, patron in known.items())
