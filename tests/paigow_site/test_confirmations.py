"""No silent success: whoever sends a form sees on the next page that it worked."""

import ast
from pathlib import Path

import pytest

from tables.models import EquipmentSet, WorkOrder
from tests.factories import PIN, make_floor
from tests.sign_in import sign_in
from tests.tables.acts import opening_table
from tests.tables.test_custody import collected

ROOT = Path(__file__).resolve().parents[2]
# These lead to a page that is itself the answer.
SEEN_AT_ONCE = {"ask", "enter_house", "sign_out_form", "take_over"}


def takes_a_form(view: ast.FunctionDef) -> bool:
    declared = " ".join(ast.unparse(each) for each in view.decorator_list)
    return any(word in declared for word in ("form_page", "form_for", "posts="))


def silent(module: Path) -> list[str]:
    """The views of a module that take a form, send one elsewhere and say nothing."""
    found = []
    for view in ast.walk(ast.parse(module.read_text())):
        if not isinstance(view, ast.FunctionDef) or not takes_a_form(view):
            continue
        called = {ast.unparse(each.func) for each in ast.walk(view) if isinstance(each, ast.Call)}
        if "go_to" in called and not called & {"confirm", "confirm_step"}:
            found.append(view.name)
    return found


def test_every_view_that_takes_a_form_says_that_it_worked():
    modules = [*ROOT.glob("*/views/*.py"), *ROOT.glob("*/*views.py")]
    names = [name for module in modules for name in silent(module)]
    assert set(names) == SEEN_AT_ONCE


@pytest.mark.django_db
def test_a_received_set_is_named_with_its_label_and_the_next_one(client):
    floor = make_floor()
    sign_in(client, floor.floorperson)
    page = client.post("/do/equipment/receipts/", receipt(floor), follow=True).content.decode()
    here = EquipmentSet.objects.get(property=floor.property, serial="T-900")
    assert "Receive a set: done." in page
    assert f'<a href="/equipment/labels/?sets={here.pk}">Print its label</a>' in page
    assert f'<a href="/equipment/{here.pk}/">T-900</a>' in page
    assert "Print its label" not in client.get("/equipment/").content.decode()


def receipt(floor):
    signed = {
        f"{place}-{end}": value
        for place, person in (("floor", floor.floorperson), ("security", floor.security))
        for end, value in (("badge", person.badge), ("pin", PIN))
    }
    return signed | {
        "kind": "tiles",
        "serial": "T-900",
        "seal_number": "S-900",
        "submission_id": floor.submission.pk,
        "seal_intact": "true",
        "next": "/equipment/receive/",
    }


@pytest.mark.django_db
def test_a_new_work_order_is_one_tap_away(client):
    floor = opening_table()
    there = collected(floor)
    sign_in(client, floor.security)
    asked = {"equipment_ids": there.pk, "next": "/equipment/security/"}
    page = client.post("/do/work-orders/", asked, follow=True).content.decode()
    order = WorkOrder.objects.get(property=floor.property)
    assert f'<a href="/work-orders/{order.pk}/">Work order {order.number}</a>' in page


@pytest.mark.django_db
def test_what_a_link_says_is_never_markup(client):
    floor = make_floor()
    sign_in(client, floor.floorperson)
    asked = receipt(floor) | {"serial": "<i>x</i>"}
    page = client.post("/do/equipment/receipts/", asked, follow=True).content.decode()
    assert "<i>x</i>" not in page
