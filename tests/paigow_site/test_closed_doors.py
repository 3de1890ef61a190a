"""No page shows a link that its reader may not follow."""

import re
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import resolve

from staff.models import Role
from tables.commands.alerts import AlertWords, raise_alert
from tests.banking.counting import slip_by
from tests.factories import make_floor
from tests.roles import rows
from tests.rounds.playing import Dealer, house_round
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db

LINK = re.compile(r'<a\b[^>]*?\shref="(/[^"#]*)')


@pytest.fixture
def addresses():
    """A floor on which something of each kind happened, and where one reads of it."""
    floor, now = make_floor(), datetime.now(UTC)
    dealer = Dealer(floor)
    house_round(dealer, seats=2)
    slip = slip_by(floor, floor.table, "fill", {2500: 20}, at=now)
    words = AlertWords(f"slip:{slip.pk}", "destruction_late", "urgent", {"serial": "T-1"})
    raise_alert(words, property_id=floor.property.pk, table=floor.table, at=now)
    table, tiles = floor.table.pk, floor.sets["tiles"].pk
    return floor, [
        "/floor/", f"/floor/tables/{table}/", "/tables/", f"/tables/{table}/", "/alerts/",
        "/equipment/", f"/equipment/{tiles}/", "/equipment/security/", "/queue/", "/fills/",
        f"/fills/{slip.pk}/", "/ledger/", "/rounds/", f"/rounds/{dealer.id}/", "/duties/",
    ]  # fmt: skip


ALLOWED = rows()


def may_open(link, role):
    """Whether the role may open what a link leads to; what is open to everybody it may."""
    route = f"/{resolve(urlsplit(link).path).route}"
    return role in ALLOWED.get(("GET", route), {role})


def test_no_page_links_into_a_closed_door(addresses):
    floor, pages = addresses
    closed, read = set(), 0
    for role in Role.values:
        client = sign_in(Client(), floor.people[role])
        for address in (each for each in pages if may_open(each, role)):
            links = LINK.findall(client.get(address).content.decode())
            closed |= {(role, address, link) for link in links if not may_open(link, role)}
            read += 1
    assert closed == set()
    assert read > 70, read
