"""The table of docs/two-people.md: which acts take two people, and at which addresses."""

from pathlib import Path

import paigow_site.urls  # noqa: F401 - every app enters its commands
from foundation.commands import COMMANDS
from tests.roles import addresses

PAGE = Path(__file__).resolve().parent.parent / "docs" / "two-people.md"
INTRODUCTION = """# What takes two people

Every act that one person cannot do alone. `by` is whoever is signed in and asks; the other names
are the places of signatures, at each of which somebody shows badge and PIN at that moment. One
person at both is refused by every door with `same_person` and recorded: the refusal is in the one
pipeline that carries out every command (`foundation/commands.py`). Where the other person did an
earlier step, the command's own guard knows who that was; the last column names the test that
walks that way.

Beyond this page: whoever gave a colleague a PIN signs nothing together with them for a day, and
longer while nobody has seen the owner of a reset one (`pin_given_by_cosigner`); nor do two
colleagues whose PINs one person gave that day, except on a house's first (`pins_of_one_giver`); a
service account signs nothing at all; roles that belong to two people are refused where they are
given (`staff/duties.py`). A ruling that gives wagers back, or has hands dealt again that were
entered, is not confirmed by whoever reported it; a hand is called void only where somebody of the
floor signed for it. An administrator who invents colleagues and waits a day is not kept from it,
but stands in the record and in the access review. At the console the care of the log (`audit
archive`, `rotate`, `successor`) takes two in the same way (`audit/guards.py`).

This page is derived from the declarations (`two=` of each command). After a change `UPDATE_TWO=1
.venv/bin/python -m pytest -q tests/paigow_site/test_two_people.py` writes it again; read what it
wrote. The same tests let one person try every act at every address.

| Act | One | The other | Rule | Addresses | Walked by |
|---|---|---|---|---|---|
"""

# Acts whose other person did an earlier step: the test that walks that way.
EARLIER = {
    "confirm_ruling": "attacks/test_two_people.py"
    "::test_one_person_does_not_void_a_round_by_a_ruling",
    "record_whole_round": "attacks/test_two_people.py"
    "::test_one_person_does_not_void_a_round_in_a_whole_call",
    "decide_dispute": "review/test_disputes.py",
    "check_dice": "tables/test_custody.py",
    "sign_discrepancy": "tables/test_custody.py",
    "verify_inspection": "attacks/test_houses_and_roles.py"
    "::test_nobody_verifies_their_own_inspection",
    "sign_slip": "banking/test_slips.py",
    "confirm_person": "staff/test_reset_pins.py",
}


def doors() -> dict[str, list[str]]:
    """At which addresses each command is carried out."""
    found: dict[str, list[str]] = {}
    for address, views in addresses().items():
        for view in views:
            command = getattr(view, "initkwargs", {}).get("command") or getattr(
                view, "command", None
            )
            if command is not None:
                found.setdefault(command.name, []).append(address)
    return {name: sorted(each) for name, each in found.items()}


def written() -> str:
    """Write the page."""
    at = doors()
    lines = []
    for name, command in sorted(COMMANDS.items()):
        for pair in command.two:
            first = f"{pair.first}: {pair.earlier}" if pair.earlier else pair.first
            where = "<br>".join(f"`{each}`" for each in at.get(name, [])) or "console, tasks"
            test = f"`{EARLIER[name]}`" if pair.earlier else "this page's test"
            says = f"{command.says} (`{name}`)"
            lines.append(f"| {says} | {first} | {pair.second} | {pair.rule} | {where} | {test} |")
    return INTRODUCTION + "\n".join(lines) + "\n"
