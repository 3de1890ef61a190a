"""A second, slow and plain reading of the documents, sharing no code with `rules`.

Tiles are strings. A hand's strength is a tuple that sorts; a setting is a pair (high, low) of
strengths. The house ways take `without`, a set of readings to leave out, and give every setting
that the rest of the words would allow: that is how a test finds out what rests on a reading.
"""

from functools import cache
from itertools import combinations

TWICE = ["6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5"]
ONCE = ["3-6", "4-5", "2-6", "3-5", "2-5", "3-4", "2-4", "1-4", "2-3", "1-2"]
TILES = [*TWICE, *TWICE, *ONCE]

PAIRS = [
    {"2-4", "1-2"}, {"6-6"}, {"1-1"}, {"4-4"}, {"1-3"}, {"5-5"}, {"3-3"}, {"2-2"}, {"5-6"},
    {"4-6"}, {"1-6"}, {"1-5"}, {"3-6", "4-5"}, {"2-6", "3-5"}, {"2-5", "3-4"}, {"1-4", "2-3"},
]  # fmt: skip
GEES = ("2-4", "1-2")
SEVENS, EIGHTS, NINES = ("1-6", "2-5", "3-4"), ("4-4", "2-6", "3-5"), ("3-6", "4-5")
FIRST_ELEVEN = TWICE

PAIR, COMBINATION, VALUE, ZERO = 3, 2, 1, 0


def points(tile):
    return int(tile[0]) + int(tile[2])


@cache
def place(profile, tile, counted=None):
    """The tile's number in the individual ranking, counting a Gee as 3 or 6 if told."""
    if tile in FIRST_ELEVEN:
        return FIRST_ELEVEN.index(tile) + 1
    if tile in NINES:
        return 12
    if tile in EIGHTS:
        return 13
    if tile in SEVENS:
        return 14
    if profile in ("maryland", "leaflet"):
        if tile in GEES:
            return {6: 15, 3: 17}[counted or points(tile)]
        return 16
    return 16 if tile in GEES else 15


@cache
def strength(profile, one, two):
    if {one, two} in PAIRS:
        return (PAIR, 16 - PAIRS.index({one, two}))
    for honour, other in ((one, two), (two, one)):
        if honour in ("6-6", "1-1"):
            teen = honour == "6-6"
            if other in NINES:
                return (COMBINATION, 3, teen)
            if other in EIGHTS:
                return (COMBINATION, 2, teen)
            if other in SEVENS and profile in ("mbs", "new-zealand"):
                return (COMBINATION, 1, teen)
    ways = []
    for a in (3, 6) if one in GEES else (points(one),):
        for b in (3, 6) if two in GEES else (points(two),):
            value = (a + b) % 10
            if value == 0:
                ways.append((ZERO,))
            else:
                ways.append((VALUE, value, -min(place(profile, one, a), place(profile, two, b))))
    return max(ways)


def value_of(hand):
    """What a hand is worth for "at least": Wong, Gong, High Nine and pairs are above nine."""
    if hand[0] == ZERO:
        return 0
    return hand[1] if hand[0] == VALUE else 10


class Way:
    """One of the three ways to part four tiles."""

    def __init__(self, profile, one, two):
        first, second = strength(profile, *one), strength(profile, *two)
        if second > first:
            one, two, first, second = two, one, second, first
        self.high_tiles, self.low_tiles, self.high, self.low = one, two, first, second
        self.setting = (first, second)
        self.high_value, self.low_value = value_of(first), value_of(second)

    @property
    def is_combination(self):
        return self.high[0] == COMBINATION


@cache
def ways(profile, held):
    a, b, c, d = held
    return [
        Way(profile, (a, b), (c, d)),
        Way(profile, (a, c), (b, d)),
        Way(profile, (a, d), (b, c)),
    ]


def the_best(found, measure):
    best = max(measure(way) for way in found)
    return [way for way in found if measure(way) == best]


def prefer(found, wanted):
    return [way for way in found if wanted(way)] or found


def settings(found):
    return {way.setting for way in found}


def name_numbers(tile):
    """The number words of house ways: a Gee is no number."""
    if tile in GEES:
        return "gee"
    return {12: "teen", 2: "day"}.get(points(tile), points(tile))


def holds(held, *wanted):
    """Whether the tiles match the wanted ones, each a tile, a number or several of these."""
    if not wanted:
        return True
    first, rest = wanted[0], wanted[1:]
    choices = first if isinstance(first, (set, tuple)) else {first}
    for index, tile in enumerate(held):
        fits = tile in choices or name_numbers(tile) in choices
        if fits and holds(held[:index] + held[index + 1 :], *rest):
            return True
    return False


