"""Slips, the ledger and jackpots as JSON."""

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from banking.commands.cash import sell_chips
from banking.deeds import PREPARE, REPORT, SIGN, VOID
from banking.models import EntryKind, SlipKind, SlipState
from banking.queries.balances import table_money
from banking.queries.entries import EntryPage, entry_page
from banking.queries.meters import JackpotRow, JackpotSheet, jackpot_rows, jackpot_sheet
from banking.queries.slips import SlipPage, SlipSheet, slip_page, slip_sheet
from staff.gaming_day import gaming_day
from staff.models import Person
from staff.openapi import IDEMPOTENCY, READING, problems
from staff.policy import Act, require
from staff.wire import Facts, SignatureFacts, WholeField
from tables.clock import database_time
from tables.doing import Deed, Given, carry_out, plain, request_id_of, tablet_of_request
from tables.queries.floor import house_tables
from tables.sheets import answer_serializer, serializer_of

MOST_CENTS = 10**12
LARGEST_ID = 2**62
View = Callable[..., Any]


def person_of(request: Request) -> Person:
    assert isinstance(request.user, Person)
    return request.user


def described(summary: str, request: Any, answer: Any) -> Callable[[View], View]:
    """What a command takes and answers with, in the OpenAPI document."""
    return extend_schema(
        summary=summary,
        request=request,
        responses={200: answer, **problems(412, 428)},
        parameters=[IDEMPOTENCY],
        tags=["banking"],
    )


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


def with_signature(deed: Deed) -> type[Facts]:
    """The facts of a deed and the signature that it wants."""
    name = "".join(word.title() for word in deed.name.split("-"))
    slots = {slot.name: SignatureFacts(help_text=str(slot.label)) for slot in deed.slots}
    signatures = type(f"{name}SignaturesSerializer", (Facts,), slots)
    return type(f"{name}Serializer", (deed.facts,), {"signatures": signatures()})


class DeedView(APIView):
    """POST one command; the same Idempotency-Key again gives the first answer."""

    deed: ClassVar[Deed]
    facts: ClassVar[type[Facts]]

    def carry_out(self, request: Request, **ids: int) -> Response:
        require(person_of(request), self.deed.act)
        request_id = request_id_of(request.headers)
        facts = self.facts(data=request.data)
        facts.is_valid(raise_exception=True)
        given = dict(facts.validated_data)
        signatures = given.pop("signatures")
        tablet = tablet_of_request(request._request)
        call = Given(person_of(request), tablet, request_id, None, ids, given, signatures)
        return Response(carry_out(self.deed, call))


PrepareSerializer = with_signature(PREPARE)
SignSerializer = with_signature(SIGN)
VoidSerializer = with_signature(VOID)
ReportSerializer = with_signature(REPORT)


class PrepareSlip(DeedView):
    deed, facts = PREPARE, PrepareSerializer

    @described("Prepare a fill, a credit, a count or a drop", PrepareSerializer, SlipAnswer)
    def post(self, request: Request, table_id: int) -> Response:
        return self.carry_out(request, table_id=table_id)


class SignSlip(DeedView):
    deed, facts = SIGN, SignSerializer

    @described("Sign one's own part of a slip; the last one posts it", SignSerializer, SlipAnswer)
    def post(self, request: Request, slip_id: int) -> Response:
        return self.carry_out(request, slip_id=slip_id)


class VoidSlip(DeedView):
    deed, facts = VOID, VoidSerializer

    @described("Declare a slip void; it is kept", VoidSerializer, SlipAnswer)
    def post(self, request: Request, slip_id: int) -> Response:
        return self.carry_out(request, slip_id=slip_id)


class ReportDifference(DeedView):
    deed, facts = REPORT, ReportSerializer

    @described("Report the difference of a count in writing", ReportSerializer, SlipAnswer)
    def post(self, request: Request, slip_id: int) -> Response:
        return self.carry_out(request, slip_id=slip_id)


class ChipsSoldFacts(Facts):
    """For how much chips were sold."""

    cents = WholeField(min_value=1, max_value=MOST_CENTS)


class ChipsSoldSerializer(serializers.Serializer[Any]):
    """The entry that was written."""

    entry = serializers.IntegerField()
    cents = serializers.IntegerField()


class SellChips(APIView):
    @described("Record chips sold for cash", ChipsSoldFacts, ChipsSoldSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        require(person_of(request), Act.SELL_CHIPS)
        request_id = request_id_of(request.headers)
        facts = ChipsSoldFacts(data=request.data)
        facts.is_valid(raise_exception=True)
        cents = facts.validated_data["cents"]
        by, at = person_of(request), database_time()
        return Response(sell_chips(table_id, cents, by=by, at=at, request_id=request_id))


class SlipFilters(Facts):
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


class EntryFilters(Facts):
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


class JackpotFilters(Facts):
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


def asked(filters: type[Facts], request: Request) -> dict[str, Any]:
    read = filters(data=request.query_params.dict())
    read.is_valid(raise_exception=True)
    return dict(read.validated_data)
