"""Cash at the dealer's tablet: few taps, without the network, taken back, signed by the floor."""

import pytest
from django.utils.timezone import now
from playwright.sync_api import expect

from banking.commands.slips import prepare_slip
from banking.models import CashMove, CashUndo, ChipRequest, SlipKind
from staff.commands.signing import Signer
from tests.factories import PIN, make_floor

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens]


def test_a_buy_in_takes_four_taps_and_works_without_the_network(at_table):
    floor = make_floor()
    dealer = at_table(floor)
    dealer.step("idle")
    dealer.page.context.set_offline(True)
    dealer.tap("cash")
    dealer.tap("cash-seat", seat=3)
    dealer.tap("cash-piece", value=10_000, count=5)
    dealer.look("cash")
    dealer.tap("cash-record")
    assert dealer.taps == 4
    dealer.tap("cash")
    dealer.tap("cash-kind", kind="change")
    dealer.tap("cash-seat", seat=0)
    for _ in range(4):
        dealer.tap("cash-piece", value=500, count=5)
    dealer.look("cash-change")
    dealer.tap("cash-record")
    dealer.page.context.set_offline(False)
    dealer.sent()
    sale, change = CashMove.objects.filter(table=floor.table).order_by("at")
    assert (sale.seat, sale.cents, sale.bills) == (3, 50_000, {"10000": 5})
    assert sum(int(value) * count for value, count in sale.chips_out.items()) == 50_000
    assert (change.seat, change.chips_in, change.chips_out) == (None, {"500": 20}, {"10000": 1})

    dealer.tap("undo")
    dealer.sent()
    undone = CashUndo.objects.filter(cash__table=floor.table)
    assert undone.get().cash == change
    dealer.tap("cash")
    dealer.tap("cash-latest")
    expect(dealer.find("cash-back")).to_have_count(1)
    dealer.look("cash-latest")
    dealer.tap("cash-back", id=sale.pk)
    dealer.sent()
    assert undone.count() == 2


def test_the_floor_signs_a_large_buy_in_on_the_tablet(at_large):
    floor = make_floor()
    dealer = at_large(floor)
    dealer.tap("cash")
    dealer.tap("cash-seat", seat=1)
    for _ in range(5):
        dealer.tap("cash-piece", value=10_000, count=5)
    dealer.tap("cash-record")
    dealer.step("sign-cash")
    dealer.look("cash-signed")
    for digit in PIN:
        dealer.tap("pin-key", key=digit)
    dealer.step("idle")
    move = CashMove.objects.get(table=floor.table)
    assert (move.cents, move.sign_off.person) == (250_000, floor.floorperson)

    dealer.tap("cash")
    dealer.tap("cash-latest")
    dealer.tap("cash-back", id=move.pk)
    dealer.step("sign-cash")
    dealer.look("cash-signed-back")
    for digit in PIN:
        dealer.tap("pin-key", key=digit)
    dealer.step("idle")
    assert CashUndo.objects.get(cash=move).entry is not None


def test_chips_are_asked_for_in_four_taps_and_the_waiting_slip_is_near(at_table):
    floor = make_floor()
    dealer = at_table(floor)
    dealer.step("idle")
    dealer.tap("cash")
    dealer.tap("chips")
    dealer.tap("chips-piece", value=2500)
    dealer.tap("chips-ask")
    assert dealer.taps == 4
    expect(dealer.page.locator(".felt-notice")).to_contain_text(dealer.says("chips_asked"))
    made = ChipRequest.objects.get(table=floor.table)
    assert (made.kind, made.chips, made.by) == ("fill", {"2500": 20}, floor.dealer)
    slip = prepare_slip(
        floor.table.pk,
        SlipKind.FILL,
        {2500: 20},
        made.pk,
        signer=Signer(floor.floorperson, None, now()),
    )
    dealer.tap("cash")
    dealer.tap("chips")
    expect(dealer.find("leave", href=f"/fills/{slip.pk}/")).to_be_visible()
    dealer.look("chips")
