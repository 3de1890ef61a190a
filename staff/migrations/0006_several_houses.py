"""People who work in several houses: a row in each, the secrets at home."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.protections import sql_file


class Migration(migrations.Migration):
    dependencies = [
        ("staff", "0005_passkeys"),
        ("tables", "0002_hold_the_limits"),  # where changes of people begin to need an event
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="home",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="elsewhere",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="person",
            name="badge",
            field=models.CharField(max_length=20),
        ),
        migrations.AlterField(
            model_name="person",
            name="roles",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(
                    choices=[
                        ("dealer", "Dealer"),
                        ("floorperson", "Floorperson"),
                        ("pit_manager", "Pit manager"),
                        ("surveillance", "Surveillance"),
                        ("security", "Security"),
                        ("cashier", "Cashier"),
                        ("compliance", "Compliance"),
                        ("administrator", "Administrator"),
                        ("regulator", "Regulator"),
                        ("operator", "Operator's administrator"),
                    ],
                    max_length=20,
                ),
                default=list,
                size=None,
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                fields=("property", "badge"), name="staff_person_badge_here"
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                condition=models.Q(("home__isnull", True)),
                fields=("badge",),
                name="staff_person_badge",
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                fields=("property", "home"), name="staff_person_once_a_house"
            ),
        ),
        sql_file(__file__, "homes"),
    ]
