"""Remember that a visitor looks at a demo table, so that nobody simulated deals there."""

from django.db import connection

from tables.models import GamingTable


def note_visit(table: GamingTable) -> None:
    """Note it at most every twenty seconds, and on the demo floor only."""
    if not table.property.settings.get("demo"):
        return
    with connection.cursor() as cursor:
        cursor.execute(NOTE, [table.pk])


NOTE = """
insert into rounds_visit as v (table_id, seen_at) values (%s, clock_timestamp())
on conflict (table_id) do update set seen_at = excluded.seen_at
 where v.seen_at < excluded.seen_at - interval '20 seconds'
"""
