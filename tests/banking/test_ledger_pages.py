from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from banking.commands.cash import sell_chips
from banking.commands.jackpot import Terms, contribute_period, start_jackpot
from banking.models import Entry
from banking.queries import entries
from rules.cards.jackpot import Activity
from staff.gaming_day import gaming_day
from tests.banking.counting import slip_by
from tests.factories import make_floor
from tests.sign_in import sign_in

LEDGER_ROLES = ["floorperson", "pit_manager", "cashier", "surveillance", "compliance", "regulator"]


@pytest.fixture
def at():
    return datetime.now(UTC)


@pytest.fixture
def jackpot(floor, at):
    terms = Terms(name="Lantern bonus", seed_cents=500_000, grows="per-day", step=2_500)
    started = at - timedelta(days=3)
    jackpot = start_jackpot(terms, [floor.table.pk], by=floor.pit_manager, at=started)
    contribute_period(
        jackpot.pk, started, started + timedelta(days=1), seen=Activity(days=1), at=at
    )
    return jackpot


def desk(floor, role):
    return sign_in(Client(), floor.people[role])


def buy(floor, at, cents=10_000):
    return sell_chips(floor.table.pk, cents, by=floor.dealer, at=at)


@pytest.mark.parametrize("role", LEDGER_ROLES)
def test_the_ledger_shows_entries_with_their_postings(floor, at, role):
    slip_by(floor, floor.table, "fill", {2500: 40}, at=at)
    buy(floor, at)
    page = desk(floor, role).get(reverse("ledger")).content.decode()
    assert "Fill 1" in page
    assert "Chips sold for cash" in page
    counts_blind = role in ("floorperson", "pit_manager")
    assert ("$900.00" in page) != counts_blind, "1,000 filled, 100 sold: the tray should hold 900"


@pytest.mark.parametrize("role", ["dealer", "security"])
@pytest.mark.parametrize("name", ["ledger", "ledger-part", "jackpots", "meters-part"])
def test_the_ledger_is_not_for_everybody(floor, role, name):
    assert desk(floor, role).get(reverse(name)).status_code == 403


def test_the_ledger_is_read_page_by_page_without_gaps(floor, at, monkeypatch):
    monkeypatch.setattr(entries, "PAGE", 2)
    for minute in range(5):
        buy(floor, at - timedelta(seconds=minute // 2), cents=100 + 25 * minute)
    day = gaming_day(floor.property, at)
    seen, after = [], ""
    while True:
        page = entries.entry_page(
            floor.cashier, floor.table, day, entries.EntryFilters(after=after)
        )
        seen += [entry.id for entry in page.entries]
        after = page.after
        if not after:
            break
    wanted = Entry.objects.filter(gaming_day=day).order_by("-at", "-pk")
    assert seen == list(wanted.values_list("pk", flat=True))


def test_a_strange_page_or_filter_is_answered_calmly(floor):
    client = desk(floor, "cashier")
    for query in ("after=x", "after=9-9", "day=2026-99-99", "day=x", "kind=x", "table=x"):
        assert client.get(f"{reverse('ledger')}?{query}").status_code in (200, 409)
    assert client.get(f"{reverse('fills')}?after=x&table=x&kind=x").status_code == 200


def test_filters_narrow_the_ledger(floor, at):
    slip_by(floor, floor.table, "fill", {2500: 40}, at=at)
    buy(floor, at)
    client = desk(floor, "cashier")
    page = client.get(reverse("ledger"), {"kind": "buy_in"}).content.decode()
    assert 'href="/fills/' not in page.partition("<tbody>")[2]
    yesterday = gaming_day(floor.property, at) - timedelta(days=1)
    assert b"No entry on this day" in client.get(reverse("ledger"), {"day": yesterday}).content
    assert client.get(reverse("ledger"), {"table": "house"}).status_code == 200


def test_the_ledger_costs_the_same_for_many_entries(floor, at, django_assert_max_num_queries):
    client = desk(floor, "cashier")
    buy(floor, at)
    with django_assert_max_num_queries(14) as few:
        client.get(reverse("ledger"))
    for _each in range(5):
        buy(floor, at)
    with django_assert_max_num_queries(14) as many:
        client.get(reverse("ledger"))
    assert len(many) == len(few)


def test_a_jackpot_shows_its_meter_and_how_it_adds_up(
    floor, jackpot, django_assert_max_num_queries
):
    client = desk(floor, "pit_manager")
    assert b"$5,025.00" in client.get(reverse("jackpots")).content
    with django_assert_max_num_queries(16):
        page = client.get(reverse("jackpot", args=[jackpot.pk])).content.decode()
    assert "adds up" in page
    assert "Jackpot seeded" in page
    assert "Contributions by period" in page
    for name in ("meters-part", "jackpot-part"):
        args = [jackpot.pk] if name == "jackpot-part" else []
        assert b"$5,025.00" in client.get(reverse(name, args=args)).content


def test_another_house_sees_neither_entries_nor_jackpots(floor, jackpot, at):
    buy(floor, at)
    client = desk(make_floor(), "pit_manager")
    asked = {"table": floor.table.pk}
    assert b"Chips sold for cash</th>" not in client.get(reverse("ledger"), asked).content
    assert client.get(reverse("jackpot", args=[jackpot.pk])).status_code == 404
    assert b"Lantern bonus" not in client.get(reverse("jackpots")).content
