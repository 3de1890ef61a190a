"""Migration operations that let the database itself hold what must always hold."""

from pathlib import Path

from django.db.migrations import RunSQL


def sql_file(migration: str, name: str) -> RunSQL:
    """Run `sql/<name>.sql` beside a migration (`__file__`), and `<name>.undo.sql` to undo it."""
    folder = Path(migration).parent / "sql"
    undo = folder / f"{name}.undo.sql"
    return RunSQL(
        (folder / f"{name}.sql").read_text(encoding="utf-8"),
        undo.read_text(encoding="utf-8") if undo.exists() else RunSQL.noop,
    )


def grant(table: str, rights: str, *roles: str) -> RunSQL:
    """Give roles their rights on a table: `grant("rounds_round", "select, insert", "app")`."""
    names = ", ".join(roles)
    return RunSQL(
        f"grant {rights} on {table} to {names}",
        f"revoke {rights} on {table} from {names}",
    )


def append_only(table: str) -> RunSQL:
    """Refuse every UPDATE, DELETE and TRUNCATE, for every role, also under replication."""
    return RunSQL(
        f"""
        create trigger {table}_append_only before update or delete on {table}
          for each row execute function audit_refuse_change();
        create trigger {table}_no_truncate before truncate on {table}
          for each statement execute function audit_refuse_change();
        alter table {table} enable always trigger {table}_append_only;
        alter table {table} enable always trigger {table}_no_truncate;
        """,
        f"""
        drop trigger {table}_append_only on {table};
        drop trigger {table}_no_truncate on {table};
        """,
    )


def require_event(table: str, *parts: str, key: str = "id", only: str = "") -> RunSQL:
    """At commit, a change of this table must have an event of the same transaction.

    Every version of a row is then kept for the log, under the value of its `key`. `parts` names a
    table whose rows belong to these and never change alone, and its key to them: they are kept
    with the row, `require_event("banking_entry", "banking_posting", "entry_id")`. `only` names the
    columns whose update counts, where others change without an event.
    """
    named = ", ".join(f"'{part}'" for part in (key, *parts))
    update = f"update of {only}" if only else "update"
    return RunSQL(
        f"""
        create constraint trigger {table}_has_event
          after insert or {update} or delete on {table}
          deferrable initially deferred for each row execute function audit_require_event({named});
        """,
        f"drop trigger {table}_has_event on {table};",
    )
