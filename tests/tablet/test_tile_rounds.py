"""Whole rounds on the dealer's screen, tapped in a real browser against the running floor."""

import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rounds.models import Round, RoundState
from rules.house_ways import from_file
from tests.factories import make_floor
from tests.rounds.playing import Dealer as Commands
from tests.rounds.playing import house_round
from tests.tablet.fit import assert_fits, assert_readable

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens]

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
PLACES = """() => [...document.querySelectorAll(".result-rows > li, .seat-card, .work-acts > *")]
  .map((part) => { const box = part.getBoundingClientRect(); return [box.x, box.y, box.width]; })"""


def last_round(floor) -> Round:
    return Round.objects.select_related("settlement").filter(table=floor.table).latest("opened_at")


@pytest.mark.parametrize(
    ("size", "language"), [((1280, 800), "en"), ((1024, 768), "zh-hant")], ids=["en", "zh-hant"]
)
def test_a_full_house_round_takes_at_most_36_taps(at_table, screenshot, size, language):
    floor = make_floor(options={"pair_fortunes": "A"})
    dealer = at_table(floor, size=size, language=language)
    page = dealer.page

    def look(name: str, *, closely: bool = False) -> None:
        assert_fits(page)
        if closely:
            assert_readable(page)
        screenshot(page, f"tablet-{name}-{size[0]}-{language}")

    look("ready", closely=True)
    dealer.tap("open-round")
    for seat in SEATS:
        dealer.wager(seat, 2500, 500 if seat == 3 else 2500)
    dealer.wager(6, 500, kind="pair_fortunes")
    look("wagers", closely=True)
    dealer.sent()
    dealer.taps = 0
    dealer.tap("no-more-bets")
    look("dice")
    dealer.roll(3, 2, 6)
    expect(page.locator(".count.is-start")).to_be_visible()
    look("delivery", closely=True)
    dealer.tap("delivered")
    dealer.hand("6-6 6-6")
    look("tiles", closely=True)
    dealer.hand("1-2 4-5")
    for tiles in HANDS:
        dealer.hand(tiles)
    dealer.step("result")
    look("result", closely=True)
    lost = page.locator('.result-row[data-place="6"]')
    expect(lost.locator(".result-move").first).to_contain_text("$50")
    expect(lost.locator(".result-side")).to_contain_text("$20")
    expect(page.locator('.result-row[aria-pressed="true"]')).to_have_count(0)
    before = page.evaluate(PLACES)
    dealer.tap("why")
    worked_out = page.locator(".reasons").inner_text()
    assert "MD 3 §B(1)" in worked_out
    assert "MD 8 §L(1)" in worked_out
    dealer.tap("close-panel")
    dealer.taps -= 2
    dealer.tap("settle")
    assert dealer.taps <= MOST_TAPS
    dealer.sent()
    expect(dealer.find("next-round")).to_be_enabled()
    after = page.evaluate(PLACES)
    assert after[: len(before) - 2] == before[: len(before) - 2], "nothing moves under the finger"
    look("settled")

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
    look("why")
    dealer.tap("close-panel")
    dealer.tap("next-round")
    dealer.step("betting")
    dealer.sent()
    assert last_round(floor).number == played.number + 1
    assert len(last_round(floor).facts["wagers"]) == 6


