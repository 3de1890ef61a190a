"""A set tells its whole story; receipts of many, their correction, and what fits a table."""

import re

import pytest
from django.test import Client

from rules.refusals import Refused
from tables.commands.at_table import bring_set
from tables.commands.dice import DiceFacts, inspect_dice
from tables.commands.endings import condemn_set, decide_return, destroy_set
from tables.commands.receipt import (
    CorrectReceipt,
    ReceiveSets,
    SetReceived,
    correct_receipt,
    issue_sets,
    receive_set,
    receive_sets,
)
from tables.models import EquipmentSet
from tables.queries.equipment import equipment_board, set_sheet
from tables.queries.floor import table_sheet
from tables.queries.story import story_of
from tests.factories import PIN, make_person
from tests.sign_in import sign_in
from tests.tables.acts import MINUTE, NOON, kinds_of, opening_table, refused, signer
from tests.tables.test_custody import INSTRUMENTS, collected, issue, received, tiles

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    return opening_table()


def delivery(floor, *serials, **changes):
    facts = {
        "kind": "tiles",
        "submission_id": floor.submission.pk,
        "seal_intact": True,
        "design_approval": "DA-1",
        "sets": tuple(SetReceived(serial=each, seal_number=f"S-{each}") for each in serials),
    }
    return ReceiveSets.model_construct(**facts | changes)


def both(floor):
    return {"floor": signer(floor.floorperson), "security": signer(floor.security)}


def facts_of(equipment):
    equipment.refresh_from_db()
    return {name: value for line in story_of(equipment) for name, value in line.facts}


def test_ten_sets_are_received_under_one_pair_of_signatures(floor):
    serials = [f"T-{number}" for number in range(10)]
    sets = receive_sets(delivery(floor, *serials), **both(floor), at=NOON)
    assert [each.serial for each in sets] == serials
    assert {each.state for each in sets} == {"store"}
    assert {kind for each in sets for kind in kinds_of(each)} == {"tables.set_received"}
    signed = {each.moves.get().sign_off_id for each in sets}
    assert len(signed) == 1
    assert sets[3].tiles.count() == 32


def test_one_serial_that_is_known_lets_no_set_of_the_delivery_in(floor):
    received(floor, tiles(floor, "T-2"))
    with pytest.raises(Refused, match="T-2"):
        receive_sets(delivery(floor, "T-1", "T-2"), **both(floor), at=NOON)
    assert not EquipmentSet.objects.filter(property=floor.property, serial="T-1").exists()
    one = make_person(floor.property, "floorperson", "security")
    with refused("same_person"):
        receive_sets(delivery(floor, "T-3"), floor=signer(one), security=signer(one), at=NOON)


def corrected(floor, equipment, **changes):
    facts = {
        "equipment_id": equipment.pk,
        "serial": equipment.serial,
        "seal_number": equipment.seal_number,
        "submission_id": equipment.submission_id,
        "design_approval": equipment.design_approval,
        "note": "read from the wrong box",
    }
    asked = CorrectReceipt.model_construct(**facts | changes)
    return correct_receipt(asked, **both(floor), at=NOON + MINUTE)


def test_two_people_correct_what_was_written_at_the_receipt(floor):
    equipment = received(floor)
    corrected(floor, equipment, serial="T-9", design_approval="DA-7")
    equipment.refresh_from_db()
    assert (equipment.serial, equipment.design_approval) == ("T-9", "DA-7")
    assert equipment.state == "store"
    assert kinds_of(equipment)[-1] == "tables.receipt_corrected"
    facts = facts_of(equipment)
    assert facts["Serial number"] == "T-1 → T-9"
    assert facts["Design approval"] == "DA-1 → DA-7"
    assert facts["Note"] == "read from the wrong box"


def test_a_correction_changes_something_and_takes_no_other_sets_number(floor):
    equipment, other = received(floor), received(floor, tiles(floor, "T-2"))
    before = kinds_of(equipment)
    with refused("nothing_changed"):
        corrected(floor, equipment)
    with refused("serial_taken"):
        corrected(floor, equipment, serial=other.serial)
    with refused("details_missing"):
        corrected(floor, equipment, serial=" ")
    assert kinds_of(equipment) == before


def test_what_lies_on_a_table_is_not_renamed(floor):
    equipment = received(floor)
    issue(floor, equipment)
    bring_set(floor.closed.pk, equipment.pk, by=floor.pit_manager, at=NOON + 2 * MINUTE)
    equipment.refresh_from_db()
    with refused("wrong_place"):
        corrected(floor, equipment, serial="T-9")


def test_the_tables_own_rules_decide_which_set_may_come(floor):
    fits = received(floor)
    other = received(floor, tiles(floor, "T-2", design_approval="DA-2"))
    issue(floor, fits, other)
    EquipmentSet.objects.filter(pk=other.pk).update(design_approval="", submission=None)
    sheet = table_sheet(floor.pit_manager, floor.closed.pk, NOON + 2 * MINUTE)
    spares = next(step for step in sheet.sets if step.kind == "tiles").spares
    assert [(each.serial, each.design, each.last_use) for each in spares] == [("T-1", "DA-1", None)]
    assert spares[0].rules == str(floor.submission)
    with refused("design_not_approved"):
        bring_set(floor.closed.pk, other.pk, by=floor.pit_manager, at=NOON + 2 * MINUTE)


