"""Document large payouts, number drop boxes, count tips, mark reprints, keep par levels."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.protections import append_only, require_event, sql_file


class Migration(migrations.Migration):
    dependencies = [
        ("banking", "0006_cash_log"),
        ("staff", "0007_service_tables"),
        ("tables", "0006_training"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="patronidentity",
            name="tax_number",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AlterField(
            model_name="account",
            name="kind",
            field=models.CharField(
                choices=[
                    ("inventory", "Table inventory"),
                    ("seat", "Chips of a seat"),
                    ("bank", "Player bank"),
                    ("vigorish", "Vigorish"),
                    ("side_wagers", "Side wagers"),
                    ("drop", "Drop box"),
                    ("over_short", "Over and short"),
                    ("cage", "Cage"),
                    ("jackpot", "Jackpot"),
                    ("jackpot_funds", "Set aside for the jackpot"),
                    ("tips", "Tips of the dealers"),
                ],
                max_length=14,
            ),
        ),
        migrations.AlterField(
            model_name="chiprequest",
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
                    ("payout", "Payout document"),
                    ("box", "Drop box counted"),
                    ("tips", "Tips counted"),
                ],
                max_length=8,
            ),
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
                    ("cash_back", "Sale of chips taken back"),
                    ("count", "Counted against expected"),
                    ("drop", "Drop box counted"),
                    ("tips", "Tips counted"),
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
                    ("count", "Count in play"),
                    ("closed", "Closed table"),
                    ("payout", "Payout document"),
                    ("box", "Drop box counted"),
                    ("tips", "Tips counted"),
                ],
                max_length=8,
            ),
        ),
        migrations.CreateModel(
            name="ParLevel",
            fields=[
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="par",
                        serialize=False,
                        to="tables.gamingtable",
                    ),
                ),
                ("chips", models.JSONField()),
                ("set_at", models.DateTimeField()),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="staff.property",
                    ),
                ),
                (
                    "set_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "banking_par",
            },
        ),
        migrations.CreateModel(
            name="DropBox",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.CharField(max_length=20)),
                ("put_in_at", models.DateTimeField()),
                ("taken_at", models.DateTimeField(null=True)),
                ("counted_at", models.DateTimeField(null=True)),
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
                        related_name="box",
                        to="banking.slip",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="drop_boxes",
                        to="tables.gamingtable",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "drop boxes",
                "db_table": "banking_drop_box",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("taken_at__isnull", True)),
                        fields=("table",),
                        name="banking_box_in_place",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("counted_at__isnull", True)),
                        fields=("property", "number"),
                        name="banking_box_number",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Payout",
            fields=[
                (
                    "slip",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="payout",
                        serialize=False,
                        to="banking.slip",
                    ),
                ),
                ("round_id", models.UUIDField()),
                ("round_number", models.PositiveIntegerField()),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("win", "Wager won"),
                            ("pair_fortunes", "Pair Fortunes"),
                            ("three_card", "Three Card wager"),
                            ("four_card", "Four Card bonus"),
                            ("jackpot", "Jackpot"),
                        ],
                        max_length=14,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("player", models.CharField(blank=True, max_length=40)),
                ("wager_cents", models.PositiveBigIntegerField()),
                ("wants_manager", models.BooleanField()),
                ("wants_tax_form", models.BooleanField()),
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
                "db_table": "banking_payout",
                "indexes": [models.Index(fields=["round_id"], name="banking_payout_round")],
            },
        ),
        migrations.CreateModel(
            name="SlipPrint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("n", models.PositiveSmallIntegerField()),
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
                    "slip",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="prints",
                        to="banking.slip",
                    ),
                ),
            ],
            options={
                "db_table": "banking_print",
                "constraints": [
                    models.UniqueConstraint(fields=("slip", "n"), name="banking_print_once")
                ],
            },
        ),
        append_only("banking_print"),
        append_only("banking_payout"),
        require_event("banking_print"),
        require_event("banking_payout", key="slip_id"),
        require_event("banking_drop_box"),
        require_event("banking_par", key="table_id"),
        sql_file(__file__, "payout_rights"),
    ]
