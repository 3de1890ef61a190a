"""Who is on duty at the demo: the shift and break board as a floor would keep it."""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from demo.house import Crew
from staff.models import Person, Property
from tables.commands.duties import begin_duties, end_duty, plan_relief, set_string
from tables.models import DealerShift, Duty, GamingTable, TableState

SINCE = timedelta(hours=3)
HOURS = 8
STRING_NAME = "Lantern string"


def seed_duties(house: Property, at: datetime) -> None:
    """Let everybody come on duty, plan the next reliefs, and let one dealer go early."""
    crew = Crew.of(house)
    manager, came = crew.managers[0], at - SINCE
    dealing = {each.person_id: each for each in _shifts(house).select_related("table")}
    for pit in house.pits.order_by("pk"):
        here = [pk for pk, shift in dealing.items() if shift.table.pit_id == pit.pk]
        if here:
            begin_duties(here, HOURS, pit.pk, by=manager, at=came)
    idle = [each for each in crew.dealers if each.pk not in dealing]
    others = [*idle, *crew.floor, *crew.managers, *crew.security]
    begin_duties([each.pk for each in others], HOURS, by=manager, at=came)
    if len(idle) > 2:
        early = Duty.objects.get(person=idle.pop(), ended_at__isnull=True)
        end_duty(early.pk, by=manager, at=at - timedelta(minutes=20))
    _plan_reliefs(house, idle, manager, at)


def _shifts(house: Property) -> QuerySet[DealerShift]:
    return DealerShift.objects.filter(property=house, ended_at__isnull=True)


def _plan_reliefs(house: Property, idle: list[Person], manager: Person, at: datetime) -> None:
    """The longest at a table is relieved first; where there are two more, one has a string."""
    tables = GamingTable.objects.filter(property=house, state=TableState.OPEN)
    longest = [s.table_id for s in _shifts(house).filter(table__in=tables).order_by("began_at")]
    if not idle or not longest:
        return
    plan_relief(longest[0], idle[0].pk, by=manager, at=at)
    if idle[1:] and longest[2:]:
        set_string(STRING_NAME, longest[1:3], idle[1].pk, by=manager, at=at)
