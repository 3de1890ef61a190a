"""A round of Three Card Split on the same screen: all wagers, a foul, a jackpot, a scanner."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from banking.commands.jackpot import Terms, contribute_period, start_jackpot
from banking.models import Entry, Slip
from banking.queries.balances import ledger_faults
from banking.queries.jackpots import awards, meter
from rounds.models import Round, RoundState
from rules.cards.jackpot import Activity
from tests.factories import make_floor
from tests.sign_in import cookies_of
from tests.tablet.driver import scan

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens, pytest.mark.slow(6)]

SEED, GROWN = 50_000, 2_500


def cards(dealer, held: str) -> None:
    for card in held.split():
        dealer.tap("rank", rank=card[0])
        dealer.tap("card", card=card)


def test_all_wagers_a_foul_and_the_jackpot(at_table, open_page, live_floor):
    floor = make_floor("three-card-split", options={"four_card": "4a", "jackpot_minimum": 500})
    now = datetime.now(UTC)
    terms = Terms(name="Bonus", seed_cents=SEED, grows="per-day", step=GROWN)
    jackpot = start_jackpot(terms, [floor.table.pk], by=floor.pit_manager, at=now)
    dealer = at_table(floor)
    page = dealer.page
    board = pit_board(open_page, floor, live_floor.url)
    for shown in (page.locator(".jackpot"), board):
        expect(shown).to_contain_text("500")
    contribute_period(jackpot.pk, now - timedelta(days=1), now, seen=Activity(days=1), at=now)
    for shown in (page.locator(".jackpot"), board):
        expect(shown).to_contain_text("525")

    dealer.tap("open-round")
    dealer.wager(1, 500, kind="three_card")
    expect(page.locator(".wager-limit")).to_have_text(dealer.says("side_needs_wager"))
    dealer.tap("wager-kind", kind="cents")
    dealer.tap("chip", value=500)
    dealer.tap("chip", value=500)
    dealer.wager(1, 500, kind="three_card")
    expect(page.locator(".wager-limit")).to_have_text(
        dealer.says("three_card_too_high", amount="$5")
    )
    expect(dealer.find("no-more-bets")).to_be_disabled()
    dealer.tap("clear-wager")
    dealer.tap("wager-kind", kind="cents")
    dealer.tap("clear-wager")
    dealer.tap("chip", value=2500)
    dealer.wager(1, 500, kind="three_card")
    dealer.wager(1, 500, kind="four_card")
    dealer.look("card-wagers")
    dealer.wager(2, 2500)
    dealer.tap("no-more-bets")
    dealer.look("card-deal")
    dealer.tap("cards-dealt")
    cards(dealer, "KS QH")
    dealer.look("cards")
    cards(dealer, "9D")
    dealer.tap_on(page.locator(".setting:enabled").first)
    scan(page, "AS ah AD")
    dealer.tap_on(page.locator(".setting").first)
    scan(page, "5C 7d AS")
    ace = dealer.says("card_name", rank=dealer.says("rank_A"), suit=dealer.says("suit_S"))
    expect(page.locator(".notice")).to_contain_text(dealer.says("none_left", tile=ace))
    scan(page, "JH")
    foul = page.locator(".setting:has(.setting-foul)")
    expect(foul).to_have_count(1)
    dealer.look("card-setting")
    dealer.tap_on(foul)
    dealer.step("community")
    dealer.look("community")
    scan(page, "AC")
    dealer.step("result")
    expect(page.locator('.result-row[data-place="1"]')).to_contain_text("$2,025")
    document = dealer.says("payout_document", seats="1")
    expect(page.locator("[data-alarm]")).to_have_text(document)
    dealer.look("card-result")
    dealer.sent()
    dealer.tap("undo")
    dealer.step("community")
    scan(page, "2C")
    dealer.tap("community")
    scan(page, "AC")
    dealer.step("result")
    dealer.tap("why")
    worked_out = page.locator(".reasons").inner_text()
    assert "3CS App. D, 4a" in worked_out
    dealer.look("card-why")
    dealer.tap("close-panel")
    dealer.tap("settle")
    dealer.sent()
    told = dealer.says("payout_document_told", seats="1")
    expect(page.locator("[data-alarm]")).to_have_text(told)
    dealer.look("card-settled")
    dealer.tap("why")
    expect(page.locator(".reasons li")).to_have_count(worked_out.count("3CS "))
    dealer.tap("close-panel")
    for shown in (page.locator(".jackpot"), board):
        expect(shown).to_contain_text("500")

    played = Round.objects.select_related("settlement").get(table=floor.table)
    assert played.state == RoundState.SETTLED
    first, second = played.settlement.outcome["seats"]
    assert second["outcome"] == "foul"
    bonus = first["four_card"]
    assert (bonus["class"], bonus["jackpot"]) == ("four-aces", SEED + GROWN)
    assert bonus["net"] == 300 * 500 + SEED + GROWN
    assert first["three_card"]["outcome"] == "win"
    slips = Slip.objects.filter(table=floor.table, kind="payout").order_by("total_cents")
    assert [slip.total_cents for slip in slips] == [SEED + GROWN, 300 * 500]
    dealer.tap("cash")
    dealer.tap("chips")
    expect(dealer.find("leave", href=f"/fills/{slips[0].pk}/")).to_be_visible()
    assert meter(jackpot) == SEED
    assert [award["round"] for award in awards(jackpot)] == [played.pk]
    entries = Entry.objects.filter(round_id=played.pk).order_by("pk")
    assert [entry.kind for entry in entries] == ["round", "jackpot_seed"]
    assert ledger_faults() == []


def pit_board(open_page, floor, url: str):
    page = open_page(viewport={"width": 1280, "height": 800})
    cookies = cookies_of(floor.pit_manager)
    page.context.add_cookies([{"name": n, "value": v, "url": url} for n, v in cookies.items()])
    page.goto("/floor/")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return page.locator(".board-jackpot")
