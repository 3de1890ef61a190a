import json

from django.apps import apps
from django.db import connection

from foundation.folding import Kept, Unkept, folds


def tables():
    return {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}


def test_every_table_says_how_its_rows_follow_from_the_log_or_why_they_do_not():
    parts = {
        fold.parts._meta.db_table
        for fold in folds().values()
        if isinstance(fold, Kept) and fold.parts
    }
    assert set(tables()) == set(folds()) | parts
    assert all(fold.reason for fold in folds().values() if isinstance(fold, Unkept))


def test_what_is_kept_has_its_trigger_and_what_has_a_trigger_is_kept(db):
    with connection.cursor() as cursor:
        cursor.execute(
            "select tgrelid::regclass::text from pg_trigger"
            " where tgfoid = 'audit_require_event'::regproc"
        )
        watched = {table for (table,) in cursor.fetchall()}
    assert watched == {table for table, fold in folds().items() if isinstance(fold, Kept)}


def test_private_and_reckoned_columns_are_columns():
    for table, fold in folds().items():
        if isinstance(fold, Kept):
            columns = {field.attname for field in tables()[table]._meta.fields}
            assert {*fold.private, *fold.reckoned} <= columns, table


def test_what_changes_without_an_event_is_what_the_database_leaves_out(db):
    every = {name: 1 for model in tables().values() for name in columns_of(model)}
    with connection.cursor() as cursor:
        for table, fold in folds().items():
            if isinstance(fold, Kept):
                cursor.execute("select audit_lasting(%s, %s)", [table, json.dumps(every)])
                ((left,),) = cursor.fetchall()
                assert set(every) - set(json.loads(left)) == set(fold.fleeting), table


def columns_of(model):
    return [field.column for field in model._meta.fields if field.column]


def test_what_the_log_has_not_of_a_row_can_be_made_anew(db):
    """A lost database is made again from the log; a column without a value would stop it."""
    for table, fold in folds().items():
        if isinstance(fold, Kept):
            hidden = {*fold.private, *fold.fleeting, *fold.reckoned}
            needed = set(fold.private) | {
                field.column
                for field in fold.model._meta.fields
                if field.column in hidden and not field.null
            }
            assert needed <= set(fold.anew), table
            assert set(fold.anew) <= hidden or fold.private, table  # or its hash would differ
