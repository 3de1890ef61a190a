"""Two tiles: what they are called, what they are worth, which of two hands is the better one.

A profile owns one `Ranking`. It ranks all pairs of tiles once, when it is made; after that a rank
is a look-up. Hands are compared by `HandRank.order` alone: greater is better, equal is a copy.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations_with_replacement
from types import MappingProxyType

from rules.comparison import HandComparison
from rules.refusals import RulesError
from rules.tiles.tile import KINDS, Tile, guard_one_tile_set


class HandClass(StrEnum):
    """What kind of hand two tiles make."""

    PAIR = "pair"
    WONG = "wong"
    GONG = "gong"
    HIGH_NINE = "high-nine"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class HandRank:
    """How good two tiles are.

    `top` is the tile that decides between equal values; a zero has none, so that two zeros always
    rank equal. `level` is the value, with High Nine, Gong, Wong and pairs above nine. `code` is
    the name as a code, for the record and for translation (`hand_name`).
    """

    order: int
    hand_class: HandClass
    value: int | None
    top: Tile | None
    top_rank: int | None
    level: int
    code: str
    cite: str

    @property
    def name(self) -> str:
        """Give the English name."""
        return hand_name(self.code)


BANK_IS_HIGHER = HandComparison("bank", is_copy=False)
COPY = HandComparison("bank", is_copy=True)
PLAYER_IS_HIGHER = HandComparison("player", is_copy=False)

SUPREME_PAIR = "supreme-pair"

# What hands are called; `{tile}` stands for the name of the tile after the colon of a code.
HAND_NAMES = MappingProxyType(
    {
        SUPREME_PAIR: "Supreme Pair",
        "pair": "{tile} pair",
        "mixed-nines": "Mixed Nines",
        "mixed-eights": "Mixed Eights",
        "mixed-sevens": "Mixed Sevens",
        "mixed-fives": "Mixed Fives",
        "wong": "{tile} Wong",
        "gong": "{tile} Gong",
        "high-nine": "{tile} High Nine",
        "value-9": "Nine, {tile} high",
        "value-8": "Eight, {tile} high",
        "value-7": "Seven, {tile} high",
        "value-6": "Six, {tile} high",
        "value-5": "Five, {tile} high",
        "value-4": "Four, {tile} high",
        "value-3": "Three, {tile} high",
        "value-2": "Two, {tile} high",
        "value-1": "One, {tile} high",
        "zero": "Zero",
    }
)


def hand_name(code: str, translate: Callable[[str], str] = str) -> str:
    """Give the name of a hand for people, from its code.

    >>> hand_name("wong:Teen"), hand_name("value-7:High 8")
    ('Teen Wong', 'Seven, High 8 high')
    """
    kind, _, of = code.partition(":")
    return translate(HAND_NAMES[kind]).format(tile=translate(of))


# Rule: MD 3 §B(2)(a)-(c); MBS Appendix A 1-16; NZ Appendix 2. Best first, after the Supreme Pair.
MATCHED_PAIRS = tuple(kind for kind in KINDS if kind.count == 2)
MIXED_PAIRS = ("Nine", "Low 8", "Low 7", "Five")
PAIR_CODES = (
    SUPREME_PAIR,
    *(f"pair:{kind.name}" for kind in MATCHED_PAIRS),
    "mixed-nines",
    "mixed-eights",
    "mixed-sevens",
    "mixed-fives",
)

# The levels of the hands that stand above nine.
LEVEL_HIGH_NINE, LEVEL_GONG, LEVEL_WONG, LEVEL_PAIR = 10, 11, 12, 13

_ZERO_ORDER = 0
_ORDERS_A_VALUE = 32
_COMBINATION_ORDER = 10 * _ORDERS_A_VALUE
_PAIR_ORDER = _COMBINATION_ORDER + 8


def pair_number(first: Tile, second: Tile) -> int | None:
    """Give the published rank of a pair, 1 (Supreme Pair) to 16 (Mixed Fives), or None.

    Rule: MD 1 §B(9), 3 §B(2)(a)-(c); MBS Appendix A; NZ 4.1, Appendix 2; Leaflet ¶3, ¶23.

    >>> from rules.tiles.tile import tile
    >>> pair_number(tile("1-2"), tile("2-4")), pair_number(tile("3-6"), tile("4-5"))
    (1, 13)
    """
    if first is second:
        return 2 + first.index if first.count == 2 else None
    if first.name != second.name:
        return None
    return 1 if first.is_gee else 13 + MIXED_PAIRS.index(first.name)


@dataclass(frozen=True, slots=True)
class Combination:
    """A hand of Teen or Day with one of the named tiles, ranked under the pairs."""

    hand_class: HandClass
    partners: frozenset[str]
    level: int


WONG = Combination(HandClass.WONG, frozenset({"Nine"}), LEVEL_WONG)
GONG = Combination(HandClass.GONG, frozenset({"High 8", "Low 8"}), LEVEL_GONG)
HIGH_NINE = Combination(HandClass.HIGH_NINE, frozenset({"High 7", "Low 7"}), LEVEL_HIGH_NINE)


@dataclass(frozen=True, slots=True)
class RankingRules:
    """What differs between the published rankings: a table for `Ranking`.

    `ranks` gives each kind's place in the individual order, 1 best; `gee_ranks` gives a Gee's
    place when it counts as 3 and as 6. `cites` names the paragraph for each kind of hand.
    """

    name: str
    combinations: tuple[Combination, ...]
    ranks: Mapping[str, int]
    gee_ranks: Mapping[int, int]
    cites: Mapping[str, str]


def _ranks(last: Mapping[str, int]) -> Mapping[str, int]:
    first_eleven = {kind.text: kind.index + 1 for kind in MATCHED_PAIRS}
    singles = {"3-6": 12, "4-5": 12, "2-6": 13, "3-5": 13, "2-5": 14, "3-4": 14}
    return MappingProxyType(first_eleven | singles | dict(last))


class Ranking:
    """The ranking of a profile: every two-tile hand, ranked once and looked up after that."""

    def __init__(self, rules: RankingRules) -> None:
        self.rules = rules
        self.name = rules.name
        rows: list[list[HandRank | None]] = [[None] * len(KINDS) for _ in KINDS]
        for first, second in combinations_with_replacement(KINDS, 2):
            if first is second and first.count == 1:
                continue
            rank = _rank(rules, first, second)
            rows[first.index][second.index] = rows[second.index][first.index] = rank
        self._rows = rows

    def rank(self, first: Tile, second: Tile) -> HandRank:
        """Rank two tiles as a hand.

        Rule: MD 3 §B, §C, §D, §E, §F, §G, §H, §I, §J; MBS 3.5, 3.6, 3.7, Appendix A; NZ 4.1, 4.2,
        4.3, 4.4; Leaflet ¶3, ¶4, ¶5, ¶6, ¶7, ¶8, ¶23, ¶24.

        >>> from rules.tiles.tile import tiles
        >>> MARYLAND.rank(*tiles("6-6 4-5")).name
        'Teen Wong'
        """
        found = self._rows[first.index][second.index]
        if found is None:
            guard_one_tile_set((first, second))
            raise RulesError("duplicate-tile", f"not two tiles of one set: {first}, {second}")
        return found

    def compare(self, bank: tuple[Tile, Tile], player: tuple[Tile, Tile]) -> HandComparison:
        """Say who wins a hand. A copy, and zero against zero, is won by the bank.

        Rule: MD 3 §C, §H, §J; MBS 1.1.2, 3.6; NZ 4.3, 4.5, 4.6, 4.7; Leaflet ¶9, ¶10, ¶24, ¶26.

        >>> from rules.tiles.tile import tiles
        >>> MARYLAND.compare(bank=tiles("5-5 4-6"), player=tiles("1-3 3-3"))
        HandComparison(winner='bank', is_copy=True)
        """
        rows = self._rows
        first, second = bank
        bank_rank = rows[first.index][second.index] or self.rank(first, second)
        first, second = player
        player_rank = rows[first.index][second.index] or self.rank(first, second)
        if player_rank.order > bank_rank.order:
            return PLAYER_IS_HIGHER
        return COPY if player_rank.order == bank_rank.order else BANK_IS_HIGHER

    def tile_rank(self, each: Tile) -> int:
        """Give a tile's place in the individual order, 1 best, a Gee by its own pips.

        Rule: MD 3 §I; MBS Appendix A; NZ 4.4, Appendix 3; Leaflet ¶25.
        """
        return self.rules.ranks[each.text]


def _rank(rules: RankingRules, first: Tile, second: Tile) -> HandRank:
    number = pair_number(first, second)
    if number is not None:
        return _pair_rank(rules, number)
    for combination in rules.combinations:
        for honour, partner in ((first, second), (second, first)):
            if honour.name in ("Teen", "Day") and partner.name in combination.partners:
                return _combination_rank(rules, combination, honour)
    return max(_value_ranks(rules, first, second), key=lambda rank: rank.order)


def _pair_rank(rules: RankingRules, number: int) -> HandRank:
    return HandRank(
        order=_PAIR_ORDER + 16 - number,
        hand_class=HandClass.PAIR,
        value=None,
        top=None,
        top_rank=None,
        level=LEVEL_PAIR,
        code=PAIR_CODES[number - 1],
        cite=rules.cites["pair"],
    )


def _combination_rank(rules: RankingRules, combination: Combination, honour: Tile) -> HandRank:
    step = (combination.level - LEVEL_HIGH_NINE) * 2 + (honour.name == "Teen")
    return HandRank(
        order=_COMBINATION_ORDER + step,
        hand_class=combination.hand_class,
        value=None,
        top=honour,
        top_rank=rules.ranks[honour.text],
        level=combination.level,
        code=f"{combination.hand_class}:{honour.name}",
        cite=rules.cites[combination.hand_class],
    )


def _value_ranks(rules: RankingRules, first: Tile, second: Tile) -> Sequence[HandRank]:
    """Rank two tiles that form no named hand, once for each way to count a Gee.

    A zero keeps no top tile, so that two zeros always rank equal and the bank takes them.

    Rule: MD 1 §B(10), 3 §D, §D(1)-(2), §E, §F, §G, §H; MBS 3.5.1, 3.6.1, 3.6.3, 3.7; NZ 4.2, 4.3,
    4.4, 4.7; Leaflet ¶6, ¶7, ¶9, ¶10, ¶24.
    """
    return [
        _value_rank(rules, (first, points), (second, other))
        for points in _countings(first)
        for other in _countings(second)
    ]


def _countings(each: Tile) -> tuple[int, ...]:
    return (3, 6) if each.is_gee else (each.points,)


def _value_rank(rules: RankingRules, first: tuple[Tile, int], second: tuple[Tile, int]) -> HandRank:
    value = (first[1] + second[1]) % 10
    if not value:
        return HandRank(_ZERO_ORDER, HandClass.VALUE, 0, None, None, 0, "zero", rules.cites["zero"])
    top_rank, top = min(
        ((_counted_rank(rules, *counted), counted[0]) for counted in (first, second)),
        key=lambda ranked: ranked[0],
    )
    return HandRank(
        order=value * _ORDERS_A_VALUE + _ORDERS_A_VALUE - 1 - top_rank,
        hand_class=HandClass.VALUE,
        value=value,
        top=top,
        top_rank=top_rank,
        level=value,
        code=f"value-{value}:{top.name}",
        cite=rules.cites["value"],
    )


def _counted_rank(rules: RankingRules, each: Tile, points: int) -> int:
    return rules.gee_ranks[points] if each.is_gee else rules.ranks[each.text]


# Rule: MD 3 §B-§J; a Gee counted as 6 is fifteenth, as 3 seventeenth (MD 3 §F-§G).
MARYLAND_RULES = RankingRules(
    name="maryland",
    combinations=(WONG, GONG),
    ranks=_ranks({"2-4": 15, "1-4": 16, "2-3": 16, "1-2": 17}),
    gee_ranks=MappingProxyType({6: 15, 3: 17}),
    cites=MappingProxyType(
        {
            "pair": "MD 3 §B(2)",
            "wong": "MD 3 §B(2)(d)",
            "gong": "MD 3 §B(2)(e)",
            "value": "MD 3 §D",
            "zero": "MD 3 §H(2)",
            "top": "MD 3 §H(1)",
            "class": "MD 3 §B(1)",
            "same": "MD 3 §C",
            "same-top": "MD 3 §J",
        }
    ),
)

# Rule: Leaflet ¶3-¶10, ¶23, ¶24, ¶25, ¶26; the Gee as in Maryland (fifteenth and seventeenth, ¶10).
LEAFLET_RULES = RankingRules(
    name="leaflet",
    combinations=MARYLAND_RULES.combinations,
    ranks=MARYLAND_RULES.ranks,
    gee_ranks=MARYLAND_RULES.gee_ranks,
    cites=MappingProxyType(
        {
            "pair": "Leaflet ¶23",
            "wong": "Leaflet ¶4",
            "gong": "Leaflet ¶5",
            "value": "Leaflet ¶7",
            "zero": "Leaflet ¶10",
            "top": "Leaflet ¶9",
            "class": "Leaflet ¶23",
            "same": "Leaflet ¶24",
            "same-top": "Leaflet ¶26",
        }
    ),
)

_GEES_LAST = _ranks({"1-4": 15, "2-3": 15, "2-4": 16, "1-2": 16})

# Rule: MBS 3.5-3.7, Appendix A.
MBS_RULES = RankingRules(
    name="mbs",
    combinations=(WONG, GONG, HIGH_NINE),
    ranks=_GEES_LAST,
    gee_ranks=MappingProxyType({6: 16, 3: 16}),
    cites=MappingProxyType(
        {
            "pair": "MBS Appendix A",
            "wong": "MBS Appendix A",
            "gong": "MBS Appendix A",
            "high-nine": "MBS Appendix A",
            "value": "MBS 3.5.1",
            "zero": "MBS 3.6.3",
            "top": "MBS 3.6.1",
            "class": "MBS Appendix A",
            "same": "MBS 3.6.2",
            "same-top": "MBS 3.6.2",
        }
    ),
)

# Rule: NZ 4.1-4.7, Appendices 2 and 3.
NEW_ZEALAND_RULES = RankingRules(
    name="new-zealand",
    combinations=MBS_RULES.combinations,
    ranks=_GEES_LAST,
    gee_ranks=MBS_RULES.gee_ranks,
    cites=MappingProxyType(
        {
            "pair": "NZ 4.1",
            "wong": "NZ 4.1",
            "gong": "NZ 4.1",
            "high-nine": "NZ 4.1",
            "value": "NZ 4.2",
            "zero": "NZ 4.7",
            "top": "NZ 4.3",
            "class": "NZ 4.1",
            "same": "NZ 4.6",
            "same-top": "NZ 4.5",
        }
    ),
)

MARYLAND = Ranking(MARYLAND_RULES)
LEAFLET = Ranking(LEAFLET_RULES)
MBS = Ranking(MBS_RULES)
NEW_ZEALAND = Ranking(NEW_ZEALAND_RULES)
