"""Drops counted on slips of their own; the written report of a difference."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from audit.protections import append_only, require_event

RIGHTS = "revoke update, delete, truncate on banking_difference_report from app;"


class Migration(migrations.Migration):
    dependencies = [
        ("banking", "0002_protect_the_ledger"),
        ("audit", "0002_protect_the_record"),
        ("staff", "0001_initial"),
        ("tables", "0002_hold_the_limits"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DifferenceReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("finding", models.CharField(max_length=40)),
                ("note", models.CharField(blank=True, max_length=400)),
                ("filed_at", models.DateTimeField()),
            ],
            options={
                "db_table": "banking_difference_report",
            },
        ),
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("round", "Round settled"),
                    ("reversal", "Settlement reversed"),
                    ("correction", "Settlement replaced"),
                    ("fill", "Fill"),
                    ("credit", "Credit"),
                    ("buy_in", "Chips sold for cash"),
                    ("count", "Counted against expected"),
                    ("drop", "Drop box counted"),
                    ("jackpot_seed", "Jackpot seeded"),
                    ("jackpot_contribution", "Jackpot contribution"),
                ],
                max_length=20,
            ),
        ),
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
                ],
                max_length=8,
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["table", "gaming_day", "at"], name="banking_entry_day"),
        ),
        migrations.AddField(
            model_name="differencereport",
            name="filed_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="differencereport",
            name="property",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="staff.property"
            ),
        ),
        migrations.AddField(
            model_name="differencereport",
            name="sign_off",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="staff.signoff"
            ),
        ),
        migrations.AddField(
            model_name="differencereport",
            name="slip",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="report",
                to="banking.slip",
            ),
        ),
        append_only("banking_difference_report"),
        require_event("banking_difference_report"),
        migrations.RunSQL(RIGHTS, migrations.RunSQL.noop),
    ]
