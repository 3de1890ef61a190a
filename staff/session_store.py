"""Sessions in the database, read on every request by a statement that is compiled once."""

from datetime import UTC, datetime
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import get_random_string

from foundation.marks import with_mark
from foundation.prepared import CompiledQuery

KEY_LETTERS = 28

LIVING = CompiledQuery(
    lambda key, at: Session.objects.filter(session_key=key, expire_date__gt=at),
    "",
    datetime.min.replace(tzinfo=UTC),
)


class SessionStore(db.SessionStore):
    def _get_new_session_key(self) -> str:
        """A key that shows the web server at once that somebody signed in with us."""
        while True:
            key = with_mark(get_random_string(KEY_LETTERS, VALID_KEY_CHARS))
            if not self.exists(key):
                return key

    def load(self) -> dict[str, Any]:
        found = LIVING.first(self.session_key, timezone.now())
        if found is None:
            self._session_key = None
            return {}
        return self.decode(found.session_data)
