"""Slips, the ledger and jackpots as JSON."""

from dataclasses import dataclass
from datetime import date

from banking.queries.answers import SlipAnswer
from banking.queries.balances import TableMoney, table_money
from banking.queries.entries import EntryFilters, EntryPage, entry_page
from banking.queries.meters import (
    JackpotHistory,
    JackpotRow,
    JackpotSheet,
    jackpot_rows,
    jackpot_sheet,
)
from banking.queries.slips import SlipFilters, SlipPage, slip_page, slip_sheet
from foundation.clock import database_time
from foundation.inputs import Id, Input
from foundation.reads import Nothing, Reads, read
from staff.gaming_day import gaming_day
from staff.models import Person
from staff.policy import Act
from tables.queries.floor import house_tables

TABLE = "tables/<int:table_id>/"


@read(SlipFilters, act=Act.VIEW_SLIPS, path="slips/")
def read_slips(viewer: Person, asked: SlipFilters) -> SlipPage:
    """Slips, latest first."""
    return slip_page(viewer, asked)


class SlipAsked(Input):
    """Which slip."""

    slip_id: Id


@read(SlipAsked, act=Act.VIEW_SLIPS, path="slips/<int:slip_id>/")
def read_slip(viewer: Person, asked: SlipAsked) -> SlipAnswer:
    """A slip."""
    return SlipAnswer(slip_sheet(viewer, asked.slip_id))


class TableEntries(EntryFilters):
    """Which entries to list; without a day today's."""

    table_id: Id
    gaming_day: date | None = None


@read(TableEntries, act=Act.VIEW_LEDGER, path=f"{TABLE}entries/")
def read_table_entries(viewer: Person, asked: TableEntries) -> EntryPage:
    """The ledger of a table and gaming day."""
    table = house_tables(viewer).get(pk=asked.table_id)
    day = asked.gaming_day or gaming_day(table.property, database_time())
    return entry_page(viewer, table, day, asked)


class MoneyAsked(Input):
    """Which table."""

    table_id: Id


@read(MoneyAsked, act=Act.VIEW_LEDGER, path=f"{TABLE}money/")
def read_table_money(viewer: Person, asked: MoneyAsked) -> TableMoney:
    """Where a table's money is."""
    return table_money(house_tables(viewer).get(pk=asked.table_id))


@dataclass(frozen=True, slots=True)
class JackpotsAnswer:
    """Every jackpot with its meter."""

    jackpots: tuple[JackpotRow, ...]


@read(Nothing, act=Act.VIEW_LEDGER, path="jackpots/")
def read_jackpots(viewer: Person, asked: Nothing) -> JackpotsAnswer:
    """Jackpots and their meters."""
    return JackpotsAnswer(jackpot_rows(viewer))


@dataclass(frozen=True, slots=True)
class JackpotAnswer:
    """One jackpot."""

    jackpot: JackpotSheet


@read(JackpotHistory, act=Act.VIEW_LEDGER, path="jackpots/<int:jackpot_id>/")
def read_jackpot(viewer: Person, asked: JackpotHistory) -> JackpotAnswer:
    """A jackpot, its history, its meter recomputed."""
    return JackpotAnswer(jackpot_sheet(viewer, asked))


READS: Reads = (
    read_slips,
    read_slip,
    read_table_entries,
    read_table_money,
    read_jackpots,
    read_jackpot,
)
