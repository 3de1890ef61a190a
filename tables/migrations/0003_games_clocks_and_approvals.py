"""When a game began, sets without a limit, and the approval of a shaker."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_hold_the_limits")]

    operations = [
        migrations.AddField(
            model_name="gamingtable",
            name="game_since",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="shaker",
            name="approval_reference",
            field=models.CharField(blank=True, default="", max_length=60),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="shaker",
            name="approved_on",
            field=models.DateField(null=True),
        ),
        migrations.RemoveConstraint(
            model_name="placement", name="tables_placement_verified_expires"
        ),
        migrations.AddConstraint(
            model_name="placement",
            constraint=models.CheckConstraint(
                condition=Q(verified_at__isnull=True) | Q(inspection__isnull=False),
                name="tables_placement_verified_inspected",
            ),
        ),
    ]
