"""The evening before: what the demo floor's tables played from six o'clock on, and closed again."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from demo.house import PLANS, Crew, Plan, brings_sets, equipped_since, hand_over, opener_of, seals
from demo.money import count_at_closing, fill_and_count
from demo.night import Past
from demo.past import rounds_of_the_past
from demo.people import sign_in_before
from staff.models import Person, Property
from tables.commands.alerts import acknowledge_alert
from tables.commands.at_table import begin_play
from tables.commands.dealers import assign_floorperson, tap_in
from tables.commands.table_state import begin_closing, begin_opening, close_table, open_table
from tables.guards import game_at
from tables.models import Alert, DealerShift, GamingTable, Shaker

SIX = time(18)
LASTS, SHORTEST = timedelta(hours=7), timedelta(hours=1)
SEED = 18
STAGGERED, DEALS_FOR = timedelta(minutes=9), timedelta(minutes=72)
OPENS_IN, CLOSES_IN = timedelta(minutes=25), timedelta(minutes=12)
BURST, PACE = 3, timedelta(seconds=140)
BETWEEN_BURSTS = timedelta(minutes=64)
"""A table of an evening plays on and off: so much of it is remembered, not every round."""


@dataclass(frozen=True, slots=True)
class Evening:
    """When one table of the evening opened and closed, and who dealt there, one after the other."""

    plan: Plan
    opened: datetime
    closed: datetime
    dealers: tuple[Person, ...]

    @property
    def reliefs(self) -> Iterator[tuple[datetime, Person]]:
        for number, dealer in enumerate(self.dealers[1:], start=1):
            yield self.opened + DEALS_FOR * number, dealer

    @property
    def rounds(self) -> Iterator[datetime]:
        """When its rounds began: a few one after the other, then somebody else sits down."""
        burst = self.opened + timedelta(minutes=6)
        while burst + BURST * PACE < self.closed:
            yield from (burst + PACE * number for number in range(BURST))
            burst += BETWEEN_BURSTS


def seed_evening(house: Property, at: datetime) -> None:
    """Play what the tables played yesterday evening, before they were opened as they stand now."""
    with rounds_of_the_past():
        for evening in evenings(house, at):
            _play(house, evening)


def evenings(house: Property, at: datetime) -> list[Evening]:
    """Which tables had room for an evening; nobody deals there who was at a table meanwhile."""
    zone = ZoneInfo(house.time_zone)
    yesterday = at.astimezone(zone).date() - timedelta(days=1)
    six = datetime.combine(yesterday, SIX, zone)
    ends = six + LASTS
    crew = Crew.of(house)
    busy = {opener_of(plan, crew).pk for plan in PLANS if _again(plan, at) < ends}
    dealt = DealerShift.objects.filter(
        property=house, began_at__lt=ends, ended_at__gt=six - OPENS_IN
    )
    busy |= set(dealt.values_list("person_id", flat=True))
    free = [each for each in crew.dealers if each.pk not in busy]
    found = []
    for number, plan in enumerate(each for each in PLANS if each.tiles_age is not None):
        opened = six + STAGGERED * number
        closed = min(ends, _again(plan, at)) - timedelta(minutes=30)
        if closed - opened >= SHORTEST:
            found.append((plan, opened, closed))
    shared = Rota(free, len(found))
    return [
        Evening(plan, opened, closed, shared.at(place, (closed - opened) // DEALS_FOR))
        for place, (plan, opened, closed) in enumerate(found)
    ]


def _again(plan: Plan, at: datetime) -> datetime:
    """When a table was opened again, as it stands now; never, where it is closed."""
    return at if plan.tiles_age is None else equipped_since(plan, at)


@dataclass(frozen=True, slots=True)
class Rota:
    """Who deals where: all move up together, table after table, so nobody is at two at once."""

    free: list[Person]
    tables: int

    def at(self, place: int, reliefs: int) -> tuple[Person, ...]:
        """Who deals at the table of this place, one after the other."""
        if len(self.free) <= self.tables:
            return (self.free[place % len(self.free)],)
        turns = range(reliefs + 1)
        return tuple(self.free[(place + self.tables * turn) % len(self.free)] for turn in turns)


def _play(house: Property, evening: Evening) -> None:
    table = GamingTable.objects.select_related("property", "submission").get(
        property=house, number=evening.plan.number
    )
    crew = Crew.of(house)
    _open(table, crew, evening)
    table.refresh_from_db()
    past = Past(table, evening.closed, SEED)
    comes = [(at, None) for at in evening.rounds] + list(evening.reliefs)
    rounds = 0
    for at, dealer in sorted(comes, key=lambda each: each[0]):
        if dealer is not None:
            past.dealer = hand_over(table, dealer, at)
            continue
        past.is_tapped = rounds % (2 * BURST) == 0
        past.play_round(rounds, at)
        rounds += 1
    _close(table, crew, past, evening.closed)


def _open(table: GamingTable, crew: Crew, evening: Evening) -> None:
    begun, dealer, manager = evening.opened - OPENS_IN, evening.dealers[0], crew.managers[0]
    floor = crew.floor[(table.number - 1) // 2 % len(crew.floor)]
    begin_opening(table.pk, by=manager, at=begun)
    shaker = Shaker.objects.filter(table=table).first()
    sign_in_before(dealer, table, begun)
    tap_in(table.pk, shaker.serial if shaker else "", by=dealer, at=begun)
    assign_floorperson(table.pk, floor.pk, by=manager, at=begun)
    brings_sets(table, crew, dealer, floor, at=begun + timedelta(minutes=12))
    table.refresh_from_db()
    fill_and_count(table, table.property)
    open_table(table.pk, by=manager, at=evening.opened)
    if game_at(table).shows_sets_to_players:
        begin_play(table.pk, by=dealer, at=evening.opened)


def _close(table: GamingTable, crew: Crew, past: Past, at: datetime) -> None:
    manager = crew.managers[1]
    begin_closing(table.pk, by=manager, at=at)
    seals(table, crew, past.dealer, past.floor, at=at + timedelta(minutes=3))
    count_at_closing(table, floor=past.floor, dealer=past.dealer, at=at + timedelta(minutes=8))
    close_table(table.pk, by=manager, at=at + CLOSES_IN)
    for alert in Alert.objects.filter(table=table, acknowledged_at=None):
        acknowledge_alert(alert.pk, by=past.floor, at=at + CLOSES_IN)
