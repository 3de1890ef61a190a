"""Service accounts act in their own name; no token acts as a person any more."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("staff", "0006_exceptions"), ("audit", "0002_protect_the_record")]

    operations = [
        migrations.AlterModelManagers(name="person", managers=[]),
        migrations.AddField(
            model_name="person",
            name="is_service",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="person",
            name="scopes",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=20), default=list, size=None
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                condition=models.Q(is_service=True, is_active=True),
                fields=("property", "name"),
                name="staff_service_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.CheckConstraint(
                condition=models.Q(is_service=False)
                | models.Q(roles=[], pin="", password="", totp_secret="", session_key=""),
                name="staff_service_is_nobody",
            ),
        ),
        migrations.RemoveField(model_name="servicetoken", name="name"),
        migrations.RenameField(model_name="servicetoken", old_name="person", new_name="service"),
        migrations.AlterField(
            model_name="servicetoken",
            name="service",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tokens",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="servicetoken",
            name="expires_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name="ServiceTokenUse",
            fields=[
                (
                    "token",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="use",
                        serialize=False,
                        to="staff.servicetoken",
                    ),
                ),
                ("last_used_at", models.DateTimeField()),
            ],
            options={"db_table": "staff_service_token_use"},
        ),
    ]
