"""The boxes that a ruling has taken out of play for now."""

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0003_games_clocks_and_approvals")]

    operations = [
        migrations.AddField(
            model_name="gamingtable",
            name="boxes_off",
            field=ArrayField(models.PositiveSmallIntegerField(), default=list),
        ),
    ]
