"""What is missing or out of place in the record right now: cheap enough to ask every minute.

`manage.py audit verify` asks the same of everything; here only what is recent is looked at.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from audit.log.tiles import cached, root_at
from audit.models import SITE_LOG, AlarmCode
from audit.queries.fingerprint import shape_changes
from audit.queries.trees import TreeHead, latest_checkpoint, open_trees, tile_reader, witnessed_size
from foundation.folding import kept_tables

LATE_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Gap:
    """Something wrong: in which log, what, and where exactly."""

    log_id: int
    code: AlarmCode
    detail: dict[str, Any]


def gaps() -> Iterator[Gap]:
    """Everything that is wrong now."""
    yield from _rows(AlarmCode.SEALING_LATE, SEALING_LATE, [LATE_SECONDS])
    yield from _rows(AlarmCode.EVENT_UNSEALED, EVENT_UNSEALED)
    yield from _rows(AlarmCode.EVENT_MISSING, EVENT_MISSING)
    yield from _rows(AlarmCode.STREAM_HOLE, STREAM_HOLE)
    yield from _rows(AlarmCode.CLOCK_WENT_BACK, CLOCK_WENT_BACK)
    yield from protection_gaps()
    yield from shape_gaps()
    for tree in open_trees():
        yield from tree_gaps(tree)


def oldest_unsealed_seconds() -> float:
    """How long the oldest event has waited to be sealed; 0 when none waits.

    Before there is a house there is no log to seal into, and nothing is late.
    """
    ((seconds,),) = _fetch(
        "select coalesce(extract(epoch from clock_timestamp() - min(at)), 0) from audit_pending"
        " where exists (select from staff_property)"
    )
    return max(0.0, float(seconds))


def tree_gaps(tree: TreeHead) -> Iterator[Gap]:
    yield from _leaf_gaps(tree)
    latest = latest_checkpoint(tree.tree_id)
    if latest is not None and latest.size > tree.size:
        detail = {"checkpoint": latest.size, "size": tree.size}
        yield Gap(tree.log_id, AlarmCode.CHECKPOINT_AHEAD, detail)
        return
    signed = latest.size if latest else 0
    if latest is not None and _root(tree, signed) != latest.checkpoint.root:
        yield Gap(tree.log_id, AlarmCode.ROOT_DIFFERS, {"size": signed})
    yield from _late(tree, AlarmCode.SIGNING_LATE, signed)
    yield from _late(tree, AlarmCode.WITNESS_BEHIND, witnessed_size(tree.tree_id))


def _leaf_gaps(tree: TreeHead) -> Iterator[Gap]:
    """Count the last entries; in one statement with the size, since sealing goes on meanwhile."""
    first = max(0, tree.size - 5_000)
    ((size, found, last),) = _fetch(
        "select t.size, count(l.idx), max(l.idx) from audit_tree t"
        " left join audit_leaf l on l.tree_id = t.id and l.idx >= %s where t.id = %s"
        " group by t.size",
        [first, tree.tree_id],
    )
    if found != size - first or (last is not None and last != size - 1):
        detail = {"from": first, "expected": size - first, "found": found}
        yield Gap(tree.log_id, AlarmCode.LEAF_MISSING, detail)


def _root(tree: TreeHead, size: int) -> bytes | None:
    try:
        return root_at(size, cached(tile_reader(tree.tree_id), tree.size))
    except LookupError:
        return None


def _late(tree: TreeHead, code: AlarmCode, reached: int) -> Iterator[Gap]:
    """The first entry beyond what was reached may be a minute old at most."""
    if reached >= tree.size:
        return
    rows = _fetch(
        "select extract(epoch from clock_timestamp() - at) from audit_leaf"
        " where tree_id = %s and idx = %s",
        [tree.tree_id, reached],
    )
    if rows and rows[0][0] > LATE_SECONDS:
        yield Gap(tree.log_id, code, {"reached": reached, "size": tree.size})


def protection_gaps() -> Iterator[Gap]:
    """Triggers that should always fire and do not, as (table, trigger)."""
    off = [f"{table}.{trigger}" for table, trigger in _fetch(PROTECTION)]
    watched = {table for (table,) in _fetch(WATCHED)}
    off += [f"{table}.{table}_has_event" for table in kept_tables() if table not in watched]
    if off:
        yield Gap(SITE_LOG, AlarmCode.PROTECTION_OFF, {"triggers": off[:20]})


def shape_gaps() -> Iterator[Gap]:
    """What of the database itself was changed since the last migration."""
    changed = shape_changes()
    if changed:
        detail = {"count": len(changed), "changed": changed[:20]}
        yield Gap(SITE_LOG, AlarmCode.DATABASE_CHANGED, detail)


def _rows(code: AlarmCode, query: str, arguments: Sequence[Any] = ()) -> Iterator[Gap]:
    for log_id, count, example in _fetch(query, arguments):
        yield Gap(log_id, code, {"count": count, "first": str(example)})


def _fetch(query: str, arguments: Sequence[Any] = ()) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query, arguments or None)
        return list(cursor.fetchall())


SEALING_LATE = """
select log_id, count(*), min(event_id::text) from audit_pending
 where at < clock_timestamp() - make_interval(secs => %s)
   and exists (select from staff_property) group by log_id
