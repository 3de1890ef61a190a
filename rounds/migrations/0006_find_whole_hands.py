from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0005_find_rounds_and_keep_reports"),
        ("staff", "0001_initial"),
        ("tables", "0002_hold_the_limits"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="seatplay",
            index=models.Index(fields=["property", "tiles", "-at"], name="rounds_play_hand"),
        ),
    ]
