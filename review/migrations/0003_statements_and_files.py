"""Statements and files of a dispute, and disputes that are opened again."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.protections import append_only, require_event, sql_file


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0002_protect_the_review"),
        ("staff", "0007_service_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveField(
            model_name="dispute",
            name="account",
        ),
        migrations.RemoveField(
            model_name="dispute",
            name="account_note",
        ),
        migrations.AddField(
            model_name="dispute",
            name="lock_asked_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="dispute",
            name="lock_asked_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="dispute",
            name="reopens",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reopened_as",
                to="review.dispute",
            ),
        ),
        migrations.AddField(
            model_name="dispute",
            name="video_sha256",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.CreateModel(
            name="Attachment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("n", models.PositiveSmallIntegerField()),
                ("title", models.CharField(max_length=120)),
                ("file_name", models.CharField(max_length=120)),
                ("media_type", models.CharField(max_length=40)),
                ("size", models.PositiveIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("added_at", models.DateTimeField()),
                (
                    "added_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "dispute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="attachments",
                        to="review.dispute",
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
                "db_table": "review_attachment",
                "constraints": [
                    models.UniqueConstraint(fields=("dispute", "n"), name="review_attachment_n")
                ],
            },
        ),
        migrations.CreateModel(
            name="Statement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("n", models.PositiveSmallIntegerField()),
                (
                    "speaker",
                    models.CharField(
                        choices=[
                            ("dealer", "The dealer"),
                            ("player", "A player"),
                            ("witness", "A witness"),
                            ("staff", "Somebody of the staff"),
                        ],
                        max_length=8,
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("account", models.CharField(blank=True, max_length=40)),
                ("words", models.CharField(blank=True, max_length=1000)),
                ("taken_at", models.DateTimeField()),
                (
                    "dispute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="statements",
                        to="review.dispute",
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
                    "taken_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "review_statement",
                "constraints": [
                    models.UniqueConstraint(fields=("dispute", "n"), name="review_statement_n")
                ],
            },
        ),
        append_only("review_statement"),
        require_event("review_statement"),
        append_only("review_attachment"),
        require_event("review_attachment"),
        sql_file(__file__, "statements"),
    ]
