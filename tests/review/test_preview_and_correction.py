"""A correction does what its preview showed: both apply the same changes, or both refuse."""

from dataclasses import dataclass, field
from html import unescape

import pytest

from review.queries.disputes import ends_of_a_hand
from review.queries.what_if import compare
from rounds.games import game_of
from rounds.models import Round
from rounds.queries.changed import made_from
from rules.refusals import Refused
from staff.commands.signing import Signer
from tests.factories import make_floor
from tests.rounds.playing import SIX_HANDS, Dealer, house_round
from tests.rounds.taps import ChangesGiven, HandGiven, Why, correct_round, enter_quickly
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db

WAGERS = ({"seat": 1, "player": "", "cents": 2500}, {"seat": 2, "player": "", "cents": 2500})


def settled_quickly(dealer):
    dealer.open()
    dealer.wager(s1=2500, s2=2500)
    dealer.close()
    dealer.roll()
    dealer.deal()
    dealer.do(enter_quickly, [{"seat": seat, "outcome": "lose"} for seat in (1, 2)])
    return dealer.settle()


def settled_by_tiles(dealer):
    return house_round(dealer, seats=2)


def hands(*places):
    names = {"1": "seat-1", "2": "seat-2", "dealer": "dealer"}
    return tuple(HandGiven(place, SIX_HANDS[names[place]].split()) for place in places)


@dataclass(frozen=True)
class Asked:
    what: str
    played: object
    amendment: dict = field(default_factory=dict)


ASKED = [
    Asked("hands of some places of a quick round", settled_quickly, {"hands": hands("1")}),
    Asked(
        "hands of all places of a quick round",
        settled_quickly,
        {"hands": hands("1", "2", "dealer")},
    ),
    Asked(
        "some hands of a quick round and other outcomes",
        settled_quickly,
        {
            "hands": hands("dealer"),
            "outcomes": ({"seat": 1, "outcome": "win"}, {"seat": 2, "outcome": "lose"}),
        },
    ),
    Asked(
        "an outcome missing",
        settled_quickly,
        {"outcomes": ({"seat": 1, "outcome": "win"},)},
    ),
    Asked(
        "other outcomes",
        settled_quickly,
        {"outcomes": ({"seat": 1, "outcome": "win"}, {"seat": 2, "outcome": "lose"})},
    ),
    Asked("no wagers left", settled_by_tiles, {"wagers": ()}),
    Asked(
        "a wager on a seat that the layout lacks",
        settled_by_tiles,
        {"wagers": (*WAGERS, {"seat": 7, "player": "", "cents": 2500})},
    ),
    Asked(
        "a wager of nothing",
        settled_by_tiles,
        {"wagers": (WAGERS[0], {**WAGERS[1], "cents": 0})},
    ),
    Asked(
        "the same tiles in two hands",
        settled_by_tiles,
        {"hands": (hands("2")[0].model_copy(update={"place": "1"}),)},
    ),
    Asked(
        "a hand surrendered and another played",
        settled_by_tiles,
        {"states": ({"seat": 1, "state": "surrendered"}, {"seat": 2, "state": "played"})},
    ),
    Asked(
        "a state that the rules lack",
        settled_by_tiles,
        {"states": ({"seat": 1, "state": "conceded"},)},
    ),
]


def answer(of, *args):
    try:
        return of(*args)
    except Refused as refused:
        return refused.code


def previewed(dealer, amendment):
    current = Round.objects.get(pk=dealer.id)
    entered = made_from(current, current.settlement)
    changes = amendment.changes(game_of(current.submission), current.table, entered)
    comparison = compare(current, current.settlement, changes)
    now = {row.now.place: row.now.total_cents for row in comparison.rows if row.now is not None}
    return {"seats": _of_seats(now), "house": comparison.house_now_cents}


def corrected(dealer, amendment):
    people = [
        Signer(person, None, None)
        for person in (dealer.floor.floorperson, dealer.floor.pit_manager)
    ]
    dealer.do(correct_round, amendment, Why("mispay"), *people)
    kept = Round.objects.get(pk=dealer.id).settlement
    seats = {str(row["seat"]): row["total"] for row in kept.outcome["seats"]}
    return {"seats": _of_seats(seats), "house": kept.house_net_cents}


def _of_seats(totals):
    return {place: cents for place, cents in totals.items() if place.isdecimal()}


@pytest.mark.parametrize("asked", ASKED, ids=[asked.what for asked in ASKED])
def test_a_preview_shows_what_the_correction_does(dealer, asked):
    asked.played(dealer)
    amendment = ChangesGiven(**asked.amendment)
    shown = answer(previewed, dealer, amendment)
    assert shown == answer(corrected, dealer, amendment)


def test_hands_of_some_places_do_not_leave_a_round_to_what_was_called(dealer):
    settled_quickly(dealer)
    assert answer(previewed, dealer, ChangesGiven(hands=hands("1"))) == "hands_missing"


@pytest.mark.parametrize("profile", ["maryland", "mbs", "new-zealand", "three-card-split"])
def test_the_form_of_a_correction_names_each_end_of_a_hand_once(profile):
    game = game_of(make_floor(profile).submission)
    codes = [code for code, _words in ends_of_a_hand(game)]
    assert codes[0] == "played"
    assert sorted(codes) == sorted({"played", *game.states})


REFUSED = [
    ({"wager-1": "abc"}, "Wager, Seat 2: “abc” is not an amount."),
    ({"dealer_wager": "1.234"}, "The dealer's wager: “1.234” is not an amount."),
    ({"hand-1": ["1-1", "1-1", "1-1", "3-6"]}, "it is in seat 1, seat 1, seat 1, seat 2."),
]


@pytest.mark.parametrize(("asked", "said"), REFUSED)
def test_what_is_wrong_with_the_form_is_said_by_its_label(client, asked, said):
    dealer = Dealer(make_floor(options={"player_bank": True, "co_bank": True}))
    house_round(dealer, seats=2)
    viewer = sign_in(client, dealer.floor.surveillance)
    refused = viewer.post(f"/rounds/{dealer.id}/what-if/", asked)
    assert refused.status_code == 409
    assert said in unescape(refused.content.decode())
