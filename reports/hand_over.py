"""The hand-over of a shift: what the next one finds open, so that nothing is carried in a head."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from banking.models import Slip, SlipState
from reports.day import headline
from reports.parts import NUMBER, TIME, Column, Figures, Part, Rows, Signatures
from reports.scope import Progress, Scope
from reports.table_figures import PlayFigures, table_figures, totals
from reports.wording import OPEN_ITEMS
from review.models import Dispute
from rounds.models import OPEN_STATES, Irregularity, Round
from rounds.wording import DISPUTE_CLAIMS, event_words
from tables.models import (
    Alert,
    Discrepancy,
    Envelope,
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    Inspection,
    Placement,
)
from tables.wording import alert_words, reason_words


@dataclass(frozen=True, slots=True)
class OpenItem:
    """Something that waits for somebody: `what` is a code, a number or a serial by its kind."""

    kind: str
    table: int | None
    what: str
    since: str | None
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandOverFigures:
    """The shift's sums, and every item that waited when this was made."""

    all: PlayFigures = field(default_factory=PlayFigures)
    items: tuple[OpenItem, ...] = ()
    as_of: str = ""


def hand_over_figures(scope: Scope, progress: Progress) -> HandOverFigures:
    """The shift's sums, and every item that waits for somebody now."""
    sums = totals(table_figures(scope))
    progress(1, 2)
    return HandOverFigures(sums, tuple(open_items(scope)), timezone.now().isoformat())


def open_items(scope: Scope) -> list[OpenItem]:
    """What waits, most urgent kind first; each with its table, its subject and since when."""
    house, tables = scope.house, scope.table_ids
    here = Q(table__in=tables)
    return [
        *_items("dispute", Dispute.objects.filter(
            property=house, decided_at__isnull=True, round__table__in=tables
        ).values_list("round__table__number", "claim", "opened_at")),
        *_alerts(Alert.objects.filter(
            here | Q(table__isnull=True), property=house, acknowledged_at__isnull=True
        ).values_list("table__number", "code", "raised_at", "params")),
        *_items("ruling", Irregularity.objects.filter(
            ruled_at__isnull=True, round__table__in=tables
        ).values_list("round__table__number", "event", "reported_at")),
        *_items("inspection", Inspection.objects.filter(
            here, property=house, purpose="opening", passed=True, verified_at__isnull=True,
            withdrawn_at__isnull=True,
        ).values_list("table__number", "equipment__serial", "inspected_at")),
        *_items("round", Round.objects.filter(here, state__in=OPEN_STATES)
                .values_list("table__number", "number", "opened_at")),
        *_items("slip", Slip.objects.filter(here, state=SlipState.PREPARED)
                .values_list("table__number", "serial", "prepared_at")),
        *_items("expiring", Placement.objects.filter(
            here, during__endswith__isnull=True, expires_at__isnull=False,
            expires_at__lt=scope.period.until + (scope.period.until - scope.period.since),
        ).values_list("table__number", "equipment__serial", "expires_at")),
        *_items("envelope", Envelope.objects.filter(here, collected_at__isnull=True)
                .values_list("table__number", "seal_number", "sealed_at")),
        *_items("discrepancy", Discrepancy.objects.filter(
            property=house, regulator_at__isnull=True
        ).values_list("equipment__serial", "found", "reported_at"), has_table=False),
        *_items("evidence", EquipmentSet.objects.filter(property=house)
                .exclude(evidence_hold="")
                .values_list("serial", "evidence_hold", "state_since"), has_table=False),
        *_items("destroy", EquipmentSet.objects.filter(
            property=house, state=EquipmentState.CONDEMNED
        ).values_list("serial", "kind", "destroy_by"), has_table=False),
    ]  # fmt: skip


def _alerts(rows: Any) -> list[OpenItem]:
    return [
        OpenItem("alert", table, code, at.isoformat(), params) for table, code, at, params in rows
    ]


def _items(kind: str, rows: Any, *, has_table: bool = True) -> list[OpenItem]:
    return [
        OpenItem(
            kind,
            first if has_table else None,
            str(what) if has_table else f"{first}: {what}",
            since.isoformat() if isinstance(since, datetime) else None,
        )
        for first, what, since in sorted(rows, key=lambda row: (row[2] is None, row[2]))
    ]


def what_words(item: OpenItem) -> str:
    """What an open item is about; codes become words here."""
    kind, what = item.kind, item.what
    if kind == "dispute":
        return str(DISPUTE_CLAIMS.get(what, what))
    if kind == "alert":
        return alert_words(what, item.params)
    if kind == "discrepancy":
        serial, _colon, found = what.partition(": ")
        return f"{serial}: {reason_words(found)}"
    if kind == "destroy":
        serial, _colon, code = what.partition(": ")
        return f"{serial}: {EquipmentKind(code).label}"
    if kind == "round":
        return str(_("Round {number}")).format(number=what)
    return event_words(what) if kind == "ruling" else str(what)


def hand_over_parts(kept: HandOverFigures) -> list[Part]:
    return [
        Figures(_("The shift so far"), headline(kept.all)),
        Rows(
            _("Open items"),
            [
                Column(_("Item")),
                Column(_("Table"), NUMBER),
                Column(_("About")),
                Column(_("Since or due"), TIME),
            ],
            [[OPEN_ITEMS[e.kind], e.table, what_words(e), e.since] for e in kept.items],
            empty=_("Nothing is open."),
            note=_("As they stood when this was made, whatever the period."),
        ),
        Signatures(
            _("Handed over"),
            [
                _("Handed over by: name, licence number, time"),
                _("Taken over by: name, licence number, time"),
            ],
        ),
    ]
