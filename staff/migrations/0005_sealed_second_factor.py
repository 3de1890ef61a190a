"""The seed of an authenticator is sealed, and longer for it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("staff", "0004_stranger_tries")]

    operations = [
        migrations.AlterField(
            model_name="person",
            name="totp_secret",
            field=models.CharField(blank=True, max_length=200),
        ),
    ]
