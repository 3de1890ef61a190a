"""Service tokens for smart tables and imports: `Authorization: Token …`."""

from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from foundation.context import add as note_surroundings
from foundation.prepared import CompiledQuery
from staff.commands.tablets import key_digest
from staff.models import Person, ServiceToken

TOKEN = CompiledQuery(
    lambda token_hash: ServiceToken.objects.select_related("person__property").filter(
        token_hash=token_hash, revoked_at__isnull=True, person__is_active=True
    ),
    b"",
)


class ServiceTokenAuthentication(BaseAuthentication):
    """The request acts in the name of the token's person, and the record says by which token."""

    def authenticate(self, request: Request) -> tuple[Person, ServiceToken] | None:
        words = get_authorization_header(request).decode("latin-1").split()
        if not words or words[0].lower() != "token":
            return None
        secret = words[1] if len(words) == 2 else ""
        token = TOKEN.first(key_digest(secret))
        if token is None:
            raise AuthenticationFailed(_("This token is not valid."))
        note_surroundings(token_id=token.pk)
        return token.person, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"
