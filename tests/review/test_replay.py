"""A replay of every kind of round, and no code where a person reads words."""

import re
from pathlib import Path

import orjson
import pytest

from audit.models import Event
from audit.wording import event_sentence
from review.queries.replay import replay
from review.queries.taps import taps_of
from rounds.models import Round
from rounds.queries.changed import made_from
from rounds.wording import RULINGS, event_words, ruling_words
from rules.citations import cited, own_paragraphs
from rules.tiles import irregularities
from rules.tiles.dealing import DELIVERY_CITES
from rules.tiles.irregularities import EVENTS
from staff.commands.signing import Signer
from tests.factories import make_floor
from tests.reports.history import make_history
from tests.rounds.playing import SIX_HANDS, Dealer, house_round
from tests.rounds.taps import (
    Call,
    Claim,
    answer_offers,
    confirm_ruling,
    open_dispute,
    report_irregularity,
    void_round,
)
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db
CODE = re.compile(r"\b[a-z]+(?:[-_][a-z]+)+\b")
ENGLISH = {
    "by-and-by", "co-bank", "hand-over", "half-up", "read-only", "counter-clockwise", "follow-up",
}  # fmt: skip
CODES = {*EVENTS, *RULINGS, "dead-hand", "co-bank", "seat-1", "wager_wrong", "tiles_later"}


def replayed(client, floor, round_id, query=""):
    sign_in(client, floor.surveillance)
    page = client.get(f"/rounds/{round_id}/replay/{query}")
    assert page.status_code == 200
    return page, [frame.kind for frame in page.context["replay"].frames]


def words_of(page):
    """What a person reads on the page: no markup, no script."""
    text = re.sub(r"<(script|svg|select)\b.*?</\1>", " ", page.content.decode(), flags=re.S)
    return re.sub(r"<[^>]+>", " ", text)


def assert_no_codes(page):
    frames = page.context["replay"].frames
    said = " ".join([words_of(page), *(f"{frame.title} {frame.text}" for frame in frames)])
    assert set(CODE.findall(said)) & (CODES - ENGLISH) == set()


def bank_round(answer, **options):
    floor = make_floor(options=options)
    dealer = Dealer(floor)
    house_round(dealer, seats=3, cents=2000)
    dealer.open()
    dealer.wager(s1=2000, s2=2000, s3=2000)
    dealer.do(answer_offers, [{"seat": 1, "answer": answer, "funds_cents": 10000}])
    dealer.close()
    dealer.roll()
    dealer.deal()
    held = {"seat_2": SIX_HANDS["seat-2"], "seat_3": SIX_HANDS["seat-3"]}
    if dealer.sheet["dealer_wager"]:
        held["dealer"] = SIX_HANDS["dealer"]
    dealer.hands(**held, bank=SIX_HANDS["seat-1"])
    dealer.settle()
    return floor, dealer.id


@pytest.mark.parametrize(
    ("answer", "options", "bank"),
    [
        ("take", {}, "seat-1"),
        ("take", {"dealer_wager": "none"}, "seat-1"),
        ("co_bank", {"co_bank": True}, "seat-1"),
    ],
)
def test_a_bank_round_is_replayed_from_the_offer_to_the_last_chip(client, answer, options, bank):
    floor, round_id = bank_round(answer, **options)
    page, kinds = replayed(client, floor, round_id)
    assert page.context["replay"].bank == bank
    assert {"bank", "deliver", "hand", "compare", "chips"} <= set(kinds)
    assert kinds[-1] == "result"
    setting = [each for each in page.context["replay"].frames if each.kind == "hand"]
    assert {each.by for each in setting} == {floor.dealer.name}, "who tapped it"
    assert all(re.fullmatch(r"\d\d:\d\d:\d\d", each.at) for each in setting)
    assert_no_codes(page)


def test_quick_void_and_corrected_rounds_are_replayed(client):
    history = make_history(3)
    floor = history.floor
    rounds = Round.objects.filter(table=floor.table)
    page, kinds = replayed(client, floor, rounds.get(depth="quick").pk)
    assert "compare" in kinds
    assert "deliver" in kinds
    assert "hand" not in kinds
    assert b"outcomes only" in page.content
    page, kinds = replayed(client, floor, rounds.get(state="void").pk)
    assert kinds[-1] == "void"
    assert_no_codes(page)
    corrected = rounds.get(has_correction=True)
    now, _kinds = replayed(client, floor, corrected.pk)
    first, _kinds = replayed(client, floor, corrected.pk, "?settlement=1")
    first_chips, now_chips = (
        sum(next(f for f in page.context["replay"].frames if f.kind == "wagers").chips.values())
        for page in (first, now)
    )
    assert first_chips == now_chips, "what was tapped is told as it was tapped"
    anew = next(f for f in now.context["replay"].frames if f.kind == "anew")
    assert first_chips < sum(anew.chips.values()) == 150000
    order = [frame.kind for frame in now.context["replay"].frames]
    assert order.index("settled") < order.index("corrected") < order.index("anew")
    step = next(f for f in now.context["replay"].frames if f.kind == "corrected")
    made = corrected.corrections.get()
    assert made.ordered_by.name in step.title
    assert made.second.name in step.title
    assert_no_codes(now)
    assert b'aria-current="page">2. Corrected' in now.content
    assert b'aria-current="page">1. Settled at the table' in first.content


