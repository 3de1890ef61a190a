"""What surrounds an act: the request it came in, the tablet, and the tablet's own clock."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple


class SignedBy(NamedTuple):
    """Somebody whose PIN stands under an act, as the record names them for ever."""

    person: int
    licence: str
    name: str


@dataclass(frozen=True, slots=True)
class Context:
    """The surroundings that every event of one request shares."""

    request_id: str = ""
    tablet_id: int | None = None
    tablet_at: datetime | None = None
    token_id: int | None = None
    signed: Mapping[str, SignedBy] = field(default_factory=dict)


_context: ContextVar[Context] = ContextVar("audit_context", default=Context())  # noqa: B039


def current() -> Context:
    return _context.get()


def enter(context: Context) -> None:
    _context.set(context)


@contextmanager
def signing(signed: Mapping[str, SignedBy]) -> Iterator[None]:
    """Name in every event of an act those who signed it."""
    before = _context.set(replace(_context.get(), signed=signed))
    try:
        yield
    finally:
        _context.reset(before)


def add(*, tablet_id: int | None = None, token_id: int | None = None) -> None:
    """Say, once it is known, which tablet or token this request comes from."""
    _context.set(replace(_context.get(), tablet_id=tablet_id, token_id=token_id))
