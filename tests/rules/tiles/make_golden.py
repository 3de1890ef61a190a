"""Make the golden rounds: `python -m tests.rules.tiles.make_golden`.

Each case says what must happen; where it does not name the tiles, the first seeded deal in which
the oracle sees it happen is taken. The amounts come from the oracle, never from `rules`.
"""

import random
import re
from itertools import count

from tests.rules.tiles import golden, oracle, settlement_oracle

HOUSE, PLAYER, CO_BANK = "house", "player", "co-bank"
CITES = {
    "win": ("MD 8 §I", "Leaflet ¶16", "MBS 3.14", "NZ 6.1(a)"),
    "lose": ("MD 8 §G", "Leaflet ¶15", "MBS 3.15", "NZ 6.1(b)"),
    "push": ("MD 8 §H", "Leaflet ¶17", "MBS 3.16, 3.16.1", "NZ 6.1(c)"),
    "copy": ("MD 3 §C, §J", "Leaflet ¶24, ¶26", "MBS 3.6.2", "NZ 4.5-4.6"),
    "zero": ("MD 3 §H(2)", "Leaflet ¶10", "MBS 3.6.3", "NZ 4.7"),
    "top": ("MD 3 §H(1)", "Leaflet ¶9", "MBS 3.6.1", "NZ 4.3"),
    "gee": ("MD 3 §E-§G", "Leaflet ¶10", "MBS 3.7", "NZ 4.2"),
    "pair": ("MD 3 §B", "Leaflet ¶23", "MBS Appendix A", "NZ 4.1"),
    "vigorish": ("MD 8 §K", "Leaflet ¶16", "MBS 4.1", "NZ 6.11"),
    "house-way": ("MD 8 §B(2)", "Leaflet ¶14", "MBS 3.11.1", "NZ 10.4"),
    "reversed": ("MD 1 §B(5)-(6)", "Leaflet ¶12", "MBS 1.1.6", "NZ 1.0 Hand"),
    "void": ("MD 10 §D", "MD 10 §D (reading)", "MBS 5.2", "NZ 12.3"),
    "bank": ("MD 9 §P", "Leaflet ¶2", "MBS 4.2", "NZ 11.2"),
    "bank-vigorish": ("MD 9 §P(7)", "Leaflet ¶16", "MBS 4.2", "NZ 6.14"),
    "co-bank": ("MD 9 §S", "Leaflet ¶19", "", "NZ 11.3"),
    "dealer": ("MD 9 §O", "Leaflet ¶18 (reading)", "", ""),
}
SEATS = {"maryland": 6, "leaflet": 6, "mbs": 7, "new-zealand": 8}


class Case:
    """A round to be written down."""

    def __init__(self, title, cite, build, wanted=lambda line, got: True):
        self.title, self.cite, self.build, self.wanted = title, cite, build, wanted


def round_(chance, profile, kind, wagers, *, bank=None, options=None, **extra):
    """Deal a round: a wager for each seat in order, hands set by the house way."""
    tiles = chance.sample(oracle.TILES, 32)
    first = 2 if profile == "new-zealand" and kind == HOUSE else 1
    line = {"profile": profile, "options": options or {}, "bank": {"kind": kind}, "seats": []}
    if kind != HOUSE:
        line["bank"]["seat"] = bank or 2
    numbers = [n for n in range(first, SEATS[profile] + 1) if n != line["bank"].get("seat")]
    for number, wager in zip(numbers, wagers, strict=False):
        line["seats"].append(
            {"seat": number, "wager": wager, "tiles": [tiles.pop() for _ in "1234"]}
        )
    if kind != HOUSE:
        line["seats"].append({"seat": line["bank"]["seat"], "tiles": [tiles.pop() for _ in "1234"]})
        line["seats"].sort(key=lambda seat: seat["seat"])
    if kind == HOUSE or "dealer_wager" in extra:
        line["dealer"] = {"tiles": [tiles.pop() for _ in "1234"]}
        if "dealer_wager" in extra:
            line["dealer"]["wager"] = extra["dealer_wager"]
    return line


def deal(kind, wagers, *, change=None, **more):
    """A builder of rounds; `change` may alter the line it made."""

    def build(chance, profile):
        line = round_(chance, profile, kind, wagers, **more)
        if change:
            change(chance, line)
        return line

    return build


