from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from audit.models import Event
from banking.commands.cash import sell_chips
from banking.models import DifferenceReport, Entry, Slip
from banking.queries.balances import table_money
from banking.queries.slips import SlipFilters, slip_page
from tables.models import Alert
from tests.banking.counting import slip_by
from tests.factories import PIN, make_floor, make_table
from tests.pdf_checks import pdf_faults, pdf_text
from tests.sign_in import sign_in


@pytest.fixture
def at():
    return datetime.now(UTC)


def desk(floor, role):
    return sign_in(Client(), floor.people[role])


def signed(floor, slot, role, **fields):
    badge = floor.people[role].badge
    return {f"{slot}-badge": badge, f"{slot}-pin": PIN, "request_id": str(uuid4()), **fields}


def prepare(client, floor, kind, role="floorperson", **chips):
    facts = {f"chips-{value.removeprefix('v')}": count for value, count in chips.items()}
    url = reverse("do-prepare-slip", args=[floor.table.pk])
    return client.post(url, signed(floor, "preparer", role, kind=kind, **facts))


def act(client, floor, deed, slip, role, **fields):
    return client.post(
        reverse(f"do-{deed}", args=[slip.pk]), signed(floor, "signer", role, **fields)
    )


def test_a_fill_is_prepared_and_signed_by_four_people_on_one_screen(floor):
    client = desk(floor, "floorperson")
    answer = prepare(client, floor, "fill", v2500=40, v500=20)
    slip = Slip.objects.get()
    assert answer.url == reverse("slip", args=[slip.pk])
    assert (slip.serial, slip.total_cents) == (1, 110_000)
    for role in ("cashier", "security", "dealer"):
        assert Entry.objects.count() == 0
        assert act(client, floor, "sign-slip", slip, role).status_code == 302
    slip.refresh_from_db()
    assert slip.state == "complete"
    assert table_money(floor.table).inventory == 110_000
    page = client.get(reverse("slip", args=[slip.pk])).content.decode()
    assert all(floor.people[role].licence_number in page for role in ("cashier", "security"))


def test_nobody_signs_twice(floor, at):
    client = desk(floor, "floorperson")
    prepare(client, floor, "fill", v100=5)
    slip = Slip.objects.get()
    answer = act(client, floor, "sign-slip", slip, "floorperson")
    assert answer.status_code == 409
    assert b"You have signed this slip" in answer.content
    assert slip.signatures.count() == 1


def test_a_wrong_pin_signs_nothing(floor):
    client = desk(floor, "floorperson")
    prepare(client, floor, "fill", v100=5)
    slip = Slip.objects.get()
    url = reverse("do-sign-slip", args=[slip.pk])
    wrong = {"signer-badge": floor.dealer.badge, "signer-pin": "000000"}
    assert client.post(url, wrong).status_code == 409
    assert slip.signatures.count() == 1


def test_the_same_request_twice_makes_one_slip(floor):
    client = desk(floor, "floorperson")
    url = reverse("do-prepare-slip", args=[floor.table.pk])
    form = signed(floor, "preparer", "floorperson", kind="fill", **{"chips-2500": 1})
    assert client.post(url, form).url == client.post(url, form).url
    assert Slip.objects.count() == 1


@pytest.mark.parametrize("role", ["dealer", "cashier", "security", "surveillance", "regulator"])
def test_only_the_floor_prepares(floor, role):
    client = desk(floor, role)
    assert prepare(client, floor, "fill", role=role, v2500=1).status_code == 403
    assert not Slip.objects.exists()


def test_a_dealer_lends_the_screen_to_the_floorperson(floor):
    assert prepare(desk(floor, "dealer"), floor, "fill", v2500=1).status_code == 302


def test_a_void_slip_is_kept_and_the_next_serial_follows(floor):
    client = desk(floor, "floorperson")
    prepare(client, floor, "fill", v2500=1)
    slip = Slip.objects.get()
    assert act(client, floor, "void-slip", slip, "cashier", reason="miscounted").status_code == 302
    prepare(client, floor, "fill", v2500=2)
    assert list(Slip.objects.order_by("pk").values_list("serial", "state")) == [
        (1, "void"),
        (2, "prepared"),
    ]
    paper = client.post(reverse("do-print-slip", args=[slip.pk]), {"request_id": str(uuid4())})
    assert 'data-void="VOID"' in paper.content.decode()
    assert act(client, floor, "sign-slip", slip, "dealer").status_code == 409


