"""Requests for chips that wait, for the cage, the floor and the dealer's screen."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from banking.models import ChipRequest, SlipKind
from staff.models import Person
from tables.models import GamingTable


@dataclass(frozen=True, slots=True)
class RequestSheet:
    """A request for chips; `is_open` until a slip is written or it is withdrawn."""

    request_id: int
    kind: str
    label: str
    table_id: int
    table: str
    chips: Mapping[int, int]
    total_cents: int
    by: str
    at: datetime
    is_open: bool


@dataclass(frozen=True, slots=True)
class RequestAnswer:
    request: RequestSheet


def request_answer(viewer: Person, made: ChipRequest) -> RequestAnswer:
    return RequestAnswer(_sheet(made))


def waiting_requests(viewer: Person) -> tuple[RequestSheet, ...]:
    """The requests that nobody has written a slip for, oldest first."""
    found = ChipRequest.objects.filter(property_id=viewer.property_id, closed_at__isnull=True)
    return tuple(_sheet(each) for each in found.select_related("table", "by").order_by("at"))


def requests_at(table: GamingTable) -> tuple[RequestSheet, ...]:
    """The requests of one table that wait."""
    found = ChipRequest.objects.filter(table=table, closed_at__isnull=True)
    return tuple(_sheet(each) for each in found.select_related("table", "by").order_by("at"))


def _sheet(made: ChipRequest) -> RequestSheet:
    return RequestSheet(
        request_id=made.pk,
        kind=made.kind,
        label=str(SlipKind(made.kind).label),
        table_id=made.table_id,
        table=str(made.table),
        chips={int(value): count for value, count in made.chips.items()},
        total_cents=made.total_cents,
        by=made.by.name,
        at=made.at,
        is_open=made.closed_at is None,
    )
