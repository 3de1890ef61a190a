"""Make a lost database again: the log from copies and archives, the rows from the log.

The database is empty but for its tables. Everything happens in one transaction of the owner, with
the triggers off that ask for events. In the end every row must have the hash that the log has of
it; of what was private only hashes are left, so that an event says that it was made anew.
"""

import base64
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

import orjson
import psycopg
from django.db import transaction
from django.utils.translation import gettext as _
from psycopg import sql

from audit.commands.alarms import alarm_recovery
from audit.commands.sequence import append_leaves
from audit.commands.shape import seal_shape
from audit.events import EventKind
from audit.log.copies import CopiedLog, copied_logs
from audit.log.merkle import Frontier
from audit.log.notes import Checkpoint, Note, VerifierKey
from audit.models import SITE_LOG
from audit.queries.rebuilding import reckoned_rows
from audit.queries.trees import TreeHead
from audit.queries.verification.reading import SETTINGS, Reader, connection_parameters
from audit.queries.verification.rows import unrecorded_rows
from audit.queries.verification.versions import Version, versions_of
from audit.record import NEXT_IN_STREAM, event_row, insert_events, number_in, record, text_in
from foundation.folding import Json, Kept, Reckoned, folds, kept, kept_tables
from rules.refusals import Refused
from staff.commands.people import FirstSecrets, renew_secrets
from staff.models import Person

EVENTS_AT_ONCE = 5_000
ROWS_AT_ONCE = 2_000
Tell = Callable[[str], None]


def restore_database(
    folders: Sequence[Path], keys: Sequence[VerifierKey], *, at: datetime, tell: Tell
) -> int:
    """Fill an empty database from copies of the logs; return how many rows there are."""
    logs = copied_logs(folders, keys)
    if not logs:
        raise Refused("no_copies", _("There are no copies of a log in these folders."))
    parameters = connection_parameters("owner")
    with psycopg.connect(**parameters, autocommit=True) as owner:
        for setting in SETTINGS:
            owner.execute(f"set {setting}")
        with owner.transaction():
            rows = _Restoration(owner, at, tell).run(logs)
    seal_shape(at=at)
    return rows


