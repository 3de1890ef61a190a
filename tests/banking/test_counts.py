"""Counts in play, the closed-table form, requests for chips, and what a tray holds."""

from datetime import UTC, datetime, timedelta

import pytest

from audit.models import Event
from banking.commands.cash import change_chips, sell_chips
from banking.commands.requests import request_chips, withdraw_request
from banking.commands.slips import prepare_slip, sign_slip
from banking.commands.sweeping import sweep_counts
from banking.models import ChipRequest, Entry, Slip, SlipKind
from banking.queries.balances import ledger_faults, table_money
from banking.queries.slips import slip_sheet
from banking.queries.trays import proposed_fill, tray_of
from rules.refusals import Refused
from staff.commands.signing import Signer
from staff.gaming_day import gaming_day, shift_starts
from tables.models import Alert, TableState
from tables.wording import alert_words
from tests.banking.counting import slip_by
from tests.sign_in import sign_in

NOW = datetime.now(UTC)
TRAY = {2500: 40, 10000: 10}


def by(person):
    return Signer(person, None, NOW)


def code(command, *args, **named):
    with pytest.raises(Refused) as refused:
        command(*args, **named)
    return refused.value.code


def prepared(floor, kind, chips, at=NOW):
    return prepare_slip(floor.table.pk, kind, chips, signer=by(floor.floorperson), at=at)


def state(floor, state):
    floor.table.state = state
    floor.table.save()


def test_a_table_in_play_is_counted_blind_by_two(floor):
    slip_by(floor, floor.table, "fill", TRAY, at=NOW)
    slip = prepared(floor, SlipKind.COUNT, {2500: 40, 10000: 9})
    assert slip_sheet(floor.floorperson, slip.pk).difference is None, "blind until both signed"
    sign_slip(slip.pk, signer=by(floor.dealer), at=NOW)
    found = slip_sheet(floor.floorperson, slip.pk).difference
    assert (found.expected_cents, found.cents) == (200_000, -10_000)
    assert table_money(floor.table).expected_tray == 190_000
    alert = Alert.objects.get(code="inventory_difference")
    assert alert_words(alert.code, alert.params) == (
        f"Count in play 1 at table {floor.table.number} differs by −$100.00"
    )
    state(floor, TableState.CLOSING)
    assert code(prepared, floor, SlipKind.COUNT, TRAY) == "table_not_open"


def test_chips_go_their_way_in_the_order_of_the_signatures(floor):
    slip = prepared(floor, SlipKind.FILL, TRAY)
    for early in ("security", "dealer"):
        assert code(sign_slip, slip.pk, signer=by(floor.people[early]), at=NOW) == "no_part"
    for role in ("cashier", "security", "dealer"):
        slip = sign_slip(slip.pk, signer=by(floor.people[role]), at=NOW)
    assert slip.state == "complete"


def test_nothing_leaves_a_tray_that_it_does_not_hold(floor):
    slip_by(floor, floor.table, "fill", TRAY, at=NOW)
    assert code(prepared, floor, SlipKind.CREDIT, {50_000: 5}) == "not_in_tray"
    assert code(prepared, floor, SlipKind.CREDIT, {2500: 41}) == "not_in_tray"
    first = prepared(floor, SlipKind.CREDIT, {2500: 40})
    second = prepared(floor, SlipKind.CREDIT, {2500: 40})
    for slip in (first, second):
        for role in ("dealer", "security"):
            sign_slip(slip.pk, signer=by(floor.people[role]), at=NOW)
    sign_slip(first.pk, signer=by(floor.cashier), at=NOW)
    assert code(sign_slip, second.pk, signer=by(floor.cashier), at=NOW) == "not_in_tray"
    assert Slip.objects.get(pk=second.pk).state == "prepared"
    assert table_money(floor.table).expected_tray == 100_000


def test_change_and_sales_move_the_pieces_of_the_tray(floor):
    slip_by(floor, floor.table, "fill", TRAY, at=NOW)
    later = NOW + timedelta(minutes=1)
    sell_chips(floor.table.pk, 10_000, {}, {2500: 4}, by=floor.dealer, at=later)
    change_chips(floor.table.pk, {2500: 4}, {10_000: 1}, by=floor.dealer, at=later)
    tray = tray_of(floor.table)
    assert (tray.cents, tray.at_most(2500), tray.at_most(10_000)) == (190_000, 40, 9)


