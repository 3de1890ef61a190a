from django.db import migrations

from foundation.protections import sql_file


class Migration(migrations.Migration):
    dependencies = [("reports", "0001_initial")]

    operations = [
        sql_file(__file__, "rights"),
    ]
