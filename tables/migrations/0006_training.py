"""Who is qualified for which game, and the drills that were signed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.protections import append_only, require_event

PERSON = settings.AUTH_USER_MODEL


def kept_by(to: str, **options: object) -> models.ForeignKey:
    return models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to=to, **options)


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0005_announced_limits"),
        ("audit", "0002_protect_the_record"),
    ]

    operations = [
        migrations.CreateModel(
            name="Qualification",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("profile", models.CharField(max_length=40)),
                ("given_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                ("ended_by", kept_by(PERSON, null=True, related_name="+")),
                ("given_by", kept_by(PERSON, related_name="+")),
                ("person", kept_by(PERSON, related_name="qualifications")),
                ("property", kept_by("staff.property")),
            ],
            options={"db_table": "tables_qualification"},
        ),
        migrations.AddConstraint(
            model_name="qualification",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at__isnull", True)),
                fields=("person", "profile"),
                name="tables_qualified_once",
            ),
        ),
        migrations.CreateModel(
            name="TrainingRecord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hands", models.PositiveSmallIntegerField()),
                ("right", models.PositiveSmallIntegerField()),
                ("answers", models.JSONField()),
                ("kept_at", models.DateTimeField()),
                ("person", kept_by(PERSON, related_name="training")),
                ("property", kept_by("staff.property")),
                ("signed_by", kept_by(PERSON, related_name="+")),
                ("submission", kept_by("tables.rulessubmission", related_name="+")),
            ],
            options={"db_table": "tables_training"},
        ),
        migrations.AddConstraint(
            model_name="trainingrecord",
            constraint=models.CheckConstraint(
                condition=models.Q(("right__lte", models.F("hands"))),
                name="tables_training_right",
            ),
        ),
        append_only("tables_training"),
        require_event("tables_training"),
        require_event("tables_qualification"),
    ]
