"""The check of the house's figures counts what it says, and fails when one grows."""

import importlib.util
from pathlib import Path

import pytest

FILE = Path(__file__).resolve().parents[2] / ".ci" / "figures.py"


@pytest.fixture
def figures():
    found = importlib.util.spec_from_file_location("figures", FILE)
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.fixture
def house(figures, monkeypatch, tmp_path):
    """A small house: its files, and the module that counts them."""

    def build(**files):
        named = {name.replace("__", "/"): text for name, text in files.items()}
        for name, text in named.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        monkeypatch.setattr(figures, "ROOT", tmp_path)
        monkeypatch.setattr(figures, "listed", lambda *_patterns: list(named))
        return figures

    return build


def test_every_figure_is_counted(house):
    counted = house(
        rounds__a="class Line:\n    x: Any\n",
        tables__b="class Line: ...\n\n\ndef _own(): ...\n",
        banking__c="def _own(): ...\nQ.replace('x', 'where y')\n",
        tests__d="class Line: ...\nclass Only: ...\n",
        rounds__migrations__e="x: Any\n" * 9,
    )
    assert counted.lines_of_rounds() == 2
    assert counted.shapeless_types_of_rounds() == 1
    assert counted.names_defined_twice() == 1
    assert counted.sql_changed_by_replace() == 1
    assert counted.files_under_old_names() == 0


def test_a_value_taken_out_of_a_form_by_hand_counts_and_a_typed_input_does_not(house):
    counted = house(
        staff__views="badge = request.POST.get('badge', '')\nif 'desk' in request.GET: ...\n",
        tables__views="asked = read_address(ScanAsked, request.GET)\n",
        foundation__doors="pin = request.POST.get('pin', '')\n",
    )
    assert counted.forms_read_by_hand() == 2


def test_words_lie_in_the_wording_of_their_app(house):
    words = "A = {'a': _('Alpha'), 'b': _('Beta')}\n"
    files = {"tables__wording.py": words, "tables__games.py": words, "site__health.py": words}
    assert house(**files).words_beside_wording() == 1


def test_lines_of_vendors_do_not_count(house):
    counted = house(static__js__a="x" * 90 + "\ny", static__js__vendor__b="z" * 500)
    assert counted.longest_line_of_javascript() == 90


def test_a_figure_that_grew_fails(figures, monkeypatch, capsys):
    figure = figures.Figure("doors", 3, lambda: 3)
    monkeypatch.setattr(figures, "FIGURES", (figure,))
    assert figures.main() == 0
    monkeypatch.setattr(figures, "FIGURES", (figure._replace(count=lambda: 4),))
    assert figures.main() == 1
    assert "GREW" in capsys.readouterr().out
