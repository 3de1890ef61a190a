"""What surrounds an act: the request it came in, the tablet, and the tablet's own clock."""

from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Context:
    """The surroundings that every event of one request shares."""

    request_id: str = ""
    tablet_id: int | None = None
    tablet_at: datetime | None = None
    token_id: int | None = None


_context: ContextVar[Context] = ContextVar("audit_context", default=Context())  # noqa: B039


def current() -> Context:
    return _context.get()


def enter(context: Context) -> None:
    _context.set(context)


def add(*, tablet_id: int | None = None, token_id: int | None = None) -> None:
    """Say, once it is known, which tablet or token this request comes from."""
    _context.set(replace(_context.get(), tablet_id=tablet_id, token_id=token_id))
