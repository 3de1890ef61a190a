"""What the pages for newcomers name is there."""

import re

import pytest

from tests.tree import ROOT, texts

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
EXAMPLES = ("shakers.py", "shakers.html", "test_shakers.py")
PAGES = texts("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md")
OF_DJANGO = {"check", "makemigrations", "migrate"}


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


@pytest.mark.parametrize("page", PAGES)
def test_every_link_and_every_module_of_a_page_is_there(page):
    linked = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", PAGES[page])
    assert [each for each in linked if not (ROOT / page).parent.joinpath(each).exists()] == []
    modules = set(re.findall(r"`((?:[\w.-]+/)+[\w-]+\.(?:py|sql|toml))`", PAGES[page]))
    rooms = [ROOT, ROOT / "rules", ROOT / "tests"]
    lost = [each for each in modules if not any((room / each).exists() for room in rooms)]
    assert [each for each in lost if not each.endswith(EXAMPLES)] == []


def test_every_command_line_of_a_page_is_one():
    written = "\n".join(PAGES.values())
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    commands = {path.stem for path in ROOT.glob("*/management/commands/*.py")}
    asked, managed = (
        re.findall(r"`make ([a-z-]+)", written),
        re.findall(r"manage\.py ([a-z][\w-]+)", written),
    )
    assert len(asked) > 5 < len(managed)
    assert set(asked) - targets == set()
    assert set(managed) - commands - OF_DJANGO == set()


def test_the_map_of_the_tree_has_every_room():
    rooms = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert {"rules", "first_day", "paigow_site"} <= rooms
    missing = [room for room in rooms if f"| [{room}/]({room})" not in PAGES["README.md"]]
    assert set(missing) <= {"benchmarks", "tests"}
