"""No code reaches a screen: whatever the modules ask a sentence for has one."""

import re
from pathlib import Path

from tablet.wording import tablet_words

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "static" / "js" / "tablet"
LITERAL = re.compile(r'\bword\(\s*"(\w+)"')
EITHER = re.compile(r'\bword\([^()]*?\? "(\w+)" : "(\w+)"')


def asked() -> set[str]:
    found: set[str] = set()
    for script in SCRIPTS.glob("*.js"):
        text = script.read_text(encoding="utf-8")
        found |= set(LITERAL.findall(text))
        found |= {code for pair in EITHER.findall(text) for code in pair}
    return found


def test_every_sentence_that_a_module_asks_for_is_there():
    codes = asked()
    assert len(codes) > 250
    assert sorted(codes - set(tablet_words())) == []


def test_no_sentence_is_empty():
    assert [code for code, text in tablet_words().items() if not text.strip()] == []
