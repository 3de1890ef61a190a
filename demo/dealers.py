"""Simulated dealers who keep the demo floor alive, through the same commands as everybody.

They deal only at tables of the demo house where nobody else does: a table whose screen a visitor
has open, or whose dealer has just changed, is left alone until it is quiet again.
"""

import heapq
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection
from django.utils import timezone

from demo.house import renew_table
from demo.models import TableVisit
from demo.night import buy_in
from demo.playing import Dealing
from demo.simulation import Simulation
from rounds.commands.voiding import void_round
from rounds.models import OPEN_STATES, Round, Source
from rules.refusals import Refused
from staff.commands.signing import Signer
from staff.models import Person
from tables.models import DealerShift, GamingTable, TableState

logger = logging.getLogger(__name__)

QUIET = timedelta(minutes=10)
SETTLING_IN = timedelta(minutes=3)
LOOK_AGAIN = 20.0

# Seconds after each step, as on a floor: about a hundred a round.
PAUSES = {
    "open": 6.0,
    "seat": 3.0,
    "wagers": 14.0,
    "bank": 6.0,
    "dealer_wager": 2.0,
    "close": 4.0,
    "no_roll": 6.0,
    "delivery": 3.0,
    "roll": 6.0,
    "deal": 16.0,
    "hand": 5.0,
    "hands": 8.0,
    "community": 3.0,
    "state": 3.0,
    "settle": 18.0,
}
EXPIRED = frozenset({"tiles_expired", "dice_expired", "deck_expired", "tiles_unfit"})


@dataclass(order=True, slots=True)
class Seat:
    """A simulated dealer's place: when the next tap is due, and the round in hand."""

    due: float
    table_id: int
    simulation: Simulation = field(compare=False)
    dealing: Dealing | None = field(compare=False, default=None)


class Dealers:
    """All simulated dealers, one tap at a time."""

    def __init__(self, *, speed: float, seed: int, clock: Callable[[], float] = time.monotonic):
        self.speed = speed
        self.seed = seed
        self.clock = clock
        self.seats: list[Seat] = []

    def take_places(self) -> None:
        """Stand at every open table of the demo house."""
        known = {seat.table_id for seat in self.seats}
        tables = GamingTable.objects.filter(
            property__settings__demo=True, state=TableState.OPEN
        ).exclude(pk__in=known)
        for table in tables.select_related("property", "submission").order_by("number"):
            delay = 3.0 * (table.number % 7) / self.speed
            seat = Seat(self.clock() + delay, table.pk, Simulation(table, self.seed))
            heapq.heappush(self.seats, seat)

    def run(self, *, until: Callable[[], bool], sleep: Callable[[float], None]) -> None:
        """Deal until told to stop; a database that is away for a moment is waited for."""
        while not until():
            try:
                self.tap()
            except DatabaseError as error:
                logger.warning("the record is out of reach: %s", type(error).__name__)
                connection.close()
                sleep(2.0)
            self.pause(sleep)

    def pause(self, sleep: Callable[[float], None]) -> None:
        wait = self.seats[0].due - self.clock() if self.seats else LOOK_AGAIN
        sleep(min(max(wait, 0.0), 1.0))

    def tap(self) -> None:
        """Carry out every tap that is due."""
        self.take_places()
        while self.seats and self.seats[0].due <= self.clock():
            seat = heapq.heappop(self.seats)
            pause = self.tap_at(seat)
            if pause is not None:
                chance = seat.simulation.chance.uniform(0.7, 1.4)
                seat.due = self.clock() + pause * chance / self.speed
                heapq.heappush(self.seats, seat)

    def tap_at(self, seat: Seat) -> float | None:
        """Carry out one tap at a table; how long to wait then, or None to leave the table."""
        table = GamingTable.objects.select_related("property", "submission").get(pk=seat.table_id)
        if table.state != TableState.OPEN:
            return None
        if not is_ours(table):
            seat.dealing = None
            return LOOK_AGAIN * self.speed
        try:
            return self.next_tap(table, seat)
        except Refused as refused:
            return self.refused(table, seat, refused)
        except PermissionDenied:
            seat.dealing = None
            return LOOK_AGAIN * self.speed

    def next_tap(self, table: GamingTable, seat: Seat) -> float:
        if seat.dealing is None or not seat.dealing.steps:
            shift = DealerShift.objects.select_related("person").get(
                table=table, ended_at__isnull=True
            )
            clear_table(table, shift.person)
            renew_table(table, timezone.now())
            seat.simulation.table = table
            plan = seat.simulation.plan(timezone.now())
            buy_in(table, plan, by=shift.person, at=timezone.now())
            seat.dealing = Dealing(plan, shift.person)
        return PAUSES[seat.dealing.tap()]

    def refused(self, table: GamingTable, seat: Seat, refused: Refused) -> float:
        """Give up a round that cannot go on; fresh sets for a table whose sets are past it."""
        seat.dealing = None
        if refused.code in EXPIRED:
            renew_table(table, timezone.now())
            return PAUSES["settle"]
        logger.info("table %s: %s", table.number, refused.code)
        return LOOK_AGAIN * self.speed


def is_ours(table: GamingTable) -> bool:
    """Tell whether nobody but a simulated dealer works at this table now."""
    now = timezone.now()
    if table.hold or TableVisit.objects.filter(table=table, seen_at__gt=now - QUIET).exists():
        return False
    shift = DealerShift.objects.filter(table=table, ended_at__isnull=True).first()
    if shift is None or shift.began_at > now - SETTLING_IN:
        return False
    open_round = Round.objects.filter(table=table, state__in=OPEN_STATES).first()
    return open_round is None or open_round.source == Source.DEMO


def clear_table(table: GamingTable, dealer: Person) -> None:
    """Have a round declared void that a simulated dealer left open before a restart."""
    left = Round.objects.filter(table=table, state__in=OPEN_STATES, source=Source.DEMO).first()
    floor = table.assignments.filter(ended_at__isnull=True).first()
    if left is not None and floor is not None:
        second = Signer(floor.person, None, timezone.now())
        void_round(round_id=left.pk, reason="nobody_played", second=second, by=dealer)
