"""Load the demo floor into an empty database, or say who can sign in on it."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.utils import timezone

from demo import people as demo
from demo.duties import seed_duties
from demo.evening import seed_evening
from demo.house import equip_house, open_tables, seed_harbour_floor, seed_house
from demo.money import seed_money
from demo.night import seed_night
from staff.models import Property

PARTS = (seed_house, seed_evening, equip_house, seed_money, open_tables, seed_night, seed_duties)
HARBOUR_PARTS = (seed_harbour_floor, seed_money, open_tables, seed_night, seed_duties)


class Command(BaseCommand):
    help = "Load the demo floor into an empty database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--sign-ins", action="store_true", help="only say who can sign in with what"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["sign_ins"]:
            self.say_sign_ins()
            return
        if Property.objects.exists():
            raise CommandError("the database is not empty; the demo floor needs an empty one")
        self.seed()

    @transaction.atomic
    def seed(self) -> None:
        # The limits are for people's commands; a whole floor takes longer on a slow machine.
        with connection.cursor() as cursor:
            for limit in ("transaction", "statement", "idle_in_transaction_session"):
                cursor.execute(f"set local {limit}_timeout = 0")
        now = timezone.now()
        house = demo.seed_people(now)
        for part in PARTS:
            part(house, now)
        second = demo.seed_harbour(house, now - timedelta(days=2))
        for part in HARBOUR_PARTS:
            part(second, now)

    def say_sign_ins(self) -> None:
        known = demo.sign_ins()
        if not known.people:
            self.stdout.write("This floor has its own staff, not the demo's.")
            return
        self.stdout.write(
            f"Sign in with a badge, the password {known.password} and the code {known.code}:\n\n"
        )
        first = known.people[0].house
        at_home = [each for each in known.people if each.house == first]
        for role in dict.fromkeys(person.role for person in at_home):
            names = [f"{each.badge} {each.name}" for each in at_home if each.role == role]
            more = f", and {len(names) - 2} more" if len(names) > 2 else ""
            self.stdout.write(f"  {role:<14} {', '.join(names[:2])}{more}")
        for house in dict.fromkeys(each.house for each in known.people if each.house != first):
            there = [f"{each.badge} {each.name}" for each in known.people if each.house == house]
            self.stdout.write(f"  {house}: {there[0]}, and {len(there) - 1} more")
        self.stdout.write(
            "\nA dealer's tablet: on the sign-in page choose a tablet, then a name and the PIN "
            f"{known.pin}."
        )
