import re
from importlib import import_module
from pathlib import Path

from rules.round import Round
from tests.rules.reached import reached_names

ROOT = Path(__file__).parents[3]
INDEX = (ROOT / "docs" / "rules-index-cards.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in INDEX.splitlines()
    if line.startswith("| ")
][1:]
PARAGRAPHS = {
    *(f"Overview ¶{number}" for number in (1, 2, 3)),
    *(str(number) for number in (1, 2, 3, 4, 5, 6, 8, 9, 10)),
    "7 A-E",
    "7, copies, examples 1-5",
    *("note 1", "note 2", "note 3", "note 4", "note 5, note 6", "note 7", "note 8, note 9"),
    *(f"App. A §{line}" for line in ("A", "B", "C(i)", "C(ii)", "D")),
    *("App. B", "App. B A-F", "App. C", "App. C 1a-3b"),
    *("App. D ¶1", "App. D ¶2", "App. D 4a, 4b", "App. D, layouts"),
}


def test_every_paragraph_of_the_document_is_listed_once():
    listed = [row[0] for row in ROWS]
    assert len(listed) == len(set(listed))
    assert set(listed) == PARAGRAPHS


def test_every_paragraph_is_implemented_and_tested_or_says_why_not():
    for paragraph, _, implemented, tested in ROWS:
        explained = tested.startswith(("*recorded*: ", "*conduct* ", "out of scope:"))
        assert explained or (implemented and "::" in tested), paragraph


def test_what_is_said_to_be_recorded_is_a_field_of_a_round():
    said = [row for row in ROWS if "*recorded*" in row[3]]
    assert [row[0] for row in said] == ["6"]
    for *_, tested in said:
        fields = re.findall(r"`(\w+)`", tested)
        assert fields
        assert set(fields) <= set(Round().as_json())


def test_everything_that_the_index_names_exists():
    for _, _, implemented, tested in ROWS:
        for module, name in named(implemented):
            assert hasattr(import_module(module), name)
        for file, name in re.findall(r"`([\w./]+)::(\w+)`", tested):
            folder = ROOT / "tests" if "/" in file else Path(__file__).parent
            text = (folder / file).read_text(encoding="utf-8")
            assert f"def {name}(" in text, (file, name)


def test_everything_that_the_index_names_is_called_by_the_product():
    reached = reached_names()
    called = [name for row in ROWS for _, name in named(row[2])]
    assert len(called) > 30
    assert [name for name in called if name not in reached] == []


def named(implemented):
    """Modules and names; a module of the card rules is called by its last name."""
    for module, name in re.findall(r"`([\w.]+)\.(\w+)`", implemented):
        yield module if "." in module else f"rules.cards.{module}", name


def test_every_rule_cites_paragraphs_of_the_document():
    known = re.compile(r"3CS( (App\. [A-D]|\d+|Dealing)|;|,|-| )")
    for path in sorted((ROOT / "rules" / "cards").glob("*.py")):
        for cited in re.findall(r"Rule: (.+)", path.read_text(encoding="utf-8")):
            assert known.match(cited), (path.name, cited)