class _Restoration:
    def __init__(self, owner: Reader, at: datetime, tell: Tell) -> None:
        self.owner, self.at, self.tell = owner, at, tell
        self.pieces = _Pieces()

    def run(self, logs: Sequence[CopiedLog]) -> int:
        owner = self.owner
        self.guard_empty()
        owner.execute("set local timezone = 'UTC'")
        owner.execute(STAGING)
        with triggers_off(owner):
            for statement in FRESH:
                owner.execute(statement)
            for log in logs:
                self.take_log(log)
            self.guard_site_log()
            for statement in LINKS:
                owner.execute(statement)
            rows = sum(self.make_rows(table) for table in kept_tables())
            rows += self.reckon()
            owner.execute(DIGESTS)
            self.set_sequences()
            self.make_private_anew(rows)
            owner.execute("set constraints all immediate")
        self.compare()
        return rows

    def guard_empty(self) -> None:
        """Only what migrations made may be there."""
        for table in kept_tables():
            query = sql.SQL("select 1 from {} limit 1").format(sql.Identifier(table))
            if self.owner.execute(query).fetchone():
                message = _("The database is not empty: {table} has rows.")
                raise Refused("not_empty", message.format(table=table))

    def guard_site_log(self) -> None:
        """What belongs to no house, the operator's name among it, is in a log of its own."""
        found = [log_id for (log_id,) in self.owner.execute(LOGS)]
        if SITE_LOG not in found:
            raise Refused("no_site_log", _("The operator's own log is not in these folders."))

    def take_log(self, log: CopiedLog) -> None:
        """Write a tree with its events, and lay aside the versions of rows that it lists."""
        bodies = log.entries()
        first = next(bodies)
        opened = orjson.loads(first)
        tree = self.begin_tree(log.origin, opened)
        frontier, batch = Frontier(), [first, *islice(bodies, EVENTS_AT_ONCE - 1)]
        self.owner.execute(MONTHS, {"first": opened["at"]})
        while batch:
            self.take_events(tree, frontier, batch)
            batch = list(islice(bodies, EVENTS_AT_ONCE))
        for size, note in sorted(log.heads.items()):
            self.keep_head(tree.tree_id, size, note)
        head = Checkpoint.parse(log.heads[log.size].text)
        if (head.size, head.root) != (frontier.size, frontier.root()):
            raise Refused("root_differs", f"{log.origin}: the entries do not give the signed root")
        self.tell(f"{log.origin}: {frontier.size} entries")

    def begin_tree(self, origin: str, opened: Json) -> TreeHead:
        """A tree that follows another one says so in its first entry."""
        detail = opened["detail"] if opened["kind"] == EventKind.SUCCESSOR_OPENED.code else {}
        log_id, follows = opened["log"], detail.get("known_checkpoint") or ""
        self.owner.execute(CLOSE, [opened["happened_at"], log_id])
        ((tree_id, generation),) = self.owner.execute(
            NEXT_TREE, {"log": log_id, "origin": origin, "at": opened["at"], "follows": follows}
        ).fetchall()
        return TreeHead(tree_id, log_id, generation, origin, 0, Frontier(), True, follows)

    def take_events(self, tree: TreeHead, frontier: Frontier, bodies: Sequence[bytes]) -> None:
        parsed = [orjson.loads(body) for body in bodies]
        places = [(each["id"], each["keep"], each["at"]) for each in parsed]
        leaves = [(*place, body) for place, body in zip(places, bodies, strict=True)]
        head = TreeHead(
            tree.tree_id, tree.log_id, tree.generation, tree.origin, frontier.size, frontier,
            True, tree.follows,
        )  # fmt: skip
        with self.owner.cursor() as cursor:
            append_leaves(cursor, head, leaves, self.tiles(tree.tree_id))
            with cursor.copy(COPY_EVENTS) as copy:
                for event, body in zip(parsed, bodies, strict=True):
                    copy.write_row(_columns(event, body))
            with cursor.copy(COPY_VERSIONS) as copy:
                for row in self.pieces.listed(parsed):
                    copy.write_row(row)

    def tiles(self, tree_id: int) -> Callable[[int, int, int], list[bytes]]:
        def read(level: int, first: int, count: int) -> list[bytes]:
            wanted = {"tree": tree_id, "level": level, "first": first, "end": first + count}
            rows = self.owner.execute(LEAVES if level == 0 else NODES, wanted)
            return [bytes(value) for (value,) in rows]

        return read

    def keep_head(self, tree_id: int, size: int, note: Note) -> None:
        head = Checkpoint.parse(note.text)
        own = [each for each in note.signatures if each.name == head.origin]
        wanted = {"tree": tree_id, "size": size, "root": head.root}
        self.owner.execute(HEAD, {**wanted, "note": str(Note(note.text, tuple(own)))})
        for each in note.signatures:
            if each.name != head.origin:
                self.owner.execute(COSIGNED, {**wanted, "by": each.name, "line": each.line()})

    def make_rows(self, table: str) -> int:
        """The rows of a table as the last versions in the log have them."""
        fold = kept(table)
        columns = self.columns_of(table)
        values = [
            sql.SQL(fold.anew[name]) if name in fold.anew else sql.Identifier("t", name)
            for name in columns
        ]
        made = self.owner.execute(
            sql.SQL(MAKE).format(
                table=sql.Identifier(table),
                columns=sql.SQL(", ").join(map(sql.Identifier, columns)),
                values=sql.SQL(", ").join(values),
            ),
            {"relation": table},
        ).rowcount
        if fold.parts is not None:
            part = fold.parts._meta.db_table
            columns = self.columns_of(part)
            self.owner.execute(
                sql.SQL(MAKE_PARTS).format(
                    part=sql.Identifier(part),
                    columns=sql.SQL(", ").join(map(sql.Identifier, columns)),
                    values=sql.SQL(", ").join(sql.Identifier("t", name) for name in columns),
                ),
                {"relation": table},
            )
        if made:
            self.tell(f"{table}: {made} rows")
        return made

    def columns_of(self, table: str) -> list[str]:
        return [name for (name,) in self.owner.execute(COLUMNS, [f"public.{table}"])]

    def reckon(self) -> int:
        """Work out what rounds came to, and write it beside them."""
        made = 0
        lots: dict[str, list[Json]] = {}
        for table, row in reckoned_rows(self.owner):
            lots.setdefault(table, []).append(row)
            made += isinstance(folds()[table], Reckoned)
            if len(lots[table]) >= ROWS_AT_ONCE:
                self.write_lot(table, lots.pop(table))
        for table, rows in lots.items():
            self.write_lot(table, rows)
        self.tell(f"{made} rows worked out by the rules")
        return made

    def write_lot(self, table: str, rows: Sequence[Json]) -> None:
        columns = [name for name in self.columns_of(table) if name in rows[0]]
        is_new = isinstance(folds()[table], Reckoned)
        changed = [name for name in columns if name in _reckoned_columns(table)]
        self.owner.execute(
            sql.SQL(ADD_LOT if is_new else CHANGE_LOT).format(
                table=sql.Identifier(table),
                columns=sql.SQL(", ").join(map(sql.Identifier, columns)),
                values=sql.SQL(", ").join(sql.Identifier("t", name) for name in columns),
                changes=sql.SQL(", ").join(
                    sql.SQL("{0} = t.{0}").format(sql.Identifier(name)) for name in changed
                ),
            ),
            [orjson.dumps(rows).decode()],
        )

    def set_sequences(self) -> None:
        """The next number of every table follows the highest that was ever given."""
        for table, column, sequence in self.owner.execute(SEQUENCES).fetchall():
            query = sql.SQL(NEXT_NUMBER).format(
                table=sql.Identifier(table), column=sql.Identifier(column)
            )
            self.owner.execute(query, {"relation": table, "sequence": sequence})

    def make_private_anew(self, rows: int) -> None:
        """Say in every log that the database was made again, and what of it is new."""
        logs = [log_id for (log_id,) in self.owner.execute(LOGS)]
        private = [table for table in kept_tables() if kept(table).private]
        for log_id in logs:
            cause = self.say(log_id, rows)
            for table in private:
                key = kept(table).model._meta.pk.column
                query = sql.SQL(ANEW).format(
                    table=sql.Identifier(table), key=sql.Identifier(str(key))
                )
                self.owner.execute(query, {"relation": table, "log": log_id, "cause": cause})
        for table in private:
            key = kept(table).model._meta.pk.column
            query = sql.SQL(ANEW_DIGESTS).format(
                table=sql.Identifier(table), key=sql.Identifier(str(key))
            )
            self.owner.execute(query, {"relation": table})

    def say(self, log_id: int, rows: int) -> Any:
        subject = f"property:{log_id}" if log_id else "database:shape"
        with self.owner.cursor() as cursor:
            cursor.execute(NEXT_IN_STREAM, [subject, 1])
            place = cursor.fetchone()
            assert place is not None
            row = event_row(
                EventKind.DATABASE_REBUILT,
                log_id=log_id,
                subjects=[subject],
                by=None,
                at=self.at,
                detail={"rows": rows},
                change={"before": None, "after": None},
                place=place,
            )
            insert_events(cursor, [row])
        return row["id"]

    def compare(self) -> None:
        """Every row must have the hash that the log has of it."""
        for fault in unrecorded_rows(self.owner, None):
            raise Refused("row_differs", str(fault))


