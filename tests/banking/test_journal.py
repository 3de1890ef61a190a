"""The accounting journal: double entry of a day, the same hash again, in the log."""

import csv
import hashlib
import io
import json
from datetime import UTC, datetime

from audit.models import Event
from banking.commands.cash import sell_chips
from banking.models import Posting
from staff.gaming_day import gaming_day
from tests.banking.counting import slip_by
from tests.sign_in import sign_in

NOW = datetime.now(UTC)


def taken(client, floor, form):
    day = gaming_day(floor.property, NOW).isoformat()
    return client.post("/ledger/journal/", {"day": day, "form": form})


def test_the_journal_balances_and_is_the_same_again(floor, client):
    slip_by(floor, floor.table, "fill", {2500: 40}, at=NOW)
    sell_chips(floor.table.pk, 12_500, by=floor.dealer, at=NOW)
    floor.property.settings["journal_accounts"] = {"drop": "1130 Drop"}
    floor.property.save()
    sign_in(client, floor.compliance)
    first = taken(client, floor, "json")
    journal = json.loads(first.content)
    assert journal["debit"] == journal["credit"] == 100_000 + 12_500
    assert len(journal["lines"]) == Posting.objects.filter(account__property=floor.property).count()
    assert "1130 Drop" in {line["house_account"] for line in journal["lines"]}
    digest = hashlib.sha256(first.content).hexdigest()
    assert first["X-Journal-SHA256"] == digest
    assert taken(client, floor, "json").content == first.content
    rows = list(csv.DictReader(io.StringIO(taken(client, floor, "csv").content.decode())))
    assert sum(int(row["debit"]) - int(row["credit"]) for row in rows) == 0
    assert sum(int(row["debit"]) for row in rows) == journal["debit"]
    events = Event.objects.filter(kind="banking.journal_exported")
    assert events.count() == 3
    assert all(digest in bytes(event.body).decode() for event in events)


def test_a_dealer_takes_no_journal(floor, client):
    sign_in(client, floor.dealer)
    assert taken(client, floor, "json").status_code == 403
