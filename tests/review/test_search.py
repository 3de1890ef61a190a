import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from audit.models import Event
from review.models import SavedSearch
from review.queries import search
from review.queries.search import Criteria, found_rounds
from rounds.models import Round, SeatPlay
from rounds.wording import hand_words
from rules.tiles.ranking import HAND_NAMES, hand_name
from tests.factories import make_floor
from tests.rounds.playing import SIX_HANDS, Dealer
from tests.rounds.taps import Claim, HandGiven, open_dispute, set_hands
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


def ids(floor, **wanted):
    return [str(each.pk) for each in found_rounds(floor.property.pk, Criteria(**wanted)).rounds]


def holders(history, *kinds, place=None):
    """The rounds in which one hand held all these kinds, straight from what was dealt."""
    return {
        round_id
        for round_id, hands in history.held.items()
        for at, held in hands.items()
        if set(kinds) <= set(held) and place in (None, at)
    }


def test_every_round_is_found_latest_first(history):
    found = ids(history.floor)
    latest = Round.objects.filter(table=history.floor.table).order_by("-opened_at", "-id")
    assert found == [str(pk) for pk in latest.values_list("pk", flat=True)]
    assert len(found) == 10


def test_tiles_are_found_by_kind_and_seat(history):
    for kinds in (("6-6",), ("1-2",), ("5-6", "4-6"), ("1-2", "2-4")):
        assert set(ids(history.floor, tiles=kinds)) == holders(history, *kinds)
    assert set(ids(history.floor, tiles=("6-6",), seat=3)) == holders(
        history, "6-6", place="seat-3"
    )
    assert set(ids(history.floor, tiles=("1-1",), seat=0)) == holders(
        history, "1-1", place="dealer"
    )


def test_the_same_tile_twice_is_a_pair_of_it(history):
    for kind in ("6-6", "1-1", "4-4", "5-5"):
        wanted = {
            round_id
            for round_id, hands in history.held.items()
            if any(list(held).count(kind) == 2 for held in hands.values())
        }
        assert set(ids(history.floor, tiles=(kind, kind))) == wanted
    (held,) = [each["seat-1"] for each in list(history.held.values())[:1]]
    assert ids(history.floor, tiles=tuple(held))


def test_hands_of_cards_are_found_by_rank_and_by_card(client):
    floor = make_floor("three-card-split")
    dealer = Dealer(floor)
    dealer.open()
    dealer.wager(s1=2500, s2=5000, s3=4000)
    dealer.close()
    dealer.deal()
    dealer.hands(seat_1="7S 7H 7D", seat_2="2H 2D 9C", dealer="AC KD 4H")
    foul = HandGiven("seat-3", ("8S", "6H", "TD"), ("8S", "6H"), ("TD",))
    dealer.do(set_hands, [foul])
    dealer.settle()
    dealer.do(open_dispute, Claim("wrong_payment", seat=3))
    found = [dealer.id]
    for wanted in (
        {"high": "three-of-a-kind"}, {"high": "pair", "low": "9"}, {"tiles": ("AC",), "seat": 0},
        {"tiles": ("9C", "2H", "2D")}, {"tiles": ("7S", "7H"), "high": "three-of-a-kind"},
    ):  # fmt: skip
        assert ids(floor, **wanted) == found, wanted
    for wanted in ({"high": "suited-connectors"}, {"tiles": ("7S", "9C")}, {"low": "A", "seat": 2}):
        assert ids(floor, **wanted) == [], wanted
    sign_in(client, floor.surveillance)
    client.post("/rounds/search/save/", {"name": "Trips", "high": "three-of-a-kind", "cards": "7S"})
    (kept,) = client.get("/rounds/search/").context["saved"]
    page = client.get(f"/rounds/search/?{kept.query}")
    assert [str(each.pk) for each in page.context["page"].rounds] == found
    assert "pair" in page.content.decode()
    page = client.get("/rounds/search/?outcome=foul").content.decode()
    assert "· Foul" in page
    assert "#icon-dispute" in page, "a disputed round carries a mark"


def test_a_rank_is_found_by_its_code(history):
    named = {
        str(each.pk)
        for each in Round.objects.filter(table=history.floor.table, depth="tiles")
        for hand in each.facts["hands"].values()
        if hand["high_name"] == "mixed-nines"
    }
    assert set(ids(history.floor, high="mixed-nines")) == named


def test_a_hand_is_kept_by_code_and_named_in_the_readers_language(history):
    kept = {
        code
        for pair in SeatPlay.objects.exclude(high_rank="").values_list("high_rank", "low_rank")
        for code in pair
    }
    named = {hand["high_name"] for each in Round.objects.all() for hand in hands_of(each)}
    assert kept
    assert named <= kept | {"pair"}
    for code in kept:
        assert code.partition(":")[0] in HAND_NAMES, code
        with translation.override("zh-hans"):
            assert hand_words(code) not in (code, hand_name(code))
    assert hand_words("wong:Teen") == "Teen Wong"


def hands_of(current):
    return current.facts["hands"].values()


