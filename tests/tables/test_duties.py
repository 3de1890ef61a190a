"""The shift and break board: who is on, who comes next, and who came instead."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.commands.dealers import tap_in
from tables.commands.duties import (
    begin_duties,
    call_off_relief,
    end_duty,
    end_string,
    plan_relief,
    set_string,
)
from tables.models import Alert, DealerShift, Duty, Relief, TableString
from tables.queries.duties import duty_board, expected_at
from tests.factories import make_floor, make_person, make_table
from tests.sign_in import sign_in
from tests.tables.acts import kinds_of, refused

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def floor():
    return make_floor()


def board(floor, at=None):
    return duty_board(floor.pit_manager, at or datetime.now(UTC))


def on(floor, *people, **more):
    return begin_duties(tuple(each.pk for each in people), by=floor.pit_manager, **more)


def warned(floor):
    return [each.code for each in Alert.objects.filter(property=floor.property)]


def test_the_board_says_who_is_where_since_when_and_until_when(floor):
    on(floor, floor.dealer, floor.second_dealer, floor.floorperson, hours=6)
    shown = board(floor)
    (place,) = shown.places
    assert (place.dealer, place.relief) == (floor.dealer.name, "")
    assert place.due_at - place.since == timedelta(minutes=90)
    by_name = {row.name: row for row in shown.dealers}
    assert by_name[floor.dealer.name].table_number == floor.table.number
    assert by_name[floor.dealer.name].break_since is None
    assert by_name[floor.second_dealer.name].break_since is not None
    (watching,) = shown.floor
    assert watching.coverage == (floor.table.number,)
    assert watching.ends_at - watching.began_at == 6 * HOUR


def test_a_break_is_due_and_counted_from_the_last_table(floor):
    on(floor, floor.dealer, floor.second_dealer)
    shift = DealerShift.objects.get(table=floor.table)
    assert board(floor, shift.began_at + timedelta(minutes=85)).places[0].is_soon
    assert board(floor, shift.began_at + timedelta(minutes=90)).places[0].is_due
    tap_in(floor.table.pk, "S-1", by=floor.second_dealer)
    shift.refresh_from_db()
    relieved = next(row for row in board(floor).dealers if row.name == floor.dealer.name)
    assert relieved.break_since == max(shift.ended_at, relieved.began_at)


def test_a_relief_is_planned_replaced_and_called_off(floor):
    third = make_person(floor.property, "dealer")
    other = make_table(floor, empty=True)
    first = plan_relief(floor.table.pk, floor.second_dealer.pk, by=floor.floorperson)
    assert kinds_of(first) == ["tables.relief_planned"]
    assert first.due_at > datetime.now(UTC) + HOUR
    plan_relief(floor.table.pk, third.pk, by=floor.floorperson)
    assert [each.person for each in Relief.objects.filter(ended_at=None)] == [third]
    moved = plan_relief(other.pk, third.pk, by=floor.floorperson)
    assert [each.table for each in Relief.objects.filter(ended_at=None)] == [other]
    call_off_relief(moved.pk, by=floor.pit_manager)
    with refused("relief_ended"):
        call_off_relief(moved.pk, by=floor.pit_manager)
    assert not Relief.objects.filter(ended_at=None).exists()


def test_who_cannot_relieve(floor):
    with refused("not_a_dealer"):
        plan_relief(floor.table.pk, floor.cashier.pk, by=floor.floorperson)
    with refused("dealing_already"):
        plan_relief(floor.table.pk, floor.dealer.pk, by=floor.floorperson)
    with refused("role"):
        plan_relief(floor.table.pk, floor.second_dealer.pk, by=floor.dealer)
    with refused("table_not_open"):
        closed = make_table(floor, empty=True, state="closed")
        plan_relief(closed.pk, floor.second_dealer.pk, by=floor.floorperson)


def test_whoever_was_planned_taps_in_without_a_word(floor):
    on(floor, floor.dealer, floor.second_dealer)
    plan_relief(floor.table.pk, floor.second_dealer.pk, by=floor.floorperson)
    tap_in(floor.table.pk, "S-1", by=floor.second_dealer)
    assert warned(floor) == []
    assert expected_at(floor.table) is None


def test_somebody_who_was_not_planned_takes_the_table_and_the_floor_hears_of_it(floor):
    third = make_person(floor.property, "dealer")
    on(floor, floor.dealer, floor.second_dealer, third)
    plan_relief(floor.table.pk, third.pk, by=floor.floorperson)
    tap_in(floor.table.pk, "S-1", by=floor.second_dealer)
    assert warned(floor) == ["relief_unplanned"]
    said = Alert.objects.get(property=floor.property)
    assert said.params["expected"] == third.name
    assert DealerShift.objects.get(table=floor.table, ended_at=None).person == floor.second_dealer


def test_somebody_who_is_not_on_duty_is_named_where_the_board_is_kept(floor):
    tap_in(floor.table.pk, "S-1", by=floor.second_dealer)
    assert warned(floor) == [], "a house that keeps no board is not warned"
    on(floor, floor.floorperson)
    tap_in(floor.table.pk, "S-1", by=floor.dealer)
    assert warned(floor) == ["dealer_off_duty"]


def test_a_string_relieves_its_tables_in_turn(floor):
    other = make_table(floor, empty=True)
    third = make_person(floor.property, "dealer")
    string = set_string("A", (floor.table.pk, other.pk), third.pk, by=floor.pit_manager)
    assert expected_at(other).person == third
    shown = board(floor)
    assert [(place.string, place.relief) for place in shown.places] == [("A", third.name)] * 2
    again = set_string("B", (other.pk,), floor.second_dealer.pk, by=floor.pit_manager)
    string.refresh_from_db()
    assert string.ended_at is not None, "no table has two strings"
    end_string(again.pk, by=floor.floorperson)
    with refused("string_ended"):
        end_string(again.pk, by=floor.floorperson)
    assert not TableString.objects.filter(ended_at=None).exists()
    with refused("not_a_dealer"):
        set_string("C", (other.pk,), floor.cashier.pk, by=floor.pit_manager)


def test_going_early_is_an_early_out_and_nobody_goes_from_a_table(floor):
    (dealing,) = on(floor, floor.dealer)
    (free,) = on(floor, floor.second_dealer)
    with refused("on_duty_already"):
        on(floor, floor.second_dealer)
    with refused("still_dealing"):
        end_duty(dealing.pk, by=floor.pit_manager)
    plan_relief(floor.table.pk, floor.second_dealer.pk, by=floor.floorperson)
    end_duty(free.pk, by=floor.pit_manager)
    assert kinds_of(free) == ["tables.duty_began", "tables.duty_ended"]
    assert not Relief.objects.filter(ended_at=None).exists()
    with refused("off_duty_already"):
        end_duty(free.pk, by=floor.pit_manager)
    assert [(row.name, row.is_early) for row in board(floor).gone] == [
        (floor.second_dealer.name, True)
    ]
    assert Duty.objects.filter(ended_at=None).count() == 1


def test_the_page_asks_for_the_same_whatever_is_on_it(client, floor, django_assert_num_queries):
    on(floor, floor.dealer, floor.floorperson)
    sign_in(client, floor.floorperson)
    client.get("/duties/")
    with CaptureQueriesContext(connection) as few:
        page = client.get("/duties/").content.decode()
    assert floor.dealer.name in page
    for _each in range(4):
        make_table(floor, empty=True)
    on(floor, *(make_person(floor.property, "dealer") for _each in range(5)))
    with django_assert_num_queries(len(few.captured_queries)):
        client.get("/duties/")
    assert len(few.captured_queries) < 26
    assert sign_in(Client(), floor.dealer).get("/duties/").status_code == 403
    seen = sign_in(Client(), floor.surveillance).get("/duties/").content.decode()
    assert "data-plan" not in seen
