"""Failures of equipment in the surveillance log, and its lines about disputes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0003_statements_and_files"),
        ("rounds", "0004_outside_wagers"),
        ("staff", "0007_service_tables"),
        ("tables", "0006_training"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="surveillanceentry",
            name="dispute",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="review.dispute",
            ),
        ),
        migrations.AddField(
            model_name="surveillanceentry",
            name="outage",
            field=models.CharField(
                blank=True,
                choices=[
                    ("began", "Equipment failed"),
                    ("security", "Security was told"),
                    ("regulator", "The regulator was told"),
                    ("ended", "The failure is over"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="surveillanceentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("outage", ""), _negated=True),
                fields=("adds_to", "outage"),
                name="review_surveillance_outage",
            ),
        ),
    ]
