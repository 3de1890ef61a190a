"""The commands and sheets of tables and equipment as JSON."""

from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.clock import database_time
from foundation.commands import plain
from foundation.doors import CommandView, person_of
from foundation.openapi import READING, problems
from staff.models import Person
from staff.policy import Act, require
from tables.commands.furniture import add_table
from tables.commands.submissions import file_submission
from tables.commands.work_orders import open_work_order
from tables.models import EquipmentKind, EquipmentState
from tables.queries import alerts, custody, equipment, floor, queue, submissions
from tables.queries.alerts import AlertRow
from tables.queries.custody import EnvelopeSheet, OrderSheet, ReportSheet
from tables.queries.equipment import SetRow, SetSheet
from tables.queries.floor import TableRow, TableSheet
from tables.queries.queue import QueueRow
from tables.queries.submissions import SubmissionRow
from tables.sheets import answer_serializer, serializer_of

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


def _order(person: Person, asked: Mapping[str, Any]) -> Any:
    return {"work_order": custody.work_order(person, asked["order_id"])}


def _reports(person: Person, asked: Mapping[str, Any]) -> Any:
    return {"discrepancies": custody.reports(person)}


def _list(sheet: type) -> serializers.Field[Any, Any, Any, Any]:
    return serializer_of(sheet)(many=True)


TIME = serializers.DateTimeField
READS: tuple[tuple[str, str, Act, Reader, dict[str, Any], Any], ...] = (
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
)

WorkOrdersSerializer = answer_serializer(
    "ReadWorkOrdersAnswerSerializer", work_orders=_list(OrderSheet)
)


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
    """One view for each address where something is read."""
    found: dict[str, tuple[str, type[APIView]]] = {}
    for name, address, act, reader, parts, filters in READS:
        found[address] = (f"api-{name}", read_view(name, act, reader, parts, filters))
    return found


def read(name: str, answer: Any) -> Callable[[Any], Any]:
    """What is read at an address where a command is carried out too."""
    return extend_schema(
        operation_id=f"read_{name}",
        summary=_title(name),
        request=None,
        responses={200: answer, **problems(400, *READING)},
        tags=["tables"],
    )


TablesAnswer = answer_serializer(
    "ReadTablesAnswerSerializer", tables=_list(TableRow), server_time=TIME()
)
SubmissionsAnswer = answer_serializer(
    "ReadSubmissionsAnswerSerializer", submissions=_list(SubmissionRow)
)


class Tables(CommandView):
    """Every table of the floor, and one more."""

    command = add_table

    @read("tables", TablesAnswer)
    def get(self, request: Request) -> Response:
        person, now = person_of(request), database_time()
        require(person, Act.VIEW_FLOOR)
        return Response(plain({"tables": floor.table_rows(person, now), "server_time": now}))


class Submissions(CommandView):
    """Every version of the rules, and one more."""

    command = file_submission

    @read("submissions", SubmissionsAnswer)
    def get(self, request: Request) -> Response:
        person = person_of(request)
        require(person, Act.VIEW_SUBMISSIONS)
        return Response(plain({"submissions": submissions.submission_rows(person)}))


class WorkOrders(CommandView):
    """The work orders that are on record, and where one is opened."""

    command = open_work_order

    @read("work_orders", WorkOrdersSerializer)
    def get(self, request: Request) -> Response:
        person = person_of(request)
        require(person, Act.VIEW_EQUIPMENT)
        return Response(plain({"work_orders": custody.work_orders(person)}))


# Where something is read at the address of a command.
READ_TOO: Mapping[str, type[CommandView]] = {
    add_table.name: Tables,
    file_submission.name: Submissions,
    open_work_order.name: WorkOrders,
}
