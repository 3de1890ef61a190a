"""An operator's own house way, read from a TOML file: a table of lines, checked before use.

`example.toml` beside this module shows every kind of line.
"""

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from rules.refusals import RulesError
from rules.tiles.house_ways import Deal, HouseWay, distinct_deals
from rules.tiles.house_ways.lines import (
    Choose,
    HouseWayLine,
    KeepPair,
    PlayTiles,
    PlayTwoPairs,
    SplitPair,
)
from rules.tiles.house_ways.steps import (
    CanMake,
    DealTest,
    FirstClass,
    Greatest,
    HighAtLeast,
    HighestTile,
    HighestWithLowest,
    HighIs,
    HighIsCalled,
    HonourHigh,
    HouseWayStep,
    Includes,
    Lacks,
    LowAtLeast,
    PartitionTest,
    TeenHigh,
    TopTwoApart,
    Values,
)
from rules.tiles.house_ways.words import tile_names_of
from rules.tiles.ranking import PAIR_CODES, HandClass, Ranking

Table = Mapping[str, object]

STEPS: Mapping[str, HouseWayStep] = MappingProxyType(
    {
        "greatest low value": Greatest("low", "value"),
        "greatest high value": Greatest("high", "value"),
        "highest low hand": Greatest("low", "hand"),
        "highest high hand": Greatest("high", "hand"),
        "highest tile low": HighestTile("low"),
        "highest tile high": HighestTile("high"),
        "highest tile low up to 7": HighestTile("low", 0, 7),
        "highest tile high from 8": HighestTile("high", 8, 9),
        "highest tile with lowest tile": HighestWithLowest(),
        "two highest tiles apart": TopTwoApart(),
        "teen above day": TeenHigh(),
        "teen in the high hand": HonourHigh(),
        "high nine, gong, wong": FirstClass((HandClass.HIGH_NINE, HandClass.GONG, HandClass.WONG)),
        "wong, gong, high nine": FirstClass((HandClass.WONG, HandClass.GONG, HandClass.HIGH_NINE)),
    }
)


def read_house_way(path: Path, ranking: Ranking) -> HouseWay:
    """Read an operator's house way from a TOML file."""
    return parse_house_way(path.read_text(encoding="utf-8"), ranking)


def parse_house_way(text: str, ranking: Ranking) -> HouseWay:
    """Read an operator's house way from the text of a TOML file."""
    try:
        return house_way_from(tomllib.loads(text), ranking)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RulesError("bad-option", f"not TOML: {error}") from None


def house_way_text(table: Table) -> str:
    """Write a parsed house way as a file again; what TOML and JSON both know is written alike.

    >>> example = tomllib.loads(example_text())
    >>> tomllib.loads(house_way_text(example)) == example
    True
    """
    rows = [f"name = {json.dumps(table.get('name', ''), ensure_ascii=False)}"]
    lines = table.get("line")
    for line in lines if isinstance(lines, list) else []:
        rows += ["", "[[line]]"]
        rows += [
            f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in line.items()
        ]
    return "\n".join(rows) + "\n"


def row_of_fault(message: str, text: str) -> int | None:
    """The row of the file to which a fault points: TOML's own, or where its line begins.

    >>> row_of_fault("line 2: needs a text for play", 'name = "x"\\n[[line]]\\n\\n[[line]]\\n')
    4
    """
    told = re.search(r"at line (\d+), column", message)
    if told:
        return int(told[1])
    line = re.match(r"line (\d+)", message)
    heads = [n for n, row in enumerate(text.splitlines(), 1) if row.strip() == "[[line]]"]
    number = int(line[1]) if line else 0
    return heads[number - 1] if 0 < number <= len(heads) else None


def example_text() -> str:
    """Give the text of the example that comes with the package."""
    return (files("rules.tiles.house_ways") / "example.toml").read_text(encoding="utf-8")


