"""Let a claim stay as it was made, a decision as it was signed, a line of the log as written."""

from django.db import migrations

from foundation.protections import append_only, require_event, sql_file


class Migration(migrations.Migration):
    dependencies = [("review", "0001_initial"), ("audit", "0002_protect_the_record")]

    operations = [
        sql_file(__file__, "disputes"),
        require_event("review_dispute"),
        append_only("review_surveillance"),
        require_event("review_surveillance"),
        sql_file(__file__, "rights"),
    ]
