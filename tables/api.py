"""The commands and sheets of tables and equipment as JSON."""

from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from staff.models import Person
from staff.openapi import IDEMPOTENCY, IF_MATCH, READING, problems
from staff.policy import Act, require
from staff.wire import Facts, SignatureFacts
from tables.clock import database_time
from tables.deeds import DEEDS
from tables.doing import (
    Deed,
    Given,
    Slot,
    carry_out,
    plain,
    request_id_of,
    tablet_of_request,
    version_of,
)
from tables.models import EquipmentKind, EquipmentState
from tables.queries import alerts, custody, equipment, floor, queue, submissions
from tables.queries.alerts import AlertRow
from tables.queries.custody import EnvelopeSheet, OrderSheet, ReportSheet
from tables.queries.equipment import SetRow, SetSheet
from tables.queries.floor import TableRow, TableSheet
from tables.queries.queue import QueueRow
from tables.queries.submissions import SubmissionRow
from tables.sheets import answer_serializer, serializer_of
from tables.unsent import guard_nothing_unsent


def person_of(request: Request) -> Person:
    assert isinstance(request.user, Person)
    return request.user


def request_serializer(deed: Deed) -> type[Facts]:
    """The facts of a deed with the signatures that it wants."""
    if not deed.slots:
        return deed.facts
    name = "".join(word.title() for word in deed.name.split("-"))
    slots = {slot.name: _signature(slot) for slot in deed.slots}
    signatures = type(f"{name}SignaturesSerializer", (Facts,), slots)
    return type(
        f"{name}Serializer",
        (deed.facts,),
        {"__doc__": deed.facts.__doc__, "signatures": signatures()},
    )


def _signature(slot: Slot) -> SignatureFacts:
    return SignatureFacts(required=slot.required, help_text=str(slot.label))


class DeedView(APIView):
    """POST one command; the same Idempotency-Key again gives the first answer."""

    deed: Deed
    facts: type[Facts]

    def post(self, request: Request, **ids: int) -> Response:
        deed, person = self.deed, person_of(request)
        require(person, deed.act)
        guard_nothing_unsent(request._request, deed.name, ids.get("table_id"))
        request_id = request_id_of(request.headers)
        version = version_of(request.headers) if deed.needs_version else None
        facts = self.facts(data=request.data)
        facts.is_valid(raise_exception=True)
        read = dict(facts.validated_data)
        given = Given(
            by=person,
            tablet=tablet_of_request(request._request),
            request_id=request_id,
            version=version,
            ids=ids,
            signatures=read.pop("signatures", {}),
            facts=read,
        )
        return Response(carry_out(deed, given))


Reader = Callable[[Person, Mapping[str, Any]], Any]


class ReadView(APIView):
    """GET one sheet or a list of them."""

    act: Act
    reader: Reader
    filters: type[serializers.Serializer[Any]] | None = None

    def get(self, request: Request, **ids: int) -> Response:
        person = person_of(request)
        require(person, self.act)
        asked: dict[str, Any] = dict(ids)
        if self.filters is not None:
            read = self.filters(data=request.query_params)
            read.is_valid(raise_exception=True)
            asked |= read.validated_data
        return Response(plain(type(self).reader(person, asked)))


