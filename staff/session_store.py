"""Sessions in the database, read on every request by a statement that is compiled once."""

from datetime import UTC, datetime
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from foundation.prepared import CompiledQuery

LIVING = CompiledQuery(
    lambda key, at: Session.objects.filter(session_key=key, expire_date__gt=at),
    "",
    datetime.min.replace(tzinfo=UTC),
)


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        found = LIVING.first(self.session_key, timezone.now())
        if found is None:
            self._session_key = None
            return {}
        return self.decode(found.session_data)
