"""Statements that Django compiles once; afterwards only their values change.

Where a command reads on every tap, compiling a query costs Django several times what running it
costs the database. What is read stays written as a queryset.
"""

import select
from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import cached_property
from typing import Any, Generic, TypeVar
from uuid import UUID

import orjson
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorWrapper
from django.db.models import JSONField, Model, QuerySet
from django.db.models import query as django_query
from django.db.models.base import ModelState
from django.db.models.expressions import Col

M = TypeVar("M", bound=Model)
MOST_KNOWN = 100  # as many as psycopg keeps prepared


class PlannedCursor(ServerBindingCursor):
    """Remembers a prepared statement as any other, for whoever counts or logs statements.

    What is closed waits for the next statement of its connection. It knows of each statement that
    it ran how its values are written and read, as a cursor of psycopg does of its last one.
    """

    def __init__(self, connection: Any) -> None:
        super().__init__(connection)  # type: ignore[call-arg]  # psycopg's
        self._known: dict[Any, Any] = {}

    def _start_query(self, query: Any = None) -> Any:
        known = self._known.get(query)
        if known is not None:
            self._tx, self._last_query = known, query
        yield from super()._start_query(query)  # type: ignore[misc]  # psycopg's
        if known is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[query] = self._tx

    def close(self) -> None:
        waiting = _waiting_at(self.connection)  # type: ignore[attr-defined]  # psycopg's
        if self not in waiting:
            waiting.append(self)

    def _send_query_prepared(self, name: bytes, pgq: Any, *, binary: bool | None = None) -> None:
        self._query = pgq
        super()._send_query_prepared(name, pgq, binary=binary)  # type: ignore[misc]  # psycopg's


def planned_cursor() -> Any:
    """A cursor whose statements the database parses and plans once for each connection.

    Its values travel apart from the statement, so a bare text in a select list wants a cast.
    """
    default: Any = connections[DEFAULT_DB_ALIAS]
    if not default.health_check_done:
        _see_that_it_is_there(default)
    if default.connection is None:
        default.ensure_connection()
    waiting = _waiting_at(default.connection)
    cursor = waiting.pop() if waiting else _cursor_of(default.connection)
    return default.make_debug_cursor(cursor) if default.queries_logged else _wrap(cursor, default)


_cursor_of: Any = PlannedCursor
_wrap: Any = CursorWrapper


def _waiting_at(opened: Any) -> list[Any]:
    """The cursors of a connection that nobody uses."""
    waiting: list[Any] = opened.__dict__.setdefault("planned_cursors", [])
    return waiting


def _see_that_it_is_there(default: Any) -> None:
    """Look once a request whether the server hung up, which Django would ask it by a statement.

    Nothing is to be read where nothing was asked: the end of the connection, or why it ends. Only
    then is it asked, and connected anew. It is the first statement that finds out all else.
    """
    if default.connection is None or default.in_atomic_block:
        return
    line = select.poll()
    line.register(default.connection.pgconn.socket)
    if line.poll(0)[0][1] & ~select.POLLOUT:
        default.close_if_health_check_failed()
    default.health_check_done = True


def insert_rows(rows: Sequence[Model]) -> None:
    """Insert new rows of one model; keys that the database gives are left to it."""
    fields = [
        each
        for each in rows[0]._meta.concrete_fields
        if not each.primary_key or rows[0].pk is not None
    ]
    values = []
    for row in rows:
        for each in fields:
            value = getattr(row, each.attname)
            if type(value) not in _AS_THEY_ARE:  # JSON, an array, a choice
                value = each.get_db_prep_save(value, connection)
            values.append(value)
    columns = ", ".join(f'"{each.column}"' for each in fields)
    places = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * len(rows))
    statement = f'insert into "{rows[0]._meta.db_table}" ({columns}) values {places}'  # noqa: S608
    with planned_cursor() as cursor:
        cursor.execute(statement, values)


_AS_THEY_ARE = frozenset({type(None), bool, int, str, UUID, date, datetime})


