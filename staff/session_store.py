"""Sessions in the database, read on every request by a statement that is compiled once.

The database has only the hash of a session's key: who reads it, or a backup, is nobody by that.
"""

import hashlib
from datetime import UTC, datetime
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import get_random_string

from foundation.marks import with_mark
from foundation.prepared import CompiledQuery

KEY_LETTERS = 28
KEPT_LETTERS = 40

LIVING = CompiledQuery(
    lambda key, at: Session.objects.filter(session_key=key, expire_date__gt=at),
    "",
    datetime.min.replace(tzinfo=UTC),
)


def kept_key(session_key: str | None) -> str:
    """What the database has of a session's key; long random keys need no slow hash."""
    if not session_key:
        return ""
    return hashlib.sha256(session_key.encode()).hexdigest()[:KEPT_LETTERS]


def session_kept_as(kept: str) -> dict[str, Any]:
    """What is in the session that the database keeps under this hash."""
    found = LIVING.first(kept, timezone.now())
    return SessionStore().decode(found.session_data) if found else {}


class SessionStore(db.SessionStore):
    def _get_new_session_key(self) -> str:
        """A key that shows the web server at once that somebody signed in with us."""
        while True:
            key = with_mark(get_random_string(KEY_LETTERS, VALID_KEY_CHARS))
            if not self.exists(key):
                return key

    def load(self) -> dict[str, Any]:
        found = LIVING.first(kept_key(self.session_key), timezone.now())
        if found is None:
            self._session_key = None
            return {}
        return self.decode(found.session_data)

    def exists(self, session_key: str) -> bool:
        return super().exists(kept_key(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        made = super().create_model_instance(data)
        made.session_key = kept_key(made.session_key)
        return made

    def delete(self, session_key: str | None = None) -> None:
        key = self.session_key if session_key is None else session_key
        if key:
            super().delete(kept_key(key))
