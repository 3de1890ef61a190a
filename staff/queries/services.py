"""What the page of service accounts shows."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from staff.models import Person, ServiceToken
from staff.policy import SCOPES


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token of a service; `state` is `good`, `ended` or `revoked`."""

    id: int
    made_at: datetime
    expires_at: datetime
    last_used_at: datetime | None
    state: str


@dataclass(frozen=True, slots=True)
class ServiceRow:
    """A service account and its tokens, the newest first."""

    id: int
    name: str
    scopes: tuple[str, ...]
    tables: tuple[int, ...]
    is_active: bool
    tokens: tuple[TokenRow, ...]


def service_rows(viewer: Person) -> list[ServiceRow]:
    """Every service of the viewer's house, those that are shut out last."""
    now = timezone.now()
    found = Person.services.filter(property_id=viewer.property_id).prefetch_related("tokens__use")
    return [
        ServiceRow(
            each.pk,
            each.name,
            tuple(str(SCOPES[scope].label) for scope in each.scopes if scope in SCOPES),
            tuple(each.scope_tables),
            each.is_active,
            tuple(_token(token, now) for token in sorted(each.tokens.all(), key=lambda t: -t.pk)),
        )
        for each in found.order_by("-is_active", "name")
    ]


def _token(token: ServiceToken, now: datetime) -> TokenRow:
    used = getattr(token, "use", None)
    state = "revoked" if token.revoked_at else "ended" if token.expires_at <= now else "good"
    last = used.last_used_at if used else None
    return TokenRow(token.pk, token.made_at, token.expires_at, last, state)
