"""How the rows of every table follow from the log, said by each app in its `folds.py`.

A row is *kept*: each of its versions is in the log, with the event that caused it. Or it is
*reckoned*: worked out again from events and kept rows, by the rules. Or it is *unkept*, for a
reason. `audit rebuild` makes the floor again from that, and `audit verify` holds rows against it.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol

from django.apps import apps
from django.db.models import ForeignKey, Model

Json = dict[str, Any]
Reader = Any  # a connection of psycopg to one moment of the database


@dataclass(frozen=True, slots=True)
class Kept:
    """A table whose rows are in the log, version by version.

    Of `private` columns the log has only hashes, and `reckoned` ones are left out, because they are
    worked out again. `fleeting` ones change without an event and are left out, as the database's
    function `audit_lasting` does. `parts` belong to a row and are kept with it. Where `kinds` are
    named, only events of these codes change a row; those that begin as in `also` change it though
    they are about something else. A row that is written `once` never changes. `anew` says what
    stands in a column that the log has not, when a lost row `t` is made again: a value in SQL.
    """

    model: type[Model]
    private: tuple[str, ...] = ()
    reckoned: tuple[str, ...] = ()
    fleeting: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    parts: type[Model] | None = None
    once: bool = False
    anew: Mapping[str, str] = field(default_factory=dict)

    def content(self, row: Json, row_id: str) -> Json:
        """A row as the log keeps it: nothing that is empty, nothing that is secret."""
        found = {name: value for name, value in row.items() if value is not None}
        for name in (*self.reckoned, *self.fleeting):
            found.pop(name, None)
        for name in self.private:
            if found.get(name):
                found[name] = veiled(self.model._meta.db_table, row_id, name, found[name])
        return found


@dataclass(frozen=True, slots=True)
class Reckoned:
    """A table whose rows are worked out again from events and from kept rows."""

    model: type[Model]
    by: "Reckoning"


@dataclass(frozen=True, slots=True)
class Unkept:
    """A table that the log says nothing about, and why that is right."""

    model: type[Model]
    reason: str


Fold = Kept | Reckoned | Unkept


class Work(Protocol):
    """A part of a reckoning, small enough for one process to take at a time."""

    def checked(self, reader: Reader) -> list[str]:
        """What differs, in words."""


class Reckoning(Protocol):
    """How rows are worked out again."""

    def works(self, reader: Reader, log_ids: Sequence[int] | None) -> Iterable[Work]:
        """Compare the rows that are there with those that should be, part by part."""

    def rows(self, reader: Reader) -> Iterator[tuple[str, Json]]:
        """The rows as they should be: the table, and the columns of a row."""


class Reference(NamedTuple):
    """A column of a table that names a thing which events are about."""

    column: str
    name: str


def veiled(table: str, row_id: str, column: str, value: Any) -> str:
    """What the log has of a private value: enough to see that it was changed."""
    return hashlib.sha256(f"{table}:{row_id}:{column}:{value}".encode()).hexdigest()


@cache
def folds() -> Mapping[str, Fold]:
    """Every fold, by the name of its table."""
    found: dict[str, Fold] = {}
    for config in apps.get_app_configs():
        name = f"{config.name}.folds"
        if find_spec(name) is not None:
            found |= {fold.model._meta.db_table: fold for fold in import_module(name).FOLDS}
    return found


def kept(table: str) -> Kept:
    """The fold of a table whose versions reach the log; one that says nothing keeps everything."""
    fold = folds().get(table)
    return fold if isinstance(fold, Kept) else Kept(_model_of(table))


def kept_tables() -> list[str]:
    """Every table whose versions reach the log, by name."""
    return sorted(table for table, fold in folds().items() if isinstance(fold, Kept))


def reckonings() -> list[Reckoning]:
    """Everything that apps work out again, each once."""
    found = {id(fold.by): fold.by for fold in folds().values() if isinstance(fold, Reckoned)}
    return list(found.values())


@cache
def references_of(table: str) -> tuple[Reference, ...]:
    """The things that a row is about: itself, and what it points to."""
    model = _model_of(table)
    own = getattr(model, "audit_name", "")
    key = model._meta.pk
    found = [Reference(key.attname, own)] if own and key is not None else []
    for column in model._meta.fields:
        if isinstance(column, ForeignKey):
            name = getattr(column.remote_field.model, "audit_name", "")
            found += [Reference(column.attname, name)] if name else []
    return tuple(found)


@cache
def _model_of(table: str) -> type[Model]:
    for model in apps.get_models(include_auto_created=True):
        if model._meta.db_table == table:
            return model
    raise LookupError(f"no model has the table {table}")
