"""Service tokens for smart tables and imports: `Authorization: Token …`."""

from datetime import UTC, datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from foundation.context import add as note_surroundings
from foundation.prepared import CompiledQuery
from staff.commands.services import note_use
from staff.commands.tablets import key_digest
from staff.models import Person, ServiceToken

TOKEN = CompiledQuery(
    lambda token_hash, at: ServiceToken.objects.select_related("service__property", "use").filter(
        token_hash=token_hash,
        revoked_at__isnull=True,
        expires_at__gt=at,
        service__is_active=True,
        service__is_service=True,
    ),
    b"",
    datetime.min.replace(tzinfo=UTC),
)


class ServiceTokenAuthentication(BaseAuthentication):
    """The request is the service's own, never a person's, and the record says by which token."""

    def authenticate(self, request: Request) -> tuple[Person, ServiceToken] | None:
        words = get_authorization_header(request).decode("latin-1").split()
        if not words or words[0].lower() != "token":
            return None
        secret, now = words[1] if len(words) == 2 else "", timezone.now()
        token = TOKEN.first(key_digest(secret), now)
        if token is None:
            raise AuthenticationFailed(_("This token is not valid."))
        note_use(token, now)
        note_surroundings(token_id=token.pk)
        return token.service, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"
