"""Rows that belong to no app: the answer that a request id got, and files."""

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


class KeptFile(models.Model):
    """A file that every machine can hand out; `foundation.files` writes and reads it."""

    name = models.CharField(max_length=200, primary_key=True)
    size = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    is_in_bucket = models.BooleanField(db_default=False)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "foundation_file"


class FilePiece(models.Model):
    """The content of a kept file from `n` mebibytes on."""

    pk = models.CompositePrimaryKey("file_id", "n")
    file = models.ForeignKey(KeptFile, on_delete=models.PROTECT)
    n = models.IntegerField()
    content = models.BinaryField()

    class Meta:
        db_table = "foundation_file_piece"
