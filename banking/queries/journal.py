"""The accounting journal of a gaming day: double entry, the same bytes whenever it is made.

Each posting is one line: debit where an account gains, credit where it loses.
A house maps our accounts to its own by the setting `journal_accounts`; without it ours are named.
"""

import csv
import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date

import orjson

from banking.models import AccountKind, Posting
from staff.models import Property

FORMAT = "pai-gow-floor-journal/1"
COLUMNS = ("entry", "at", "kind", "table", "account", "house_account", "debit", "credit")


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One posting; amounts in minor units of the currency."""

    entry: int
    at: str
    kind: str
    table: int | None
    account: str
    house_account: str
    debit: int
    credit: int


@dataclass(frozen=True, slots=True)
class Journal:
    """A gaming day; debits and credits add up to the same. `sha256` is that of the JSON text."""

    format: str
    house: str
    day: str
    currency: str
    debit: int
    credit: int
    lines: tuple[JournalLine, ...]

    @property
    def text(self) -> bytes:
        """The journal as JSON, keys in order, without blanks: the same bytes each time."""
        return orjson.dumps(self, option=orjson.OPT_SORT_KEYS)

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text).hexdigest()

    @property
    def as_csv(self) -> str:
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\r\n")
        rows.writerow(COLUMNS)
        rows.writerows([getattr(line, name) for name in COLUMNS] for line in self.lines)
        return out.getvalue()


def journal_of(house: Property, day: date) -> Journal:
    """Every posting of a gaming day, in the order in which it was written."""
    mapped: Mapping[str, str] = house.settings.get("journal_accounts", {})
    postings = Posting.objects.filter(entry__property=house, entry__gaming_day=day)
    rows = postings.select_related("entry__table", "account__table").order_by("entry_id", "id")
    lines = tuple(_line(each, mapped) for each in rows)
    return Journal(
        format=FORMAT,
        house=house.slug,
        day=day.isoformat(),
        currency=house.currency,
        debit=sum(line.debit for line in lines),
        credit=sum(line.credit for line in lines),
        lines=lines,
    )


def _line(posting: Posting, mapped: Mapping[str, str]) -> JournalLine:
    entry, account = posting.entry, posting.account
    name = AccountKind(account.kind).value
    return JournalLine(
        entry=entry.pk,
        at=entry.at.astimezone(UTC).isoformat(),
        kind=entry.kind,
        table=account.table.number if account.table else None,
        account=name,
        house_account=mapped.get(name, name),
        debit=max(0, posting.cents),
        credit=max(0, -posting.cents),
    )