def dice(floor, serial="D-1"):
    facts = tiles(floor, serial, kind="dice", pieces=("A", "B", "C"))
    found = receive_set(facts, **both(floor), at=NOON)
    issue_sets([found.pk], **both(floor), at=NOON)
    return found


def test_dice_say_what_was_measured_with_what_and_on_which_camera(floor):
    seen, unseen = dice(floor), dice(floor, "D-2")
    facts = DiceFacts(sizes=(640, 641, 639), checks=INSTRUMENTS, camera="C-41")
    inspect_dice(seen.pk, facts, signer=signer(floor.floorperson), at=NOON + MINUTE)
    lines = story_of(EquipmentSet.objects.get(pk=seen.pk))
    assert lines[0].what == "Inspected: Before use"
    told = dict(lines[0].facts)
    assert told["Sizes"] == "0.640 in, 0.641 in, 0.639 in"
    assert told["Camera"] == "C-41"
    assert len(told["Looked at"].split("; ")) == len(INSTRUMENTS)
    places = equipment_board(floor.floorperson, NOON + 2 * MINUTE, kind="dice")
    stand = next(place for place in places if place.state == "pit_stand")
    assert {row.serial: row.is_inspected for row in stand.rows} == {"D-1": True, "D-2": False}
    assert unseen.pk


def test_what_happened_in_one_minute_has_one_order(floor):
    equipment = received(floor)
    issue_sets([equipment.pk], **both(floor), at=NOON)
    bring_set(floor.closed.pk, equipment.pk, by=floor.pit_manager, at=NOON)
    told = [line.what for line in story_of(EquipmentSet.objects.get(pk=equipment.pk))]
    assert told == ["Brought to the table", "Issued to the pit stand", "Received"]


def test_decision_and_destruction_are_told_with_how_where_and_before_whom(floor):
    equipment = collected(floor, failed=True)
    decide_return(
        equipment.pk, "return", "only dust", signer=signer(floor.pit_manager), at=NOON + 7 * MINUTE
    )
    assert "Decided: it may come back" in [each.what for each in story_of(equipment)]
    assert facts_of(equipment)["Note"] == "only dust"
    condemn_set(equipment.pk, "worn", signer=signer(floor.security), at=NOON + 8 * MINUTE)
    destroy_set(
        equipment.pk,
        "crushed",
        "Loading dock",
        signer=signer(floor.security),
        witness=signer(floor.compliance),
        at=NOON + 9 * MINUTE,
    )
    facts = facts_of(equipment)
    assert (facts["How"], facts["Where"]) == ("Crushed", "Loading dock")
    assert facts["Witness"] == floor.compliance.name
    last = story_of(EquipmentSet.objects.get(pk=equipment.pk))[0]
    assert (last.what, last.where) == ("Destroyed", "")


def test_a_set_that_is_gone_is_found_by_its_serial_and_in_its_list(floor):
    equipment = received(floor)
    condemn_set(equipment.pk, "worn", signer=signer(floor.security), at=NOON)
    destroy_set(
        equipment.pk,
        "cut",
        "Dock",
        signer=signer(floor.security),
        witness=signer(floor.compliance),
        at=NOON,
    )
    client = sign_in(Client(), floor.floorperson)
    link = f"/equipment/{equipment.pk}/"
    assert link not in client.get("/equipment/").content.decode()
    assert link in client.get("/equipment/?gone=true").content.decode()
    found = client.get("/equipment/?kind=dice&wanted=t-1").content.decode()
    assert link in found
    assert "No set here." in client.get("/equipment/?wanted=nothing").content.decode()
    page = client.get(link).content.decode()
    assert "Dock" in page
    assert "Correct the receipt" not in page


def test_a_delivery_is_received_on_its_page_and_a_short_line_keeps_everything(floor):
    client = sign_in(Client(), floor.floorperson)
    page = client.get("/equipment/receive/several/").content.decode()
    given = {
        "request_id": re.search(r'name="request_id" value="([0-9a-f-]{36})"', page)[1],
        "kind": "tiles",
        "submission_id": floor.submission.pk,
        "design_approval": "DA-1",
        "seal_intact": "true",
        "floor-badge": floor.floorperson.badge,
        "floor-pin": PIN,
        "security-badge": floor.security.badge,
        "security-pin": PIN,
    }
    short = client.post("/equipment/receive/delivery/", given | {"lines": "T-1 S-1\nT-2"})
    assert short.status_code == 409
    assert "T-2" in short.content.decode()
    answer = client.post("/equipment/receive/delivery/", given | {"lines": "T-1 S-1\nT-2, S-2\n"})
    assert answer.status_code == 302
    serials = EquipmentSet.objects.filter(property=floor.property).values_list(
        "serial", "seal_number"
    )
    assert {("T-1", "S-1"), ("T-2", "S-2")} <= set(serials)
    assert "2 sets received" in client.get("/equipment/").content.decode()


def test_a_set_kept_under_a_short_receipt_shows_the_form_of_its_correction(floor):
    equipment = received(floor)
    page = sign_in(Client(), floor.floorperson).get(f"/equipment/{equipment.pk}/").content.decode()
    assert "Correct the receipt" in page
    assert f'value="{equipment.serial}"' in page
    assert set_sheet(floor.floorperson, equipment.pk, NOON).submission_id == floor.submission.pk
