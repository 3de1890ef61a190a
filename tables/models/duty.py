"""Who is on duty, and who relieves whom at which table."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from staff.models import Person, Property
from tables.models.floor import GamingTable, Pit


class Duty(models.Model):
    """Somebody on duty, from coming to going; `ends_at` is when they are planned to go.

    Going earlier is an early out. Where a dealer is in between is not here: a `DealerShift` says at
    which table, and without one they are on a break since the last one ended.
    """

    audit_name = "duty"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="duties")
    pit = models.ForeignKey(Pit, on_delete=models.PROTECT, null=True)
    began_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        db_table = "tables_duty"
        constraints = [
            models.UniqueConstraint(
                fields=["person"], condition=Q(ended_at__isnull=True), name="tables_on_duty_once"
            )
        ]


class TableString(models.Model):
    """Tables that one dealer relieves in turn, in this order."""

    audit_name = "string"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    name = models.CharField(max_length=40)
    tables = ArrayField(models.BigIntegerField(), default=list)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tables_string"
        constraints = [
            models.UniqueConstraint(
                fields=["property", "name"],
                condition=Q(ended_at__isnull=True),
                name="tables_string_name",
            )
        ]


class Relief(models.Model):
    """Who comes to a table next; it ends when somebody taps in there, or is called off."""

    audit_name = "relief"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, related_name="reliefs")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="reliefs")
    due_at = models.DateTimeField()
    planned_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    planned_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tables_relief"
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at__isnull=True), name="tables_next_relief"
            ),
            models.UniqueConstraint(
                fields=["person"], condition=Q(ended_at__isnull=True), name="tables_relieves_once"
            ),
        ]
