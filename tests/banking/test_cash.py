"""Cash and chips over the table: buy-in, change, the floor's signature, taking back."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from audit.models import Event
from banking.commands.cash import change_chips, sell_chips, take_back_cash
from banking.models import CashMove, CashUndo, Entry
from banking.queries.balances import ledger_faults, table_money
from rules.refusals import Refused
from staff.commands.signing import Signer
from tests.banking.counting import slip_by
from tests.banking.test_api import api, post, signed

NOW = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)


def bought(floor, **more):
    body = {"cents": 50_000, "bills": {"10000": 5}, "chips": {"2500": 20}, "seat": 3, **more}
    return post(api(floor.dealer), f"tables/{floor.table.pk}/chip-sales/", body)


def code_of(answer):
    return answer.status_code, answer.json()["code"]


def test_a_buy_in_moves_cash_into_the_box_and_chips_out_of_the_tray(floor):
    answer = bought(floor, id=str(uuid4()))
    assert answer.status_code == 200, answer.json()
    move = CashMove.objects.get()
    assert (move.bills, move.chips_out, move.seat) == ({"10000": 5}, {"2500": 20}, 3)
    money = table_money(floor.table)
    assert (money.drop, money.expected_tray) == (50_000, -50_000)
    assert Event.objects.filter(kind="banking.chips_sold", table_id=floor.table.pk).count() == 1
    assert ledger_faults() == []


WRONG = [
    ({"bills": {"10000": 4}}, "does_not_add_up"),
    ({"chips": {"2500": 19}}, "does_not_add_up"),
    ({"bills": {"300": 1}}, "no_such_bill"),
    ({"chips": {"700": 1}}, "no_such_chip"),
]


@pytest.mark.parametrize(("wrong", "code"), WRONG)
def test_what_does_not_add_up_is_refused(floor, wrong, code):
    assert code_of(bought(floor, **wrong)) == (409, code)
    assert not CashMove.objects.exists()
    assert not Event.objects.filter(kind="banking.chips_sold").exists()


def test_the_floor_signs_what_the_house_calls_large(floor):
    large = {"cents": 250_000, "bills": {"10000": 25}, "chips": {"10000": 25}}
    assert code_of(bought(floor, **large)) == (409, "floor_signs")
    by_dealer = bought(floor, **large, **signed(floor.second_dealer, "floor"))
    assert by_dealer.status_code == 403
    assert bought(floor, **large, **signed(floor.floorperson, "floor")).status_code == 200
    assert CashMove.objects.get().sign_off.person == floor.floorperson


def test_change_keeps_the_value_of_the_tray(floor):
    path = f"tables/{floor.table.pk}/chip-changes/"
    body = {"chips_in": {"500": 20}, "chips_out": {"10000": 1}, "seat": 2}
    answer = post(api(floor.dealer), path, body)
    assert answer.json()["cash"]["chips_out"] == {"10000": 1}
    assert not Entry.objects.exists()
    for wrong, code in (
        ({"chips_out": {"2500": 1}}, "does_not_add_up"),
        ({"chips_out": {"500": 20}}, "nothing_changed"),
        ({"chips_in": {}, "chips_out": {}}, "no_chips"),
    ):
        assert code_of(post(api(floor.dealer), path, body | wrong)) == (409, code)


def test_what_was_entered_wrongly_is_taken_back_once_and_stays(floor):
    cash_id = str(uuid4())
    bought(floor, id=cash_id)
    path = f"tables/{floor.table.pk}/cash-undos/"
    answer = post(api(floor.dealer), path, {"cash_id": cash_id})
    assert answer.json()["cash"]["is_back"] is True
    money = table_money(floor.table)
    assert (money.drop, money.expected_tray) == (0, 0)
    assert [each.kind for each in Entry.objects.order_by("pk")] == ["buy_in", "cash_back"]
    assert code_of(post(api(floor.dealer), path, {"cash_id": cash_id})) == (409, "already_back")
    assert CashUndo.objects.count() == 1
    assert post(api(floor.dealer), path, {"cash_id": str(uuid4())}).status_code == 404
    assert ledger_faults() == []


def test_after_a_count_nothing_is_taken_back(floor):
    move = sell_chips(floor.table.pk, 20_000, by=floor.dealer, at=NOW)
    slip_by(floor, floor.table, "drop", {10_000: 2}, at=NOW)
    with pytest.raises(Refused) as refused:
        take_back_cash(floor.table.pk, move.pk, by=floor.dealer, at=NOW)
    assert refused.value.code == "counted_since"


def test_the_box_is_expected_to_hold_what_was_sold(floor):
    sell_chips(floor.table.pk, 50_000, by=floor.dealer, at=NOW)
    floors = Signer(floor.floorperson, None, NOW)
    change_chips(floor.table.pk, {500: 5}, {2500: 1}, by=floor.dealer, floor=floors, at=NOW)
    slip = slip_by(floor, floor.table, "drop", {10_000: 5}, at=NOW)
    assert (slip.expected_cents, slip.total_cents) == (50_000, 50_000)


def test_the_tablets_sheet_says_what_went_over_the_table(floor):
    bought(floor)
    sheet = api(floor.dealer).get(f"/api/v1/tables/{floor.table.pk}/sheet/").json()
    assert sheet["cash"]["floor_from_cents"] == 250_000
    assert sheet["cash"]["bills"][-1] == 10_000
    assert [each["cents"] for each in sheet["cash"]["latest"]] == [50_000]
