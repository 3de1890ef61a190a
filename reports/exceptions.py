"""Exceptions: whatever went beside the ordinary way, from the record itself.

Rule: 25 CFR 543.20 (parameter changes, corrections, overrides, voids); COMAR 36.03.10.03.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from django.db.models import Count
from django.utils.translation import gettext_lazy as _

from audit.events import EventKind
from audit.models import Event
from audit.queries.events import regulators_of
from audit.wording import event_sentence, table_name
from foundation.wording import money_text
from reports.parts import NUMBER, ROUND, SECOND, Column, Part, Rows
from reports.scope import Progress, Scope
from reports.wording import EXCEPTION_GROUPS
from rounds.models import Round
from rounds.queries.differences import Difference
from rounds.wording import place_words
from staff.models import Person
from tables.models import GamingTable

MOST = 2000
GROUPS: dict[str, tuple[EventKind, ...]] = {
    "void": (EventKind.ROUND_VOIDED, EventKind.SLIP_VOIDED),
    "corrected": (EventKind.ROUND_CORRECTED, EventKind.TILES_ADDED, EventKind.ROUND_STEPPED_BACK),
    "ruled": (EventKind.RULING_CONFIRMED,),
    "limits": (
        EventKind.WAGER_OUTSIDE_LIMITS,
        EventKind.LIMITS_ANNOUNCED,
        EventKind.LIMITS_CALLED_OFF,
        EventKind.LIMITS_CHANGED,
    ),
    "cash": (EventKind.CASH_TAKEN_BACK, EventKind.CHIP_REQUEST_WITHDRAWN),
    "parameters": (
        EventKind.PROPERTY_CHANGED,
        EventKind.TABLE_ADDED,
        EventKind.TABLE_CHANGED,
        EventKind.SUBMISSION_FILED,
        EventKind.SUBMISSION_ADOPTED,
    ),
    "access": (
        EventKind.PERSON_ADDED,
        EventKind.PERSON_CHANGED,
        EventKind.PERSON_LEFT,
        EventKind.PERSON_RETURNED,
        EventKind.PIN_RESET,
        EventKind.LOCK_LIFTED,
        EventKind.LOCKED_OUT,
        EventKind.TABLET_ENROLLED,
        EventKind.TABLET_REVOKED,
        EventKind.TOKEN_MADE,
        EventKind.TOKEN_REVOKED,
    ),
    "equipment": (
        EventKind.EQUIPMENT_EXPIRED,
        EventKind.DISCREPANCY_REPORTED,
        EventKind.EVIDENCE_HELD,
        EventKind.EVIDENCE_RELEASED,
    ),
    "record": (
        EventKind.ALARM_RAISED,
        EventKind.KEY_ROTATED,
        EventKind.SUCCESSOR_OPENED,
        EventKind.MONTH_ARCHIVED,
    ),
    "refused": (EventKind.STEP_REFUSED,),
}
_GROUP_OF = {kind.code: group for group, kinds in GROUPS.items() for kind in kinds}


@dataclass(frozen=True, slots=True)
class ExceptionLine:
    """An event that counts as an exception; its sentence is made of its detail."""

    group: str
    kind: str
    at: str
    person: str
    table: int | None
    detail: Mapping[str, Any]
    signed: Mapping[str, Any] = field(default_factory=dict)
    round: tuple[str, int] | None = None
    """The round's id, and its number as people say it."""


