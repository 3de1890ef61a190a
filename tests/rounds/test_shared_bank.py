"""Two players on one New Zealand box share the bank (NZ 5.5), worked out by hand.

On box 2 stand Ana, who controls it, and Ben. Boxes 3 and 4 wager 40.00 and 60.00 against them,
so together they must show 100.00.
"""

import pytest
from django.core.management import call_command

from banking.models import BankTurn, Posting
from review.queries.round_page import round_page
from rounds.models import Round, SeatPlay
from rules.refusals import Refused
from tests.factories import make_floor
from tests.rounds.api import Api
from tests.rounds.playing import Dealer
from tests.rounds.taps import answer_offers, enter_quickly, place_wagers, seat_player
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db

BOX_2 = [{"seat": 2, "player": "Ana", "cents": 2000}, {"seat": 2, "player": "Ben", "cents": 2000}]


def table(**options):
    filed = {"players_a_box": 3, "shared_bank": True, **options}
    return Dealer(make_floor("new-zealand", options=filed))


def wager_on_all(dealer):
    dealer.do(seat_player, 2, {"player": "Ana", "controls": True})
    dealer.do(place_wagers, BOX_2)
    return dealer.wager(s3=4000, s4=6000)


def called(dealer, **outcomes):
    dealer.close_passing()
    ends = [{"seat": int(seat[1:]), "outcome": outcome} for seat, outcome in outcomes.items()]
    dealer.do(enter_quickly, ends)
    return dealer.settle()["settlement"]


@pytest.fixture
def dealer():
    """Everybody has played a round against the house and wagers again."""
    dealer = table()
    dealer.open()
    wager_on_all(dealer)
    called(dealer, b2="push", b3="push", b4="push")
    dealer.open()
    wager_on_all(dealer)
    return dealer


def taken(**brought):
    shares = [{"player": player, "cents": cents} for player, cents in brought.items()]
    return [{"seat": 2, "answer": "take", "funds_cents": None, "shares": shares}]


def refusal(dealer, answers):
    with pytest.raises(Refused) as refused:
        dealer.do(answer_offers, answers)
    return refused.value.code


WORKED = [
    # box 3 loses 40.00, box 4 pushes: 40.00 are left, less 5 % = 2.00; 38.00 are divided 6 : 4
    ({"Ana": 6000, "Ben": 4000}, {"b3": "lose", "b4": "push"}, (3800, 200), (2280, 1520)),
    # box 4 wins 60.00, box 3 pushes: 60.00 are missing, without commission
    ({"Ana": 6000, "Ben": 4000}, {"b3": "push", "b4": "win"}, (-6000, 0), (-3600, -2400)),
    # 38.00 divided 2 : 1 is 25.33 and 12.66; the cent left over is the first named's
    ({"Ana": 10000, "Ben": 5000}, {"b3": "lose", "b4": "push"}, (3800, 200), (2534, 1266)),
    ({"Ben": 5000, "Ana": 10000}, {"b3": "lose", "b4": "push"}, (3800, 200), (1267, 2533)),
    # box 3 loses 40.00 and box 4 wins 60.00: 20.00 are missing, 13.33 and 6.66 and a cent
    ({"Ana": 10000, "Ben": 5000}, {"b3": "lose", "b4": "win"}, (-2000, 0), (-1334, -666)),
    # both lose: 100.00 less 5.00; 95.00 divided evenly
    ({"Ana": 5000, "Ben": 5000}, {"b3": "lose", "b4": "lose"}, (9500, 500), (4750, 4750)),
]


@pytest.mark.parametrize(("brought", "outcomes", "bank", "nets"), WORKED)
def test_the_result_is_divided_by_what_each_brought(dealer, brought, outcomes, bank, nets):
    sheet = dealer.do(answer_offers, taken(**brought))
    assert [wager["seat"] for wager in sheet["wagers"]] == [3, 4]
    settled = called(dealer, **outcomes)
    assert (settled["bank"]["net"], settled["bank"]["vigorish"]) == bank
    assert [share["player"] for share in settled["bank"]["shares"]] == list(brought)
    assert tuple(share["net"] for share in settled["bank"]["shares"]) == nets
    assert sum(share["vigorish"] for share in settled["bank"]["shares"]) == bank[1]


