"""How many statements a settlement costs: few, and as many for six seats as for one."""

from uuid import uuid4

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection
from django.test.utils import CaptureQueriesContext

from benchmarks import calls
from benchmarks.rounds import kinds, set_up
from tests.factories import make_floor
from tests.rounds.api import Api
from tests.rounds.playing import SIX_HANDS, Dealer
from tests.rounds.taps import Call, HandGiven, Thrown, WholeRound, record_whole_round, settle_round

pytestmark = pytest.mark.django_db

MOST = 12


def ready(seats):
    dealer = Dealer(make_floor())
    dealer.open()
    dealer.wager(**{f"s{seat}": 2500 for seat in range(1, seats + 1)})
    dealer.close()
    dealer.roll()
    dealer.deal()
    places = [*(f"seat-{seat}" for seat in range(1, seats + 1)), "dealer"]
    dealer.hands(**{place.replace("-", "_"): SIX_HANDS[place] for place in places})
    return dealer


def statements(dealer):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        dealer.do(settle_round)
    return [query["sql"].split()[0] for query in captured.captured_queries]


def test_a_settlement_takes_at_most_twelve_statements_whatever_the_seats():
    one, six = statements(ready(1)), statements(ready(6))
    assert one == six
    assert len(six) <= MOST, six


@pytest.fixture
def one_connection():
    """A request closes the connection, and with it the transaction of the test."""
    ends = (request_started, request_finished)
    for each in ends:
        each.disconnect(close_old_connections)
    yield
    for each in ends:
        each.connect(close_old_connections)


def test_a_settle_request_runs_through_few_files_and_calls(settings, one_connection):
    """The floor plan's figures, as `python -m benchmarks.calls` counts them."""
    settings.API_CALLS_A_SECOND = 10_000
    posts = set_up(calls.WARM + 2)
    settle = next(kind for kind in kinds() if kind.name == "settle")
    cost = calls.cost_of(calls.jobs_of(settle, posts))
    every = calls.cost_of(calls.idle_jobs("/bare/", posts)).files
    assert len(calls.own_files(cost, every)) <= calls.MOST_FILES["settle"]
    assert cost.calls <= calls.AIMS["settle"]


def test_a_whole_round_takes_as_many_statements_whatever_the_seats():
    counts = []
    for seats in (1, 6):
        floor = make_floor()
        places = [*(f"seat-{seat}" for seat in range(1, seats + 1)), "dealer"]
        whole = WholeRound(
            round_id=uuid4(),
            wagers=[{"seat": seat, "player": "", "cents": 2500} for seat in range(1, seats + 1)],
            thrown=Thrown(dice=(1, 2, 3)),
            hands=[HandGiven(place, tuple(SIX_HANDS[place].split())) for place in places],
        )
        with CaptureQueriesContext(connection) as captured:
            record_whole_round(floor.table.pk, whole, Call(by=floor.dealer))
        counts.append(len(captured.captured_queries))
    assert counts[0] == counts[1] <= 20


def test_the_table_s_sheet_costs_the_same_for_six_seats_as_for_one():
    counts = []
    for seats in (1, 6):
        dealer = ready(seats)
        api = Api(dealer.floor)
        with CaptureQueriesContext(connection) as captured:
            assert api.get(f"tables/{dealer.table.pk}/sheet/").status_code == 200
        counts.append(len(captured.captured_queries))
    assert counts[0] == counts[1] <= 20