def test_traits_amounts_and_outcomes(history):
    floor = history.floor
    by = {each.pk: each for each in Round.objects.filter(table=floor.table)}
    for trait, is_so in {
        "void": lambda each: each.state == "void",
        "quick": lambda each: each.depth == "quick",
        "correction": lambda each: each.has_correction,
        "dispute": lambda each: each.disputes.exists(),
        "irregularity": lambda each: each.has_irregularity,
        "late": lambda each: each.is_late_entry,
    }.items():
        assert set(ids(floor, traits=(trait,))) == {str(k) for k, each in by.items() if is_so(each)}
    corrected = ids(floor, traits=("correction",))
    assert ids(floor, wager_from=50000) == corrected, "the settlement that counts"
    pushed = {
        str(each.pk)
        for each in by.values()
        if each.settlement
        and any(seat["outcome"] == "push" for seat in each.settlement.outcome["seats"])
    }
    assert set(ids(floor, outcome="push")) == pushed
    assert ids(floor, traits=("quick",), outcome="win", seat=5) == []


def test_pages_follow_each_other_without_gap_or_repeat(history, monkeypatch):
    monkeypatch.setattr(search, "PAGE", 3)
    for wanted in (Criteria(), Criteria(outcome="lose"), Criteria(wager_from=1)):
        seen, after = [], None
        while True:
            page = found_rounds(history.floor.property.pk, wanted, after)
            seen += [each.pk for each in page.rounds]
            after = page.after
            if after is None:
                break
        monkeypatch.setattr(search, "PAGE", 100)
        whole = [each.pk for each in found_rounds(history.floor.property.pk, wanted).rounds]
        monkeypatch.setattr(search, "PAGE", 3)
        assert seen == whole
        assert len(seen) > 3


WALKS = [
    Criteria(outcome="lose"),
    Criteria(traits=("quick",)),
    Criteria(wager_from=2500, seat=3, bank_kind="house"),
    Criteria(tiles=("6-6",)),
]


@pytest.mark.parametrize("wanted", WALKS)
def test_a_search_that_ends_its_reach_is_continued_and_finds_the_same(history, wanted):
    house = history.floor.property.pk
    whole = [each.pk for each in found_rounds(house, wanted).rounds]
    seen, after, answers = [], None, 0
    while after is not None or not answers:
        page = found_rounds(house, wanted, after, reach=8)
        seen += [each.pk for each in page.rounds]
        assert page.after is None or page.after.at == page.looked_to
        after, answers = page.after, answers + 1
    assert seen == whole
    assert answers > 1 or wanted.traits


def test_every_condition_may_stand_beside_every_other(history):
    """All pairs of conditions, so that every walk meets every question."""
    from itertools import combinations

    floor = history.floor
    first = Round.objects.filter(table=floor.table).earliest("opened_at")
    single = [
        {"table_id": floor.table.pk}, {"dealer_id": floor.dealer.pk},
        {"gaming_day": first.gaming_day}, {"since": first.opened_at},
        {"until": first.opened_at + timedelta(days=1)}, {"bank_kind": "house"},
        *({"traits": (trait,)} for trait in search.SELDOM), {"seat": 1}, {"outcome": "lose"},
        {"wager_from": 1}, {"wager_to": 50000}, {"tiles": ("6-6",)},
        {"tiles": history.held[str(first.pk)]["seat-1"]}, {"high": "mixed-nines"},
        {"low": "mixed-nines"},
    ]  # fmt: skip
    found = [set(ids(floor, **each)) for each in single]
    on_round = set(range(12))
    for one, two in combinations(range(len(single)), 2):
        if single[one].keys() & single[two].keys():
            continue
        both = set(ids(floor, **single[one], **single[two]))
        assert both <= found[one] & found[two], (single[one], single[two])
        if {one, two} & on_round:  # otherwise one hand must be both
            assert both == found[one] & found[two], (single[one], single[two])


def test_people_ask_by_number_marker_points_and_what_was_paid(history):
    floor = history.floor
    rounds = list(Round.objects.filter(table=floor.table))
    for each in rounds:
        found = ids(floor, table_id=floor.table.pk, number=each.number, gaming_day=each.gaming_day)
        assert found == [str(each.pk)]
    assert ids(floor, number=max(each.number for each in rounds) + 1) == []
    plays = [
        play
        for play in SeatPlay.objects.filter(round__table=floor.table).select_related("round")
        if play.settlement_id == play.round.settlement_id
    ]
    for code in ("value-9", "value-7", "zero"):
        wanted = {str(p.round_id) for p in plays if p.high_rank.partition(":")[0] == code}
        assert set(ids(floor, high=code)) == wanted
        wanted = {str(p.round_id) for p in plays if p.low_rank.partition(":")[0] == code}
        assert set(ids(floor, low=code)) == wanted
    paid = {p.total_cents for p in plays if p.total_cents > 0}
    most = max(paid)
    wanted = {str(p.round_id) for p in plays if p.total_cents == most}
    assert set(ids(floor, paid_from=most, paid_to=most)) == wanted
    assert ids(floor, paid_from=most + 1) == []


