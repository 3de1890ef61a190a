"""The OpenAPI description: answers, problems and headers that all commands share."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from staff.openapi import ProblemSerializer

View = TypeVar("View", bound=Callable[..., Any])


PROBLEMS: Mapping[int, str] = {
    400: "The request is not as it should be; `fields` says where.",
    401: "Nobody is signed in.",
    403: "This person's role may not do this.",
    404: "There is no such thing here.",
    409: "The step is refused now; `rule` names the paragraph.",
    412: "The round changed since the version in If-Match; `sheet` is how it is now.",
    415: "Only application/json is read.",
    422: "The Idempotency-Key was used for something else.",
    423: "Locked out after wrong PINs.",
    428: "If-Match is missing.",
    429: "Too many calls; see Retry-After.",
    503: "The record is out of reach for a moment; nothing was saved.",
}

IDEMPOTENCY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.UUID,
    OpenApiParameter.HEADER,
    required=True,
    description="A UUID made by the client; the same again gives the first answer.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    required=True,
    description='The version of the round that the client saw, in quotes: "7".',
    pattern=r'^"[0-9]{1,9}"$',
)
TABLET_SEQ = OpenApiParameter(
    "X-Tablet-Seq",
    OpenApiTypes.INT,
    OpenApiParameter.HEADER,
    description="The tablet's own count of commands for this table; a hole is refused.",
)


def problems(*without: int) -> dict[int, OpenApiResponse]:
    return {
        status: OpenApiResponse(ProblemSerializer, description=text)
        for status, text in PROBLEMS.items()
        if status not in without
    }


def command_schema(
    request: type[serializers.BaseSerializer[Any]],
    answer: type[serializers.BaseSerializer[Any]],
    *,
    summary: str,
    needs_version: bool = True,
) -> Callable[[View], View]:
    """Describe a command: what it takes, its headers, the sheet it answers with."""
    parameters = [IDEMPOTENCY, *([IF_MATCH] if needs_version else []), TABLET_SEQ]
    return extend_schema(
        request=request,
        responses={200: answer, **problems()},
        parameters=parameters,
        summary=summary,
        tags=["rounds"],
    )


def read_schema(
    answer: Any, *, summary: str, tags: tuple[str, ...] = ("rounds",), **more: Any
) -> Callable[[View], View]:
    return extend_schema(
        responses={200: answer, **problems(409, 412, 415, 422, 423, 428)},
        summary=summary,
        tags=list(tags),
        **more,
    )
