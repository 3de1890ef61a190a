"""People who come, move and leave, at a real table: what is offered and what is refused."""

import pytest

from foundation.clock import database_time
from rounds.models import Round
from rounds.queries.bank_history import history_of
from rounds.queries.tables import table_sheet
from rules.refusals import Refused
from tables.commands.at_table import begin_play, display_tiles
from tests.factories import make_floor
from tests.rounds.playing import Dealer
from tests.rounds.taps import answer_offers, enter_quickly, place_wagers, seat_player
from tests.rounds.test_banks import TAKE, refusal

pytestmark = pytest.mark.django_db


def sit(dealer, **players):
    for seat, player in players.items():
        dealer.do(seat_player, int(seat.removeprefix("s")), {"player": player, "controls": True})


def bet(dealer, **cents):
    said = [
        {"seat": int(seat.removeprefix("s")), "player": player, "cents": amount}
        for seat, (player, amount) in cents.items()
    ]
    return dealer.do(place_wagers, said)


def offers(dealer):
    dealer.table.refresh_from_db()
    found = table_sheet(dealer.table)["bank_offers"]
    refused = {int(seat): why["reason"] for seat, why in found["refused"].items()}
    return found["order"], refused


def called(dealer):
    """Finish a round by outcomes, everybody pushing."""
    dealer.close_passing()
    seats = sorted({wager["seat"] for wager in dealer.sheet["wagers"]})
    dealer.do(enter_quickly, [{"seat": seat, "outcome": "push"} for seat in seats])
    return dealer.settle()


def rounds_before(dealer):
    return history_of(Round.objects.select_related("table").get(pk=dealer.id))


@pytest.fixture
def dealer():
    """A and B played a round of the house at seats 1 and 2."""
    dealer = Dealer(make_floor(options={"dealer_wager": "last-wager"}))
    dealer.open()
    sit(dealer, s1="A", s2="B")
    bet(dealer, s1=("A", 2500), s2=("B", 4000))
    called(dealer)
    dealer.open()
    return dealer


def test_md_9_d_1_a_newcomer_on_a_players_seat_did_not_wager(dealer):
    dealer.do(seat_player, 1, None)
    sit(dealer, s1="C")
    bet(dealer, s1=("C", 2500), s2=("B", 2500))
    assert offers(dealer) == ([2], {1: "did-not-wager"})
    refused = refusal(dealer, answer_offers, [{"seat": 1, **TAKE}])
    assert (refused.code, refused.rule) == ("did_not_wager", "MD 9 §D(1)")


def test_md_9_h_3_the_last_wager_goes_with_a_player_who_moves(dealer):
    dealer.do(seat_player, 2, None)
    sit(dealer, s5="B")
    bet(dealer, s1=("A", 1000), s5=("B", 1000))
    assert offers(dealer) == ([1, 5], {})
    sheet = dealer.do(answer_offers, [{"seat": 5, **TAKE}], others_pass=True)
    assert (sheet["bank"]["seat"], sheet["dealer_wager"]) == (5, 4000)


def test_md_9_b_2_a_pause_starts_nothing_and_the_display_starts_a_game(dealer):
    assert len(rounds_before(dealer)) == 1
    bet(dealer, s1=("A", 1000), s2=("B", 1000))
    called(dealer)
    floor = dealer.floor
    display_tiles(dealer.table.pk, by=floor.dealer, at=database_time())
    begin_play(dealer.table.pk, by=floor.dealer, at=database_time())
    dealer.open()
    assert rounds_before(dealer) == []
    assert dealer.sheet["seats"] == {}


def test_nz_5_2_a_table_that_everybody_left_begins_anew(dealer):
    for seat in (1, 2):
        dealer.do(seat_player, seat, None)
    sit(dealer, s1="C", s2="D")
    bet(dealer, s1=("C", 1000), s2=("D", 1000))
    assert offers(dealer) == ([], {1: "first-round", 2: "first-round"})


def test_markers_of_the_game_are_told_so_that_none_is_given_twice(dealer):
    dealer.do(seat_player, 1, None)
    dealer.table.refresh_from_db()
    assert table_sheet(dealer.table)["bank_offers"]["markers"] == ["A", "B"]


def test_mbs_3_2_after_no_more_bets_no_wager_is_taken():
    # MBS 3.2
    late = Dealer(make_floor("mbs"))
    late.open()
    late.wager(s1=2000)
    late.close_passing()
    with pytest.raises(Refused) as refused:
        late.wager(s2=2000)
    assert refused.value.rule == "MBS 5.4-5.5"


def test_nz_9_4_the_dice_are_thrown_after_no_more_bets():
    # NZ 9.1, 9.4
    early = Dealer(make_floor("new-zealand"))
    early.open()
    early.wager(s2=2000)
    with pytest.raises(Refused) as refused:
        early.roll()
    assert refused.value.code == "wrong_state"


def test_nz_6_7_a_player_wagers_on_more_than_one_box():
    # NZ 6.7; MD 5 §E needs the submission
    several = Dealer(make_floor("new-zealand"))
    several.open()
    sheet = bet(several, s2=("A", 2000), s5=("A", 4000))
    assert [wager["seat"] for wager in sheet["wagers"]] == [2, 5]


def test_md_6_d_and_9_m_a_place_without_a_wager_has_no_hand(dealer):
    # MD 6 §D, 9 §M
    bet(dealer, s1=("A", 1000))
    dealer.close_passing()
    dealer.roll()
    dealer.deal()
    with pytest.raises(Refused) as refused:
        dealer.hands(seat_5="6-6 6-6 1-1 3-6")
    assert (refused.value.code, refused.value.rule) == ("no_hand_there", "MD 6 §D")
