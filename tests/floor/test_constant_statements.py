"""No page of the floor asks the database more often because there is more on the floor."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from banking.commands.slips import prepare_slip
from banking.models import SlipKind
from staff.models import Role
from tables.commands.alerts import AlertWords, raise_alert
from tables.commands.duties import begin_duties, plan_relief
from tables.models import EquipmentKind, EquipmentState, TableState
from tests.factories import make_floor, make_person, make_set, make_table
from tests.sign_in import sign_in
from tests.tables.acts import NOON, signer

pytestmark = pytest.mark.django_db

PAGES = {
    "pit_manager": (
        "/floor/", "/queue/", "/tables/", "/tables/{table}/", "/floor/tables/{table}/", "/alerts/",
        "/equipment/", "/equipment/?kind=dice", "/equipment/{set}/", "/equipment/receive/",
        "/equipment/issue/", "/equipment/counts/", "/equipment/labels/", "/verify/", "/fills/",
        "/fills/boxes/", "/duties/", "/dealers/qualifications/", "/disputes/", "/rounds/",
        "/tables/{table}/limits/", "/ledger/", "/cash-log/",
    ),
    "security": ("/equipment/security/", "/equipment/rebuild/", "/discrepancies/", "/fills/"),
    "cashier": ("/fills/", "/ledger/", "/cash-log/"),
    "administrator": ("/floor/setup/", "/staff/", "/tablets/", "/rules/", "/administration/"),
    "dealer": ("/tables/{table}/hand-over/",),
}  # fmt: skip


MOST = 40


def crowd(floor):
    """More of everything: tables with rounds, dealers and alerts, sets in every place, slips."""
    people = [make_person(floor.property, role) for role in (Role.DEALER, Role.FLOORPERSON)]
    begin_duties([each.pk for each in people], 8, by=floor.pit_manager, at=NOON)
    table, waiting = make_table(floor, at=NOON), make_table(floor, at=NOON, empty=True)
    plan_relief(waiting.pk, people[0].pk, by=floor.pit_manager, at=NOON)
    words = AlertWords(f"late:{table.pk}", "destruction_late", "urgent", {"serial": "T-1"})
    raise_alert(words, property_id=floor.property.pk, table=table, at=NOON)
    make_table(floor, at=NOON, empty=True, state=TableState.OPENING)
    for kind in EquipmentKind.values:
        for state in EquipmentState.values:
            make_set(floor, kind, state=state)
    prepare_slip(table.pk, SlipKind.FILL, {2500: 20}, signer=signer(floor.floorperson), at=NOON)


def statements(floor):
    """How many statements each page takes, for each role."""
    found = {}
    for role, addresses in PAGES.items():
        client = sign_in(Client(), floor.people[role])
        for address in addresses:
            where = address.format(table=floor.table.pk, set=floor.sets["tiles"].pk)
            with CaptureQueriesContext(connection) as captured:
                answer = client.get(where)
            assert answer.status_code == 200, (where, answer.status_code)
            found[role, address] = len(captured.captured_queries)
    return found


def test_a_page_takes_as_many_statements_on_a_full_floor():
    floor = make_floor()
    crowd(floor)
    statements(floor)  # what is asked once and then known
    few = statements(floor)
    for _more in range(3):
        crowd(floor)
    many = statements(floor)
    assert {page: (few[page], n) for page, n in many.items() if n != few[page]} == {}
    assert max(many.values()) <= MOST, sorted(many.items(), key=lambda each: each[1])[-3:]
