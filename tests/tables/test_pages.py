"""Every page of staff, tables and equipment is drawn, for whoever may see it."""

import re

import pytest
from django.test import Client

from tables.commands.endings import DiscrepancyFacts, report_discrepancy
from tables.commands.envelopes import EnvelopeFacts, collect_envelopes, seal_envelope
from tables.commands.receipt import make_tiles
from tables.commands.work_orders import open_work_order
from tables.models import EquipmentState, Inspection, Shaker
from tests.factories import make_set
from tests.sign_in import sign_in
from tests.tables.acts import MINUTE, NOON, inspected, opening_table, signer, verified, with_set

pytestmark = pytest.mark.django_db

CODE = re.compile(
    r">\s*(?:at_table|pit_stand|end_of_use|two_person_\w+|pit_manager|missing_piece|"
    r"size_or_shade|house-way-\w+|new-zealand|three-card-split)\s*<"
)


@pytest.fixture
def floor():
    """A floor with a set in every place, an envelope, a work order and a report."""
    floor = opening_table()
    Shaker.objects.create(property=floor.property, serial="SH-1", table=floor.closed)
    for state in EquipmentState.values:
        make_set(floor, state=state, design_approval="DA-1")
    first = with_set(floor)
    make_tiles(first)
    verified(floor, inspected(floor))
    floor.envelope = seal_envelope(
        floor.closed.pk,
        EnvelopeFacts(kind="tiles", seal_number="E-1", reason="marked", note="a scratch"),
        dealer=signer(floor.second_dealer),
        floor=signer(floor.second_floorperson),
        at=NOON + 5 * MINUTE,
    )
    collect_envelopes(["E-1"], signer=signer(floor.security), at=NOON + 6 * MINUTE)
    floor.order = open_work_order([first.pk], by=floor.security, at=NOON + 7 * MINUTE)
    floor.report = report_discrepancy(
        make_set(floor).pk,
        DiscrepancyFacts(found="missing", tiles=("6-6a",)),
        signer=signer(floor.security),
        at=NOON,
    )
    floor.used = first
    with_set(floor, at=NOON + 8 * MINUTE)
    floor.inspection = inspected(floor)
    floor.dice = make_set(floor, "dice")
    return floor


def addresses(floor):
    table, at = f"/tables/{floor.closed.pk}/", f"/equipment/{floor.used.pk}/"
    yield "pit_manager", ["/tables/", "/tables/part/", table, f"{table}part/", "/verify/",
                          "/verify/part/", "/alerts/", "/alerts/part/", "/equipment/",
                          "/equipment/?kind=dice", "/equipment/part/", "/equipment/receive/",
                          "/equipment/issue/", "/equipment/issue/?way=back", "/equipment/counts/",
                          at, "/equipment/labels/", f"/equipment/labels/?sets={floor.used.pk}",
                          f"/equipment/{floor.dice.pk}/",
                          f"/equipment/{floor.dice.pk}/measure/", "/rules/",
                          f"/rules/{floor.submission.pk}/", "/staff/",
                          f"/staff/{floor.dealer.pk}/", "/me/", "/me/pin/", "/discrepancies/",
                          f"/verify/{floor.inspection.pk}/",
                          f"/envelopes/{floor.envelope.pk}/label/"]  # fmt: skip
    yield "second_dealer", [table, f"{table}inspection/tiles/",
                            f"{table}inspection/tiles/?purpose=removal",
                            f"{table}envelope/tiles/", f"{table}hand-over/",
                            f"{table}display/", "/my-table/"]  # fmt: skip
    yield "security", ["/equipment/security/", "/equipment/rebuild/", at,
                       f"/work-orders/{floor.order.pk}/"]  # fmt: skip
    yield "compliance", ["/equipment/counts/", "/discrepancies/", at]
    yield "regulator", [f"/discrepancies/{floor.report.pk}/", "/rules/", table]
    yield "administrator", ["/staff/", "/staff/new/", f"/staff/{floor.dealer.pk}/", "/tablets/",
                            "/floor/setup/", "/rules/new/?profile=new-zealand",
                            "/rules/new/?profile=three-card-split", "/me/password/"]  # fmt: skip


