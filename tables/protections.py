"""Migration operations that let the database itself keep expired equipment out of play."""

from django.db.migrations import RunSQL


def rounds_need_ready_tables(rounds_table: str) -> RunSQL:
    """Refuse an INSERT of a round on a table that is not ready at the round's `opened_at`.

    The round table has the columns `table_id` and `opened_at`. The trigger judges by that very
    moment and reads no clock of its own, so it can never disagree with the guard.
    """
    return RunSQL(
        f"""
        create trigger {rounds_table}_ready before insert on {rounds_table}
          for each row execute function tables_guard_round();
        alter table {rounds_table} enable always trigger {rounds_table}_ready;
        """,
        f"drop trigger {rounds_table}_ready on {rounds_table};",
    )
