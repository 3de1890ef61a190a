"""The pages that look back, through the client: roles, files, queries, what is on the record."""

import csv
import io
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from audit.models import Event
from reports.commands.runs import AskReport, ask_report, make_report
from reports.kinds import KINDS
from reports.models import ReportRun, ReportState
from reports.pdf_file import report_pdf
from reports.scope import scope_record
from reports.sheet import plots_of
from reports.tasks import sweep_reports
from reports.wording import harmless, raw_text
from review.models import SurveillanceEntry
from tests.factories import make_person
from tests.pdf_checks import pdf_faults, pdf_text, pictures_of
from tests.reports.test_figures import scope_of
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


def made(floor, code: str) -> ReportRun:
    run = ask_report(
        AskReport(code=code, **scope_record(scope_of(floor))),
        by=reader(floor, code),
        at=timezone.now(),
    )
    assert make_report(run.pk)
    return ReportRun.objects.get(pk=run.pk)


def reader(floor, code: str):
    return floor.regulator if code != "hand_over" else floor.pit_manager


def test_every_report_is_a_page_a_pdf_a_csv_and_its_plots(history, client):
    for code in KINDS:
        every_form(history, client, code)


def every_form(history, client, code):
    run = made(history.floor, code)
    sign_in(client, reader(history.floor, code))
    page = client.get(f"/reports/made/{run.pk}/")
    assert page.status_code == 200
    head = page.context["head"]
    for text in (head.title, head.house, head.made, head.version):
        assert text in page.content.decode()
    pdf = client.get(f"/reports/made/{run.pk}/pdf/").content
    assert pdf_faults(pdf) == []
    assert pictures_of(pdf) == 0, "plots are drawn, not photographed"
    rows = list(
        csv.reader(
            io.StringIO(client.get(f"/reports/made/{run.pk}/csv/").content.decode("utf-8-sig"))
        )
    )
    assert rows[0] == ["title", head.title]
    assert [row[0] for row in rows[:7]] == [
        "title", "property", "place", "period", "time made", "made by", "software version",
    ]  # fmt: skip
    for part in (each.part for each in page.context["parts"] if each.form == "rows"):
        for said in ("" if part.rows else part.empty, part.note):
            assert not said or [harmless(str(said))] in rows, "what the page says in words"
    for number, _plot in enumerate(plots_of(run)):
        for theme in ("dark", "light") if code == "day" else ("dark",):
            picture = client.get(f"/reports/made/{run.pk}/plots/{number}/{theme}.svg")
            assert picture["Content-Type"] == "image/svg+xml"
            assert b"<script" not in picture.content
            assert b"<text" not in picture.content
    taken = Event.objects.filter(
        kind="rounds.report_taken",
        person_id=reader(history.floor, code).pk,
        about__contains=[f"report:{run.pk}"],
    )
    assert taken.count() == 2


def test_the_csv_names_the_tables_that_nobody_counted(history, client):
    run = made(history.floor, "master")
    sign_in(client, history.floor.regulator)
    paper = client.get(f"/reports/made/{run.pk}/csv/").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(paper)))
    number = history.floor.table.number
    assert [f"Not counted at the beginning and at the end: {number}."] in rows
    assert ["No table was counted at the beginning and at the end."] in rows


def test_a_report_is_asked_for_made_and_shown(history, client):
    sign_in(client, history.floor.pit_manager)
    assert b"Gaming day" in client.get("/reports/").content
    day = history.floor.property and scope_of(history.floor).period.first_day
    answer = client.post("/reports/day/", {"first_day": day, "last_day": day})
    assert answer.status_code == 302
    assert make_report(ReportRun.objects.get().pk)
    with CaptureQueriesContext(connection) as queries:
        page = client.get(answer["Location"])
    assert page.status_code == 200
    assert len(queries) <= 12
    assert b"$1,250.50" in page.content, "the drop"
    assert client.post("/reports/day/", {"first_day": "2999-01-01"}).status_code == 422


