"""Who runs this installation, named once; and the one-time code that opens set-up."""

from django.db import migrations, models

from foundation.protections import append_only, require_event


class Migration(migrations.Migration):
    dependencies = [("staff", "0002_recovery_codes"), ("audit", "0002_protect_the_record")]

    operations = [
        migrations.CreateModel(
            name="Installation",
            fields=[
                ("id", models.SmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("operator", models.CharField(max_length=60)),
                ("named_at", models.DateTimeField()),
            ],
            options={
                "db_table": "staff_installation",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(id=1), name="staff_installation_is_one"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SetUpCode",
            fields=[
                ("id", models.SmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("code_hash", models.BinaryField()),
                ("made_at", models.DateTimeField()),
            ],
            options={"db_table": "staff_set_up_code"},
        ),
        append_only("staff_installation"),
        require_event("staff_installation"),
    ]
