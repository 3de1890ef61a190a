"""Cases that the monitors opened, and what each of them watches."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import sqrt
from typing import Any

from django.utils.translation import gettext_lazy as _

from reports.models import MonitorCase, Watched, WatchedNight
from reports.monitors.evidence import LEVEL, ODDS, bar_of, tries_needed
from reports.monitors.watching import HITS, MONITORS, NAMELESS
from reports.parts import Plot
from reports.wording import MONITOR_WORDS
from staff.models import Person

CHARTED = 30
TWICE = 2.0


@dataclass(frozen=True, slots=True)
class CaseLine:
    """A case in the list."""

    case: MonitorCase
    monitor: str


@dataclass(frozen=True, slots=True)
class Power:
    """What a monitor finds: how common the thing is, and after how many rounds twice as much."""

    monitor: str
    share: float | None
    rounds: int | None


@dataclass(frozen=True, slots=True)
class CasesSheet:
    """Every case, open ones first; when the monitors looked last, and what they can find."""

    waiting: Sequence[CaseLine]
    ended: Sequence[CaseLine]
    last_night: date | None
    things: int
    level: float
    power: Sequence[Power]


def cases_sheet(viewer: Person) -> CasesSheet:
    cases = MonitorCase.objects.filter(property_id=viewer.property_id)
    found = cases.select_related("owner", "closed_by").order_by("-number")
    nights = WatchedNight.objects.filter(property_id=viewer.property_id).order_by("-gaming_day")
    latest = list(nights[:CHARTED])
    return CasesSheet(
        waiting=[case_line(each) for each in found.filter(closed_at=None)],
        ended=[case_line(each) for each in found.exclude(closed_at=None)[:50]],
        last_night=latest[0].gaming_day if latest else None,
        things=Watched.objects.filter(property_id=viewer.property_id).count(),
        level=LEVEL,
        power=[power_of(monitor, latest) for monitor in HITS],
    )


def case_line(case: MonitorCase) -> CaseLine:
    return CaseLine(case, str(MONITOR_WORDS[case.monitor]))


def power_of(monitor: str, nights: Sequence[WatchedNight]) -> Power:
    """At the rate of the last nights, how soon somebody is found who does it twice as often."""
    rows = [row for night in nights for row in night.seen if row["monitor"] == monitor]
    tries = sum(row["tries"] for row in rows)
    share = sum(row["hits"] for row in rows) / tries if tries else None
    rounds = tries_needed(share, twice_as_often(share), bar_of(0, len(MONITORS))) if share else None
    return Power(str(MONITOR_WORDS[monitor]), share, rounds)


def twice_as_often(share: float) -> float:
    """The ratio of odds of somebody with twice the share; near one half the largest bet on."""
    double = TWICE * share
    return double / (1 - double) * (1 - share) / share if double < 1 else max(ODDS)


def case_of(viewer: Person, case_id: int) -> MonitorCase | None:
    cases = MonitorCase.objects.select_related("owner", "closed_by", "property")
    return cases.filter(pk=case_id, property_id=viewer.property_id).first()


def control_chart(case: MonitorCase) -> Plot | None:
    """Night by night what the case is about, between the limits that chance stays within.

    Limits are three standard deviations around the share of all the others of that night.
    """
    if case.monitor in NAMELESS or case.monitor in ("results", "hold"):
        return None
    nights = WatchedNight.objects.filter(
        property_id=case.property_id, gaming_day__lte=case.gaming_day
    ).order_by("-gaming_day")[:CHARTED]
    rows = [(night.gaming_day, _row(night.seen, case)) for night in reversed(nights)]
    found = [(day, row) for day, row in rows if row is not None]
    points = [_limits(row) for _day, row in found]
    return Plot(
        _("Night by night"),
        [f"{day:%m-%d}" for day, _row in found],
        [row["hits"] for _day, row in found],
        [middle for middle, _reach in points],
        [max(0.0, middle - reach) for middle, reach in points],
        [middle + reach for middle, reach in points],
        note=_("Bars: what was seen. Marks: as all others had it, with three deviations around."),
        up=_("times"),
        across=_("gaming day"),
    )


def _row(seen: Sequence[dict[str, Any]], case: MonitorCase) -> dict[str, Any] | None:
    mine = (case.monitor, case.subject)
    return next((row for row in seen if (row["monitor"], row["subject"]) == mine), None)


def _limits(row: dict[str, Any]) -> tuple[float, float]:
    """What the others' share makes of so many tries, and how far chance goes from it."""
    share = row["other_hits"] / row["other_tries"] if row["other_tries"] else 0.0
    return row["tries"] * share, 3 * sqrt(row["tries"] * share * (1 - share))
