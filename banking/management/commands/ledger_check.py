"""Add up the whole ledger again and say what does not fit."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from banking.models import Entry, Jackpot, Posting
from banking.queries.balances import ledger_faults
from banking.queries.jackpots import meter_from_the_start


class Command(BaseCommand):
    help = "Add up the whole ledger again and say what does not fit."

    def handle(self, *args: Any, **options: Any) -> None:
        faults = ledger_faults()
        for fault in faults:
            self.stdout.write(f"entry {fault['entry']}: {fault['fault']} {fault['cents']}")
        for jackpot in Jackpot.objects.order_by("pk"):
            told, summed = meter_from_the_start(jackpot)
            self.stdout.write(f"jackpot {jackpot.name}: {summed} (told {told})")
            if told != summed:
                faults.append({"entry": 0, "fault": "meter", "cents": summed - told})
        entries, postings = Entry.objects.count(), Posting.objects.count()
        if faults:
            raise CommandError(f"{len(faults)} faults in {entries} entries")
        self.stdout.write(f"{entries} entries, {postings} postings: everything adds up to zero")
