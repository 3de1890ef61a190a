"""What goes wrong at a table: irregularities, void rounds, disputes, quick entry, training."""

import re
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from review.models import Dispute
from rounds.models import Correction, Irregularity, Round, RoundState
from staff.commands.signing import Signer
from tests.factories import make_floor
from tests.rounds.playing import Dealer as Commands
from tests.rounds.taps import Call, lift_hold
from tests.tablet.driver import scan

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens, pytest.mark.slow(7)]

MOST_TAPS_OF_A_DISPUTE = 4

# What a browser without a motor, a speaker or a battery is asked for.
SENSES = """
  Object.assign(window, { pulses: [], tones: 0, woken: 0 });
  navigator.vibrate = (pulse) => pulses.push(pulse);
  const sounds = AudioContext.prototype, oscillator = sounds.createOscillator;
  sounds.createOscillator = function () { tones += 1; return oscillator.call(this); };
  const lock = { request: async () => { woken += 1; } };
  Object.defineProperty(navigator, "wakeLock", { value: lock });
"""


# A seat that was paid for winning $25, less vigorish, and had pushed.
DIFFERENCE = "$23.75"
FORGET = """() => new Promise((done, failed) => Object.assign(
  indexedDB.deleteDatabase("pai-gow-floor"), { onsuccess: done, onerror: failed }))"""


def the_screen_suits_either_hand(dealer) -> None:
    page = dealer.page
    dealer.tap("menu")
    dealer.tap("sound")
    dealer.tap_on(page.locator(".tablet-menu [value=left]"))
    dealer.tap("view", view="players")
    dealer.tap("close-panel")
    work, one = (page.locator(part).bounding_box() for part in (".deal-work", "[data-seat='1']"))
    six = page.locator("[data-seat='6']").bounding_box()
    assert work["x"] < one["x"], "the main buttons are under the left thumb"
    assert one["x"] < six["x"], "the players see seat 1 at their left"
    dealer.look("left-hand")
    dealer.tap("menu")
    dealer.tap_on(page.locator(".tablet-menu [value=right]"))
    dealer.tap("view", view="dealer")
    dealer.tap("close-panel")


def rounds_of(floor) -> list[Round]:
    return list(Round.objects.filter(table=floor.table).order_by("number"))


def dealt(floor) -> None:
    commands = Commands(floor)
    commands.open()
    commands.wager(s1=2500, s2=2500)
    commands.close_passing()
    commands.roll()
    commands.deal()


