"""Let the database refuse a round with a set that was found unfit before it opened."""

from django.db import migrations

from foundation.protections import sql_file


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0004_outside_wagers"),
        ("tables", "0008_unfit_sets"),
    ]

    operations = [sql_file(__file__, "fit_sets")]
