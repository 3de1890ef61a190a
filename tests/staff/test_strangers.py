"""Guessing from outside: one count for a badge, one use of a code, one sum a minute."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pyotp
import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from audit.log.canonical import parse_canonical
from audit.models import Event
from rules.refusals import Refused
from staff.badges import plain_badge
from staff.commands.sign_in import sign_in_at_desk, sign_in_at_tablet
from staff.commands.strangers import sum_up_tries
from staff.hashing import DOOR, HashingPool, OneThreadArgon2
from staff.models import SignInCounter, StrangerTries
from staff.second_factor import secret_of
from tests.factories import PASSWORD, PIN, give_second_factor, make_floor

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)


@pytest.fixture
def floor(db):
    return make_floor()


def spellings(badge):
    full_width = "".join(chr(ord(each) + 0xFEE0) if each != "-" else each for each in badge)
    return [
        badge,
        badge.lower(),
        f" {badge} ",
        full_width,
        f"{badge[0]}\u200b{badge[1:]}",
        f"\u2060{badge}\ufeff",
    ]


def test_badges_that_look_alike_are_one(floor):
    assert {plain_badge(each) for each in spellings("AB-101")} == {"AB-101"}


def test_spellings_of_a_badge_share_one_lock_out(floor):
    badge = floor.dealer.badge
    codes = []
    for spelling in spellings(badge):
        with pytest.raises(Refused) as refusal:
            sign_in_at_tablet(spelling, "000001", tablet=floor.tablet, at=NOON)
        codes.append(refusal.value.code)
    assert codes == ["wrong_pin"] * 4 + ["locked_out"] * 2
    assert [each.key for each in SignInCounter.objects.filter(key__startswith="badge:")] == [
        f"badge:{plain_badge(badge)}"
    ]


def test_a_spelling_of_the_badge_signs_in(floor):
    for spelling in spellings(floor.dealer.badge):
        found = sign_in_at_tablet(spelling, PIN, tablet=floor.tablet, at=NOON)
        assert found.pk == floor.dealer.pk


def test_a_code_is_accepted_once_of_eight_at_the_same_time(committed):
    manager = make_floor().pit_manager
    secret = secret_of(give_second_factor(manager))
    code = pyotp.TOTP(secret).at(NOON)
    together = threading.Barrier(8)

    def enter():
        together.wait()
        try:
            sign_in_at_desk(manager.badge, PASSWORD, code, at=NOON)
        except Refused as refused:
            return refused.code
        else:
            return "in"
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        answers = [each.result() for each in [pool.submit(enter) for _one in range(8)]]
    assert answers.count("in") == 1, answers
    assert set(answers) <= {"in", "wrong_password", "locked_out"}


def sums():
    found = Event.objects.filter(kind="staff.strangers_tried").order_by("log_id", "stream_v")
    return [parse_canonical(bytes(each.body))["detail"] for each in found]


def test_tries_of_strangers_are_recorded_as_one_sum_a_minute(floor):
    before = Event.objects.count()
    for number in range(7):
        with pytest.raises(Refused):
            sign_in_at_desk(f"NOBODY-{number}", "x", "1", at=NOON)
    assert Event.objects.count() == before
    assert sum_up_tries(NOON + timedelta(seconds=59)) == 0
    assert sum_up_tries(NOON + timedelta(seconds=60)) == 1
    assert sums() == [
        {
            "minute": "2026-11-18T12:00:00.000000Z",
            "tries": 7,
            "codes": {"wrong_password_or_code": 7},
        }
    ]
    assert not StrangerTries.objects.exists()
    assert sum_up_tries(NOON + timedelta(minutes=5)) == 0


def test_tries_against_a_locked_badge_fill_no_record(floor):
    for _try in range(5):
        with pytest.raises(Refused):
            sign_in_at_tablet(floor.dealer.badge, "000001", tablet=floor.tablet, at=NOON)
    before = Event.objects.count()
    for _try in range(10):
        with pytest.raises(Refused):
            sign_in_at_tablet(floor.dealer.badge, "000001", tablet=floor.tablet, at=NOON)
    assert Event.objects.count() == before
    assert sum_up_tries(NOON + timedelta(minutes=1)) == 1
    assert sums()[0]["codes"] == {"locked_out": 10}
    assert Event.objects.get(kind="staff.strangers_tried").log_id == floor.property.pk


def test_a_page_refuses_a_stranger_without_an_event_of_each_try(floor):
    before = Event.objects.count()
    for _try in range(3):
        answer = Client().post("/enrol/", {"code": "WRONG"})
        assert answer.status_code == 409
    assert Event.objects.count() == before
    assert sum_up_tries(timezone.now() + timedelta(minutes=2)) >= 1
    assert sums()[-1]["codes"] == {"code_wrong": 3}


def test_whoever_guesses_is_computed_in_one_thread_of_the_lowest_priority():
    assert "$m=47104,t=2,p=1$" in OneThreadArgon2().encode("a guess", "salt-of-sixteen-b")
    priority = DOOR.compute(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
    assert (priority, DOOR.threads._max_workers) == (19, 1)


def test_who_finds_the_hashing_full_is_told_so_at_once():
    pool = HashingPool("full", threads=1, places=2)
    begun, go_on = threading.Event(), threading.Event()

    def work():
        begun.set()
        return go_on.wait(10)

    with ThreadPoolExecutor(2) as guessers:
        first = guessers.submit(pool.compute, work)
        assert begun.wait(10)
        second = guessers.submit(pool.compute, work)
        while pool.places._value:
            pass
        with pytest.raises(Refused) as refusal:
            pool.compute(work)
        go_on.set()
        assert (first.result(), second.result()) == (True, True)
    assert refusal.value.code == "busy"
    assert pool.compute(lambda: 7) == 7
