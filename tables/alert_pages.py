"""Where an alert leads: the page of what it is about, if the reader may open it."""

from collections.abc import Mapping
from typing import NamedTuple

from django.urls import NoReverseMatch, reverse

from staff.models import Person
from staff.policy import Act, may
from tables.models import Alert


class AlertPage(NamedTuple):
    """A page by the name of its address, and the right to open it."""

    name: str
    act: Act


# By the first word of an alert's key; the second word is the number of the thing.
PAGES_OF_ONE: Mapping[str, AlertPage] = {
    "dispute": AlertPage("dispute", Act.VIEW_DISPUTES),
    "video": AlertPage("dispute", Act.VIEW_DISPUTES),
    "limit": AlertPage("table", Act.VIEW_TABLE),
    "destruction": AlertPage("equipment-set", Act.VIEW_EQUIPMENT),
    "day-end": AlertPage("equipment-set", Act.VIEW_EQUIPMENT),
    "discrepancy": AlertPage("discrepancy", Act.VIEW_EQUIPMENT),
    "slip": AlertPage("slip", Act.VIEW_SLIPS),
    "case": AlertPage("case", Act.VIEW_MONITORS),
}
PAGES: Mapping[str, AlertPage] = {
    "daily": AlertPage("equipment-counts", Act.VIEW_EQUIPMENT),
    "stock_take": AlertPage("equipment-counts", Act.VIEW_EQUIPMENT),
    "count": AlertPage("equipment-counts", Act.VIEW_EQUIPMENT),
    "envelope": AlertPage("security-desk", Act.VIEW_EQUIPMENT),
    "record": AlertPage("audit", Act.VIEW_RECORD),
}


def page_of(alert: Alert, viewer: Person) -> str:
    """The address of what an alert is about; without a page of its own, of its table."""
    _house, about, *numbers = alert.key.split(":")
    if about == "envelope" and "set" in alert.params and not may(viewer, Act.COLLECT_ENVELOPE):
        return _address(AlertPage("equipment-set", Act.VIEW_EQUIPMENT), viewer, alert.params["set"])
    if about in PAGES_OF_ONE and numbers:
        return _address(PAGES_OF_ONE[about], viewer, int(numbers[0]))
    if about in PAGES:
        return _address(PAGES[about], viewer)
    if alert.table_id is not None:
        return _address(AlertPage("table", Act.VIEW_TABLE), viewer, alert.table_id)
    return ""


def _address(page: AlertPage, viewer: Person, *numbers: int) -> str:
    """Pages of apps above this one may be absent."""
    if not may(viewer, page.act):
        return ""
    try:
        return reverse(page.name, args=numbers)
    except NoReverseMatch:
        return ""
