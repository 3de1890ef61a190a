"""Give a house an administrator who can sign in, when none can: two people vouch at the console."""  # noqa: N999

from argparse import ArgumentParser
from getpass import getpass
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError

from first_day.commands.recovery import RecoverAdministrator, console_of, recover_administrator
from first_day.console import write_secrets
from foundation.commands import Given
from foundation.inputs import Signed
from rules.refusals import Refused
from staff.models import Property


class Command(BaseCommand):
    help = "Recover the administration of a house; two colleagues vouch, compliance is alarmed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("badge", help="who administers from now on")
        parser.add_argument("--house", default="", help="short name, where there are several")
        parser.add_argument("--name", default="", help="of somebody new")
        parser.add_argument("--licence", default="", help="of somebody new")
        parser.add_argument("--secrets-to", type=Path, help="write the secrets to this new file")

    def handle(self, *args: Any, **options: Any) -> None:
        houses = Property.objects.all()
        if options["house"]:
            houses = houses.filter(slug=options["house"])
        if len(houses) != 1:
            known = ", ".join(Property.objects.values_list("slug", flat=True))
            raise CommandError(f"name one house with --house: {known}")
        self.stdout.write("Two colleagues vouch: compliance, surveillance, security, pit manager.")
        facts = RecoverAdministrator.model_construct(
            badge=options["badge"], name=options["name"], licence_number=options["licence"]
        )
        signatures = {"first": self.vouch("First"), "second": self.vouch("Second")}
        given = Given(console_of(houses[0].pk), facts, uuid4(), signatures=signatures)
        try:
            done = recover_administrator.carry_out(given)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write("Recovered. Compliance sees an alarm until it has looked at it.")
        write_secrets(self.stdout, options["secrets_to"], done)

    def vouch(self, which: str) -> Signed:
        try:
            badge = input(f"{which} colleague, badge: ").strip()
            return Signed.model_construct(badge=badge, pin=getpass("PIN: ").strip())
        except EOFError:
            raise CommandError("two colleagues enter badge and PIN at a keyboard") from None
