"""The tablet looks up what the core worked out: both are compared entry by entry, in a browser."""

import json
import random
from itertools import combinations, combinations_with_replacement

import pytest

from rules import tables_for_browser
from rules.__main__ import registry
from rules.cards.card import DECK
from rules.cards.explain import explain_cards
from rules.cards.four_card import four_card_class, pay_table
from rules.cards.house_way import set_house_way
from rules.cards.lines import round_of_cards
from rules.cards.ranking import compare_high, compare_low, compare_three, is_foul
from rules.options import Options
from rules.profiles import PROFILES
from rules.tiles.bank import PastRound, Situation, offers
from rules.tiles.cuts import NEW_ZEALAND_CUTS
from rules.tiles.dealing import starting_positions
from rules.tiles.explain import explain_tiles
from rules.tiles.facts import TileRoundFacts
from rules.tiles.house_ways import distinct_deals
from rules.tiles.pair_fortunes import PAY_TABLES, pair_fortunes_class, pays
from rules.tiles.ranking import hand_name
from rules.tiles.settlement import settle_tiles
from rules.tiles.tile import KINDS
from tests.tablet.rounds_at_random import rounds

pytestmark = [pytest.mark.live, pytest.mark.browser]
TILES = ["maryland", "leaflet", "mbs", "new-zealand"]
ALL = [*TILES, "three-card-split"]

LOAD = """async (text) => {
  const [tables, table] = JSON.parse(text);
  const { rulesFrom } = await import("/static/js/rules/rules.js");
  const { settle } = await import("/static/js/rules/settling.js");
  const { movementsOf } = await import("/static/js/rules/movements.js");
  const { reasonsOf } = await import("/static/js/rules/reasons.js");
  const { cardReasonsOf } = await import("/static/js/rules/card-reasons.js");
  const { rankName } = await import("/static/js/tablet/hand-names.js");
  window.rankName = rankName;
  window.rules = (options = {}) => rulesFrom(tables, { ...table, options });
  window.settleRound = settle;
  window.explained = (line, outcome, rules) => line.dealer?.cards || line.community
    ? { movements: [], reasons: cardReasonsOf(line, outcome, rules) }
    : { movements: movementsOf(line, outcome, rules), reasons: reasonsOf(line, outcome, rules) };
  window.differing = (rows, found) => rows.filter((row) => {
    const answer = JSON.stringify(found(row));
    return answer !== JSON.stringify(row.at(-1)) && (row.found = answer);
  }).slice(0, 5).map((row) => [...row, row.found]);
}"""


@pytest.fixture
def look_up(page):
    """Load the tables of a profile into a page and ask it about many rows at once."""

    def load(profile: str):
        table = {
            "pieces": "cards" if profile == "three-card-split" else "tiles",
            "hand_size": 3 if profile == "three-card-split" else 4,
            "seat_word": PROFILES[profile].seat_word,
            "side_wagers": [],
            "states": [],
        }
        page.goto("/healthz")
        page.evaluate(LOAD, json.dumps([tables_for_browser(PROFILES[profile]), table]))

        def ask(found: str, rows: list) -> list:
            # One text, because the browser's protocol is slow with many small values.
            return page.evaluate(
                f"(text) => differing(JSON.parse(text), {found})", json.dumps(rows)
            )

        return ask

    return load


def texts(pieces) -> list[str]:
    return [each.text for each in pieces]


@pytest.mark.parametrize("profile", TILES)
def test_every_hand_and_every_deal_of_tiles(look_up, profile):
    ask, rules = look_up(profile), PROFILES[profile]
    hands = []
    for two in combinations_with_replacement(KINDS, 2):
        if two[0] is not two[1] or two[0].count == 2:
            rank = rules.ranking.rank(*two)
            name = hand_name(rank.code)
            hands.append([texts(two), [rank.order, rank.hand_class.value, rank.value, name]])
    assert len(hands) == 221
    rank = """([two]) => { const r = rules(), { order, kind, value } = r.rank(two);
        return [order, kind, value, rankName(r, two)]; }"""
    assert ask(rank, hands) == []

    deals = []
    for held in distinct_deals():
        way = rules.house_way.set(held)
        deals.append(
            [texts(held), [way.high_rank.order, way.low_rank.order, way.rule, way.reading]]
        )
    assert len(deals) == 8_130
    way = """([held]) => { const r = window.kept ??= rules(), way = r.houseWay(held);
        const all = [...way.high, ...way.low].sort().join() === [...held].sort().join();
        return all && r.isHouseWay(held, way)
          && [r.rank(way.high).order, r.rank(way.low).order, way.rule, way.reading]; }"""
    assert ask(way, deals) == []


