"""What waits for the floor: verifications, rulings, alerts, disputes, hand-overs, stuck rounds."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from banking.models import Slip, SlipKind, SlipState
from floor.queries.pit_board import stuck_after
from foundation.waiting import WaitingStep, waiting_elsewhere
from review.queries.disputes import WaitingDispute, waiting_disputes
from rounds.guards.voiding import EARLIER
from rounds.models import OPEN_STATES, Irregularity, Round, RoundState
from rounds.wording import event_words, ruling_words
from staff.house_settings import minutes_of
from staff.models import Person
from tables.models import DealerShift, FloorAssignment, GamingTable, TableState
from tables.queries.alerts import AlertRow, open_alerts
from tables.queries.queue import QueueRow, verification_queue
from tables.queries.set_work import SetWork, set_work

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class RulingRow:
    """An irregularity that waits for its ruling."""

    round_id: UUID
    version: int
    n: int
    table_id: int
    table_number: int
    number: int
    event: str
    says: str
    ruling: str
    cite: str
    seats: str
    reported_by: str
    reported_at: datetime


@dataclass(frozen=True, slots=True)
class StuckRow:
    """A round that was probably forgotten, and the ways to put it right."""

    round_id: UUID
    version: int
    table_id: int
    table_number: int
    number: int
    state: str
    state_label: str
    opened_at: datetime
    dealer: str
    back_to: tuple[tuple[str, str], ...]
    can_settle: bool


@dataclass(frozen=True, slots=True)
class HandOverRow:
    """A table whose people want a change."""

    table_id: int
    table_number: int
    version: int
    text: str
    since: datetime | None
    wants_floorperson: bool


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A slip that waits for signatures: it is signed or declared void on its own page."""

    id: int
    table_number: int
    kind_label: str
    serial: str
    prepared_by: str
    prepared_at: datetime
    cents: int | None
    """What is moved; a count is counted blind."""


@dataclass(frozen=True, slots=True)
class Queue:
    """Everything that waits, each kind by itself, what presses most first."""

    currency: str

    inspections: tuple[QueueRow, ...]
    rulings: tuple[RulingRow, ...]
    alerts: tuple[AlertRow, ...]
    disputes: tuple[WaitingDispute, ...]
    hand_overs: tuple[HandOverRow, ...]
    stuck: tuple[StuckRow, ...]
    slips: tuple[SlipRow, ...]
    sets: tuple[SetWork, ...]
    elsewhere: tuple[WaitingStep, ...] = ()
    is_mine: bool = False
    """Whether only the viewer's own tables are shown."""

    @property
    def total(self) -> int:
        parts = (self.inspections, self.rulings, self.alerts, self.disputes, self.hand_overs)
        more = (self.stuck, self.slips, self.sets, self.elsewhere)
        return sum(map(len, (*parts, *more)))


def floor_queue(viewer: Person, at: datetime) -> Queue:
    """What waits in the house, in a fixed number of queries."""
    return Queue(
        currency=viewer.property.currency,
        inspections=tuple(verification_queue(viewer)),
        rulings=tuple(_rulings(viewer, at)),
        alerts=tuple(open_alerts(viewer)),
        disputes=tuple(waiting_disputes(viewer, at)),
        hand_overs=tuple(_hand_overs(viewer, at)),
        stuck=tuple(_stuck(viewer, at)),
        slips=tuple(_slips(viewer)),
        sets=tuple(set_work(viewer, at)),
        elsewhere=waiting_elsewhere(viewer, at),
    )


def own_queue(viewer: Person, at: datetime) -> Queue:
    """What waits at the tables that the viewer answers for, and what waits at no table."""
    mine = FloorAssignment.objects.filter(person=viewer, ended_at__isnull=True)
    numbers = set(mine.values_list("table__number", flat=True))
    waiting = floor_queue(viewer, at)

    def at_mine(rows: tuple[R, ...]) -> tuple[R, ...]:
        return tuple(row for row in rows if (n := _table_of(row)) is None or n in numbers)

    return replace(
        waiting,
        inspections=at_mine(waiting.inspections),
        rulings=at_mine(waiting.rulings),
        alerts=at_mine(waiting.alerts),
        disputes=at_mine(waiting.disputes),
        hand_overs=at_mine(waiting.hand_overs),
        stuck=at_mine(waiting.stuck),
        slips=at_mine(waiting.slips),
        sets=at_mine(waiting.sets),
        is_mine=True,
    )