def outcomes(*wanted):
    """The players' outcomes are these, in the order of their seats."""

    def holds(line, got):
        return [row["outcome"] for row in got["seats"] if row["outcome"] != "bank"] == list(wanted)

    return holds


def hands(high, low):
    return lambda line, got: (got["seats"][0]["high"], got["seats"][0]["low"]) == (high, low)


def strengths(line):
    """The first player's and the bank's hands, high and low."""
    player = settlement_oracle.hand(line["profile"], line["seats"][0])
    return player, settlement_oracle.bank_hand(line)


def both(*tests):
    return lambda line, got: all(test(line, got) for test in tests)


def copies(side, kind):
    def holds(line, got):
        player, bank = strengths(line)
        return player[side] == bank[side] and player[side][0] == kind

    return holds


def top_tile_decides(line, got):
    player, bank = strengths(line)
    return any(
        ours[0] == theirs[0] == oracle.VALUE and ours[1] == theirs[1] and ours != theirs
        for ours, theirs in zip(player, bank, strict=True)
    )


def gee_counts(line, got):
    held = line["seats"][0]["tiles"]
    player, _ = strengths(line)
    return len(set(held) & set(oracle.GEES)) == 1 and player[0][0] == oracle.VALUE


def holds_hand(kind):
    return lambda line, got: strengths(line)[0][0][0] == kind


def puts_down_backwards(chance, line):
    seat = line["seats"][0]
    held = tuple(seat["tiles"])
    way = max(oracle.ways(line["profile"], held), key=lambda each: each.setting)
    seat["high"] = list(way.low_tiles)


def sets_freely(chance, line):
    for seat in line["seats"]:
        if "wager" in seat or line["bank"]["kind"] == PLAYER:
            seat["high"] = chance.sample(seat["tiles"], 2)


def state(name, seat=0):
    def change(chance, line):
        players = [each for each in line["seats"] if "wager" in each]
        players[seat]["state"] = name

    return change


def bank_nets(sign, *, odd=False):
    def holds(line, got):
        net = got["bank"]["net"]
        return (net > 0) - (net < 0) == sign and (not odd or (net + got["bank"]["vigorish"]) % 2)

    return holds


def left_in_centre(test):
    def holds(line, got):
        lost = sum(-r["net"] for r in got["seats"] if r["net"] < 0)
        paid = sum(r["won"] for r in got["seats"])
        return test(lost - paid)

    return holds


def dealer_outcome(wanted):
    return lambda line, got: got["dealer"]["outcome"] == wanted


