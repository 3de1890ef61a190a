"""Archive files against what the record says of them."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from audit.events import EventKind
from audit.log import verify
from audit.log.notes import VerifierKey
from audit.queries.trees import TreeHead
from audit.queries.verification.faults import Fault, FaultCode
from audit.queries.verification.reading import Reader
from foundation.files import fetched

Fetch = Callable[[str], AbstractContextManager[Path]]


def archive_name(file: str) -> str:
    """The name under which an archive is kept."""
    return f"archive/{file}"


def kept_archive(file: str) -> AbstractContextManager[Path]:
    """Fetch an archive from where all machines keep them."""
    return fetched(archive_name(file))


def archives_in(folder: Path) -> Fetch:
    """Take the archives from a folder, as somebody has them who trusts no database."""
    return lambda file: nullcontext(folder / file)


def archived_classes(reader: Reader, tree: TreeHead) -> frozenset[tuple[str, str]]:
    """The months and classes of a tree whose events are in the archive, as ("2026-11", "5y").

    What the log itself does not say was archived is not.
    """
    return frozenset((month, keep) for month, keep, _, said in _noted(reader, tree) if said)


def unrecorded_archives(reader: Reader, trees: Sequence[TreeHead]) -> Iterator[Fault]:
    """Archives that are noted, though no event says that a month was moved there."""
    for tree in trees:
        for month, keep, file, is_said in _noted(reader, tree):
            if not is_said:
                message = f"archive {file}: the record does not say that {month}, {keep}, was moved"
                yield Fault(FaultCode.ARCHIVE_WRONG, message, tree.origin)


def _noted(reader: Reader, tree: TreeHead) -> list[tuple[str, str, str, bool]]:
    wanted = {"tree": tree.tree_id, "log": tree.log_id, "kind": EventKind.MONTH_ARCHIVED.code}
    return reader.execute(NOTED, {**wanted, "origin": tree.origin}).fetchall()


def archive_faults(
    reader: Reader, trees: Sequence[TreeHead], keys: Sequence[VerifierKey], fetch: Fetch | None
) -> Iterator[Fault]:
    """Verify every archive file of these trees, when it is said where they are."""
    if fetch is None:
        return
    origins = {tree.tree_id: tree.origin for tree in trees}
    rows = reader.execute(ARCHIVES, [list(origins)]).fetchall()
    for tree_id, file, digest, events, month, keep in rows:
        with fetch(file) as path:
            trouble = file_trouble(path, digest, events, keys)
            if not trouble and _indexes(path) != _leaf_indexes(reader, tree_id, month, keep):
                trouble = "it does not hold the events that left the database"
        if trouble:
            message = f"archive {file}: {trouble}"
            yield Fault(FaultCode.ARCHIVE_WRONG, message, origins[tree_id])


def file_trouble(path: Path, digest: str, events: int, keys: Sequence[VerifierKey]) -> str:
    """What is wrong with one archive file; empty when nothing is."""
    if not path.exists():
        return "the file is missing"
    with path.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != digest:
            return "the file is not the one that was written"
    try:
        findings = verify.verify(path, [verify.parse_key(str(key)) for key in keys])
    except verify.Fault as fault:
        return str(fault)
    wanted = f"{events} event(s) stand in the log as written"
    return "" if wanted in findings else f"it does not hold {events} events"


def _indexes(path: Path) -> list[int]:
    return [index for index, _ in verify.read_entries(verify.Bundle(path), "events.jsonl")]


def _leaf_indexes(reader: Reader, tree_id: int, month: str, keep: str) -> list[int]:
    rows = reader.execute(LEAF_INDEXES, {"tree_id": tree_id, "month": month, "keep": keep})
    return [index for (index,) in rows]


NOTED = """
select to_char(a.month, 'YYYY-MM'), a.keep, a.file, exists (
         select 1 from audit_event e, convert_from(e.body, 'UTF8') as text
          where e.log_id = %(log)s and e.kind = %(kind)s
            and text::jsonb -> 'detail' @> jsonb_build_object(
                  'origin', %(origin)s::text, 'month', to_char(a.month, 'YYYY-MM'),
                  'keep', a.keep, 'file', a.file, 'sha256', a.sha256, 'events', a.events))
  from audit_archive a where a.tree_id = %(tree)s order by a.month, a.keep
"""
ARCHIVES = """
select tree_id, file, sha256, events, to_char(month, 'YYYY-MM-DD'), keep
  from audit_archive where tree_id = any(%s) order by month, keep, tree_id
"""
LEAF_INDEXES = """
select idx from audit_leaf
 where tree_id = %(tree_id)s and keep = %(keep)s
   and at >= %(month)s::date::timestamp at time zone 'UTC'
   and at < (%(month)s::date + interval '1 month') at time zone 'UTC'
 order by idx
"""
