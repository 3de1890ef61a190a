"""The table of docs/roles.md: which role may use which address."""

from pathlib import Path

from django.urls import URLPattern, URLResolver, get_resolver

from foundation.pages import acts_at
from staff.models import Role
from staff.policy import ROLES_OF

PAGE = Path(__file__).resolve().parent.parent / "docs" / "roles.md"
YES, NO = "✓", "–"
HEADINGS = {
    Role.DEALER: "Dealer",
    Role.FLOORPERSON: "Floor",
    Role.PIT_MANAGER: "Pit",
    Role.SURVEILLANCE: "Surv.",
    Role.SECURITY: "Security",
    Role.CASHIER: "Cashier",
    Role.COMPLIANCE: "Compl.",
    Role.ADMINISTRATOR: "Admin",
    Role.REGULATOR: "Regul.",
    Role.OPERATOR: "Oper.",
}
Rows = dict[tuple[str, str], frozenset[str]]

INTRODUCTION = """# Who may what

Every address of the product and every role. ✓: the role may use it; whether a step is possible
now is decided by the state of the floor. –: refused with 403 and recorded. Whoever is not signed
in is sent to sign in. A report also asks for the right of its kind (`reports/kinds.py`).

This page is derived: each command, read and page declares its act, and `staff/policy.py` says whose
it is. After a change `UPDATE_ROLES=1 .venv/bin/python -m pytest -q tests/paigow_site/test_roles.py`
writes it again; read what it wrote. The same tests ask every address as every role.

On a tablet, where a PIN is enough, only the roles of the floor count: dealer, floorperson, pit
manager, security, cashier. Signatures are checked on their own: whoever signs shows badge and PIN
at that moment and needs the right for that signature, whoever is signed in.
"""


def addresses() -> dict[str, list[object]]:
    """Every address that the site has, as Django writes it, with the views that answer there."""
    found: dict[str, list[object]] = {}
    for address, view in _walk(get_resolver().url_patterns, "/"):
        found.setdefault(address, []).append(view)
    return found


def _walk(found, prefix):
    for each in found:
        here = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _walk(each.url_patterns, here)
        elif isinstance(each, URLPattern):
            yield here, each.callback


def declared() -> tuple[Rows, set[str], set[str]]:
    """What the site declares: who may what, what is open to everybody, what says nothing."""
    table, open_to_all, silent = {}, set(), set()
    for address, views in addresses().items():
        acts = [acts_at(view) for view in views]
        if None in acts:
            open_here = all(getattr(view, "login_required", True) is False for view in views)
            (open_to_all if open_here else silent).add(address)
        else:
            table |= {
                (method, address): _roles(act)
                for each in acts
                for method, act in each.items()
                if method != "HEAD"
            }
    return table, open_to_all, silent


def _roles(act) -> frozenset[str]:
    return frozenset(Role.values if act is None else (role.value for role in ROLES_OF[act]))


def rows() -> Rows:
    """Read the page: {(method, address): the roles that may}."""
    found: Rows = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != len(HEADINGS) + 1 or not cells[0].startswith("`"):
            continue
        method, _space, address = cells[0].strip("`").partition(" ")
        marks = zip(HEADINGS, cells[1:], strict=True)
        found[method, address] = frozenset(role.value for role, mark in marks if mark == YES)
    return found


def written(table: Rows, open_to_all: set[str]) -> str:
    """Write the page."""
    heading = "| Address | " + " | ".join(HEADINGS.values()) + " |\n|---|"
    lines = [INTRODUCTION, "## With a role\n", heading + "---|" * len(HEADINGS)]
    for (method, address), roles in sorted(table.items(), key=lambda row: (row[0][1], row[0][0])):
        marks = [YES if role.value in roles else NO for role in HEADINGS]
        lines.append(f"| `{method} {address}` | " + " | ".join(marks) + " |")
    lines += ["\n## Open to everybody\n", *(f"- `{address}`" for address in sorted(open_to_all))]
    return "\n".join(lines) + "\n"
