"""The rows that are there, as the log would keep them, without help of the database's functions.

Hashing in the database can be replaced by whoever owns it; so contents are compared here, column
by column, with the last version that the log has of each row.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import orjson
from django.db import connection
from django.db.models import ForeignKey
from psycopg import sql

from audit.queries.verification.reading import Reader
from foundation.folding import Json, Kept, kept

Contents = dict[str, Json]


class LastVersion(NamedTuple):
    """The last version of a row in the log: its hash, and what it holds."""

    relation: str
    row_id: str
    now: str | None
    content: Json | str | None


def live_rows(reader: Reader, table: str, ids: Sequence[str]) -> Contents:
    """Rows by their keys, as the log would keep them; those that are not there are left out."""
    fold = kept(table)
    rows = reader.execute(_query(fold, _lasting_columns(reader, fold)), [list(ids)])
    return {row_id: fold.content(orjson.loads(content), row_id) for row_id, content in rows}


def live_keys(reader: Reader, table: str) -> Iterator[str]:
    """The key of every row of a table."""
    column, _ = _key(kept(table))
    query = sql.SQL("select {key}::text from public.{table}").format(
        key=sql.Identifier(column), table=sql.Identifier(table)
    )
    with reader.cursor(name=f"keys_{table}") as cursor:
        cursor.itersize = 20_000
        cursor.execute(query)
        yield from (key for (key,) in cursor)


def live_differences(
    reader: Reader, versions: Iterable[LastVersion], *, are_waiting: bool = False
) -> Iterator[str]:
    """Rows that are not as the last version of them says, in words."""
    for _, differences in compared_rows(reader, versions, are_waiting=are_waiting):
        yield from differences


def compared_rows(
    reader: Reader, versions: Iterable[LastVersion], *, are_waiting: bool = False
) -> Iterator[tuple[LastVersion, list[str]]]:
    """Last versions, each with how its row differs; those with a newer one are left out.

    A newer one waits for the log, unless these are the versions that wait.
    """
    by_table: dict[str, dict[str, LastVersion]] = {}
    for version in versions:
        by_table.setdefault(version.relation, {})[version.row_id] = version
    for table, wanted in by_table.items():
        newer: Iterable[tuple[str]] = (
            [] if are_waiting else reader.execute(WAITING, [table, list(wanted)])
        )
        waiting = {row_id for (row_id,) in newer}
        there = live_rows(reader, table, list(wanted))
        for row_id, version in wanted.items():
            if row_id not in waiting:
                yield version, list(_differences(reader, version, there.get(row_id)))


def _differences(reader: Reader, version: LastVersion, row: Json | None) -> Iterator[str]:
    name = f"{version.relation} {version.row_id}"
    if version.now is None:
        if row is not None:
            yield f"{name} is there, but the log says that it was removed"
    elif row is None:
        yield f"{name} is in the log, but not there"
    elif isinstance(version.content, dict):
        yield from column_differences(name, version.content, row)
    elif _hash_of(reader, version, row) != version.now:
        yield f"{name} is not as the log has it"


def column_differences(name: str, wanted: Mapping[str, object], row: Json) -> Iterator[str]:
    if wanted == row:
        return
    for column in sorted(wanted.keys() | row.keys()):
        if wanted.get(column) != row.get(column):
            yield f"{name}: {column} is not as the log has it"


def _hash_of(reader: Reader, version: LastVersion, row: Json) -> str | None:
    """The hash of a row that is too long for the log; one with veiled parts cannot be hashed."""
    fold = kept(version.relation)
    if fold.private or fold.reckoned:
        return version.now
    ((found,),) = reader.execute(HASH, [orjson.dumps(row).decode()]).fetchall()
    return str(found)


def _query(fold: Kept, columns: sql.Composable) -> sql.Composed:
    column, kind = _key(fold)
    content: sql.Composable = sql.SQL("to_jsonb(t)")
    if fold.parts is not None:
        content = sql.SQL(WITH_PARTS).format(
            part=sql.Identifier(fold.parts._meta.db_table), link=sql.Identifier(_link(fold))
        )
    return sql.SQL(CHOSEN).format(
        key=sql.Identifier(column),
        kind=sql.SQL(kind),
        content=content,
        table=sql.Identifier(fold.model._meta.db_table),
        columns=columns,
    )


def _lasting_columns(reader: Reader, fold: Kept) -> sql.Composable:
    """The columns of a row that the log keeps; those that are worked out again are not read."""
    if not fold.reckoned:
        return sql.SQL("*")
    columns = reader.execute(COLUMNS, [fold.model._meta.db_table, list(fold.reckoned)])
    return sql.SQL(", ").join(sql.Identifier(name) for (name,) in columns)


def _key(fold: Kept) -> tuple[str, str]:
    """The key's column, and its type in the database."""
    key = fold.model._meta.pk
    kind = key.rel_db_type(connection)
    if key.column is None or kind is None:
        raise LookupError(f"{fold.model} has no key")
    return key.column, kind


def _link(fold: Kept) -> str:
    """The column by which parts name the row that they belong to."""
    assert fold.parts is not None
    links = [
        field.column
        for field in fold.parts._meta.fields
        if isinstance(field, ForeignKey) and field.remote_field.model is fold.model
    ]
    return links[0]


CHOSEN = """
select t.{key}::text, ({content})::text
  from (select {columns} from public.{table} where {key} = any(%s::text[]::{kind}[])) t
"""
COLUMNS = """
select attname from pg_attribute
 where attrelid = format('public.%%I', %s::text)::regclass and attnum > 0 and not attisdropped
   and attname <> all(%s)
"""
WITH_PARTS = """
to_jsonb(t) || jsonb_build_object('parts',
  (select jsonb_agg(to_jsonb(p) order by p.id) from public.{part} p where p.{link} = t.id))
"""
WAITING = """
select row_id from audit_row_pending where relation = %s and row_id = any(%s)
"""
HASH = """
select encode(sha256(convert_to(jsonb_strip_nulls(%s::jsonb)::text, 'UTF8')), 'hex')
"""
