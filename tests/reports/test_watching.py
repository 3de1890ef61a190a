"""Monitors that watch by themselves: evidence that may be looked at every night, and its cases."""

from dataclasses import replace
from datetime import timedelta
from math import exp, fsum, log
from random import Random
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from audit.models import Event
from reports.chances import edge_of
from reports.commands.watching import (
    FURTHEST_BACK,
    close_case,
    nights_due,
    take_case,
    watch_night,
)
from reports.models import MonitorCase, Watched, WatchedNight
from reports.monitors.evidence import (
    LEVEL,
    LUCK_STAKES,
    bar_of,
    evidence_of,
    face_bets,
    luck_bets,
    share_bets,
)
from reports.monitors.statistics import log_ways
from reports.monitors.watching import HITS, MONITORS, Seen, night_of
from reports.scope import day_period
from reports.tasks import watch_nights
from rules.refusals import Refused
from staff.gaming_day import gaming_day, gaming_day_bounds
from staff.models import Property
from tables.models import Alert
from tests.factories import make_floor
from tests.reports.history import make_history
from tests.rounds.api import Api
from tests.rounds.taps import Call, Thrown, WholeRound, record_whole_round
from tests.rounds.test_api_refusals import whole
from tests.sign_in import sign_in

SMALL = st.integers(1, 12)


@given(SMALL, SMALL, st.data())
def test_a_bet_on_a_share_is_fair(tries, other_tries, data):
    """Over every way the hits may fall, the coin is worth one on average."""
    all_hits = data.draw(st.integers(0, tries + other_tries))
    fewest, most = max(0, all_hits - other_tries), min(all_hits, tries)
    whole = log_ways(tries + other_tries, all_hits)
    worth = fsum(
        exp(log_ways(tries, k) + log_ways(other_tries, all_hits - k) - whole)
        * exp(evidence_of(share_bets(k, tries, all_hits - k, other_tries)))
        for k in range(fewest, most + 1)
    )
    assert worth == pytest.approx(1.0)


def test_a_bet_on_a_face_is_fair():
    worth = fsum(exp(evidence_of(face_bets([f == face for f in range(6)]))) for face in range(6))
    assert worth / 6 == pytest.approx(1.0)


def test_a_bet_on_luck_is_fair_and_never_broke():
    for stake_worth in zip(luck_bets([1.0]), luck_bets([-1.0]), strict=True):
        assert fsum(exp(each) for each in stake_worth) / 2 == pytest.approx(1.0)


def test_the_level_is_shared_by_everybody_who_will_ever_be_watched():
    bars = [bar_of(rank, len(MONITORS)) for rank in range(20_000)]
    assert bars == sorted(bars)
    assert len(MONITORS) * fsum(exp(-bar) for bar in bars) <= LEVEL


def test_who_errs_twice_as_often_is_found_and_the_others_are_not():
    chance = Random(3)
    shares = [0.2] + [0.1] * 9
    coins = [[0.0] * 4 for _ in shares]
    for _night in range(12):
        hits = [sum(chance.random() < share for _ in range(50)) for share in shares]
        for who, mine in enumerate(hits):
            bets = share_bets(mine, 50, sum(hits) - mine, 450)
            coins[who] = [a + b for a, b in zip(coins[who], bets, strict=True)]
    bar = bar_of(9, len(MONITORS))
    assert [evidence_of(coin) >= bar for coin in coins] == [True] + [False] * 9


def test_a_loaded_die_is_found_and_a_fair_one_is_not():
    chance = Random(5)
    fair = [chance.randrange(6) for _ in range(3000)]
    loaded = chance.choices(range(6), [1.4, 0.92, 0.92, 0.92, 0.92, 0.92], k=3000)
    bar = bar_of(0, len(MONITORS))
    counts = [[thrown.count(face) for face in range(6)] for thrown in (fair, loaded)]
    assert [evidence_of(face_bets(each)) >= bar for each in counts] == [False, True]


def bets_in(monitor, floor):
    day = day_period(floor.property, gaming_day(floor.property, timezone.now()))
    seen = night_of(floor.property, day.first_day, timezone.now())
    return {each.label: (each.bets, each.tries) for each in seen if each.monitor == monitor}


