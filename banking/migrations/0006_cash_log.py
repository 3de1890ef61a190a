"""Keep the cash log, and apart from it who somebody is."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.protections import append_only, require_event, sql_file


class Migration(migrations.Migration):
    dependencies = [
        ("banking", "0005_counts_in_play"),
        ("staff", "0006_several_houses"),
        ("tables", "0005_announced_limits"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Patron",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=32, unique=True)),
                ("description", models.CharField(max_length=120)),
                ("made_at", models.DateTimeField()),
                (
                    "made_by",
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
            ],
            options={
                "db_table": "banking_patron",
            },
        ),
        migrations.CreateModel(
            name="PatronIdentity",
            fields=[
                (
                    "patron",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="identity",
                        serialize=False,
                        to="banking.patron",
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("born", models.DateField()),
                ("address", models.CharField(max_length=200)),
                ("document", models.CharField(max_length=80)),
            ],
            options={
                "verbose_name_plural": "patron identities",
                "db_table": "banking_patron_identity",
            },
        ),
        migrations.CreateModel(
            name="PatronCash",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_out", models.BooleanField()),
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
                    "patron",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cash",
                        to="banking.patron",
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
                "db_table": "banking_patron_cash",
            },
        ),
        migrations.CreateModel(
            name="PatronSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("player", models.CharField(blank=True, max_length=40)),
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
                    "patron",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="banking.patron",
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
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.gamingtable",
                    ),
                ),
            ],
            options={
                "db_table": "banking_patron_seat",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "seat", "player", "gaming_day"),
                        name="banking_patron_seat_once",
                        nulls_distinct=False,
                    )
                ],
            },
        ),
        append_only("banking_patron"),
        append_only("banking_patron_seat"),
        append_only("banking_patron_cash"),
        require_event("banking_patron"),
        require_event("banking_patron_seat"),
        require_event("banking_patron_cash"),
        sql_file(__file__, "cash_log_rights"),
    ]
