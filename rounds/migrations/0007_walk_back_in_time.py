from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0006_find_whole_hands"),
        ("staff", "0001_initial"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="seatplay", name="rounds_play_tiles"),
        migrations.RemoveIndex(model_name="seatplay", name="rounds_play_wager"),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                fields=["property", "gaming_day", "-opened_at"], name="rounds_round_day"
            ),
        ),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                condition=models.Q(("has_dispute", True)),
                fields=["property", "-opened_at"],
                name="rounds_round_disputed",
            ),
        ),
    ]