def give_administrator(badge: str, house_id: int, *, at: datetime) -> tuple[Person, FirstSecrets]:
    """Give somebody of a house made again the first secrets; compliance is asked to look at it."""
    with transaction.atomic():
        people = Person.objects.select_related("property", "home__property")
        found = people.filter(property_id=house_id, badge__iexact=badge).first()
        if found is None:
            raise Refused("unknown_badge", _("Nobody in this house has this badge."))
        person = found.keeper
        console = Person(property_id=house_id, name="console")
        given = renew_secrets(person, by=console, at=at)
        detail = {"badge": person.badge, "vouched": ""}
        record(EventKind.ADMINISTRATOR_RECOVERED, about=person, by=None, at=at, detail=detail)
        alarm_recovery(house_id, detail, at=at)
    return person, given


@contextmanager
def triggers_off(owner: Reader) -> Iterator[None]:
    """Switch our own triggers off, and on again exactly as they were."""
    found = owner.execute(TRIGGERS).fetchall()
    for table, trigger, _state in found:
        owner.execute(f"alter table only {table} disable trigger {trigger}")
    yield
    for table, trigger, state in found:
        owner.execute(f"alter table only {table} enable {STATES[state]} trigger {trigger}")


def _columns(event: Json, body: bytes) -> tuple[Any, ...]:
    by, about = event["by"], event["about"]
    return (
        event["id"], event["log"], event["keep"], event["stream"], event["stream_v"],
        event["kind"], by and by["person"], number_in(about, "table"), text_in(about, "round"),
        orjson.dumps(about).decode(), body, event["at"], 0,
    )  # fmt: skip


