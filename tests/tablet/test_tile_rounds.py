"""Whole rounds on the dealer's screen, tapped in a real browser against the running floor."""

import re
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rounds.models import Round, RoundState
from rules.tiles.house_ways import from_file
from tests.factories import make_floor
from tests.rounds.playing import Dealer as Commands
from tests.rounds.playing import house_round

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens, pytest.mark.slow(6)]

SEATS = range(1, 7)
DEALER = "6-6 6-6 1-2 4-5"
HANDS = (
    "1-1 3-6 2-2 5-6",
    "4-4 4-4 1-3 5-5",
    "1-3 5-5 3-3 2-2",
    "3-3 5-6 4-6 1-6",
    "4-6 1-6 1-5 2-6",
    "1-5 3-5 2-5 3-4",
)
MOST_TAPS = 36
MOST_TAPS_OF_NEW_WAGERS = 50
MOST_TAPS_AFTER = 34
MOST_TAPS_OF_A_WAGER = 6


def last_round(floor) -> Round:
    return Round.objects.select_related("settlement").filter(table=floor.table).latest("opened_at")


def six_new_wagers(dealer) -> None:
    """Chips, twice the amount, the same as at the seat before."""
    dealer.wager(1, 2500)
    dealer.tap("double-amount")
    for seat in (2, 4, 5, 6):
        dealer.tap("seat", seat=seat)
        dealer.tap("same-amount")
    dealer.tap("wager-kind", kind="pair_fortunes")
    dealer.tap("chip", value=500)
    dealer.look("wagers")
    dealer.wager(3, 2500, 500)


def the_seat_is_compared_at_once(dealer) -> None:
    """Rule: MD 8 §F-G."""
    page = dealer.page
    expect(page.locator('.seat-card[data-seat="1"]')).to_have_attribute("data-outcome", "push")
    expect(page.locator('.seat-card[data-seat="2"]')).not_to_have_attribute("data-outcome", "push")
    expect(page.locator(".hand-turned .money")).to_have_text(dealer.says("stays", amount="$50"))
    dealer.look("turned-over")


def any_amount_takes_at_most_six_taps(dealer) -> None:
    amount, before = dealer.page.locator(".wager-amount .money"), dealer.taps
    dealer.tap("amount-keys")
    for key in "49755":
        dealer.tap("amount-key", key=key)
    assert dealer.taps - before <= MOST_TAPS_OF_A_WAGER
    expect(amount).to_have_text("$49,755")
    dealer.look("wager-keys")
    dealer.tap("amount-keys")
    dealer.tap("clear-wager")
    with dealer.held("chip", value=2500):
        expect(amount).to_have_text(re.compile(r"^\$(75|[1-9]\d\d)$"))
    dealer.tap("undo")
    expect(amount).to_have_text("$0")


def test_a_full_house_round_takes_at_most_36_taps(at_table):
    floor = make_floor(options={"pair_fortunes": "A"})
    dealer = at_table(floor)
    page = dealer.page
    dealer.look("ready")
    dealer.tap("open-round")
    dealer.taps = 0
    six_new_wagers(dealer)
    dealer.sent()
    assert dealer.taps + MOST_TAPS_AFTER <= MOST_TAPS_OF_NEW_WAGERS
    dealer.taps = 0
    dealer.tap("no-more-bets")
    dealer.look("dice")
    dealer.roll(3, 2, 6)
    expect(page.locator(".count.is-start")).to_be_visible()
    dealer.look("delivery")
    dealer.tap("delivered")
    dealer.hand("6-6 6-6")
    dealer.look("tiles")
    dealer.hand("1-2 4-5")
    dealer.hand(HANDS[0])
    the_seat_is_compared_at_once(dealer)
    for tiles in HANDS[1:]:
        dealer.hand(tiles)
    dealer.step("result")
    dealer.look("result")
    lost = page.locator('.result-row[data-place="6"]')
    expect(lost.locator(".result-move").first).to_contain_text("$50")
    expect(lost.locator(".result-side")).to_contain_text("$20")
    expect(page.locator('.result-row[aria-pressed="true"]')).to_have_count(0)
    dealer.tap("why")
    worked_out = page.locator(".reasons").inner_text()
    assert "MD 3 §B(1)" in worked_out
    assert "MD 8 §L(1)" in worked_out
    dealer.tap("close-panel")
    dealer.taps -= 2
    dealer.sent()
    dealer.watch()
    dealer.tap("settle")
    assert dealer.taps <= min(MOST_TAPS, MOST_TAPS_AFTER)
    dealer.sent()
    expect(dealer.find("next-round")).to_be_enabled()
    dealer.assert_still()
    dealer.look("settled")

    played = last_round(floor)
    assert played.state == RoundState.SETTLED
    assert played.facts["roll"]["positions"][0] == "seat-2"
    seats = played.settlement.outcome["seats"]
    shown = page.locator(".result-row").evaluate_all(
        "(rows) => rows.map((row) => row.dataset.outcome)"
    )
    assert shown == [seat["outcome"] for seat in seats]
    assert page.locator("[data-alarm]").count() == 0, "the preview was what the server settled"

    dealer.tap("why")
    expect(page.locator(".reasons li")).to_have_count(worked_out.count("MD "))
    dealer.look("why")
    dealer.tap("close-panel")
    dealer.tap("next-round")
    dealer.step("betting")
    dealer.sent()
    assert last_round(floor).number == played.number + 1
    assert len(last_round(floor).facts["wagers"]) == 6


