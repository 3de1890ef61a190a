"""Set an empty installation up: by questions, from a file, or with a code for the page."""

import tomllib
from argparse import ArgumentParser
from datetime import time
from getpass import getpass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone
from pydantic import ValidationError

from first_day.commands.importing import import_input, import_lists, try_lists
from first_day.console import show_code, write_private, write_secrets
from first_day.letters import letters_pdf
from first_day.lists import EQUIPMENT, ListRow, read_lists, template_workbook
from foundation.currencies import CURRENCIES
from rules.refusals import Refused
from staff.commands.people import first_password, first_pin
from staff.commands.set_up import (
    SetUp,
    SetUpDone,
    hash_secrets,
    installer,
    is_set_up,
    make_set_up_code,
    set_up_installation,
)
from staff.queries.installation import proposed_operator
from staff.second_factor import is_code_of, new_secret, second_factor_uri, secret_of

TEMPLATE = """\
# A domain of your own. It begins the name of every log and never changes.
operator = "tables.yourcasino.com"

[house]
name = "Lantern Bay Casino"
short_name = "lantern-bay"        # ends the name of the log; never changes
currency = "USD"                  # never changes
time_zone = "America/New_York"
day_starts_at = "06:00"
smallest_chip = 0.25
chips = [0.25, 1, 5, 25, 100, 500]

[administrator]
name = "Samir Haddad"
badge = "A801"
licence_number = "MD-4951"
language = "en"
# password and pin: left out, they are made and written to the console or to --secrets-to,
# and must be changed at the first sign-in.
"""