def test_a_mistake_is_undone_and_the_filed_house_way_holds(at_table, screenshot):
    way = tomllib.loads(Path(from_file.__file__).with_name("example.toml").read_text())
    floor = make_floor(options={"house_way": way})
    dealer = at_table(floor, size=(1024, 768))
    page = dealer.page
    dealer.tap("open-round")
    dealer.wager(2, 2500)
    dealer.tap("undo")
    expect(dealer.find("no-more-bets")).to_be_disabled()
    dealer.wager(2, 100)
    expect(page.locator(".wager-limit")).to_contain_text("below the minimum")
    expect(dealer.find("no-more-bets")).to_be_disabled()
    dealer.tap("clear-wager")
    dealer.wager(2, 2500)
    dealer.wager(5, 2500)
    dealer.tap("no-more-bets")
    dealer.tap("undo")
    dealer.step("betting")
    dealer.tap("no-more-bets")
    dealer.tap("no-roll")
    assert_fits(page)
    dealer.tap("no-roll-because", reason="die-left-shaker")
    dealer.roll(1, 1)
    dealer.tap("clear-die", index=0)
    dealer.roll(2, 5)
    dealer.tap("choose-delivery")
    assert_fits(page)
    dealer.tap("style", style="house-way-right")
    dealer.tap("delivered")

    dealer.hand("6-6 6-6 4-4 1-3")
    expect(page.locator(".settings-why")).to_contain_text("Example 2(a)")
    assert_fits(page)
    screenshot(page, "tablet-house-way-1024-en")
    page.locator(".setting:enabled").tap()
    dealer.hand("1-1 3-6 2-2 4-4")
    dealer.tap("undo")
    expect(page.locator(".work-head h1")).to_have_text("Seat 2")
    expect(page.locator(".slot svg")).to_have_count(3)
    dealer.hand("5-6")
    dealer.hand("5-5 2-3 1-3 4-6")
    dealer.step("result")
    dealer.tap("seat", seat=5)
    assert_fits(page)
    page.locator(".setting").nth(1).tap()
    dealer.step("result")
    dealer.tap("settle")
    dealer.sent()

    played = last_round(floor)
    assert played.facts["hands"]["2"]["held"] == ["1-1", "3-6", "2-2", "5-6"]
    assert played.facts["no_rolls"] == ["die-left-shaker"]
    assert played.facts["roll"]["dice"] == [1, 2, 5]


def test_a_player_banks_and_then_one_co_banks(at_table, screenshot):
    options = {"co_bank": True, "dealer_wager": "last-wager", "bank_cut": True}
    floor = make_floor(options=options)
    house_round(Commands(floor), seats=4)
    dealer = at_table(floor, size=(1024, 768), language="zh-hant")
    page = dealer.page
    dealer.tap("open-round", carry="true")
    dealer.sent()
    expect(dealer.find("offer-bank")).to_be_enabled()
    dealer.tap("offer-bank")
    assert_fits(page)
    assert_readable(page)
    screenshot(page, "tablet-bank-1024-zh-hant")
    dealer.tap("bank-pass")
    dealer.tap("bank-take")
    dealer.sent()
    pressed = dealer.find("dealer-wager", cents=2500)
    expect(pressed.and_(page.locator("[aria-pressed=true]"))).to_be_visible()
    assert_fits(page)
    dealer.wager(5, 2500)
    expect(dealer.find("no-more-bets")).to_be_disabled()
    expect(dealer.find("no-more-bets")).to_contain_text("$100")
    assert_fits(page)
    dealer.tap("bank-shows", cents=10000)
    dealer.sent()
    expect(dealer.find("no-more-bets")).to_be_enabled()
    assert last_round(floor).facts["bank"]["answers"][-1]["funds_cents"] == 10000
    dealer.tap("leave-seat")
    dealer.sent()
    expect(dealer.find("no-more-bets")).to_be_enabled()
    dealer.tap("no-more-bets")
    dealer.tap("bank-cut")
    dealer.tap("cut-stack", stack=3)
    dealer.tap("cut-stack", stack=5)
    assert_fits(page)
    screenshot(page, "tablet-bank-cut-1024-zh-hant")
    dealer.tap("cut-to", right=2)
    assert_fits(page)
    dealer.roll(1, 1, 1)
    dealer.tap("delivered")
    for tiles in ("6-6 4-5 1-2 2-4", "6-6 1-1 4-6 3-6", *HANDS[1:4]):
        finish(dealer, tiles)
    dealer.step("result")
    assert_fits(page)
    dealer.tap("steps")
    steps = page.locator(".movements li").all_inner_texts()
    assert len(steps) >= 3
    assert_fits(page)
    screenshot(page, "tablet-player-bank-1024-zh-hant")
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
    dealer.sent()
    dealer.tap("no-more-bets")
    dealer.roll(6, 6, 6)
    dealer.tap("delivered")
    for tiles in (DEALER, *HANDS[:2]):
        finish(dealer, tiles)
    dealer.step("result")
    dealer.tap("settle")
    dealer.sent()
    assert page.locator("[data-alarm]").count() == 0
    assert last_round(floor).bank_kind == "co-bank"


