"""Numbered drop boxes, tips, par levels, cash paid out: what two people do, and what it posts."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from audit.models import Event
from banking.commands.boxes import count_box, exchange_box
from banking.commands.cash import sell_chips, take_back_cash
from banking.commands.cash_log import describe_patron, enter_patron_cash, identify_patron
from banking.commands.requests import set_par
from banking.commands.slips import prepare_slip, sign_slip, void_slip
from banking.commands.sweeping import sweep_boxes
from banking.models import DropBox, Entry, Posting, Slip, SlipKind
from banking.queries.balances import ledger_faults, table_money
from banking.queries.trays import proposed_fill
from rules.refusals import Refused
from staff.commands.signing import Signer
from tables.models import Alert, GamingTable
from tests.banking.counting import slip_by
from tests.factories import PIN, make_table
from tests.sign_in import sign_in

NOW = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)


def later(minutes):
    return NOW + timedelta(minutes=minutes)


def exchange(floor, number, *, at=NOW, table=None):
    return exchange_box(
        (table or floor.table).pk,
        number,
        by=floor.floorperson,
        floor=Signer(floor.floorperson, None, at),
        security=Signer(floor.security, None, at),
        at=at,
    )


def counted(floor, box, notes, *, at=NOW):
    signer = Signer(floor.security, None, at)
    return count_box(box.pk, notes, by=floor.security, counter=signer, at=at)


def sell(floor, cents, minutes):
    return sell_chips(floor.table.pk, cents, by=floor.dealer, at=later(minutes))


def refused(code, act):
    with pytest.raises(Refused) as found:
        act()
    assert found.value.code == code


def test_each_box_holds_the_cash_of_its_own_time_and_is_counted_by_two(floor):
    sell(floor, 10_000, 0)
    exchange(floor, "b-1", at=later(1))
    sell(floor, 20_000, 2)
    first = exchange(floor, "B-2", at=later(3))
    sell(floor, 40_000, 4)
    taken = DropBox.objects.get(number="B-1")
    assert (first.number, taken.taken_at) == ("B-2", later(3))
    slip = counted(floor, taken, {10_000: 3}, at=later(500))
    assert (slip.expected_cents, slip.total_cents, slip.state) == (30_000, 30_000, "prepared")
    refused("box_counted", lambda: counted(floor, taken, {10_000: 3}))
    assert table_money(floor.table).drop == 70_000, "one signature posts nothing"
    slip = sign_slip(slip.pk, signer=Signer(floor.cashier, None, later(501)), at=later(501))
    assert slip.state == "complete"
    money = table_money(floor.table)
    assert (money.drop, money.over_short) == (40_000, 0), "what is in the new box stays expected"
    taken.refresh_from_db()
    assert taken.counted_at == later(501)
    assert Entry.objects.get(kind="drop").gaming_day == slip.gaming_day
    assert ledger_faults() == []


def test_what_a_box_holds_more_is_over(floor):
    exchange(floor, "B-1")
    sell(floor, 20_000, 1)
    exchange(floor, "B-2", at=later(2))
    slip = counted(floor, DropBox.objects.get(number="B-1"), {10_000: 2, 500: 1}, at=later(9))
    sign_slip(slip.pk, signer=Signer(floor.cashier, None, later(9)), at=later(9))
    assert table_money(floor.table).over_short == -500
    page = sign_in(Client(), floor.cashier).get(reverse("slip", args=[slip.pk])).content.decode()
    assert "box B-1" in page


def test_cash_that_a_tablet_sent_late_belongs_to_the_box_of_its_moment(floor):
    exchange(floor, "B-1")
    exchange(floor, "B-2", at=later(30))
    sell(floor, 5_000, 10)
    slip = counted(floor, DropBox.objects.get(number="B-1"), {5_000: 1}, at=later(60))
    assert slip.expected_cents == 5_000


def test_a_box_is_in_one_place_and_each_step_needs_the_one_before(floor):
    other = make_table(floor)
    refused("no_box", lambda: exchange(floor, ""))
    box = exchange(floor, "B-1")
    refused("box_in_use", lambda: exchange(floor, "B-1", table=other))
    refused("box_in_place", lambda: counted(floor, box, {10_000: 1}))
    refused("numbered_box", lambda: slip_by(floor, floor.table, "drop", {10_000: 1}, at=NOW))
    move = sell(floor, 5_000, 1)
    exchange(floor, "", at=later(2))
    refused(
        "counted_since",
        lambda: take_back_cash(floor.table.pk, move.pk, by=floor.dealer, at=later(3)),
    )
    assert not Slip.objects.exists()
    assert Event.objects.filter(kind="banking.box_exchanged").count() == 2


def test_the_same_person_does_not_sign_twice(floor):
    floor.floorperson.roles = ["floorperson", "security"]
    signer = Signer(floor.floorperson, None, NOW)
    refused(
        "same_person",
        lambda: exchange_box(
            floor.table.pk, "B-1", by=floor.floorperson, floor=signer, security=signer, at=NOW
        ),
    )


def test_a_void_count_leaves_the_box_waiting(floor):
    exchange(floor, "B-1")
    exchange(floor, "B-2", at=later(1))
    box = DropBox.objects.get(number="B-1")
    slip = counted(floor, box, {10_000: 9}, at=later(2))
    signer = Signer(floor.cashier, None, later(3))
    void_slip(slip.pk, "miscounted", signer=signer, at=later(3))
    assert counted(floor, box, {}, at=later(4)).serial == 2


def test_the_sweep_asks_for_a_box_that_nobody_counted(floor):
    exchange(floor, "B-1")
    exchange(floor, "B-2", at=later(1))
    assert sweep_boxes(later(23 * 60)) == 0
    assert sweep_boxes(later(25 * 60)) == 1
    assert sweep_boxes(later(26 * 60)) == 0
    slip = counted(floor, DropBox.objects.get(number="B-1"), {}, at=later(26 * 60))
    sign_slip(slip.pk, signer=Signer(floor.cashier, None, later(1600)), at=later(1600))
    assert Alert.objects.get(code="box_not_counted").acknowledged_at is not None


def test_boxes_from_the_page(floor):
    client = sign_in(Client(), floor.security)
    page = client.get(reverse("boxes")).content.decode()
    assert "No box waits to be counted" in page
    form = {
        "request_id": str(uuid4()),
        "table_id": floor.table.pk,
        "number": "B-7",
        "floor-badge": floor.floorperson.badge,
        "floor-pin": PIN,
        "security-badge": floor.security.badge,
        "security-pin": PIN,
    }
    assert client.post(reverse("do-exchange-box"), form).status_code == 302
    form |= {"request_id": str(uuid4()), "number": ""}
    assert client.post(reverse("do-exchange-box"), form).status_code == 302
    box = DropBox.objects.get()
    assert "Box B-7" in client.get(reverse("boxes")).content.decode()
    count = {
        "request_id": str(uuid4()),
        "chips-10000": "2",
        "chips-100": "0",
        "counter-badge": floor.security.badge,
        "counter-pin": PIN,
    }
    answer = client.post(reverse("do-count-box", args=[box.pk]), count)
    assert answer.url == reverse("slip", args=[Slip.objects.get().pk])
    assert "the cashier signs" in client.get(reverse("boxes")).content.decode()


def test_whoever_enters_the_count_of_a_box_cannot_know_what_was_sold(floor):
    exchange(floor, "B-1")
    sell(floor, 20_000, 1)
    exchange(floor, "B-2", at=later(2))
    box = DropBox.objects.get(number="B-1")
    for person in (floor.cashier, floor.floorperson):
        page = sign_in(Client(), person).get(reverse("boxes")).content.decode()
        assert "Security enters its count" in page
        assert 'data-command="count-box"' not in page
        with pytest.raises(PermissionDenied):
            count_box(
                box.pk, {}, by=person, counter=Signer(floor.security, None, later(3)), at=later(3)
            )
    assert not Slip.objects.exists()
    client = sign_in(Client(), floor.security)
    assert 'data-command="count-box"' in client.get(reverse("boxes")).content.decode()
    for name in ("ledger", "ledger-part", "cash-log"):
        assert client.get(reverse(name)).status_code == 403
    slip = counted(floor, box, {10_000: 1}, at=later(4))
    page = client.get(reverse("slip", args=[slip.pk])).content.decode()
    assert "$100.00" in page
    assert "$200.00" not in page


def test_tips_are_counted_by_two_where_the_house_wants_it(floor):
    signer = Signer(floor.floorperson, None, NOW)
    refused(
        "no_tips",
        lambda: prepare_slip(floor.table.pk, SlipKind.TIPS, {500: 4}, signer=signer, at=NOW),
    )
    client = sign_in(Client(), floor.floorperson)
    assert "Tips counted" not in client.get(reverse("fills")).content.decode().split("all-head")[0]
    type(floor.property).objects.filter(pk=floor.property.pk).update(settings={"counts_tips": 1})
    before = table_money(floor.table)
    slip = slip_by(floor, floor.table, "tips", {500: 4}, at=NOW)
    assert slip.state == "complete"
    assert table_money(floor.table) == before, "tips are not the tray's"
    moved = Posting.objects.filter(entry__slip=slip).values_list("account__kind", "cents")
    assert dict(moved) == {"cage": 2_000, "tips": -2_000}
    slip_by(floor, floor.table, "tips", {500: 1}, at=later(1))
    assert ledger_faults() == []


def test_par_levels_propose_the_fill(floor):
    def proposed():
        return proposed_fill(GamingTable.objects.get(pk=floor.table.pk))

    assert proposed() == {}
    chips = {2500: 40, 500: 40}
    set_par(floor.table.pk, chips, by=floor.pit_manager, at=NOW)
    assert proposed() == {2500: 40, 500: 40}
    slip_by(floor, floor.table, "fill", {2500: 40, 500: 40}, at=NOW)
    assert proposed() == {}
    set_par(floor.table.pk, {2500: 80, 500: 40}, by=floor.pit_manager, at=later(1))
    assert proposed() == {2500: 20}, "the half of what is missing is no whole rack"
    assert Event.objects.filter(kind="banking.par_set").count() == 2
    page = sign_in(Client(), floor.pit_manager).get(
        reverse("new-slip", args=[floor.table.pk, "fill"])
    )
    assert 'data-command="set-par"' in page.content.decode()


def test_cash_out_is_noticed_and_stops_before_the_patron_is_identified(floor):
    patron = describe_patron(floor.table.pk, 2, "Kim", None, "grey cap", by=floor.cashier, at=NOW)
    enter_patron_cash(patron.pk, 299_999, True, by=floor.cashier, at=NOW)
    assert not Alert.objects.filter(code="patron_paid").exists()
    enter_patron_cash(patron.pk, 1, True, by=floor.cashier, at=NOW)
    alert = Alert.objects.get(code="patron_paid")
    assert (alert.params["cents"], alert.params["patron"]) == (300_000, patron.key)
    enter_patron_cash(patron.pk, 300_000, False, by=floor.cashier, at=NOW)
    assert Alert.objects.filter(code="patron_brought").count() == 1, "in and out each by itself"
    pay = lambda: enter_patron_cash(patron.pk, 700_000, True, by=floor.cashier, at=NOW)  # noqa: E731
    refused("identify_first", pay)
    told = ("Kim Lee", NOW.date(), "1 Pier Rd", "P 1234")
    identify_patron(patron.pk, *told, by=floor.cashier, at=NOW)
    pay()
