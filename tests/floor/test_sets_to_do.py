"""Every step about a set that waits for the floor is in To do and on the board."""

import pytest
from django.test import Client

from floor.queries.pit_board import pit_board
from floor.queries.queue import floor_queue
from tables.commands.at_table import InspectionFacts, remove_set
from tables.commands.dice import check_dice
from tables.commands.envelopes import EnvelopeFacts, seal_envelope
from tables.models import GamingTable, TableState
from tests.factories import make_floor, make_set, make_table
from tests.sign_in import sign_in
from tests.tables.acts import MINUTE, NOON, inspected, opening_table, signer, with_set
from tests.tables.test_custody import approved_shaker, measured, shaken

pytestmark = pytest.mark.django_db
LATER = NOON + 5 * MINUTE


def waiting(person, at=LATER):
    return [(row.table_number, row.act) for row in floor_queue(person, at).sets]


def clocks(floor):
    tiles = pit_board(floor.pit_manager, LATER).tiles
    found = next(tile for tile in tiles if tile.table.id == floor.closed.pk)
    return {clock.kind: clock.waits for clock in found.table.clocks}


def fail(floor):
    facts = InspectionFacts(reason="marked", faulty=("6-6",))
    return inspected(floor, facts=facts)


def test_who_brings_what_to_a_table_without_sets():
    floor = opening_table()
    number = floor.closed.number
    assert waiting(floor.pit_manager) == [(number, "Bring a set")] * 2, "tiles and dice"
    assert waiting(floor.floorperson) == [(number, "Bring a set")], "dice: tiles are the manager's"
    page = sign_in(Client(), floor.floorperson).get(f"/tables/{floor.closed.pk}/").content.decode()
    assert "A floorperson places inspected dice in the shaker" not in page


def test_a_failed_set_is_sealed_and_then_decided_on_by_the_pit_manager():
    floor = opening_table()
    with_set(floor)
    assert clocks(floor) == {"tiles": "to be inspected"}
    fail(floor)
    assert clocks(floor) == {"tiles": "failed"}
    assert (floor.closed.number, "Seal it") in waiting(floor.floorperson)
    seal_envelope(
        floor.closed.pk,
        EnvelopeFacts(kind="tiles", seal_number="E-1", reason="marked"),
        dealer=signer(floor.second_dealer),
        floor=signer(floor.second_floorperson),
        at=LATER,
    )
    assert (None, "Decide") in waiting(floor.pit_manager)
    assert (None, "Decide") not in waiting(floor.floorperson)


def test_an_inspection_that_passed_waits_for_verification():
    floor = opening_table()
    with_set(floor)
    inspected(floor)
    assert clocks(floor) == {"tiles": "waits for verification"}


def test_an_open_table_without_tiles_says_so_and_calls():
    floor = make_floor()
    bare = make_table(floor, empty=True)
    board = pit_board(floor.pit_manager, LATER)
    tile = next(each for each in board.tiles if each.table.id == bare.pk)
    assert (tile.state_label, tile.tone) == ("No tiles", "lose")
    assert board.calling_count >= 1


def test_the_sums_follow_the_pit_and_an_opening_table_is_not_open():
    floor = make_floor()
    with_opening = make_table(floor, empty=True, state=TableState.OPENING)
    board = pit_board(floor.pit_manager, LATER)
    assert (board.total, board.open_count) == (2, 1)
    assert pit_board(floor.pit_manager, LATER, pit="Elsewhere").total == 0
    assert GamingTable.objects.filter(pk=with_opening.pk).exists()


def test_the_page_leads_to_where_it_is_done():
    floor = opening_table()
    page = sign_in(Client(), floor.pit_manager).get("/queue/").content.decode()
    assert "bring a set" in page
    assert f"/tables/{floor.closed.pk}/" in page


def test_dice_that_came_off_a_table_are_to_be_checked_by_somebody_else():
    floor = opening_table()
    approved_shaker(floor)
    dice = make_set(floor, "dice")
    measured(floor, dice)
    shaken(floor, dice)
    wanted = (None, "Check it")
    assert wanted not in waiting(floor.second_floorperson), "they are still at the table"
    remove_set(floor.closed.pk, "dice", by=floor.floorperson, at=NOON + 2 * MINUTE)
    assert wanted in waiting(floor.second_floorperson)
    assert wanted not in waiting(floor.floorperson), "who inspected them before use"
    check_dice(dice.pk, signer=signer(floor.second_floorperson), at=LATER)
    assert wanted not in waiting(floor.second_floorperson)
