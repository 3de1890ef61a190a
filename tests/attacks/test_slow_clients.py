"""Strangers who say nothing, or say it slowly: every request of a dealer is answered."""

import json
import socket
import threading
import urllib.request
from contextlib import contextmanager

import pytest

from tests.factories import make_floor
from tests.sign_in import cookies_of

pytestmark = pytest.mark.live

CROWD = 200
SLOW = {
    "silent": b"",
    "slow headers": b"GET /sign-in/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: a",
    "slow body": b"POST /enrol/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n\r\na",
}


@contextmanager
def crowd(port, beginning):
    """Strangers who begin a request and add a letter now and then."""
    strangers = []
    ended = threading.Event()
    for _each in range(CROWD):
        strangers.append(socket.create_connection(("127.0.0.1", port), 10))
        strangers[-1].sendall(beginning)

    def drip():
        while beginning and not ended.wait(0.5):
            for each in strangers:
                try:
                    each.sendall(b"a")
                except OSError:
                    pass

    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        yield
    finally:
        ended.set()
        dripping.join()
        for each in strangers:
            each.close()


def ask(live_floor, path, cookies):
    sent = "; ".join(f"{name}={value}" for name, value in cookies.items())
    asked = urllib.request.Request(f"{live_floor.url}{path}", headers={"Cookie": sent})
    with urllib.request.urlopen(asked, timeout=20) as answer:
        return answer.status, answer.read()


@pytest.mark.parametrize("kind", SLOW)
def test_a_dealer_is_answered_beside_two_hundred_slow_strangers(live_floor, kind):
    floor = make_floor()
    cookies = cookies_of(floor.dealer, floor.tablet)
    with crowd(live_floor.port("web"), SLOW[kind]):
        for _time in range(20):
            status, body = ask(live_floor, f"/api/v1/tables/{floor.table.pk}/", cookies)
            assert status == 200
            assert json.loads(body)["table"]["row"]["id"] == floor.table.pk
        status, _body = ask(live_floor, "/sign-in/", {})
        assert status == 200


def said(live_floor, beginning, rest=b""):
    """The answer to what may be no whole request."""
    with socket.create_connection(("127.0.0.1", live_floor.port("web")), 10) as stranger:
        stranger.sendall(beginning + rest)
        return b"".join(iter(lambda: stranger.recv(4096), b"")).decode()


HEAD = "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: {type}\r\n"
FORM = "multipart/form-data; boundary=x"


@pytest.mark.parametrize("path", ["/sign-in/desk/", "/sign-in/tablet/", "/enrol/", "/api/v1/x/"])
def test_a_body_of_400_megabytes_is_refused_before_it_comes(live_floor, path):
    head = HEAD.format(path=path, type=FORM) + "Content-Length: 400000000\r\n\r\n"
    answer = said(live_floor, head.encode())
    assert answer.startswith("HTTP/1.1 413 ")
    assert '"code": "too_large"' in answer


def test_a_body_without_an_end_is_refused_when_it_is_too_large(live_floor):
    head = HEAD.format(path="/enrol/", type=FORM) + "Transfer-Encoding: chunked\r\n\r\n"
    chunk = b"1100\r\n" + b"x" * 0x1100 + b"\r\n"
    answer = said(live_floor, head.encode(), chunk)
    assert answer.startswith("HTTP/1.1 413 ")


def test_a_body_within_its_limit_is_read(live_floor):
    head = HEAD.format(path="/api/v1/x/", type="application/json") + "Content-Length: 40000\r\n\r\n"
    assert said(live_floor, head.encode(), b" " * 40000).startswith("HTTP/1.1 404 ")
