import threading
from types import SimpleNamespace

import pytest

from foundation.marks import LENGTH, is_marked, with_mark
from paigow_site.servers.lanes import (
    DESK,
    DOOR,
    FLOOR,
    PORTER,
    Lane,
    Lanes,
    Marks,
    Pace,
    client_address,
)
from tests.paigow_site.test_live_floor import eventually

MARKS = Marks(is_marked, "tablet", "session")


def test_a_mark_is_ours_or_is_none():
    secret = with_mark("a-secret-of-the-floor")
    assert is_marked(secret)
    assert not is_marked(secret[:-1] + ("a" if secret[-1] != "a" else "b"))
    assert not is_marked("b" + secret[1:])
    assert not is_marked("")
    assert not is_marked("x" * LENGTH)
    assert not is_marked("ünïcode" * 8)


def test_a_mark_of_another_floor_is_none(settings):
    secret = with_mark("a-secret-of-the-floor")
    settings.SECRET_KEY = "another-floor" * 5
    assert not is_marked(secret)


LANES = [
    ("/healthz", {}, PORTER),
    ("/", {}, DOOR),
    ("/tablet/", {"COOKIE": "tablet=invented; session=invented"}, DOOR),
    ("/tablet/", {"COOKIE": f"session=x; tablet={with_mark('t')}"}, FLOOR),
    ("/api/v1/rounds/", {"AUTHORIZATION": f"Token {with_mark('t')}"}, FLOOR),
    ("/api/v1/rounds/", {"AUTHORIZATION": f"Basic {with_mark('t')}"}, DOOR),
    ("/reports/", {"COOKIE": f"session={with_mark('s')}"}, DESK),
    ("/reports/", {"COOKIE": "\x00;;=;="}, DOOR),
]


@pytest.mark.parametrize(("path", "headers", "lane"), LANES)
def test_who_is_known_goes_to_a_lane_that_strangers_cannot_fill(path, headers, lane):
    assert MARKS.lane_of(path, headers) == lane


def test_strangers_of_one_address_wait_and_those_of_another_do_not():
    pace = Pace(at_once=3, a_second=1)
    assert [pace.allows("10.0.0.1", now=0.0) for _try in range(5)] == [True] * 3 + [False] * 2
    assert pace.allows("10.0.0.2", now=0.0)
    assert pace.allows("10.0.0.1", now=1.0)
    assert not pace.allows("10.0.0.1", now=1.0)


def test_a_flood_of_addresses_does_not_fill_the_memory():
    pace = Pace(addresses=100)
    for number in range(1000):
        pace.allows(f"address {number}", now=0.0)
    assert len(pace.buckets) <= 100


ADDRESSES = [
    ("93.184.216.34", "198.51.100.1", False, "93.184.216.34"),
    ("93.184.216.34", "198.51.100.1", True, "93.184.216.34"),
    ("172.18.0.5", "198.51.100.1", True, "198.51.100.1"),
    ("172.18.0.5", "10.9.9.9, 198.51.100.1", True, "198.51.100.1"),
    ("172.18.0.5", "nonsense", True, "172.18.0.5"),
    ("172.18.0.5", "", True, "172.18.0.5"),
]


@pytest.mark.parametrize(("peer", "told", "behind_proxy", "found"), ADDRESSES)
def test_an_address_is_seen_through_our_own_proxy_only(peer, told, behind_proxy, found):
    assert client_address(peer, {"X_FORWARDED_FOR": told}, behind_proxy=behind_proxy) == found


class Asked:
    """A connection with one whole request."""

    def __init__(self, path="/sign-in/desk/", command="POST", headers=None):
        self.addr = ("192.0.2.1", 4711)
        self.requests = [
            SimpleNamespace(path=path, command=command, headers=headers or {}, error=None)
        ]

    @property
    def error(self):
        return self.requests[0].error


@pytest.fixture
def lanes():
    """The lanes without threads: what comes stays in its queue."""
    made = Lanes(MARKS, 8, behind_proxy=False)
    made.shutdown(timeout=5)
    return made


def queued(lanes):
    return {name: len(lane.queue) for name, lane in lanes.lanes.items()}


def test_a_crowd_of_strangers_is_turned_away_and_a_dealer_is_not(lanes):
    lanes.pace = Pace(at_once=1000)
    crowd = [Asked() for _each in range(150)]
    for each in crowd:
        lanes.add_task(each)
    turned = [each.error for each in crowd if each.error]
    assert {(each.code, each.name) for each in turned} == {(503, "busy")}
    assert len(turned) == 150 - lanes.lanes[DOOR].places

    dealer = Asked("/api/v1/rounds/", headers={"COOKIE": f"tablet={with_mark('t')}"})
    lanes.add_task(dealer)
    assert dealer.error is None
    assert queued(lanes) == {PORTER: 50, FLOOR: 1, DESK: 0, DOOR: 100}


def test_a_stranger_who_tries_too_fast_is_told_when_to_come_again(lanes):
    lanes.pace = Pace(at_once=2, a_second=0.001)
    tries = [Asked() for _each in range(3)]
    for each in tries:
        lanes.add_task(each)
    assert [each.error for each in tries[:2]] == [None, None]
    status, headers, body = tries[2].error.to_response()
    assert status == "429 Too Many Requests"
    assert dict(headers)["Retry-After"] == "5"
    assert b'"code": "too_many_requests"' in body
    reading = Asked("/sign-in/", "GET")
    lanes.add_task(reading)
    assert reading.error is None


class Noted:
    """A task that notes which thread does it, and goes on when it may."""

    def __init__(self, *, may_go_on=True):
        self.thread, self.begun, self.may_go_on = "", threading.Event(), threading.Event()
        if may_go_on:
            self.may_go_on.set()

    def service(self):
        self.thread = threading.current_thread().name
        self.begun.set()
        assert self.may_go_on.wait(30)

    def cancel(self):
        """Nobody waits for it."""


@pytest.fixture
def lane():
    made = Lane("a lane", 3, 10)
    yield made
    made.shutdown(timeout=5)


def test_whoever_rested_shortest_takes_the_next_request(lane):
    one, two = Noted(may_go_on=False), Noted()
    eventually(lambda: lane.active_count == 0)
    lane.takes(one)
    assert one.begun.wait(30)
    lane.takes(two)
    assert two.begun.wait(30)
    assert two.thread != one.thread
    one.may_go_on.set()
    eventually(lambda: lane.active_count == 0)
    for _each in range(5):
        after = Noted()
        lane.takes(after)
        assert after.begun.wait(30)
        assert after.thread == one.thread
        eventually(lambda: lane.active_count == 0)