class SetFilters(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(EquipmentKind.values, required=False)
    state = serializers.ChoiceField(EquipmentState.values, required=False)


class AlertFilters(serializers.Serializer[Any]):
    table = serializers.IntegerField(required=False, min_value=1, max_value=2**62)


def _sets(person: Person, asked: Mapping[str, Any]) -> Any:
    states = [asked["state"]] if asked.get("state") else []
    now = database_time()
    return {
        "sets": equipment.set_rows(person, now, kind=asked.get("kind", ""), states=states),
        "server_time": now,
    }


def _tables(person: Person, asked: Mapping[str, Any]) -> Any:
    now = database_time()
    return {"tables": floor.table_rows(person, now), "server_time": now}


def _table(person: Person, asked: Mapping[str, Any]) -> Any:
    now = database_time()
    return {"table": floor.table_sheet(person, asked["table_id"], now), "server_time": now}


def _set(person: Person, asked: Mapping[str, Any]) -> Any:
    return {"set": equipment.set_sheet(person, asked["equipment_id"], database_time())}


def _queue(person: Person, asked: Mapping[str, Any]) -> Any:
    return {"inspections": queue.verification_queue(person)}


def _alerts(person: Person, asked: Mapping[str, Any]) -> Any:
    return {"alerts": alerts.open_alerts(person, table_id=asked.get("table"))}


def _envelopes(person: Person, asked: Mapping[str, Any]) -> Any:
    return {"envelopes": custody.waiting_envelopes(person)}


def _orders(person: Person, asked: Mapping[str, Any]) -> Any:
    return {"work_orders": custody.work_orders(person)}


def _order(person: Person, asked: Mapping[str, Any]) -> Any:
    return {"work_order": custody.work_order(person, asked["order_id"])}


def _reports(person: Person, asked: Mapping[str, Any]) -> Any:
    return {"discrepancies": custody.reports(person)}


def _submissions(person: Person, asked: Mapping[str, Any]) -> Any:
    return {"submissions": submissions.submission_rows(person)}


def _list(sheet: type) -> serializers.Field[Any, Any, Any, Any]:
    return serializer_of(sheet)(many=True)


TIME = serializers.DateTimeField
READS: tuple[tuple[str, str, Act, Reader, dict[str, Any], Any], ...] = (
    (
        "tables",
        "tables/",
        Act.VIEW_FLOOR,
        _tables,
        {"tables": _list(TableRow), "server_time": TIME()},
        None,
    ),
    (
        "table",
        "tables/<int:table_id>/",
        Act.VIEW_TABLE,
        _table,
        {"table": serializer_of(TableSheet)(), "server_time": TIME()},
        None,
    ),
    (
        "equipment",
        "equipment/",
        Act.VIEW_EQUIPMENT,
        _sets,
        {"sets": _list(SetRow), "server_time": TIME()},
        SetFilters,
    ),
    (
        "equipment-set",
        "equipment/<int:equipment_id>/",
        Act.VIEW_EQUIPMENT,
        _set,
        {"set": serializer_of(SetSheet)()},
        None,
    ),
    (
        "verification-queue",
        "inspections/waiting/",
        Act.VIEW_FLOOR,
        _queue,
        {"inspections": _list(QueueRow)},
        None,
    ),
    ("alerts", "alerts/", Act.VIEW_FLOOR, _alerts, {"alerts": _list(AlertRow)}, AlertFilters),
    (
        "envelopes",
        "envelopes/",
        Act.VIEW_EQUIPMENT,
        _envelopes,
        {"envelopes": _list(EnvelopeSheet)},
        None,
    ),
    (
        "work-orders",
        "work-orders/",
        Act.VIEW_EQUIPMENT,
        _orders,
        {"work_orders": _list(OrderSheet)},
        None,
    ),
    (
        "work-order",
        "work-orders/<int:order_id>/",
        Act.VIEW_EQUIPMENT,
        _order,
        {"work_order": serializer_of(OrderSheet)()},
        None,
    ),
    (
        "discrepancies",
        "discrepancies/",
        Act.VIEW_EQUIPMENT,
        _reports,
        {"discrepancies": _list(ReportSheet)},
        None,
    ),
    (
        "submissions",
        "submissions/",
        Act.VIEW_SUBMISSIONS,
        _submissions,
        {"submissions": _list(SubmissionRow)},
        None,
    ),
)

ANSWERS: Mapping[str, Callable[[], dict[str, Any]]] = {
    "table_answer": lambda: {"table": serializer_of(TableSheet)()},
    "set_answer": lambda: {"set": serializer_of(SetSheet)()},
    "sets_answer": lambda: {"sets": _list(SetRow)},
    "envelopes_answer": lambda: {"envelopes": _list(EnvelopeSheet)},
    "order_answer": lambda: {"work_order": serializer_of(OrderSheet)()},
    "alert_answer": lambda: {"alert": serializer_of(AlertRow)(), "server_time": TIME()},
    "count_answer": lambda: {"count": serializers.JSONField()},
    "submission_answer": lambda: {"submission": serializers.JSONField()},
    "id_answer": lambda: {"id": serializers.IntegerField()},
}


def deed_view(deed: Deed) -> type[DeedView]:
    """A view of its own for each deed, so that the OpenAPI document describes each."""
    facts = request_serializer(deed)
    name = _title(deed.name)
    answer = answer_serializer(f"{name}AnswerSerializer", **ANSWERS[deed.answer.__name__]())

    @extend_schema(
        operation_id=deed.name.replace("-", "_"),
        summary=str(deed.says),
        request=facts,
        responses={200: answer, **problems(*(() if deed.needs_version else (412, 428)))},
        parameters=[IDEMPOTENCY, *([IF_MATCH] if deed.needs_version else [])],
        tags=["tables"],
    )
    def post(self: DeedView, request: Request, **ids: int) -> Response:
        return DeedView.post(self, request, **ids)

    return type(f"{name}View", (DeedView,), {"deed": deed, "facts": facts, "post": post})


def read_view(
    name: str, act: Act, reader: Reader, parts: dict[str, Any], filters: Any
) -> type[ReadView]:
    title = _title(name)
    answer = answer_serializer(f"Read{title}AnswerSerializer", **parts)
    without = (400, *READING) if filters is None else READING

    @extend_schema(
        operation_id=f"read_{name.replace('-', '_')}",
        summary=title,
        request=None,
        responses={200: answer, **problems(*without)},
        parameters=[filters] if filters else [],
        tags=["tables"],
    )
    def get(self: ReadView, request: Request, **ids: int) -> Response:
        return ReadView.get(self, request, **ids)

    return type(
        f"Read{title}View",
        (ReadView,),
        {"act": act, "reader": staticmethod(reader), "filters": filters, "get": get},
    )


def _title(name: str) -> str:
    return "".join(word.title() for word in name.split("-"))


def views_by_path() -> dict[str, tuple[str, type[APIView]]]:
    """One view for each address: what is read there, what is done there, or both."""
    found: dict[str, tuple[str, type[APIView]]] = {}
    for name, path, act, reader, parts, filters in READS:
        found[path] = (f"api-{name}", read_view(name, act, reader, parts, filters))
    for deed in DEEDS:
        view: type[APIView] = deed_view(deed)
        if deed.path in found:
            name, reads = found[deed.path]
            view = type(f"{_title(deed.name)}Both", (view, reads), {})
            found[deed.path] = (name, view)
        else:
            found[deed.path] = (f"api-{deed.name}", view)
    return found
