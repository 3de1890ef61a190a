"""Count a table in play, say that one stays closed, and ask for chips."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.protections import require_event, sql_file


class Migration(migrations.Migration):
    dependencies = [
        ("banking", "0004_cash_over_the_table"),
        ("staff", "0004_stranger_tries"),
        ("tables", "0004_boxes_off"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="slip",
            name="kind",
            field=models.CharField(
                choices=[
                    ("fill", "Fill"),
                    ("credit", "Credit"),
                    ("opening", "Opening count"),
                    ("closing", "Closing count"),
                    ("drop", "Drop"),
                    ("count", "Count in play"),
                    ("closed", "Closed table"),
                ],
                max_length=8,
            ),
        ),
        migrations.CreateModel(
            name="ChipRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("fill", "Fill"),
                            ("credit", "Credit"),
                            ("opening", "Opening count"),
                            ("closing", "Closing count"),
                            ("drop", "Drop"),
                            ("count", "Count in play"),
                            ("closed", "Closed table"),
                        ],
                        max_length=8,
                    ),
                ),
                ("chips", models.JSONField()),
                ("total_cents", models.PositiveBigIntegerField()),
                ("at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "closed_by",
                    models.ForeignKey(
                        null=True,
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
                    "slip",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="request",
                        to="banking.slip",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="chip_requests",
                        to="tables.gamingtable",
                    ),
                ),
            ],
            options={
                "db_table": "banking_chip_request",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at__isnull", True)),
                        fields=("table", "kind"),
                        name="banking_one_request",
                    )
                ],
            },
        ),
        require_event("banking_chip_request"),
        sql_file(__file__, "request_rights"),
    ]
