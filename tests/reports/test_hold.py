"""Win, drop and hold: every figure a second time, an interval that holds, and its cases."""

import random
from collections import Counter
from datetime import timedelta
from fractions import Fraction
from math import sqrt
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from audit.models import Event
from reports.chances import chances_of
from reports.commands.hold import open_hold_cases
from reports.commands.watching import close_case, take_case
from reports.hold import FEWEST_ROUNDS, WITHIN_95, Tally, hold_figures
from reports.kinds import KINDS
from reports.master import master_figures
from reports.models import MonitorCase
from reports.parts import Rows
from reports.scope import Scope, day_period
from rounds.models import Round
from rules.profiles import tile_profile
from rules.tiles.odds import odds, shared_variance
from rules.tiles.tile import TILE_SET
from staff.gaming_day import gaming_day_bounds
from tables.models import Alert
from tests.factories import make_floor
from tests.reports.scene import make_scene
from tests.rounds.taps import Call, Thrown, WholeRound, record_whole_round
from tests.sign_in import sign_in

pytestmark = [pytest.mark.usefixtures("as_owner"), pytest.mark.django_db]
# From the published counts, not from the product: what the house keeps of a unit on a side wager.
SIDE_EDGES = {
    "pair_fortunes": Fraction(381, 7192),
    "three_card": Fraction(203679840 - 203490560, 22100 * 18424),
    "four_card": Fraction(16552, 270725),
}


def quiet(*_progress):
    pass


def figures_of(house, day):
    return hold_figures(Scope(house, day_period(house, day)), quiet)


def whole_month(scene, day):
    return Scope(scene.house, day_period(scene.house, day.replace(day=1), day))


def second_line(rounds):
    """The same from the rounds' own documents, one by one, with nothing of the report."""
    found = {"rounds": len(rounds), "wagered": 0, "win": 0, "measured": 0}
    mean, variances = Fraction(0), Counter()
    for each in rounds:
        facts = each.settlement.entered or each.facts
        outcome = each.settlement.outcome
        found["wagered"] += sum(w["cents"] for w in facts["wagers"])
        found["win"] += outcome["house"]["net"] + outcome.get("jackpot", 0)
        chances = chances_of(each.submission)
        seats = [s for s in outcome["seats"] if s["outcome"] not in ("void", "bank")]
        for name, edge in SIDE_EDGES.items():
            stakes = stakes_of(facts, seats, name)
            mean += edge * sum(stakes)
            found["measured"] -= sum(
                s[name]["net"] - s[name].get("jackpot", 0) for s in seats if name in s
            )
            if name in chances.sides:
                variances[name] += variance_of(chances.sides[name], stakes)
        if facts["bank"]["kind"] == "house":
            wagers = stakes_of(facts, seats, "cents")
            found["measured"] -= sum(s["net"] for s in seats)
            mean += chances.main.edge * sum(wagers)
            variances["main"] += variance_of(chances.main, wagers)
    deviation = sum(sqrt(each) for each in variances.values())
    return found | {"theoretical": round(mean), "deviation": deviation}


def stakes_of(facts, seats, name):
    """What stood on each seat, all its players together."""
    return [sum(w.get(name) or 0 for w in facts["wagers"] if w["seat"] == s["seat"]) for s in seats]


def variance_of(spread, stakes):
    own = sum(each * each for each in stakes)
    return float(spread.variance * own + spread.shared * (sum(stakes) ** 2 - own))


def test_every_figure_is_that_of_the_rounds():
    scene = make_scene()
    rounds = [each for each in scene.rounds() if each.state == "settled"]
    day = max(each.gaming_day for each in rounds)
    kept = figures_of(scene.house, day)
    played = {line.number: line for line in master_figures(whole_month(scene, day), quiet).tables}
    for profile in scene.tables:
        number = scene.tables[profile].number
        mine = [r for r in rounds if r.table.number == number]
        (line,) = [each for each in kept.month.table if each.name == str(number)]
        second = second_line(mine)
        for name in ("rounds", "wagered", "win", "measured", "theoretical"):
            assert getattr(line, name) == second[name], (profile, name)
        assert line.left_out == second["win"] - second["measured"]
        low = second["theoretical"] - WITHIN_95 * second["deviation"]
        assert line.low == pytest.approx(low, abs=1)
        assert played[number].theoretical == line.theoretical, "one owner of the theoretical win"
        assert line.high > line.theoretical > line.low
    for period in ("day", "month", "year"):
        sums = {
            group: sum(each.rounds for each in getattr(getattr(kept, period), group))
            for group in ("table", "game", "shift", "dealer")
        }
        assert len(set(sums.values())) == 1, (period, sums)
        wins = {
            sum(each.win for each in getattr(getattr(kept, period), g))
            for g in ("table", "game", "shift")
        }
        assert len(wins) == 1
    assert sum(each.rounds for each in kept.year.table) == len(rounds)
    parts = KINDS["statistics"].parts(kept)
    assert len(parts) == 13
    assert all(isinstance(each, Rows) for each in parts)


