"""The surveillance log: to the second, about rounds, nothing lost, failures with their clocks."""

from datetime import timedelta

import pytest
from django.utils import timezone

from review.commands.surveillance import log_outage, note_outage, sweep_outages
from review.models import SurveillanceEntry
from review.queries.surveillance import LogSearch, surveillance_page
from rules.refusals import Refused
from tables.models import Alert
from tests.review.test_disputes import opened
from tests.rounds.playing import house_round
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db
SEEN = {"reason": "routine", "suspected": "none", "activity": "Chips past the line at seat 2."}


def local(moment):
    return timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M:%S")


@pytest.fixture
def now():
    return timezone.now().replace(microsecond=0)


def written(client, **given):
    return client.post("/surveillance/new/", SEEN | given)


def test_a_line_is_to_the_second_and_leads_to_its_round_and_dispute(client, floor, dealer, now):
    house_round(dealer, seats=2)
    dispute = opened(dealer)
    sign_in(client, floor.surveillance)
    began = now - timedelta(minutes=9, seconds=7)
    with timezone.override(floor.property.time_zone):
        name = f"table {floor.table.number} round {dispute.round.number}"
        assert written(client, began_at=local(began), about=name).status_code == 302
        assert written(client, began_at=local(began), about=f"dispute {dispute.pk}").status_code
    of_dispute, of_round = SurveillanceEntry.objects.order_by("-number")
    assert (of_round.began_at, of_round.round_id) == (began, dispute.round_id)
    assert of_dispute.dispute == dispute
    page = client.get("/surveillance/").content.decode()
    assert f"/rounds/{dispute.round_id}/" in page
    assert f"/disputes/{dispute.pk}/" in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"ended_at": timedelta(days=2)},
        {"ended_at": timedelta(hours=-5)},
        {"began_at": timedelta(hours=1)},
        {"recorded_to": timedelta(minutes=5)},
    ],
)
def test_no_end_lies_in_the_future_and_nothing_typed_is_lost(client, floor, now, wrong):
    sign_in(client, floor.surveillance)
    with timezone.override(floor.property.time_zone):
        given = {"began_at": local(now - timedelta(hours=1))}
        given |= {name: local(now + span) for name, span in wrong.items()}
        answer = written(client, **given)
    assert answer.status_code == 422
    assert SEEN["activity"] in answer.content.decode()
    assert set(answer.context["form"].errors) == set(wrong)
    assert not SurveillanceEntry.objects.exists()


def test_an_unknown_round_is_said_at_its_field(client, floor, now):
    sign_in(client, floor.surveillance)
    with timezone.override(floor.property.time_zone):
        answer = written(client, began_at=local(now), about="table 99 round 1")
    assert answer.status_code == 422
    assert "about" in answer.context["form"].errors


def failed(floor, at):
    return log_outage(at, "81-82", "The recorder of pit 1 is down.", by=floor.surveillance, at=at)


def test_a_failure_has_the_clocks_of_the_regulation(client, floor, now):
    entry = failed(floor, now - timedelta(minutes=3))
    (line,), _next = surveillance_page(floor.surveillance, None, LogSearch())
    due = {clock.step: clock.due_at for clock in line.clocks}
    assert due["security"] == entry.began_at + timedelta(minutes=5)
    assert due["regulator"] == entry.began_at + timedelta(minutes=30)
    assert sweep_outages(now) == 0
    assert sweep_outages(now + timedelta(minutes=3)) == 1
    assert sweep_outages(now + timedelta(minutes=3)) == 0, "it may run twice"
    sign_in(client, floor.surveillance)
    address = f"/surveillance/{entry.pk}/outage/"
    assert client.post(address, {"step": "security"}).status_code == 302
    assert client.post(address, {"step": "security"}).status_code == 409
    alert = Alert.objects.get(code="outage_security_not_told")
    assert alert.acknowledged_at is not None
    assert sweep_outages(now + timedelta(minutes=28)) == 1
    assert Alert.objects.filter(code="outage_regulator_not_told").count() == 1
    page = client.get("/surveillance/?outages=on").content.decode()
    assert "Security was told" in page
    assert "The regulator was told" in page
    note_outage(entry.pk, "regulator", by=floor.surveillance)
    note_outage(entry.pk, "ended", by=floor.surveillance)
    lines, _next = surveillance_page(floor.surveillance, None, LogSearch())
    assert not lines[-1].is_open_outage


def test_a_failure_is_logged_by_its_form(client, floor, now):
    sign_in(client, floor.surveillance)
    with timezone.override(floor.property.time_zone):
        first = client.get("/surveillance/failure/")
        assert first.status_code == 200
        given = {"began_at": local(now - timedelta(minutes=2)), "activity": "Recorder is down."}
        assert client.post("/surveillance/failure/", given).status_code == 302
        late = client.post(
            "/surveillance/failure/", given | {"began_at": local(now + timedelta(hours=1))}
        )
    assert late.status_code == 422
    assert "Recorder is down." in late.content.decode(), "what was typed is there"
    entry = SurveillanceEntry.objects.get(property=floor.property)
    assert (entry.outage, entry.began_at) == ("began", now - timedelta(minutes=2))


def test_only_a_failure_has_steps(floor, now):
    entry = failed(floor, now)
    told = note_outage(entry.pk, "security", by=floor.surveillance)
    for wrong, step in ((told.pk, "regulator"), (entry.pk, "began"), (entry.pk, "x")):
        with pytest.raises(Refused) as refusal:
            note_outage(wrong, step, by=floor.surveillance)
        assert refusal.value.code == "not_an_outage"


def test_the_log_is_searched_by_words_reason_and_day(client, floor, now):
    sign_in(client, floor.surveillance)
    with timezone.override(floor.property.time_zone):
        written(client, began_at=local(now - timedelta(days=3)))
        written(
            client, began_at=local(now - timedelta(minutes=5)), activity="Medical help at the bar",
            reason="medical",
        )  # fmt: skip
    failed(floor, now - timedelta(minutes=1))

    def found(**wanted):
        lines, _next = surveillance_page(floor.surveillance, None, LogSearch(**wanted))
        return [line.entry.number for line in lines]

    assert found(words="bar medical") == [2]
    assert found(reason="medical") == [2]
    assert found(outages=True) == [3]
    assert found(until=(now - timedelta(days=2)).date()) == [1]
    assert found(words="nowhere") == []
    assert "No entry is like that" in client.get("/surveillance/?words=nowhere").content.decode()
