"""A table that no longer stands on the floor is retired; what happened at it stays."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0008_unfit_sets"),
    ]

    operations = [
        migrations.AddField(
            model_name="gamingtable",
            name="retired_at",
            field=models.DateTimeField(null=True),
        ),
    ]
