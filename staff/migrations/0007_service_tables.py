"""At which tables a service account works, where it is not all of them."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("staff", "0006_several_houses")]

    operations = [
        migrations.AddField(
            model_name="person",
            name="scope_tables",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.PositiveIntegerField(), default=list, size=None
            ),
        ),
    ]
