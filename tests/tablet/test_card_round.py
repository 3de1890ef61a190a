"""A round of Three Card Split on the same screen: all wagers, a foul, a jackpot."""

import pytest
from playwright.sync_api import expect

from rounds.models import Round, RoundState
from tests.factories import make_floor
from tests.tablet.fit import assert_fits, assert_readable

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens]


def cards(dealer, held: str) -> None:
    for card in held.split():
        dealer.tap("rank", rank=card[0])
        dealer.tap("card", card=card)


def test_a_card_round_with_all_wagers_and_a_foul(at_table, screenshot):
    floor = make_floor("three-card-split", options={"four_card": "1a"})
    dealer = at_table(floor, size=(1024, 768))
    page = dealer.page
    dealer.tap("open-round")
    dealer.wager(1, 2500)
    dealer.tap("wager-kind", kind="three_card")
    dealer.tap("chip", value=500)
    dealer.tap("wager-kind", kind="four_card")
    dealer.tap("chip", value=500)
    assert_fits(page)
    dealer.wager(2, 2500)
    dealer.tap("no-more-bets")
    dealer.tap("cards-dealt")
    cards(dealer, "KS QH")
    assert_fits(page)
    assert_readable(page)
    screenshot(page, "tablet-cards-1024-en")
    cards(dealer, "9D")
    page.locator(".setting:enabled").first.tap()
    cards(dealer, "AS AH AD")
    page.locator(".setting").first.tap()
    cards(dealer, "5C 7D JH")
    expect(page.locator(".setting", has_text="Foul")).to_have_count(1)
    screenshot(page, "tablet-card-setting-1024-en")
    page.locator(".setting", has_text="Foul").tap()
    dealer.step("community")
    assert_fits(page)
    cards(dealer, "AC")
    dealer.step("result")
    assert_fits(page)
    screenshot(page, "tablet-card-result-1024-en")
    dealer.tap("settle")
    dealer.sent()
    assert page.locator("[data-alarm]").count() == 0
    played = Round.objects.select_related("settlement").get(table=floor.table)
    assert played.state == RoundState.SETTLED
    first, second = played.settlement.outcome["seats"]
    assert second["outcome"] == "foul"
    assert first["four_card"]["class"] == "four-aces"
