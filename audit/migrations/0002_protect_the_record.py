"""Let the database refuse changes of the record, and changes without a record."""

from django.db import migrations

from foundation.protections import append_only, require_event, sql_file


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial"), ("paigow_site", "0001_initial")]

    operations = [
        sql_file(__file__, "refuse_change"),
        sql_file(__file__, "require_event"),
        sql_file(__file__, "trees"),
        append_only("audit_event"),
        append_only("audit_leaf"),
        append_only("audit_node"),
        append_only("audit_checkpoint"),
        append_only("audit_cosignature"),
        append_only("audit_archive"),
        sql_file(__file__, "months"),
        require_event("audit_hold"),
        sql_file(__file__, "rights"),
    ]
