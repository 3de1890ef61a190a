"""Write rounds that were played again, as often as wanted: new numbers, keys, times, events.

A command takes some milliseconds for a round, so that a million would take hours. Rounds that the
commands have recorded are therefore written again by the database itself: every row and every
event as the command wrote it, but for its keys, its number of the day and its time. Nothing is
sealed by that: rows and events wait for the log, where seal and signer find them as they find a
dealer's. Whoever verifies sees no difference, and works every one of them out by the rules again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import psycopg

# Beside each other in time: a round's own events are a few microseconds apart.
APART = "16 microseconds"


@dataclass(frozen=True, slots=True)
class Table:
    """A table, the column by which its rows belong to a round, and what is new in a copy."""

    name: str
    link: str
    of: str
    new: Mapping[str, str]


LATER = "t.at + c.later"
TABLES = (
    Table(
        "rounds_round",
        "id",
        "c.was",
        {
            "id": "c.id",
            "number": "c.number",
            "settlement_id": "c.settlement_id",
            "opened_at": "t.opened_at + c.later",
            "played_at": "t.played_at + c.later",
            "ended_at": "t.ended_at + c.later",
        },
    ),
    Table(
        "rounds_settlement",
        "round_id",
        "c.was",
        {"id": "c.settlement_id", "round_id": "c.id", "entry_id": "c.entry_id", "at": LATER},
    ),
    Table(
        "rounds_play",
        "round_id",
        "c.was",
        {"round_id": "c.id", "settlement_id": "c.settlement_id", "at": LATER},
    ),
    Table("rounds_roll", "round_id", "c.was", {"round_id": "c.id", "at": LATER}),
    Table("banking_turn", "round_id", "c.was", {"round_id": "c.id", "at": LATER}),
    Table(
        "banking_entry",
        "round_id",
        "c.was",
        {
            "id": "c.entry_id",
            "round_id": "c.id",
            "at": LATER,
            "xid": "c.transaction::text::xid8",
        },
    ),
    Table("banking_posting", "entry_id", "c.was_entry_id", {"entry_id": "c.entry_id"}),
)


def prepare(
    admin: psycopg.Connection, houses: Sequence[int] | None = None, *, line: int = 1
) -> int:
    """Choose the rounds that are written again, of some houses or all; return how many there are.

    Several lines may write beside each other, each with transactions and turns of its own.

    A round whose transaction changed something else as well is left alone: the first at a table
    that was never played at, one that rang an alert.
    """
    admin.execute("set enable_nestloop = off")
    admin.execute(CHOOSE, {"houses": list(houses) if houses else None})
    admin.execute("reset enable_nestloop")
    first = line * 1_000_000_000_000
    admin.execute(f"create temporary sequence bench_transaction start {first}")
    ((count,),) = admin.execute("select count(*) from bench_played").fetchall()
    return int(count)


def copy_rounds(admin: psycopg.Connection, turn: int, most: int) -> int:
    """Write up to so many rounds once more, in one transaction; return how many.

    Triggers are off but for those that hold for everybody; what they would do is done here.
    """
    with admin.transaction():
        admin.execute("set local session_replication_role = replica")
        admin.execute("set local timezone = 'UTC'")
        admin.execute(COPIES, {"turn": turn, "most": most, "apart": APART})
        for table in TABLES:
            admin.execute(_copied(admin, table))
        for statement in (STREAMS, EVENTS, PENDING, VERSIONS):
            admin.execute(statement)
        ((count,),) = admin.execute("select count(*) from bench_copy").fetchall()
    return int(count)


def _copied(admin: psycopg.Connection, table: Table) -> str:
    """A statement that copies the rows of a table, with all columns that it has today."""
    columns = [name for name in _columns(admin, table.name) if name != "id" or name in table.new]
    values = [table.new.get(name, f't."{name}"') for name in columns]
    names = ", ".join(f'"{name}"' for name in columns)
    return (
        f"insert into {table.name} ({names}) select {', '.join(values)}"
        f" from bench_copy c join {table.name} t on t.{table.link} = {table.of}"
        f" order by {'t.id' if table.name != 'banking_turn' else 't.round_id'}"
    )


def _columns(admin: psycopg.Connection, table: str) -> Iterator[str]:
    query = (
        "select attname from pg_attribute where attrelid = %s::regclass and attnum > 0"
        " and not attisdropped"
    )
    return (name for (name,) in admin.execute(query, [table]))


CHOOSE = """
create temporary table bench_played as
with alone as (
  select transaction from audit_event group by transaction
  having count(distinct round_id) = 1 and count(round_id) = count(*)
), at_once as (
  select round_id from audit_event where round_id is not null group by round_id
  having count(distinct transaction) = 1
), usual as (
  select transaction from audit_row group by transaction
  having bool_and(relation in ('rounds_round', 'rounds_settlement', 'banking_entry'))
)
select r.id, r.property_id, r.number, e.id as entry_id,
       max(r.number) over (partition by r.table_id, r.gaming_day) as numbers
  from rounds_round r
  join rounds_settlement s on s.id = r.settlement_id
  join banking_entry e on e.id = s.entry_id
  join alone on alone.transaction = e.xid::text::bigint
  join usual on usual.transaction = e.xid::text::bigint
  join at_once on at_once.round_id = r.id
 where r.state = 'settled' and s.n = 1
   and (%(houses)s::bigint[] is null or r.property_id = any(%(houses)s))
