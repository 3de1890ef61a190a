from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("foundation", "0003_files")]

    operations = [
        migrations.AddField(
            model_name="keptfile",
            name="is_in_bucket",
            field=models.BooleanField(db_default=False),
        ),
    ]
