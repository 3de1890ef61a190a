"""The day of one table from opening to closing, every figure computed a second time."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from banking.commands.boxes import count_box, exchange_box
from banking.commands.cash import change_chips, sell_chips, take_back_cash
from banking.commands.slips import sign_slip
from banking.models import DropBox, Posting, Slip
from banking.queries.balances import ledger_faults, table_money
from reports.kinds import KINDS
from reports.master import Candidate, master_parts
from reports.pdf_file import rows_blocks
from reports.scope import Scope, day_period
from rounds.models import Round
from staff.commands.signing import Signer
from staff.gaming_day import gaming_day
from tables.models import TableState
from tests.banking.counting import slip_by
from tests.factories import make_floor
from tests.reports.history import History
from tests.rounds.test_cards import OPTIONS as CARD_OPTIONS
from tests.rounds.test_cards import card_round, jackpot_for

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

    def exchange(self, number):
        at = self.now()
        exchange_box(
            self.table.pk,
            number,
            by=self.floor.floorperson,
            floor=Signer(self.floor.floorperson, None, at),
            security=Signer(self.floor.security, None, at),
            at=at,
        )

    def count_boxes(self, **found):
        """The count room enters each box, hours after the table closed."""
        at = self.now() + timedelta(hours=9)
        for number, cents in found.items():
            box = DropBox.objects.get(table=self.table, number=number, counted_at=None)
            security = Signer(self.floor.security, None, at)
            notes = {100: cents // 100}
            slip = count_box(box.pk, notes, by=self.floor.security, counter=security, at=at)
            sign_slip(slip.pk, signer=Signer(self.floor.cashier, None, at), at=at)

    def close_tray(self):
        self.table.refresh_from_db()
        self.table.state = TableState.CLOSING
        self.table.save()
        self.slip("closing", in_chips(table_money(self.table).expected_tray))

    def line(self):
        day = gaming_day(self.floor.property, self.now())
        scope = Scope(
            self.floor.property, day_period(self.floor.property, day - timedelta(days=1), day)
        )
        kept = KINDS["master"].figures(scope, quiet)
        assert KINDS["master"].parts(kept)
        return kept.tables[0], kept


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
    total["drop"] += total["box"]
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
        "tips": total["tips"],
        "payouts": sum(
            each.total_cents
            for each in Slip.objects.filter(table=table, kind="payout")
            if each.state != "void"
        ),
        "jackpot": sum(
            (each.settlement.outcome.get("jackpot") or 0)
            for each in Round.objects.filter(table=table, state="settled")
        ),
    }


def test_win_by_inventory_is_the_recorded_win_when_everything_was_entered():
    day = Day()
    day.open()
    day.play()
    day.close()
    line, kept = day.line()
    again = computed_again(day.table)
    assert {name: getattr(line, name) for name in again} == again
    assert (line.difference, line.candidates) == (0, ())
    assert line.sold == 150_000
    assert line.win != 0
    assert kept.all.inventory_win == line.inventory_win
    assert ledger_faults() == []


def test_the_same_with_numbered_boxes_tips_and_payout_documents():
    day = Day()
    house = day.floor.property
    numbers = {"counts_tips": 1, "payout_cents": 10_000}
    type(house).objects.filter(pk=house.pk).update(settings=numbers)
    day.floor.table.property.settings = numbers
    day.open()
    day.exchange("A1")
    day.play()
    for _ in range(4):
        day.history.correct(day.history.whole())
    day.exchange("B2")
    day.history.sell(70_000)
    day.slip("tips", {500: 9})
    day.close_tray()
    day.exchange("")
    line, _ = day.line()
    assert line.drop == 220_000, "before the boxes are counted the cash that was sold for"
    day.count_boxes(A1=150_000, B2=70_000)
    for slip in Slip.objects.filter(table=day.table, kind="payout", state="prepared"):
        for signer in (day.floor.dealer, day.floor.floorperson):
            sign_slip(slip.pk, signer=Signer(signer, None, day.now()), at=day.now())
    line, kept = day.line()
    again = computed_again(day.table)
    assert {name: getattr(line, name) for name in again} == again
    assert (line.difference, line.candidates) == (0, ())
    assert (line.tips, line.drop, line.box_found) == (4_500, 220_000, 0)
    assert line.payouts > 0
    assert kept.all.tips == 4_500
    assert table_money(day.table).drop == 0
    assert ledger_faults() == []


def test_a_box_that_held_less_is_named_though_it_was_counted_the_next_day():
    day = Day()
    day.open()
    day.exchange("A1")
    day.play()
    day.close_tray()
    day.exchange("")
    day.count_boxes(A1=149_000)
    line, _ = day.line()
    assert (line.difference, line.box_found) == (-1_000, -1_000)
    assert [(each.code, each.cents) for each in line.candidates] == [("box", -1_000)]


def test_a_jackpot_stands_apart_and_makes_no_gap():
    day = Day()
    day.floor = make_floor("three-card-split", options=CARD_OPTIONS)
    day.table = day.floor.table
    jackpot_for(day.floor, grows="none")
    day.slip("fill", OPENER)
    day.slip("opening", OPENER)
    card_round(day.floor, "AS KD 3C", four_card=500)
    card_round(day.floor, "AS AD AH", community="AC", four_card=500)
    day.close_tray()
    line, _ = day.line()
    again = computed_again(day.table)
    assert {name: getattr(line, name) for name in again if name != "drop"} == {
        name: value for name, value in again.items() if name != "drop"
    }
    assert (line.jackpot, line.difference, line.outside) == (50_000, 0, 0)


def test_cash_that_nobody_entered_is_named():
    day = Day()
    day.open()
    day.play()
    day.close(tray=-20_000, box=20_000)
    line, _ = day.line()
    again = computed_again(day.table)
    assert {name: getattr(line, name) for name in again} == again
    assert line.difference == 0, "the chips left and the cash came"
    assert (line.tray_found, line.box_found) == (-20_000, 20_000)
    assert line.candidates[0] == Candidate("unrecorded_cash", 20_000)


def test_a_gap_is_named_with_its_largest_candidates():
    day = Day()
    day.open()
    day.play()
    day.close(tray=-7_500)
    day.table.state = TableState.OPEN
    day.table.save()
    before = day.line()[0].win
    day.history.whole()
    line, _ = day.line()
    late = line.win - before
    assert line.outside == late
    assert line.difference == -7_500 - late
    assert [each.code for each in line.candidates] == (
        ["outside", "closing"] if abs(late) > 7_500 else ["closing", "outside"]
    )


def test_a_table_that_was_not_counted_is_said_so():
    day = Day()
    day.history.whole()
    line, kept = day.line()
    assert (line.is_counted, line.inventory_win) == (False, 0)
    assert kept.uncounted == (day.table.number,)
    *_said, note = rows_blocks(master_parts(kept)[-1], day.floor.property)
    assert f"{day.table.number}." in note.text, "on paper as well"