def test_a_player_is_found_by_a_part_of_the_marker(floor, dealer):
    dealer.open()
    wagers = [(1, "Blue cap"), (2, "M. Chan")]
    dealer.wagers([{"seat": seat, "player": who, "cents": 2500} for seat, who in wagers])
    dealer.close_passing()
    dealer.roll()
    dealer.deal()
    held = ("seat-1", "seat-2", "dealer")
    dealer.hands(**{place.replace("-", "_"): SIX_HANDS[place] for place in held})
    dealer.settle()
    assert ids(floor, player="chan") == [str(dealer.id)]
    assert ids(floor, player="chan", seat=1) == []
    assert ids(floor, player="nobody") == []


def test_the_form_knows_gee_joon_and_shows_what_was_paid(history, client):
    sign_in(client, history.floor.surveillance)
    page = client.get("/rounds/search/?outcome=win").content.decode()
    assert "(Gee Joon)" in page
    assert 'action="/rounds/search/#found"' in page, "what was found comes into view"
    assert re.search(r"paid\s+\$", re.sub(r"<[^>]+>", " ", page))
    assert "9 points" in page


def test_another_house_finds_nothing(history):
    other = make_floor()
    assert ids(other) == []
    assert ids(other, tiles=("6-6",)) == []
    assert ids(other, table_id=history.floor.table.pk) == []


def test_the_page_shows_the_hands_that_matched_in_few_queries(history, client):
    sign_in(client, history.floor.surveillance)
    client.get("/rounds/search/?tiles=6-6")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = client.get("/rounds/search/?tiles=6-6&seat=3")
    assert answer.status_code == 200
    assert len(queries) <= 16
    assert [str(each.pk) for each in answer.context["page"].rounds] == sorted(
        holders(history, "6-6", place="seat-3"),
        key=lambda pk: Round.objects.get(pk=pk).opened_at,
        reverse=True,
    )
    read = Event.objects.filter(kind="audit.record_read", person_id=history.floor.surveillance.pk)
    assert read.count() == 2, "that somebody searched is on the record"


BAD = [
    "?tiles=1-2&tiles=1-2",
    "?cards=AS&tiles=1-1",
    "?table=x",
    "?tiles=9-9",
    "?wager_from=-3",
    "?seat=77",
    "?gaming_day=yesterday",
    "?since=2026-07-02T10:00&until=2026-07-01T10:00",
]


@pytest.mark.parametrize("query", BAD)
def test_nonsense_in_the_address_is_said_at_its_field(history, client, query):
    answer = sign_in(client, history.floor.compliance).get(f"/rounds/search/{query}")
    assert answer.status_code == 422
    assert b"field-error" in answer.content


def test_a_forged_page_is_refused(history, client):
    answer = sign_in(client, history.floor.compliance).get("/rounds/search/?after=1,2")
    assert answer.status_code == 409


def test_searches_are_kept_shared_and_dropped(history, client):
    floor = history.floor
    sign_in(client, floor.surveillance)
    client.post("/rounds/search/save/", {"name": "Teens", "tiles": ["6-6", "6-6"]})
    teens = SavedSearch.objects.get(person=floor.surveillance)
    (row,) = client.get("/rounds/search/").context["saved"]
    ticked = client.get(f"/rounds/search/?{row.query}").context["form"].tile_boxes()
    assert [kind for kind, is_ticked in ticked if is_ticked] == ["6-6", "6-6"]
    teens.delete()
    client.post(
        "/rounds/search/save/", {"name": "Gee Joon", "tiles": ["1-2", "2-4"], "shared": "on"}
    )
    kept = SavedSearch.objects.get(person=floor.surveillance)
    assert kept.criteria == {"tiles": ["1-2", "2-4"]}
    answer = sign_in(client, floor.compliance).get("/rounds/search/")
    assert b"Gee Joon" in answer.content
    assert client.post(f"/rounds/search/{kept.pk}/drop/").status_code == 404, "not one's own"
    sign_in(client, floor.surveillance).post(f"/rounds/search/{kept.pk}/drop/")
    assert not SavedSearch.objects.exists()


def test_a_double_click_keeps_and_drops_a_search_once(history, client):
    sign_in(client, history.floor.surveillance)
    page = client.get("/rounds/search/?tiles=1-2").content.decode()
    (request_id,) = re.findall(r'name="request_id" value="([^"]+)"', page)
    form = {"name": "One", "tiles": ["1-2"], "request_id": request_id, "next": "/rounds/search/"}
    kept = [client.post("/rounds/search/save/", form).status_code for _click in range(2)]
    saved = SavedSearch.objects.get()
    assert saved.criteria == {"tiles": ["1-2"]}
    drop = {"request_id": str(uuid4())}
    address = f"/rounds/search/{saved.pk}/drop/"
    dropped = [client.post(address, drop).status_code for _click in range(2)]
    assert (kept, dropped) == ([302, 302], [302, 302])
    told = Event.objects.filter(kind__contains=".search_").order_by("at")
    assert [kind.partition(".")[2] for kind in told.values_list("kind", flat=True)] == [
        "search_saved",
        "search_dropped",
    ]


def test_a_dealer_does_not_search(history, client):
    assert sign_in(client, history.floor.dealer).get("/rounds/search/").status_code == 403
