"""What paragraphs ask of the dealer's screen, tapped in a real browser."""

import pytest
from playwright.sync_api import expect

from rounds.models import Round
from tests.factories import make_floor
from tests.rounds.playing import SIX_HANDS
from tests.rounds.playing import Dealer as Commands

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens, pytest.mark.slow(3)]


def entered(floor):
    return Round.objects.filter(table=floor.table).latest("opened_at").facts


def test_md_5_e_one_player_on_two_areas_sets_the_larger_wager_first(at_table):
    floor = make_floor(options={"adjacent_areas": True})
    dealer = at_table(floor)
    dealer.tap("open-round")
    dealer.wager(3, 2500)
    dealer.sent()
    dealer.tap("seat", seat=5)
    expect(dealer.find("player", player="A")).to_have_count(0)
    dealer.tap("seat", seat=4)
    dealer.tap("player", player="A")
    dealer.wager(4, 2500, 2500)
    dealer.look("two-areas")
    dealer.tap("no-more-bets")
    dealer.roll(3, 2, 6)
    dealer.tap("delivered")
    dealer.sent()
    said = dealer.says("sets_first", player="A", before=name(dealer, 4), after=name(dealer, 3))
    expect(dealer.page.locator(".settings-why")).to_contain_text(said)
    dealer.look("order-of-setting")
    dealer.hand("6-6 6-6 1-2 4-5")
    expect(dealer.find("seat", seat=4)).to_have_attribute("aria-pressed", "true")
    dealer.sent()
    wagers = [(each["seat"], each["player"]) for each in entered(floor)["wagers"]]
    assert wagers == [(3, "A"), (4, "A")]
    assert list(entered(floor)["seats"]) == ["3"]


def test_md_9_the_bank_of_a_settled_round_is_corrected_on_the_tablet(at_large):
    # MD 9 §H(3)-§I
    floor = make_floor(options={"player_bank": True})
    commands = Commands(floor)
    commands.open()
    commands.wager(s1=2500, s2=2500)
    commands.close_passing()
    commands.roll()
    commands.deal()
    names = ("seat-1", "seat-2", "dealer")
    commands.hands(**{each.replace("-", "_"): SIX_HANDS[each] for each in names})
    dealer = at_large(floor)
    dealer.tap("settle")
    dealer.sent()
    dealer.tap("correct")
    dealer.tap("correct-because", reason="entry_error")
    dealer.tap("later-bank")
    dealer.tap("bank-was", kind="player", seat=2)
    dealer.tap("dealer-chip", value=500)
    dealer.look("who-banked")
    dealer.tap("close-panel")
    dealer.tap("later-sign")
    dealer.sign()
    dealer.sign(floor.pit_manager.badge)
    expect(dealer.page.locator(".differences")).to_be_visible()
    played = Round.objects.select_related("settlement").get(table=floor.table)
    assert (played.bank_kind, played.bank_seat) == ("player", 2)
    assert played.settlement.entered["dealer_wager"] == 500


def test_nz_9_3a_c_a_cut_is_drawn_by_chance(at_large):
    floor = make_floor("new-zealand", options={"cut_chooser": "random"})
    dealer = at_large(floor)
    dealer.tap("open-round")
    dealer.wager(2, 2500)
    dealer.tap("no-more-bets")
    expect(dealer.find("die", face=1)).to_be_disabled()
    dealer.tap("draw-cut")
    dealer.roll(3, 2, 6)
    dealer.tap("delivered")
    dealer.sent()
    delivery = entered(floor)["delivery"]
    assert delivery["chosen_by"] == "random"
    assert delivery["cut"]


def test_nz_7_1_a_the_dealer_names_whose_wager_lies_nearest(at_large):
    floor = make_floor("new-zealand", options={"players_a_box": 3})
    dealer = at_large(floor)
    dealer.tap("open-round")
    dealer.wager(2, 2500)
    dealer.tap("more-players")
    dealer.tap("chip", value=2500)
    dealer.tap("nobody-sits")
    dealer.sent()
    assert (entered(floor)["seats"], len(entered(floor)["wagers"])) == ({}, 2)
    unclear = dealer.says("controller_unknown")
    expect(dealer.find("no-more-bets")).to_contain_text(unclear)
    dealer.look("nearest-wager")
    expect(dealer.find("no-more-bets")).to_be_disabled()
    dealer.tap("player", player="B")
    dealer.tap("controls-tiles")
    dealer.tap("no-more-bets")
    dealer.sent()
    assert entered(floor)["seats"] == {"2": [{"player": "B", "controls": True}]}
    assert Round.objects.get(table=floor.table).state == "closed"


def name(dealer, seat):
    return dealer.says("seat_n", n=seat)