HIGH_8, LOW_8 = "4-4", ("2-6", "3-5")
HIGH_4, LOW_4, HIGH_6, LOW_6, HIGH_10, LOW_10 = "1-3", "2-2", "3-3", "1-5", "5-5", "4-6"


def maryland(held, without=frozenset(), profile="maryland"):
    found = ways(profile, held)
    supreme = [way for way in found if way.high == (PAIR, 16)]
    if supreme:
        return settings(supreme)
    named = [way for way in found if way.high[0] in (PAIR, COMBINATION)]
    if named:
        if "which pair" in without:
            return settings(named)
        return settings(the_best(the_best(named, lambda w: w.high), lambda w: w.low))
    seven_up = [way for way in found if way.high_value >= 7]
    if seven_up:
        if "which nine" in without:
            return settings(seven_up)
        left = the_best(seven_up, lambda w: w.high_value)
        return settings(the_best(the_best(left, lambda w: w.low), lambda w: w.high))
    by_place = sorted(held, key=lambda tile: place(profile, tile))
    ends = {by_place[0], by_place[3]}
    return settings(w for w in found if set(w.high_tiles) == ends or set(w.low_tiles) == ends)


def only_pair(profile, found):
    """The way that keeps the only pair and the way that splits it."""
    kept = [way for way in found if way.high[0] == PAIR]
    if not kept:
        return None, None
    split = [way for way in found if way.high[0] != PAIR]
    return kept[0], split[0]


def keeps_anyway(kept, split):
    return kept.high >= split.high and kept.low >= split.low


def three_or_better(profile, way, tile):
    if way.low_value != 3:
        return way.low_value > 3
    return -way.low[2] <= place(profile, tile)


def mbs_splits(kept, split):
    pair, others = kept.high_tiles, kept.low_tiles
    low, high = split.low_value, split.high_value
    if set(pair) == set(GEES):
        return any(holds(others, *two) for two in ((6, 4), (6, 5), (6, 6)))
    if pair[0] in ("6-6", "1-1"):
        return (low >= 6 and high >= 8) or holds(others, 9, 11)
    if points(pair[0]) == 9:
        return low >= 9 and high >= 9
    if points(pair[0]) == 8:
        return (low >= 7 and high >= 9) or (low >= 8 and high >= 8)
    if points(pair[0]) == 7:
        return low >= 7 and high >= 7
    return False


# tiles, then the two that are played together
MBS_EXCEPTIONS = [
    (("6-6", LOW_4, 8, 9), ("6-6", 8)),
    (("6-6", "1-1", 6, (4, 5)), ("6-6", 6)),
    ((("6-6", "1-1"), 5, 6, "gee"), (6, "gee")),
    ((HIGH_4, LOW_4, 5, (7, *LOW_8)), (HIGH_4, 5)),
    ((HIGH_4, LOW_4, 5, (9, "gee")), (LOW_4, 5)),
    ((HIGH_4, HIGH_8, LOW_8, (6, 7)), (HIGH_8, (6, 7))),
    ((LOW_4, HIGH_8, LOW_8, 9), (HIGH_8, 9)),
    ((5, HIGH_6, LOW_6, 11), (HIGH_6, 11)),
    ((HIGH_6, HIGH_10, LOW_10, (7, *LOW_8, 9)), (HIGH_10, (7, *LOW_8, 9))),
    ((7, HIGH_8, HIGH_10, 11), (HIGH_8, 11)),
    ((9, HIGH_10, LOW_10, 11), (HIGH_10, 9)),
]


def exception_settings(found, held, gee_is_six=False):
    table = MBS_EXCEPTIONS
    if gee_is_six:
        table = [
            (("6-6", "1-1", "gee", (4, 5)), ("6-6", "gee")),
            ((HIGH_4, HIGH_8, LOW_8, "gee"), (HIGH_8, "gee")),
        ]
    for tiles, together in table:
        if holds(held, *tiles):
            played = [
                way
                for way in found
                if holds(way.high_tiles, *together) or holds(way.low_tiles, *together)
            ]
            return settings(played)
    return None


def mbs(held, without=frozenset()):
    profile = "mbs"
    found = ways(profile, held)
    two_pairs = [way for way in found if way.low[0] == PAIR]
    if two_pairs:
        return settings(found if "two pairs" in without else two_pairs)
    kept, split = only_pair(profile, found)
    if kept:
        if mbs_splits(kept, split) and ("guard" in without or not keeps_anyway(kept, split)):
            return settings([split])
        return settings([kept])
    exception = exception_settings(found, held)
    if exception:
        return exception
    also = set()
    if "gee is no six" in without:
        also = exception_settings(found, held, gee_is_six=True) or set()
    return also | mbs_without_pairs(profile, found, held, without)


