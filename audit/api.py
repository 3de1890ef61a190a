"""The record over REST: events, proofs, checkpoints and tiles, as C2SP spells them.

Another tool can mirror and check the log from `checkpoint` and `tile/…` alone.
"""

import re
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.commands.reading import note_read
from audit.log.tiles import consistency_proof
from audit.queries.events import Cursor, Found, event_page, one_event
from audit.queries.proofs import proof_of, reach_of, states_of
from audit.queries.tile_files import entry_tile, hash_tile
from audit.queries.trees import (
    TreeHead,
    latest_checkpoint,
    tile_reader,
    trees_of,
)
from audit.reading_filters import filters_from
from foundation.openapi import ProblemSerializer
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, require

_SIZE = re.compile(r"[0-9]{1,18}\Z")


class EventSerializer(serializers.Serializer[Any]):
    """An event as it is kept, with the place it has in the log."""

    id = serializers.UUIDField()
    log = serializers.IntegerField(allow_null=True, help_text="which log, for its proofs")
    index = serializers.IntegerField(allow_null=True, help_text="null while it waits")
    state = serializers.ChoiceField(["waiting", "sealed", "signed", "witnessed"])
    event = serializers.JSONField(help_text="the event, in the form that is hashed")


class EventPageSerializer(serializers.Serializer[Any]):
    """A page of events, newest first, and the cursor of the next."""

    events = EventSerializer(many=True)
    next = serializers.CharField(allow_null=True)


class LogSerializer(serializers.Serializer[Any]):
    """A log as far as it goes."""

    log = serializers.IntegerField()
    origin = serializers.CharField()
    size = serializers.IntegerField()
    signed = serializers.IntegerField()
    witnessed = serializers.IntegerField()
    is_open = serializers.BooleanField()


class ConsistencySerializer(serializers.Serializer[Any]):
    """That the log of `old` entries is the beginning of the log of `size` entries."""

    old = serializers.IntegerField()
    size = serializers.IntegerField()
    proof = serializers.ListField(child=serializers.CharField(help_text="a hash, in hex"))


PROBLEMS = {
    status: OpenApiResponse(ProblemSerializer, description=text)
    for status, text in {
        400: "Something in the request is not as it should be.",
        401: "Nobody is signed in.",
        403: "This person's role may not read the record.",
        404: "There is no such thing here.",
        409: "Not yet: the event is not signed, or a filter cannot be read.",
        429: "Too many calls.",
        503: "The record is out of reach for a moment.",
    }.items()
}
TEXT: dict[Any, Any] = {(200, "text/plain"): OpenApiTypes.STR, **PROBLEMS}
BYTES: dict[Any, Any] = {(200, "application/octet-stream"): OpenApiTypes.BINARY, **PROBLEMS}
FILTERS = [
    OpenApiParameter(name, OpenApiTypes.STR, OpenApiParameter.QUERY, description=text)
    for name, text in {
        "person": "who did it, by number",
        "table": "at which table, by number",
        "round": "in which round, by id",
        "set": "about which set of tiles, dice or cards, by number",
        "about": "about anything, as `dispute:7`",
        "kind": "what happened, as `rounds.round_settled`",
        "since": "from this time on, ISO 8601",
        "until": "before this time",
        "after": "the cursor of the page before",
    }.items()
]


def described(answer: Any, summary: str, **more: Any) -> Any:
    responses = answer if isinstance(answer, dict) else {200: answer, **PROBLEMS}
    return extend_schema(responses=responses, summary=summary, tags=["record"], **more)


class RecordView(APIView):
    """Whoever reads the record must be allowed to, and is recorded."""

    def reader(self, what: str, **detail: Any) -> Person:
        person = self.request.user
        assert isinstance(person, Person)
        require(person, Act.VIEW_RECORD)
        note_read(what, by=person, at=timezone.now(), detail=detail)
        return person

    def allowed(self) -> Person:
        """For what shows hashes and signatures only."""
        person = self.request.user
        assert isinstance(person, Person)
        require(person, Act.VIEW_RECORD)
        return person


@described(
    EventPageSerializer,
    "The event stream, newest first",
    parameters=FILTERS,
)
class Events(RecordView):
    @extend_schema(operation_id="audit_events_list")
    def get(self, request: Request) -> Response:
        given = request.query_params.dict()
        person = self.allowed()
        filters = filters_from(given, person.property_id)
        after = Cursor.parse(given["after"]) if given.get("after") else None
        if given.get("after") and after is None:
            raise ValidationError({"after": [_("This is no cursor.")]})
        self.reader("stream", filters=filters.wanted())
        page = event_page(filters, after)
        answer = {
            "events": rows_of(list(page.events)),
            "next": str(page.next) if page.next else None,
        }
        return Response(answer)