def test_every_pair_fortunes_class(look_up):
    rows = []
    for held in distinct_deals():
        made = pair_fortunes_class(held)
        rows.append([texts(held), [made.value, *(pays(name, made) for name in sorted(PAY_TABLES))]])
    found = """([held]) => { const r = window.kept ??= rules();
        const each = ["A", "B", "C", "D"].map((name) => r.pairFortunes(held, name));
        return [each[0].class, ...each.map(({ pays }) => pays)]; }"""
    assert look_up("maryland")(found, rows) == []


@pytest.mark.parametrize("profile", TILES)
def test_the_offers_of_the_bank(look_up, profile):
    found = """([seats, history, wagering]) => {
        const { order, refused } = rules().offers(seats, history, wagering);
        return [order, refused.map(({ seat, reason, rule }) => [seat, reason, rule])]; }"""
    assert look_up(profile)(found, list(offers_at_random(PROFILES[profile], 2000))) == []


def offers_at_random(profile, count):
    """Tables after up to four rounds, with the core's offers for the next one."""
    chance = random.Random(profile.id)
    all_seats = range(1, profile.seat_count + 1)
    for _ in range(count):
        seats, wagering = (sorted(chance.sample(all_seats, chance.randint(0, 4))) for _ in "ab")
        near = [None, *all_seats[: chance.choice((1, 2, 8))]]
        history = [
            {
                "seat": chance.choice(near),
                "wagered": sorted(chance.sample(all_seats, 3)),
                "has_left": chance.random() < 0.2,
                "shared_with": chance.choice(([], [], [1], [2, 3])),
            }
            for _ in range(chance.randint(0, 4))
        ]
        for each in history:
            if each["seat"] is None or each["has_left"]:
                each["shared_with"] = []
        past = [
            PastRound(
                each["seat"],
                dict.fromkeys(each["wagered"], 500),
                has_left=each["has_left"],
                follows_people=True,
                shared_with=tuple(each["shared_with"]),
            )
            for each in history
        ]
        funds = dict.fromkeys(seats, 10**9)
        made = offers(profile, Situation(seats, past, dict.fromkeys(wagering, 500), funds))
        refused = [[seat, why.reason, why.citation] for seat, why in made.refused.items()]
        yield [seats, history, wagering, [list(made.order), refused]]


@pytest.mark.parametrize("profile", TILES)
def test_every_starting_position_delivery_and_cut(look_up, profile):
    ask, layout = look_up(profile), PROFILES[profile].layout
    fewer = [None] if layout.spare is None else [None, layout.seat_count - 2]
    rows = [
        [
            total,
            bank,
            adjust,
            seats,
            list(starting_positions(layout, total, bank, adjust=adjust, seats=seats)),
        ]
        for seats in fewer
        for bank in (None, *range(1, (seats or layout.seat_count) + 1))
        for adjust in ((-4, 0, 4) if layout.takes_adjustment and bank else (0,))
        for total in range(3, 19)
    ]
    found = "([total, bank, adjust, seats]) => rules({ seats }).positions(total, bank, adjust)"
    assert ask(found, rows) == []
    ends = [[*row[:3], row[-1][0]] for row in rows if row[3] is None]
    assert ask("([total, bank, by]) => rules().count(total, bank, by).start", ends) == []
    cuts = [
        [cut.id, list(chosen), style]
        for cut in NEW_ZEALAND_CUTS.values()
        for chosen, style in cut.styles
    ]
    assert ask("([id, chosen]) => rules({ cuts: [id] }).cutStyle(id, chosen)", cuts) == []