def test_every_page_is_drawn_and_speaks_in_words(floor):
    for role, pages in addresses(floor):
        client = sign_in(Client(), floor.people[role])
        for address in pages:
            answer = client.get(address)
            text = answer.content.decode()
            wanted = 302 if address == "/my-table/" else 200
            assert answer.status_code == wanted, (role, address)
            assert re.search("{{|{%", text) is None, address
            assert CODE.search(text) is None, (address, CODE.search(text))
            ids = re.findall(r'\sid="([^"]+)"', text)
            assert sorted({each for each in ids if ids.count(each) > 1}) == [], address


def test_dice_have_a_checklist_of_their_own(floor):
    page = sign_in(Client(), floor.second_dealer).get(f"/tables/{floor.table.pk}/inspection/dice/")
    assert page.status_code == 200
    assert "1 2 3" in page.content.decode()


def test_a_part_that_was_fetched_again_leads_back_to_its_page(floor):
    client = sign_in(Client(), floor.pit_manager)
    page = f"/tables/{floor.closed.pk}/"
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"}
    part = client.get(f"{page}part/", headers=headers).content.decode()
    assert f'name="next" value="{page}"' in part
    assert "/part/" not in re.findall(r'name="next" value="([^"]*)"', part)


def test_a_label_carries_what_a_scanner_reads(floor):
    client = sign_in(Client(), floor.pit_manager)
    label = client.get(f"/envelopes/{floor.envelope.pk}/label/").content.decode()
    assert "<svg" in label
    for code, there in [
        ("ENV:E-1", f"/equipment/{floor.used.pk}/"),
        (f"SET:tiles:{floor.used.serial}", f"/equipment/{floor.used.pk}/"),
        ("E-1", f"/equipment/{floor.used.pk}/"),
    ]:
        assert client.get("/scan/", {"code": code}).headers.get("Location") == there, code


def test_new_zealand_replaces_one_tile_on_a_page_and_maryland_does_not(floor):
    client = sign_in(Client(), floor.second_dealer)
    assert client.get(f"/tables/{floor.closed.pk}/replace-tile/").status_code == 409
    there = opening_table("new-zealand")
    for serial in ("T-A", "T-B"):
        make_tiles(make_set(there, serial=serial))
    client = sign_in(Client(), there.pit_manager)
    empty = client.get(f"/tables/{there.closed.pk}/replace-tile/").content.decode()
    assert "There is no set here" in empty
    with_set(there)
    verified(there, inspected(there))
    page = client.get(f"/tables/{there.closed.pk}/replace-tile/").content.decode()
    assert page.count('name="tile"') == 32
    assert Inspection.objects.filter(table=there.closed, verified_at__isnull=False).exists()


def test_faulty_tiles_are_pointed_at_and_a_dealer_has_no_link_into_a_closed_door(floor):
    client = sign_in(Client(), floor.second_dealer)
    page = client.get(f"/tables/{floor.closed.pk}/inspection/tiles/").content.decode()
    assert '<input type="checkbox" name="faulty" value="6-6">' in page
    assert page.count('name="faulty"') == 21, "each kind of tile once"
    table = client.get(f"/tables/{floor.closed.pk}/").content.decode()
    assert 'href="/equipment/' not in table


def test_a_table_is_suspended_on_its_page_for_one_of_the_reasons_there(floor):
    client = sign_in(Client(), floor.floorperson)
    page = client.get(f"/tables/{floor.table.pk}/").content.decode()
    assert '<option value="break">Break</option>' in page
    version = re.search(r'name="version" value="(\d+)"', page)[1]
    asked = {"reason": "break", "version": version, "next": f"/tables/{floor.table.pk}/"}
    after = client.post(f"/do/tables/{floor.table.pk}/suspend/", asked, follow=True)
    assert "Suspend: done." in after.content.decode()
    assert "· Break" in after.content.decode()


def test_a_form_with_nothing_ticked_is_refused_in_words(floor):
    client = sign_in(Client(), floor.floorperson)
    answer = client.post("/do/equipment/issues/", {"next": "/equipment/"})
    assert "Equipment: Choose at least one." in answer.content.decode()