def test_a_mistake_is_undone_and_the_filed_house_way_holds(at_table):
    way = tomllib.loads(Path(from_file.__file__).with_name("example.toml").read_text())
    styles = ["house-way-right", "cup-say-right"]
    floor = make_floor(options={"house_way": way, "delivery_styles": styles})
    dealer = at_table(floor)
    page = dealer.page
    dealer.tap("open-round")
    dealer.wager(2, 2500)
    dealer.tap("undo")
    expect(dealer.find("no-more-bets")).to_be_disabled()
    dealer.wager(2, 100)
    expect(page.locator(".wager-limit")).to_contain_text(dealer.says("below_minimum", amount="$10"))
    expect(dealer.find("no-more-bets")).to_be_disabled()
    dealer.look("wager-too-small")
    any_amount_takes_at_most_six_taps(dealer)
    dealer.wager(2, 2500)
    dealer.wager(5, 2500)
    dealer.tap("no-more-bets")
    dealer.tap("undo")
    dealer.step("betting")
    dealer.tap("no-more-bets")
    dealer.tap("no-roll")
    dealer.look("no-roll")
    dealer.tap("no-roll-because", reason="die-left-shaker")
    dealer.tap("choose-delivery")
    dealer.look("delivery-styles")
    dealer.tap("style", style="house-way-right")
    dealer.roll(1, 1)
    expect(dealer.find("choose-delivery")).to_be_disabled()
    dealer.tap("clear-die", index=0)
    dealer.roll(2, 5)
    dealer.tap("delivered")

    dealer.hand("6-6 6-6 4-4 1-3")
    expect(page.locator(".settings-why")).to_contain_text("Example 2(a)")
    dealer.look("house-way")
    dealer.tap_on(page.locator(".setting:enabled"))
    dealer.hand("1-1 3-6 2-2 4-4")
    dealer.tap("undo")
    expect(page.locator(".work-head h1")).to_have_text(dealer.says("seat_n", n=2))
    expect(page.locator(".slot svg")).to_have_count(3)
    dealer.hand("5-6")
    dealer.tap("seat-state")
    dealer.look("seat-state")
    dealer.tap("close-panel")
    dealer.hand("5-5 2-3 1-3 4-6")
    dealer.step("result")
    dealer.tap("seat", seat=5)
    dealer.look("set-again")
    dealer.tap_on(page.locator(".setting").nth(1))
    dealer.step("result")
    dealer.tap("settle")
    dealer.sent()

    played = last_round(floor)
    assert played.facts["hands"]["2"]["held"] == ["1-1", "3-6", "2-2", "5-6"]
    assert played.facts["no_rolls"] == ["die-left-shaker"]
    assert played.facts["roll"]["dice"] == [1, 2, 5]


