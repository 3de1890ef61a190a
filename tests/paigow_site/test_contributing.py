"""What CONTRIBUTING.md names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
EXAMPLES = ("shakers.py", "shakers.html", "test_shakers.py")


def test_every_file_that_it_names_is_there():
    named = set(re.findall(r"`((?:[\w.]+/)+[\w.]+)`", TEXT))
    assert len(named) > 30
    missing = [each for each in named if not (ROOT / each).exists()]
    assert [each for each in missing if not each.endswith(EXAMPLES)] == []


def test_every_name_that_it_says_is_in_a_file_is_in_it():
    said = re.findall(r"`(\w+)`\s+(?:in|of)\s+`((?:\w+/)+\w+\.py)`", TEXT)
    said += re.findall(r"`(\w+)`\s+\(`((?:\w+/)+\w+\.py)`\)", TEXT)
    assert len(said) > 8
    absent = [pair for pair in said if pair[0] not in (ROOT / pair[1]).read_text(encoding="utf-8")]
    assert absent == []
