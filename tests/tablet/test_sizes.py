"""Nothing is covered, cut or out of reach, whatever the tablet, its zoom and its size of text."""

import pytest

from tests.factories import make_floor
from tests.rounds.playing import Dealer as Commands
from tests.tablet.fit import LARGE, resized

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens]

PAIRS = {
    "seat-1": "6-6 6-6 1-1 1-1",
    "seat-2": "4-4 4-4 1-3 1-3",
    "seat-3": "5-5 5-5 3-3 3-3",
    "seat-4": "2-2 2-2 5-6 5-6",
    "seat-5": "4-6 4-6 1-6 1-6",
    "seat-6": "1-5 1-5 2-4 1-2",
    "dealer": "3-6 4-5 2-6 3-5",
}
SIZES = [(1280, 800), (1024, 768), (1366, 1024), (800, 1280), (853, 533)]
"""The last is a tablet of 1280 x 800 whose browser enlarges to 150 per cent."""
TEXTS = [100, 125, 150]
# Every amount of the pay list can be brought into view, lies on top there, and no chip is on it.
COVERED = """() => {
  const found = [];
  const rows = document.querySelector(".result-rows"), frame = rows.getBoundingClientRect();
  for (const button of document.querySelectorAll(".work-acts button, .result-totals")) {
    const { top } = button.getBoundingClientRect();
    if (frame.bottom > top + 1) found.push(`the list lies over ${button.textContent}`);
  }
  for (const amount of rows.querySelectorAll(".money, .chip-count, .chip-rest")) {
    amount.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = amount.getBoundingClientRect();
    const inside = top >= frame.top - 1 && bottom <= frame.bottom + 1 && right <= frame.right + 1;
    if (!inside) found.push(`out of the list: ${amount.textContent}`);
    for (const x of [left + 2, (left + right) / 2, right - 2]) {
      const top = document.elementFromPoint(x, (amount.getBoundingClientRect().top + bottom) / 2);
      if (!amount.contains(top)) found.push(`covered: ${amount.textContent} by ${top?.className}`);
    }
  }
  rows.scrollTop = 0;
  return found.slice(0, 6);
}"""


@pytest.fixture
def many_payments(live_floor, open_page, at_large):
    """Six seats have won, each with its side wager, each in five kinds of chip."""
    floor = make_floor(options={"pair_fortunes": "A"})
    commands = Commands(floor)
    commands.open()
    wagers = [
        {"seat": seat, "player": "", "cents": 15_500, "pair_fortunes": 500} for seat in range(1, 7)
    ]
    commands.wagers(wagers)
    commands.close_passing()
    commands.roll()
    commands.deal()
    commands.hands(**{place.replace("-", "_"): held for place, held in PAIRS.items()})
    return at_large(floor)


def test_every_amount_of_a_full_pay_list_can_be_read(many_payments, screenshot):
    dealer = many_payments
    dealer.step("result")
    found = {}
    for size in SIZES:
        for text in TEXTS:
            resized(dealer.page, size, text)
            screenshot(dealer.page, f"tablet-pay-list-{size[0]}x{size[1]}-{text}")
            found[size, text] = dealer.page.evaluate(COVERED)
    resized(dealer.page, LARGE, 100)
    assert {case: faults for case, faults in found.items() if faults} == {}