def words_of(answer):
    """What a PDF says, its lines one after the other; it is as an archive wants it."""
    assert pdf_faults(answer.content) == []
    return " ".join(pdf_text(answer.content).split())


def test_a_slip_is_a_pdf_and_its_second_print_is_marked(floor, at):
    slip_by(floor, floor.table, "fill", {2500: 40}, at=at)
    slip = Slip.objects.get()
    client = desk(floor, "floorperson")
    where = reverse("slip-pdf", args=[slip.pk])
    assert where in client.get(reverse("slip", args=[slip.pk])).content.decode()
    first = client.post(where)
    assert first.headers["Content-Disposition"] == 'attachment; filename="fill-1-1.pdf"'
    said = words_of(first)
    for words in (f"{floor.table}, Maryland", ", shift ", "$25.00 40 $1,000.00", "Fill 1"):
        assert words in said
    for signature in slip.signatures.select_related("person"):
        assert f"{signature.person.name}, {signature.person.licence_number}" in said
    assert "REPRINT" not in said
    for n in (2, 3):
        assert f"REPRINT {n}" in words_of(client.post(where)), "every file given out is a print"
    assert slip.prints.count() == 3
    assert Event.objects.filter(kind="banking.slip_printed").count() == 3


def test_a_large_difference_wants_a_report_and_gets_it(floor, at):
    slip_by(floor, floor.table, "fill", {2500: 40}, at=at)
    client = desk(floor, "floorperson")
    prepare(client, floor, "opening", v2500=36)
    slip = Slip.objects.get(kind="opening")
    blind = client.get(reverse("slip", args=[slip.pk])).content.decode()
    assert "−$100.00" not in blind
    assert "counts blind" in blind
    act(client, floor, "sign-slip", slip, "dealer")
    assert "−$100.00" in client.get(reverse("slip", args=[slip.pk])).content.decode()
    assert "a written report is due" in client.get(reverse("fills")).content.decode()
    assert Alert.objects.get(code="inventory_difference").severity == "urgent"
    page = client.get(reverse("slip", args=[slip.pk])).content.decode()
    assert 'data-command="report-difference"' in page
    facts = {"finding": "recounted", "note": "Four chips lay under the lid."}
    answer = act(client, floor, "report-difference", slip, "floorperson", **facts)
    assert answer.status_code == 302
    assert DifferenceReport.objects.get().finding == "recounted"
    assert Alert.objects.get(code="inventory_difference").acknowledged_at is not None
    assert Event.objects.filter(kind="banking.difference_reported").count() == 1
    again = act(client, floor, "report-difference", slip, "floorperson", **facts)
    assert b"reported already" in again.content
    assert "a written report is due" not in client.get(reverse("fills")).content.decode()


def test_a_small_difference_is_told_and_a_tiny_one_is_only_posted(floor, at):
    slip_by(floor, floor.table, "opening", {2500: 1}, at=at)
    assert Alert.objects.get(code="inventory_difference").severity == "warning"
    slip_by(floor, floor.table, "opening", {2500: 1, 100: 1}, at=at)
    assert Alert.objects.filter(code="inventory_difference").count() == 1
    assert table_money(floor.table).expected_tray == 2600


def test_the_property_sets_its_own_thresholds(floor, at):
    houses = type(floor.property).objects.filter(pk=floor.property.pk)
    houses.update(settings={"report_difference_cents": 500})
    slip_by(floor, floor.table, "opening", {500: 1}, at=at)
    assert Alert.objects.get(code="inventory_difference").severity == "urgent"


def test_a_second_count_waits_for_the_first(floor):
    client = desk(floor, "floorperson")
    prepare(client, floor, "opening", v2500=1)
    answer = prepare(client, floor, "opening", v2500=1)
    assert answer.status_code == 409
    assert b"Another count of this table waits" in answer.content
    page = client.get(reverse("new-slip", args=[floor.table.pk, "opening"]))
    assert b"Another count of this table waits" in page.content


def test_a_drop_takes_what_was_expected_and_posts_the_difference(floor, at):
    sell_chips(floor.table.pk, 20_000, by=floor.dealer, at=at)
    client = desk(floor, "floorperson")
    prepare(client, floor, "drop", v10000=1, v5000=1, v2000=2)
    slip = Slip.objects.get(kind="drop")
    for role in ("security", "cashier"):
        act(client, floor, "sign-slip", slip, role)
    money = table_money(floor.table)
    assert (money.drop, money.over_short) == (0, 1_000)
    assert slip.expected_cents == 20_000
    assert Entry.objects.get(kind="drop").slip_id == slip.pk


