"""Slips, the ledger and jackpots as JSON."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from banking.models import EntryKind, SlipKind, SlipState
from banking.queries.balances import table_money
from banking.queries.entries import EntryPage, entry_page
from banking.queries.meters import JackpotRow, JackpotSheet, jackpot_rows, jackpot_sheet
from banking.queries.slips import SlipPage, SlipSheet, slip_page, slip_sheet
from foundation.clock import database_time
from foundation.commands import plain
from foundation.doors import person_of
from foundation.filters import StrictSerializer
from foundation.openapi import READING, problems
from staff.gaming_day import gaming_day
from staff.policy import Act, require
from tables.queries.floor import house_tables
from tables.sheets import answer_serializer, serializer_of

LARGEST_ID = 2**62
View = Callable[..., Any]


def read(name: str, summary: str, answer: Any, filters: Any = None) -> Callable[[View], View]:
    """What is read, and by what it is filtered, in the OpenAPI document."""
    without = (400, *READING) if filters is None else READING
    return extend_schema(
        operation_id=f"read_{name}",
        summary=summary,
        responses={200: answer, **problems(*without)},
        parameters=[filters] if filters else [],
        tags=["banking"],
    )


SlipAnswer = answer_serializer("SlipAnswerSerializer", slip=serializer_of(SlipSheet)())


class SlipFilters(StrictSerializer):
    """Which slips to list."""

    table = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    kind = serializers.ChoiceField(SlipKind.values, required=False)
    state = serializers.ChoiceField(SlipState.values, required=False)
    gaming_day = serializers.DateField(required=False)
    after = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)


class Slips(APIView):
    @read("slips", "Slips, latest first", serializer_of(SlipPage), SlipFilters)
    def get(self, request: Request) -> Response:
        require(person_of(request), Act.VIEW_SLIPS)
        chosen = asked(SlipFilters, request)
        after = chosen.pop("after", None)
        if "table" in chosen:
            chosen["table_id"] = chosen.pop("table")
        return Response(plain(slip_page(person_of(request), chosen, after=after)))


class OneSlip(APIView):
    @read("slip", "A slip", SlipAnswer)
    def get(self, request: Request, slip_id: int) -> Response:
        require(person_of(request), Act.VIEW_SLIPS)
        return Response(plain({"slip": slip_sheet(person_of(request), slip_id)}))


class EntryFilters(StrictSerializer):
    """Which entries to list; without a day today's."""

    gaming_day = serializers.DateField(required=False)
    kind = serializers.ChoiceField(EntryKind.values, required=False)
    after = serializers.RegexField(r"^[0-9]{1,18}-[0-9]{1,18}$", required=False, max_length=40)


class TableEntries(APIView):
    @read("entries", "The ledger of a table and gaming day", serializer_of(EntryPage), EntryFilters)
    def get(self, request: Request, table_id: int) -> Response:
        person = person_of(request)
        require(person, Act.VIEW_LEDGER)
        chosen = asked(EntryFilters, request)
        table = house_tables(person).get(pk=table_id)
        day = chosen.get("gaming_day") or gaming_day(table.property, database_time())
        kind, after = chosen.get("kind", ""), chosen.get("after", "")
        return Response(plain(entry_page(person, table, day, kind=kind, after=after)))


class TableMoneySerializer(serializers.Serializer[Any]):
    """Where a table's money is, by account; `expected_tray` is what a count should give."""

    inventory = serializers.IntegerField()
    vigorish = serializers.IntegerField()
    side_wagers = serializers.IntegerField()
    bank = serializers.IntegerField()
    drop = serializers.IntegerField()
    over_short = serializers.IntegerField()
    seats = serializers.IntegerField()
    expected_tray = serializers.IntegerField()


class TableBalances(APIView):
    @read("table_money", "Where a table's money is", TableMoneySerializer)
    def get(self, request: Request, table_id: int) -> Response:
        require(person_of(request), Act.VIEW_LEDGER)
        return Response(table_money(house_tables(person_of(request)).get(pk=table_id)))


JackpotsAnswer = answer_serializer(
    "JackpotsAnswerSerializer", jackpots=serializer_of(JackpotRow)(many=True)
)
JackpotAnswer = answer_serializer("JackpotAnswerSerializer", jackpot=serializer_of(JackpotSheet)())


class JackpotFilters(StrictSerializer):
    """Where a jackpot's history goes on."""

    after = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)


class Jackpots(APIView):
    @read("jackpots", "Jackpots and their meters", JackpotsAnswer)
    def get(self, request: Request) -> Response:
        require(person_of(request), Act.VIEW_LEDGER)
        return Response(plain({"jackpots": jackpot_rows(person_of(request))}))


class OneJackpot(APIView):
    @read("jackpot", "A jackpot, its history, its meter recomputed", JackpotAnswer, JackpotFilters)
    def get(self, request: Request, jackpot_id: int) -> Response:
        require(person_of(request), Act.VIEW_LEDGER)
        after = asked(JackpotFilters, request).get("after")
        sheet = jackpot_sheet(person_of(request), jackpot_id, after=after)
        return Response(plain({"jackpot": sheet}))


def asked(filters: type[StrictSerializer], request: Request) -> dict[str, Any]:
    read = filters(data=request.query_params.dict())
    read.is_valid(raise_exception=True)
    return dict(read.validated_data)
