"""Two tablets, a retrying client, everybody at once: real commits, exactly one effect."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

from django.db import connections

from audit.models import Event
from banking.models import Entry, Slip, SlipKind
from foundation.clock import database_time
from rounds.models import Round
from rules.refusals import Refused
from tests.banking.counting import slip_by
from tests.factories import make_floor
from tests.rounds.taps import (
    Call,
    Opening,
    close_wagers,
    enter_quickly,
    open_round,
    place_wagers,
    settle_round,
)


def at_once(*calls):
    """Run calls in threads that start together; each gives its answer or its refusal's code."""
    barrier = Barrier(len(calls))

    def run(call):
        try:
            barrier.wait(30)
            return call()
        except Refused as refused:
            return refused.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def quick_ready(floor):
    """A round with one call left: settle."""
    opening = Opening(uuid4())
    open_round(floor.table.pk, opening, Call(by=floor.dealer))
    round_id = opening.round_id
    place_wagers(round_id, Call(by=floor.dealer), [{"seat": 1, "player": "", "cents": 2500}])
    close_wagers(round_id, Call(by=floor.dealer))
    enter_quickly(round_id, Call(by=floor.dealer), [{"seat": 1, "outcome": "win"}])
    return round_id


def test_several_tablets_open_one_round(committed):
    floor = make_floor()
    answers = at_once(
        *[
            lambda: open_round(floor.table.pk, Opening(uuid4()), Call(by=floor.dealer))
            for _ in range(4)
        ]
    )
    assert sorted(map(str, answers)).count("round_open") == 3
    assert Round.objects.filter(table=floor.table).count() == 1


def test_one_request_sent_many_times_settles_once(committed):
    floor = make_floor()
    round_id = quick_ready(floor)
    call = Call(by=floor.dealer, version=4)
    answers = at_once(*[lambda: settle_round(round_id, call) for _ in range(5)])
    assert all(answer == answers[0] for answer in answers)
    assert answers[0]["state"] == "settled"
    assert Entry.objects.filter(round_id=round_id).count() == 1
    assert Event.objects.filter(round_id=round_id, kind="rounds.round_settled").count() == 1


def test_two_tablets_on_one_version_one_wins(committed):
    floor = make_floor()
    round_id = quick_ready(floor)
    answers = at_once(
        lambda: settle_round(round_id, Call(by=floor.dealer, version=4)),
        lambda: settle_round(round_id, Call(by=floor.floorperson, version=4)),
    )
    codes = [answer if isinstance(answer, str) else answer["state"] for answer in answers]
    assert sorted(codes) == ["settled", "stale_version"]
    assert Entry.objects.filter(round_id=round_id).count() == 1


def test_slips_written_at_once_have_serials_without_gaps(committed):
    floor = make_floor()
    at = database_time()
    at_once(*[lambda: slip_by(floor, floor.table, "fill", {2500: 1}, at=at) for _ in range(4)])
    serials = Slip.objects.filter(property=floor.property, kind=SlipKind.FILL)
    assert sorted(serials.values_list("serial", flat=True)) == [1, 2, 3, 4]
