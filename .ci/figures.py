"""Count what makes a house hard to live in, and fail when a figure grows.

Each figure has a ceiling, written below as data: the floor plan's number for version 0.2, which is
never raised. A capability may use the room below it; writing one thing twice may not.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
APART = ("tests/", "benchmarks/", ".ci/", "docs/")

SHAPELESS = re.compile(
    r"dict\[str, Any\]|\bDocument\b|\bKept\b|: Any\b|-> Any\b|Mapping\[str, Any\]"
)
BY_HAND = re.compile(
    r"request\.(?:POST|GET)(?:\.(?:get|getlist|dict)\b|\[)|in request\.(?:POST|GET)"
)
SURGERY = re.compile(r"\.replace\(.*(select|where|insert|r\.state)", re.IGNORECASE)

# What was taken apart or renamed: it goes, and does not come back under its old name.
OLD_NAMES = (
    "audit/doorbell.py",
    "audit/receipts.py",
    "paigow_site/management/commands/demo.py",
    "rounds/demo.py",
    "rounds/monitors/",
    "rounds/reports/",
    "rounds/templatetags/",
    "rounds/views/",
    "rules/house_ways/",
    "rules/three_card_split/",
    "staff/compiled.py",
    "staff/only_one.py",
    "staff/wire.py",
    "tables/deeds/",
    "tables/doing.py",
    "tables/doors.py",
)


class Figure(NamedTuple):
    says: str
    ceiling: int
    count: Callable[[], int]


def listed(*patterns: str) -> list[str]:
    """The files that git knows, and that are still there."""
    found = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    return [path for path in found if (ROOT / path).is_file()]


def sources(app: str = "") -> Iterator[str]:
    """The text of every module of the product, or of one app; migrations are apart."""
    for path in listed("*.py"):
        if path.startswith(app) and not path.startswith(APART) and "/migrations/" not in path:
            yield (ROOT / path).read_text(encoding="utf-8")


def lines_of_rounds() -> int:
    return sum(text.count("\n") for text in sources("rounds/"))


def shapeless_types_of_rounds() -> int:
    return sum(len(SHAPELESS.findall(text)) for text in sources("rounds/"))


def names_defined_twice() -> int:
    """Public classes and functions that two modules or more define on their top level."""
    modules: defaultdict[str, int] = defaultdict(int)
    for text in sources():
        defined = (ast.ClassDef, ast.FunctionDef)
        body = ast.parse(text).body
        for name in {each.name for each in body if isinstance(each, defined)}:
            modules[name] += not name.startswith("_")
    return sum(count > 1 for count in modules.values())


def longest_line_of_javascript() -> int:
    scripts = [path for path in listed("static/js/*.js") if "vendor" not in path]
    texts = [(ROOT / path).read_text(encoding="utf-8") for path in scripts]
    return max((len(line) for text in texts for line in text.split("\n")), default=0)


def sql_changed_by_replace() -> int:
    return sum(len(SURGERY.findall(text)) for text in sources())


def words_beside_wording() -> int:
    """Modules that have a table of codes and words of their own beside their app's wording.py."""
    found = 0
    for path in listed("*.py"):
        app = path.partition("/")[0]
        worded = (ROOT / app / "wording.py").is_file() and not path.startswith(APART)
        if worded and path != f"{app}/wording.py" and "/migrations/" not in path:
            body = ast.parse((ROOT / path).read_text(encoding="utf-8")).body
            found += any(isinstance(each, ast.Assign) and _is_words(each.value) for each in body)
    return found


def _is_words(value: ast.expr) -> bool:
    if not isinstance(value, ast.Dict):
        return False
    said = [each.func for each in value.values if isinstance(each, ast.Call)]
    names = [each.id for each in said if isinstance(each, ast.Name)]
    return sum(name in ("_", "gettext_lazy") for name in names) > max(1, len(value.keys) // 2)


def forms_read_by_hand() -> int:
    """Places beside `foundation/` that take a value out of a form or an address untyped."""
    apart = sum(len(BY_HAND.findall(text)) for text in sources("foundation/"))
    return sum(len(BY_HAND.findall(text)) for text in sources()) - apart


def files_under_old_names() -> int:
    return sum(path.startswith(OLD_NAMES) for path in listed())


FIGURES = (
    Figure("lines of rounds", 8999, lines_of_rounds),
    Figure("shapeless types in rounds", 79, shapeless_types_of_rounds),
    Figure("public names defined twice", 50, names_defined_twice),
    Figure("longest line of JavaScript", 120, longest_line_of_javascript),
    Figure("SQL changed by replace", 0, sql_changed_by_replace),
    Figure("words beside wording.py", 0, words_beside_wording),
    Figure("forms read by hand", 0, forms_read_by_hand),
    Figure("files under old names", 0, files_under_old_names),
)


def main() -> int:
    grown = False
    for figure in FIGURES:
        counted = figure.count()
        is_over = counted > figure.ceiling
        grown = grown or is_over
        verdict = "GREW" if is_over else "ok"
        print(f"{figure.says:<28} {counted:>6}  ceiling {figure.ceiling}  {verdict}")
    if grown:
        print("A figure grew. Take it back down: a ceiling is lowered, never raised.")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
