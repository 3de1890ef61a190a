"""What stands beside the trees: events that wait, subjects' counters, and the floor's own rows.

A row of an audited table changes only together with an event, and at that moment the database
keeps the hash of the row. Whoever goes around that (a superuser with the triggers off) leaves a
row that does not match.
"""

from collections.abc import Iterator, Sequence

from psycopg import sql

from audit.events import EventKind
from audit.queries.trees import TreeHead
from audit.queries.verification.faults import Fault, FaultCode
from audit.queries.verification.ranges import Streams
from audit.queries.verification.reading import Reader
from foundation.folding import kept_tables

MOST_EXAMPLES = 20


def extra_events(reader: Reader, tree: TreeHead, found: int) -> Iterator[Fault]:
    """Events of a log that no entry has: they must be waiting to be sealed.

    They are counted first; only when there are too many is it asked which ones.
    """
    ((stored, waiting),) = reader.execute(STORED_EVENTS, {"log": tree.log_id}).fetchall()
    if stored <= found + waiting:
        return
    for event_id, kind, at in reader.execute(EXTRA_EVENTS, [tree.log_id, MOST_EXAMPLES]):
        message = f"the event {event_id} ({kind}, {at}) is in no entry and does not wait"
        yield Fault(FaultCode.EVENT_EXTRA, message, tree.origin, event_id=event_id)


def pending_faults(reader: Reader, log_ids: Sequence[int] | None) -> Iterator[Fault]:
    """Rows of the queue without their event, or sealed and still waiting."""
    for event_id, is_sealed in reader.execute(PENDING, {"logs": _wanted(log_ids)}):
        trouble = "is sealed and still waits" if is_sealed else "waits to be sealed but is gone"
        message = f"the event {event_id} {trouble}"
        yield Fault(FaultCode.PENDING_WRONG, message, event_id=str(event_id))


def stream_faults(reader: Reader, streams: Streams, *, is_whole: bool) -> Iterator[Fault]:
    """Each subject's counter must be the number of its last event."""
    waiting = dict(reader.execute(WAITING_STREAMS).fetchall())
    seen = streams.last
    with reader.cursor(name="streams") as cursor:
        cursor.execute("select stream, v from audit_stream")
        cursor.itersize = 20_000
        for stream, version in cursor:
            last = seen.get(stream) if stream in seen or is_whole else version
            last = waiting.get(stream, last)
            if last is not None and last != version:
                message = f"{stream} counts {version} events, but its last event is number {last}"
                yield Fault(FaultCode.STREAM_HOLE, message)
            elif last is None and not streams.has_archive:
                message = f"{stream} counts {version} events, but there are none"
                yield Fault(FaultCode.STREAM_HOLE, message)


def unrecorded_rows(reader: Reader, log_ids: Sequence[int] | None) -> Iterator[Fault]:
    """Rows of audited tables that are not as their last recorded change left them."""
    reader.execute("set local timezone = 'UTC'")
    arguments = {"logs": _wanted(log_ids), "most": MOST_EXAMPLES}
    audited = reader.execute(AUDITED_TABLES).fetchall()
    for table in sorted(set(kept_tables()) - {table for table, *_ in audited}):
        message = f"{table} has lost its trigger {table}_has_event; its rows are not compared"
        yield Fault(FaultCode.CHANGE_UNRECORDED, message)
    for table, columns, parts in audited:
        query = _unrecorded(table, columns, parts, is_whole=not log_ids)
        for row_id, is_there, is_known in reader.execute(query, {**arguments, "table": table}):
            trouble = "was changed" if is_there and is_known else "was added"
            message = f"{table} {row_id} {trouble if is_there else 'was removed'} without an event"
            yield Fault(FaultCode.CHANGE_UNRECORDED, message)


def unsealed_digests(reader: Reader, log_ids: Sequence[int] | None) -> Iterator[Fault]:
    """Hashes of rows that are not those in the log: whoever changes a row may change its hash too.

    What the log has not taken in yet must be waiting for it.
    """
    arguments = {
        "logs": _wanted(log_ids),
        "kind": EventKind.ROWS_SEALED.code,
        "most": MOST_EXAMPLES,
    }
    for table, row_id, is_listed, event_id, index, origin in reader.execute(DIGESTS, arguments):
        place = {"origin": origin or "", "index": index, "event_id": event_id or ""}
        if is_listed:
            message = f"the hash kept of {table} {row_id} is not the one that the log has here"
            yield Fault(FaultCode.DIGEST_CHANGED, message, **place)
        else:
            message = f"the hash kept of {table} {row_id} is in no entry and does not wait"
            yield Fault(FaultCode.DIGEST_UNSEALED, message)


