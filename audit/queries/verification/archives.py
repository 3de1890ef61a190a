"""Archive files against what the record says of them."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

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
    """The months and classes of a tree whose events are in the archive, as ("2026-11", "5y")."""
    rows = reader.execute(
        "select to_char(month, 'YYYY-MM'), keep from audit_archive where tree_id = %s",
        [tree.tree_id],
    )
    return frozenset((month, keep) for month, keep in rows)


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
