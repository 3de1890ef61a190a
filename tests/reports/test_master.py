"""The day of one table from opening to closing, every figure computed a second time."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from banking.commands.cash import change_chips, sell_chips, take_back_cash
from banking.models import Posting, Slip
from banking.queries.balances import ledger_faults, table_money
from reports.kinds import KINDS
from reports.scope import Scope, day_period
from staff.gaming_day import gaming_day
from tables.models import TableState
from tests.banking.counting import slip_by
from tests.factories import make_floor
from tests.reports.history import History

pytestmark = pytest.mark.django_db

OPENER = {500: 200, 2500: 400, 10000: 100}
VALUES = (50000, 10000, 2500, 500, 100, 25)


def quiet(done, of):
    pass


def in_chips(cents):
    found = {}
    for value in VALUES:
        found[value], cents = divmod(cents, value)
    assert cents == 0
    return {value: count for value, count in found.items() if count}


class Day:
    """One table from its opening count to its closing count and the count of its box."""

    def __init__(self):
        self.floor = make_floor(options={"player_bank": False})
        self.table = self.floor.table
        self.history = History(self.floor, random.Random(5))

    def now(self):
        return datetime.now(UTC)

    def slip(self, kind, chips):
        return slip_by(self.floor, self.table, kind, chips, at=self.now())

    def open(self):
        self.slip("fill", OPENER)
        self.slip("opening", OPENER)

    def play(self):
        self.history.sell(100_000)
        ids = [self.history.whole() for _ in range(6)]
        self.slip("fill", {2500: 100})
        wrong = sell_chips(self.table.pk, 30_000, by=self.floor.dealer, at=self.now())
        take_back_cash(self.table.pk, wrong.pk, by=self.floor.dealer, at=self.now())
        change_chips(self.table.pk, {500: 20}, {10000: 1}, by=self.floor.dealer, at=self.now())
        self.history.quick()
        self.history.void()
        self.history.correct(ids[1])
        self.history.sell(50_000)
        self.slip("credit", {10000: 10})

    def close(self, *, tray=0, box=0):
        expected, dropped = table_money(self.table).expected_tray, table_money(self.table).drop
        self.table.refresh_from_db()
        self.table.state = TableState.CLOSING
        self.table.save()
        self.slip("closing", in_chips(expected + tray))
        self.slip("drop", {100: (dropped + box) // 100})

    def line(self):
        day = gaming_day(self.floor.property, self.now())
        scope = Scope(
            self.floor.property, day_period(self.floor.property, day - timedelta(days=1), day)
        )
        kept = KINDS["master"].figures(scope, quiet)
        assert KINDS["master"].parts(kept)
        return kept["tables"][0], kept


def computed_again(table):
    """Every figure from raw rows, with nothing of the report."""
    slips = [each for each in Slip.objects.filter(table=table) if each.state == "complete"]
    total = Counter()
    for slip in slips:
        total[slip.kind] += slip.total_cents
    opener = next(each for each in slips if each.kind == "opening")
    before = sum(
        s.total_cents for s in slips if s.kind == "fill" and s.completed_at <= opener.prepared_at
    )
    rows = Posting.objects.filter(account__table=table).select_related("account", "entry")
    posted = Counter()
    for row in rows:
        posted[row.account.kind, row.entry.kind] += row.cents
    win = sum(
        posted[account, kind]
        for account in ("inventory", "vigorish", "side_wagers")
        for kind in ("round", "reversal", "correction")
    )
    fills = total["fill"] - before
    by_inventory = total["drop"] + total["closing"] + total["credit"] - total["opening"] - fills
    return {
        "opener": total["opening"],
        "closer": total["closing"],
        "fills": fills,
        "credits": total["credit"],
        "drop": total["drop"],
        "sold": posted["drop", "buy_in"] + posted["drop", "cash_back"],
        "inventory_win": by_inventory,
        "win": win,
        "difference": by_inventory - win,
        "vigorish": posted["vigorish", "round"]
        + posted["vigorish", "reversal"]
        + posted["vigorish", "correction"],
    }


def test_win_by_inventory_is_the_recorded_win_when_everything_was_entered():
    day = Day()
    day.open()
    day.play()
    day.close()
    line, kept = day.line()
    again = computed_again(day.table)
    assert {name: line[name] for name in again} == again
    assert (line["difference"], line["candidates"]) == (0, [])
    assert line["sold"] == 150_000
    assert line["win"] != 0
    assert kept["all"]["inventory_win"] == line["inventory_win"]
    assert ledger_faults() == []


def test_cash_that_nobody_entered_is_named():
    day = Day()
    day.open()
    day.play()
    day.close(tray=-20_000, box=20_000)
    line, _ = day.line()
    again = computed_again(day.table)
    assert {name: line[name] for name in again} == again
    assert line["difference"] == 0, "the chips left and the cash came"
    assert (line["tray_found"], line["box_found"]) == (-20_000, 20_000)
    assert line["candidates"][0] == {"code": "unrecorded_cash", "cents": 20_000}


def test_a_gap_is_named_with_its_largest_candidates():
    day = Day()
    day.open()
    day.play()
    day.close(tray=-7_500)
    day.table.state = TableState.OPEN
    day.table.save()
    before = day.line()[0]["win"]
    day.history.whole()
    line, _ = day.line()
    late = line["win"] - before
    assert line["outside"] == late
    assert line["difference"] == -7_500 - late
    assert [each["code"] for each in line["candidates"]] == (
        ["outside", "closing"] if abs(late) > 7_500 else ["closing", "outside"]
    )


def test_a_table_that_was_not_counted_is_said_so():
    day = Day()
    day.history.whole()
    line, kept = day.line()
    assert (line["is_counted"], line["inventory_win"]) == (False, 0)
    assert kept["uncounted"] == [day.table.number]