def test_every_deal_of_three_cards(look_up):
    ask = look_up("three-card-split")
    deals = []
    for held in combinations(DECK, 3):
        way = set_house_way(held)
        fouls = [is_foul(tuple(each for each in held if each is not low), low) for low in held]
        deals.append([texts(held), [way.low.text, way.rule, way.reading, fouls]])
    found = """([held]) => { const r = window.kept ??= rules({ four_card: "1a" });
        const way = r.houseWay(held);
        const without = (low) => held.filter((card) => card !== low);
        const fouls = held.map((low) => r.isFoul({ high: without(low), low: [low] }));
        return [way.low[0], way.rule, way.reading, fouls]; }"""
    assert ask(found, deals) == []


def test_cards_against_cards(look_up):
    ask = look_up("three-card-split")
    pairs, threes = list(combinations(DECK, 2)), list(combinations(DECK, 3))
    rows = []
    for step in range(6_000):
        bank, player = pairs[step * 7 % len(pairs)], pairs[step * 13 % len(pairs)]
        rows.append([texts(bank), texts(player), compare_high(bank=bank, player=player).winner])
        bank, player = threes[step * 31 % len(threes)], threes[step * 17 % len(threes)]
        rows.append([texts(bank), texts(player), compare_three(bank=bank, player=player).winner])
    for bank in DECK:
        for player in DECK:
            rows.append([[bank.text], [player.text], compare_low(bank=bank, player=player).winner])
    found = """([bank, player]) => { const r = window.kept ??= rules();
        return r.wins(player, bank) ? "player" : "bank"; }"""
    assert ask(found, rows) == []


def test_four_card_bonuses(look_up):
    ask = look_up("three-card-split")
    rows = []
    fours = list(combinations(DECK, 4))
    for one, two, three, community in fours[::41]:
        made = four_card_class((one, two, three), community)
        rows.append(
            [
                texts((one, two, three)),
                community.text,
                [made.value, *(pay_table(name).to_one(made) for name in ("1a", "3b", "4a"))],
            ]
        )
    found = """([held, community]) => {
        window.kept ??= ["1a", "3b", "4a"].map((four_card) => rules({ four_card }));
        const each = window.kept.map((r) => r.fourCard(held, community));
        return [each[0].class, ...each.map(({ pays }) => pays)]; }"""
    assert ask(found, rows) == []


def explained(profile: str, line: dict) -> dict:
    """Why the round ends so, and the chips as the core moves them; the tablet moves tiles' only."""
    rules = PROFILES[profile]
    if rules.game == "cards":
        return {"movements": [], "reasons": reasons_of(explain_cards(*round_of_cards(line)))}
    options, facts = Options.parse(rules, line["options"]), TileRoundFacts.from_mapping(line)
    settled = settle_tiles(rules, options, facts)
    return {
        "movements": [each.as_json() for each in settled.movements],
        "reasons": reasons_of(explain_tiles(rules, options, facts, settled)),
    }


def reasons_of(found) -> list[dict]:
    return [each.as_json() | {"reading": each.reading} for each in found]


@pytest.mark.parametrize("profile", ALL)
def test_settlements_to_the_cent(look_up, profile):
    settle = registry()["settle"][PROFILES[profile].game]
    rows = []
    for line in rounds(profile, 400):
        answer = settle(line)
        answer.pop("why")
        rows.append([line, answer | explained(profile, line)])
    found = """([line, answer]) => {
        const found = settleRound({ ...line, options: line.options }, rules(line.options));
        const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
        const tidy = (value) => value && typeof value === "object" && !Array.isArray(value)
          ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, tidy(value[key])]))
          : Array.isArray(value) ? value.map(tidy) : value === 0 ? 0 : value;
        const amounts = ({ seats, bank, house, dealer, movements, reasons }) =>
          tidy({ seats, bank, house, movements, reasons: reasons.map(asRanked),
            dealer: { outcome: dealer.outcome, net: dealer.net } });
        const asRanked = (reason) => reason.code.endsWith("-house-way")
          ? { ...reason, params: { ...reason.params, high: "", low: "" } } : reason;
        Object.assign(found, explained(line, found, rules(line.options)));
        return same(amounts(found), amounts(answer)) ? answer : amounts(found); }"""
    assert look_up(profile)(found, rows) == []