COMMON = [
    Case(
        "Both hands win and are paid 1 to 1 less vigorish",
        "win",
        deal(HOUSE, [2500]),
        outcomes("win"),
    ),
    Case("Neither hand wins", "lose", deal(HOUSE, [2500]), outcomes("lose")),
    Case("Only the high hand wins: a push", "push", deal(HOUSE, [2500]), hands("win", "lose")),
    Case("Only the low hand wins: a push", "push", deal(HOUSE, [2500]), hands("lose", "win")),
    Case(
        "The high hand is a copy of equal values",
        "copy",
        deal(HOUSE, [1000]),
        copies(0, oracle.VALUE),
    ),
    Case(
        "The high hand is a copy of the same Wong, Gong or High Nine",
        "copy",
        deal(HOUSE, [1000]),
        copies(0, oracle.COMBINATION),
    ),
    Case("The low hand is a copy", "copy", deal(HOUSE, [1000]), copies(1, oracle.VALUE)),
    Case(
        "Zero against zero in the low hand",
        "zero",
        deal(HOUSE, [1000], change=sets_freely),
        copies(1, oracle.ZERO),
    ),
    Case(
        "Zero against zero, the high hand wins",
        "zero",
        deal(HOUSE, [1000], change=sets_freely),
        both(copies(1, oracle.ZERO), outcomes("push")),
    ),
    Case("Equal values, the top tile decides", "top", deal(HOUSE, [1000]), top_tile_decides),
    Case("A Gee counts as 3 or 6, whichever is better", "gee", deal(HOUSE, [1000]), gee_counts),
    Case(
        "A pair wins the high hand",
        "pair",
        deal(HOUSE, [4000]),
        both(holds_hand(oracle.PAIR), outcomes("win")),
    ),
    Case(
        "A Wong, Gong or High Nine wins the high hand",
        "pair",
        deal(HOUSE, [4000]),
        both(holds_hand(oracle.COMBINATION), outcomes("win")),
    ),
    Case("Vigorish of half a cent is rounded up", "vigorish", deal(HOUSE, [1010]), outcomes("win")),
    Case(
        "Vigorish below half a cent is rounded down",
        "vigorish",
        deal(HOUSE, [1009]),
        outcomes("win"),
    ),
    Case(
        "A player who asked is set the house way",
        "house-way",
        deal(HOUSE, [500, 700]),
        outcomes("win", "lose"),
    ),
    Case(
        "Hands put down the other way round",
        "reversed",
        deal(HOUSE, [800], change=puts_down_backwards),
        outcomes("win"),
    ),
    Case(
        "A void hand is returned",
        "void",
        deal(HOUSE, [800, 900], change=state("void")),
        outcomes("void", "win"),
    ),
    Case(
        "A full table against the house",
        "win",
        deal(HOUSE, [500, 1000, 1500, 2000, 2500, 3000], change=sets_freely),
    ),
    Case(
        "A player bank wins overall and pays vigorish",
        "bank-vigorish",
        deal(PLAYER, [1000, 2000, 3000]),
        both(bank_nets(1), outcomes("lose", "win", "lose")),
    ),
    Case(
        "A player bank loses overall and brings the rest",
        "bank",
        deal(PLAYER, [1000, 2000, 3000]),
        both(bank_nets(-1), outcomes("win", "lose", "win")),
    ),
    Case(
        "A player bank comes out even", "bank", deal(PLAYER, [1500, 1500]), outcomes("win", "lose")
    ),
    Case(
        "Every wager against a player bank pushes",
        "bank",
        deal(PLAYER, [700, 900]),
        outcomes("push", "push"),
    ),
    Case(
        "A player bank takes every wager",
        "bank",
        deal(PLAYER, [700, 900, 1100]),
        outcomes("lose", "lose", "lose"),
    ),
    Case(
        "A player bank pays every wager out of its own chips",
        "bank",
        deal(PLAYER, [700, 900]),
        outcomes("win", "win"),
    ),
    Case(
        "A player bank sets its own hand",
        "bank",
        deal(PLAYER, [2500, 500, 1200], change=sets_freely),
        bank_nets(1),
    ),
    Case(
        "A player bank's odd vigorish",
        "bank-vigorish",
        deal(PLAYER, [333, 500]),
        both(bank_nets(1), outcomes("lose", "push")),
    ),
    Case(
        "A void hand against a player bank",
        "void",
        deal(PLAYER, [333, 500, 900], change=state("void", 1)),
        outcomes("lose", "void", "win"),
    ),
    Case(
        "A full table against a player bank",
        "bank",
        deal(PLAYER, [500, 1000, 1500, 2000, 2500], bank=3, change=sets_freely),
        bank_nets(-1),
    ),
    Case("A large wager", "vigorish", deal(HOUSE, [100_000_000]), outcomes("win")),
]

CO_BANKS = [
    Case(
        "A co-bank's surplus is halved, the co-banker's half less vigorish",
        "co-bank",
        deal(CO_BANK, [1000, 2000, 3000]),
        both(bank_nets(1), outcomes("lose", "win", "lose")),
    ),
    Case(
        "A co-bank's odd surplus: the co-banker has the larger half",
        "co-bank",
        deal(CO_BANK, [1001, 2000]),
        both(bank_nets(1), outcomes("lose", "push")),
    ),
    Case(
        "A co-bank's shortfall is halved",
        "co-bank",
        deal(CO_BANK, [1000, 2000, 3000]),
        outcomes("win", "lose", "win"),
    ),
    Case(
        "A co-bank's odd shortfall: the co-banker brings the smaller half",
        "co-bank",
        deal(CO_BANK, [1001, 500]),
        outcomes("win", "push"),
    ),
    Case("A co-bank comes out even", "co-bank", deal(CO_BANK, [400, 400]), outcomes("win", "lose")),
    Case(
        "A void hand against a co-bank",
        "co-bank",
        deal(CO_BANK, [400, 600], change=state("void")),
        outcomes("void", "lose"),
    ),
    Case(
        "A full table against a co-bank",
        "co-bank",
        deal(CO_BANK, [500, 1000, 1500, 2000, 2505], change=sets_freely),
    ),
]

