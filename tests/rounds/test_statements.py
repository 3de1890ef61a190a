"""How many statements a settlement costs: few, and as many for six seats as for one."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

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
    assert counts[0] == counts[1] <= 19


def test_the_table_s_sheet_costs_the_same_for_six_seats_as_for_one():
    counts = []
    for seats in (1, 6):
        dealer = ready(seats)
        api = Api(dealer.floor)
        with CaptureQueriesContext(connection) as captured:
            assert api.get(f"tables/{dealer.table.pk}/sheet/").status_code == 200
        counts.append(len(captured.captured_queries))
    assert counts[0] == counts[1] <= 16