def test_an_irregularity_is_ruled_on_and_quick_entry_is_disputed(at_table):
    floor = make_floor()
    dealt(floor)
    dealer = at_table(floor)
    page = dealer.page
    dealer.tap("irregularity")
    dealer.look("irregularity")
    dealer.tap("irregular-event", event="player-tile-exposed")
    dealer.tap("irregular-fact", name="seat", value="1")
    dealer.tap("irregular-fact", name="tiles_exposed", value="1")
    dealer.tap("irregular-fact", name="player_has_looked", value="false")
    dealer.look("irregularity-report")
    assert not Irregularity.objects.filter(round__table=floor.table).exists()
    dealer.tap("irregular-report")
    expect(page.locator(".ruling .rule")).to_contain_text("MD 10 §D")
    dealer.look("ruling")
    dealer.tap("irregular-withdraw")
    dealer.sent()
    taken_back = Irregularity.objects.get(round__table=floor.table)
    assert taken_back.ruling["code"] == "withdrawn"
    report_again(dealer)
    dealer.tap("close-panel")
    expect(dealer.find("irregularity")).to_contain_text(dealer.says("ruling_waits"))
    dealer.tap("irregularity")
    dealer.tap_on(page.locator(".work-main [data-do=confirm-ruling]"))
    expect(page.locator(".sign-about")).to_contain_text("MD 10 §D")
    dealer.look("pin")
    dealer.sign()
    expect(page.locator('.seat-card[data-seat="1"]')).to_have_attribute("data-state", "out")
    ruled = Irregularity.objects.get(round__table=floor.table, n=2)
    assert ruled.ruled_by == floor.floorperson

    dealer.tap("quick")
    dealer.tap("outcome", place=2, outcome="win")
    dealer.look("quick")
    dealer.tap("quick-done")
    dealer.step("result")
    dealer.tap("settle")
    dealer.sent()
    assert rounds_of(floor)[0].depth == "quick"
    tiles_come_later_and_the_round_is_corrected(dealer)
    dealer.tap("dispute")
    dealer.look("dispute")
    dealer.taps = 1
    dealer.tap("dispute-claim", claim="wrong_payment")
    expect(dealer.find("dispute-record")).to_be_disabled()
    dealer.tap("dispute-seat", seat=2)
    expect(dealer.find("dispute-record")).to_contain_text(dealer.says("seat_n", n=2))
    expect(dealer.find("dispute-record")).to_contain_text("$25")
    dealer.look("dispute-record")
    dealer.tap("dispute-record")
    assert dealer.taps <= MOST_TAPS_OF_A_DISPUTE
    dealer.sent()
    made = Dispute.objects.get(round__table=floor.table)
    expected = made.expected_at.astimezone(ZoneInfo(floor.property.time_zone))
    expect(dealer.find("dispute")).to_contain_text(f"{expected:%H:%M}")
    expect(page.locator(".top-time")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    dealer.look("disputed")
    assert (made.seat, made.amount_cents) == (2, 2500)


def report_again(dealer) -> None:
    dealer.tap("irregularity")
    dealer.tap("irregular-event", event="player-tile-exposed")
    for name, value in (("seat", "1"), ("tiles_exposed", "1"), ("player_has_looked", "false")):
        dealer.tap("irregular-fact", name=name, value=value)
    dealer.tap("irregular-report")
    expect(dealer.page.locator(".ruling .rule")).to_be_visible()


def tiles_come_later_and_the_round_is_corrected(dealer) -> None:
    page, floor = dealer.page, dealer.floor
    dealer.tap("add-tiles")
    dealer.hand("6-6 6-6 1-2 4-5")
    dealer.hand("1-1 3-6 2-2 5-6")
    expect(page.locator(".differences tbody tr")).to_have_count(2)
    dealer.look("tiles-later")
    dealer.tap("later-done")
    dealer.step("found")
    dealer.look("found")
    dealer.tap("close-panel")
    assert rounds_of(floor)[0].depth == "quick"

    dealer.tap("correct")
    dealer.look("correction-reason")
    dealer.tap("correct-because", reason="tiles_from_video")
    expect(dealer.find("outcome", place=2, outcome="win")).to_have_attribute("aria-pressed", "true")
    dealer.tap("outcome", place=2, outcome="push")
    dealer.tap("quick-done")
    dealer.look("correction")
    dealer.tap("later-sign")
    dealer.sign()
    expect(page.locator(".sign")).to_contain_text(floor.floorperson.badge)
    expect(page.locator(".sign")).to_contain_text(floor.floorperson.name)
    dealer.look("second-signature")
    dealer.sign(floor.pit_manager.badge)
    dealer.step("found")
    expect(page.locator(".differences tbody tr").first).to_contain_text(
        dealer.says("take_amount", amount=DIFFERENCE)
    )
    dealer.look("corrected-found")
    dealer.tap("close-panel")
    only_the_difference_is_moved(dealer)
    made = Correction.objects.get(round__table=floor.table)
    assert (made.ordered_by, made.second) == (floor.floorperson, floor.pit_manager)
    assert made.settlement.outcome["seats"][1]["outcome"] == "push"


def only_the_difference_is_moved(dealer) -> None:
    """Also after a reload, and on a tablet that has seen nothing of the round."""
    page = dealer.page
    expect(page.locator(".work-head h1")).to_have_text(dealer.says("round_corrected"))
    expect(page.locator(".work-head p")).to_contain_text(dealer.floor.floorperson.name)
    moved, done = dealer.find("paid", place=2), dealer.find("paid", place=1)
    expect(moved).to_contain_text(dealer.says("take_amount", amount=DIFFERENCE))
    expect(moved).to_have_attribute("aria-pressed", "false")
    expect(done).to_contain_text(dealer.says("bank_even"))
    expect(done).to_have_attribute("aria-pressed", "true")
    dealer.look("corrected")
    dealer.tap("paid", place=2)
    dealer.reload()
    dealer.step("result")
    expect(moved).to_have_attribute("aria-pressed", "true")
    forget_everything(dealer)
    dealer.step("idle")
    dealer.look("idle-after-a-round")
    dealer.tap("last-round")
    dealer.step("result")
    expect(moved).to_have_attribute("aria-pressed", "false")
    expect(moved).to_contain_text(dealer.says("take_amount", amount=DIFFERENCE))


def forget_everything(dealer) -> None:
    page = dealer.page
    page.goto("/healthz")
    page.evaluate(FORGET)
    dealer.open()


def a_hand_is_given_up_and_plays_after_all(dealer) -> None:
    page, floor = dealer.page, dealer.floor
    dealer.hand("6-6 6-6 1-2 4-5")
    dealer.tap("seat-state")
    expect(dealer.find("set-state")).to_be_disabled()
    dealer.tap("choose-state", state="surrendered")
    dealer.look("given-up")
    dealer.tap("set-state")
    dealer.sent()
    assert rounds_of(floor)[0].facts["states"] == {"1": "surrendered"}
    dealer.tap("undo")
    dealer.sent()
    assert rounds_of(floor)[0].facts["states"] == {}
    expect(page.locator(".work-head h1")).to_have_text(dealer.says("seat_n", n=1))


def a_dispute_holds_the_round(dealer) -> None:
    floor = dealer.floor
    dealer.tap("dispute")
    dealer.tap("dispute-claim", claim="dealer_hand")
    dealer.tap("dispute-seat", seat="none")
    dealer.tap("dispute-chip", value=2500)
    dealer.tap("dispute-amount", cents=0)
    dealer.tap("dispute-record")
    dealer.step("held")
    dealer.sent()
    dealer.look("held")
    held = Dispute.objects.get(round__table=floor.table)
    assert (held.claim, held.seat, held.amount_cents) == ("dealer_hand", None, None)
    dealer.tap("dispute-withdraw")
    dealer.step("hands")
    dealer.sent()
    assert Dispute.objects.get(pk=held.pk).decision == "withdrawn"
    dealer.tap("dispute")
    dealer.tap("dispute-claim", claim="dealer_hand")
    dealer.tap("dispute-seat", seat="none")
    dealer.tap("dispute-record")
    dealer.step("held")
    dealer.sent()
    held = Dispute.objects.get(round__table=floor.table, n=2)
    floorperson = floor.floorperson
    version = Round.objects.get(pk=held.round_id).version
    call = Call(by=floorperson, version=version)
    lift_hold(held.round_id, call, held.pk, Signer(floorperson, None, timezone.now()))
    dealer.step("hands")


def test_a_round_is_declared_void_and_training_leaves_no_trace(at_table):
    floor = make_floor()
    dealt(floor)
    dealer = at_table(floor)
    page = dealer.page
    dealer.hand("6-6 6-6 1-2 4-5")
    dealer.sent()
    dealer.tap("irregularity")
    dealer.tap("step-back")
    dealer.look("step-back")
    dealer.tap("step-back-to", to="closed")
    dealer.sign()
    dealer.step("dice")
    (back,) = rounds_of(floor)
    assert (back.state, back.facts["hands"]) == (RoundState.CLOSED, {})
    dealer.roll(1, 1, 1)
    dealer.tap("delivered")
    a_hand_is_given_up_and_plays_after_all(dealer)
    a_dispute_holds_the_round(dealer)
    dealer.tap("irregularity")
    dealer.tap("void-round")
    dealer.look("void")
    dealer.tap("void-because", reason="equipment")
    dealer.sign()
    dealer.step("idle")
    (void,) = rounds_of(floor)
    assert (void.state, void.void_reason) == (RoundState.VOID, "equipment")

    page.add_init_script(SENSES)
    dealer.reload()
    assert page.evaluate("woken") >= 1, "the screen stays on"
    the_screen_suits_either_hand(dealer)
    dealer.tap("menu")
    dealer.tap("training")
    expect(page.locator(".top-training")).to_be_visible()
    dealer.tap("open-round")
    dealer.wager(1, 2500)
    assert page.evaluate("pulses.at(-1)") == 12, "a short pulse for a tap"
    assert page.evaluate("tones") >= 1
    dealer.tap("no-more-bets")
    for key in ("1", "5", "Backspace", "2", "3"):
        page.keyboard.press(key)
    expect(page.locator(".die-slot svg")).to_have_count(3)
    dealer.look("training")
    dealer.tap("delivered")
    dealer.hand("6-6 6-6 1-2 4-5")
    scan(page, "11 6-3 22 6-6")
    assert page.evaluate("pulses.at(-1)") == [60, 60, 60], "another one for a refusal"
    scan(page, "65")
    dealer.step("result")
    dealer.tap("settle")
    dealer.tap("menu")
    dealer.tap("training")
    dealer.step("idle")
    assert rounds_of(floor) == [void]
