"""Pits are renamed, tables retired and brought back; what happened at them stays."""

from datetime import timedelta

import pytest

from banking.commands.boxes import count_box, exchange_box
from banking.commands.slips import sign_slip
from banking.models import DropBox
from floor.queries.pit_board import pit_board
from reports.scope import Scope, day_period
from staff.commands.signing import Signer
from staff.gaming_day import gaming_day
from tables.commands.furniture import add_pit, bring_table_back, rename_pit, retire_table
from tables.commands.table_state import begin_opening
from tests.banking.counting import slip_by
from tests.factories import make_floor
from tests.sign_in import sign_in
from tests.tables.acts import NOON, closed_table, kinds_of, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    return closed_table()


def shown(floor):
    return {tile.table.number for tile in pit_board(floor.pit_manager, NOON).tiles}


def test_a_retired_table_leaves_the_board_and_comes_back(floor):
    table = floor.closed
    assert table.number in shown(floor)
    retire_table(table.pk, by=floor.administrator, at=NOON)
    assert table.number not in shown(floor)
    with refused("table_retired"):
        begin_opening(table.pk, by=floor.pit_manager, at=NOON)
    with refused("table_retired"):
        retire_table(table.pk, by=floor.administrator, at=NOON)
    bring_table_back(table.pk, by=floor.administrator, at=NOON)
    assert table.number in shown(floor)
    assert kinds_of(table)[-2:] == ["tables.table_retired", "tables.table_back"]
    with refused("table_not_retired"):
        bring_table_back(table.pk, by=floor.administrator, at=NOON)


def test_a_table_in_use_is_not_retired(floor):
    before = kinds_of(floor.table)
    with refused("table_not_closed"):
        retire_table(floor.table.pk, by=floor.administrator, at=NOON)
    with refused("role"):
        retire_table(floor.closed.pk, by=floor.pit_manager, at=NOON)
    assert kinds_of(floor.table) == before


def test_a_table_with_money_is_not_retired(client, floor):
    table, by = floor.closed, floor.administrator
    slip_by(floor, table, "fill", {2500: 4}, at=NOON)
    before = kinds_of(table)
    with refused("chips_in_tray"):
        retire_table(table.pk, by=by, at=NOON)
    assert kinds_of(table) == before
    slip_by(floor, table, "credit", {2500: 4}, at=NOON)
    signers = {each: Signer(floor.people[each], None, NOON) for each in ("floorperson", "security")}
    two = {"floor": signers["floorperson"], "security": signers["security"]}
    exchange_box(table.pk, "B-1", by=floor.floorperson, at=NOON, **two)
    with refused("money_waits"):
        retire_table(table.pk, by=by, at=NOON)
    exchange_box(table.pk, "", by=floor.floorperson, at=NOON, **two)
    slip = count_box(
        DropBox.objects.get(table=table).pk,
        {},
        by=floor.security,
        counter=signers["security"],
        at=NOON,
    )
    with refused("money_waits"):
        retire_table(table.pk, by=by, at=NOON)
    sign_slip(slip.pk, signer=Signer(floor.cashier, None, NOON), at=NOON)
    retire_table(table.pk, by=by, at=NOON)
    with refused("table_retired"):
        exchange_box(table.pk, "B-2", by=floor.floorperson, at=NOON, **two)
    with refused("table_retired"):
        slip_by(floor, table, "fill", {2500: 4}, at=NOON)
    manager = sign_in(client, floor.pit_manager)
    choices = manager.get("/fills/").context["choices"]
    assert [each.table for each in choices] == [floor.table]
    places = manager.get("/fills/boxes/").context["places"]
    assert [each.table for each in places] == [floor.table]


def test_a_report_has_the_tables_that_stood_in_its_period(floor):
    house, table = floor.property, floor.closed
    retire_table(table.pk, by=floor.administrator, at=NOON)
    day = gaming_day(house, NOON)
    assert table in Scope(house, day_period(house, day)).tables
    assert Scope(house, day_period(house, day + timedelta(days=1))).tables == [floor.table]


def test_what_happened_at_a_retired_table_can_be_read(client, floor):
    retire_table(floor.closed.pk, by=floor.administrator, at=NOON)
    page = sign_in(client, floor.pit_manager).get(f"/tables/{floor.closed.pk}/")
    assert page.status_code == 200
    setup = sign_in(client, floor.administrator).get("/floor/setup/").content.decode()
    assert "Retired tables" in setup
    assert "Bring the table back" in setup


def test_a_pit_is_renamed(floor):
    pit = floor.closed.pit
    rename_pit(pit.pk, " Jade room ", by=floor.administrator, at=NOON)
    pit.refresh_from_db()
    assert pit.name == "Jade room"
    assert kinds_of(pit)[-1] == "tables.pit_renamed"
    add_pit("Pearl room", by=floor.administrator, at=NOON)
    before = kinds_of(pit)
    with refused("name_taken"):
        rename_pit(pit.pk, "Pearl room", by=floor.administrator, at=NOON)
    with refused("name_missing"):
        rename_pit(pit.pk, " ", by=floor.administrator, at=NOON)
    stranger = make_floor()
    with pytest.raises(type(pit).DoesNotExist):
        rename_pit(pit.pk, "Mine", by=stranger.administrator, at=NOON)
    assert kinds_of(pit) == before
