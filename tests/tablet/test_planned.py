"""The tablet knows who comes next, and says so to whoever comes instead."""

import pytest
from django.test import Client

from tables.commands.duties import plan_relief, set_string
from tests.factories import make_floor, make_person
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


def relief_at(floor):
    tablet = sign_in(Client(), floor.dealer, floor.tablet)
    return tablet.get(f"/api/v1/tables/{floor.table.pk}/sheet/").json()["relief"]


def test_the_sheet_names_who_is_planned_and_else_the_relief_of_the_string():
    floor = make_floor()
    assert relief_at(floor) is None
    third = make_person(floor.property, "dealer")
    set_string("A", (floor.table.pk,), third.pk, by=floor.pit_manager)
    found = relief_at(floor)
    assert (found["name"], found["due_at"]) == (third.name, None)
    planned = plan_relief(floor.table.pk, floor.second_dealer.pk, by=floor.floorperson)
    found = relief_at(floor)
    assert found["badge"] == floor.second_dealer.badge
    assert found["due_at"].startswith(f"{planned.due_at:%Y-%m-%dT%H:%M}")


def test_the_page_of_the_hand_over_names_who_is_planned(client):
    floor = make_floor()
    plan_relief(floor.table.pk, floor.second_dealer.pk, by=floor.floorperson)
    page = sign_in(client, floor.floorperson).get(f"/tables/{floor.table.pk}/hand-over/")
    said = page.content.decode()
    assert f"{floor.second_dealer.name} is planned next" in said
    assert f'value="{floor.second_dealer.badge}" data-name-tile' in said
    assert f'value="{floor.dealer.badge}" data-name-tile' not in said, "who deals is relieved"
