"""The OpenAPI description of what is read."""

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.utils import extend_schema

from foundation.openapi import READING, problems

View = TypeVar("View", bound=Callable[..., Any])


def read_schema(
    answer: Any, *, summary: str, tags: tuple[str, ...] = ("rounds",), **more: Any
) -> Callable[[View], View]:
    return extend_schema(
        responses={200: answer, **problems(*READING)},
        summary=summary,
        tags=list(tags),
        **more,
    )
