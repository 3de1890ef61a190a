"""How many statements a settlement costs: few, and as many for six seats as for one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rounds.commands.settling import settle_round
from tests.factories import make_floor
from tests.rounds.api import Api
from tests.rounds.playing import SIX_HANDS, Dealer

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


def test_the_table_s_sheet_costs_the_same_for_six_seats_as_for_one():
    counts = []
    for seats in (1, 6):
        dealer = ready(seats)
        api = Api(dealer.floor)
        with CaptureQueriesContext(connection) as captured:
            assert api.get(f"tables/{dealer.table.pk}/sheet/").status_code == 200
        counts.append(len(captured.captured_queries))
    assert counts[0] == counts[1] <= 16
