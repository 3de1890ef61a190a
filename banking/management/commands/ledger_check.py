"""Add up the whole ledger again and say what does not fit."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from banking.models import Entry, Jackpot, Posting
from banking.queries.balances import LedgerFault, checked_slices
from banking.queries.jackpots import meter_from_the_start


def bar(done: int, total: int, width: int = 30) -> str:
    """How far it is, as a bar.

    >>> bar(1, 2, 4)
    '[##  ]'
    """
    filled = width * done // total
    return f"[{'#' * filled}{' ' * (width - filled)}]"


class Command(BaseCommand):
    help = "Add up the whole ledger again and say what does not fit."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--quiet", action="store_true", help="no progress")

    def handle(self, *args: Any, **options: Any) -> None:
        faults: list[LedgerFault] = []
        for done, total, found in checked_slices():
            faults += found
            for fault in found:
                self.stdout.write(f"entry {fault['entry']}: {fault['fault']} {fault['cents']}")
            if not options["quiet"]:
                self.stderr.write(f"\r{bar(done, total)} {done} of {total} entries", ending="")
        if not options["quiet"]:
            self.stderr.write("")
        for jackpot in Jackpot.objects.order_by("pk"):
            told, summed = meter_from_the_start(jackpot)
            self.stdout.write(f"jackpot {jackpot.name}: {summed} (told {told})")
            if told != summed:
                faults.append({"entry": 0, "fault": "meter", "cents": summed - told})
        entries, postings = Entry.objects.count(), Posting.objects.count()
        if faults:
            raise CommandError(f"{len(faults)} faults in {entries} entries")
        self.stdout.write(f"{entries} entries, {postings} postings: everything adds up to zero")