def house_way_from(given: Table, ranking: Ranking) -> HouseWay:
    """Make a house way of a parsed table, and see that it answers for every deal.

    The proof walks over thousands of deals, so it is done once for a table, not once a page.

    Rule: MD 9 §E(4), 10 §F (as specified in the facility operator's Rules Submission).

    >>> from rules.tiles.ranking import MARYLAND
    >>> from rules.tiles.tile import tiles
    >>> parse_house_way(example_text(), MARYLAND).set(tiles("6-6 1-1 4-4 1-3")).rule
    'Example 4'
    """
    return _proved(json.dumps(dict(given), default=repr), ranking)


@lru_cache(maxsize=64)
def _proved(table: str, ranking: Ranking) -> HouseWay:
    given = json.loads(table)
    _guard_keys(given, {"name", "line"}, "house way")
    name = _text(given, "name", "house way")
    lines = given.get("line")
    if not isinstance(lines, list) or not lines:
        raise RulesError("bad-option", "house way: needs at least one [[line]]")
    own = HouseWay(
        name,
        ranking,
        [_line(each, f"line {number}") for number, each in enumerate(lines, start=1)],
        source=given,
    )
    for held in distinct_deals():
        own.setting_of(Deal(ranking, held))
    return own


def _line(given: object, where: str) -> HouseWayLine:
    if not isinstance(given, dict):
        raise RulesError("bad-option", f"{where}: not a table")
    kind = _text(given, "play", where)
    if kind not in _LINES:
        raise RulesError(
            "bad-option", f"{where}: play must be one of {', '.join(_LINES)}, not {kind!r}"
        )
    keys, make = _LINES[kind]
    _guard_keys(given, keys | {"play", "rule", "says"}, where)
    return make(given, _text(given, "rule", where), where)


def _two_pairs(given: Table, rule: str, where: str) -> HouseWayLine:
    return PlayTwoPairs(rule)


def _keep(given: Table, rule: str, where: str) -> HouseWayLine:
    return KeepPair(rule)


def _split(given: Table, rule: str, where: str) -> HouseWayLine:
    others = tuple(_words(each, 2, f"{where}: with") for each in _list(given, "with", where))
    at_least = tuple(
        _numbers(each, f"{where}: at_least") for each in _list(given, "at_least", where)
    )
    if not others and not at_least:
        raise RulesError("bad-option", f"{where}: a split needs with or at_least")
    pair = _word(given.get("pair"), f"{where}: pair")
    return SplitPair(
        rule,
        pair,
        others=tuple((one, other) for one, other in others),
        at_least=at_least,
        guarded=_flag(given, "never_worse", where, default=True),
    )


def _tiles(given: Table, rule: str, where: str) -> HouseWayLine:
    first, second, third, fourth = _words(given.get("tiles"), 4, f"{where}: tiles")
    one, other = _words(given.get("together"), 2, f"{where}: together")
    words = (first, second, third, fourth)
    if len(set(words)) != 4 or one == other or not {one, other} <= set(words):
        raise RulesError(
            "bad-option", f"{where}: together must name two of four different words in tiles"
        )
    return PlayTiles(rule, words, (one, other))


def _choose(given: Table, rule: str, where: str) -> HouseWayLine:
    return Choose(
        rule,
        when=tuple(_when(given, where)),
        only=tuple(_only(given, where)),
        prefer=tuple(_step(each, where) for each in _list(given, "prefer", where)),
    )


def _when(given: Table, where: str) -> Sequence[DealTest]:
    tests: list[DealTest] = []
    if "includes" in given:
        words = given["includes"]
        count = len(words) if isinstance(words, list) else 0
        tests.append(Includes(_words(words, count, f"{where}: includes")))
    tests += [Lacks(_word(each, f"{where}: lacks")) for each in _list(given, "lacks", where)]
    tests += [
        CanMake(*_numbers(each, f"{where}: can_make")) for each in _list(given, "can_make", where)
    ]
    return tests


def _only(given: Table, where: str) -> Sequence[PartitionTest]:
    tests: list[PartitionTest] = []
    if "high_is" in given:
        tests.append(
            HighIs(frozenset(_class(each, where) for each in _list(given, "high_is", where)))
        )
    if "high_is_called" in given:
        tests.append(HighIsCalled(_hand_code(_text(given, "high_is_called", where), where)))
    if "high_at_least" in given:
        tests.append(HighAtLeast(_number(given["high_at_least"], f"{where}: high_at_least")))
    if "low_at_least" in given:
        tests.append(_low_at_least(given["low_at_least"], where))
    if "values" in given:
        tests.append(Values(*_numbers(given["values"], f"{where}: values")))
    return tests


