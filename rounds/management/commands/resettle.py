"""Settle past rounds again, from what the record kept, and prove that nothing changes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rounds.queries.resettling import Resettled, resettle


class Command(BaseCommand):
    help = "Settle past rounds again from their stored facts and compare every amount."

    def add_arguments(self, parser: ArgumentParser) -> None:
        chosen = parser.add_mutually_exclusive_group(required=True)
        chosen.add_argument("--all", action="store_true", help="every settlement on record")
        chosen.add_argument("--round", help="the settlements of one round, by its id")
        parser.add_argument("--quiet", action="store_true", help="no progress")

    def handle(self, *args: Any, **options: Any) -> None:
        found: list[Resettled] = []
        done = 0
        for done, total, difference in resettle(options["round"]):
            if difference is not None:
                found.append(difference)
                self.stdout.write(f"round {difference.round_id}: {difference.says}")
            if not options["quiet"] and (done % 1000 == 0 or done == total):
                share = 100 * done // total
                self.stderr.write(f"\r{done} of {total} settlements, {share} %", ending="")
        self.stderr.write("")
        if found:
            raise CommandError(f"{len(found)} of {done} settlements come out differently")
        self.stdout.write(f"{done} settlements settled again: every amount the same")
