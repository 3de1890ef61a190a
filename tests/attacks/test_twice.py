"""What comes twice, at once, out of order or too late has one effect. Real commits, real locks."""

import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connections

from audit.models import Event
from foundation import doors
from foundation.models import Receipt
from rounds.models import Round
from tests.attacks.callers import Caller, refusals, state_of
from tests.factories import make_floor

pytestmark = pytest.mark.usefixtures("committed")

WAGERS = {"wagers": [{"seat": 1, "cents": 2500}]}


@pytest.fixture
def floor(committed):
    return make_floor()


@pytest.fixture
def dealer(floor):
    caller = Caller(floor.dealer)
    assert caller.open(floor.table).status_code == 200
    return caller


def at_once(*acts):
    """Start all acts at the same moment, each on a connection of its own."""
    together = Barrier(len(acts))

    def run(act):
        try:
            together.wait(timeout=60)
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [each.result(timeout=120) for each in [pool.submit(run, act) for act in acts]]


def test_a_command_without_a_request_id_is_refused(floor, dealer):
    before = state_of(floor.property)
    missing = dealer.step("wagers", WAGERS, **{"Idempotency-Key": None})
    assert (missing.status_code, missing.json()["code"]) == (400, "request_id_required")
    for odd in ("x", "1234", "' or 1=1--", "0" * 33):
        assert dealer.step("wagers", WAGERS, **{"Idempotency-Key": odd}).status_code == 400
    assert state_of(floor.property) == before


def test_a_request_id_belongs_to_one_body_and_one_person(floor, dealer):
    key = {"Idempotency-Key": str(uuid4()), "If-Match": '"1"'}
    first = dealer.step("wagers", WAGERS, **key)
    before = state_of(floor.property)
    again = dealer.step("wagers", WAGERS, **key)
    assert (again.status_code, again.json()) == (200, first.json())
    other_body = dealer.step("wagers", {"wagers": [{"seat": 2, "cents": 2500}]}, **key)
    assert other_body.status_code == 422
    other_step = dealer.step("close", **key)
    assert other_step.status_code == 422
    colleague = Caller(floor.floorperson).follow(dealer)
    assert colleague.step("wagers", WAGERS, **key).status_code == 403
    stranger = Caller(make_floor().dealer).follow(dealer)
    assert stranger.step("wagers", WAGERS, **key).status_code == 403
    assert state_of(floor.property) == before


def test_a_step_says_which_version_it_saw(floor, dealer):
    before = state_of(floor.property)
    answers = {
        None: (428, "version_required"),
        "*": (400, "parse_error"),
        "1": (400, "parse_error"),
        '"1", "2"': (400, "parse_error"),
        '"-1"': (400, "parse_error"),
        '"99999999999"': (400, "parse_error"),
        '"0"': (412, "stale_version"),
        '"2"': (412, "stale_version"),
    }
    for given, expected in answers.items():
        answer = dealer.step("wagers", WAGERS, **{"If-Match": given})
        assert (answer.status_code, answer.json()["code"]) == expected, given
    assert answer.json()["sheet"]["version"] == 1
    assert state_of(floor.property) == before


def test_a_reply_cut_off_after_the_commit_is_given_again(floor, dealer, monkeypatch):
    """D10: the client retries under the same key, and there is exactly one effect."""
    dealer.client.raise_request_exception = False
    for seat in range(1, 7):
        body = {"wagers": [{"seat": seat, "cents": 2500}]}
        key, version = {"Idempotency-Key": str(uuid4())}, dealer.version
        with monkeypatch.context() as cable:
            cable.setattr(doors, "answered", cut)
            assert dealer.step("wagers", body, **key).status_code == 500
        assert Round.objects.get(pk=dealer.round).version == version + 1
        again = dealer.step("wagers", body, **key)
        assert again.status_code == 200
        assert again.json()["version"] == version + 1
    placed = Event.objects.filter(round_id=dealer.round, kind="rounds.wagers_placed")
    assert placed.count() == 6


def cut(sheet):
    raise ConnectionResetError


