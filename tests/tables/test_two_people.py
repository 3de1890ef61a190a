"""At every two-person step, one person who may do both is still one person.

Each step is tried over the API with the same badge in both places, then with a colleague's.
"""

import json
from uuid import uuid4

import pytest
from django.test import Client

from foundation.clock import database_time
from staff.models import Role
from tables.commands.at_table import bring_set, inspect_set
from tables.commands.dealers import assign_floorperson, tap_in
from tables.commands.dice import DiceFacts, inspect_dice
from tables.commands.endings import DiscrepancyFacts, report_discrepancy
from tables.commands.receipt import make_tiles
from tables.commands.table_state import begin_opening
from tables.models import GamingTable
from tests.factories import PIN, make_floor, make_person, make_set, make_table
from tests.sign_in import sign_in
from tests.tables.acts import complete, signer

pytestmark = pytest.mark.django_db

INSTRUMENTS = ["micrometer", "caliper", "square", "magnet"]


@pytest.fixture
def floor():
    """A floor on which two people hold every role."""
    floor = make_floor()
    floor.one, floor.other = (
        make_person(floor.property, *Role.values, name=name) for name in ("One Person", "Other")
    )
    floor.client = sign_in(Client(), floor.one)
    return floor


def opening(floor, profile_table=None):
    """A table being opened by the one person, who also deals there."""
    table = profile_table or make_table(floor, empty=True, state="closed")
    now = database_time()
    begin_opening(table.pk, by=floor.one, at=now)
    tap_in(table.pk, "", by=floor.one, at=now)
    assign_floorperson(table.pk, floor.one.pk, by=floor.one, at=now)
    equipment = make_set(floor, design_approval="DA")
    make_tiles(equipment)
    bring_set(table.pk, equipment.pk, by=floor.one, at=now)
    return table, equipment


def receipt(floor):
    body = {
        "kind": "tiles",
        "serial": "T-1",
        "seal_number": "S-1",
        "submission_id": floor.submission.pk,
        "seal_intact": True,
        "design_approval": "DA",
    }
    return "equipment/receipts/", body, ("floor", "security"), None


def issue(floor):
    equipment = make_set(floor, state="store", design_approval="DA")
    return "equipment/issues/", {"equipment_ids": [equipment.pk]}, ("floor", "security"), None


def giving_back(floor):
    equipment = make_set(floor, design_approval="DA")
    return "equipment/returns/", {"equipment_ids": [equipment.pk]}, ("floor", "security"), None


def sealing(floor):
    table, _equipment = opening(floor)
    body = {"kind": "tiles", "seal_number": "E-1"}
    return f"tables/{table.pk}/seal-envelope/", body, ("dealer", "floor"), table


def verification(floor):
    table, _equipment = opening(floor)
    now = database_time()
    done = inspect_set(table.pk, "tiles", complete(), signer=signer(floor.one, now), at=now)
    return f"inspections/{done.pk}/verify/", {}, (None, "floor"), table


def destruction(floor):
    equipment = make_set(floor, state="condemned")
    body = {"method": "crushed", "place": "Workshop"}
    return f"equipment/{equipment.pk}/destruction/", body, ("security", "witness"), None


def measuring(floor):
    dice = make_set(floor, "dice")
    body = {"sizes": [640, 640, 640], "checks": INSTRUMENTS}
    return f"equipment/{dice.pk}/measurements/", body, ("floor", "second"), None


def day_end(floor):
    dice = make_set(floor, "dice")
    now = database_time()
    facts = DiceFacts(sizes=(640, 640, 640), checks=tuple(INSTRUMENTS), camera="C-1")
    inspect_dice(dice.pk, facts, signer=signer(floor.one, now), at=now)
    return f"equipment/{dice.pk}/day-end-checks/", {}, (None, "checker"), None


def discrepancy(floor):
    equipment = make_set(floor)
    now = database_time()
    report = report_discrepancy(
        equipment.pk, DiscrepancyFacts(found="marked"), signer=signer(floor.one, now), at=now
    )
    body = {"outcome": "cleared"}
    return f"discrepancies/{report.pk}/signature/", body, (None, "regulator"), None


STEPS = {
    each.__name__: each
    for each in (
        receipt,
        issue,
        giving_back,
        sealing,
        verification,
        destruction,
        measuring,
        day_end,
        discrepancy,
    )
}


def post(floor, path, body, slots, table, second):
    signatures = {
        slot: {"badge": person.badge, "pin": PIN}
        for slot, person in zip(slots, (floor.one, second), strict=True)
        if slot
    }
    headers = {"Idempotency-Key": str(uuid4())}
    if table is not None:
        headers["If-Match"] = f'"{GamingTable.objects.get(pk=table.pk).version}"'
    return floor.client.post(
        f"/api/v1/{path}",
        json.dumps({**body, "signatures": signatures}),
        "application/json",
        headers=headers,
    )


@pytest.mark.parametrize("step", STEPS)
def test_one_person_is_refused_where_two_sign(floor, step):
    path, body, slots, table = STEPS[step](floor)
    refused = post(floor, path, body, slots, table, floor.one)
    assert refused.status_code == 409, refused.content
    said = refused.json()
    assert said["code"] in {"same_person", "own_inspection"}
    assert "different p" in said["message"]
    assert said["rule"]
    agreed = post(floor, path, body, slots, table, floor.other)
    assert agreed.status_code == 200, agreed.content
