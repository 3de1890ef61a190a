"""The append-only record: events as canonical bytes, their order, and what was signed over them."""

from django.db import models

SITE_LOG = 0  # the operator's own log, for what belongs to no property


class Stream(models.Model):
    """How many events one subject has, and when the last one was; its row lock orders them."""

    stream = models.CharField(max_length=80, primary_key=True)
    v = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        db_table = "audit_stream"


class Event(models.Model):
    """One thing that staff or software did or was refused, as the bytes that are hashed.

    The columns beside the body repeat what pages filter by; the body is the record.
    """

    id = models.UUIDField(primary_key=True)
    log_id = models.BigIntegerField()
    stream = models.CharField(max_length=80)
    stream_v = models.BigIntegerField()
    kind = models.CharField(max_length=80)
    person_id = models.BigIntegerField(null=True)
    table_id = models.BigIntegerField(null=True)
    round_id = models.UUIDField(null=True)
    about = models.JSONField(default=list)
    body = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        db_table = "audit_event"
        constraints = [
            models.UniqueConstraint(fields=["stream", "stream_v"], name="audit_event_stream_v"),
        ]


class Pending(models.Model):
    """Events that are not sealed yet; only the sequencer takes rows away."""

    n = models.BigAutoField(primary_key=True)
    log_id = models.BigIntegerField(db_index=True)
    event_id = models.UUIDField(unique=True)

    class Meta:
        db_table = "audit_pending"


class Head(models.Model):
    """The sealed tree of one log: how many leaves, and its right edge."""

    log_id = models.BigIntegerField(primary_key=True)
    size = models.BigIntegerField(default=0)
    frontier = models.BinaryField(default=b"")

    class Meta:
        db_table = "audit_head"


class Leaf(models.Model):
    """The place of an event in its log, and its leaf hash."""

    log_id = models.BigIntegerField()
    idx = models.BigIntegerField()
    event_id = models.UUIDField(unique=True)
    hash = models.BinaryField()

    class Meta:
        db_table = "audit_leaf"
        constraints = [models.UniqueConstraint(fields=["log_id", "idx"], name="audit_leaf_idx")]


class Checkpoint(models.Model):
    """A signed statement of a log's size and root."""

    log_id = models.BigIntegerField()
    size = models.BigIntegerField()
    root = models.BinaryField()
    note = models.TextField()
    at = models.DateTimeField()

    class Meta:
        db_table = "audit_checkpoint"
        constraints = [
            models.UniqueConstraint(fields=["log_id", "size"], name="audit_checkpoint_size")
        ]


class Receipt(models.Model):
    """The answer that a command gave to a request id, so that a repeat gets the same answer."""

    request_id = models.UUIDField(primary_key=True)
    property_id = models.BigIntegerField()
    person_id = models.BigIntegerField(null=True)
    command = models.CharField(max_length=80)
    body_hash = models.BinaryField()
    answer = models.JSONField(null=True)
    at = models.DateTimeField(db_default=models.functions.Now())

    class Meta:
        db_table = "audit_receipt"
