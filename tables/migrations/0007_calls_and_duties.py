"""Who is on duty and relieves whom; how people are called, and every call that went out."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.protections import require_event


class Migration(migrations.Migration):
    dependencies = [
        ("staff", "0007_service_tables"),
        ("tables", "0006_training"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="NoticeDevice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "via",
                    models.CharField(
                        choices=[
                            ("push", "Notice on the device"),
                            ("mail", "E-mail"),
                            ("text", "Text message"),
                        ],
                        max_length=10,
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("address", models.CharField(max_length=1000)),
                ("public_key", models.BinaryField(default=bytes)),
                ("secret", models.BinaryField(default=bytes)),
                ("key_name", models.CharField(blank=True, max_length=8)),
                ("made_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notice_devices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, to="staff.property"
                    ),
                ),
            ],
            options={
                "db_table": "tables_notice_device",
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_escalated", models.BooleanField()),
                ("called_at", models.DateTimeField()),
                ("delivered_at", models.DateTimeField(null=True)),
                ("failed_at", models.DateTimeField(null=True)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "alert",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notices",
                        to="tables.alert",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, to="staff.property"
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notices",
                        to="tables.noticedevice",
                    ),
                ),
            ],
            options={
                "db_table": "tables_notice",
            },
        ),
        migrations.CreateModel(
            name="NoticeGateway",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "via",
                    models.CharField(
                        choices=[
                            ("push", "Notice on the device"),
                            ("mail", "E-mail"),
                            ("text", "Text message"),
                        ],
                        max_length=10,
                    ),
                ),
                ("address", models.CharField(max_length=200)),
                ("sender", models.CharField(blank=True, max_length=80)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("secret", models.CharField(blank=True, max_length=400)),
                ("changed_at", models.DateTimeField()),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, to="staff.property"
                    ),
                ),
            ],
            options={
                "db_table": "tables_notice_gateway",
            },
        ),
        migrations.CreateModel(
            name="QuietHours",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("begins", models.TimeField()),
                ("ends", models.TimeField()),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="quiet_hours",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, to="staff.property"
                    ),
                ),
            ],
            options={
                "db_table": "tables_quiet_hours",
            },
        ),
        migrations.CreateModel(
            name="Relief",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("due_at", models.DateTimeField()),
                ("planned_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reliefs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "planned_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, to="staff.property"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reliefs",
                        to="tables.gamingtable",
                    ),
                ),
            ],
            options={
                "db_table": "tables_relief",
            },
        ),
        migrations.CreateModel(
            name="TableString",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                (
                    "tables",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), default=list, size=None
                    ),
                ),
                ("made_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, to="staff.property"
                    ),
                ),
            ],
            options={
                "db_table": "tables_string",
            },
        ),
        migrations.CreateModel(
            name="Duty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("began_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "ended_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="duties",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "pit",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, to="tables.pit"
                    ),
                ),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, to="staff.property"
                    ),
                ),
            ],
            options={
                "db_table": "tables_duty",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("person",),
                        name="tables_on_duty_once",
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="noticedevice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at__isnull", True)),
                fields=("address", "person"),
                name="tables_device_once",
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("delivered_at__isnull", True), ("failed_at__isnull", True)),
                fields=["called_at"],
                name="tables_notice_waits",
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                fields=("alert", "device", "is_escalated"), name="tables_notice_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="noticegateway",
            constraint=models.UniqueConstraint(
                fields=("property", "via"), name="tables_gateway_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="relief",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at__isnull", True)),
                fields=("table",),
                name="tables_next_relief",
            ),
        ),
        migrations.AddConstraint(
            model_name="relief",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at__isnull", True)),
                fields=("person",),
                name="tables_relieves_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="tablestring",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at__isnull", True)),
                fields=("property", "name"),
                name="tables_string_name",
            ),
        ),
        require_event("tables_duty"),
        require_event("tables_string"),
        require_event("tables_relief"),
        require_event("tables_notice_device"),
        require_event("tables_quiet_hours"),
        require_event("tables_notice"),
        require_event("tables_notice_gateway"),
    ]
