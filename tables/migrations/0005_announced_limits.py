"""Keep limits that are announced for a table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0004_boxes_off"),
    ]

    operations = [
        migrations.AddField(
            model_name="gamingtable",
            name="limits_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="gamingtable",
            name="next_maximum_cents",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="gamingtable",
            name="next_minimum_cents",
            field=models.PositiveIntegerField(null=True),
        ),
    ]
