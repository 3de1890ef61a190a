"""Move events past their time from the database to files that verify on their own.

Only the bodies leave; the entries, the trees and the checkpoints stay, so that the log stays whole
and every archive can be checked against it for ever. The removal itself is an event.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections, transaction
from django.utils.translation import gettext as _

from audit.commands.export import Written, bundle_contents, write_file
from audit.events import EventKind
from audit.guards import guard_two_carers
from audit.models import Hold, Keep
from audit.queries.keys import public_keys
from audit.queries.leaves import LeafPlace
from audit.queries.trees import TreeHead, latest_checkpoint, tree_head, witnessed_size
from audit.queries.verification.archives import archive_name, file_trouble
from audit.record import append
from foundation.files import keep_file, scratch
from rules.refusals import Refused
from staff.models import Person

OWNER = "owner"
YEARS = {Keep.FIVE_YEARS: 5, Keep.THREE_YEARS: 3}


@dataclass(frozen=True, slots=True)
class Month:
    """The events of one month and class: one partition of the database."""

    first: date
    keep: Keep

    @classmethod
    def parse(cls, text: str, keep: str) -> "Month":
        return cls(datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC).date(), Keep(keep))

    @property
    def after(self) -> date:
        year, month = divmod(self.first.year * 12 + self.first.month, 12)
        return date(year, month + 1, 1)

    @property
    def partition(self) -> str:
        return f"audit_event_y{self.first:%Y}m{self.first:%m}_{self.keep.value}"

    @property
    def label(self) -> str:
        return f"{self.first:%Y-%m}"


def archive_month(month: Month, *, by: Person, second: Person, at: datetime) -> list[Written]:
    """Write the archives of a month and class, check them, and take the events off the database.

    Rule: COMAR 36.03.10.08; Singapore CCA s. 143.
    """
    guard_two_carers(by, second)
    _guard_age(month, at)
    _guard_holds(month)
    with scratch("archives") as folder:
        written = [
            (tree, found, _write(tree, found, month, at, folder))
            for tree, found in _trees_of(month)
        ]
        for tree, found, archive in written:
            _check(tree, archive)
            _record(tree, found, archive, month, by=by, second=second, at=at)
        _remove(month, written, at)
    return [archive for _tree, _found, archive in written]


def _guard_age(month: Month, at: datetime) -> None:
    years = YEARS.get(month.keep)
    if years is None:
        raise Refused("kept_for_ever", _("These events are kept without end."))
    due = month.after.replace(year=month.after.year + years)
    if at.date() < due:
        message = _("These events stay in the database until {day}.").format(day=due)
        raise Refused("not_due", message)


def _guard_holds(month: Month) -> None:
    subjects = list(Hold.objects.filter(released_at=None).values_list("subject", flat=True))
    with connections[OWNER].cursor() as cursor:
        cursor.execute("select to_regclass(%s)", [month.partition])
        if cursor.fetchone() == (None,):
            raise Refused("no_such_month", _("The database has no such month."))
        cursor.execute(HELD.format(partition=month.partition), [subjects])
        if cursor.fetchone():
            raise Refused("evidence_hold", _("Some of these events are held as evidence."))
        cursor.execute(UNSEALED.format(partition=month.partition))
        if cursor.fetchone():
            raise Refused("not_sealed", _("Some of these events are not sealed yet."))


def _trees_of(month: Month) -> list[tuple[TreeHead, list[LeafPlace]]]:
    with connections[OWNER].cursor() as cursor:
        cursor.execute(PLACES.format(partition=month.partition))
        places = [LeafPlace.of(row) for row in cursor.fetchall()]
    found: dict[int, list[LeafPlace]] = {}
    for place in places:
        found.setdefault(place.tree_id, []).append(place)
    return [(tree_head(tree_id, using=OWNER), each) for tree_id, each in sorted(found.items())]


def _write(
    tree: TreeHead, found: Sequence[LeafPlace], month: Month, at: datetime, folder: Path
) -> Written:
    head = latest_checkpoint(tree.tree_id)
    signed = head.size if head else 0
    seen = witnessed_size(tree.tree_id) if settings.WITNESS_URL else signed
    if head is None or min(signed, seen) <= found[-1].idx:
        raise Refused("not_signed", _("Some of these events are not signed and witnessed yet."))
    about: dict[str, Any] = {"archive": month.label, "keep": month.keep.value}
    title = f"{tree.origin}: {month.label}, {month.keep.value}"
    contents = bundle_contents(found, head, title=title, about=about, at=at)
    name = f"{tree.tree_id:04d}-{month.label}-{month.keep.value}.zip"
    return write_file(contents, folder / name)


def _check(tree: TreeHead, archive: Written) -> None:
    trouble = file_trouble(archive.path, archive.sha256, archive.events, public_keys(tree.origin))
    if trouble:
        raise Refused("archive_wrong", trouble)


@transaction.atomic
def _record(
    tree: TreeHead,
    found: Sequence[LeafPlace],
    archive: Written,
    month: Month,
    *,
    by: Person,
    second: Person,
    at: datetime,
) -> None:
    append(
        EventKind.MONTH_ARCHIVED,
        log_id=tree.log_id,
        subjects=[f"log:{tree.log_id}", f"person:{by.pk}", f"person:{second.pk}"],
        by=by,
        at=at,
        detail={
            "month": month.label,
            "keep": month.keep.value,
            "origin": tree.origin,
            "file": archive.path.name,
            "sha256": archive.sha256,
            "events": archive.events,
            "first": found[0].idx,
            "last": found[-1].idx,
            "second": second.pk,
        },
        change={"before": None, "after": None},
    )


def _remove(
    month: Month, written: Sequence[tuple[TreeHead, list[LeafPlace], Written]], at: datetime
) -> None:
    """Keep and note the archives and drop the partition, in one transaction of the owner."""
    with transaction.atomic(using=OWNER), connections[OWNER].cursor() as cursor:
        cursor.execute(f"lock table {month.partition} in access exclusive mode")
        cursor.execute(COUNT.format(partition=month.partition))
        (there,) = cursor.fetchone()
        if there != sum(archive.events for _tree, _found, archive in written):
            raise Refused("changed_meanwhile", _("The month changed meanwhile. Try again."))
        for tree, found, archive in written:
            keep_file(archive_name(archive.path.name), archive.path, using=OWNER)
            cursor.execute(
                NOTE_ARCHIVE,
                [
                    *(tree.tree_id, month.first, month.keep.value, archive.events),
                    *(found[0].idx, found[-1].idx, archive.path.name, archive.sha256, at),
                ],
            )
        cursor.execute(f"drop table {month.partition}")


PLACES = """
select l.tree_id, l.idx, l.event_id, l.keep, l.at, l.hash
  from {partition} e join audit_leaf l on l.event_id = e.id order by l.tree_id, l.idx
"""
HELD = "select 1 from {partition} where about ?| %s limit 1"
COUNT = "select count(*) from {partition}"
UNSEALED = """
select 1 from {partition} e
 where not exists (select 1 from audit_leaf l where l.event_id = e.id) limit 1
"""
NOTE_ARCHIVE = """
insert into audit_archive
  (tree_id, month, keep, events, first_idx, last_idx, file, sha256, at)
values (%s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