def _table_of(row: object) -> int | None:
    """The number of the table where something waits; none where it belongs to no table."""
    if isinstance(row, WaitingDispute):
        return row.dispute.round.table.number
    return getattr(row, "table_number", None)


def _rulings(viewer: Person, at: datetime) -> list[RulingRow]:
    found = Irregularity.objects.filter(
        round__property_id=viewer.property_id,
        round__opened_at__gt=at - timedelta(days=3),
        ruled_at__isnull=True,
    ).select_related("round__table", "reported_by")
    return [
        RulingRow(
            round_id=each.round_id,
            version=each.round.version,
            n=each.n,
            table_id=each.round.table_id,
            table_number=each.round.table.number,
            number=each.round.number,
            event=event_words(each.event),
            says=_(str(each.proposed.get("says", ""))),
            ruling=ruling_words(each.proposed["code"]),
            cite=str(each.proposed.get("cite", "")),
            seats=", ".join(str(seat) for seat in each.facts.get("seats", ())),
            reported_by=each.reported_by.name,
            reported_at=each.reported_at,
        )
        for each in found.order_by("reported_at")[:100]
    ]


def _stuck(viewer: Person, at: datetime) -> list[StuckRow]:
    found = Round.objects.filter(
        property_id=viewer.property_id,
        state__in=OPEN_STATES,
        opened_at__lt=at - stuck_after(viewer),
        is_held=False,
    ).select_related("table", "dealer")
    return [
        StuckRow(
            round_id=each.pk,
            version=each.version,
            table_id=each.table_id,
            table_number=each.table.number,
            number=each.number,
            state=each.state,
            state_label=str(RoundState(each.state).label),
            opened_at=each.opened_at,
            dealer=each.dealer.name,
            back_to=tuple(
                (state.value, str(state.label)) for state in EARLIER.get(RoundState(each.state), ())
            ),
            can_settle=each.state == RoundState.SET,
        )
        for each in found.order_by("opened_at")[:100]
    ]


def _slips(viewer: Person) -> list[SlipRow]:
    found = Slip.objects.filter(property_id=viewer.property_id, state=SlipState.PREPARED)
    return [
        SlipRow(
            id=each.pk,
            table_number=each.table.number,
            kind_label=str(SlipKind(each.kind).label),
            serial=str(each.serial),
            prepared_by=each.prepared_by.name,
            prepared_at=each.prepared_at,
            cents=each.total_cents if each.kind in (SlipKind.FILL, SlipKind.CREDIT) else None,
        )
        for each in found.select_related("table", "prepared_by").order_by("prepared_at")[:100]
    ]


def _hand_overs(viewer: Person, at: datetime) -> list[HandOverRow]:
    answering = FloorAssignment.objects.filter(table=OuterRef("pk"), ended_at__isnull=True)
    open_now = (TableState.OPEN, TableState.SUSPENDED)
    tables = (
        GamingTable.objects.filter(property_id=viewer.property_id, state__in=open_now)
        .annotate(is_watched=Exists(answering))
        .order_by("number")
    )
    here = DealerShift.objects.filter(property_id=viewer.property_id, ended_at__isnull=True)
    shifts = {each.table_id: each for each in here.select_related("person")}
    longest = minutes_of(viewer.property, "dealer_break_minutes")
    rows = []
    for table in tables:
        shift = shifts.get(table.pk)
        if shift is None:
            rows.append(_hand_over(table, _("No dealer is at the table"), table.state_since))
        elif at - shift.began_at > longest:
            says = _("{name} has dealt for more than {minutes} minutes without a break").format(
                name=shift.person.name, minutes=int(longest.total_seconds() // 60)
            )
            rows.append(_hand_over(table, says, shift.began_at))
        if not table.is_watched:
            rows.append(
                _hand_over(table, _("Nobody answers for the table"), None, wants_floorperson=True)
            )
    return rows


def _hand_over(
    table: GamingTable, text: str, since: datetime | None, *, wants_floorperson: bool = False
) -> HandOverRow:
    return HandOverRow(
        table_id=table.pk,
        table_number=table.number,
        version=table.version,
        text=text,
        since=since,
        wants_floorperson=wants_floorperson,
    )