@described(EventSerializer, "One event")
class Event(RecordView):
    def get(self, request: Request, event_id: UUID) -> Response:
        found = event_for(self.reader("event", event=str(event_id)), event_id)
        return Response(rows_of([found])[0])


@described(TEXT, "The proof of an event, as a C2SP .tlog-proof")
class EventProof(RecordView):
    def get(self, request: Request, event_id: UUID) -> HttpResponse:
        proven = proof_of(event_for(self.allowed(), event_id))
        if proven is None:
            raise Refused("not_signed", _("This event is not signed yet. Try again soon."))
        return HttpResponse(str(proven.proof), content_type="text/plain; charset=utf-8")


@described(LogSerializer(many=True), "The logs of the property")
class Logs(RecordView):
    def get(self, request: Request) -> Response:
        return Response([log_row(tree) for tree in trees_of(self.allowed().property_id)])


@described(TEXT, "The newest signed checkpoint, with its cosignatures")
class LatestCheckpoint(RecordView):
    def get(self, request: Request, log_id: int) -> HttpResponse:
        tree = tree_for(self.allowed(), log_id)
        head = latest_checkpoint(tree.tree_id)
        if head is None:
            raise Http404
        return HttpResponse(str(head.note), content_type="text/plain; charset=utf-8")


@described(
    ConsistencySerializer,
    "A consistency proof between two sizes",
    parameters=[
        OpenApiParameter("old", OpenApiTypes.INT64, OpenApiParameter.QUERY, required=True),
        OpenApiParameter("size", OpenApiTypes.INT64, OpenApiParameter.QUERY, required=True),
    ],
)
class Consistency(RecordView):
    def get(self, request: Request, log_id: int) -> Response:
        tree = tree_for(self.allowed(), log_id)
        old, size = (size_in(request, name) for name in ("old", "size"))
        if not 0 < old <= size <= tree.size:
            message = _("0 < old <= size <= {size}").format(size=tree.size)
            raise ValidationError({"size": [message]})
        proof = consistency_proof(old, size, tile_reader(tree.tree_id))
        return Response({"old": old, "size": size, "proof": [each.hex() for each in proof]})


@described(
    BYTES,
    "A tile of the tree, or its entries, as C2SP tlog-tiles",
    parameters=[
        OpenApiParameter(
            "tile",
            OpenApiTypes.STR,
            OpenApiParameter.PATH,
            description="`0/000`, `1/000.p/17`, `entries/000.p/3`",
        )
    ],
)
class LogTile(RecordView):
    def get(self, request: Request, log_id: int, tile: str) -> HttpResponse:
        if tile.startswith("entries/"):
            person = self.reader("entries", tile=tile[:80])
            content = entry_tile(tree_for(person, log_id), tile.removeprefix("entries/"))
        else:
            content = hash_tile(tree_for(self.allowed(), log_id), tile)
        if content is None:
            raise Http404
        return HttpResponse(content, content_type="application/octet-stream")


def event_for(person: Person, event_id: UUID) -> Found:
    found = one_event(person.property_id, event_id)
    if found is None:
        raise Http404
    return found


def tree_for(person: Person, log_id: int) -> TreeHead:
    for tree in trees_of(person.property_id):
        if tree.tree_id == log_id:
            return tree
    raise Http404


def rows_of(events: list[Found]) -> list[dict[str, Any]]:
    states = states_of(events)
    return [
        {
            "id": str(event.id),
            "log": event.tree_id,
            "index": event.idx,
            "state": states[str(event.id)].value,
            "event": event.body,
        }
        for event in events
    ]


def log_row(tree: TreeHead) -> dict[str, Any]:
    reach = reach_of(tree.tree_id)
    return {
        "log": tree.tree_id,
        "origin": tree.origin,
        "size": tree.size,
        "signed": reach.signed,
        "witnessed": reach.witnessed,
        "is_open": tree.is_open,
    }


def size_in(request: Request, name: str) -> int:
    text = request.query_params.get(name, "")
    if not _SIZE.match(text) or not text.isascii():
        raise ValidationError({name: [_("A whole number is needed.")]})
    return int(text)
