"""The ledger as a page: entries of one table and gaming day, latest first, with their postings."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Annotated
from uuid import UUID

from django.db.models import Prefetch, Q
from django.utils.translation import gettext as _
from pydantic import Field

from banking.models import TRAY, AccountKind, Entry, EntryKind, Posting, SlipKind
from foundation.inputs import Input
from rules.refusals import Refused
from staff.models import Person
from tables.models import GamingTable

PAGE = 50
RoundNumbers = Callable[[Sequence[UUID]], Mapping[UUID, int]]
ROUND_NUMBERS: list[RoundNumbers] = []
"""Rounds live in an app above this one, which plugs in how they are numbered."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CURSOR = re.compile(r"([0-9]{1,18})-([0-9]{1,18})")


@dataclass(frozen=True, slots=True)
class PostingSheet:
    """What one entry adds to one account."""

    account: str
    label: str
    cents: int


@dataclass(frozen=True, slots=True)
class EntrySheet:
    """One movement: what, when, by whom, from where to where; `tray_cents` is the tray's part."""

    id: int
    kind: str
    label: str
    at: datetime
    by: str
    round_id: UUID | None
    slip_id: int | None
    slip: str
    reverses_id: int | None
    tray_cents: int
    postings: tuple[PostingSheet, ...]


@dataclass(frozen=True, slots=True)
class EntryPage:
    """Entries, latest first; `after` is where the next page begins."""

    entries: tuple[EntrySheet, ...]
    after: str


class EntryFilters(Input):
    """Which entries of a day to list."""

    kind: EntryKind | None = None
    after: Annotated[str, Field(pattern=r"^([0-9]{1,18}-[0-9]{1,18})?$")] = ""


def entry_page(
    viewer: Person, table: GamingTable | None, day: date, asked: EntryFilters
) -> EntryPage:
    """The entries of one table and gaming day; without a table those of the house."""
    postings = Posting.objects.select_related("account__jackpot").order_by("id")
    found = Entry.objects.filter(property_id=viewer.property_id, table=table, gaming_day=day)
    if asked.kind:
        found = found.filter(kind=asked.kind)
    if asked.after:
        at, pk = _read(asked.after)
        found = found.filter(Q(at__lt=at) | Q(at=at, pk__lt=pk))
    found = found.select_related("by", "slip").prefetch_related(Prefetch("postings", postings))
    rows = list(found.order_by("-at", "-pk")[: PAGE + 1])
    rounds = [each.round_id for each in rows if each.round_id]
    numbers = {pk: n for numbered in ROUND_NUMBERS for pk, n in numbered(rounds).items()}
    entries = tuple(_sheet(each, numbers) for each in rows[:PAGE])
    return EntryPage(entries, _write(rows[PAGE - 1]) if len(rows) > PAGE else "")


def _sheet(entry: Entry, numbers: Mapping[UUID, int]) -> EntrySheet:
    postings = list(entry.postings.all())
    slip = entry.slip
    return EntrySheet(
        id=entry.pk,
        kind=entry.kind,
        label=_label(entry, numbers),
        at=entry.at,
        by=entry.by.name if entry.by else "",
        round_id=entry.round_id,
        slip_id=entry.slip_id,
        slip=f"{SlipKind(slip.kind).label} {slip.serial}" if slip else "",
        reverses_id=entry.reverses_id,
        tray_cents=sum(each.cents for each in postings if each.account.kind in TRAY),
        postings=tuple(
            PostingSheet(each.account.kind, _name(each), each.cents) for each in postings
        ),
    )


def _label(entry: Entry, numbers: Mapping[UUID, int]) -> str:
    number = numbers.get(entry.round_id) if entry.round_id else None
    if entry.kind == EntryKind.ROUND and number:
        return _("Round {number} settled").format(number=number)
    return str(EntryKind(entry.kind).label)


def _name(posting: Posting) -> str:
    account = posting.account
    label = str(AccountKind(account.kind).label)
    if account.kind == AccountKind.SEAT:
        return _("Chips of seat {seat}").format(seat=account.seat)
    return f"{label}: {account.jackpot}" if account.jackpot else label


def _write(entry: Entry) -> str:
    moment = entry.at - EPOCH
    micros = (moment.days * 86_400 + moment.seconds) * 1_000_000 + moment.microseconds
    return f"{micros}-{entry.pk}"


def _read(cursor: str) -> tuple[datetime, int]:
    found = _CURSOR.fullmatch(cursor)
    try:
        if found is None:
            raise OverflowError
        return EPOCH + timedelta(microseconds=int(found[1])), int(found[2])
    except OverflowError:
        raise Refused("bad_cursor", _("There is no such page. Begin with the first.")) from None
