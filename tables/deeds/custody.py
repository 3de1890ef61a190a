"""What security and compliance do: collect, inspect, rebuild, count; and alerts."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from staff.models import Person
from staff.policy import Act
from staff.wire import CodeField, Facts, NoteField, PiecesField, WholeField, WordField, WordsField
from tables.clock import database_time
from tables.commands import alerts, envelopes, rebuild, stock, work_orders
from tables.commands.rebuild import RebuildFacts
from tables.commands.work_orders import CHECKS, LineFacts
from tables.deeds.equipment import Ids, Nothing, set_answer
from tables.doing import Deed, Doing, Slot
from tables.models import EquipmentKind, WorkOrderLine
from tables.queries.alerts import alert_row
from tables.queries.custody import envelope_sheet, work_order
from tables.queries.stock import COUNTED_STATES

COLLECTOR = Slot("security", _("Security"), Act.COLLECT_ENVELOPE)
INSPECTOR = Slot("security", _("Security"), Act.WORK_ORDER)
BUILDER = Slot("security", _("Security"), Act.REBUILD_SET)
COUNTER = Slot("counter", _("Who counts"), Act.RECONCILE)
STOCKTAKER = Slot("counter", _("Who counts"), Act.TAKE_STOCK)


class CollectFacts(Facts):
    seal_numbers = WordsField(required=True, min_length=1)


class OrderFacts(Facts):
    equipment_ids = Ids()


class LineResultFacts(Facts):
    result = serializers.ChoiceField(["clean", "condemned"])
    checks = serializers.MultipleChoiceField(choices=tuple(CHECKS), required=False, default=set)
    faults = PiecesField(
        form_prefix="fault-", child=WordField(max_length=20), required=False, default=dict
    )
    new_seal = CodeField(required=False, allow_blank=True, default="")


class RebuildSetFacts(Facts):
    serial = CodeField()
    seal_number = CodeField()
    way = serializers.ChoiceField(tuple(rebuild.WAYS))
    sources = PiecesField(form_prefix="tile-", child=WholeField())


class CountFacts(Facts):
    kind = serializers.ChoiceField(EquipmentKind.values)
    note = NoteField()


for _state in COUNTED_STATES:
    CountFacts._declared_fields[_state] = WholeField(max_value=100_000)


def _count(d: Doing) -> dict[str, int]:
    return {state: d.facts[state] for state in COUNTED_STATES}


def _collect(d: Doing) -> Any:
    return envelopes.collect_envelopes(
        d.facts["seal_numbers"], signer=d.signer("security"), at=d.at
    )


def _open_order(d: Doing) -> Any:
    return work_orders.open_work_order(d.facts["equipment_ids"], by=d.by, at=d.at)


def _line(d: Doing) -> Any:
    facts = LineFacts(
        result=d.facts["result"],
        checks=tuple(sorted(d.facts["checks"])),
        faults=d.facts["faults"],
        new_seal=d.facts["new_seal"],
    )
    return work_orders.record_line(d.ids["line_id"], facts, by=d.by, at=d.at)


def _close_order(d: Doing) -> Any:
    return work_orders.close_work_order(d.ids["order_id"], signer=d.signer("security"), at=d.at)


def _rebuild(d: Doing) -> Any:
    facts = RebuildFacts(
        d.facts["serial"], d.facts["seal_number"], d.facts["way"], d.facts["sources"]
    )
    return rebuild.rebuild_set(facts, signer=d.signer("security"), at=d.at)


def _reconcile(d: Doing) -> Any:
    return stock.reconcile(
        d.facts["kind"], _count(d), d.facts["note"], signer=d.signer("counter"), at=d.at
    )


def _take_stock(d: Doing) -> Any:
    return stock.take_stock(
        d.facts["kind"], _count(d), d.facts["note"], signer=d.signer("counter"), at=d.at
    )


def _acknowledge(d: Doing) -> Any:
    return alerts.acknowledge_alert(d.ids["alert_id"], by=d.by, at=d.at)


def envelopes_answer(viewer: Person, done: Any) -> Mapping[str, Any]:
    return {"envelopes": [envelope_sheet(each) for each in done]}


def order_answer(viewer: Person, done: Any) -> Mapping[str, Any]:
    order_id = done.order_id if isinstance(done, WorkOrderLine) else done.pk
    return {"work_order": work_order(viewer, order_id)}


def count_answer(viewer: Person, done: Any) -> Mapping[str, Any]:
    return {
        "count": {
            "id": done.pk,
            "purpose": done.purpose,
            "kind": done.kind,
            "agrees": done.agrees,
            "book": done.book,
            "counted": done.counted,
            "at": done.at,
        }
    }


def alert_answer(viewer: Person, done: Any) -> Mapping[str, Any]:
    return {"alert": alert_row(done), "server_time": database_time()}


DEEDS = (
    Deed(
        "collect-envelopes",
        "envelopes/collections/",
        _("Collect"),
        Act.COLLECT_ENVELOPE,
        CollectFacts,
        _collect,
        envelopes_answer,
        (COLLECTOR,),
    ),
    Deed(
        "open-work-order",
        "work-orders/",
        _("Open a work order"),
        Act.WORK_ORDER,
        OrderFacts,
        _open_order,
        order_answer,
    ),
    Deed(
        "work-order-line",
        "work-orders/lines/<int:line_id>/result/",
        _("Record the result"),
        Act.WORK_ORDER,
        LineResultFacts,
        _line,
        order_answer,
    ),
    Deed(
        "close-work-order",
        "work-orders/<int:order_id>/signature/",
        _("Sign the work order"),
        Act.WORK_ORDER,
        Nothing,
        _close_order,
        order_answer,
        (INSPECTOR,),
    ),
    Deed(
        "rebuild-set",
        "equipment/rebuilds/",
        _("Register the set"),
        Act.REBUILD_SET,
        RebuildSetFacts,
        _rebuild,
        set_answer,
        (BUILDER,),
    ),
    Deed(
        "reconcile",
        "equipment/reconciliations/",
        _("Sign the count"),
        Act.RECONCILE,
        CountFacts,
        _reconcile,
        count_answer,
        (COUNTER,),
    ),
    Deed(
        "take-stock",
        "equipment/stock-takes/",
        _("Sign the stock-take"),
        Act.TAKE_STOCK,
        CountFacts,
        _take_stock,
        count_answer,
        (STOCKTAKER,),
    ),
    Deed(
        "acknowledge-alert",
        "alerts/<int:alert_id>/acknowledge/",
        _("Acknowledge"),
        Act.ACKNOWLEDGE_ALERT,
        Nothing,
        _acknowledge,
        alert_answer,
    ),
)
