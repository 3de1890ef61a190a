"""Reports over several houses: each in its own money, for those who may see it in each."""

import csv
import io
from uuid import uuid4

import pytest
from django.http import Http404
from django.test import Client
from django.utils import timezone

from audit.models import Event
from audit.queries.events import LOOKS
from reports.commands.runs import AskReport, ask_report, make_report
from reports.houses import figures_of
from reports.models import ReportRun
from reports.sheet import report_sections
from staff.commands.houses import LetWorkHere, let_work_here
from staff.gaming_day import gaming_day
from tests.factories import make_floor, make_property
from tests.reports.history import make_history
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def there():
    """A house of other money and other time."""
    floor = make_floor()
    floor.property.currency, floor.property.time_zone = "NZD", "Pacific/Auckland"
    floor.property.save(update_fields=["currency", "time_zone"])
    return floor


def let(there, person, *roles):
    facts = LetWorkHere(badge=person.badge, licence_number=f"L-{uuid4().hex[:8]}", roles=roles)
    return let_work_here(facts, by=there.administrator)


def asked(by, code, *houses, **more):
    today = gaming_day(by.property, timezone.now())
    ids = tuple(each.pk for each in houses)
    facts = AskReport(code=code, first_day=today, last_day=today, houses=ids, **more)
    return ask_report(facts, by=by, at=timezone.now())


def made(by, code, *houses):
    run = asked(by, code, *houses)
    assert make_report(run.pk)
    return ReportRun.objects.get(pk=run.pk)


def test_a_regulators_report_over_two_houses_keeps_their_money_apart(history, there):
    here, regulator = history.floor.property, history.floor.regulator
    guest = let(there, regulator, "regulator")
    run = made(regulator, "day", here, there.property)
    sections = report_sections(run)
    assert [(each.title.split(" · ")[0], each.currency) for each in sections] == [
        ("In NZD", "NZD"),
        ("In USD", "USD"),
        (there.property.name, "NZD"),
        (here.name, "USD"),
    ]
    client = sign_in(Client(), regulator)
    page = client.get(f"/reports/made/{run.pk}/").content.decode()
    for words in (here.name, there.property.name, "Pacific/Auckland", "NZ$"):
        assert words in page
    assert client.get(f"/reports/made/{run.pk}/pdf/").content.startswith(b"%PDF-")
    paper = client.get(f"/reports/made/{run.pk}/csv/").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(paper)))
    assert [f"{there.property.name} · NZD · Pacific/Auckland"] in rows
    said = Event.objects.get(log_id=there.property.pk, kind="reports.reported_elsewhere")
    assert said.person_id == guest.pk
    assert said.kind in LOOKS, "a house does not watch its regulator look"


def test_figures_side_by_side_are_those_of_each_house_and_their_sum(history, there):
    other = make_history(rounds=3).floor.property
    here, regulator = history.floor.property, history.floor.regulator
    today = gaming_day(here, timezone.now())
    for floor in (there, make_floor_of(other)):
        let(floor, regulator, "regulator")
    run = made(regulator, "houses", here, there.property, other)
    dollars = next(each for each in report_sections(run) if each.title == "In USD")
    table = dollars.parts[0]
    by_name = {row[0]: row for row in table.rows}
    for house in (here, other):
        assert by_name[house.name][1] == figures_of(house, today, today).rounds > 0
    assert table.total[1] == by_name[here.name][1] + by_name[other.name][1]
    kiwi = next(each for each in report_sections(run) if each.title == "In NZD").parts[0]
    assert (len(kiwi.rows), kiwi.total) == (1, None)


def make_floor_of(house):
    """The administrator of a house that is there already, as `let` wants it."""

    class Floor:
        administrator = house.people.get(roles=["administrator"])

    return Floor


def test_nobody_asks_for_a_house_that_they_may_not_see(history, there):
    here, compliance = history.floor.property, history.floor.compliance
    let(there, compliance, "dealer")
    before = ReportRun.objects.count()
    with pytest.raises(Http404):
        asked(compliance, "day", here, there.property)
    with pytest.raises(Http404):
        asked(history.floor.operator, "houses", here, make_property(), table=1)
    assert ReportRun.objects.count() == before


def test_the_operator_takes_the_figures_of_every_house_and_nothing_more(history, there):
    here, operator = history.floor.property, history.floor.operator
    run = made(operator, "houses", here, there.property)
    client = sign_in(Client(), operator)
    assert client.get(f"/reports/made/{run.pk}/pdf/").status_code == 200
    assert client.get("/reports/day/").status_code == 403
    form = client.get("/reports/houses/?first=2026-11-01&last=2026-11-03")
    assert 'value="2026-11-01"' in form.content.decode()
    assert f'value="{there.property.pk}"' in form.content.decode()


def test_a_report_over_houses_is_hidden_from_those_who_see_only_one(history, there):
    here, regulator = history.floor.property, history.floor.regulator
    let(there, regulator, "regulator")
    run = made(regulator, "day", here, there.property)
    client = sign_in(Client(), history.floor.compliance)
    assert client.get(f"/reports/made/{run.pk}/").status_code == 404
    assert str(run.pk) not in client.get("/reports/").content.decode()


def test_the_form_offers_houses_and_keeps_what_was_chosen(history, there):
    here, regulator = history.floor.property, history.floor.regulator
    alone = sign_in(Client(), regulator).get("/reports/day/").content.decode()
    assert 'name="several"' not in alone
    let(there, regulator, "regulator")
    client = sign_in(Client(), regulator)
    today = gaming_day(here, timezone.now()).isoformat()
    houses = [here.pk, there.property.pk]
    given = {"first_day": today, "last_day": today, "several": houses}
    refused = client.post("/reports/day/", given | {"table": history.floor.table.pk})
    assert refused.status_code == 422
    assert "of one house only" in refused.content.decode()
    assert refused.content.decode().count("checked") == 2
    answer = client.post("/reports/day/", given)
    assert answer.status_code == 302
    assert ReportRun.objects.latest("asked_at").scope["houses"] == sorted(houses)