def test_the_scene_has_every_kind_of_wager():
    """Side wagers of both games, beside the house's bank and beside a player's."""
    rounds = [each for each in make_scene().rounds() if each.state == "settled"]
    facts = [each.settlement.entered or each.facts for each in rounds]
    banks = {(each["bank"]["kind"], name) for each in facts for w in each["wagers"] for name in w}
    assert {("house", "pair_fortunes"), ("house", "three_card"), ("house", "four_card")} < banks
    assert {("player", "cents"), ("co-bank", "cents")} & banks
    line_of = figures_of(rounds[0].property, max(each.gaming_day for each in rounds)).year.table
    assert any(each.left_out for each in line_of), "what a player bank paid is named"


def test_the_interval_holds_for_fair_nights():
    """Six seats, wagers by chance, hands by chance: 95 of 100 nights lie within."""
    chance = random.Random(20261118)
    way = tile_profile("maryland").house_way
    chances, shared = odds(way, way), float(shared_variance(way, way))
    edge, alone = chances.house_edge(), float(chances.variance())
    inside = 0
    for _night in range(120):
        tally = Tally()
        for _round in range(FEWEST_ROUNDS):
            mixed = chance.sample(TILE_SET, 28)
            bank = way.set(tuple(mixed[:4]))
            wagers = [chance.choice((1000, 2500, 10000)) for _ in range(6)]
            for n, wager in enumerate(wagers, 1):
                hand = way.set(tuple(mixed[4 * n : 4 * n + 4]))
                won = (hand.high_rank.order > bank.high_rank.order) + (
                    hand.low_rank.order > bank.low_rank.order
                )
                tally.measured += {2: -wager * 95 // 100, 1: 0, 0: wager}[won]
            own = sum(each * each for each in wagers)
            tally.judged += 1
            tally.mean += edge * sum(wagers)
            variance = alone * own + shared * (sum(wagers) ** 2 - own)
            tally.add(Tally(variances={"main": variance}))
        inside += not tally.is_out
    assert 108 <= inside <= 119, inside


def test_too_little_played_is_not_judged():
    assert Tally(judged=FEWEST_ROUNDS - 1, measured=10**9, variances={"main": 1.0}).is_out is None
    assert Tally(judged=FEWEST_ROUNDS, measured=10**9, variances={"main": 1.0}).is_out is True
    assert Tally(judged=FEWEST_ROUNDS, measured=1, variances={"main": 1.0}).is_out is False


def lost_night(floor):
    """Thirty rounds in which every seat loses."""
    for _ in range(FEWEST_ROUNDS):
        whole = WholeRound(
            round_id=uuid4(),
            wagers=[{"seat": seat, "player": "", "cents": 2500} for seat in (1, 3)],
            thrown=Thrown(dice=(1, 2, 3)),
            outcomes=[{"seat": seat, "outcome": "lose"} for seat in (1, 3)],
        )
        record_whole_round(floor.table.pk, whole, Call(by=floor.dealer))
    return Round.objects.filter(table=floor.table).latest("opened_at").gaming_day


def test_a_table_outside_its_interval_opens_a_case_that_somebody_closes_with_words():
    floor = make_floor(options={"player_bank": False})
    day = lost_night(floor)
    at = gaming_day_bounds(floor.property, day)[1] + timedelta(hours=1)
    (case,) = [
        each
        for each in open_hold_cases(floor.property, day, at=at)
        if each.subject.startswith("table:")
    ]
    assert (case.monitor, case.label, case.evidence["rounds"]) == ("hold", str(floor.table), 30)
    assert case.evidence["won"] == 150_000 > case.evidence["high"]
    assert Alert.objects.filter(code="case_opened").exists()
    assert Event.objects.filter(kind="reports.case_opened").exists()
    assert open_hold_cases(floor.property, day, at=at) == [], "a second look opens nothing"
    for role in ("compliance", "regulator"):
        page = sign_in(Client(), floor.people[role]).get(reverse("case", args=[case.pk]))
        assert "95 % interval" in page.content.decode()
        assert "$1,500.00" in page.content.decode()
    take_case(case.pk, by=floor.compliance, at=at)
    words = "A party of beginners; video and tiles checked."
    close_case(case_id=case.pk, end="explained", words=words, by=floor.compliance, at=at)
    assert open_hold_cases(floor.property, day, at=at) == [], "the day was answered"
    kept = figures_of(floor.property, day)
    (line,) = kept.cases[:1]
    assert (line.words, line.end) == (words, "explained")
    (table,) = kept.day.table
    assert (table.is_out, table.measured) == (True, 150_000)


def test_a_month_of_a_game_is_judged_on_its_last_day():
    floor = make_floor(options={"player_bank": False})
    day = lost_night(floor)
    last = (day.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    at = gaming_day_bounds(floor.property, last)[1] + timedelta(hours=1)
    assert not MonitorCase.objects.filter(subject__startswith="game:").exists()
    opened = open_hold_cases(floor.property, last, at=at)
    assert [each.subject for each in opened if each.subject.startswith("game:")] == [
        f"game:{floor.submission.pk}"
    ]