class _Pieces:
    """Rows that were too long for one event: their pieces, until the event that lists them."""

    def __init__(self) -> None:
        self.held: dict[str, bytes] = {}

    def listed(self, events: Sequence[Json]) -> Iterator[tuple[Any, ...]]:
        """Every version that these events list, with what it holds."""
        for event in events:
            if event["kind"] == EventKind.ROW_PIECE.code:
                self.held[event["id"]] = base64.b64decode(event["detail"]["packed"])
            elif event["kind"] == EventKind.ROWS_SEALED.code:
                for number, version in enumerate(versions_of(event)):
                    yield (
                        event["at"], event["stream_v"], number, event["log"], version.relation,
                        version.row_id, version.now, self.content(version), list(version.causes),
                    )  # fmt: skip

    def content(self, version: Version) -> str | None:
        content = version.content
        if isinstance(content, str):
            _, *ids = content.split()
            packed = b"".join(self.held.pop(each) for each in ids)
            (content,) = orjson.loads(zlib.decompress(packed))
        return None if content is None else orjson.dumps(content).decode()


def _reckoned_columns(table: str) -> Sequence[str]:
    fold = folds()[table]
    return fold.reckoned if isinstance(fold, Kept) else ()


STATES = {"O": "", "A": "always", "R": "replica"}
TRIGGERS = """
select tgrelid::regclass::text, quote_ident(tgname), tgenabled::text from pg_trigger t
  join pg_class c on c.oid = t.tgrelid
 where not tgisinternal and tgenabled <> 'D' and c.relnamespace = 'public'::regnamespace
"""
STAGING = """
create temporary table restored (
  at timestamptz, v bigint, n int, log_id bigint, relation text, row_id text, digest text,
  content jsonb, causes text[]
) on commit drop
"""
# The events of the migrations that made the empty database; what it is is sealed again at the end.
FRESH = (
    "delete from audit_pending",
    "delete from audit_event",
    "delete from audit_stream",
    "delete from audit_row_pending",
    "delete from audit_row",
    "delete from staff_set_up_code",
)
MONTHS = """
select audit_add_month(month::date)
  from generate_series(date_trunc('month', %(first)s::timestamptz at time zone 'UTC'),
                       now() + interval '3 months', interval '1 month') month
"""
CLOSE = "update audit_tree set closed_at = %s where log_id = %s and closed_at is null"
NEXT_TREE = """
insert into audit_tree (log_id, generation, origin, size, frontier, opened_at, follows)
select %(log)s::bigint, 1 + count(*), %(origin)s, 0, '', %(at)s, %(follows)s from audit_tree
 where log_id = %(log)s::bigint
returning id, generation
"""
COPY_EVENTS = """
copy audit_event (id, log_id, keep, stream, stream_v, kind, person_id, table_id, round_id, about,
                  body, at, transaction) from stdin
"""
COPY_VERSIONS = """
copy restored (at, v, n, log_id, relation, row_id, digest, content, causes) from stdin
"""
LEAVES = """
select hash from audit_leaf where tree_id = %(tree)s and idx >= %(first)s and idx < %(end)s
 order by idx
"""
NODES = """
select hash from audit_node where tree_id = %(tree)s and level = %(level)s and idx >= %(first)s
   and idx < %(end)s order by idx
"""
HEAD = """
insert into audit_checkpoint (tree_id, size, root, note, at)
select %(tree)s, %(size)s, %(root)s, %(note)s, l.at from audit_leaf l
 where l.tree_id = %(tree)s and l.idx = %(size)s - 1
"""
COSIGNED = """
insert into audit_cosignature (tree_id, size, witness, line, at)
select %(tree)s, %(size)s, %(by)s, %(line)s, l.at from audit_leaf l
 where l.tree_id = %(tree)s and l.idx = %(size)s - 1
"""
# An event of a database before this one has the number of its transaction with a minus before it,
# where a ledger's entry tells it, or else none: no transaction of this database is mistaken for it.
LINKS = (
    """
insert into audit_stream (stream, v, at)
select stream, max(stream_v), max(at) from audit_event group by stream
""",
    "create index on restored (relation, row_id, at desc, v desc, n desc)",
    "analyze restored",
    """
delete from restored r using (
  select ctid, row_number() over (partition by relation, row_id
                                  order by at desc, v desc, n desc) as back from restored) older
 where older.ctid = r.ctid and older.back > 1
""",
    """
update audit_event e set transaction = -(r.content ->> 'xid')::bigint
  from restored r, unnest(r.causes) cause
 where r.relation = 'banking_entry' and r.content is not null and e.id = cause::uuid
""",
)
COLUMNS = """
select attname::text from pg_attribute
 where attrelid = %s::regclass and attnum > 0 and not attisdropped and attgenerated = ''
 order by attnum
"""
MAKE = """
insert into {table} ({columns})
select {values} from restored r, jsonb_populate_record(null::{table}, r.content) t
 where r.relation = %(relation)s::text and r.digest is not null
"""
MAKE_PARTS = """
insert into {part} ({columns})
select {values} from restored r, jsonb_array_elements(r.content -> 'parts') p,
       jsonb_populate_record(null::{part}, p) t
 where r.relation = %(relation)s::text and r.digest is not null
"""
ADD_LOT = """
insert into {table} ({columns})
select {values} from jsonb_populate_recordset(null::{table}, %s::jsonb) t
"""
CHANGE_LOT = """
update {table} x set {changes} from jsonb_populate_recordset(null::{table}, %s::jsonb) t
 where x.id = t.id
"""
DIGESTS = """
insert into audit_row (relation, row_id, digest, transaction, log_id)
select relation, row_id, decode(digest, 'hex'), 0, log_id from restored
"""
SEQUENCES = """
select c.relname::text, a.attname::text, pg_get_serial_sequence('public.' || c.relname, a.attname)
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
 where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
   and pg_get_serial_sequence('public.' || c.relname, a.attname) is not null
"""
NEXT_NUMBER = """
select setval(%(sequence)s, highest) from (
  select greatest((select max({column}) from {table}),
                  (select max(row_id::bigint) from restored
                    where relation = %(relation)s::text and row_id ~ '^[0-9]+$')) as highest) found
 where highest is not null
"""
LOGS = "select distinct log_id from audit_tree order by log_id"
ANEW = """
insert into audit_row_pending (log_id, relation, row_id, cause, was, digest, content)
select r.log_id, %(relation)s::text, r.row_id, %(cause)s, decode(r.digest, 'hex'),
       audit_digest(audit_lasting(%(relation)s::text, to_jsonb(t))),
       audit_lasting(%(relation)s::text, to_jsonb(t))
  from restored r join {table} t on t.{key}::text = r.row_id
 where r.relation = %(relation)s::text and r.log_id = %(log)s and r.digest is not null
"""
ANEW_DIGESTS = """
update audit_row r set digest = audit_digest(audit_lasting(%(relation)s::text, to_jsonb(t)))
  from {table} t where r.relation = %(relation)s::text and r.row_id = t.{key}::text
"""