def test_a_long_report_waits_for_a_worker_and_shows_how_far_it_is(history, client):
    floor = history.floor
    run = ask_report(
        AskReport(code="day", **scope_record(scope_of(floor))),
        by=floor.compliance,
        at=timezone.now(),
    )
    sign_in(client, floor.compliance)
    page = client.get(f"/reports/made/{run.pk}/").content.decode()
    assert "<progress" in page
    assert "every 1s" in page
    assert client.get(f"/reports/made/{run.pk}/pdf/").status_code == 404
    assert make_report(run.pk)
    assert not make_report(run.pk), "a second worker makes nothing"
    part = client.get(f"/reports/made/{run.pk}/", headers={"HX-Request": "true"}).content.decode()
    assert "every 1s" not in part
    assert "<html" not in part


def test_a_report_that_a_dead_worker_left_is_made_by_the_sweep(history):
    by, asked_at = history.floor.compliance, timezone.now() - timedelta(minutes=1)
    run = ask_report(
        AskReport(code="day", **scope_record(scope_of(history.floor))), by=by, at=asked_at
    )
    ReportRun.objects.filter(pk=run.pk).update(state=ReportState.RUNNING, done=1, parts=3)
    sweep_reports()
    run.refresh_from_db()
    assert (run.state, run.done, run.parts) == (ReportState.READY, 1, 1)
    assert run.figures


def test_a_report_that_fails_says_so(history, monkeypatch, client):
    run = ask_report(
        AskReport(code="day", **scope_record(scope_of(history.floor))),
        by=history.floor.compliance,
        at=timezone.now(),
    )

    def fail(_run, _progress):
        raise ZeroDivisionError

    monkeypatch.setattr("reports.commands.runs.read_figures", fail)
    with pytest.raises(ZeroDivisionError):
        make_report(run.pk)
    assert ReportRun.objects.get(pk=run.pk).state == ReportState.FAILED
    page = sign_in(client, history.floor.compliance).get(f"/reports/made/{run.pk}/")
    assert "Asked for" in page.content.decode()
    assert 'href="/reports/day/"' in page.content.decode()


REFUSED = [
    ("dealer", "/reports/"),
    ("dealer", "/reports/dice/"),
    ("floorperson", "/reports/day/"),
    ("pit_manager", "/reports/access/"),
    ("administrator", "/reports/day/"),
    ("pit_manager", "/surveillance/"),
    ("compliance", "/surveillance/new/"),
    ("pit_manager", "/administration/"),
    ("regulator", "/administration/property/"),
    ("compliance", "/regulator/"),
]


@pytest.mark.parametrize(("role", "url"), REFUSED)
def test_pages_are_for_their_roles(floor, client, role, url):
    assert sign_in(client, floor.people[role]).get(url).status_code == 403


def test_another_house_sees_no_report_of_this_one(history, client):
    from tests.factories import make_floor

    run = made(history.floor, "day")
    assert (
        sign_in(client, make_floor().regulator).get(f"/reports/made/{run.pk}/").status_code == 404
    )


FORMULAS = ["=1+1", "+1", "-1", "@x", "\tx"]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_cell_is_never_a_formula(text):
    assert harmless(text) == f"'{text}"
    assert raw_text(-1250, "money") == "-12.50", "a number stays a number"


def test_a_chinese_pdf_has_its_characters(history):
    floor = history.floor
    person = make_person(floor.property, "dealer", name="陳美麗")
    assert person.name
    run = made(floor, "access")
    for language, title in (("zh-hant", "權限審查"), ("zh-hans", "权限审查")):
        with translation.override(language):
            pdf = report_pdf(run)
        assert pdf_faults(pdf) == []
        assert "陳美麗" in pdf_text(pdf)
        assert title in pdf_text(pdf)


ENTRY = {
    "began_at": "2026-11-01T21:00",
    "ended_at": "2026-11-01T21:20",
    "reason": "dispute",
    "suspected": "procedure",
    "activity": "Second shake after a no-roll was not announced.",
    "camera": "C-12",
    "recorded_from": "2026-11-01T20:55",
    "recorded_to": "2026-11-01T21:25",
    "result": "Floor was told.",
}