@pytest.mark.django_db
def test_two_seats_of_one_player_are_one_bet_and_a_hand_given_up_is_a_loss():
    """The seats of a player meet one hand of the bank, so they are not two proofs of luck."""
    floor = make_floor(options={"player_bank": False, "adjacent_areas": True})
    ended = {1: "win", 2: "win", 3: "surrendered"}
    whole = WholeRound(
        round_id=uuid4(),
        wagers=[
            {"seat": seat, "player": "B" if seat == 3 else "A", "cents": 2500} for seat in ended
        ],
        thrown=Thrown(dice=(1, 2, 3)),
        outcomes=[{"seat": seat, "outcome": outcome} for seat, outcome in ended.items()],
    )
    record_whole_round(floor.table.pk, whole, Call(by=floor.dealer))
    edge = float(edge_of(floor.submission))
    lucky = bets_in("luck", floor)
    assert lucky[f"{floor.table.number}, A"] == (luck_bets([0.95 + edge], LUCK_STAKES), 1)
    assert lucky[f"{floor.table.number}, B"] == (luck_bets([-1 + edge], LUCK_STAKES), 1)
    ((of_round, _tries),) = bets_in("results", floor).values()
    assert of_round == pytest.approx(luck_bets([(2 * 0.95 - 1) / 3 + edge]))


def loud(floor, day, monitor="late", subject=None):
    return Seen(monitor, subject or str(floor.dealer.pk), floor.dealer.name, [40.0], 9, 9, 0, 90)


@pytest.fixture
def played(db):
    history = make_history(3)
    house = history.floor.property
    day = gaming_day(house, timezone.now())
    return history.floor, day, gaming_day_bounds(house, day)[1] + timedelta(hours=2)


def test_a_night_is_looked_at_once_and_kept(played):
    floor, day, at = played
    assert nights_due(floor.property, at) == [day]
    assert watch_night(floor.property, day, at=at) == []
    before = list(Watched.objects.order_by("pk").values_list("bets", "nights"))
    assert before
    assert watch_night(floor.property, day, at=at) == []
    assert list(Watched.objects.order_by("pk").values_list("bets", "nights")) == before
    assert nights_due(floor.property, at) == []
    night = WatchedNight.objects.get(property=floor.property)
    late = [row for row in night.seen if row["monitor"] == "late"]
    assert sum(row["tries"] for row in late) > 0
    kinds = Event.objects.filter(kind="reports.night_watched", log_id=floor.property.pk)
    assert kinds.count() == 1
    later = nights_due(floor.property, at + timedelta(days=40))
    assert len(later) == FURTHEST_BACK


@pytest.mark.django_db
@pytest.mark.parametrize(("look_minutes", "seen_in"), [(0, [0, 1, 0]), (5, [1, 0, 0])])
def test_a_late_entry_is_seen_once_by_the_first_look_that_follows_it(look_minutes, seen_in):
    now = timezone.now()
    floor = make_floor(at=now - timedelta(hours=3))
    house = floor.property
    begins = (now - timedelta(minutes=30)).astimezone(ZoneInfo(house.time_zone)).time()
    Property.objects.filter(pk=house.pk).update(day_starts_at=begins)
    house.refresh_from_db()
    entry = Api(floor, floor.floorperson)
    played_at = now - timedelta(hours=1)
    path = f"tables/{floor.table.pk}/whole-rounds/"
    entered = entry.post(path, whole(played_at=played_at.isoformat())).json()
    assert entered["is_late_entry"]
    yesterday = gaming_day(house, played_at)
    looks = [
        (yesterday, now + timedelta(minutes=look_minutes)),
        (yesterday + timedelta(days=1), now + timedelta(days=1)),
        (yesterday + timedelta(days=2), now + timedelta(days=2)),
    ]
    for day, at in looks:
        watch_night(house, day, at=at)
    nights = WatchedNight.objects.filter(property=house).order_by("gaming_day")
    late = [[row for row in night.seen if row["monitor"] == "late"] for night in nights]
    assert [sum(row["hits"] for row in rows) for rows in late] == seen_in
    assert [sum(row["tries"] for row in rows) for rows in late] == seen_in


def test_a_day_that_has_not_ended_is_not_looked_at(played):
    floor, day, _at = played
    with pytest.raises(ValueError, match="ended"):
        watch_night(floor.property, day, at=timezone.now())


@pytest.mark.django_db
def test_the_task_looks_at_every_house(played, monkeypatch):
    floor, day, at = played
    monkeypatch.setattr("reports.tasks.timezone.now", lambda: at)
    watch_nights()
    assert WatchedNight.objects.filter(property=floor.property, gaming_day=day).exists()