"""
EVENT_UNSEALED = """
select e.log_id, count(*), min(e.id::text) from audit_event e
 where e.at > clock_timestamp() - interval '10 minutes'
   and e.at < clock_timestamp() - interval '30 seconds'
   and not exists (select 1 from audit_pending p where p.event_id = e.id)
   and not exists (select 1 from audit_leaf l where l.event_id = e.id)
 group by e.log_id
"""
EVENT_MISSING = """
select p.log_id, count(*), min(p.event_id::text) from audit_pending p
 where not exists (
   select 1 from audit_event e where e.id = p.event_id and e.at = p.at and e.keep = p.keep)
 group by p.log_id
"""
STREAM_HOLE = """
select log_id, count(*), min(stream) from (
  select e.log_id, e.stream from audit_event e join audit_stream s on s.stream = e.stream
   where e.at > clock_timestamp() - interval '10 minutes'
   group by e.log_id, e.stream, s.v, s.at
  having max(e.stream_v) - min(e.stream_v) + 1 <> count(*)
      or max(e.stream_v) > s.v
      or (max(e.stream_v) < s.v and s.at < clock_timestamp() - interval '30 seconds')
) holes group by log_id
"""
CLOCK_WENT_BACK = """
select log_id, count(*), max(at) from audit_event
 where at > clock_timestamp() + interval '2 seconds' group by log_id
"""
WATCHED = """
select c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
 where t.tgfoid = 'audit_require_event'::regproc
"""
PROTECTION = """
select r.relname, wanted.name
  from pg_class r
 cross join lateral (values (r.relname || '_append_only'), (r.relname || '_no_truncate'))
       as wanted (name)
 where r.relnamespace = 'public'::regnamespace
   and r.relname in ('audit_event', 'audit_leaf', 'audit_node', 'audit_checkpoint',
                     'audit_cosignature', 'audit_archive')
   and not exists (select 1 from pg_trigger t
                    where t.tgrelid = r.oid and t.tgname = wanted.name and t.tgenabled = 'A')
union all
select r.relname, t.tgname
  from pg_trigger t join pg_class r on r.oid = t.tgrelid
 where r.relname like 'audit\\_%' and not t.tgisinternal and t.tgenabled <> 'A'
   and t.tgfoid <> 'audit_require_event'::regproc
union all
select r.relname, t.tgname
  from pg_trigger t join pg_class r on r.oid = t.tgrelid
 where t.tgfoid = 'audit_require_event'::regproc and t.tgenabled not in ('O', 'A')
 order by 1, 2
"""
