"""Seal what the database itself is, after each migration."""

from datetime import datetime
from typing import Any

from django.db import connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from audit.events import EventKind
from audit.models import SITE_LOG
from audit.queries.fingerprint import (
    MOST_EXAMPLES,
    changes,
    fetched,
    fingerprint,
    packed,
    sealed_details,
    unpacked,
)
from audit.record import append


def seal_shape(*, at: datetime) -> bool:
    """Record what the database is, if it or its migrations are new; say whether it was."""
    with transaction.atomic():
        sealed = sealed_details(fetched)
        known = {name for each in sealed for name in each["migrations"]}
        new = sorted(
            f"{app}.{name}"
            for app, name in MigrationRecorder(connections["default"]).applied_migrations()
            if f"{app}.{name}" not in known
        )
        now = fingerprint(fetched)
        found = list(changes(unpacked(sealed[-1]["packed"]), now)) if sealed else []
        if sealed and not new and not found:
            return False
        _record(now, new, found, at)
    return True


def _record(now: Any, new: list[str], found: list[str], at: datetime) -> None:
    append(
        EventKind.DATABASE_SHAPED,
        log_id=SITE_LOG,
        subjects=["database:shape"],
        by=None,
        at=at,
        detail={
            "count": len(now),
            "migrations": new,
            "changed": found[:MOST_EXAMPLES],
            "changes": len(found),
            "packed": packed(now),
        },
        change={"before": None, "after": None},
    )


def after_migrations(*, using: str, plan: Any = (), **_: Any) -> None:
    """Hear that the migrations are done; one that took the record itself away is not sealed.

    The owner's connection and the application's lead to the same database.
    """
    tables = connections[using].introspection.table_names()
    if using in ("default", "owner") and {"audit_event", "audit_stream", "audit_pending"} <= set(
        tables
    ):
        seal_shape(at=timezone.now())
