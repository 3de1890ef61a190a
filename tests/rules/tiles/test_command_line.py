import io
import json
import subprocess
import sys

import pytest

from rules.__main__ import COMMANDS, answer_all, explain_all, main, registry
from rules.refusals import ERROR_CODES


def run(command, *lines):
    """Answer lines in this process: the exit status and the answers."""
    out = io.BytesIO()
    given = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    status = answer_all(command, [line + b"\n" for line in given], out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def code_of(command, line):
    status, (found,) = run(command, line)
    assert status == 1
    assert set(found) == {"error"}
    assert set(found["error"]) == {"code", "message"}
    assert found["error"]["code"] in ERROR_CODES
    return found["error"]["code"]


def test_bad_lines_are_answered_in_their_place_and_the_rest_goes_on():
    good = {"profile": "mbs", "tiles": ["6-6", "5-4"]}
    status, answers = run("rank", good, b"", b"{", b"null", b"[1]", b'"x"', b"7", good)
    assert status == 1
    assert answers[0] == answers[-1]
    assert answers[0]["class"] == "wong"
    assert [each["error"]["code"] for each in answers[1:-1]] == ["bad-json"] * 6
    assert run("rank", good)[0] == 0
    assert run("rank") == (0, [])


BAD_JSON = [
    b"\xff\xfe",
    b"   ",
    b'{"profile": NaN}',
    b'{"profile": Infinity}',
    b'{"profile": "mbs"} {"profile": "mbs"}',
    b'{"profile": "mbs",}',
    b'{"total": ' + b"9" * 5000 + b"}",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"\xef\xbb\xbf{}",
    b'{"profile": "mbs\x00"}',
]


@pytest.mark.parametrize("line", BAD_JSON)
def test_what_is_not_one_json_object_is_bad_json(line):
    assert code_of("set", line) == "bad-json"


@pytest.mark.parametrize("depth", [*range(880, 1000, 8), 2000])
def test_deep_nesting_never_ends_in_a_traceback(depth):
    deep = b"[" * depth + b"]" * depth
    line = b'{"profile": "mbs", "tiles": ' + deep + b"}"
    assert code_of("rank", line) in ("wrong-count", "bad-json", "unknown-tile")


TWO, FOUR = ["6-6", "4-5"], ["6-6", "4-5", "1-1", "2-2"]
ERRORS = [
    ("rank", {}, "unknown-profile"),
    ("rank", {"profile": "nevada", "tiles": TWO}, "unknown-profile"),
    ("rank", {"profile": ["mbs"], "tiles": TWO}, "unknown-profile"),
    ("rank", {"profile": "mbs"}, "wrong-count"),
    ("rank", {"profile": "mbs", "tiles": FOUR}, "wrong-count"),
    ("rank", {"profile": "mbs", "tiles": {"6-6": 1, "4-5": 1}}, "wrong-count"),
    ("rank", {"profile": "mbs", "tiles": "6-6"}, "wrong-count"),
    ("rank", {"profile": "mbs", "tiles": ["6-6", None]}, "unknown-tile"),
    ("rank", {"profile": "mbs", "tiles": ["6-6", ["4-5"]]}, "unknown-tile"),
    ("rank", {"profile": "mbs", "tiles": ["6-6", "5-7"]}, "unknown-tile"),
    ("rank", {"profile": "mbs", "tiles": ["1-2", "2-1"]}, "duplicate-tile"),
    ("rank", {"profile": "three-card-split", "cards": ["AS", "KS"]}, "bad-option"),
    ("compare", {"profile": "mbs", "bank": TWO}, "wrong-count"),
    ("compare", {"profile": "mbs", "bank": TWO, "player": ["4-5", "1-1"]}, "duplicate-tile"),
    ("compare", {"profile": "mbs", "bank": TWO, "player": ["9-9", "1-1"]}, "unknown-tile"),
    ("set", {"profile": "mbs", "tiles": TWO}, "wrong-count"),
    ("set", {"profile": "mbs", "tiles": ["6-6", "6-6", "6-6", "1-1"]}, "duplicate-tile"),
    ("set", {"profile": "mbs", "cards": ["AS", "KS", "QS"]}, "wrong-count"),
    ("start", {"profile": "mbs", "bank": "house"}, "bad-total"),
    ("start", {"profile": "mbs", "total": 2, "bank": "house"}, "bad-total"),
    ("start", {"profile": "mbs", "total": 19, "bank": "house"}, "bad-total"),
    ("start", {"profile": "mbs", "total": "9", "bank": "house"}, "bad-total"),
    ("start", {"profile": "mbs", "total": 9.0, "bank": "house"}, "bad-total"),
    ("start", {"profile": "mbs", "total": True, "bank": "house"}, "bad-total"),
    ("start", {"profile": "mbs", "total": 9}, "bank-seat-missing"),
    ("start", {"profile": "mbs", "total": 9, "bank": 8}, "bank-seat-missing"),
    ("start", {"profile": "mbs", "total": 9, "bank": 0}, "bank-seat-missing"),
    ("start", {"profile": "mbs", "total": 9, "bank": True}, "bank-seat-missing"),
    ("start", {"profile": "mbs", "total": 9, "bank": 6, "seats": 5}, "bank-seat-missing"),
    ("start", {"profile": "mbs", "total": 9, "bank": "house", "seats": 8}, "bad-option"),
    ("start", {"profile": "mbs", "total": 9, "bank": "house", "seats": 0}, "bad-option"),
    ("start", {"profile": "mbs", "total": 9, "bank": "house", "seats": "5"}, "bad-option"),
    ("start", {"profile": "mbs", "total": 9, "bank": 1, "adjust": 4}, "bad-option"),
    ("start", {"profile": "new-zealand", "total": 9, "bank": "house", "adjust": 4}, "bad-option"),
    ("start", {"profile": "new-zealand", "total": 9, "bank": 2, "adjust": 1}, "bad-option"),
    ("start", {"profile": "new-zealand", "total": 9, "bank": 2, "adjust": "4"}, "bad-option"),
    ("start", {"profile": "three-card-split", "total": 9, "bank": "house"}, "bad-option"),
    ("deliver", {}, "unknown-style"),
    ("deliver", {"style": "tiger"}, "unknown-style"),
    ("deliver", {"style": 5}, "unknown-style"),
    ("bonus", {"profile": "mbs", "paytable": "A", "tiles": FOUR}, "bad-option"),
    ("bonus", {"profile": "leaflet", "paytable": "A", "tiles": FOUR}, "bad-option"),
    ("bonus", {"profile": "maryland", "paytable": "1a", "tiles": FOUR}, "bad-option"),
    ("bonus", {"profile": "maryland", "tiles": FOUR}, "bad-option"),
    ("bonus", {"profile": "maryland", "paytable": ["A"], "tiles": FOUR}, "bad-option"),
    ("bonus", {"profile": "maryland", "paytable": "A", "tiles": TWO}, "wrong-count"),
    ("offer", {"profile": "mbs"}, "bad-option"),
    ("settle", {"profile": "mbs"}, "wrong-count"),
    ("settle", {"profile": "mbs", "seats": []}, "bad-option"),
    ("odds", {"profile": "mbs", "commission": "yes"}, "bad-option"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "line", "code"), ERRORS)
def test_every_error_has_its_code(command, line, code):
    assert code_of(command, line) == code


def test_errors_can_be_shown_whatever_a_line_held():
    out = io.BytesIO()
    line = b'{"profile": "\\ud800", "tiles": ["\\u00e9", "\\udfff"]}\n'
    assert answer_all("rank", [line], out) == 1
    assert json.loads(out.getvalue())["error"]["code"] == "unknown-profile"


def test_the_answers_of_the_contract():
    assert run("rank", {"profile": "maryland", "tiles": ["3-1", "6-5"]})[1] == [
        {"class": "value", "name": "Five, High 4 high", "value": 5, "order": 187}
    ]
    assert run("set", {"profile": "mbs", "tiles": ["1-3", "4-4", "2-6", "1-6"]})[1] == [
        {
            "high": ["4-4", "1-6"],
            "low": ["1-3", "2-6"],
            "rule": "MBS exception 6",
            "reading": False,
        }
    ]
    assert run("start", {"profile": "maryland", "total": 11, "bank": "house"})[1] == [
        {
            "positions": [
                "seat-2", "seat-3", "seat-4", "seat-5", "seat-6", "dead-hand", "dealer", "seat-1",
            ]
        }
    ]  # fmt: skip
    bonus = {"profile": "maryland", "paytable": "A", "tiles": ["2-4", "6-6", "1-2", "6-6"]}
    assert run("bonus", bonus)[1] == [{"class": "gee-joon-and-teen", "pays": 300, "jackpot": False}]
    status, (found,) = run("odds", {"profile": "maryland", "commission": True})
    assert (status, set(found)) == (0, {"win", "push", "lose", "house_edge"})
    assert found["house_edge"] == "16397099/613567500"
    assert run("compare", {"profile": "mbs", "bank": ["1-3", "3-3"], "player": ["5-5", "4-6"]})[1][
        0
    ] | {"why": None} == {"winner": "bank", "copy": True, "why": None}


def test_both_games_answer_through_one_table():
    table = registry()
    assert set(table) == set(COMMANDS)
    for command in ("compare", "set", "bonus", "settle", "odds"):
        assert set(table[command]) == {"tiles", "cards"}


def test_a_settlement_is_printed_for_people():
    line = {
        "profile": "new-zealand",
        "bank": {"kind": "player", "seat": 3},
        "seats": [
            {"seat": 1, "wager": 2000, "tiles": ["1-1", "1-3", "3-6", "2-5"]},
            {"seat": 3, "tiles": ["5-5", "4-6", "1-6", "1-5"]},
        ],
    }
    out = io.BytesIO()
    assert explain_all([json.dumps(line).encode(), b"{"], out) == 1
    text = out.getvalue().decode()
    for expected in ("Why", "Chips as they move", "Result", "[NZ 4.1]", "all together", "bad-json"):
        assert expected in text


def test_the_command_streams_from_standard_input():
    with subprocess.Popen(
        [sys.executable, "-m", "rules", "rank"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        for tiles in (["6-6", "6-6"], ["6-6", "4-5"]):
            line = json.dumps({"profile": "mbs", "tiles": tiles}).encode() + b"\n"
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["order"] > 300
        process.stdin.write(b"{}")
        process.stdin.close()
        assert json.loads(process.stdout.read())["error"]["code"] == "unknown-profile"
        assert process.wait() == 1


def test_help_names_every_command_and_profile(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    for word in (*COMMANDS, "three-card-split", "examples"):
        assert word in shown


def test_an_unknown_command_is_refused(capsys):
    with pytest.raises(SystemExit) as left:
        main(["dance"])
    assert left.value.code == 2
    assert "dance" in capsys.readouterr().err


GOOD_LINES = {
    "compare": {"profile": "maryland", "bank": TWO, "player": ["1-1", "2-2"]},
    "rank": {"profile": "mbs", "tiles": TWO},
    "set": {"profile": "new-zealand", "tiles": FOUR},
    "start": {"profile": "new-zealand", "total": 9, "bank": 3, "adjust": 4, "seats": 7},
    "deliver": {"style": "jung-quat"},
    "bonus": {"profile": "maryland", "paytable": "A", "tiles": FOUR},
    "offer": {
        "profile": "leaflet",
        "seats": [1, 2],
        "history": [{"bank": "house", "co": False, "wagers": {"1": 100}}],
        "wagers": {"1": 100, "2": 300},
        "funds": {"1": 900},
        "co_bank": True,
    },
    "settle": {
        "profile": "maryland",
        "options": {"vigorish_rounding": "cent", "pair_fortunes": "A", "smallest_chip": 1},
        "bank": {"kind": "player", "seat": 2, "stands": False},
        "dealer": {"tiles": FOUR, "high": ["6-6", "4-5"], "wager": 500, "stands": False},
        "seats": [
            {
                "seat": 1,
                "wager": 100,
                "tiles": ["5-5", "4-6", "1-3", "1-5"],
                "high": ["5-5", "1-3"],
                "state": "played",
                "pair_fortunes": 5,
            },
            {"seat": 2, "tiles": ["3-3", "4-4", "5-6", "1-6"]},
        ],
    },
    "odds": {"profile": "maryland", "commission": True},
}
ODD = [None, True, False, 0, -1, 1.5, 1e400, 10**30, "", "house", "6-6", [], {}, [[]], {"a": 1}]


def places(value, path=()):
    """Every place inside a line, as a path of keys."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        yield (*path, key)
        if isinstance(inner, dict | list):
            yield from places(inner, (*path, key))


def changed(line, path, odd):
    line = json.loads(json.dumps(line))
    inner = line
    for key in path[:-1]:
        inner = inner[key]
    if odd is ODD:
        del inner[path[-1]]
    else:
        inner[path[-1]] = odd
    return line


@pytest.mark.parametrize("command", GOOD_LINES)
def test_an_odd_value_anywhere_gives_an_answer_or_an_error_with_a_code(command):
    good = GOOD_LINES[command]
    assert run(command, good)[0] == 0
    lines = [changed(good, path, odd) for path in places(good) for odd in [*ODD, ODD]]
    _, answers = run(command, *lines)
    for found in answers:
        if "error" in found:
            assert found["error"]["code"] in ERROR_CODES
