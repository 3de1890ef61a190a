from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.http import Http404

from audit.models import Event
from banking.commands.slips import prepare_slip, sign_slip, void_slip
from banking.models import Entry, Slip, SlipKind
from banking.queries.balances import expected_tray, ledger_faults, table_money
from rules.refusals import Refused
from staff.commands.signing import Signer
from tables.models import Alert, TableState
from tests.banking.counting import slip_by
from tests.factories import make_floor

pytestmark = pytest.mark.django_db

NOW = datetime.now(UTC)
TRAY = {2500: 40, 10000: 10}


@pytest.fixture
def floor():
    return make_floor()


def by(person):
    return Signer(person, None, NOW)


def code(command, *args, **kwargs):
    with pytest.raises(Refused) as refused:
        command(*args, **kwargs)
    return refused.value.code


def prepared(floor, kind=SlipKind.FILL, chips=TRAY, who="floorperson"):
    return prepare_slip(floor.table.pk, kind, chips, signer=by(floor.people[who]), at=NOW)


def test_a_fill_is_posted_when_the_fourth_has_signed(floor):
    slip = prepared(floor)
    for role in ("cashier", "security"):
        slip = sign_slip(slip.pk, signer=by(floor.people[role]), at=NOW)
    assert (slip.state, expected_tray(floor.table)) == ("prepared", 0)
    slip = sign_slip(slip.pk, signer=by(floor.dealer), at=NOW)
    assert (slip.state, expected_tray(floor.table)) == ("complete", 200_000)
    assert slip.signatures.count() == 4
    kinds = Event.objects.filter(about__contains=[f"slip:{slip.pk}"]).order_by("at")
    assert [event.kind for event in kinds if event.kind.startswith("banking")] == [
        "banking.slip_prepared",
        "banking.slip_signed",
        "banking.slip_signed",
        "banking.slip_signed",
        "banking.slip_completed",
    ]


def test_a_credit_takes_chips_back_to_the_cage(floor):
    slip_by(floor, floor.table, "fill", TRAY, at=NOW)
    slip_by(floor, floor.table, "credit", {2500: 4}, at=NOW)
    assert expected_tray(floor.table) == 190_000
    assert ledger_faults() == []


def test_every_part_by_another_person_in_their_role(floor):
    slip = prepared(floor)
    assert code(sign_slip, slip.pk, signer=by(floor.floorperson), at=NOW) == "same_person"
    assert code(sign_slip, slip.pk, signer=by(floor.surveillance), at=NOW) == "no_part"
    assert code(sign_slip, slip.pk, signer=by(floor.second_floorperson), at=NOW) == "no_part"
    with pytest.raises(PermissionDenied):
        prepared(floor, who="dealer")


def test_serials_have_no_gaps_and_a_void_slip_keeps_its_own(floor):
    slip_by(floor, floor.table, "fill", TRAY, at=NOW)
    first, second = prepared(floor), prepared(floor)
    void_slip(first.pk, "miscounted", signer=by(floor.floorperson), at=NOW)
    third = prepared(floor)
    credit = prepared(floor, SlipKind.CREDIT)
    assert [first.serial, second.serial, third.serial, credit.serial] == [2, 3, 4, 1]
    assert code(sign_slip, first.pk, signer=by(floor.cashier), at=NOW) == "slip_closed"
    assert code(void_slip, second.pk, "bored", signer=by(floor.floorperson), at=NOW) == (
        "unknown_reason"
    )


BAD_CHIPS = [({777: 1}, "no_such_chip"), ({2500: -1}, "bad_count"), ({2500: 0}, "no_chips")]


@pytest.mark.parametrize(("chips", "expected"), BAD_CHIPS)
def test_chips_that_cannot_be(floor, chips, expected):
    assert code(prepared, floor, SlipKind.FILL, chips) == expected


def test_a_count_finds_what_is_over_or_short_and_reports_it(floor):
    slip_by(floor, floor.table, "fill", TRAY, at=NOW)
    assert code(prepared, floor, SlipKind.CLOSING, TRAY) == "table_open"
    floor.table.state = TableState.CLOSING
    floor.table.save()
    short = slip_by(floor, floor.table, "closing", {2500: 36, 10000: 9}, at=NOW)
    assert short.expected_cents - short.total_cents == 20_000
    money = table_money(floor.table)
    assert (money.expected_tray, money.over_short) == (180_000, 20_000)
    assert Alert.objects.filter(table=floor.table, code="inventory_difference").exists()


def test_what_was_prepared_never_changes(floor):
    slip = prepared(floor)
    for change in (
        "update banking_slip set total_cents = 1 where id = %s",
        "delete from banking_slip where id = %s",
        "update banking_signature set part = 'x' where slip_id = %s",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change, [slip.pk])


def test_two_slips_cannot_have_one_serial(floor):
    slip = prepared(floor)
    slip.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        slip.save()


def test_a_slip_of_another_house_is_not_found(floor):

    slip = prepared(floor)
    other = make_floor()
    with pytest.raises(Http404):
        sign_slip(slip.pk, signer=by(other.cashier), at=NOW)


def test_a_count_belongs_to_its_gaming_day(floor):
    floor.property.refresh_from_db()
    night = datetime(2026, 3, 2, 4, 0, tzinfo=UTC)
    slip = prepare_slip(floor.table.pk, SlipKind.FILL, TRAY, signer=by(floor.floorperson), at=night)
    assert slip.gaming_day == (night - timedelta(days=1)).date()
    assert Slip.objects.get(pk=slip.pk).gaming_day.isoformat() == "2026-03-01"
    assert Entry.objects.filter(slip=slip).count() == 0