def _unrecorded(
    table: str, columns: list[str], arguments: list[str], *, is_whole: bool
) -> sql.Composed:
    """A query for the rows of one table that differ; rows that are gone belong to no log."""
    ours = sql.SQL("false")
    if is_whole:
        ours = sql.SQL("true")
    elif "property_id" in columns:
        ours = sql.SQL("t.property_id = any(%(logs)s)")
    elif table == "staff_property":
        ours = sql.SQL("t.id = any(%(logs)s)")
    content: sql.Composable = sql.SQL("audit_lasting({}, to_jsonb(t))").format(table)
    key, *parts = arguments
    if parts:
        part, link = map(sql.Identifier, parts)
        content = sql.SQL(WITH_PARTS).format(part=part, key=link)
    named = {"table": sql.Identifier(table), "id": sql.Identifier(key)}
    return sql.SQL(UNRECORDED).format(**named, ours=ours, content=content)


def _wanted(log_ids: Sequence[int] | None) -> list[int] | None:
    return list(log_ids) if log_ids else None


PENDING = """
select p.event_id, l.event_id is not null
  from audit_pending p
  left join audit_leaf l on l.event_id = p.event_id
 where (%(logs)s::bigint[] is null or p.log_id = any(%(logs)s))
   and (l.event_id is not null or not exists (
          select 1 from audit_event e
           where e.id = p.event_id and e.at = p.at and e.keep = p.keep))
 limit 20
"""
WAITING_STREAMS = """
select e.stream, max(e.stream_v) from audit_pending p
  join audit_event e on e.id = p.event_id and e.at = p.at and e.keep = p.keep
 group by e.stream
"""
STORED_EVENTS = """
select (select count(*) from audit_event where log_id = %(log)s),
       (select count(*) from audit_pending p
          join audit_event e on e.id = p.event_id and e.at = p.at and e.keep = p.keep
         where p.log_id = %(log)s
           and not exists (select 1 from audit_leaf l where l.event_id = p.event_id))
"""
EXTRA_EVENTS = """
select e.id::text, e.kind, e.at::text from audit_event e
 where e.log_id = %s
   and not exists (select 1 from audit_leaf l where l.event_id = e.id)
   and not exists (select 1 from audit_pending p where p.event_id = e.id)
 order by e.at limit %s
"""
# The trigger's arguments name the key, and the rows that belong to a row: a table, and its key.
AUDITED_TABLES = """
select c.relname, array_agg(a.attname::text),
       string_to_array(trim(trailing '|' from replace(
         encode(t.tgargs, 'escape'), '\\000', '|')), '|')
  from pg_trigger t
  join pg_class c on c.oid = t.tgrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
 where t.tgfoid = 'audit_require_event'::regproc
 group by c.relname, t.tgargs order by c.relname
"""
WITH_PARTS = """
to_jsonb(t) || jsonb_build_object('parts',
  (select jsonb_agg(to_jsonb(p) order by p.id) from {part} p where p.{key} = t.id))
"""
UNRECORDED = """
select coalesce(t.{id}::text, r.row_id), t.{id} is not null, r.digest is not null
  from {table} t
  full join (select row_id, digest from audit_row where relation = %(table)s) r
    on r.row_id = t.{id}::text
 where {ours}
   and case when t.{id} is null then r.digest else audit_digest({content}) end
       is distinct from case when t.{id} is null then null else r.digest end
 order by 1 limit %(most)s
"""
DIGESTS = """
with listed as (
  select distinct on (1, 2) r.value ->> 0 as relation, r.value ->> 1 as row_id,
         decode(r.value ->> 2, 'hex') as digest, e.id, e.at, e.log_id
    from audit_event e,
         jsonb_array_elements(convert_from(e.body, 'UTF8')::jsonb #> '{detail,rows}')
           with ordinality r
   where e.kind = %(kind)s and (%(logs)s::bigint[] is null or e.log_id = any(%(logs)s))
   order by 1, 2, e.at desc, e.stream_v desc, r.ordinality desc
), kept as (
  select relation, row_id, digest from audit_row
   where %(logs)s::bigint[] is null or log_id = any(%(logs)s)
)
select coalesce(kept.relation, listed.relation), coalesce(kept.row_id, listed.row_id),
       listed.id is not null, listed.id::text, leaf.idx, tree.origin
  from kept full join listed on listed.relation = kept.relation and listed.row_id = kept.row_id
  left join audit_leaf leaf on leaf.event_id = listed.id
  left join audit_tree tree on tree.id = leaf.tree_id
 where (kept.digest is distinct from listed.digest or listed.id is null)
   and not exists (
     select 1 from audit_row_pending p
      where p.relation = kept.relation and p.row_id = kept.row_id)
 order by leaf.idx nulls last limit %(most)s
"""
