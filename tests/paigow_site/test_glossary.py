"""The glossary has each noun once, and calls it what the pages call it."""

import re
from collections import Counter
from pathlib import Path

from paigow_site.catalogs import LOCALE, read_catalog

PAGE = Path(__file__).resolve().parents[2] / "docs" / "glossary.md"


def rows():
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    return [row for row in cells if row[0] != "word" and not row[0].startswith("---")]


def test_each_noun_stands_there_once():
    nouns = Counter(noun for word, *_rest in rows() for noun in word.split(", "))
    assert len(nouns) > 50
    assert [noun for noun, count in nouns.items() if count > 1] == []


def test_the_chinese_is_that_of_the_pages():
    catalog = read_catalog(
        (LOCALE / "zh_Hant" / "LC_MESSAGES" / "django.po").read_text(encoding="utf-8")
    )
    said = "\n".join(catalog.values())
    words = [word for _noun, _means, chinese in rows() for word in re.split(", ", chinese)]
    assert [word for word in words if word != "–" and word not in said] == []
    assert sum(word != "–" for word in words) > 30
