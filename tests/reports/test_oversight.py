"""The first pages of regulator and compliance, and reviews that are signed off."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from audit.events import EventKind
from audit.models import Event
from audit.record import record
from reports.commands.reviews import sign_review
from reports.models import ReportRun, ReportState, ReviewSigned
from reports.queries.oversight import oversight
from review.commands.notices import sweep_disputes
from rules.refusals import Refused
from staff.commands.signing import Signer
from tests.factories import PIN, make_floor
from tests.review.test_disputes import opened
from tests.rounds.playing import Dealer, house_round
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    return make_floor()


@pytest.fixture
def run(floor):
    return made(floor, "access")


def made(floor, kind):
    at = timezone.now()
    found = ReportRun.objects.create(
        id=uuid4(), property=floor.property, kind=kind, scope={"first_day": "2026-01-01",
        "last_day": "2026-01-02", "shift": 0, "pit": None, "table": None, "dealer": None},
        asked_by=floor.compliance, asked_at=at, state=ReportState.READY, figures={}, made_at=at,
    )  # fmt: skip
    record(EventKind.REPORT_MADE, about=found, by=None, at=at, detail={"kind": kind})
    return found


def test_compliance_begins_on_its_own_page_and_the_regulator_on_another(client, floor):
    for role, address in (("compliance", "/compliance/"), ("regulator", "/regulator/")):
        sign_in(client, floor.people[role])
        assert client.get("/").url == address
        page = client.get(address).content.decode()
        assert "No report waits" in page
        assert "No dispute is open" in page
        assert "never signed off" in page
    assert sign_in(client, floor.pit_manager).get("/compliance/").status_code == 403


def test_what_waits_is_on_the_page_in_a_fixed_number_of_queries(
    client, floor, django_assert_max_num_queries
):
    dealer = Dealer(floor)
    house_round(dealer, seats=2)
    first = opened(dealer, hold="none")
    sign_in(client, floor.regulator)
    with django_assert_max_num_queries(24) as before:
        client.get("/regulator/")
    opened(dealer, hold="none")
    opened(dealer, hold="none")
    with django_assert_max_num_queries(len(before.captured_queries)):
        page = client.get("/regulator/").content.decode()
    assert f"/disputes/{first.pk}/" in page
    sweep_disputes(first.opened_at + timedelta(days=3, hours=1))
    page = client.get("/regulator/").content.decode()
    assert f"/disputes/{first.pk}/notice/" in page


def test_a_review_is_signed_off_with_what_was_found(client, floor, run):
    sign_in(client, floor.compliance)
    form = {"finding": "Two accounts were closed.", "own-badge": floor.compliance.badge}
    address = f"/do/reports/made/{run.pk}/review/"
    client.post(address, form | {"own-pin": PIN})
    review = ReviewSigned.objects.get(run=run)
    assert (review.signed_by, review.sign_off.act) == (floor.compliance, "sign_review")
    event = Event.objects.get(kind="reports.review_signed")
    assert f"report:{run.pk}" in event.about
    sheet = oversight(floor.compliance, timezone.now())
    assert [(each.code, each.is_due) for each in sheet.reviews] == [
        ("access", False),
        ("exceptions", True),
    ]
    later = oversight(floor.compliance, timezone.now() + timedelta(days=93))
    assert later.reviews[0].is_due
    assert floor.compliance.name in client.get("/compliance/").content.decode()


@pytest.mark.parametrize(
    ("person", "signer", "kind", "finding", "code"),
    [
        ("compliance", "compliance", "access", " ", "finding_missing"),
        ("compliance", "compliance", "day", "x", "not_reviewed"),
        ("compliance", "surveillance", "exceptions", "x", "not_the_same"),
    ],
)
def test_what_is_no_review_is_refused(floor, person, signer, kind, finding, code):
    own = Signer(floor.people[signer], None, None)
    with pytest.raises(Refused) as refusal:
        sign_review(made(floor, kind).pk, finding, own=own, by=floor.people[person])
    assert refusal.value.code == code
    assert not ReviewSigned.objects.exists()


def test_nobody_signs_twice(floor, run):
    own = Signer(floor.compliance, None, None)
    sign_review(run.pk, "Nothing.", own=own, by=floor.compliance)
    with pytest.raises(Refused) as refusal:
        sign_review(run.pk, "Nothing.", own=own, by=floor.compliance)
    assert refusal.value.code == "already_signed"