def test_a_chip_that_the_table_does_not_have_is_refused(floor):
    answer = prepare(desk(floor, "floorperson"), floor, "fill", v777=1)
    assert answer.status_code == 409
    assert b"no chip of 777 cents" in answer.content


PAGES = ["fills", "fills-part", "slip", "slip-part", "boxes", "new-slip"]
VIEWERS = ["dealer", "floorperson", "pit_manager", "cashier", "security", "surveillance"]


@pytest.fixture
def prepared(floor, at):
    slip_by(floor, floor.table, "fill", {2500: 40}, at=at)
    return slip_by(floor, floor.table, "opening", {2500: 40}, at=at)


def address(name, floor, slip):
    args = {"new-slip": [floor.table.pk, "fill"], "fills": [], "fills-part": [], "boxes": []}
    return reverse(name, args=args.get(name, [slip.pk]))


@pytest.mark.parametrize("role", VIEWERS)
def test_whoever_signs_may_look(floor, prepared, role):
    client = desk(floor, role)
    assert {client.get(address(name, floor, prepared)).status_code for name in PAGES} == {200}


def test_another_house_finds_nothing(floor, prepared):
    client = desk(make_floor(), "floorperson")
    for name in ("slip", "slip-part", "new-slip"):
        assert client.get(address(name, floor, prepared)).status_code == 404
    answer = prepare(client, floor, "fill", v2500=1)
    assert answer.status_code in (404, 409)
    assert Slip.objects.filter(table=floor.table).count() == 2


def test_the_list_costs_the_same_for_many_slips(floor, at, django_assert_max_num_queries):
    client = desk(floor, "floorperson")
    slip_by(floor, floor.table, "fill", {2500: 1}, at=at)
    with django_assert_max_num_queries(14) as few:
        client.get(reverse("fills"))
    for _each in range(5):
        slip_by(floor, floor.table, "fill", {2500: 1}, at=at)
    with django_assert_max_num_queries(14) as many:
        client.get(reverse("fills"))
    assert len(many) == len(few)


def test_a_slip_costs_few_queries(floor, prepared, django_assert_max_num_queries):
    client = desk(floor, "floorperson")
    prepare(client, floor, "fill", v2500=1)
    waiting = Slip.objects.get(state="prepared")
    with django_assert_max_num_queries(14):
        client.get(reverse("slip", args=[waiting.pk]))


def test_the_count_is_a_step_of_opening_a_table(floor, at):
    at_opening = {"state": "opening", "state_since": at, "empty": True}
    table = make_table(floor, **at_opening)
    client = desk(floor, "pit_manager")
    address = reverse("table", args=[table.pk])
    count = reverse("new-slip", args=[table.pk, "opening"])
    assert f'href="{count}"' in client.get(address).content.decode()
    slip_by(floor, table, "opening", {}, at=at)
    assert f'href="{count}"' not in client.get(address).content.decode()


OFFERED = [
    ("closed", {"drop"}),
    ("opening", {"opening", "fill", "credit"}),
    ("open", {"fill", "credit", "drop"}),
    ("closing", {"closing", "credit", "drop"}),
]


@pytest.mark.parametrize(("state", "kinds"), OFFERED)
def test_only_slips_that_are_possible_now_are_offered(floor, at, state, kinds):
    table = make_table(floor, state=state, state_since=at, empty=True)
    page = desk(floor, "floorperson").get(reverse("fills")).content.decode()
    shown = {
        kind
        for kind in ("opening", "closing", "fill", "credit", "drop")
        if f'href="{reverse("new-slip", args=[table.pk, kind])}"' in page
    }
    assert shown == kinds


def test_a_count_and_a_fill_of_the_same_sum_stand_in_columns_of_their_own(floor, prepared):
    client = desk(floor, "cashier")
    fill = Slip.objects.get(kind="fill")
    sheets = {sheet.kind: sheet for sheet in slip_page(floor.cashier, SlipFilters()).slips}
    assert (sheets["fill"].moved_cents, sheets["opening"].moved_cents) == (fill.total_cents, None)
    page = client.get(reverse("fills")).content.decode()
    assert "Into the tray" in page
    assert "Counted" in page


def test_slips_are_listed_latest_first_whenever_they_were_entered(floor, at):
    for hours in (1, 3, 2):
        slip_by(floor, floor.table, "fill", {2500: 1}, at=at - timedelta(hours=hours))
    found = [sheet.prepared_at for sheet in slip_page(floor.cashier, SlipFilters()).slips]
    assert found == sorted(found, reverse=True)
