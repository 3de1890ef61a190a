"""Keep a turn of the bank by the people who played it, too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("banking", "0002_protect_the_ledger")]

    operations = [
        migrations.AddField(
            model_name="bankturn", name="people", field=models.JSONField(default=dict)
        ),
    ]
