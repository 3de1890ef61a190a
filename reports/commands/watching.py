"""Look at each gaming day once, keep the evidence, open a case where it passes its bar."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from math import exp
from typing import Annotated

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from typing_extensions import TypedDict

from audit.events import EventKind
from audit.record import record
from foundation.commands import Call, command
from foundation.inputs import Id, Input, text
from reports.models import CaseEnd, MonitorCase, Watched, WatchedNight
from reports.monitors.evidence import bar_of, bar_of_a_night, evidence_of
from reports.monitors.watching import MONITORS, NAMELESS, Seen, night_of
from rules.refusals import Refused
from staff.gaming_day import gaming_day, gaming_day_bounds
from staff.models import Person, Property
from staff.policy import Act
from tables.commands.alerts import AlertWords, close_alerts, raise_alert

LATE_ROUNDS = timedelta(hours=1)
"""So long after its end a gaming day is looked at; what arrives later is seen the night after."""
FURTHEST_BACK = 14


def nights_due(house: Property, at: datetime) -> list[date]:
    """The gaming days that ended and were not looked at, oldest first, a fortnight at most."""
    last = gaming_day(house, at - LATE_ROUNDS) - timedelta(days=1)
    latest = WatchedNight.objects.filter(property=house).order_by("-gaming_day").first()
    floor = latest.gaming_day if latest else last - timedelta(days=1)
    days = [last - timedelta(days=back) for back in reversed(range(FURTHEST_BACK))]
    return [day for day in days if day > floor]


@transaction.atomic
def watch_night(house: Property, day: date, *, at: datetime) -> list[MonitorCase]:
    """Look at one gaming day of a house, once, and open cases for what chance does not explain.

    Rule: design: monitors watch by themselves; one level for all of them.
    """
    if at < gaming_day_bounds(house, day)[1]:
        raise ValueError(f"not a gaming day that ended: {day!r}")
    Property.objects.select_for_update(no_key=True).get(pk=house.pk)
    if WatchedNight.objects.filter(property=house, gaming_day=day).exists():
        return []
    seen = [each for each in night_of(house, day, at) if each.tries]
    night = WatchedNight.objects.create(
        property=house, gaming_day=day, looked_at=at, seen=[_kept(each) for each in seen]
    )
    opened = _named(house, day, seen, at) + _nameless(house, day, seen, at)
    record(
        EventKind.NIGHT_WATCHED,
        about=[night],
        by=None,
        at=at,
        detail={"day": day.isoformat(), "things": len(seen), "cases": len(opened)},
    )
    return opened


def _kept(seen: Seen) -> dict[str, object]:
    return {
        "monitor": seen.monitor, "subject": seen.subject, "label": seen.label,
        "hits": round(seen.hits), "tries": seen.tries,
        "other_hits": round(seen.other_hits), "other_tries": seen.other_tries,
    }  # fmt: skip


def _named(house: Property, day: date, seen: list[Seen], at: datetime) -> list[MonitorCase]:
    """Add the night's bets to those before, and see whose coin passed its bar."""
    opened = []
    known = {(row.monitor, row.subject): row for row in Watched.objects.filter(property=house)}
    for each in seen:
        if each.monitor in NAMELESS:
            continue
        row = known.get((each.monitor, each.subject)) or _met(house, day, each, known)
        row.bets = [a + b for a, b in zip(row.bets, each.bets, strict=True)]
        row.nights, row.tries, row.last_night = row.nights + 1, row.tries + each.tries, day
        row.label = each.label
        row.save()
        evidence, bar = evidence_of(row.bets), bar_of(row.rank, len(MONITORS))
        if evidence >= bar:
            opened += _case(house, day, each, (evidence, bar, row.tries, row.nights), at)
    return opened


def _met(house: Property, day: date, seen: Seen, known: dict[tuple[str, str], Watched]) -> Watched:
    row = Watched(
        property=house, monitor=seen.monitor, subject=seen.subject, label=seen.label,
        rank=next_rank(row for row in known.values() if row.monitor == seen.monitor),
        since=day, last_night=day, bets=[0.0] * len(seen.bets),
    )  # fmt: skip
    known[seen.monitor, seen.subject] = row
    return row


def next_rank(watched: Iterable[Watched]) -> int:
    """The rank of what a monitor meets next; no rank is given twice, so no part of the level is."""
    return max((row.rank for row in watched), default=-1) + 1


def _nameless(house: Property, day: date, seen: list[Seen], at: datetime) -> list[MonitorCase]:
    found = [each for each in seen if each.monitor in NAMELESS]
    bar = bar_of_a_night(len(found), len(MONITORS))
    opened = []
    for each in found:
        evidence = evidence_of(each.bets)
        if evidence >= bar:
            opened += _case(house, day, each, (evidence, bar, each.tries, 1), at)
    return opened


