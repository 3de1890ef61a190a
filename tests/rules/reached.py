"""Which definitions of the product a person at a page, a tablet or a command line can reach.

Names are followed, not types: from every door (views, APIs, tasks, commands, templates' tags, the
command line of the rules) to whatever it names, and on from there. What only tests name is not
reached.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = (
    "paigow_site", "first_day", "demo", "floor", "reports", "tablet", "review", "rounds",
    "banking", "tables", "audit", "staff", "foundation", "rules",
)  # fmt: skip
DOORS = ("views", "api", "tasks", "management", "templatetags", "apps", "urls", "api_urls")
COMMANDS = ("command", "round_command", "table_command")


def product_files() -> Iterator[Path]:
    for room in ROOMS:
        yield from sorted((ROOT / room).rglob("*.py"))


def _named(node: ast.AST) -> set[str]:
    """Every name and attribute that a piece of code mentions; strings too, for tables of names."""
    found = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            found.add(each.id)
        elif isinstance(each, ast.Attribute):
            found.add(each.attr)
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            found |= {each.value} if each.value.isidentifier() else set()
    return found


def _is_command(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(each, ast.Call) and getattr(each.func, "id", "") in COMMANDS
        for each in node.decorator_list
    )


def _definitions(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node, ast.ClassDef):
        yield node.name, node
        for each in node.body:
            if isinstance(each, ast.FunctionDef):
                yield each.name, each
    elif isinstance(node, ast.FunctionDef):
        yield node.name, node
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            if isinstance(target, ast.Name):
                yield target.id, node


@cache
def reached_names() -> frozenset[str]:
    """Every name that a door of the product leads to."""
    uses: dict[str, set[str]] = {}
    open_names: set[str] = {"main", "registry"}
    for path in product_files():
        is_door = bool(set(path.relative_to(ROOT).with_suffix("").parts) & set(DOORS))
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            defined = list(_definitions(node))
            if is_door or (not defined and not isinstance(node, ast.Import | ast.ImportFrom)):
                open_names |= _named(node) | {name for name, _ in defined}
            for name, part in defined:
                uses.setdefault(name, set()).update(_named(part))
                if _is_command(part):
                    open_names.add(name)
    for text in (ROOT / "templates").rglob("*.html"):
        open_names |= set(text.read_text(encoding="utf-8").replace("|", " ").split())
    reached: set[str] = set()
    while open_names:
        name = open_names.pop()
        if name not in reached:
            reached.add(name)
            open_names |= uses.get(name, set()) - reached
    return frozenset(reached)