def mbs_without_pairs(profile, found, held, without):
    best = min(held, key=lambda tile: place(profile, tile))
    combinations_ = [way for way in found if way.is_combination]
    if combinations_:
        for order in (1, 2, 3):
            leaves_three = [
                way
                for way in combinations_
                if way.high[1] == order and three_or_better(profile, way, HIGH_6)
            ]
            if leaves_three:
                return settings(mbs_teen_first(leaves_three))
        if "wong first" in without:
            return {
                setting
                for order in (1, 2, 3)
                for setting in settings(
                    mbs_teen_first([way for way in combinations_ if way.high[1] == order])
                )
            }
        top = max(way.high[1] for way in combinations_)
        return settings(mbs_teen_first([way for way in combinations_ if way.high[1] == top]))
    greatest_low = max(way.low_value for way in found)
    balanced = [way for way in found if way.low_value == greatest_low]
    enough = [way for way in balanced if three_or_better(profile, way, HIGH_6)]
    if not enough:
        greatest_high = max(way.high_value for way in found)
        if greatest_high >= 7:
            left = [way for way in found if way.high_value == greatest_high]
            return mbs_placed(left, best, without)
    if "balance" in without:
        return settings(found)
    left = the_best(enough or balanced, lambda way: way.high_value)
    return mbs_placed(left, best, without)


def mbs_teen_first(found):
    if not found:
        return []
    left = prefer(found, lambda way: "6-6" in way.high_tiles)
    return the_best(the_best(left, lambda way: way.low), lambda way: way.high)


def mbs_placed(left, best, without):
    assert len({(way.low_value, way.high_value) for way in left}) == 1
    low = left[0].low_value
    if 1 <= low <= 7:
        left = prefer(left, lambda way: best in way.low_tiles)
    elif low >= 8 or "several" not in without:
        left = prefer(left, lambda way: best in way.high_tiles)
    if "several" in without:
        return settings(left)
    return settings(the_best(the_best(left, lambda way: way.low), lambda way: way.high))


NZ_SPLITS = {
    "gee": [(6, 6), (6, 5), (6, 4)],
    "teen": [
        (9, 11), (9, 8), (9, 7), (9, 6), (9, 5), (9, 4), (8, 8), (8, 7), (8, 6), (8, 5), (8, 4),
        (7, 7), (7, 6), (7, 5), (7, 4), (6, 6), (6, 5), (6, 4),
    ],
    9: [("teen", "day"), (("teen", "day"), 10), (10, 10)],
    8: [("teen", "day"), (("teen", "day"), 11), (("teen", "day"), 10), (11, 10), (11, 9), (10, 10)],
    7: [("teen", "day"), (("teen", "day"), 11), (("teen", "day"), 10), (11, 10), (10, 10)],
}  # fmt: skip
NZ_SPLITS["day"] = NZ_SPLITS["teen"]


def nz_splits(kept, gee_as_six):
    others = kept.low_tiles
    pair = name_numbers(kept.high_tiles[0])
    for two in NZ_SPLITS.get(pair, []):
        if holds(others, *two):
            return True
        if gee_as_six and pair in ("teen", "day") and 6 in two:
            other = two[1] if two[0] == 6 else two[0]
            if holds(others, "gee", other):
                return True
    return False


def new_zealand(held, without=frozenset()):
    profile = "new-zealand"
    found = ways(profile, held)
    two_pairs = [way for way in found if way.low[0] == PAIR]
    if two_pairs:
        return settings(two_pairs)
    kept, split = only_pair(profile, found)
    if kept:
        wants = nz_splits(kept, gee_as_six="gee as six" not in without)
        if wants and ("guard" in without or not keeps_anyway(kept, split)):
            return settings([split])
        return settings([kept])
    combinations_ = [way for way in found if way.is_combination]
    if combinations_:
        chosen = None
        for order in (1, 2, 3):
            leaves_three = [
                way
                for way in combinations_
                if way.high[1] == order and three_or_better(profile, way, HIGH_4)
            ]
            if leaves_three:
                chosen = leaves_three
                break
        if chosen is None:
            top = max(way.high[1] for way in combinations_)
            chosen = [way for way in combinations_ if way.high[1] == top]
        return nz_finish(nz_teen_and_day(chosen, held), without)
    return nz_general(profile, found, held, without)


