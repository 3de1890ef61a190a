"""The cash log of a gaming day: what each patron brought and got, over all tables.

Rule: 31 CFR 1021.311, .313: multiple transactions of one gaming day are one.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet

from banking.models import CashKind, CashMove, Patron, PatronCash, PatronIdentity, PatronSeat
from staff.house_settings import setting_of
from staff.models import Person, Property
from tables.models import GamingTable

Seat = tuple[int, int | None, str]


@dataclass(frozen=True, slots=True)
class CashLine:
    """One payment of the log."""

    at: datetime
    table: str
    seat: int | None
    player: str
    in_cents: int
    out_cents: int
    by: str


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


def cash_log(viewer: Person, day: date) -> CashLog:
    house = viewer.property
    notice, stop = setting_of(house, "notice_cash_cents"), setting_of(house, "identify_cash_cents")
    moves = (
        CashMove.objects.filter(
            property=house, gaming_day=day, kind=CashKind.BUY_IN, undo__isnull=True
        )
        .select_related("table", "by")
        .order_by("at")
    )
    seats = {_seat(each): each.patron for each in _seats(house, day)}
    found: dict[int | Seat, list[CashLine]] = defaultdict(list)
    for move in moves:
        patron = seats.get(_seat(move))
        found[patron.pk if patron else _seat(move)].append(_table_line(move))
    cage = PatronCash.objects.filter(property=house, gaming_day=day).select_related("by")
    for paid in cage.order_by("at"):
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
    where: tuple[int | None, int | None, str] = (None, None, "") if isinstance(name, int) else name
    table, seat, player = where
    brought, got = sum(each.in_cents for each in lines), sum(each.out_cents for each in lines)
    most, (notice, stop) = max(brought, got), limits
    return LogGroup(
        patron_id=patron.pk if patron else None,
        key=patron.key if patron else "",
        description=patron.description if patron else "",
        is_identified=patron is not None and patron.pk in known,
        table_id=table,
        seat=seat,
        player=player,
        in_cents=brought,
        out_cents=got,
        level="identify" if most >= stop else "notice" if most >= notice else "",
        lines=tuple(lines),
    )


def _table_line(move: CashMove) -> CashLine:
    return CashLine(move.at, str(move.table), move.seat, move.player, move.cents, 0, move.by.name)


def _cage_line(paid: PatronCash) -> CashLine:
    brought, got = (0, paid.cents) if paid.is_out else (paid.cents, 0)
    return CashLine(paid.at, "", None, "", brought, got, paid.by.name)


def _seats(house: Property, day: date) -> Iterable[PatronSeat]:
    found = PatronSeat.objects.filter(property=house, gaming_day=day)
    return found.select_related("patron")


def _seat(row: CashMove | PatronSeat) -> Seat:
    return row.table_id, row.seat, row.player


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player brought and got so far in a gaming day, and whether they are identified."""

    in_cents: int
    is_identified: bool
    out_cents: int = 0


def standing_at(table: GamingTable, seat: int | None, player: str, day: date) -> Standing:
    """Add up the cash of whoever plays at a seat, over all tables where they are known."""
    here = PatronSeat.objects.filter(table=table, seat=seat, player=player, gaming_day=day)
    known = here.select_related("patron__identity").first()
    if known is not None:
        return standing_of(known.patron, day)
    # Without a seat or marker nobody knows that two buy-ins are one person's.
    moves = _buy_ins(table.property_id, day)
    own = moves.filter(table=table, seat=seat, player=player) if seat else moves.none()
    return Standing(sum(own.values_list("cents", flat=True)), False)


def standing_of(patron: Patron, day: date) -> Standing:
    """Add up what a patron brought and got in a gaming day, at the tables and at the cage."""
    seats = {_seat(each) for each in PatronSeat.objects.filter(patron=patron, gaming_day=day)}
    moves = _buy_ins(patron.property_id, day)
    brought = sum(each.cents for each in moves if _seat(each) in seats)
    cage = PatronCash.objects.filter(patron=patron, gaming_day=day)
    paid = {True: 0, False: 0}
    for is_out, cents in cage.values_list("is_out", "cents"):
        paid[is_out] += cents
    return Standing(brought + paid[False], hasattr(patron, "identity"), paid[True])


def _buy_ins(property_id: int, day: date) -> QuerySet[CashMove]:
    return CashMove.objects.filter(
        property_id=property_id, gaming_day=day, kind=CashKind.BUY_IN, undo__isnull=True
    )


def patrons_of(viewer: Person, day: date) -> tuple[tuple[int, str], ...]:
    """The patrons that were described on a gaming day, to choose from."""
    seats = _seats(viewer.property, day)
    return tuple({each.patron_id: each.patron.description for each in seats}.items())
