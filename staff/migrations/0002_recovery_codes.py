"""Ten codes on paper instead of the authenticator's; only their hashes are kept."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.protections import require_event


class Migration(migrations.Migration):
    dependencies = [("staff", "0001_initial"), ("audit", "0002_protect_the_record")]

    operations = [
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code_hash", models.BinaryField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, to="staff.property"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="recovery_codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"db_table": "staff_recovery_code"},
        ),
        require_event("staff_recovery_code"),
    ]