def nz_general(profile, found, held, without):
    values = {(way.low_value, way.high_value) for way in found}
    greatest_low = max(way.low_value for way in found)
    lowest = [way for way in found if way.low_value == greatest_low]
    if holds(held, 6, 7, 11):
        return nz_low(profile, lowest, held, without)
    if {(8, 8), (7, 9)} <= values and LOW_10 not in held:
        left = [way for way in found if (way.low_value, way.high_value) == (7, 9)]
        return nz_placed(profile, left, held, without)
    enough = [way for way in lowest if three_or_better(profile, way, HIGH_4)]
    if enough:
        return nz_low(profile, enough, held, without)
    greatest_high = max(way.high_value for way in found)
    if greatest_high >= 8:
        left = [way for way in found if way.high_value == greatest_high]
        left = nz_teen_and_day(left, held)
        best = min(held, key=lambda tile: place(profile, tile))
        return nz_finish(prefer(left, lambda way: best in way.high_tiles), without)
    return nz_low(profile, lowest, held, without)


def nz_low(profile, left, held, without):
    if "greatest high" in without:
        return {
            setting
            for value in {way.high_value for way in left}
            for setting in nz_placed(
                profile, [way for way in left if way.high_value == value], held, without
            )
        }
    return nz_placed(profile, the_best(left, lambda way: way.high_value), held, without)


def nz_teen_and_day(left, held):
    if "6-6" not in held or "1-1" not in held:
        return left
    others = tuple(tile for tile in held if tile not in ("6-6", "1-1"))
    teen_low = holds(others, 4, 5) or holds(others, 10, 11)

    def is_right(way):
        high, low = way.high_tiles, way.low_tiles
        if teen_low:
            high, low = low, high
        return not ("1-1" in high and "6-6" in low)

    return prefer(left, is_right)


def nz_placed(profile, left, held, without):
    left = nz_teen_and_day(left, held)
    by_place = sorted(held, key=lambda tile: place(profile, tile))
    best, second = by_place[0], by_place[1]

    def apart(some):
        return prefer(
            some,
            lambda way: (
                {best, second} != set(way.high_tiles) and {best, second} != set(way.low_tiles)
            ),
        )

    def sided(some):
        if some[0].low_value <= 7:
            return prefer(some, lambda way: best in way.low_tiles)
        return prefer(some, lambda way: best in way.high_tiles)

    if "apart first" in without:
        return nz_finish(sided(apart(left)), without) | nz_finish(apart(sided(left)), without)
    return nz_finish(sided(apart(left)), without)


def nz_finish(left, without):
    if "several" in without:
        return settings(left)
    return settings(the_best(the_best(left, lambda way: way.low), lambda way: way.high))


def leaflet(held, without=frozenset()):
    return maryland(held, without, profile="leaflet")


HOUSE_WAYS = {"maryland": maryland, "leaflet": leaflet, "mbs": mbs, "new-zealand": new_zealand}
READINGS = {
    "maryland": ("which pair", "which nine"),
    "mbs": ("two pairs", "guard", "gee is no six", "wong first", "balance", "several"),
    "new-zealand": ("guard", "gee as six", "greatest high", "apart first", "several"),
}


def set_hand(profile, held):
    """The one setting that all words and readings together give."""
    (setting,) = HOUSE_WAYS[profile](held)
    return setting


def rests_on_reading(profile, held):
    """Whether leaving out some reading leaves the setting open or gives another."""
    if profile == "leaflet":
        return True
    house_way = HOUSE_WAYS[profile]
    chosen = house_way(held)
    return any(house_way(held, frozenset({reading})) != chosen for reading in READINGS[profile])


def as_set(profile, held, high):
    """A hand as a player put it down; the stronger two tiles are the high hand."""
    rest = list(held)
    for tile in high:
        rest.remove(tile)
    return tuple(sorted((strength(profile, *high), strength(profile, *rest)), reverse=True))


def pair_fortunes(held):
    best = max(
        ([PAIRS.index(set(two)) + 1 for two in (held[:2], held[2:]) if set(two) in PAIRS]
         for held in (
             tuple(held),
             (held[0], held[2], held[1], held[3]),
             (held[0], held[3], held[1], held[2]),
         )),
        key=len,
    )  # fmt: skip
    if sorted(best) == [1, 2]:
        return "gee-joon-and-teen"
    if len(best) == 2:
        return "two-pairs"
    if not best:
        return "none"
    if best == [1]:
        return "gee-joon"
    return "identical-pair" if best[0] <= 12 else "mixed-pair"


CLASSES = (
    "gee-joon-and-teen", "two-pairs", "gee-joon", "mixed-pair", "identical-pair", "none",
)  # fmt: skip
PAYS = {
    table: dict(zip(CLASSES, (*pays, 0), strict=True))
    for table, pays in (
        ("A", (300, 25, 8, 4, 3)),
        ("B", (250, 25, 8, 5, 2)),
        ("C", (250, 30, 7, 5, 2)),
        ("D", (200, 30, 10, 4, 2)),
    )
}


def all_deals():
    """Each different deal of four tiles, sorted."""
    return sorted({tuple(sorted(held)) for held in combinations(TILES, 4)})
