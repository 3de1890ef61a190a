import importlib.util
import json
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent.parent.parent / ".ci" / "vulnerabilities.py"


@pytest.fixture
def check():
    spec = importlib.util.spec_from_file_location("vulnerabilities", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def database(monkeypatch, check):
    """A database of vulnerabilities that knows these, by package."""
    known = {}

    class Answer:
        def __init__(self, request):
            self.asked = json.loads(request.data)["queries"]

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def read(self, *_):
            rows = [known.get(each["package"]["name"], []) for each in self.asked]
            told = [{"vulns": [{"id": each} for each in row]} if row else {} for row in rows]
            return json.dumps({"results": told})

    monkeypatch.setattr(check.urllib.request, "urlopen", lambda request, timeout: Answer(request))
    return known


def test_nothing_known_passes(check, database, capsys):
    assert check.main() == 0
    assert "0 with known vulnerabilities" in capsys.readouterr().out


def test_a_flaw_in_production_fails_and_is_named(check, database, capsys):
    database["django"] = ["GHSA-1", "GHSA-2"]
    assert check.main() == 1
    assert "(production): GHSA-1, GHSA-2" in capsys.readouterr().out


def test_a_flaw_in_a_tool_is_only_told(check, database, capsys):
    database["pytest"] = ["GHSA-3"]
    assert check.main() == 0
    assert "(development only): GHSA-3" in capsys.readouterr().out


def test_a_flaw_that_does_not_concern_us_is_accepted_by_name(check, database):
    database["django"] = ["GHSA-1"]
    check.ACCEPTED["GHSA-1"] = "we do not use it"
    assert check.main() == 0


@pytest.mark.parametrize("trouble", [OSError("no route"), ValueError("not JSON")])
def test_without_the_database_it_says_so_and_fails_nothing(check, monkeypatch, capsys, trouble):
    def urlopen(request, timeout):
        raise trouble

    monkeypatch.setattr(check.urllib.request, "urlopen", urlopen)
    assert check.main() == 0
    assert "NOT CHECKED" in capsys.readouterr().out
