"""Reviews that were signed off."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.protections import append_only, require_event


class Migration(migrations.Migration):
    dependencies = [
        ("reports", "0005_hand_overs"),
        ("staff", "0007_service_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ReviewSigned",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("finding", models.CharField(max_length=500)),
                ("signed_at", models.DateTimeField()),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="staff.property",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reviews",
                        to="reports.reportrun",
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
                (
                    "signed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "reports_review",
                "constraints": [
                    models.UniqueConstraint(fields=("run", "signed_by"), name="reports_review_once")
                ],
            },
        ),
        append_only("reports_review"),
        require_event("reports_review"),
    ]