def test_a_player_banks_and_then_one_co_banks(at_table):
    options = {"co_bank": True, "dealer_wager": "last-wager", "bank_cut": True}
    floor = make_floor(options=options)
    house_round(Commands(floor), seats=4)
    dealer = at_table(floor)
    page = dealer.page
    dealer.tap("open-round", carry="true")
    dealer.sent()
    expect(dealer.find("offer-bank")).to_be_enabled()
    dealer.tap("offer-bank")
    dealer.look("bank")
    dealer.tap("bank-pass")
    dealer.tap("bank-take")
    dealer.look("funds")
    dealer.tap("funds-word")
    dealer.sent()
    taken = last_round(floor).facts["bank"]["answers"][-1]
    assert (taken["funds_cents"], taken["word_cents"]) == (None, 7500), "the dealer's word"
    pressed = dealer.find("dealer-wager", cents=2500)
    expect(pressed.and_(page.locator("[aria-pressed=true]"))).to_be_visible()
    dealer.wager(5, 2500)
    expect(dealer.find("no-more-bets")).to_be_disabled()
    expect(dealer.find("no-more-bets")).to_contain_text("$100")
    dealer.look("bank-too-small")
    dealer.tap("bank-shows")
    expect(dealer.find("funds-counted")).to_be_disabled()
    for _ in range(4):
        dealer.tap("funds-chip", value=2500)
    dealer.tap("funds-counted")
    dealer.sent()
    expect(dealer.find("no-more-bets")).to_be_enabled()
    assert last_round(floor).facts["bank"]["answers"][-1]["funds_cents"] == 10000
    dealer.tap("seat", seat=5)
    dealer.tap("leave-seat")
    dealer.sent()
    expect(dealer.find("no-more-bets")).to_be_enabled()
    dealer.tap("no-more-bets")
    dealer.tap("bank-cut")
    dealer.tap("cut-stack", stack=3)
    dealer.tap("cut-stack", stack=5)
    dealer.look("bank-cut")
    dealer.tap("cut-to", right=2)
    dealer.roll(1, 1, 1)
    dealer.tap("delivered")
    dealer.hands("6-6 1-1 4-6 3-6", "6-6 4-5 1-2 2-4", *HANDS[1:4])
    dealer.step("result")
    dealer.tap("steps")
    steps = page.locator(".movements li").all_inner_texts()
    assert len(steps) >= 3
    dealer.look("player-bank")
    dealer.tap("settle")
    dealer.sent()
    assert page.locator(".movements li").all_inner_texts() == steps
    assert page.locator("[data-alarm]").count() == 0
    played = last_round(floor)
    assert (played.bank_kind, played.bank_seat) == ("player", 2)
    assert played.facts["delivery"]["bank_cut"] == {"first": 3, "last": 5, "to_right": 2}

    dealer.tap("next-round")
    dealer.sent()
    dealer.tap("offer-bank")
    dealer.tap("bank-co")
    dealer.tap("funds-word")
    dealer.sent()
    assert [wager["seat"] for wager in last_round(floor).facts["wagers"]] == [1, 2, 4]
    dealer.tap("no-more-bets")
    dealer.roll(6, 6, 6)
    dealer.tap("delivered")
    dealer.hands(DEALER, *HANDS[:3])
    dealer.step("result")
    dealer.look("co-bank")
    dealer.tap("settle")
    dealer.sent()
    assert page.locator("[data-alarm]").count() == 0
    assert last_round(floor).bank_kind == "co-bank"