DEALERS = [
    Case(
        "The dealer wins the wager against the bank, without vigorish",
        "dealer",
        deal(PLAYER, [1000, 2000], dealer_wager=1500),
        both(dealer_outcome("win"), outcomes("lose", "lose")),
    ),
    Case(
        "The dealer loses the wager against the bank",
        "dealer",
        deal(PLAYER, [1000, 2000], dealer_wager=1500),
        both(dealer_outcome("lose"), outcomes("win", "lose")),
    ),
    Case(
        "The dealer's wager pushes",
        "dealer",
        deal(PLAYER, [1000, 2000], dealer_wager=1500),
        both(dealer_outcome("push"), outcomes("win", "lose")),
    ),
]


def with_pair_fortunes(table, stake=500):
    def change(chance, line):
        line["options"]["pair_fortunes"] = table
        line["seats"][0]["pair_fortunes"] = stake

    return change


def then(*changes):
    def change(chance, line):
        for each in changes:
            each(chance, line)

    return change


def bonus(made):
    return lambda line, got: got["seats"][0]["pair_fortunes"]["class"] == made


def dealt(tiles):
    """The first player is dealt these tiles."""

    def change(chance, line):
        wanted = tiles.split()
        rest = list(oracle.TILES)
        for tile in wanted:
            rest.remove(tile)
        chance.shuffle(rest)
        for seat in [*line["seats"][1:], *([line["dealer"]] if "dealer" in line else [])]:
            seat["tiles"] = [rest.pop() for _ in "1234"]
        line["seats"][0]["tiles"] = wanted

    return change


QUARTERS = {"vigorish_rounding": "up-to-25c"}


def spec_example(chance, profile):
    return {
        "profile": "maryland",
        "options": {"vigorish_rounding": "cent", "pair_fortunes": "A", "smallest_chip": 100},
        "bank": {"kind": "house"},
        "dealer": {"tiles": ["6-6", "6-6", "1-2", "4-5"]},
        "seats": [
            {
                "seat": 1,
                "wager": 2500,
                "tiles": ["1-1", "3-6", "2-2", "5-6"],
                "high": ["1-1", "3-6"],
                "pair_fortunes": 500,
            }
        ],
    }


