"""The shift that ends or has ended, as long as nobody handed it over."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from foundation.waiting import WaitingStep
from foundation.wording import moment_text
from reports.models import HAND_OVER, ShiftHandOver
from staff.gaming_day import gaming_day, gaming_day_bounds, shift_of, shift_starts
from staff.models import Person, Property
from staff.policy import Act, may
from tables.models import Duty

BEFORE_THE_END = timedelta(minutes=30)


def shift_to_hand_over(viewer: Person, at: datetime) -> Iterator[WaitingStep]:
    """Tell whoever is on duty that the shift waits for its two signatures.

    Half an hour before its end it is the shift that ends, afterwards the one that ended, if
    somebody was on duty in it.
    """
    if not may(viewer, Act.HAND_OVER_SHIFT):
        return
    here = Duty.objects.filter(property_id=viewer.property_id, ended_at__isnull=True)
    began = dict(here.values_list("person_id", "began_at"))
    if viewer.pk not in began:
        return
    house = viewer.property
    begun, ends = _bounds(house, at)
    is_ending = at >= ends - BEFORE_THE_END
    if not is_ending and min(began.values()) >= begun:
        return
    within = at if is_ending else begun - timedelta(seconds=1)
    day, number = gaming_day(house, within), shift_of(house, within)
    signed = ShiftHandOver.objects.filter(
        property=house, report__scope__first_day=day.isoformat(), report__scope__shift=number
    )
    if signed.exists():
        return
    end = ends if is_ending else begun
    asked = urlencode({"first": day.isoformat(), "shift": number})
    yield WaitingStep(
        what=_("Shift {number} is handed over").format(number=number),
        text=_("It ends at {time}; both sign under what is open.").format(
            time=moment_text(end, "time", house.time_zone)
        ),
        since=None if is_ending else end,
        url=f"{reverse('ask-report', args=[HAND_OVER])}?{asked}",
        does=_("Hand the shift over"),
    )


def _bounds(house: Property, at: datetime) -> tuple[datetime, datetime]:
    """When the shift of a moment began, and when it ends."""
    day = gaming_day(house, at)
    edges = [*shift_starts(house, day), gaming_day_bounds(house, day)[1]]
    number = shift_of(house, at)
    return edges[number - 1], edges[number]