class CompiledQuery(Generic[M]):
    """A queryset with places for values.

    The examples stand in those places while it is compiled, so each must be unlike the others and
    unlike every constant of the query. A value must not be None, which SQL compares otherwise.
    """

    def __init__(self, build: Callable[..., QuerySet[M]], *examples: Any) -> None:
        self.build, self.examples = build, examples

    def __call__(self, *values: Any) -> list[M]:
        sql, places = self._statement
        given = [values[place] if is_value else place for is_value, place in places]
        with planned_cursor() as cursor:
            cursor.execute(sql, given)
            rows = cursor.fetchall()
        return [self._loaded(row) for row in self._converted(rows)]

    def first(self, *values: Any) -> M | None:
        return next(iter(self(*values)), None)

    @cached_property
    def _compiler(self) -> Any:
        query = self.build(*self.examples).query
        return query.get_compiler(connection=connections[DEFAULT_DB_ALIAS])

    @cached_property
    def _statement(self) -> tuple[str, list[tuple[bool, Any]]]:
        """The SQL, and what goes into each of its places: a value by number, or a constant."""
        sql, params = self._compiler.as_sql()
        places = [
            (True, self.examples.index(each)) if each in self.examples else (False, each)
            for each in (getattr(param, "obj", param) for param in params)
        ]
        if {place for is_value, place in places if is_value} != set(range(len(self.examples))):
            raise LookupError(f"a value has no place of its own in: {sql}")
        return sql, places

    def _converted(self, rows: Sequence[Sequence[Any]]) -> Any:
        converters = self._converters
        return self._compiler.apply_converters(rows, converters) if converters else rows

    @cached_property
    def _converters(self) -> Any:
        compiler = self._compiler
        columns = [each[0] for each in compiler.select[: compiler.col_count]]
        return {
            place: ([_read_json] if _is_plain_json(column) else converters, column)
            for place, (converters, column) in compiler.get_converters(columns).items()
        }

    @cached_property
    def _shape(self) -> tuple[slice, list[str], list[Any]]:
        """Which columns make the row itself, their names, and who makes the related rows."""
        info, select = self._compiler.klass_info, self._compiler.select
        columns = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
        names = [each[0].target.attname for each in select[columns]]
        query: Any = django_query  # its types are those of a later Django
        related = query.get_related_populators(info, select, DEFAULT_DB_ALIAS)
        for each in related:
            _load_quickly(each)
        return columns, names, related

    @cached_property
    def _rows(self) -> "RowsOf":
        return RowsOf(self._compiler.klass_info["model"])

    def _loaded(self, row: Sequence[Any]) -> M:
        columns, names, related = self._shape
        loaded: M = self._rows.from_db(DEFAULT_DB_ALIAS, names, row[columns])
        for each in related:
            each.populate(row, loaded)
        for name, position in self._compiler.annotation_col_map.items():
            setattr(loaded, name, row[position])
        return loaded


def _is_plain_json(column: Any) -> bool:
    return type(column) is Col and type(column.target) is JSONField and not column.target.decoder


def _read_json(value: Any, *_: object) -> Any:
    return None if value is None else orjson.loads(value)


class RowsOf:
    """Makes rows of a model as `Model.from_db` does, without going through every field.

    A row comes from the database as it is: nothing is given by default, and no model of ours
    listens to what is loaded.
    """

    def __init__(self, model: type[Model]) -> None:
        self.model = model

    def from_db(self, alias: str, names: Sequence[str], values: Sequence[Any]) -> Any:
        row = self.model.__new__(self.model)
        row.__dict__.update(zip(names, values, strict=True))
        state = row._state = ModelState()
        state.adding, state.db = False, alias
        return row


def row_of(model: type[M], **columns: Any) -> M:
    """A row that a statement has just written, as the database now has it."""
    row: M = RowsOf(model).from_db(DEFAULT_DB_ALIAS, list(columns), list(columns.values()))
    return row


def _load_quickly(populator: Any) -> None:
    populator.model_cls = RowsOf(populator.model_cls)
    for each in populator.related_populators:
        _load_quickly(each)
