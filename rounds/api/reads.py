"""What the API shows: sheets, lists, reasons, the rules as tables."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import pagination, serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.doors import person_of
from foundation.filters import FlagText, StrictSerializer, WholeText, WordField
from foundation.wording import money_text as money
from rounds.api.pace import PaceThrottle
from rounds.api.schema import read_schema
from rounds.api.sheets import (
    RoundPageSerializer,
    RoundSheetSerializer,
    TableSheetSerializer,
    WhySerializer,
)
from rounds.games import browser_tables, game_of, own_browser_tables
from rounds.games.tiles import TileGame
from rounds.models import Depth, Round, RoundState, Source
from rounds.queries.sheets import round_sheet, stamp
from rounds.queries.tables import table_of, table_sheet
from staff.policy import Act, require
from tables.models import RulesSubmission

MAY_VIEW: Mapping[str, Act | None] = {"GET": Act.VIEW_ROUNDS}
SIGNED_IN: Mapping[str, Act | None] = {"GET": None}
KEPT = {"Cache-Control": "private, max-age=86400, immutable"}


class ReadView(APIView):
    throttle_classes = (PaceThrottle,)


@read_schema(TableSheetSerializer, summary="Everything the dealer's screen needs")
class TableSheet(ReadView):
    acts = MAY_VIEW

    def get(self, request: Request, table_id: int) -> Response:
        person = person_of(request)
        require(person, Act.VIEW_ROUNDS)
        table = table_of(person.property_id, table_id)
        if table is None:
            raise Http404
        return Response(table_sheet(table))


@read_schema(RoundSheetSerializer, summary="A round's sheet")
class RoundSheet(ReadView):
    acts = MAY_VIEW

    def get(self, request: Request, round_id: UUID) -> Response:
        current = round_for(request, round_id)
        sheet = round_sheet(current)
        return Response(sheet, headers={"ETag": f'"{current.version}"'})


@read_schema(WhySerializer, summary="Why the round was settled so")
class Why(ReadView):
    acts = MAY_VIEW

    def get(self, request: Request, round_id: UUID) -> Response:
        current = round_for(request, round_id)
        if current.settlement is None:
            raise Http404
        currency = partial(money, currency=person_of(request).property.currency)
        said = game_of(current.submission).explain(current.settlement.facts, currency)
        coded: list[dict[str, Any]] = current.settlement.reasons or [{}] * len(said)
        return Response(
            {
                "round": str(current.pk),
                "settlement": current.settlement.n,
                "reasons": [
                    {**code, "cite": words["cite"], "text": words["text"]}
                    for code, words in zip(coded, said, strict=True)
                ],
            }
        )


def round_for(request: Request, round_id: UUID) -> Round:
    person = person_of(request)
    require(person, Act.VIEW_ROUNDS)
    rounds = Round.objects.select_related("table", "submission", "settlement")
    current = rounds.filter(pk=round_id, property_id=person.property_id).first()
    if current is None:
        raise Http404
    return current


class RoundFilters(StrictSerializer):
    """Which rounds to list."""

    table = WholeText(required=False)
    gaming_day = serializers.DateField(required=False)
    number = WholeText(required=False)
    state = serializers.ChoiceField(RoundState.choices, required=False)
    depth = serializers.ChoiceField(Depth.choices, required=False)
    bank_kind = serializers.ChoiceField(["house", "player", "co-bank"], required=False)
    dealer = WholeText(required=False)
    has_irregularity = FlagText(required=False)
    has_correction = FlagText(required=False)
    has_dispute = FlagText(required=False)
    source = serializers.ChoiceField(Source.choices, required=False)  # type: ignore[assignment]  # the API's word
    is_late_entry = FlagText(required=False)
    cursor = WordField(max_length=200, required=False)


class LatestFirst(pagination.CursorPagination):
    ordering = ("-opened_at", "id")
    page_size = 50


class Rounds(ReadView):
    acts = MAY_VIEW

    @read_schema(
        RoundPageSerializer,
        summary="Rounds, latest first",
        parameters=[RoundFilters],
        operation_id="rounds_list",
    )
    def get(self, request: Request) -> Response:
        require(person_of(request), Act.VIEW_ROUNDS)
        filters = RoundFilters(data=request.query_params.dict())
        filters.is_valid(raise_exception=True)
        chosen = {key: value for key, value in filters.validated_data.items() if key != "cursor"}
        pages = LatestFirst()
        found = listed(person_of(request).property_id, chosen)
        try:
            page = pages.paginate_queryset(found, request)
        except NotFound:
            raise serializers.ValidationError({"cursor": [_("This is no page.")]}) from None
        return pages.get_paginated_response([row_of(each) for each in page or []])


def listed(property_id: int, chosen: dict[str, Any]) -> QuerySet[Round]:
    return (
        Round.objects.filter(property_id=property_id, **chosen)
        .defer("facts")
        .annotate(
            house_net_cents=F("settlement__house_net_cents"),
            wagered_cents=F("settlement__wagered_cents"),
        )
    )


def row_of(each: Any) -> dict[str, Any]:
    return {
        "id": str(each.pk),
        "table": each.table_id,
        "number": each.number,
        "gaming_day": each.gaming_day.isoformat(),
        "state": each.state,
        "version": each.version,
        "opened_at": stamp(each.opened_at),
        "ended_at": stamp(each.ended_at),
        "dealer": each.dealer_id,
        "bank_kind": each.bank_kind,
        "bank_seat": each.bank_seat,
        "depth": each.depth,
        "source": each.source,
        "is_late_entry": each.is_late_entry,
        "has_irregularity": each.has_irregularity,
        "has_correction": each.has_correction,
        "has_dispute": each.has_dispute,
        "void_reason": each.void_reason,
        "house_net_cents": each.house_net_cents,
        "wagered_cents": each.wagered_cents,
    }


@read_schema(
    OpenApiTypes.OBJECT,
    summary="A profile's rules as tables, for work without the network",
    tags=("rules",),
    parameters=[OpenApiParameter("profile", str, OpenApiParameter.PATH)],
)
class RulesTables(ReadView):
    acts = SIGNED_IN

    def get(self, request: Request, profile: str) -> Response:
        person_of(request)
        tables = browser_tables(profile)
        if tables is None:
            raise Http404
        return Response(tables, headers=KEPT)


@read_schema(
    OpenApiTypes.OBJECT,
    summary="The tables of a submission that has its own house way",
    tags=("rules",),
)
class SubmissionTables(ReadView):
    acts = SIGNED_IN

    def get(self, request: Request, submission_id: int) -> Response:
        mine = RulesSubmission.objects.filter(property_id=person_of(request).property_id)
        submission = mine.filter(pk=submission_id).first()
        game = game_of(submission) if submission else None
        if not isinstance(game, TileGame):
            raise Http404
        return Response(own_browser_tables(game), headers=KEPT)
