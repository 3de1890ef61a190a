"""The cash log: added up by patron, noticed, stopped, identified apart, handed over by two."""

import json
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from audit.models import Event
from banking.commands.cash import sell_chips
from banking.commands.cash_log import (
    describe_patron,
    enter_cage_cash,
    enter_patron_cash,
    erase_identity,
    hand_over_log,
    identify_patron,
    read_identity,
    take_back_patron_cash,
)
from banking.models import CashMove, Patron, PatronIdentity
from banking.queries.cash_log import cash_log
from rules.refusals import Refused
from staff.commands.signing import Signer
from staff.gaming_day import gaming_day
from tables.models import Alert
from tests.factories import make_table
from tests.sign_in import sign_in

NOW = datetime.now(UTC)
WHO = ("Mei Lin Chow", date(1970, 5, 4), "12 Harbour Road", "Passport K1234567")


def sell(floor, cents, seat=3, player="A", table=None, at=NOW):
    signer = Signer(floor.floorperson, None, NOW)
    who = floor.dealer if table is None else floor.floorperson
    floors = signer if table is None else Signer(floor.second_floorperson, None, NOW)
    table = table or floor.table
    return sell_chips(
        table.pk, cents, seat=seat, player=player, by=who, floor=floors, at=at
    )  # fmt: skip


def code(act, *given, **named):
    with pytest.raises(Refused) as refused:
        act(*given, **named)
    return refused.value.code


def log_of(floor):
    return cash_log(floor.cashier, gaming_day(floor.property, NOW))


def described(floor, table=None, **more):
    more = more or {"description": "red cap, glasses"}
    table = table or floor.table
    return describe_patron(
        table.pk, seat=3, player="A", by=floor.floorperson, at=NOW, **more
    )  # fmt: skip


def bodies(floor):
    events = Event.objects.filter(kind__startswith="banking.")
    return " ".join(bytes(event.body).decode() for event in events)


def test_buy_ins_of_a_seat_are_added_up_and_noticed_once(floor):
    sell(floor, 200_000)
    assert not Alert.objects.filter(code="patron_cash").exists()
    sell(floor, 150_000)
    sell(floor, 150_000)
    assert Alert.objects.get(code="patron_cash").params["cents"] == 350_000
    (group,) = log_of(floor).groups
    assert (group.in_cents, group.level, group.patron_id) == (500_000, "notice", None)


def test_beyond_the_limit_nothing_is_taken_until_the_patron_is_identified(floor):
    sell(floor, 900_000)
    assert code(sell, floor, 100_000) == "identify_first"
    assert CashMove.objects.count() == 1
    patron = described(floor)
    assert code(sell, floor, 100_000) == "identify_first", "described is not identified"
    identify_patron(patron.pk, *WHO, by=floor.cashier, at=NOW)
    sell(floor, 100_000)
    (group,) = log_of(floor).groups
    assert (group.in_cents, group.level, group.is_identified) == (1_000_000, "identify", True)


def test_one_patron_at_two_tables_is_one_sum_with_what_the_cage_paid(floor):
    other = make_table(floor, empty=True)
    sell(floor, 600_000)
    sell(floor, 300_000, table=other)
    patron = described(floor)
    described(floor, table=other, patron_id=patron.pk)
    enter_patron_cash(patron.pk, 450_000, by=floor.cashier, at=NOW)
    (group,) = log_of(floor).groups
    assert (group.in_cents, group.out_cents, len(group.lines)) == (900_000, 450_000, 3)
    assert code(sell, floor, 100_000, table=other) == "identify_first"
    assert code(described, floor) == "already_described"
    assert code(describe_patron, floor.table.pk, seat=5, by=floor.cashier, at=NOW) == (
        "no_description"
    )


