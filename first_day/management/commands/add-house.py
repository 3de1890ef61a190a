"""Open another house of the same operator, from a file; its first administrator is named."""  # noqa: N999

import tomllib
from argparse import ArgumentParser
from datetime import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from pydantic import ValidationError

from rules.refusals import Refused
from staff.commands.houses import OpenAnotherHouse, open_another_house
from staff.models import Person, Role

TEMPLATE = """\
name = "Lantern Harbour Casino"
short_name = "lantern-harbour"    # ends the name of the log; never changes
currency = "USD"                  # never changes
time_zone = "America/Chicago"
day_starts_at = "06:00"
smallest_chip = 0.25
chips = [0.25, 1, 5, 25, 100, 500]
licence_number = "IL-0815"        # of its first administrator there
"""


class Command(BaseCommand):
    help = "Open another house of the same operator; an operator's administrator answers for it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("badge", nargs="?", help="of an operator's administrator")
        parser.add_argument("--file", type=Path, help="the house, as a TOML file")
        parser.add_argument("--template", action="store_true", help="print such a file")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["template"]:
            self.stdout.write(TEMPLATE, ending="")
            return
        if not (options["badge"] and options["file"]):
            raise CommandError("name the badge of an operator's administrator, and --file")
        by = _operator(options["badge"])
        try:
            facts = OpenAnotherHouse.model_validate(
                _facts(tomllib.loads(options["file"].read_text()))
            )
            person = open_another_house(facts, by=by)
        except ValidationError as error:
            first = error.errors()[0]
            raise CommandError(f"{first['loc'][0]}: {first['msg']}") from error
        except KeyError as error:
            raise CommandError(f"{error} is missing") from error
        except (OSError, ValueError, TypeError) as error:
            raise CommandError(str(error)) from error
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{person.property.name} is open. Badge {person.badge} goes there now.")


def _operator(badge: str) -> Person:
    people = Person.objects.select_related("property").filter(is_active=True, home__isnull=True)
    found = people.filter(badge__iexact=badge, roles__contains=[Role.OPERATOR]).first()
    if found is None:
        raise CommandError(f"{badge} is not the badge of an operator's administrator")
    return found


def _facts(given: dict[str, Any]) -> dict[str, Any]:
    return {
        "house": given["name"],
        "short_name": given.get("short_name", ""),
        "currency": given["currency"],
        "time_zone": given["time_zone"],
        "day_starts_at": time.fromisoformat(str(given["day_starts_at"])),
        "smallest_chip_cents": round(given["smallest_chip"] * 100),
        "denominations": tuple(round(each * 100) for each in given["chips"]),
        "licence_number": given["licence_number"],
    }
