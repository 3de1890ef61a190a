"""What is read over the API: a read is declared once, as a command is.

    class SlipFilters(Input):
        table: Id | None = None

    @read(SlipFilters, act=Act.VIEW_SLIPS, path="slips/")
    def read_slips(viewer: Person, asked: SlipFilters) -> SlipPage:
        \"""Slips, latest first.\"""
        return slip_page(viewer, asked)

What the address says and what its query string says are fields of one input. The answer is a frozen
sheet, and the OpenAPI document describes its type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from foundation.inputs import Input

if TYPE_CHECKING:
    from staff.models import Person
    from staff.policy import Act

I = TypeVar("I", bound=Input)  # noqa: E741
R = TypeVar("R")

JSON, TEXT, BYTES = "application/json", "text/plain", "application/octet-stream"


@dataclass(frozen=True)
class Read(Generic[I, R]):
    """Something that is read, as the API offers it."""

    answer: Callable[[Person, I], R]
    asks: type[I]
    act: Act | None
    path: str
    media_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, viewer: Person, asked: I) -> R:
        return self.answer(viewer, asked)

    @property
    def name(self) -> str:
        """Its name in the OpenAPI document: `read_slips`."""
        return self.answer.__name__

    @property
    def slug(self) -> str:
        """Its name among the addresses: `slips`."""
        return self.name.removeprefix("read_").replace("_", "-")

    @property
    def app(self) -> str:
        return self.answer.__module__.partition(".")[0]

    @property
    def says(self) -> str:
        """What is read, in a sentence."""
        return (self.answer.__doc__ or "").strip()


class Nothing(Input):
    """A read that wants to know nothing: its address says it all."""


def read(
    asks: type[I],
    *,
    act: Act | None = None,
    path: str,
    media_type: str = JSON,
    headers: Mapping[str, str] = MappingProxyType({}),
) -> Callable[[Callable[[Person, I], R]], Read[I, R]]:
    """Make a read of a function; its docstring is what the OpenAPI document says.

    Without an act it is for whoever is signed in.
    """

    def declared(answer: Callable[[Person, I], R]) -> Read[I, R]:
        return Read(answer, asks, act, path, media_type, headers)

    return declared


Reads = tuple[Read[Any, Any], ...]
