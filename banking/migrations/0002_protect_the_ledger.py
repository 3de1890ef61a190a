"""Let the database hold what must always hold of money."""

from django.db import migrations

from foundation.protections import append_only, require_event, sql_file


class Migration(migrations.Migration):
    dependencies = [("banking", "0001_initial"), ("audit", "0002_protect_the_record")]

    operations = [
        sql_file(__file__, "accounts"),
        sql_file(__file__, "zero_sum"),
        sql_file(__file__, "slips"),
        append_only("banking_entry"),
        append_only("banking_posting"),
        append_only("banking_signature"),
        append_only("banking_turn"),
        append_only("banking_jackpot_period"),
        append_only("banking_difference_report"),
        require_event("banking_entry", "banking_posting", "entry_id"),
        require_event("banking_slip"),
        require_event("banking_signature"),
        require_event("banking_jackpot"),
        require_event("banking_jackpot_tables"),
        require_event("banking_jackpot_period"),
        require_event("banking_account"),
        require_event("banking_difference_report"),
        sql_file(__file__, "rights"),
    ]
