import re

import pytest
from django.apps import apps

from rules.round import ChosenDelivery, Round, RoundBank, SetHand, StartingRoll
from tests.rules.tiles import make_index
from tests.rules.tiles.make_index import INDEX, citations, collected, paragraphs


def test_the_index_is_what_the_code_and_the_tests_say():
    current = INDEX.read_text(encoding="utf-8") == make_index.text()
    assert current, "run python -m tests.rules.tiles.make_index"


def test_every_paragraph_is_implemented_and_tested_or_says_why_not():
    documents, _ = collected()
    for document, rows in documents.items():
        for each in rows:
            assert each.handling in ("carried", "conduct", "word", "out") or (
                each.handling.startswith("recorded: ")
            ), each.handling
            if each.handling == "carried":
                assert each.code, f"{document} {each.id} is carried by nothing that is called"
                assert each.tests, f"{document} {each.id} is tested nowhere"


PARTS = {
    "bank": RoundBank,
    "roll": StartingRoll,
    "delivery": ChosenDelivery,
    "hands": SetHand,
}


def is_recorded(field):
    """Whether a field is one of the record: a column of a row, or a key of a round's document."""
    owner, _, name = field.partition(".")
    if owner[0].isupper():
        found = [each for each in apps.get_models() if each.__name__ == owner]
        return any(name in {f.name for f in each._meta.get_fields()} for each in found)
    if owner not in Round().as_json():
        return False
    return not name or name in PARTS[owner]._fields


def test_what_is_said_to_be_recorded_is_a_field_of_the_record():
    for document in make_index.DOCUMENTS:
        for each in paragraphs(document):
            if each.handling.startswith("recorded: "):
                fields = re.findall(r"`([^`]+)`", each.handling)
                assert fields, f"{document} {each.id}: which field?"
                assert [name for name in fields if not is_recorded(name)] == [], each.id


def test_nothing_is_open():
    left = [
        (document, each.id)
        for document in make_index.DOCUMENTS
        for each in paragraphs(document)
        if each.handling.startswith("open")
    ]
    assert left == []


def test_no_rule_cites_a_paragraph_that_is_not_there():
    assert collected()[1] == []


@pytest.mark.parametrize(
    ("document", "count"), [("MD", 180), ("Leaflet", 26), ("MBS", 69), ("NZ", 125)]
)
def test_every_paragraph_is_listed_once(document, count):
    listed = [each.id for each in paragraphs(document)]
    assert len(listed) == len(set(listed)) == count


LISTS = {each: [row.id for row in paragraphs(each)] for each in make_index.DOCUMENTS}
CITED = [
    ("MD 3 §H(1): both are worth 7", ["3 §H(1)"]),
    ("MD 3 §E-§G, 8 §K(1)", ["3 §E(1)", "3 §E(2)", "3 §G", "8 §K(1)"]),
    ("MD 10; NZ 12; and MD 9 §C", ["9 §C(1)", "9 §C(2)", "9 §C(3)", "9 §C(4)"]),
    ("MD 9 §P(7)-(8); and no more", ["9 §P(7)", "9 §P(8)"]),
    ("MD 3 §B(2)(b)(ii)", ["3 §B(2)(b)"]),
    ("MBS 3.6.1-3.6.3, 4.2", ["3.6.1", "3.6.3", "4.2"]),
    ("MBS 3.6, 4.2", ["3.6.1", "3.6.2", "3.6.3", "4.2"]),
    ("MBS exception 6", ["exception 6"]),
    ("NZ 11.2(i)-(j), 12.9-12.10", ["11.2", "12.9", "12.10"]),
    ("NZ Appendix 4, 4.2 then 5.3", ["House Way 4.2", "House Way 5.3"]),
    ("NZ 1.0 Losing Wager Area, 4.2", ["1.0 Losing Wager Area", "4.2"]),
    ("Leaflet ¶9, ¶23-¶25", ["¶9", "¶23", "¶25"]),
]


@pytest.mark.parametrize(("text", "ids"), CITED)
def test_citations_are_read_as_people_write_them(text, ids):
    assert [each for _, each in citations(text, LISTS)[0]] == ids


def test_a_citation_of_nothing_is_told():
    assert citations("MD 11 §A; MBS 9.9", LISTS)[1] == ["MD 11 §A", "MBS 9.9"]