def test_new_zealand_deals_a_named_cut_and_counts_four_more(at_table):
    floor = make_floor("new-zealand", options={"adjust": True, "players_a_box": 3})
    commands = Commands(floor)
    commands.open()
    commands.wager(s2=2500, s3=2500, s4=5000)
    commands.close_passing()
    commands.cut()
    commands.roll()
    commands.deal()
    commands.hands(box_2=HANDS[0], box_3=HANDS[1], box_4=HANDS[2], dealer=DEALER)
    commands.settle()
    dealer = at_table(floor)
    page = dealer.page
    dealer.tap("open-round", carry="true")
    two_players_on_a_box(dealer)
    dealer.tap("offer-bank")
    dealer.tap("bank-take")
    dealer.tap("funds-word")
    dealer.sent()
    dealer.look("new-zealand-wagers")
    dealer.tap("no-more-bets")
    dealer.tap("adjust", by=4)
    dealer.tap("laja")
    dealer.look("new-zealand-dice")
    expect(dealer.find("die", face=1)).to_be_disabled()
    dealer.tap("choose-delivery")
    dealer.look("cuts")
    dealer.tap("cut", cut="jung-quat")
    dealer.tap("cut-by", by="supervisor")
    dealer.look("cut-options")
    dealer.tap("cut-option", option="top")
    expect(dealer.find("laja")).to_be_disabled()
    dealer.look("new-zealand-cut")
    dealer.roll(1, 2, 3)
    dealer.tap("delivered")
    box = dealer.says("box_n", n=2)
    expect(page.locator(".work-head h1")).to_have_text(dealer.says("bank_at", seat=box))
    dealer.sent()
    assert last_round(floor).facts["delivery"]["chosen_by"] == "supervisor", "NZ 9.3A(b)"
    dealer.look("new-zealand-tiles")
    dealer.tap("ask-house-way")
    dealer.hand(HANDS[3])
    expect(page.locator(".settings-why")).to_contain_text(dealer.says("banker_confirms"))
    dealer.tap_on(page.locator(".setting:enabled"))
    dealer.sent()
    assert last_round(floor).facts["hands"]["2"]["set_by"] == "house_way", "NZ 10.4(c)"
    dealer.hands(*HANDS[4:6], "6-6 4-5 1-1 3-6")
    dealer.step("result")
    shares = page.locator('.result-row[data-place="5"] .result-players')
    worked_out = shares.inner_text()
    dealer.look("new-zealand-result")
    dealer.tap("settle")
    dealer.sent()
    assert shares.inner_text() == worked_out
    assert page.locator("[data-alarm]").count() == 0
    played = last_round(floor)
    assert [each["net"] for each in played.settlement.outcome["players"][-2:]] == [2375, 9500]
    assert played.facts["roll"]["adjust"] == 4
    assert played.facts["delivery"]["cut"] == "jung-quat"
    assert played.facts["delivery"]["laja"] is True
    assert played.state == RoundState.SETTLED


def two_players_on_a_box(dealer) -> None:
    page = dealer.page
    expect(page.locator(".work-head p")).to_have_text(dealer.says("box:wagers_how"))
    dealer.wager(5, 2500, 500, 100)
    expect(dealer.find("no-more-bets")).to_be_disabled()
    part = dealer.says("not_payable", part="$30", rest="$1")
    expect(page.locator(".wager-limit")).to_have_text(part)
    dealer.look("part-of-a-wager")
    dealer.tap("take-part", cents=3000)
    dealer.tap("clear-wager")
    dealer.tap("chip", value=2500)
    dealer.tap("more-players")
    dealer.tap("chip", value=10000)
    dealer.tap("controls-tiles")
    dealer.sent()
    dealer.look("players-of-a-box")
    dealer.tap("seat", seat=5)
    first, second = last_round(dealer.floor).facts["seats"]["5"]
    assert (first["controls"], second["controls"]) == (False, True)


class RulesComeLate:
    """The first answer to a question for the rules is that the server is busy."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, route) -> None:
        if "/rules" not in route.request.url:
            return route.fallback()
        self.asked += 1
        return route.fulfill(status=503) if self.asked == 1 else route.fallback()


def test_the_last_hand_of_a_full_mbs_table_fills_itself_in(at_table):
    floor = make_floor("mbs")
    late = RulesComeLate()
    dealer = at_table(floor, on_the_way=late)
    dealer.tap("open-round")
    assert late.asked == 2, "the rules are asked for again by themselves"
    for seat in range(1, 8):
        dealer.wager(seat, 2500)
    dealer.look("mbs-wagers")
    dealer.tap("no-more-bets")
    dealer.roll(4, 4, 4)
    dealer.look("mbs-delivery")
    dealer.tap("delivered")
    dealer.hands(DEALER, *HANDS[:5])
    dealer.hand(HANDS[5])
    expect(dealer.page.locator(".slot svg")).to_have_count(4)
    dealer.look("filled-in")
    dealer.tap_on(dealer.page.locator('.setting[data-way="true"]'))
    dealer.step("result")
    dealer.look("mbs-result")
    dealer.tap("settle")
    dealer.sent()
    assert dealer.page.locator("[data-alarm]").count() == 0
    assert sorted(last_round(floor).facts["hands"]["7"]["held"]) == ["1-1", "1-4", "2-3", "2-4"]