def test_the_record_names_both_and_the_ledger_has_one_bank(dealer):
    dealer.do(answer_offers, taken(Ana=6000, Ben=4000))
    called(dealer, b3="lose", b4="push")
    turn = BankTurn.objects.get(round_id=dealer.id)
    assert (turn.player, turn.answers[0]["funds_cents"]) == ("Ana", 10000)
    posted = Posting.objects.get(entry__round_id=dealer.id, account__kind="bank")
    assert posted.cents == 3800
    rows = SeatPlay.objects.filter(round_id=dealer.id, outcome="bank").order_by("player")
    assert [(row.player, row.net_cents) for row in rows] == [("Ana", 2280), ("Ben", 1520)]
    page = round_page(Round.objects.get(pk=dealer.id))
    bank = next(line for line in page.places if line.is_bank)
    assert bank.player == "Ana, Ben"
    assert [(each.player, each.total_cents) for each in bank.players] == [
        ("Ana", 2280),
        ("Ben", 1520),
    ]
    call_command("resettle", "--all", verbosity=0)
    again = dealer.open(carry_wagers=True)
    assert [(each["seat"], each["player"]) for each in again["wagers"]][:2] == [
        (2, "Ana"),
        (2, "Ben"),
    ]


CANNOT_SHARE = [
    ({"Ana": 6000, "Zoe": 4000}, "not_on_the_box"),
    ({"Ben": 10000}, "shares_incomplete"),
    ({"Ana": 10000, "Ben": 0}, "shares_incomplete"),
    ({"Ana": 6000, "Ben": 3999}, "insufficient_funds"),
]


@pytest.mark.parametrize(("brought", "code"), CANNOT_SHARE)
def test_who_cannot_share_a_bank(dealer, brought, code):
    assert refusal(dealer, taken(**brought)) == code


def test_whoever_controls_the_box_is_one_of_them(dealer):
    dealer.do(place_wagers, [{"seat": 2, "player": "Cy", "cents": 2000}])
    assert refusal(dealer, taken(Ben=5000, Cy=5000)) == "controller_missing"


def test_no_sharing_where_the_submission_does_not_allow_it():
    dealer = table(shared_bank=False)
    dealer.open()
    wager_on_all(dealer)
    called(dealer, b2="push", b3="push", b4="push")
    dealer.open()
    wager_on_all(dealer)
    assert refusal(dealer, taken(Ana=6000, Ben=4000)) == "no_shared_bank"


def test_sharing_through_the_api(dealer):
    api = Api(dealer.floor)
    api.round, api.version = dealer.id, dealer.sheet["version"]
    said = api.step("bank", {"answers": taken(Ana=6000, Ben=4000)})
    assert said.status_code == 200, said.json()
    assert said.json()["bank"]["shares"][1] == {"player": "Ben", "cents": 4000}
    twice = taken(Ana=6000, Ben=4000)
    twice[0]["shares"].append({"player": "Ana", "cents": 1})
    assert api.step("bank", {"answers": twice}).status_code == 400


def test_whoever_controls_the_box_must_have_played_the_last_round(dealer):
    dealer.do(seat_player, 2, {"player": "Cy", "controls": True})
    alone = [{"seat": 2, "answer": "take", "funds_cents": 10000}]
    with pytest.raises(Refused) as refused:
        dealer.do(answer_offers, alone)
    assert (refused.value.code, refused.value.rule) == ("did_not_wager", "NZ 5.3(a)")
    dealer.do(seat_player, 2, {"player": "Ana", "controls": True})
    sheet = dealer.do(answer_offers, alone)
    assert sheet["bank"]["player"] == "Ana"
    assert [wager["player"] for wager in sheet["bank"]["aside"]] == ["Ana", "Ben"]


def test_the_page_of_the_round_has_a_line_for_each_who_shares_a_place(dealer, client):
    called(dealer, b2="lose", b3="win", b4="push")
    lines = {line.place: line for line in round_page(Round.objects.get(pk=dealer.id)).places}
    said = [
        (each.player, each.controls, each.wager_cents, each.total_cents)
        for each in lines["2"].players
    ]
    assert said == [("Ana", True, 2000, -2000), ("Ben", False, 2000, -2000)]
    assert lines["3"].players == (), "who stands alone has the line of the place"
    sign_in(client, dealer.floor.surveillance)
    page = client.get(f"/rounds/{dealer.id}/").content.decode()
    assert "Ana, Ben" in page
    assert page.count("Controls the tiles") == 1
