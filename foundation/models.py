"""The one row that belongs to no app: the answer that a request id got."""

from django.db import models
from django.db.models.functions import Now


class Receipt(models.Model):
    """The answer that a command gave to a request id, so that a repeat gets the same answer."""

    request_id = models.UUIDField(primary_key=True)
    property_id = models.BigIntegerField()
    person_id = models.BigIntegerField(null=True)
    command = models.CharField(max_length=80)
    body_hash = models.BinaryField()
    answer = models.JSONField(null=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "foundation_receipt"
