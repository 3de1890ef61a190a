"""Refusals of people who are not known, counted by the minute until the record has their sum."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("staff", "0003_set_up"),
    ]

    operations = [
        migrations.CreateModel(
            name="StrangerTries",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("minute", models.DateTimeField()),
                ("log_id", models.BigIntegerField()),
                ("code", models.CharField(max_length=40)),
                ("tries", models.PositiveBigIntegerField()),
            ],
            options={
                "db_table": "staff_stranger_tries",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("minute", "log_id", "code"), name="staff_stranger_tries_once"
                    )
                ],
            },
        ),
    ]
