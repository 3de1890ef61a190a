"""Any order of cash, chips, rounds, counts and limits: the ledger and a model agree."""

import random
from datetime import UTC, datetime

import pytest
from django.db.models import Sum
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from banking.commands.boxes import count_box, exchange_box
from banking.commands.cash import change_chips, sell_chips, take_back_cash
from banking.commands.slips import sign_slip
from banking.models import DropBox, Posting, Slip
from banking.queries.balances import ledger_faults, table_money
from rounds.models import Round
from rules.refusals import Refused
from staff.commands.signing import Signer
from tables.commands.limits import announce_limits
from tests.banking.counting import slip_by
from tests.factories import make_floor
from tests.reports.history import History

pytestmark = pytest.mark.django_db

VALUES = (50000, 10000, 2500, 500, 100, 25)
ACTS = (
    "sell", "back", "change", "fill", "credit", "round", "quick", "correct", "count", "limits",
    "box", "room", "tips", "payout",
)  # fmt: skip


def in_chips(cents):
    found = {}
    for value in VALUES:
        found[value], cents = divmod(cents, value)
    return {value: count for value, count in found.items() if count}


def refusal(act):
    try:
        act()
    except Refused as refused:
        return refused.code
    return ""


class Model:
    """What tray and box hold by arithmetic alone."""

    def __init__(self, seed):
        self.floor = make_floor(options={"player_bank": False})
        self.history = History(self.floor, random.Random(seed))
        house = self.floor.property
        numbers = {"counts_tips": 1, "payout_cents": 10_000}
        type(house).objects.filter(pk=house.pk).update(settings=numbers)
        self.floor.table.property.settings = numbers
        self.tray = self.box_cents = self.found = self.held_tips = self.boxes = 0
        self.sales, self.in_box = [], {}

    @property
    def now(self):
        return datetime.now(UTC)

    def do(self, act, size):
        getattr(self, act)(size)
        money = table_money(self.floor.table)
        assert (money.expected_tray, money.drop) == (self.tray, self.box_cents), act
        assert money.over_short == -self.found, act

    def sell(self, size):
        cents = 2500 * size
        signer = Signer(self.floor.floorperson, None, self.now)
        self.sales.append(
            sell_chips(self.floor.table.pk, cents, by=self.floor.dealer, floor=signer, at=self.now)
        )
        self.tray, self.box_cents = self.tray - cents, self.box_cents + cents

    def back(self, size):
        if not self.sales:
            return
        sale = self.sales.pop()
        table, dealer = self.floor.table, self.floor.dealer
        code = refusal(lambda: take_back_cash(table.pk, sale.pk, by=dealer, at=self.now))
        assert code in ("", "counted_since")
        if code:
            return
        self.tray, self.box_cents = self.tray + sale.cents, self.box_cents - sale.cents

    def change(self, size):
        pieces = {500: 5 * size}, {2500: size}
        change_chips(self.floor.table.pk, *pieces, by=self.floor.dealer, at=self.now)

    def fill(self, size):
        slip_by(self.floor, self.floor.table, "fill", {2500: 20 * size}, at=self.now)
        self.tray += 50_000 * size

    def credit(self, size):
        table, chips = self.floor.table, {2500: 20 * size}
        code = refusal(lambda: slip_by(self.floor, table, "credit", chips, at=self.now))
        assert code in ("", "not_in_tray")
        if code:
            return
        self.tray -= 50_000 * size
        assert self.tray >= 0, "nothing leaves a tray that it does not hold"

    def round(self, size):
        self.tray += self.won(self.history.whole())

    def quick(self, size):
        self.tray += self.won(self.history.quick())

    def correct(self, size):
        round_id = self.history.whole()
        self.history.correct(round_id)
        self.tray += self.won(round_id)

    def won(self, round_id):
        return Round.objects.get(pk=round_id).settlement.house_net_cents

    def count(self, size):
        counted = max(0, self.tray + 25 * (size - 3))
        slip_by(self.floor, self.floor.table, "count", in_chips(counted), at=self.now)
        self.found += counted - self.tray
        self.tray = counted

    def box(self, size):
        """Another numbered box; what was sold since the last is in the one that comes out."""
        at, floor = self.now, self.floor
        before = DropBox.objects.filter(table=floor.table, taken_at=None).first()
        self.boxes += 1
        exchange_box(
            floor.table.pk,
            f"B{self.boxes}",
            by=floor.floorperson,
            floor=Signer(floor.floorperson, None, at),
            security=Signer(floor.security, None, at),
            at=at,
        )
        if before is not None:
            self.in_box[before.pk] = self.box_cents - sum(self.in_box.values())

    def room(self, size):
        """The count room counts one of the boxes, and finds a note more or less."""
        if not self.in_box:
            return
        box_id, expected = self.in_box.popitem()
        held, at, floor = max(0, expected + 500 * (size - 3)), self.now, self.floor
        security = Signer(floor.security, None, at)
        slip = count_box(box_id, {100: held // 100}, by=floor.security, counter=security, at=at)
        assert slip.expected_cents == expected
        sign_slip(slip.pk, signer=Signer(floor.cashier, None, at), at=at)
        self.box_cents -= expected
        self.found += held - expected

    def tips(self, size):
        slip_by(self.floor, self.floor.table, "tips", {500: size}, at=self.now)
        self.held_tips += 500 * size
        owed = Posting.objects.filter(account__property=self.floor.property, account__kind="tips")
        assert -owed.aggregate(n=Sum("cents"))["n"] == self.held_tips

    def payout(self, size):
        """Sign whatever document waits: it moves nothing."""
        slips = Slip.objects.filter(table=self.floor.table, kind="payout", state="prepared")
        for slip in slips[:size]:
            for person in (self.floor.dealer, self.floor.floorperson):
                sign_slip(slip.pk, signer=Signer(person, None, self.now), at=self.now)

    def limits(self, size):
        table, manager = self.floor.table, self.floor.pit_manager
        # Not below what the rounds of this day wager.
        announce_limits(table.pk, 1_000, 500_000 + 10_000 * size, 0, True, by=manager)


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.integers(0, 999),
    st.lists(st.tuples(st.sampled_from(ACTS), st.integers(1, 6)), min_size=6, max_size=14),
)
def test_whatever_the_order_ledger_and_model_agree(seed, acts):
    model = Model(seed)
    model.do("fill", 6)
    for act, size in acts:
        model.do(act, size)
    assert ledger_faults() == []
    property_id = model.floor.property.pk
    total = Posting.objects.filter(account__property_id=property_id).aggregate(n=Sum("cents"))["n"]
    assert (total or 0) == 0, "nothing comes from nothing"
