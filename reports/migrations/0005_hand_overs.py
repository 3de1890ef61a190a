"""Shifts that were handed over, signed by both; nothing of it ever changes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.protections import append_only, require_event


class Migration(migrations.Migration):
    dependencies = [
        ("reports", "0004_protect_the_cases"),
        ("staff", "0007_service_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ShiftHandOver",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("notes", models.CharField(blank=True, max_length=2000)),
                ("at", models.DateTimeField()),
                (
                    "incoming",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "outgoing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="staff.property",
                    ),
                ),
                (
                    "report",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hand_over",
                        to="reports.reportrun",
                    ),
                ),
            ],
            options={
                "db_table": "reports_hand_over",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("outgoing", models.F("incoming")), _negated=True),
                        name="reports_hand_over_two",
                    )
                ],
            },
        ),
        append_only("reports_hand_over"),
        require_event("reports_hand_over"),
    ]