@pytest.fixture
def opened(played, monkeypatch):
    floor, day, at = played
    monkeypatch.setattr(
        "reports.commands.watching.night_of", lambda house, night, _at: [loud(floor, night)]
    )
    (case,) = watch_night(floor.property, day, at=at)
    return floor, case, (day, at)


def test_evidence_over_its_bar_opens_one_case_and_calls(opened):
    floor, case, (day, at) = opened
    assert (case.number, case.monitor, case.label) == (1, "late", floor.dealer.name)
    assert case.evidence["odds"] > case.evidence["bar"]
    assert Alert.objects.get(code="case_opened").property == floor.property
    again = watch_night(floor.property, day + timedelta(days=1), at=at + timedelta(days=1))
    assert again == [], "one open case about one thing"
    assert MonitorCase.objects.count() == 1


def test_a_case_has_an_owner_and_an_end_in_words(client, opened):
    floor, case, _when = opened
    sign_in(client, floor.compliance)
    page = f"/cases/{case.pk}/"
    assert "Nobody has taken this case yet" in client.get(page).content.decode()
    with pytest.raises(Refused) as refused:
        close_case(case_id=case.pk, end="explained", words="A new tablet.", by=floor.compliance)
    assert refused.value.code == "not_yours"
    take_case(case.pk, by=floor.compliance)
    assert not Alert.objects.filter(code="case_opened", acknowledged_at=None).exists()
    with pytest.raises(Refused) as refused:
        close_case(case_id=case.pk, end="explained", words=" ", by=floor.compliance)
    assert refused.value.code == "words_missing"
    close_case(
        case_id=case.pk, end="explained", words="A new tablet without network.", by=floor.compliance
    )
    said = client.get(page).content.decode()
    assert "A new tablet without network." in said
    assert client.get(f"{page}chart/dark.svg").status_code == 200
    with pytest.raises(Refused) as refused:
        take_case(case.pk, by=floor.surveillance)
    assert refused.value.code == "case_closed"
    kinds = Event.objects.filter(stream=f"case:{case.pk}").order_by("stream_v")
    assert list(kinds.values_list("kind", flat=True)) == [
        "reports.case_opened",
        "reports.case_taken",
        "reports.case_closed",
    ]


def test_what_a_closed_case_explained_opens_no_second_one(opened, monkeypatch):
    floor, case, (day, at) = opened
    take_case(case.pk, by=floor.compliance)
    close_case(case_id=case.pk, end="explained", words="A new tablet.", by=floor.compliance)
    (coin,) = Watched.objects.all()
    assert (coin.rank, coin.nights, set(coin.bets)) == (1, 0, {0.0}), "another part of the level"
    quiet = replace(loud(floor, day), bets=[0.0])
    other = replace(quiet, subject="another")
    monkeypatch.setattr("reports.commands.watching.night_of", lambda *_: [quiet, other])
    next_day, next_at = day + timedelta(days=1), at + timedelta(days=1)
    assert watch_night(floor.property, next_day, at=next_at) == []
    assert dict(Watched.objects.values_list("subject", "rank")) == {quiet.subject: 1, "another": 2}
    monkeypatch.setattr("reports.commands.watching.night_of", lambda *_: [loud(floor, day)])
    (again,) = watch_night(floor.property, next_day + timedelta(days=1), at=at + timedelta(days=2))
    assert again.evidence["nights"] == 2, "only what came after the first case speaks here"


def test_nobody_takes_a_case_about_themselves(opened):
    floor, case, _when = opened
    MonitorCase.objects.filter(pk=case.pk)
    floor.dealer.roles = ["surveillance"]
    floor.dealer.save(update_fields=["roles"])
    with pytest.raises(Refused) as refused:
        take_case(case.pk, by=floor.dealer)
    assert refused.value.code == "about_you"


def test_the_list_says_what_was_found_and_what_would_be(client, opened):
    floor, case, _when = opened
    sign_in(client, floor.regulator)
    said = client.get("/cases/").content.decode()
    assert "Case 1" in said
    assert "Twice as often" in said
    other = make_floor()
    assert "Case 1" not in sign_in(client, other.compliance).get("/cases/").content.decode()
    assert client.get(f"/cases/{case.pk}/").status_code == 404


def test_evidence_is_a_mean_over_what_was_bet_on():
    assert exp(evidence_of([log(8.0), log(2.0), log(2.0)])) == pytest.approx(4.0)


def test_the_benchmark_simulates_the_monitors_that_there_are():
    from benchmarks import monitors

    assert (monitors.HITS, monitors.MONITORS) == (HITS, MONITORS)