def test_who_somebody_is_stays_out_of_the_record_and_can_be_erased(floor):
    sell(floor, 900_000)
    patron = described(floor)
    identify_patron(patron.pk, *WHO, by=floor.cashier, at=NOW)
    read_identity(patron.pk, by=floor.compliance, at=NOW)
    erase_identity(patron.pk, by=floor.compliance, at=NOW)
    said = bodies(floor)
    for word in ("Chow", "Harbour", "K1234567", "red cap"):
        assert word not in said
    assert patron.key in said
    assert not PatronIdentity.objects.exists()
    assert Patron.objects.get().key == patron.key
    kinds = Event.objects.filter(about__contains=[f"patron:{patron.pk}"]).order_by("at", "pk")
    assert [each.kind.removeprefix("banking.") for each in kinds] == [
        "patron_described",
        "patron_identified",
        "identity_read",
        "identity_erased",
    ]
    assert code(sell, floor, 100_000) == "identify_first"


def test_the_log_is_handed_over_by_two(floor):
    sell(floor, 50_000)
    signers = {
        "giver": Signer(floor.floorperson, None, NOW),
        "taker": Signer(floor.second_floorperson, None, NOW),
    }
    hand_over_log(gaming_day(floor.property, NOW), by=floor.floorperson, at=NOW, **signers)
    (event,) = Event.objects.filter(kind="banking.cash_log_handed_over")
    detail = json.loads(bytes(event.body))["detail"]
    assert (detail["in_cents"], detail["groups"]) == (50_000, 1)


def test_the_page_shows_sums_and_never_who_it_is(floor, client):
    sell(floor, 350_000)
    patron = described(floor)
    identify_patron(patron.pk, *WHO, by=floor.cashier, at=NOW)
    page = sign_in(client, floor.floorperson).get("/cash-log/").content.decode()
    assert "red cap, glasses" in page
    assert "Chow" not in page
    assert client.post(f"/cash-log/patrons/{patron.pk}/").status_code == 403
    shown = sign_in(client, floor.compliance).post(f"/cash-log/patrons/{patron.pk}/")
    assert "Mei Lin Chow" in shown.content.decode()
    assert Event.objects.filter(
        kind="banking.identity_read", person_id=floor.compliance.pk
    ).exists()
    assert sign_in(client, floor.dealer).get("/cash-log/").status_code == 403


OFFERS = [
    ("cashier", "/cash-log/", ["describe-patron", "hand-over-log"]),
    ("floorperson", "/cash-log/", ["describe-patron", "hand-over-log"]),
    ("regulator", "/cash-log/", []),
    ("cashier", "/ledger/", ["export-journal"]),
    ("floorperson", "/ledger/", []),
]


@pytest.mark.parametrize(("role", "address", "commands"), OFFERS)
def test_each_page_offers_what_the_viewer_may_do(floor, role, address, commands):
    sell(floor, 300_000)
    page = sign_in(Client(), floor.people[role]).get(address).content.decode()
    every = ("describe-patron", "hand-over-log", "export-journal")
    assert [each for each in every if f'data-command="{each}"' in page] == commands


def test_what_is_known_of_a_patron_is_entered_from_the_page(floor):
    sell(floor, 10_000)
    described(floor)
    client = sign_in(Client(), floor.cashier)
    page = client.get("/cash-log/").content.decode()
    assert 'data-command="read-identity"' in page
    assert 'data-command="enter-patron-cash"' in page
    assert "/cash-log/" in client.get("/fills/").content.decode()


def sums_of(floor, day=None):
    groups = cash_log(floor.cashier, day or gaming_day(floor.property, NOW)).groups
    return {each.description: (each.in_cents, each.out_cents) for each in groups}


def test_whoever_sits_down_later_has_a_day_of_their_own(floor):
    sell(floor, 600_000, at=NOW - timedelta(minutes=3))
    first = described(floor)
    later = sell(floor, 300_000, at=NOW - timedelta(minutes=2))
    assert sums_of(floor) == {"red cap, glasses": (900_000, 0)}
    second = described(floor, description="grey coat", since=later.pk)
    assert sums_of(floor) == {"red cap, glasses": (600_000, 0), "grey coat": (300_000, 0)}
    sell(floor, 600_000)  # with the first one's it would have been stopped
    assert sums_of(floor)["grey coat"] == (900_000, 0)
    described(floor, patron_id=first.pk, since=later.pk)  # it was the first one after all
    assert sums_of(floor) == {"red cap, glasses": (1_500_000, 0)}
    assert code(sell, floor, 100) == "identify_first"
    assert second.key in bodies(floor)