MARYLAND = [
    Case("The example of the contract", "MD 8 §H(2), §L(1)", spec_example),
    Case(
        "A surrendered wager is lost",
        "MD 8 §E",
        deal(HOUSE, [800, 900], change=state("surrendered")),
        outcomes("surrendered", "win"),
    ),
    Case(
        "A player who left loses the wager",
        "MD 5 §C(2)",
        deal(HOUSE, [800, 900], change=state("abandoned")),
        outcomes("abandoned", "push"),
    ),
    Case(
        "A wager surrendered to a player bank",
        "MD 8 §E, 9 §P",
        deal(PLAYER, [800, 900], change=state("surrendered")),
        outcomes("surrendered", "win"),
    ),
    Case(
        "Vigorish up to the next 25 cents",
        "MD 8 §K(1)",
        deal(HOUSE, [1100], options=dict(QUARTERS)),
        outcomes("win"),
    ),
    Case(
        "Vigorish that is a multiple of 25 cents stays",
        "MD 8 §K(1)",
        deal(HOUSE, [1500], options=dict(QUARTERS)),
        outcomes("win"),
    ),
    Case(
        "A player bank's vigorish up to the next 25 cents",
        "MD 8 §K(1), 9 §P(7)",
        deal(PLAYER, [1100, 300], options=dict(QUARTERS)),
        outcomes("lose", "push"),
    ),
    Case(
        "A co-banker's vigorish up to the next 25 cents",
        "MD 8 §K(1), 9 §S(9)",
        deal(CO_BANK, [1100, 300], options=dict(QUARTERS)),
        outcomes("lose", "push"),
    ),
    Case(
        "Pair Fortunes A: Gee Joon pair and Teen pair",
        "MD 8 §L(1)(a)",
        deal(HOUSE, [1000], change=then(with_pair_fortunes("A"), dealt("2-4 6-6 1-2 6-6"))),
    ),
    Case(
        "Pair Fortunes B: Gee Joon pair and Teen pair",
        "MD 8 §L(2)(a)",
        deal(HOUSE, [1000], change=then(with_pair_fortunes("B"), dealt("2-4 6-6 1-2 6-6"))),
    ),
    Case(
        "Pair Fortunes C: two pairs",
        "MD 8 §L(3)(b)",
        deal(HOUSE, [1000], change=then(with_pair_fortunes("C"), dealt("2-5 1-1 3-4 1-1"))),
    ),
    Case(
        "Pair Fortunes D: Gee Joon pair",
        "MD 8 §L(4)(c)",
        deal(HOUSE, [1000], change=then(with_pair_fortunes("D"), dealt("2-4 6-6 1-2 1-3"))),
    ),
    Case(
        "Pair Fortunes D: Gee Joon pair with another pair is two pairs",
        "MD 8 §L(4)(b)",
        deal(HOUSE, [1000], change=then(with_pair_fortunes("D"), dealt("2-4 1-1 1-2 1-1"))),
    ),
    Case(
        "Pair Fortunes A: one mixed pair",
        "MD 8 §L(1)(d)",
        deal(HOUSE, [1000], change=with_pair_fortunes("A")),
        bonus("mixed-pair"),
    ),
    Case(
        "Pair Fortunes B: one mixed pair",
        "MD 8 §L(2)(d)",
        deal(HOUSE, [1000], change=with_pair_fortunes("B")),
        bonus("mixed-pair"),
    ),
    Case(
        "Pair Fortunes A: one identical pair",
        "MD 8 §L(1)(d)",
        deal(HOUSE, [1000], change=with_pair_fortunes("A")),
        bonus("identical-pair"),
    ),
    Case(
        "Pair Fortunes C: no pair",
        "MD 8 §L(3)",
        deal(HOUSE, [1000], change=with_pair_fortunes("C")),
        bonus("none"),
    ),
    Case(
        "Pair Fortunes of a surrendered hand is decided by its tiles",
        "MD 8 §E, §L (reading)",
        deal(HOUSE, [1000], change=then(with_pair_fortunes("A"), state("surrendered"))),
        bonus("identical-pair"),
    ),
    Case(
        "Pair Fortunes of an abandoned hand is lost",
        "MD 5 §C(2), 8 §L (reading)",
        deal(HOUSE, [1000], change=then(with_pair_fortunes("A"), state("abandoned"))),
        bonus("identical-pair"),
    ),
    Case(
        "Pair Fortunes of a void hand is returned",
        "MD 10 §D, 8 §L",
        deal(HOUSE, [1000], change=then(with_pair_fortunes("A"), state("void"))),
        bonus("two-pairs"),
    ),
    Case(
        "Pair Fortunes beside a player bank is against the house",
        "MD 5 §F, 8 §L",
        deal(PLAYER, [1000, 400], change=with_pair_fortunes("A")),
        both(bonus("identical-pair"), outcomes("lose", "win")),
    ),
]


def coupon(chance, line):
    line["seats"][0]["match_play"] = line["seats"][0]["wager"]


def fixed_coupon(chance, line):
    line["seats"][0]["match_play"] = line["seats"][0]["wager"] // 4


LEAFLET = [
    Case(
        "A match-play coupon that wins is paid like chips",
        "Leaflet ¶20",
        deal(HOUSE, [1000], change=coupon),
        outcomes("win"),
    ),
    Case(
        "A match-play coupon that loses costs only the chips",
        "Leaflet ¶20",
        deal(HOUSE, [1000], change=coupon),
        outcomes("lose"),
    ),
    Case(
        "A match-play coupon that pushes stays",
        "Leaflet ¶20",
        deal(HOUSE, [1000], change=coupon),
        outcomes("push"),
    ),
    Case(
        "A match-play coupon against a player bank is paid by the house",
        "Leaflet ¶20 (reading)",
        deal(PLAYER, [1000, 600], change=coupon),
        outcomes("win", "lose"),
    ),
    Case(
        "A wager surrendered, as in Maryland",
        "MD 8 §E (reading)",
        deal(HOUSE, [1000, 600], change=state("surrendered")),
        outcomes("surrendered", "lose"),
    ),
    Case(
        "A coupon of a fixed value beside a larger wager is paid beside it",
        "Leaflet ¶20 (reading)",
        deal(HOUSE, [10000], change=fixed_coupon),
        outcomes("win"),
    ),
]


