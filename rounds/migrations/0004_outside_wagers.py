"""Keep wagers that the floor let stand outside the limits."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.migrations import RunSQL

from foundation.protections import append_only, require_event


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0003_box_throws"),
        ("staff", "0005_passkeys"),
    ]

    operations = [
        migrations.CreateModel(
            name="OutsideWager",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("player", models.CharField(blank=True, max_length=40)),
                ("cents", models.PositiveBigIntegerField()),
                ("minimum_cents", models.PositiveIntegerField()),
                ("maximum_cents", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outside_wagers",
                        to="rounds.round",
                    ),
                ),
                (
                    "sign_off",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="staff.signoff",
                    ),
                ),
            ],
            options={
                "db_table": "rounds_outside_wager",
            },
        ),
        append_only("rounds_outside_wager"),
        require_event("rounds_outside_wager"),
        RunSQL("revoke update, delete, truncate on rounds_outside_wager from app", RunSQL.noop),
    ]