def test_the_surveillance_log_is_written_once_and_added_to(floor, client):
    sign_in(client, floor.surveillance)
    client.post("/surveillance/new/", ENTRY | {"table": floor.table.pk})
    first = SurveillanceEntry.objects.get(property=floor.property)
    assert (first.number, first.licence_number) == (1, floor.surveillance.licence_number)
    client.post(f"/surveillance/{first.pk}/add/", ENTRY | {"suspected": "none"})
    second = SurveillanceEntry.objects.get(property=floor.property, number=2)
    assert second.adds_to == first
    page = sign_in(client, floor.regulator).get("/surveillance/").content.decode()
    assert "adds to entry 1" in page
    assert "C-12" in page
    for change in (
        "update review_surveillance set result = 'x'",
        "delete from review_surveillance",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)


def test_a_double_click_writes_one_line_of_the_log(floor, client):
    sign_in(client, floor.surveillance)
    page = client.get("/surveillance/new/").content.decode()
    (request_id,) = re.findall(r'name="request_id" value="([^"]+)"', page)
    form = ENTRY | {"request_id": request_id, "next": "/surveillance/new/"}
    answers = [client.post("/surveillance/new/", form).status_code for _click in range(2)]
    assert answers == [302, 302]
    assert SurveillanceEntry.objects.filter(property=floor.property).count() == 1


def test_a_double_click_asks_for_one_report(floor, client):
    sign_in(client, floor.compliance)
    page = client.get("/reports/day/").content.decode()
    (request_id,) = re.findall(r'name="request_id" value="([^"]+)"', page)
    day = scope_of(floor).period.first_day
    form = {"first_day": day, "last_day": day, "request_id": request_id}
    answers = [client.post("/reports/day/", form) for _click in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert ReportRun.objects.filter(property=floor.property).count() == 1


BAD_ENTRIES = [{"ended_at": "2026-11-01T20:00"}, {"recorded_to": "2026-11-01T20:00"}]


@pytest.mark.parametrize("change", BAD_ENTRIES)
def test_an_entry_whose_times_run_backwards_is_refused(floor, client, change):
    sign_in(client, floor.surveillance)
    answer = client.post("/surveillance/new/", ENTRY | change)
    assert answer.status_code == 422
    assert "The end follows the beginning." in answer.content.decode()
    assert client.post("/surveillance/new/", ENTRY | {"activity": ""}).status_code == 422
    assert not SurveillanceEntry.objects.filter(property=floor.property).exists()


def test_the_administrator_changes_the_house_and_it_is_on_the_record(floor, client):
    sign_in(client, floor.administrator)
    assert client.get("/administration/").status_code == 200
    form = {
        "name": "The Golden Gate",
        "time_zone": "Asia/Singapore",
        "day_starts_at": "05:00",
        "shift_starts": "05:00 13:00 21:00",
        "smallest_chip": "0.25",
        "denominations": "0.25 1 5 25 100",
    }
    assert client.post("/administration/property/", form).status_code == 302
    floor.property.refresh_from_db()
    assert floor.property.name == "The Golden Gate"
    assert floor.property.denominations == [25, 100, 500, 2500, 10000]
    assert Event.objects.filter(log_id=floor.property.pk, kind="staff.property_changed").exists()
    refused = client.post("/administration/property/", form | {"denominations": "0.30"})
    assert refused.status_code == 422


def test_the_regulator_has_a_home_that_leads_everywhere_and_changes_nothing(floor, client):
    page = sign_in(client, floor.regulator).get("/regulator/").content.decode()
    for url in ("/reports/", "/rounds/search/", "/surveillance/"):
        assert f'href="{url}"' in page
    assert "<form" not in page.split('id="content"')[1].split("</main>")[0]


def test_a_report_that_does_not_exist_is_not_found(floor, client):
    sign_in(client, floor.regulator)
    assert client.get(f"/reports/made/{uuid4()}/").status_code == 404
    assert client.get("/reports/nonsense/").status_code == 404