@dataclass(frozen=True, slots=True)
class SaidLast:
    """A refusal as somebody read it."""

    message: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class ExceptionFigures:
    """The exceptions of a period, how many of each, and what was refused how often."""

    rows: tuple[ExceptionLine, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    refused: Mapping[str, int] = field(default_factory=dict)
    said: Mapping[str, SaidLast] = field(default_factory=dict)
    zone: str = "UTC"
    currency: str = "USD"


def exception_figures(scope: Scope, progress: Progress) -> ExceptionFigures:
    """The events of the period that count as exceptions, oldest first, and how many of each."""
    codes = [code for code in _GROUP_OF if code != EventKind.STEP_REFUSED.code]
    events = Event.objects.filter(
        log_id=scope.house.pk, at__gte=scope.period.since, at__lt=scope.period.until
    )
    listed = events.filter(kind__in=codes)
    counts: Counter[str] = Counter()
    for kind, n in listed.values_list("kind").annotate(n=Count("id")):
        counts[_GROUP_OF[kind]] += n
    rows = exception_lines(list(listed.order_by("at", "id")[:MOST]))
    progress(1, 2)
    refused: Counter[str] = Counter()
    said: dict[str, SaidLast] = {}
    refusals = events.filter(kind=EventKind.STEP_REFUSED.code).order_by("at", "id")
    refusals = refusals.exclude(person_id__in=regulators_of(scope.house.pk).values("pk"))
    for body in refusals.values_list("body", flat=True):
        detail = orjson.loads(bytes(body))["detail"]
        refused[detail["code"]] += 1
        said[detail["code"]] = SaidLast(str(detail.get("message", "")), str(detail.get("rule", "")))
    most = dict(refused.most_common())
    house = scope.house
    return ExceptionFigures(rows, dict(counts), most, said, house.time_zone, house.currency)


def exception_lines(events: Sequence[Event]) -> tuple[ExceptionLine, ...]:
    """Events with the names of their people and the numbers of their tables."""
    people = dict(
        Person.everybody.filter(pk__in={each.person_id for each in events}).values_list(
            "pk", "name"
        )
    )
    tables = dict(
        GamingTable.objects.filter(pk__in={each.table_id for each in events}).values_list(
            "pk", "number"
        )
    )
    rounds = dict(
        Round.objects.filter(pk__in={each.round_id for each in events}).values_list("pk", "number")
    )
    return tuple(
        ExceptionLine(
            group=_GROUP_OF[each.kind],
            kind=each.kind,
            at=each.at.isoformat(),
            person=people.get(each.person_id, "") if each.person_id else "",
            table=tables.get(each.table_id) if each.table_id else None,
            detail=body["detail"],
            signed=body.get("signed") or {},
            round=(str(each.round_id), rounds[each.round_id]) if each.round_id in rounds else None,
        )
        for each in events
        for body in [orjson.loads(bytes(each.body))]
    )


def exception_parts(kept: ExceptionFigures) -> list[Part]:
    counts = [
        [EXCEPTION_GROUPS[group], kept.counts.get(group, 0)]
        for group in GROUPS
        if group != "refused"
    ]
    counts.append([EXCEPTION_GROUPS["refused"], sum(kept.refused.values())])
    return [
        Rows(
            _("How many"),
            [Column(_("Exception")), Column(_("Times"), NUMBER)],
            counts,
            [_("Total"), sum(times for _group, times in counts)],
        ),
        Rows(
            _("Each of them"),
            [
                Column(_("Time"), SECOND),
                Column(_("Exception")),
                Column(_("What happened")),
                Column(_("Table"), NUMBER),
                Column(_("Round"), ROUND),
                Column(_("By")),
            ],
            [
                [
                    row.at,
                    EXCEPTION_GROUPS[row.group],
                    what_happened(row, kept),
                    row.table,
                    row.round,
                    row.person or _("the software"),
                ]
                for row in kept.rows
            ],
            empty=_("Nothing beside the ordinary way."),
            note=left_out(sum(kept.counts.values()) - len(kept.rows)),
        ),
        Rows(
            _("Refused steps by reason"),
            [Column(_("What was said last")), Column(_("Rule")), Column(_("Times"), NUMBER)],
            [
                [*refusal_words(kept.said.get(code, SaidLast()), code), times]
                for code, times in kept.refused.items()
            ],
            empty=_("Nothing was refused."),
        ),
    ]


def left_out(events: int) -> str:
    """Say when a list ends before its period does."""
    if events <= 0:
        return ""
    return str(_("{n} later ones are counted above but not listed: ask for fewer days.")).format(
        n=f"{events:,}"
    )


def refusal_words(said: SaidLast, code: str) -> list[str]:
    """A refusal as the person at the screen read it, and its rule."""
    message = said.message
    if code == "role":
        message = str(_("Somebody's role does not allow the step"))
    elif code == "not_found":
        message = str(_("Somebody asked for what their house does not have"))
    return [message or code.replace("_", " "), said.rule]


def what_happened(row: ExceptionLine, kept: ExceptionFigures) -> str:
    """The event's sentence, and the amounts that it changed."""
    moved = [moved_words(each, kept.currency) for each in row.detail.get("differences", ())]
    return " · ".join([exception_words(row, kept.zone), *moved])


def exception_words(row: ExceptionLine, zone: str) -> str:
    """The event's own sentence, filled in from its detail."""
    table = table_name(row.table) if row.table else ""
    return event_sentence(
        row.kind,
        row.detail,
        person=row.person,
        table=table,
        zone=zone,
        signed=row.signed,
    )


def moved_words(changed: Difference, currency: str) -> str:
    """What somebody had before a correction and has after it."""
    cents = changed["cents"]
    then, now = money_text(cents["then"], currency), money_text(cents["now"], currency)
    return f"{place_words(changed['place'])}: {then} → {now}"