def test_each_who_stands_at_no_seat_has_one_buy_in(floor):
    one, other = (sell(floor, 200_000, seat=None, player="") for _patron in range(2))
    assert [each.level for each in log_of(floor).groups] == ["", ""], "two strangers, not one"
    described(floor, description="tall", since=one.pk)
    described(floor, description="short", since=other.pk)
    assert sums_of(floor) == {"tall": (200_000, 0), "short": (200_000, 0)}
    nobody = {"seat": None, "description": "x", "by": floor.cashier, "at": NOW}
    assert code(describe_patron, floor.table.pk, **nobody) == "no_seat"


def test_the_cage_describes_whom_no_table_knows_and_takes_a_wrong_entry_back(floor):
    patron = enter_cage_cash("blue hat", 30_000, by=floor.cashier, at=NOW)
    enter_patron_cash(patron.pk, 20_000, False, by=floor.cashier, at=NOW)
    described(floor, patron_id=patron.pk)
    sell(floor, 10_000)
    assert sums_of(floor) == {"blue hat": (30_000, 30_000)}
    wrong = patron.cash.get(is_out=True)
    take_back_patron_cash(wrong.pk, by=floor.cashier, at=NOW)
    assert sums_of(floor) == {"blue hat": (30_000, 0)}
    for paid in (wrong, wrong.taken_back):
        assert code(take_back_patron_cash, paid.pk, by=floor.cashier, at=NOW) == "already_back"
    kinds = Event.objects.filter(about__contains=[f"patron:{patron.pk}"]).order_by("at", "pk")
    assert kinds.last().kind == "banking.patron_cash_back"


def test_a_day_that_is_over_is_described_and_has_its_data_sheet(floor, client):
    yesterday = NOW - timedelta(days=1)
    sell(floor, 350_000, at=yesterday)
    day = gaming_day(floor.property, yesterday)
    sign_in(client, floor.pit_manager)
    page = client.get(f"/cash-log/?day={day}").content.decode()
    assert 'data-command="describe-patron"' in page
    patron = described(floor, description="red cap", day=day)
    identify_patron(patron.pk, *WHO, by=floor.cashier, at=NOW)
    assert sums_of(floor, day) == {"red cap": (350_000, 0)}
    sheet = client.post(f"/cash-log/patrons/{patron.pk}/", {"day": day}).content.decode()
    assert "$3,500.00" in sheet
    assert f"?day={day}" in sheet
    today = client.post(f"/cash-log/patrons/{patron.pk}/").content.decode()
    assert "$3,500.00" not in today
    later = gaming_day(floor.property, NOW) + timedelta(days=1)
    assert code(described, floor, description="x", day=later) == "day_not_begun"


def test_the_page_asks_whose_a_buy_in_is(floor, client):
    move = sell(floor, 20_000)
    day = gaming_day(floor.property, NOW)
    address = f"/cash-log/?day={day}&since={move.pk}"
    sign_in(client, floor.cashier)
    page = client.get("/cash-log/").content.decode()
    assert address.replace("&", "&amp;") in page
    assert "Below the notice" in page
    assert 'data-command="describe-patron"' not in page, "most need no description"
    described(floor)
    page = client.get("/cash-log/").content.decode()
    assert address.replace("&", "&amp;") in page
    assert "Below the notice" not in page
    page = client.get(address).content.decode()
    assert f'name="since" value="{move.pk}"' in page
    assert 'data-command="enter-cage-cash"' in page
    said = {"since": move.pk, "description": "grey coat"}
    answer = client.post(reverse("do-describe-patron", args=[floor.table.pk]), said)
    assert answer.status_code == 302, answer.content
    assert sums_of(floor) == {"grey coat": (20_000, 0)}
