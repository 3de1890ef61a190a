from django.db import migrations

from foundation.protections import append_only, require_event, sql_file


class Migration(migrations.Migration):
    dependencies = [("reports", "0003_watching"), ("audit", "0002_protect_the_record")]

    operations = [
        sql_file(__file__, "cases"),
        append_only("reports_night"),
        require_event("reports_night"),
        require_event("reports_case"),
    ]
