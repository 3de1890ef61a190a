"""Migration operations that let the database itself hold what must always hold."""

from django.db.migrations import RunSQL


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


def require_event(table: str) -> RunSQL:
    """At commit, a change of this table must have an event of the same transaction."""
    return RunSQL(
        f"""
        create constraint trigger {table}_has_event
          after insert or update or delete on {table}
          deferrable initially deferred for each row execute function audit_require_event();
        """,
        f"drop trigger {table}_has_event on {table};",
    )