class Command(BaseCommand):
    help = "Set an empty installation up: operator, first house, first administrator."

    def add_arguments(self, parser: ArgumentParser) -> None:
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--code", action="store_true", help="make a one-time code for the page")
        how.add_argument("--file", type=Path, help="take everything from a TOML file")
        how.add_argument("--template", action="store_true", help="print such a file")
        how.add_argument("--lists-template", type=Path, help="write an empty workbook for --lists")
        parser.add_argument("--secrets-to", type=Path, help="write the secrets to this new file")
        parser.add_argument("--lists", type=Path, help="rules, staff and tables: XLSX or CSV")
        parser.add_argument("--letters-to", type=Path, help="the staff's letters, as a new PDF")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["template"]:
            self.stdout.write(TEMPLATE, ending="")
        elif options["lists_template"]:
            self.write_lists_template(options["lists_template"])
        elif options["code"]:
            self.say_code()
        else:
            self.set_up(options)

    def say_code(self) -> None:
        """The code goes to the console and the log; the database keeps its hash."""
        if is_set_up():
            self.stderr.write("This installation is set up already.")
            return
        self.stdout.write(f"SET-UP CODE {make_set_up_code(at=timezone.now())}")

    def write_lists_template(self, file: Path) -> None:
        try:
            file.write_bytes(template_workbook())
        except OSError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: a sheet for each list, and what stands in it under help.")

    def set_up(self, options: dict[str, Any]) -> None:
        if is_set_up():
            raise CommandError("this installation is set up already")
        if options["lists"] and not options["letters_to"]:
            raise CommandError("name a new file for the staff's letters: --letters-to")
        file: Path | None = options["file"]
        try:
            given = tomllib.loads(file.read_text()) if file else self.ask()
            facts, shown = set_up_facts(given)
            with transaction.atomic():
                done = set_up_installation(facts, by=installer())
                self.take_lists(options["lists"], options["letters_to"], done)
        except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
            raise CommandError(_said(error)) from error
        except EOFError:
            raise CommandError("questions want a keyboard; without one: --file") from None
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.say(done, shown, options["secrets_to"])

    def take_lists(self, lists: Path | None, letters_to: Path | None, done: SetUpDone) -> None:
        """Rules, staff and tables with the house, all or nothing; sets want two signatures."""
        if lists is None or letters_to is None:
            return
        read = read_lists(lists.read_bytes())
        rows = [row for row in read if row.sheet != EQUIPMENT.name]
        if not rows:
            raise CommandError(f"{lists}: nothing but equipment, which two people sign for later")
        self.name_faults(rows, done)
        taken = import_lists(import_input(rows), by=done.administrator)
        write_private(letters_to, letters_pdf(taken["letters"], str(done.house)))
        counts = ", ".join(f"{name} {count}" for name, count in taken["counts"].items())
        self.stdout.write(f"Taken over: {counts}. The letters are in {letters_to}.")
        if later := len(read) - len(rows):
            self.stdout.write(f"For later: equipment {later}. Two people sign for it.")

    def name_faults(self, rows: list[ListRow], done: SetUpDone) -> None:
        """Say every line that cannot be taken over before anything is."""
        found = try_lists(rows, by=done.administrator)
        faults = [f"{at.row.sheet}, line {at.row.line}: {at.fault}" for at in found if at.fault]
        if faults:
            raise CommandError("\n".join(["nothing was set up.", *faults]))

    def ask(self) -> dict[str, Any]:
        """Ask for everything at the console."""
        ask = self.question
        operator = ask("Operator (a domain of your own; it never changes)", proposed_operator())
        house = {
            "name": ask("Name of the house"),
            "short_name": ask("Short name for its log (Latin letters; never changes)", " ").strip(),
            "currency": ask(f"Currency ({', '.join(CURRENCIES)})", "USD").upper(),
            "time_zone": ask("Time zone", "America/New_York"),
            "day_starts_at": ask("The gaming day begins at", "06:00"),
            "smallest_chip": float(ask("Smallest chip", "0.25")),
            "chips": [float(each) for each in ask("Chips", "0.25 1 5 25 100 500").split()],
        }
        person = {
            "name": ask("First administrator: name"),
            "badge": ask("Badge"),
            "licence_number": ask("Licence number"),
            "password": getpass("Password (at least ten characters): "),
            "pin": getpass("PIN (six digits): "),
            "totp_secret": self.enrol(),
        }
        return {"operator": operator, "house": house, "administrator": person}

    def enrol(self) -> str:
        secret = new_secret()
        uri = second_factor_uri(secret, "setup")
        self.stdout.write(f"Add this to an authenticator: {uri}")
        show_code(self.stdout, uri)
        while not is_code_of(secret, self.question("The six digits that it shows")):
            self.stdout.write("That is not the code of this moment.")
        return secret

    def question(self, text: str, default: str = "") -> str:
        shown = f" [{default}]" if default.strip() else ""
        while True:
            answer = input(f"{text}{shown}: ").strip() or default
            if answer:
                return answer

    def say(self, done: SetUpDone, shown: dict[str, str], secrets_to: Path | None) -> None:
        person = done.administrator
        self.stdout.write(f"{done.house.name} is open. Sign in with badge {person.badge}.")
        uri = second_factor_uri(secret_of(person), person.badge)
        secrets = {**shown, "second_factor": uri, "recovery_codes": done.recovery_codes}
        write_secrets(self.stdout, secrets_to, {"badge": person.badge, **secrets})


def set_up_facts(given: dict[str, Any]) -> tuple[SetUp, dict[str, str]]:
    """Read a file or the answers; also the secrets that were made here and must be shown."""
    house, person = given["house"], dict(given["administrator"])
    shown: dict[str, str] = {}
    for name, make in (("password", first_password), ("pin", first_pin)):
        if name not in person:
            person[name] = shown[name] = make()
    hashed = hash_secrets(person.pop("password"), person.pop("pin"), badge=person["badge"])
    facts = {
        "operator": given["operator"],
        "house": house["name"],
        "short_name": house.get("short_name", ""),
        "currency": house["currency"],
        "time_zone": house["time_zone"],
        "day_starts_at": time.fromisoformat(str(house["day_starts_at"])),
        "smallest_chip_cents": round(house["smallest_chip"] * 100),
        "denominations": tuple(round(each * 100) for each in house["chips"]),
        "totp_secret": person.pop("totp_secret", "") or new_secret(),
        "must_change": bool(shown),
        **person,
        **hashed,
    }
    return SetUp.model_validate(facts), shown


def _said(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(str(each) for each in first['loc'])}: {first['msg']}"
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)