def dealer_has(tiles):
    """The dealer is dealt these tiles."""

    def change(chance, line):
        wanted = tiles.split()
        rest = list(oracle.TILES)
        for tile in wanted:
            rest.remove(tile)
        chance.shuffle(rest)
        for seat in line["seats"]:
            seat["tiles"] = [rest.pop() for _ in "1234"]
        line["dealer"]["tiles"] = wanted

    return change


def dealer_case(title, cite, tiles):
    return Case(title, cite, deal(HOUSE, [2000, 4000], change=dealer_has(tiles)))


MBS = [
    dealer_case(
        "House way, exception 1: Teen, Low 4, 8 and 9 play 3 and Gong",
        "MBS exception 1",
        "6-6 2-2 3-5 4-5",
    ),
    dealer_case(
        "House way, exception 2: Teen, Day, 6 with 4 play the Teen high",
        "MBS exception 2",
        "6-6 1-1 1-5 1-3",
    ),
    dealer_case(
        "House way, exception 3: Day, 5, 6 and Gee play 7 and 9",
        "MBS exception 3",
        "1-1 1-4 3-3 2-4",
    ),
    dealer_case(
        "House way, exception 4: High 4, Low 4, 5 with 7 play 1 and high 9",
        "MBS exception 4",
        "1-3 2-2 2-3 1-6",
    ),
    dealer_case(
        "House way, exception 5: High 4, Low 4, 5 with 9 play high 3 and 9",
        "MBS exception 5",
        "1-3 2-2 2-3 3-6",
    ),
    dealer_case(
        "House way, exception 6: High 4, High 8, Low 8 with 7 play the High 8 high",
        "MBS exception 6",
        "1-3 4-4 2-6 1-6",
    ),
    dealer_case(
        "House way, exception 7: Low 4, High 8, Low 8 and 9 play 2 and high 7",
        "MBS exception 7",
        "2-2 4-4 2-6 4-5",
    ),
    dealer_case(
        "House way, exception 8: 5, High 6, Low 6 and 11 play 1 and high 7",
        "MBS exception 8",
        "1-4 3-3 1-5 5-6",
    ),
    dealer_case(
        "House way, exception 9: High 6, High 10, Low 10 with 7 play the High 10 high",
        "MBS exception 9",
        "3-3 5-5 4-6 2-5",
    ),
    dealer_case(
        "House way, exception 10: 7, High 8, High 10 and 11 play 7 and 9",
        "MBS exception 10",
        "1-6 4-4 5-5 5-6",
    ),
    dealer_case(
        "House way, exception 11: 9, High 10, Low 10 and 11 play 1 and high 9",
        "MBS exception 11",
        "3-6 5-5 4-6 5-6",
    ),
    dealer_case(
        "House way: Teens with a Gee and a 4 are kept, never worse",
        "MBS split 2 (reading)",
        "6-6 6-6 1-2 2-2",
    ),
    dealer_case(
        "House way: eights with Teen and 9 are kept, never worse",
        "MBS split 4 (reading)",
        "4-4 4-4 6-6 4-5",
    ),
    dealer_case("House way: Teens with 9 and 11 are split", "MBS split 2(b)", "6-6 6-6 4-5 5-6"),
    dealer_case(
        "House way: sevens with two tens are split to 7 and 7", "MBS split 5", "2-5 3-4 5-5 4-6"
    ),
]


def wager_and_chip(chip):
    def change(chance, line):
        line["options"]["smallest_chip"] = chip

    return change


def stands(chance, line):
    """A wrongly set bank's hand stands."""
    if line["bank"]["kind"] == HOUSE:
        holder, mark = line["dealer"], line["dealer"]
    else:
        (holder,) = [each for each in line["seats"] if "wager" not in each]
        mark = line["bank"]
    right = oracle.set_hand("new-zealand", tuple(holder["tiles"]))
    for way in oracle.ways("new-zealand", tuple(holder["tiles"])):
        if way.setting != right:
            holder["high"] = list(way.high_tiles)
    mark["stands"] = True


