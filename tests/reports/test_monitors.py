"""Monitors against counts made by hand from the rounds, and against streams with a known fault."""

from collections import Counter

import pytest

from reports.monitors.equipment import (
    compared,
    dice_figures,
    dice_parts,
    start_shares,
    tile_figures,
)
from reports.monitors.people import compared_people, entry_figures, error_figures, pace_figures
from reports.monitors.results import result_figures, setting_figures
from rounds.games import game_of
from rounds.models import DiceRoll, Round
from rules.place import DEALER
from rules.tiles.tile import KINDS
from tests.reports.test_figures import quiet, scope_of
from tests.rounds.playing import Dealer
from tests.rounds.taps import Thrown, record_roll, void_round

MARYLAND_ODDS = {"win": 216905096, "push": 293639544, "lose": 225736360}


@pytest.mark.django_db
def test_dice_and_tiles_are_counted_as_they_fell(history):
    scope = scope_of(history.floor)
    dice = dice_figures(scope, quiet)
    rolls = list(DiceRoll.objects.filter(round__state="settled"))
    totals = Counter(sum(roll.dice) for roll in rolls)
    assert dice.totals.seen == tuple(totals[n] for n in range(3, 19))
    assert sum(dice.faces.seen) == 3 * len(rolls)
    starts = Counter(roll.start for roll in rolls)
    (layout,) = dice.starts
    assert dict(zip(layout.labels, layout.seen, strict=True)) == {
        place: starts[place] for place in layout.labels
    }
    tiles = tile_figures(scope, quiet)
    lain = Counter(t for hands in history.held.values() for held in hands.values() for t in held)
    assert tiles.all.seen == tuple(lain[kind.text] for kind in KINDS)
    dealer = Counter(t for hands in history.held.values() for t in hands["dealer"])
    assert tiles.dealer.seen == tuple(dealer[kind.text] for kind in KINDS)


@pytest.mark.django_db
def test_throws_that_are_left_out_are_counted_and_said(history):
    dealer = Dealer(history.floor)
    for ends in ("void", "settle"):
        dealer.open()
        dealer.wager(s1=2500)
        dealer.close()
        dealer.do(record_roll, Thrown(no_roll="die-leaning"))
        dealer.roll()
        if ends == "void":
            dealer.do(void_round, "exposed", history.signer("floorperson"))
    dice = dice_figures(scope_of(history.floor), quiet)
    counted = DiceRoll.objects.filter(round__state="settled", no_roll="").count()
    assert sum(dice.faces.seen) == 3 * counted
    assert (dice.of_void_rounds, dice.no_rolls) == (1, 1), "an open round has not ended"
    (said,) = [part for part in dice_parts(dice) if part.title == "Throws that were left out"]
    assert [row[1] for row in said.rows] == [1, 1]


@pytest.mark.django_db
def test_starting_positions_have_their_exact_shares(history):
    shares = start_shares(history.floor.submission)
    assert sum(shares.values()) == pytest.approx(1)
    # Totals 3 and 11: one and 27 of the 216 throws reach the third position, seat 2.
    assert shares["seat-2"] == pytest.approx(28 / 216)


@pytest.mark.django_db
def test_results_stand_beside_the_exact_odds(history):
    (line,) = result_figures(scope_of(history.floor), quiet).lines
    seen: Counter = Counter()
    net = 0
    for current in Round.objects.filter(table=history.floor.table, state="settled"):
        for seat in current.settlement.outcome["seats"]:
            seen[seat["outcome"]] += 1
            net -= seat["net"]
    for name, deals in MARYLAND_ODDS.items():
        assert getattr(line, name).seen == seen[name]
        assert getattr(line, name).share == pytest.approx(deals / 736281000)
    assert line.net.seen == pytest.approx(net)
    assert line.edge == pytest.approx(0.0267241974)
    assert line.net.p is None, "nine rounds say nothing"


@pytest.mark.django_db
def test_every_hand_of_the_dealer_was_set_the_house_way(history):
    kept = setting_figures(scope_of(history.floor), quiet)
    rounds = Round.objects.filter(table=history.floor.table, depth="tiles", state="settled")
    assert [line.dealer for line in kept.rules] == [(rounds.count(), 0)]
    game = game_of(history.floor.submission)
    assert rounds
    assert all(game.is_house_way(each.entered.hands[DEALER]) for each in rounds)


@pytest.mark.django_db
def test_people_are_counted_once_a_round(history):
    scope = scope_of(history.floor)
    (entry,) = entry_figures(scope, quiet).quick
    assert (entry.rounds, entry.hits) == (10, 1)
    errors = error_figures(scope, quiet)
    assert [getattr(errors, name)[0].hits for name in ("corrected", "void")] == [1, 1]
    assert entry.p is None, "there is nobody to compare with"
    assert pace_figures(scope, quiet).lines[0].name == history.floor.dealer.name


def test_a_loaded_die_is_noticed_and_a_fair_one_is_not():
    labels = [str(n) for n in range(1, 7)]
    fair = compared(labels, [1010, 985, 1003, 990, 1007, 1005], [1 / 6] * 6)
    loaded = compared(labels, [950, 960, 955, 970, 965, 1200], [1 / 6] * 6)
    assert fair.p > 0.9
    assert loaded.p < 1e-6
    assert loaded.low[0] < 1000 < loaded.high[0] < loaded.seen[5]


@pytest.mark.django_db
def test_somebody_always_stands_out_among_many(history):
    people = [{"dealer_id": history.floor.dealer.pk, "rounds": 200, "x": 9}] + [
        {"dealer_id": history.floor.second_dealer.pk, "rounds": 200, "x": 4} for _ in range(19)
    ]
    lines = compared_people(people, "x")
    assert lines[0].hits == 9
    assert lines[0].p > 0.05, "one of twenty with twice the rate is nothing yet"