def test_a_table_that_stays_closed_gets_the_form_with_its_last_count(floor):
    slip_by(floor, floor.table, "fill", TRAY, at=NOW)
    state(floor, TableState.CLOSING)
    slip_by(floor, floor.table, "closing", TRAY, at=NOW)
    assert code(prepared, floor, SlipKind.CLOSED, TRAY) == "table_not_closed"
    state(floor, TableState.CLOSED)
    assert code(prepared, floor, SlipKind.CLOSED, {2500: 1}) == "not_as_closed"
    before = Entry.objects.count()
    slip = slip_by(floor, floor.table, "closed", TRAY, at=NOW)
    assert (slip.state, slip.total_cents, Entry.objects.count()) == ("complete", 200_000, before)
    assert ledger_faults() == []


def test_a_missing_count_is_asked_for_once_and_answered_by_counting(floor):
    changed = max(
        each
        for day in (NOW - timedelta(days=1), NOW)
        for each in shift_starts(floor.property, gaming_day(floor.property, day))
        if each <= NOW
    )
    type(floor.table).objects.filter(pk=floor.table.pk).update(
        state_since=changed - timedelta(hours=2)
    )
    sweep_counts(NOW)
    sweep_counts(NOW)
    due = Alert.objects.filter(table=floor.table, code="table_count_due")
    assert due.get().acknowledged_at is None
    slip_by(floor, floor.table, "count", {}, at=NOW)
    assert due.get().acknowledged_at is not None
    sweep_counts(NOW)
    assert due.count() == 1


def test_chips_are_asked_for_at_the_table_and_the_slip_answers_it(floor, client):
    made = request_chips(floor.table.pk, "fill", {2500: 40}, by=floor.dealer, at=NOW)
    assert code(request_chips, floor.table.pk, "fill", {2500: 1}, by=floor.dealer, at=NOW) == (
        "request_waits"
    )
    page = sign_in(client, floor.cashier).get("/fills/").content.decode()
    assert "Chips are asked for" in page
    assert "40 × " in page
    slip = prepare_slip(
        floor.table.pk, SlipKind.FILL, {2500: 40}, made.pk, signer=by(floor.floorperson), at=NOW
    )
    made.refresh_from_db()
    assert (made.slip, made.closed_by) == (slip, floor.floorperson)
    assert "Chips are asked for" not in client.get("/fills/").content.decode()
    other = request_chips(floor.table.pk, "fill", {2500: 20}, by=floor.dealer, at=NOW)
    withdraw_request(other.pk, by=floor.dealer, at=NOW)
    assert ChipRequest.objects.filter(closed_at__isnull=True).count() == 0
    kinds = Event.objects.filter(table_id=floor.table.pk, kind__startswith="banking.chip")
    assert sorted(each.kind for each in kinds) == [
        "banking.chip_request_withdrawn",
        "banking.chips_requested",
        "banking.chips_requested",
    ]


def test_a_fill_is_proposed_in_racks_up_to_the_opening_count(floor):
    assert proposed_fill(floor.table) == {}
    floor.property.settings["identify_cash_cents"] = 10**9
    floor.property.save()
    slip_by(floor, floor.table, "opening", {2500: 400, 10_000: 100}, at=NOW)
    sell_chips(
        floor.table.pk, 1_000_000, {}, {}, by=floor.dealer, floor=by(floor.floorperson), at=NOW
    )
    assert proposed_fill(floor.table) == {10_000: 40, 2500: 200}


def test_whoever_counts_does_not_see_what_is_expected(client, floor):
    slip_by(floor, floor.table, "opening", {2500: 40}, at=NOW)
    sell_chips(floor.table.pk, 12_300, by=floor.dealer, at=NOW + timedelta(minutes=1))
    for role, shown in (("floorperson", False), ("pit_manager", False), ("surveillance", True)):
        page = sign_in(client, floor.people[role]).get("/floor/").content.decode()
        assert ("$877.00" in page) is shown, role
