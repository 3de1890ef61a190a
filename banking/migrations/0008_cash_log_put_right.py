"""Let the cash log be put right: who came to a seat later, and cash of the cage taken back."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("banking", "0007_payouts_boxes_tips")]

    operations = [
        migrations.AddField(
            model_name="patroncash",
            name="takes_back",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="taken_back",
                to="banking.patroncash",
            ),
        ),
        migrations.AddField(
            model_name="patronseat",
            name="since",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="banking.cashmove",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="patronseat",
            name="banking_patron_seat_once",
        ),
        migrations.AddConstraint(
            model_name="patronseat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("since", None)),
                fields=("table", "seat", "player", "gaming_day"),
                name="banking_patron_seat_once",
                nulls_distinct=False,
            ),
        ),
    ]
