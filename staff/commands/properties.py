"""Change the settings of a house."""

from datetime import time
from typing import Annotated, ClassVar, TypedDict
from zoneinfo import available_timezones

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from foundation.commands import Call, command
from foundation.inputs import ChipCents, Denominations, Input, Plain, Text, Whole, text
from rules.refusals import Refused
from staff.house_settings import guard_settings, settings_of
from staff.models import Person, Property
from staff.policy import Act
from staff.recording import StaffEvent
from staff.video_link import guard_video_link


class HouseFacts(Input):
    """What an administrator may change of a house; its currency never changes."""

    takes_more: ClassVar[bool] = True

    name: Annotated[str, text(80), Plain]
    time_zone: Annotated[str, text(40), Plain]
    day_starts_at: time
    smallest_chip_cents: ChipCents
    denominations: Denominations
    shift_starts: Annotated[tuple[Text, ...], Field(max_length=24)]
    video_link: Annotated[str, text(300), Plain] = ""
    settings: Annotated[dict[Text, Whole], Field(max_length=100)] = Field(default_factory=dict)
    """Those of `staff.house_settings` that are decided here; the others stay as they are."""


class HouseAnswer(TypedDict):
    """The house as it is now."""

    id: int
    name: str


def house_answer(by: Person, house: Property) -> HouseAnswer:
    return {"id": house.pk, "name": house.name}


def house_facts(house: Property) -> HouseFacts:
    return HouseFacts(
        name=house.name,
        time_zone=house.time_zone,
        day_starts_at=house.day_starts_at,
        smallest_chip_cents=house.smallest_chip_cents,
        denominations=tuple(house.denominations),
        shift_starts=tuple(house.settings.get("shift_starts", ())),
        video_link=str(house.settings.get("video_link", "")),
        settings=settings_of(house),
    )


@command(HouseFacts, act=Act.MANAGE_PROPERTY, says=gettext_lazy("Save"), answer=house_answer)
def change_property(call: Call[HouseFacts]) -> Property:
    """Change the house's name, day, clock and chips; days already begun keep their date."""
    facts = call.input
    house = Property.objects.select_for_update().get(pk=call.by.property_id)
    guard_house_facts(facts, house)
    before = house_facts(house)
    facts = facts.model_copy(update={"settings": {**before.settings, **facts.settings}})
    if before == facts:
        return house
    house.name, house.time_zone = facts.name, facts.time_zone
    house.day_starts_at = facts.day_starts_at
    house.smallest_chip_cents = facts.smallest_chip_cents
    house.denominations = list(facts.denominations)
    own = {"shift_starts": list(facts.shift_starts), "video_link": facts.video_link}
    house.settings = {**house.settings, **facts.settings, **own}
    house.save()
    call.record(
        StaffEvent.PROPERTY_CHANGED,
        about=house,
        before=before.model_dump(),
        after=facts.model_dump(),
    )
    return house


def guard_house_facts(facts: HouseFacts, house: Property) -> None:
    """Refuse what a house cannot be, and settings beyond their limits."""
    guard_facts(facts)
    guard_video_link(facts.video_link)
    guard_settings(facts.settings, house)


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
