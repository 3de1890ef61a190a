"""The database itself against what was sealed of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.migrations.loader import MigrationLoader

from audit.queries.fingerprint import changes, fingerprint, sealed_details, unpacked
from audit.queries.verification.faults import Fault, FaultCode
from audit.queries.verification.reading import Reader


def shape_faults(reader: Reader, _log_ids: Sequence[int] | None = None) -> Iterator[Fault]:
    """The database against what was sealed of it, and that against the migrations there are."""

    def fetch(query: str, arguments: Sequence[Any]) -> list[Any]:
        return list(reader.execute(query, list(arguments) or None).fetchall())

    sealed = sealed_details(fetch)
    if not sealed:
        yield _fault("what the database is was never sealed: run the migrations")
        return
    for change in changes(unpacked(sealed[-1]["packed"]), fingerprint(fetch)):
        yield _fault(f"the database is not as it was sealed: {change}")
    yield from _unfounded(sealed)


def _unfounded(sealed: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    """Changes that were sealed, but that no migration of this software made."""
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    before: set[str] = set()
    for each in sealed:
        new = set(each["migrations"]) - before
        for name in sorted(new - known):
            yield _fault(f"the database was changed by {name}, which this software does not have")
        if before and each["changed"] and not new:
            what = ", ".join(each["changed"][:3])
            yield _fault(f"the database was sealed as changed without a migration: {what}")
        before |= new


def _fault(message: str) -> Fault:
    return Fault(FaultCode.DATABASE_CHANGED, message)
