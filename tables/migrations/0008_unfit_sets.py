"""A set that is found unfit in play: from then on no round opens with it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0007_calls_and_duties"),
    ]

    operations = [
        migrations.AddField(
            model_name="placement",
            name="unfit_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name="inspection",
            name="purpose",
            field=models.CharField(
                choices=[
                    ("opening", "Before play"),
                    ("removal", "Before the set leaves the table"),
                    ("receipt", "At receipt"),
                    ("day_end", "End of day"),
                    ("in_play", "In play"),
                ],
                default="opening",
                max_length=20,
            ),
        ),
    ]