def test_the_same_call_many_times_at_once_has_one_effect(floor, dealer):
    """D11: all get the same answer."""
    for seat in range(1, 5):
        key = {"Idempotency-Key": str(uuid4()), "If-Match": f'"{dealer.version}"'}
        body = {"wagers": [{"seat": seat, "cents": 2500}]}
        said = at_once(*(lambda k=key, b=body: dealer.step("wagers", b, **k) for _call in range(6)))
        assert {answer.status_code for answer in said} == {200}
        assert all(answer.json() == said[0].json() for answer in said)
    placed = Event.objects.filter(round_id=dealer.round, kind="rounds.wagers_placed")
    assert placed.count() == 4


def test_one_round_opened_many_times_at_once_is_one_round(floor):
    caller = Caller(floor.dealer)
    path = f"tables/{floor.table.pk}/rounds/"
    said = at_once(*(lambda: caller.post(path, {"id": str(uuid4())}) for _call in range(5)))
    assert sorted(answer.status_code for answer in said) == [200] + [409] * 4
    same_id = str(uuid4())
    other = [Caller(each.dealer) for each in (make_floor(), make_floor(), make_floor())]
    tables = [each.person.shifts.get(ended_at=None).table_id for each in other]
    said = at_once(
        *(
            lambda c=c, t=t: c.post(f"tables/{t}/rounds/", {"id": same_id})
            for c, t in zip(other, tables, strict=True)
        )
    )
    assert sorted(answer.status_code for answer in said) == [200, 409, 409]
    assert Round.objects.filter(pk=same_id).count() == 1


def test_two_tablets_with_different_outcomes(floor, dealer):
    """D12: one is taken, the other is told how things are now; both are in the record."""
    floorperson = Caller(floor.floorperson).follow(dealer)
    seen = {"If-Match": f'"{dealer.version}"'}
    said = at_once(
        lambda: dealer.step("wagers", WAGERS, **seen),
        lambda: floorperson.step("wagers", {"wagers": [{"seat": 2, "cents": 5000}]}, **seen),
    )
    assert sorted(answer.status_code for answer in said) == [200, 412]
    refused = next(answer for answer in said if answer.status_code == 412)
    assert refused.json()["sheet"]["version"] == 2
    assert refusals(floor.property) == ["stale_version"]


def test_an_offline_queue_sent_twice_shuffled_and_from_elsewhere(floor, elsewhere_committed):
    """D13: a hundred steps; the second sending changes nothing, whoever sends it."""
    tablet = Caller(floor.dealer, floor.tablet)
    assert tablet.open(floor.table).status_code == 200
    queue = [
        (str(uuid4()), n, {"wagers": [{"seat": n % 6 + 1, "cents": 2500 + n * 100}]})
        for n in range(1, 101)
    ]

    def send(caller, items):
        caller.round = tablet.round
        return [
            caller.step(
                "wagers",
                body,
                **{"Idempotency-Key": key, "If-Match": f'"{n}"'},
            )
            for key, n, body in items
        ]

    first = send(tablet, queue)
    assert [answer.status_code for answer in first] == [200] * 100
    before = state_of(floor.property)
    again = send(tablet, queue)
    assert [answer.json() for answer in again] == [answer.json() for answer in first]
    shuffled = random.Random(13).sample(queue, 30)
    assert {answer.status_code for answer in send(tablet, shuffled)} == {200}
    held_back = [(str(uuid4()), n, queue[0][2]) for n in (103, 102, 50)]
    late = send(tablet, held_back)
    assert {(a.status_code, a.json()["code"]) for a in late} == {(412, "stale_version")}
    assert {a.json()["sheet"]["version"] for a in late} == {101}
    desk = Caller(floor.dealer)
    assert {answer.status_code for answer in send(desk, queue[:10])} == {200}
    thief = Caller(elsewhere_committed.dealer, elsewhere_committed.tablet)
    assert {answer.status_code for answer in send(thief, queue[:10])} == {403}
    assert state_of(floor.property) == before
    assert Receipt.objects.filter(person_id=floor.dealer.pk).count() == 101


@pytest.fixture
def elsewhere_committed(committed):
    return make_floor()
