from django.db import migrations

from foundation.protections import require_event, sql_file


class Migration(migrations.Migration):
    dependencies = [("reports", "0001_initial"), ("audit", "0002_protect_the_record")]

    operations = [
        sql_file(__file__, "rights"),
        # How far a report is changes as it is made; what it says changes once.
        require_event("reports_run", only="kind, scope, asked_by_id, asked_at, figures, made_at"),
    ]