def test_steps_come_in_the_order_of_taps_with_seat_and_amount(client, floor, dealer):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.wager(s1=5000, s2=2500)
    dealer.close_passing()
    dealer.roll()
    dealer.deal()
    dealer.hands(seat_2=SIX_HANDS["seat-2"])
    dealer.hands(dealer=SIX_HANDS["dealer"])
    dealer.hands(seat_1=SIX_HANDS["seat-1"])
    dealer.settle()
    page, kinds = replayed(client, floor, dealer.id)
    frames = page.context["replay"].frames
    wagers = [frame for frame in frames if frame.kind == "wagers"]
    assert [frame.text for frame in wagers] == [
        "Seat 1: $25.00",
        "Seat 1: $50.00 (before: $25.00)\nSeat 2: $25.00",
    ]
    assert [sum(frame.chips.values()) for frame in wagers] == [2500, 7500]
    order = [frame.title for frame in frames if frame.kind == "hand"]
    assert order == ["Seat 2 is set", "Dealer is set", "Seat 1 is set"], "whoever was first"
    clock = [frame.at for frame in frames]
    assert clock == sorted(clock), "it never runs back"
    assert "Bank" not in frames[0].text, "nobody held it yet"
    paid = [frame for frame in frames if frame.kind == "chips"]
    assert paid
    assert all("$" in frame.text for frame in paid)
    said = words_of(page)
    assert "Wagers: Seat 1: $50.00 (before: $25.00); Seat 2: $25.00" in said
    assert "reconstructed" in said
    assert kinds[-1] == "result"


def test_what_a_desk_refused_later_is_no_step_of_the_round(client, floor, dealer):
    house_round(dealer, seats=2)
    sign_in(client, floor.surveillance)
    form = {"decision": "upheld", "cite": "MD 3 §C"}
    found = open_dispute(dealer.id, Call(by=floor.floorperson), Claim("wrong_payment", seat=1))
    assert client.post(f"/disputes/{found['dispute']}/decide/", form).status_code == 409
    _page, kinds = replayed(client, floor, dealer.id)
    assert "refused" not in kinds


def test_a_round_whose_taps_are_archived_is_told_without_a_clock(floor, dealer):
    house_round(dealer, seats=2)
    current = Round.objects.select_related("table__property", "submission", "settlement").get(
        pk=dealer.id
    )
    entered = made_from(current, current.settlement)
    with_taps = replay(current, current.settlement, entered, tuple(taps_of(current.pk)))
    without = replay(current, current.settlement, entered, ())
    assert {frame.at for frame in without.frames} == {""}
    assert without.frames[-1].chips == with_taps.frames[-1].chips
    assert without.frames[-1].hands == with_taps.frames[-1].hands
    assert any("archive" in note for note in without.notes)


@pytest.mark.parametrize("profile", ["maryland", "leaflet", "mbs", "new-zealand"])
def test_the_stacks_cite_the_tables_own_document(profile):
    prefixes = {"maryland": "MD", "leaflet": "Leaflet", "mbs": "MBS", "new-zealand": "NZ"}
    for style in DELIVERY_CITES:
        cite = own_paragraphs(profile, DELIVERY_CITES[style]) or cited(profile, "stacks")
        assert cite.startswith(prefixes[profile])


def test_an_irregularity_is_said_in_words_wherever_it_is_shown(client, floor, dealer):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close()
    dealer.do(report_irregularity, "late-wager", {"seats": [1], "change": "raised"})
    dealer.by = floor.floorperson
    dealer.do(confirm_ruling, 1, "proposed", Signer(floor.floorperson, None, None))
    page, _kinds = replayed(client, floor, dealer.id)
    assert str(event_words("late-wager")) in words_of(page).replace("&quot;", '"')
    assert_no_codes(page)


def test_the_banks_change_of_the_count_is_said():
    detail = {"total": 7, "adjust": -4, "start": "box-5"}
    said = event_sentence("rounds.dice_rolled", detail, person="Ann")
    assert said == ("The total is 7, counted with \N{MINUS SIGN}4; the first hand goes to box 5")


def test_every_ruling_and_every_event_of_a_floor_has_words():
    source = Path(irregularities.__file__).read_text()
    codes = set(re.findall(r'Ruling\(\s*"([a-z-]+)"', source))
    assert codes
    assert {code for code in codes if code not in RULINGS} == set()
    assert all(ruling_words(code)[:1].isupper() for code in codes)
    make_history(3)
    for event in Event.objects.all():
        body = orjson.loads(bytes(event.body))
        detail = {"after": body.get("after")} | (body.get("detail") or {})
        said = event_sentence(event.kind, detail, person="Ann")
        assert set(CODE.findall(said)) & (CODES - ENGLISH) == set(), said


def test_a_ruling_names_whose_pin_it_was_and_not_whoever_was_signed_in(dealer, floor):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close()
    dealer.do(report_irregularity, "late-wager", {"seats": [1], "change": "raised"})
    dealer.do(confirm_ruling, 1, "proposed", Signer(floor.floorperson, None, None))
    event = Event.objects.get(kind="rounds.ruling_confirmed")
    assert orjson.loads(bytes(event.body))["signed"] == {
        "signer": {
            "person": floor.floorperson.pk,
            "licence": floor.floorperson.licence_number,
            "name": floor.floorperson.name,
        }
    }
    (said,) = [tap.text for tap in taps_of(dealer.id) if tap.kind == event.kind]
    assert said.startswith(f"{floor.floorperson.name} ruled on")
    assert floor.dealer.name not in said


def test_a_void_round_names_both_who_signed(dealer, floor):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.do(void_round, "exposed", Signer(floor.floorperson, None, None))
    (said,) = [tap.text for tap in taps_of(dealer.id) if tap.kind == "rounds.round_voided"]
    assert f"{floor.floorperson.name} ({floor.floorperson.licence_number})" in said
    signed = Event.objects.get(kind="staff.signed", person_id=floor.floorperson.pk)
    assert f"round:{dealer.id}" in signed.about, "a bundle of the round has its signatures"