def _hand_code(given: str, where: str) -> str:
    if given not in PAIR_CODES:
        raise RulesError("bad-option", f"{where}: not the code of a pair: {given!r}")
    return given


def _low_at_least(given: object, where: str) -> LowAtLeast:
    if not isinstance(given, list) or len(given) != 2:
        raise RulesError("bad-option", f"{where}: low_at_least is a value and a tile, {given!r}")
    return LowAtLeast(
        _number(given[0], f"{where}: low_at_least"), _word(given[1], f"{where}: low_at_least")
    )


def _step(given: object, where: str) -> HouseWayStep:
    if not isinstance(given, str) or given not in STEPS:
        known = "; ".join(STEPS)
        raise RulesError("bad-option", f"{where}: prefer knows no step {given!r}, only: {known}")
    return STEPS[given]


def _class(given: object, where: str) -> HandClass:
    try:
        return HandClass(str(given))
    except ValueError:
        known = ", ".join(HandClass)
        raise RulesError(
            "bad-option", f"{where}: high_is must be among {known}, not {given!r}"
        ) from None


_LINES: Mapping[str, tuple[frozenset[str], Callable[[Table, str, str], HouseWayLine]]] = (
    MappingProxyType(
        {
            "two pairs": (frozenset(), _two_pairs),
            "split": (frozenset({"pair", "with", "at_least", "never_worse"}), _split),
            "keep pair": (frozenset(), _keep),
            "tiles": (frozenset({"tiles", "together"}), _tiles),
            "choose": (
                frozenset(
                    {
                        "includes",
                        "lacks",
                        "can_make",
                        "high_is",
                        "high_is_called",
                        "high_at_least",
                        "low_at_least",
                        "values",
                        "prefer",
                    }
                ),
                _choose,
            ),
        }
    )
)


def _guard_keys(given: Table, known: set[str] | frozenset[str], where: str) -> None:
    unknown = sorted(str(each) for each in given if each not in known)
    if unknown:
        raise RulesError("bad-option", f"{where}: unknown key {unknown[0]!r}")


def _text(given: Table, key: str, where: str) -> str:
    found = given.get(key)
    if not isinstance(found, str) or not found.strip():
        raise RulesError("bad-option", f"{where}: needs a text for {key}")
    return found


def _flag(given: Table, key: str, where: str, *, default: bool) -> bool:
    found = given.get(key, default)
    if not isinstance(found, bool):
        raise RulesError("bad-option", f"{where}: {key} must be true or false, not {found!r}")
    return found


def _list(given: Table, key: str, where: str) -> list[object]:
    found = given.get(key, [])
    if not isinstance(found, list):
        raise RulesError("bad-option", f"{where}: {key} must be a list, not {found!r}")
    return found


def _word(given: object, where: str) -> str:
    if not isinstance(given, str):
        raise RulesError("bad-option", f"{where}: not a word for a tile: {given!r}")
    try:
        tile_names_of(given)
    except RulesError as error:
        raise RulesError("bad-option", f"{where}: {error.message}") from None
    return given


def _words(given: object, count: int, where: str) -> tuple[str, ...]:
    if not isinstance(given, list) or len(given) != count or not 1 <= count <= 4:
        raise RulesError(
            "bad-option", f"{where}: expected {count or 'one to four'} words: {given!r}"
        )
    return tuple(_word(each, where) for each in given)


def _number(given: object, where: str) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= 9:
        raise RulesError("bad-option", f"{where}: must be a value from 0 to 9, not {given!r}")
    return given


def _numbers(given: object, where: str) -> tuple[int, int]:
    if not isinstance(given, list) or len(given) != 2:
        raise RulesError("bad-option", f"{where}: must be a low and a high value, not {given!r}")
    return _number(given[0], where), _number(given[1], where)
