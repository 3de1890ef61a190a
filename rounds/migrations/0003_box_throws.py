"""The dice for a box that is taken out of play."""

import django.db.models.deletion
from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models

from foundation.protections import append_only, require_event


class Migration(migrations.Migration):
    dependencies = [("rounds", "0002_protect_the_rounds")]

    operations = [
        migrations.CreateModel(
            name="BoxThrow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("n", models.PositiveSmallIntegerField()),
                ("dice", ArrayField(models.PositiveSmallIntegerField(), size=3)),
                ("box", models.PositiveSmallIntegerField(null=True)),
                ("at", models.DateTimeField()),
                (
                    "irregularity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="throws",
                        to="rounds.irregularity",
                    ),
                ),
            ],
            options={
                "db_table": "rounds_box_throw",
                "constraints": [
                    models.UniqueConstraint(fields=["irregularity", "n"], name="rounds_box_throw_n")
                ],
            },
        ),
        append_only("rounds_box_throw"),
        require_event("rounds_box_throw"),
    ]
