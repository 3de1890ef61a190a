"""Remember that a visitor looks at a demo table, so that nobody simulated deals there."""

from django.db import connection


def note_visit(table_id: int) -> None:
    """Note it at most every twenty seconds, and on the demo floor only."""
    with connection.cursor() as cursor:
        cursor.execute(NOTE, [table_id])


NOTE = """
insert into demo_visit as v (table_id, seen_at)
select t.id, clock_timestamp() from tables_table t join staff_property p on p.id = t.property_id
 where t.id = %s and p.settings -> 'demo' = 'true'
on conflict (table_id) do update set seen_at = excluded.seen_at
 where v.seen_at < excluded.seen_at - interval '20 seconds'
"""
