"""Change the settings of a house."""

from dataclasses import asdict, dataclass
from datetime import datetime, time
from zoneinfo import available_timezones

from django.db import transaction
from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.models import Person, Property
from staff.policy import Act, require
from staff.recording import StaffEvent, record


@dataclass(frozen=True, slots=True)
class HouseFacts:
    """What an administrator may change of a house; its currency never changes."""

    name: str
    time_zone: str
    day_starts_at: time
    smallest_chip_cents: int
    denominations: tuple[int, ...]
    shift_starts: tuple[str, ...]


def house_facts(house: Property) -> HouseFacts:
    return HouseFacts(
        house.name,
        house.time_zone,
        house.day_starts_at,
        house.smallest_chip_cents,
        tuple(house.denominations),
        tuple(house.settings.get("shift_starts", ())),
    )


@transaction.atomic
def change_property(facts: HouseFacts, *, by: Person, at: datetime) -> Property:
    """Change the house's name, day, clock and chips; days already begun keep their date."""
    require(by, Act.MANAGE_PROPERTY)
    house = Property.objects.select_for_update().get(pk=by.property_id)
    guard_facts(facts)
    before = house_facts(house)
    if before == facts:
        return house
    house.name, house.time_zone = facts.name, facts.time_zone
    house.day_starts_at = facts.day_starts_at
    house.smallest_chip_cents = facts.smallest_chip_cents
    house.denominations = list(facts.denominations)
    house.settings = {**house.settings, "shift_starts": list(facts.shift_starts)}
    house.save()
    record(
        StaffEvent.PROPERTY_CHANGED,
        about=house,
        by=by,
        at=at,
        before=asdict(before),
        after=asdict(facts),
    )
    return house


def guard_facts(facts: HouseFacts) -> None:
    if not facts.name.strip():
        raise Refused("name_missing", _("Give the house a name."))
    if facts.time_zone not in available_timezones():
        raise Refused("unknown_time_zone", _("Choose a time zone from the list."))
    chips = (*facts.denominations, facts.smallest_chip_cents)
    if not facts.denominations or any(cents <= 0 for cents in chips):
        raise Refused("bad_chips", _("Name at least one chip, each worth more than nothing."))
    if any(cents % facts.smallest_chip_cents for cents in facts.denominations):
        raise Refused("bad_chips", _("Every chip must be a multiple of the smallest one."))
