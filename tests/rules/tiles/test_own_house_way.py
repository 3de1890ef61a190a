import tomllib

import pytest

from rules.options import Options
from rules.profiles import MARYLAND, MBS, NEW_ZEALAND
from rules.refusals import RulesError
from rules.tiles.house_ways import distinct_deals
from rules.tiles.house_ways.from_file import (
    STEPS,
    example_text,
    house_way_from,
    parse_house_way,
    read_house_way,
)
from rules.tiles.tile import tiles

MARYLAND_AS_A_FILE = """
name = "Maryland again"
[[line]]
play = "choose"
rule = "1"
high_is_called = "supreme-pair"
[[line]]
play = "choose"
rule = "2"
high_is = ["pair", "wong", "gong"]
prefer = ["highest high hand", "highest low hand"]
[[line]]
play = "choose"
rule = "3"
high_at_least = 7
prefer = ["greatest high value", "highest low hand", "highest high hand"]
[[line]]
play = "choose"
rule = "4"
prefer = ["highest tile with lowest tile"]
"""


def test_a_published_house_way_can_be_written_as_a_file():
    # MD 8 §D; 9 §E(4), 10 §F: as specified in the operator's Rules Submission.
    own = parse_house_way(MARYLAND_AS_A_FILE, MARYLAND.ranking)
    for held in distinct_deals():
        ours, theirs = own.set(held), MARYLAND.house_way.set(held)
        assert (ours.high, ours.low) == (theirs.high, theirs.low)


def test_the_example_answers_for_every_deal_under_every_ranking(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(example_text(), encoding="utf-8")
    for profile in (MARYLAND, MBS, NEW_ZEALAND):
        own = read_house_way(path, profile.ranking)
        rules = {own.set(held).rule.partition(", ")[0] for held in distinct_deals()}
        assert rules <= {line["rule"] for line in tomllib.loads(example_text())["line"]}


def test_the_example_uses_every_kind_of_line_and_says_what_each_does():
    lines = tomllib.loads(example_text())["line"]
    assert {line["play"] for line in lines} == {
        "two pairs",
        "split",
        "keep pair",
        "tiles",
        "choose",
    }
    assert all(line["says"] for line in lines)


def test_an_own_house_way_replaces_the_published_one_in_a_submission():
    # MBS 1.1.5; NZ 1.0 House Way
    given = {"house_way": tomllib.loads(example_text())}
    options = Options.parse(MARYLAND, given)
    held = tiles("6-6 6-6 4-5 5-6")
    assert options.house_way.set(held).rule == "Example 2(a)"
    assert options.as_mapping()["house_way"] == given["house_way"]
    assert MARYLAND.house_way.set(held).rule == "MD 8 §D(2)"


LAST = {"play": "choose", "rule": "last", "prefer": ["highest low hand", "highest high hand"]}
BAD = [
    ({}, "needs a text for name"),
    ({"name": "x"}, "at least one [[line]]"),
    ({"name": "x", "line": [LAST], "author": "me"}, "unknown key 'author'"),
    ({"name": "x", "line": ["two pairs"]}, "line 1: not a table"),
    ({"name": "x", "line": [{"play": "dance", "rule": "1"}]}, "play must be one of"),
    ({"name": "x", "line": [{"play": "keep pair"}]}, "needs a text for rule"),
    ({"name": "x", "line": [LAST | {"colour": 1}]}, "unknown key 'colour'"),
    ({"name": "x", "line": [LAST | {"prefer": ["luck"]}]}, "knows no step 'luck'"),
    ({"name": "x", "line": [LAST | {"prefer": "luck"}]}, "must be a list"),
    ({"name": "x", "line": [LAST | {"includes": ["Nine"]}]}, "not a word for a tile: 'Nine'"),
    ({"name": "x", "line": [LAST | {"includes": []}]}, "one to four words"),
    ({"name": "x", "line": [LAST | {"high_is": ["flush"]}]}, "must be among"),
    ({"name": "x", "line": [LAST | {"high_is_called": "Teens"}]}, "not the code of a pair"),
    ({"name": "x", "line": [LAST | {"high_at_least": 12}]}, "from 0 to 9"),
    ({"name": "x", "line": [LAST | {"high_at_least": True}]}, "from 0 to 9"),
    ({"name": "x", "line": [LAST | {"low_at_least": 3}]}, "a value and a tile"),
    ({"name": "x", "line": [LAST | {"values": [8]}]}, "a low and a high value"),
    ({"name": "x", "line": [{"play": "split", "rule": "1", "pair": "8"}]}, "with or at_least"),
    (
        {"name": "x", "line": [{"play": "split", "rule": "1", "pair": 8, "at_least": [[7, 9]]}]},
        "not a word for a tile",
    ),
    (
        {
            "name": "x",
            "line": [
                {"play": "split", "rule": "1", "pair": "8", "at_least": [[7, 9]], "never_worse": 1}
            ],
        },
        "must be true or false",
    ),
    (
        {
            "name": "x",
            "line": [
                {
                    "play": "tiles",
                    "rule": "1",
                    "tiles": ["Teen", "Day", "8", "9"],
                    "together": ["Teen", "7"],
                }
            ],
        },
        "together must name two",
    ),
    ({"name": "x", "line": [{"play": "keep pair", "rule": "1"}]}, "has no line for"),
]


@pytest.mark.parametrize(("given", "message"), BAD)
def test_a_faulty_file_is_refused_with_the_line_and_the_reason(given, message):
    with pytest.raises(RulesError) as refusal:
        house_way_from(given, MBS.ranking)
    assert refusal.value.code == "bad-option"
    assert message in refusal.value.message


def test_what_is_not_toml_is_refused():
    with pytest.raises(RulesError, match="not TOML"):
        parse_house_way("name = ", MBS.ranking)


def test_every_step_has_a_name_that_a_person_would_write():
    assert all(name == name.lower() for name in STEPS)


def test_a_table_is_proved_once_for_each_ranking():
    table = tomllib.loads(example_text())
    own = house_way_from(table, MARYLAND.ranking)
    assert house_way_from(tomllib.loads(example_text()), MARYLAND.ranking) is own
    assert house_way_from(table, NEW_ZEALAND.ranking).ranking is NEW_ZEALAND.ranking
    assert house_way_from(table | {"name": "Another"}, MARYLAND.ranking).name == "Another"
    assert list(own.source) == list(table)
