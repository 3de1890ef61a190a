"""Every page of the floor for every role, with its number of queries."""

import pytest

from rounds.models import Round
from tests.factories import make_floor, make_table
from tests.rounds.playing import Dealer, house_round
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db

ROLES = (
    "dealer", "floorperson", "pit_manager", "surveillance", "security", "cashier", "compliance",
    "administrator", "regulator",
)  # fmt: skip
SEES = [
    ("/floor/", {"floorperson", "pit_manager", "surveillance", "security", "compliance",
                 "administrator", "regulator"}),
    ("/queue/", {"floorperson", "pit_manager"}),
    ("/disputes/", {"floorperson", "pit_manager", "surveillance", "compliance", "regulator"}),
    ("/rounds/", {"dealer", "floorperson", "pit_manager", "surveillance", "compliance",
                  "administrator", "regulator"}),
]  # fmt: skip


@pytest.mark.parametrize(("address", "may"), SEES)
def test_who_sees_which_page(client, floor, address, may):
    seen = {
        role for role in ROLES
        if sign_in(client, floor.people[role]).get(address).status_code == 200
    }  # fmt: skip
    assert seen == may


def queries(client, address, django_assert_max_num_queries, most):
    with django_assert_max_num_queries(most) as counted:
        assert client.get(address).status_code == 200
    return len(counted.captured_queries)


def test_the_board_costs_the_same_for_many_tables(client, floor, django_assert_max_num_queries):
    house_round(Dealer(floor), seats=2)
    sign_in(client, floor.pit_manager)
    client.get("/floor/")
    one = queries(client, "/floor/", django_assert_max_num_queries, 20)
    for _ in range(4):
        make_table(floor)
    assert queries(client, "/floor/", django_assert_max_num_queries, 20) == one


def test_a_tile_shows_the_round_and_its_bank(client, floor, dealer):
    dealer.open()
    sign_in(client, floor.floorperson)
    page = client.get(f"/floor/tables/{floor.table.pk}/tile/").content.decode()
    assert f'id="tile-{floor.table.pk}"' in page
    assert "R1" in page
    assert floor.dealer.name in page


@pytest.mark.parametrize("profile", ["maryland", "leaflet", "mbs", "new-zealand"])
def test_a_round_of_tiles_is_shown_and_replayed(client, profile):
    floor = make_floor(profile)
    dealer = Dealer(floor)
    house_round(dealer, seats=3) if profile != "new-zealand" else nz_round(dealer)
    sign_in(client, floor.surveillance)
    assert client.get(f"/rounds/{dealer.id}/").status_code == 200
    page = client.get(f"/rounds/{dealer.id}/replay/")
    assert page.status_code == 200
    kinds = [frame.kind for frame in page.context["replay"].frames]
    assert kinds.count("deliver") == 8
    assert kinds.count("hand") == len(Round.objects.get(pk=dealer.id).facts["hands"])
    assert kinds[-1] == "result"


def nz_round(dealer):
    dealer.open()
    dealer.wager(s2=2500, s3=5000)
    dealer.close()
    dealer.cut("cup-say", "top", "right")
    dealer.roll()
    dealer.deal()
    dealer.hands(seat_2="6-6 6-6 1-1 3-6", seat_3="1-1 4-5 4-4 2-6", dealer="1-5 3-5 2-5 3-4")
    dealer.settle()


def test_the_page_of_a_table(client, floor, dealer, django_assert_max_num_queries):
    house_round(dealer, seats=2)
    dealer.open()
    dealer.wager(s1=2500)
    sign_in(client, floor.floorperson)
    client.get(f"/floor/tables/{floor.table.pk}/")
    queries(client, f"/floor/tables/{floor.table.pk}/", django_assert_max_num_queries, 24)