def finish(dealer, tiles: str) -> None:
    """Enter a hand; where it must be the house way, set it so."""
    dealer.hand(tiles)
    setting = dealer.page.locator(".setting:enabled")
    if setting.count():
        setting.first.tap()


def test_new_zealand_deals_a_named_cut_and_counts_four_more(at_table, screenshot):
    floor = make_floor("new-zealand", options={"adjust": True, "players_a_box": 3})
    commands = Commands(floor)
    commands.open()
    commands.wager(s2=2500, s3=2500, s4=5000)
    commands.close_passing()
    commands.roll()
    commands.cut()
    commands.deal()
    commands.hands(box_2=HANDS[0], box_3=HANDS[1], box_4=HANDS[2], dealer=DEALER)
    commands.settle()
    dealer = at_table(floor)
    page = dealer.page
    dealer.tap("open-round", carry="true")
    two_players_on_a_box(dealer, screenshot)
    dealer.tap("offer-bank")
    dealer.tap("bank-take")
    dealer.sent()
    dealer.tap("no-more-bets")
    dealer.tap("adjust", by=4)
    dealer.tap("laja")
    assert_fits(page)
    dealer.roll(1, 2, 3)
    dealer.tap("choose-delivery")
    assert_fits(page)
    screenshot(page, "tablet-cuts-1280-en")
    dealer.tap("cut", cut="jung-quat")
    dealer.tap("cut-option", option="top")
    assert_fits(page)
    screenshot(page, "tablet-new-zealand-1280-en")
    dealer.tap("delivered")
    expect(page.locator(".work-head h1")).to_have_text("Bank: Box 2")
    for tiles in (HANDS[3], HANDS[4], HANDS[5], "6-6 4-5 1-1 3-6"):
        dealer.hand(tiles)
    dealer.step("result")
    shares = page.locator('.result-row[data-place="5"] .result-players')
    worked_out = shares.inner_text()
    assert_fits(page)
    screenshot(page, "tablet-boxes-1280-en")
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


def two_players_on_a_box(dealer, screenshot) -> None:
    page = dealer.page
    expect(page.locator(".work-head p")).to_contain_text("box")
    dealer.wager(5, 2500)
    dealer.tap("more-players")
    dealer.tap("chip", value=10000)
    dealer.tap("controls-tiles")
    dealer.sent()
    assert_fits(page)
    screenshot(page, "tablet-players-1280-en")
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


def test_the_last_hand_of_a_full_mbs_table_fills_itself_in(at_table, screenshot):
    floor = make_floor("mbs")
    late = RulesComeLate()
    dealer = at_table(floor, size=(1024, 768), language="zh-hant", on_the_way=late)
    dealer.tap("open-round")
    assert late.asked == 2, "the rules are asked for again by themselves"
    for seat in range(1, 8):
        dealer.wager(seat, 2500)
    dealer.tap("no-more-bets")
    dealer.roll(4, 4, 4)
    dealer.tap("delivered")
    for tiles in (DEALER, *HANDS[:5]):
        finish(dealer, tiles)
    dealer.hand(HANDS[5])
    expect(dealer.page.locator(".slot svg")).to_have_count(4)
    assert_fits(dealer.page)
    screenshot(dealer.page, "tablet-filled-in-1024-zh-hant")
    dealer.page.locator('.setting[data-way="true"]').tap()
    dealer.step("result")
    assert_fits(dealer.page)
    dealer.tap("settle")
    dealer.sent()
    assert dealer.page.locator("[data-alarm]").count() == 0
    assert sorted(last_round(floor).facts["hands"]["7"]["held"]) == ["1-1", "1-4", "2-3", "2-4"]
