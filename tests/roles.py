"""The table of docs/roles.md: which role may use which address."""

from pathlib import Path

from django.urls import URLPattern, URLResolver, get_resolver

from staff.models import Role

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
}
Rows = dict[tuple[str, str], frozenset[str]]

INTRODUCTION = """# Who may what

Every address of the product and every role. ✓: the role may use it; whether a step is possible
now is decided by the state of the floor. –: refused with 403 and recorded. Whoever is not signed
in is sent to sign in. The rights come from `staff/policy.py`; `tests/paigow_site/test_roles.py`
asks every address as every role and compares with this page. A new address: run that test with
`UPDATE_ROLES=1`, read what it wrote here, and keep it only if it is what you want.

On a tablet, where a PIN is enough, only the roles of the floor count: dealer, floorperson, pit
manager, security, cashier. Signatures are checked on their own: whoever signs shows badge and PIN
at that moment and needs the right for that signature, whoever is signed in.
"""


def patterns() -> list[str]:
    """Every address that the site has, as Django writes it."""
    return sorted(set(_walk(get_resolver().url_patterns, "/")))


def _walk(found, prefix):
    for each in found:
        here = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _walk(each.url_patterns, here)
        elif isinstance(each, URLPattern):
            yield here


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


def public() -> set[str]:
    """Read the page: what is open to everybody, signed in or not."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return {line[3:-1] for line in lines if line.startswith("- `/") and line.endswith("`")}


def written(table: Rows, open_to_all: set[str]) -> str:
    """Write the page."""
    heading = "| Address | " + " | ".join(HEADINGS.values()) + " |\n|---|"
    lines = [INTRODUCTION, "## With a role\n", heading + "---|" * len(HEADINGS)]
    for (method, address), roles in sorted(table.items(), key=lambda row: (row[0][1], row[0][0])):
        marks = [YES if role.value in roles else NO for role in HEADINGS]
        lines.append(f"| `{method} {address}` | " + " | ".join(marks) + " |")
    lines += ["\n## Open to everybody\n", *(f"- `{address}`" for address in sorted(open_to_all))]
    return "\n".join(lines) + "\n"
