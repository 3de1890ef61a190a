"""By which words a provider knows a session, so that its farewell finds it at once."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("staff", "0007_service_tables")]

    operations = [
        migrations.CreateModel(
            name="ProviderSession",
            fields=[
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="provider_session",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("subject", models.CharField(db_index=True, max_length=64)),
                ("session", models.CharField(db_index=True, max_length=64)),
            ],
            options={"db_table": "staff_provider_session"},
        ),
    ]
