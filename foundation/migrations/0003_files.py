import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from foundation.protections import sql_file


class Migration(migrations.Migration):
    dependencies = [("foundation", "0002_rights")]

    operations = [
        migrations.CreateModel(
            name="KeptFile",
            fields=[
                ("name", models.CharField(max_length=200, primary_key=True, serialize=False)),
                ("size", models.BigIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                (
                    "at",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
            options={"db_table": "foundation_file"},
        ),
        migrations.CreateModel(
            name="FilePiece",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "file_id",
                        "n",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("n", models.IntegerField()),
                ("content", models.BinaryField()),
                (
                    "file",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, to="foundation.keptfile"
                    ),
                ),
            ],
            options={"db_table": "foundation_file_piece"},
        ),
        sql_file(__file__, "files"),
    ]
