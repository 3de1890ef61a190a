"""Let the database hold what must always hold of a round."""

from django.db import migrations

from foundation.protections import append_only, require_event, sql_file


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0001_initial"),
        ("banking", "0002_protect_the_ledger"),
        ("audit", "0002_protect_the_record"),
    ]

    operations = [
        sql_file(__file__, "links"),
        sql_file(__file__, "fit_to_open"),
        sql_file(__file__, "settled"),
        append_only("rounds_roll"),
        append_only("rounds_settlement"),
        append_only("rounds_play"),
        append_only("rounds_correction"),
        require_event("rounds_round"),
        require_event("rounds_settlement"),
        require_event("rounds_irregularity"),
        require_event("rounds_correction"),
        sql_file(__file__, "rights"),
    ]
