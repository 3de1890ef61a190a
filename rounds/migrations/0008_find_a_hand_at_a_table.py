from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0007_walk_back_in_time"),
        ("staff", "0001_initial"),
        ("tables", "0002_hold_the_limits"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="seatplay", name="rounds_play_high"),
        migrations.RemoveIndex(model_name="seatplay", name="rounds_play_low"),
        migrations.AddIndex(
            model_name="seatplay",
            index=models.Index(
                fields=["property", "high_rank", "-at", "table"], name="rounds_play_high_hand"
            ),
        ),
        migrations.AddIndex(
            model_name="seatplay",
            index=models.Index(
                fields=["property", "low_rank", "-at", "table"], name="rounds_play_low_hand"
            ),
        ),
    ]
