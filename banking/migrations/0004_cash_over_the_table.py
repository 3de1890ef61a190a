"""Keep cash and chips that go over the table, and what of it was taken back."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.protections import append_only, require_event, sql_file


class Migration(migrations.Migration):
    dependencies = [
        ("banking", "0003_turns_of_people"),
        ("staff", "0004_stranger_tries"),
        ("tables", "0004_boxes_off"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                    ("cash_back", "Sale of chips taken back"),
                    ("count", "Counted against expected"),
                    ("drop", "Drop box counted"),
                    ("jackpot_seed", "Jackpot seeded"),
                    ("jackpot_contribution", "Jackpot contribution"),
                ],
                max_length=20,
            ),
        ),
        migrations.CreateModel(
            name="CashMove",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[("buy_in", "Chips for cash"), ("change", "Chips for chips")],
                        max_length=8,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("player", models.CharField(blank=True, max_length=40)),
                ("bills", models.JSONField(default=dict)),
                ("chips_in", models.JSONField(default=dict)),
                ("chips_out", models.JSONField(default=dict)),
                ("cents", models.PositiveBigIntegerField()),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cash",
                        to="banking.entry",
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
                    "sign_off",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="staff.signoff",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cash_moves",
                        to="tables.gamingtable",
                    ),
                ),
            ],
            options={
                "db_table": "banking_cash",
            },
        ),
        migrations.CreateModel(
            name="CashUndo",
            fields=[
                (
                    "cash",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="undo",
                        serialize=False,
                        to="banking.cashmove",
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="banking.entry",
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
            ],
            options={
                "db_table": "banking_cash_undo",
            },
        ),
        migrations.AddIndex(
            model_name="cashmove",
            index=models.Index(fields=["table", "-at"], name="banking_cash_table"),
        ),
        append_only("banking_cash"),
        append_only("banking_cash_undo"),
        require_event("banking_cash"),
        require_event("banking_cash_undo", key="cash_id"),
        sql_file(__file__, "cash_rights"),
    ]
