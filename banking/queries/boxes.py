"""Drop boxes: which is at which table, which wait to be counted, what each should hold."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, Sum

from banking.models import AccountKind, DropBox, EntryKind, Posting, Slip, SlipKind, SlipState
from staff.models import Person
from tables.models import GamingTable


@dataclass(frozen=True, slots=True)
class BoxSheet:
    """A box by its number; what it should hold is said by its count alone."""

    box_id: int
    number: str
    table_id: int
    table: str
    put_in_at: datetime
    taken_at: datetime | None
    slip_id: int | None


@dataclass(frozen=True, slots=True)
class BoxAnswer:
    box: BoxSheet


def box_answer(viewer: Person, box: DropBox) -> BoxAnswer:
    return BoxAnswer(box_sheet(box))


def box_sheet(box: DropBox) -> BoxSheet:
    return BoxSheet(
        box_id=box.pk,
        number=box.number,
        table_id=box.table_id,
        table=str(box.table),
        put_in_at=box.put_in_at,
        taken_at=box.taken_at,
        slip_id=box.slip_id,
    )


def box_in_place(table: GamingTable) -> DropBox | None:
    return DropBox.objects.filter(table=table, taken_at__isnull=True).first()


def boxes_out(viewer: Person) -> tuple[BoxSheet, ...]:
    """Boxes that were taken from a table and not counted, oldest first."""
    found = DropBox.objects.filter(
        property_id=viewer.property_id, taken_at__isnull=False, counted_at__isnull=True
    )
    return tuple(box_sheet(each) for each in found.select_related("table").order_by("taken_at"))


@dataclass(frozen=True, slots=True)
class BoxPlace:
    """A table, and the number of the box that is in it."""

    table: GamingTable
    number: str


def box_places(viewer: Person, tables: Iterable[GamingTable]) -> tuple[BoxPlace, ...]:
    found = DropBox.objects.filter(property_id=viewer.property_id, taken_at__isnull=True)
    numbers = dict(found.values_list("table_id", "number"))
    return tuple(BoxPlace(table, numbers.get(table.pk, "")) for table in tables)


def expected_in_box(box: DropBox) -> int:
    """What was sold for while the box was in its table, by when it was sold and not by when sent.

    The first box of a table also holds what fell before it had a number.
    """
    cash = Posting.objects.filter(
        account__table=box.table,
        account__kind=AccountKind.DROP,
        entry__kind__in=[EntryKind.BUY_IN, EntryKind.CASH_BACK],
    )
    if box.taken_at is not None:
        cash = cash.filter(entry__at__lte=box.taken_at)
    since = _since(box)
    if since is not None:
        cash = cash.filter(entry__at__gt=since)
    return int(cash.aggregate(n=Sum("cents"))["n"] or 0)


def _since(box: DropBox) -> datetime | None:
    """Until when the cash belonged to the box before, or to a drop without a number."""
    earlier = DropBox.objects.filter(table=box.table, taken_at__lte=box.put_in_at)
    last = earlier.exclude(pk=box.pk).order_by("-taken_at").first()
    drops = Slip.objects.filter(table=box.table, kind=SlipKind.DROP, state=SlipState.COMPLETE)
    drop = drops.filter(Q(prepared_at__lte=box.put_in_at)).order_by("-prepared_at").first()
    ends = [each for each in (last and last.taken_at, drop and drop.prepared_at) if each]
    return max(ends) if ends else None
