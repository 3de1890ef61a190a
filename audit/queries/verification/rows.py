"""What stands beside the trees: events that wait, subjects' counters, and the floor's own rows.

A row of an audited table changes only together with an event, and at that moment the database
keeps the hash of the row. Whoever goes around that (a superuser with the triggers off) leaves a
row that does not match.
"""

from collections.abc import Iterator, Sequence

from psycopg import sql

from audit.queries.verification.bodies import Bodies
from audit.queries.verification.faults import Fault, FaultCode
from audit.queries.verification.reading import EventRow, Reader

MOST_EXAMPLES = 20


def extra_events(reader: Reader, rest: Iterator[EventRow], origin: str) -> Iterator[Fault]:
    """Events that no entry has: they must be waiting to be sealed."""
    unsealed = {row.id: row for row in rest}
    if not unsealed:
        return
    query = "select event_id::text from audit_pending where event_id = any(%s::uuid[])"
    for (event_id,) in reader.execute(query, [list(unsealed)]):
        del unsealed[event_id]
    for row in list(unsealed.values())[:MOST_EXAMPLES]:
        message = f"the event {row.id} ({row.kind}, {row.at}) is in no entry and does not wait"
        yield Fault(FaultCode.EVENT_EXTRA, message, origin, event_id=row.id)


def pending_faults(reader: Reader, log_ids: Sequence[int] | None) -> Iterator[Fault]:
    """Rows of the queue without their event, or sealed and still waiting."""
    for event_id, is_sealed in reader.execute(PENDING, {"logs": _wanted(log_ids)}):
        trouble = "is sealed and still waits" if is_sealed else "waits to be sealed but is gone"
        message = f"the event {event_id} {trouble}"
        yield Fault(FaultCode.PENDING_WRONG, message, event_id=str(event_id))


def stream_faults(reader: Reader, bodies: Bodies, *, is_whole: bool) -> Iterator[Fault]:
    """Each subject's counter must be the number of its last event."""
    waiting = dict(reader.execute(WAITING_STREAMS).fetchall())
    seen = bodies.streams
    with reader.cursor(name="streams") as cursor:
        cursor.execute("select stream, v from audit_stream")
        cursor.itersize = 20_000
        for stream, version in cursor:
            last = seen.get(stream) if stream in seen or is_whole else version
            last = waiting.get(stream, last)
            if last is not None and last != version:
                message = f"{stream} counts {version} events, but its last event is number {last}"
                yield Fault(FaultCode.STREAM_HOLE, message)
            elif last is None and not bodies.archived:
                message = f"{stream} counts {version} events, but there are none"
                yield Fault(FaultCode.STREAM_HOLE, message)


def unrecorded_rows(reader: Reader, log_ids: Sequence[int] | None) -> Iterator[Fault]:
    """Rows of audited tables that are not as their last recorded change left them."""
    reader.execute("set local timezone = 'UTC'")
    arguments = {"logs": _wanted(log_ids), "most": MOST_EXAMPLES}
    for table, columns in reader.execute(AUDITED_TABLES).fetchall():
        query = _unrecorded(table, columns, is_whole=not log_ids)
        for row_id, is_there, is_known in reader.execute(query, {**arguments, "table": table}):
            trouble = "was changed" if is_there and is_known else "was added"
            message = f"{table} {row_id} {trouble if is_there else 'was removed'} without an event"
            yield Fault(FaultCode.CHANGE_UNRECORDED, message)


def _unrecorded(table: str, columns: list[str], *, is_whole: bool) -> sql.Composed:
    """A query for the rows of one table that differ; rows that are gone belong to no log."""
    ours = sql.SQL("false")
    if is_whole:
        ours = sql.SQL("true")
    elif "property_id" in columns:
        ours = sql.SQL("t.property_id = any(%(logs)s)")
    elif table == "staff_property":
        ours = sql.SQL("t.id = any(%(logs)s)")
    return sql.SQL(UNRECORDED).format(table=sql.Identifier(table), ours=ours)


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
AUDITED_TABLES = """
select c.relname, array_agg(a.attname::text)
  from pg_trigger t
  join pg_class c on c.oid = t.tgrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
 where t.tgfoid = 'audit_require_event'::regproc
 group by c.relname having 'id' = any(array_agg(a.attname::text)) order by c.relname
"""
UNRECORDED = """
select coalesce(t.id::text, r.row_id), t.id is not null, r.digest is not null
  from {table} t
  full join (select row_id, digest from audit_row where relation = %(table)s) r
    on r.row_id = t.id::text
 where {ours}
   and case when t.id is null then r.digest else audit_digest(to_jsonb(t)) end
       is distinct from case when t.id is null then null else r.digest end
 order by 1 limit %(most)s
"""