NEW_ZEALAND = [
    Case(
        "A conceded wager is lost",
        "NZ 10.13",
        deal(HOUSE, [800, 900], change=state("conceded")),
        outcomes("conceded", "win"),
    ),
    Case(
        "A wager conceded to a co-bank",
        "NZ 10.13, 11.3",
        deal(CO_BANK, [800, 900], change=state("conceded")),
        outcomes("conceded", "push"),
    ),
    Case(
        "Only as much of a wager counts as pays exactly in chips",
        "NZ 6.13",
        deal(HOUSE, [2500], change=wager_and_chip(100)),
        outcomes("win"),
    ),
    Case(
        "The part that pays exactly is lost, the rest returned",
        "NZ 6.13",
        deal(HOUSE, [4900], change=wager_and_chip(100)),
        outcomes("lose"),
    ),
    Case(
        "The least payable wager is twenty smallest chips",
        "NZ 6.12",
        deal(HOUSE, [2000], change=wager_and_chip(100)),
        outcomes("win"),
    ),
    Case(
        "A wager below twenty smallest chips is refused whole",
        "NZ 6.12-6.13",
        deal(HOUSE, [1900, 4000], change=wager_and_chip(100)),
        outcomes("void", "lose"),
    ),
    Case(
        "Exactly payable wagers against a player bank",
        "NZ 6.13, 11.2",
        deal(PLAYER, [5500, 1500, 2000], change=wager_and_chip(100)),
        outcomes("lose", "void", "win"),
    ),
    Case(
        "The house's wrongly set hand stands",
        "NZ 12.8(b)",
        deal(HOUSE, [1000, 2000], change=stands),
        lambda line, got: "high" in line["dealer"],
    ),
    Case(
        "A co-bank's wrongly set hand stands",
        "NZ 12.8(b)",
        deal(CO_BANK, [1000, 2000], change=stands),
        lambda line, got: any("high" in each for each in line["seats"]),
    ),
    Case(
        "A player bank on box 1",
        "NZ 11.2",
        deal(PLAYER, [1000, 2000, 3000], bank=1),
        outcomes("win", "lose", "win"),
    ),
    dealer_case("House way 2.3: Days with 9 and 11 are split", "NZ 2.3", "1-1 1-1 3-6 5-6"),
    dealer_case("House way 2.3: eights with 11 and 9 are split", "NZ 2.3", "2-6 3-5 5-6 4-5"),
    dealer_case(
        "House way 3.2: a Gong before a Wong, with Harmony 3 low", "NZ 3.2", "6-6 4-4 4-5 1-5"
    ),
    dealer_case(
        "House way 4.2 and 5.3: the high hand as high as can be",
        "NZ 4.2 then 5.3",
        "1-3 2-2 1-4 1-5",
    ),
    dealer_case(
        "House way 5.4: Teen, Day, 10 and 11 play the Teen low", "NZ 5.4", "6-6 1-1 5-5 5-6"
    ),
    dealer_case("House way 6.1: 6, 7, 11 play the greatest low hand", "NZ 6.1", "1-3 3-3 5-6 1-6"),
    dealer_case("House way 6.2: 7 and 9 before 8 and 8", "NZ 6.2", "1-1 1-5 1-4 1-2"),
]


def cases(profile):
    index = golden.PROFILES.index(profile)
    common = COMMON + ([] if profile == "mbs" else CO_BANKS)
    common += DEALERS if profile in ("maryland", "leaflet") else []
    own = {"maryland": MARYLAND, "leaflet": LEAFLET, "mbs": MBS, "new-zealand": NEW_ZEALAND}
    for case in common:
        yield case, CITES[case.cite][index]
    for case in own[profile]:
        yield case, case.cite


def found(profile, case):
    """The first seeded round in which the case happens."""
    lines = (
        case.build(random.Random(f"{profile} {case.title} {attempt}"), profile)
        for attempt in count()
    )
    return next(line for line in lines if case.wanted(line, settlement_oracle.settle(line)))


def names(profile):
    """Give the file's name, the case and its citation for every golden round of a profile."""
    for number, (case, cite) in enumerate(cases(profile), start=1):
        slug = re.sub(r"[^a-z0-9]+", "-", case.title.lower()).strip("-")
        yield f"{number:02}-{slug}.toml", case, cite


def main():
    for profile in golden.PROFILES:
        folder = golden.FOLDER / profile
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.toml"):
            path.unlink()
        for name, case, cite in names(profile):
            text = golden.text_of(case.title, [cite], found(profile, case))
            (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