"""
COPIES = """
create temporary table bench_copy on commit drop as
select p.id as was, p.entry_id as was_entry_id, p.number as was_number,
       gen_random_uuid() as id, p.property_id,
       p.number + %(turn)s * p.numbers as number, %(turn)s * %(apart)s::interval as later,
       nextval(pg_get_serial_sequence('rounds_settlement', 'id')) as settlement_id,
       nextval(pg_get_serial_sequence('banking_entry', 'id')) as entry_id,
       nextval('bench_transaction') as transaction
  from (select * from bench_played order by id limit %(most)s) p
"""
STREAMS = """
insert into audit_stream (stream, v, at)
select 'round:' || c.id, t.v, t.at + c.later
  from bench_copy c join audit_stream t on t.stream = 'round:' || c.was
"""
STAMP = "to_char({} at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
EVENTS = f"""
create temporary table bench_event on commit drop as
select n.id, t.log_id, t.keep, 'round:' || c.id as stream, t.stream_v, t.kind, t.person_id,
       t.table_id, c.id as round_id,
       replace(t.about::text, c.was::text, c.id::text)::jsonb as about,
       convert_to(replace(replace(replace(replace(replace(n.body,
         c.was::text, c.id::text),
         '"id":"' || t.id || '"', '"id":"' || n.id || '"'),
         '"at":"' || {STAMP.format("t.at")} || '"',
         '"at":"' || {STAMP.format("(t.at + c.later)")} || '"'),
         '"happened_at":"' || n.happened_at || '"',
         '"happened_at":"' || {STAMP.format("(n.happened_at::timestamptz + c.later)")} || '"'),
         '"number":' || c.was_number || ',', '"number":' || c.number || ','), 'UTF8') as body,
       t.at + c.later as at, c.transaction
  from bench_copy c
  join audit_event t on t.round_id = c.was
  cross join lateral (
    select uuidv7() as id, body, substring(body from '"happened_at":"([^"]+)"') as happened_at
      from convert_from(t.body, 'UTF8') as body offset 0) n;
insert into audit_event (id, log_id, keep, stream, stream_v, kind, person_id, table_id, round_id,
                         about, body, at, transaction)
select * from bench_event
"""
PENDING = """
insert into audit_pending (log_id, event_id, keep, at)
select log_id, id, keep, at from bench_event order by at
"""
# As audit_require_event writes them: the cause is the last event of the transaction.
VERSIONS = """
create temporary table bench_version on commit drop as
with cause as materialized (
  select distinct on (transaction) transaction, id from bench_event
   order by transaction, at desc, stream_v desc
), content as (
  select c.property_id, 'rounds_round' as relation, t.id::text as row_id, c.transaction,
         to_jsonb(t) as content
    from bench_copy c join rounds_round t on t.id = c.id
  union all
  select c.property_id, 'rounds_settlement', t.id::text, c.transaction, to_jsonb(t)
    from bench_copy c join rounds_settlement t on t.id = c.settlement_id
  union all
  select c.property_id, 'banking_entry', t.id::text, c.transaction,
         to_jsonb(t) || jsonb_build_object('parts', (
           select jsonb_agg(to_jsonb(p) order by p.id) from banking_posting p
            where p.entry_id = t.id))
    from bench_copy c join banking_entry t on t.id = c.entry_id
)
select n.*, e.id as cause, audit_digest(n.content) as digest
  from content n join cause e on e.transaction = n.transaction;
insert into audit_row (relation, row_id, digest, transaction, log_id)
select relation, row_id, digest, transaction, property_id from bench_version;
insert into audit_row_pending (log_id, relation, row_id, cause, was, digest, content)
select property_id, relation, row_id, cause, null, digest, content from bench_version
 order by transaction
"""
