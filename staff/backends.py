"""Sign in by badge: at a desk with a password and a second factor, at a tablet with a PIN."""

from typing import Any

from django.http import HttpRequest

from foundation.prepared import CompiledQuery
from staff.models import Person


class PersonBackend:
    """Loads the person of a session; leavers are nobody from the next request on."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> Person | None:
        return None  # sign-in goes through staff.commands, which lock out and record

    def get_user(self, user_id: int) -> Person | None:
        return ACTIVE.first(user_id)


ACTIVE = CompiledQuery(
    lambda user_id: Person.objects.select_related("property").filter(pk=user_id, is_active=True),
    -1,
)
