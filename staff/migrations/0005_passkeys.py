"""Passkeys as second factor of a desk."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.protections import require_event


class Migration(migrations.Migration):
    dependencies = [("staff", "0004_stranger_tries"), ("audit", "0002_protect_the_record")]

    operations = [
        migrations.CreateModel(
            name="Passkey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("credential_id", models.BinaryField(unique=True)),
                ("public_key", models.BinaryField()),
                ("is_synced", models.BooleanField()),
                ("made_at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="passkeys",
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
                "db_table": "staff_passkey",
                "constraints": [
                    models.UniqueConstraint(fields=("person", "name"), name="staff_passkey_name")
                ],
            },
        ),
        migrations.CreateModel(
            name="PasskeyUse",
            fields=[
                (
                    "passkey",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="use",
                        serialize=False,
                        to="staff.passkey",
                    ),
                ),
                ("sign_count", models.BigIntegerField()),
                ("last_challenge", models.BinaryField(default=bytes)),
                ("last_used_at", models.DateTimeField(null=True)),
            ],
            options={"db_table": "staff_passkey_use"},
        ),
        require_event("staff_passkey"),
    ]
