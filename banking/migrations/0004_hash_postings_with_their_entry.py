"""Let the hash of an entry hold its postings, so that no posting can change unnoticed."""

from django.db import migrations

from audit.protections import rehash, require_event

PARTS = ("banking_posting", "entry_id")


class Migration(migrations.Migration):
    dependencies = [
        ("banking", "0003_count_drops_and_report_differences"),
        ("audit", "0003_seal_the_hashes_of_rows"),
    ]

    operations = [
        migrations.RunSQL(
            "drop trigger banking_entry_has_event on banking_entry",
            """
            create constraint trigger banking_entry_has_event
              after insert or update or delete on banking_entry
              deferrable initially deferred for each row execute function audit_require_event()
            """,
        ),
        require_event("banking_entry", *PARTS),
        rehash("banking_entry", *PARTS),
    ]
