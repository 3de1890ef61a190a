"""The OpenAPI description: answers, problems and headers that all commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers

from staff.openapi import IDEMPOTENCY, IF_MATCH, READING, problems

View = TypeVar("View", bound=Callable[..., Any])


TABLET_SEQ = OpenApiParameter(
    "X-Tablet-Seq",
    OpenApiTypes.INT,
    OpenApiParameter.HEADER,
    description="The tablet's own count of commands for this table; a hole is refused.",
)


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
        responses={200: answer, **problems(*READING)},
        summary=summary,
        tags=list(tags),
        **more,
    )
