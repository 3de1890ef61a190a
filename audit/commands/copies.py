"""Copy the logs to a folder, so that a lost database can be made again from it.

A copy is bundles of neighbouring entries; each verifies on its own. A second copy into the same
folder adds what came since. Entries whose events were archived are in the archives.
"""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from django.db import connection

from audit.commands.export import Written, bundle_contents, write_file
from audit.commands.rows import seal_rows
from audit.commands.sequence import seal_everything
from audit.queries.leaves import LeafPlace
from audit.queries.trees import TreeHead, all_trees, latest_checkpoint

ENTRIES_A_FILE = 100_000


def copy_logs(folder: Path, *, at: datetime) -> Iterator[Written]:
    """Write the signed entries that the folder does not have yet.

    What changed on the floor is taken into the log first, so that the copy has it.
    """
    seal_rows(at=at)
    seal_everything(within_seconds=600)
    for tree in all_trees():
        yield from _copy_tree(tree, folder, at)


def _copy_tree(tree: TreeHead, folder: Path, at: datetime) -> Iterator[Written]:
    head = latest_checkpoint(tree.tree_id)
    first = _copied(tree, folder)
    while head is not None and first < head.size:
        end = min(first + ENTRIES_A_FILE, head.size)
        places = _places(tree.tree_id, first, end)
        if places:
            title = f"{tree.origin}: copy of the entries #{first} to #{end - 1}"
            about = {"copy": [first, end]}
            contents = bundle_contents(places, head, title=title, about=about, at=at)
            yield write_file(contents, folder / f"{_name(tree)}{first:012d}-{end:012d}.zip")
        first = end


def _copied(tree: TreeHead, folder: Path) -> int:
    """How far earlier copies into the folder go."""
    ends = [int(path.stem.rpartition("-")[2]) for path in folder.glob(f"{_name(tree)}*.zip")]
    return max(ends, default=0)


def _name(tree: TreeHead) -> str:
    return f"copy-{tree.log_id:04d}-{tree.generation:02d}-"


def _places(tree_id: int, first: int, end: int) -> list[LeafPlace]:
    """The entries whose events are still in the database."""
    with connection.cursor() as cursor:
        cursor.execute(PLACES, [tree_id, first, end])
        return [LeafPlace.of(row) for row in cursor.fetchall()]


PLACES = """
select l.tree_id, l.idx, l.event_id, l.keep, l.at, l.hash from audit_leaf l
 where l.tree_id = %s and l.idx >= %s and l.idx < %s
   and not exists (select 1 from audit_archive a
                    where a.tree_id = l.tree_id and a.keep = l.keep
                      and a.month = date_trunc('month', l.at at time zone 'UTC')::date)
 order by l.idx
"""
