"""The tables of the record. `audit_event` is partitioned, which Django cannot say, so SQL does."""

from django.db import migrations, models

from foundation.protections import sql_file


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="RowDigest",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "relation",
                        "row_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("relation", models.CharField(max_length=63)),
                ("row_id", models.CharField(max_length=64)),
                ("digest", models.BinaryField(null=True)),
                ("transaction", models.BigIntegerField()),
                ("log_id", models.BigIntegerField(default=0)),
            ],
            options={
                "db_table": "audit_row",
            },
        ),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "tree_id",
                        "size",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("tree_id", models.BigIntegerField()),
                ("size", models.BigIntegerField()),
                ("root", models.BinaryField()),
                ("note", models.TextField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "db_table": "audit_checkpoint",
            },
        ),
        migrations.CreateModel(
            name="Cosignature",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "tree_id",
                        "size",
                        "witness",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("tree_id", models.BigIntegerField()),
                ("size", models.BigIntegerField()),
                ("witness", models.CharField(max_length=200)),
                ("line", models.TextField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "db_table": "audit_cosignature",
            },
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[sql_file(__file__, "event_table")],
            state_operations=[
                migrations.CreateModel(
                    name="Event",
                    fields=[
                        ("id", models.UUIDField(primary_key=True, serialize=False)),
                        ("log_id", models.BigIntegerField()),
                        (
                            "keep",
                            models.CharField(
                                choices=[
                                    ("5y", "Five years"),
                                    ("3y", "Three years"),
                                    ("ever", "Without end"),
                                ],
                                max_length=4,
                            ),
                        ),
                        ("stream", models.CharField(max_length=80)),
                        ("stream_v", models.BigIntegerField()),
                        ("kind", models.CharField(max_length=80)),
                        ("person_id", models.BigIntegerField(null=True)),
                        ("table_id", models.BigIntegerField(null=True)),
                        ("round_id", models.UUIDField(null=True)),
                        ("about", models.JSONField(default=list)),
                        ("body", models.BinaryField()),
                        ("at", models.DateTimeField()),
                        ("transaction", models.BigIntegerField()),
                    ],
                    options={
                        "db_table": "audit_event",
                    },
                ),
            ],
        ),
        migrations.CreateModel(
            name="Leaf",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "tree_id",
                        "idx",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("tree_id", models.BigIntegerField()),
                ("idx", models.BigIntegerField()),
                ("event_id", models.UUIDField(unique=True)),
                ("keep", models.CharField(max_length=4)),
                ("at", models.DateTimeField()),
                ("hash", models.BinaryField()),
            ],
            options={
                "db_table": "audit_leaf",
            },
        ),
        migrations.CreateModel(
            name="Node",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "tree_id",
                        "level",
                        "idx",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("tree_id", models.BigIntegerField()),
                ("level", models.SmallIntegerField()),
                ("idx", models.BigIntegerField()),
                ("hash", models.BinaryField()),
            ],
            options={
                "db_table": "audit_node",
            },
        ),
        migrations.CreateModel(
            name="RowPending",
            fields=[
                ("n", models.BigAutoField(primary_key=True, serialize=False)),
                ("log_id", models.BigIntegerField()),
                ("relation", models.CharField(max_length=63)),
                ("row_id", models.CharField(max_length=64)),
                ("cause", models.UUIDField()),
                ("was", models.BinaryField(null=True)),
                ("digest", models.BinaryField(null=True)),
                ("content", models.JSONField(null=True)),
            ],
            options={
                "db_table": "audit_row_pending",
                "indexes": [models.Index(fields=["cause"], name="audit_row_pending_cause")],
            },
        ),
        migrations.CreateModel(
            name="Stream",
            fields=[
                ("stream", models.CharField(max_length=80, primary_key=True, serialize=False)),
                ("v", models.BigIntegerField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "db_table": "audit_stream",
            },
        ),
        migrations.CreateModel(
            name="Alarm",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("log_id", models.BigIntegerField()),
                ("code", models.CharField(max_length=40)),
                ("detail", models.JSONField(default=dict)),
                ("raised_at", models.DateTimeField()),
                ("cleared_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "audit_alarm",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("cleared_at__isnull", True)),
                        fields=("log_id", "code"),
                        name="audit_alarm_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Archive",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tree_id", models.BigIntegerField()),
                ("month", models.DateField()),
                (
                    "keep",
                    models.CharField(
                        choices=[
                            ("5y", "Five years"),
                            ("3y", "Three years"),
                            ("ever", "Without end"),
                        ],
                        max_length=4,
                    ),
                ),
                ("events", models.BigIntegerField()),
                ("first_idx", models.BigIntegerField()),
                ("last_idx", models.BigIntegerField()),
                ("file", models.CharField(max_length=200)),
                ("sha256", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
            ],
            options={
                "db_table": "audit_archive",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tree_id", "month", "keep"), name="audit_archive_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Export",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("property_id", models.BigIntegerField()),
                ("requested_by_id", models.BigIntegerField(null=True)),
                ("requested_at", models.DateTimeField()),
                ("about", models.JSONField()),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("ready", "Ready"), ("failed", "Failed")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("events", models.BigIntegerField(null=True)),
                ("sha256", models.CharField(blank=True, max_length=64)),
                ("bytes", models.BigIntegerField(null=True)),
                ("trouble", models.CharField(blank=True, max_length=200)),
                ("finished_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "audit_export",
                "indexes": [
                    models.Index(
                        fields=["property_id", "-requested_at"], name="audit_export_latest"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Hold",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("property_id", models.BigIntegerField()),
                ("subject", models.CharField(max_length=80)),
                ("label", models.CharField(max_length=160)),
                ("reason", models.CharField(max_length=200)),
                ("placed_by_id", models.BigIntegerField()),
                ("placed_at", models.DateTimeField()),
                ("released_by_id", models.BigIntegerField(null=True)),
                ("released_at", models.DateTimeField(null=True)),
                ("released_second_id", models.BigIntegerField(null=True)),
                ("release_reason", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "db_table": "audit_hold",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("released_at__isnull", True)),
                        fields=("property_id", "subject"),
                        name="audit_hold_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Pending",
            fields=[
                ("n", models.BigAutoField(primary_key=True, serialize=False)),
                ("log_id", models.BigIntegerField()),
                ("event_id", models.UUIDField(unique=True)),
                ("keep", models.CharField(max_length=4)),
                ("at", models.DateTimeField()),
            ],
            options={
                "db_table": "audit_pending",
                "indexes": [models.Index(fields=["log_id", "n"], name="audit_pending_order")],
            },
        ),
        migrations.CreateModel(
            name="Tree",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("log_id", models.BigIntegerField()),
                ("generation", models.PositiveIntegerField(default=1)),
                ("origin", models.CharField(max_length=200, unique=True)),
                ("size", models.BigIntegerField(default=0)),
                ("frontier", models.BinaryField(default=b"")),
                ("opened_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                ("follows", models.TextField(blank=True)),
            ],
            options={
                "db_table": "audit_tree",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("log_id", "generation"), name="audit_tree_generation"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at__isnull", True)),
                        fields=("log_id",),
                        name="audit_tree_open",
                    ),
                ],
            },
        ),
    ]