def _case(
    house: Property, day: date, seen: Seen, found: tuple[float, float, int, int], at: datetime
) -> list[MonitorCase]:
    """Open a case unless one about the same thing is open, and call compliance to it."""
    open_already = MonitorCase.objects.filter(
        property=house, monitor=seen.monitor, subject=seen.subject, closed_at=None
    )
    if open_already.exists():
        return []
    evidence, bar, tries, nights = found
    case = MonitorCase(
        property=house,
        monitor=seen.monitor,
        subject=seen.subject,
        label=seen.label,
        opened_at=at,
        gaming_day=day,
        evidence={
            "odds": _whole(evidence), "bar": _whole(bar), "tries": tries, "nights": nights,
            **_kept(seen),
        },
    )  # fmt: skip
    return [open_case(case)]


def open_case(case: MonitorCase) -> MonitorCase:
    """Give a case its number, put it on the record, and call compliance to it."""
    house, at = case.property, case.opened_at
    case.number = MonitorCase.objects.filter(property=house).count() + 1
    case.save()
    record(
        EventKind.CASE_OPENED,
        about=[case],
        by=None,
        at=at,
        detail={"number": case.number, "monitor": case.monitor, "label": case.label},
    )
    words = {"number": case.number, "label": case.label}
    call = AlertWords(f"case:{case.pk}:opened", "case_opened", params=words)
    raise_alert(call, property_id=house.pk, table=None, at=at)
    return case


def _whole(logarithm: float) -> int:
    return round(exp(min(logarithm, 34.0)))


class OfCase(Input):
    """Which case."""

    case_id: Id


class CloseCase(OfCase):
    """How a case ended, in words."""

    end: CaseEnd
    words: Annotated[str, text(1000)] = ""


class CaseAnswer(TypedDict):
    """The case as it is now."""

    id: int
    number: int


def case_answer(by: Person, case: MonitorCase) -> CaseAnswer:
    return {"id": case.pk, "number": case.number}


def open_case_of(call: Call[OfCase] | Call[CloseCase]) -> MonitorCase:
    cases = MonitorCase.objects.select_for_update(of=("self",), no_key=True)
    case = cases.get(pk=call.input.case_id, property_id=call.by.property_id)
    if case.closed_at is not None:
        raise Refused("case_closed", _("This case is closed. Its end stands."))
    if case.monitor not in NAMELESS and case.subject == str(call.by.pk):
        raise Refused("about_you", _("This case is about you. Somebody else takes it."))
    return case


@command(
    OfCase,
    act=Act.WORK_CASES,
    says=gettext_lazy("Take the case"),
    path="cases/<int:case_id>/take/",
    answer=case_answer,
)
def take_case(call: Call[OfCase]) -> MonitorCase:
    """Say who answers for a case; another may take it over."""
    case = open_case_of(call)
    before, case.owner, case.taken_at = case.owner_id, call.by, call.at
    case.save(update_fields=["owner", "taken_at"])
    close_alerts(call.by.property_id, f"case:{case.pk}", by=call.by, at=call.at)
    detail = {"number": case.number, "before": before}
    call.record(EventKind.CASE_TAKEN, about=case, detail=detail)
    call.publish("cases", "case")
    return case


@command(
    CloseCase,
    act=Act.WORK_CASES,
    says=gettext_lazy("Close the case"),
    path="cases/<int:case_id>/close/",
    answer=case_answer,
)
def close_case(call: Call[CloseCase]) -> MonitorCase:
    """End a case in words; whoever closes it has taken it before."""
    case, given = open_case_of(call), call.input
    if case.owner_id != call.by.pk:
        raise Refused("not_yours", _("Take the case first: its owner closes it."))
    if not given.words.strip():
        raise Refused("words_missing", _("Say in words what was found."))
    case.end, case.words = str(CaseEnd(given.end)), given.words.strip()
    case.closed_by, case.closed_at = call.by, call.at
    case.save(update_fields=["end", "words", "closed_by", "closed_at"])
    begin_anew(case)
    detail = {"number": case.number, "end": case.end, "words": case.words}
    call.record(EventKind.CASE_CLOSED, about=case, detail=detail)
    call.publish("cases", "case")
    return case


def begin_anew(case: MonitorCase) -> None:
    """Watch on with a new coin: what a closed case explained opens no second one every night."""
    Property.objects.select_for_update(no_key=True).get(pk=case.property_id)
    watched = Watched.objects.filter(property=case.property_id, monitor=case.monitor)
    row = watched.filter(subject=case.subject).first()
    if row is not None:
        row.bets, row.nights, row.tries = [0.0] * len(row.bets), 0, 0
        row.rank = next_rank(watched)
        row.save(update_fields=["bets", "nights", "tries", "rank"])


COMMANDS = (take_case, close_case)
