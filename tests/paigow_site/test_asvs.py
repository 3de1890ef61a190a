"""docs/asvs.md answers every requirement of levels 1 and 2, and the tests it names are there."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "asvs.md"
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| (\S+) \| (.*?) \| (.*?) ?\|$", re.MULTILINE)
# Levels 1 and 2 of OWASP ASVS 5.0.0 by section: how many; they come before those of level 3.
SECTIONS = {
    "1.1": 2,
    "1.2": 9,
    "1.3": 11,
    "1.4": 3,
    "1.5": 2,
    "2.1": 3,
    "2.2": 3,
    "2.3": 4,
    "2.4": 1,
    "3.2": 2,
    "3.3": 4,
    "3.4": 6,
    "3.5": 5,
    "3.7": 2,
    "4.1": 3,
    "4.2": 1,
    "4.3": 2,
    "4.4": 4,
    "5.1": 1,
    "5.2": 3,
    "5.3": 2,
    "5.4": 3,
    "6.1": 3,
    "6.2": 12,
    "6.3": 4,
    "6.4": 4,
    "6.5": 5,
    "6.6": 3,
    "6.8": 4,
    "7.1": 3,
    "7.2": 4,
    "7.3": 2,
    "7.4": 5,
    "7.5": 2,
    "7.6": 2,
    "8.1": 2,
    "8.2": 3,
    "8.3": 1,
    "8.4": 1,
    "9.1": 3,
    "9.2": 4,
    "10.1": 2,
    "10.2": 2,
    "10.3": 4,
    "10.4": 11,
    "10.5": 5,
    "10.6": 2,
    "10.7": 3,
    "11.1": 2,
    "11.2": 3,
    "11.3": 3,
    "11.4": 4,
    "11.5": 1,
    "11.6": 1,
    "12.1": 3,
    "12.2": 2,
    "12.3": 4,
    "13.1": 1,
    "13.2": 5,
    "13.3": 2,
    "13.4": 5,
    "14.1": 2,
    "14.2": 4,
    "14.3": 3,
    "15.1": 3,
    "15.2": 3,
    "15.3": 7,
    "16.1": 1,
    "16.2": 5,
    "16.3": 4,
    "16.4": 3,
    "16.5": 3,
    "17.1": 1,
    "17.2": 4,
    "17.3": 2,
}
VERDICTS = {"yes", "–", "partly", "no", "site"}


def rows():
    return ROW.findall(PAGE.read_text(encoding="utf-8"))


def wanted():
    return [f"{section}.{n}" for section, last in SECTIONS.items() for n in range(1, last + 1)]


def known_tests():
    found = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return found


def test_every_requirement_is_answered_once():
    assert [number for number, *_rest in rows()] == wanted()
    assert len(wanted()) == 253


def test_every_answer_is_a_verdict_with_its_reason():
    for number, verdict, how, test in rows():
        assert verdict in VERDICTS, number
        assert how, number
        assert verdict != "yes" or test or number == "11.1.2", f"{number}: held by which test?"


def test_every_named_test_is_there():
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text(encoding="utf-8")))
    assert len(named) > 100
    assert named - known_tests() == set()
