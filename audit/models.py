"""The append-only record: events as canonical bytes, their order, and what was signed over them.

Every property has one log. A log is a line of trees: normally one for ever; a successor follows
when a tree cannot go on (docs/audit.md, "After a restore"). Log 0 is the operator's own.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

SITE_LOG = 0  # the operator's own log, for what belongs to no property


class Keep(models.TextChoices):
    """How long an event stays in the database before it may move to an archive.

    Rule: COMAR 36.03.10.08; Singapore CCA s. 143.
    """

    FIVE_YEARS = "5y", _("Five years")
    THREE_YEARS = "3y", _("Three years")
    FOR_EVER = "ever", _("Without end")


class Stream(models.Model):
    """How many events one subject has, and when the last one was; its row lock orders them."""

    stream = models.CharField(max_length=80, primary_key=True)
    v = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        db_table = "audit_stream"


class Event(models.Model):
    """One thing that staff or software did or was refused, as the bytes that are hashed.

    The columns beside the body repeat what pages filter by; the body is the record. In the
    database the table is partitioned by month, and each month by how long its events are kept.
    """

    id = models.UUIDField(primary_key=True)
    log_id = models.BigIntegerField()
    keep = models.CharField(max_length=4, choices=Keep.choices)
    stream = models.CharField(max_length=80)
    stream_v = models.BigIntegerField()
    kind = models.CharField(max_length=80)
    person_id = models.BigIntegerField(null=True)
    table_id = models.BigIntegerField(null=True)
    round_id = models.UUIDField(null=True)
    about = models.JSONField(default=list)
    body = models.BinaryField()
    at = models.DateTimeField()
    transaction = models.BigIntegerField()

    class Meta:
        db_table = "audit_event"


class Pending(models.Model):
    """Events that are not sealed yet; only the sequencer takes rows away."""

    n = models.BigAutoField(primary_key=True)
    log_id = models.BigIntegerField()
    event_id = models.UUIDField(unique=True)
    keep = models.CharField(max_length=4)
    at = models.DateTimeField()

    class Meta:
        db_table = "audit_pending"
        indexes = [models.Index(fields=["log_id", "n"], name="audit_pending_order")]


class Tree(models.Model):
    """One Merkle tree of a log: how many leaves it has, and its right edge.

    `follows` is the last checkpoint known of the tree before it, when it is a successor.
    """

    log_id = models.BigIntegerField()
    generation = models.PositiveIntegerField(default=1)
    origin = models.CharField(max_length=200, unique=True)
    size = models.BigIntegerField(default=0)
    frontier = models.BinaryField(default=b"")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    follows = models.TextField(blank=True)

    class Meta:
        db_table = "audit_tree"
        constraints = [
            models.UniqueConstraint(fields=["log_id", "generation"], name="audit_tree_generation"),
            models.UniqueConstraint(
                fields=["log_id"], condition=Q(closed_at__isnull=True), name="audit_tree_open"
            ),
        ]


class Leaf(models.Model):
    """The place of an event in its tree, its leaf hash, and where its body is kept."""

    pk = models.CompositePrimaryKey("tree_id", "idx")
    tree_id = models.BigIntegerField()
    idx = models.BigIntegerField()
    event_id = models.UUIDField(unique=True)
    keep = models.CharField(max_length=4)
    at = models.DateTimeField()
    hash = models.BinaryField()

    class Meta:
        db_table = "audit_leaf"


class Node(models.Model):
    """The root of 256 neighbouring nodes of the level below; level 0 are the leaves."""

    pk = models.CompositePrimaryKey("tree_id", "level", "idx")
    tree_id = models.BigIntegerField()
    level = models.SmallIntegerField()
    idx = models.BigIntegerField()
    hash = models.BinaryField()

    class Meta:
        db_table = "audit_node"


class Checkpoint(models.Model):
    """A statement of a tree's size and root, signed by the log."""

    pk = models.CompositePrimaryKey("tree_id", "size")
    tree_id = models.BigIntegerField()
    size = models.BigIntegerField()
    root = models.BinaryField()
    note = models.TextField()
    at = models.DateTimeField()

    class Meta:
        db_table = "audit_checkpoint"


class Cosignature(models.Model):
    """A witness's signature on a checkpoint."""

    pk = models.CompositePrimaryKey("tree_id", "size", "witness")
    tree_id = models.BigIntegerField()
    size = models.BigIntegerField()
    witness = models.CharField(max_length=200)
    line = models.TextField()
    at = models.DateTimeField()

    class Meta:
        db_table = "audit_cosignature"


class Archive(models.Model):
    """Events of one month and class that moved from the database to a file; their leaves stay."""

    tree_id = models.BigIntegerField()
    month = models.DateField()
    keep = models.CharField(max_length=4, choices=Keep.choices)
    events = models.BigIntegerField()
    first_idx = models.BigIntegerField()
    last_idx = models.BigIntegerField()
    file = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        db_table = "audit_archive"
        constraints = [
            models.UniqueConstraint(fields=["tree_id", "month", "keep"], name="audit_archive_once")
        ]


class RowDigest(models.Model):
    """The hash of a row of an audited table as its last recorded change left it.

    The database writes it at commit, together with asking for the event; a row that was changed
    around that does not match.
    """

    pk = models.CompositePrimaryKey("relation", "row_id")
    relation = models.CharField(max_length=63)
    row_id = models.CharField(max_length=64)
    digest = models.BinaryField(null=True)
    transaction = models.BigIntegerField()
    log_id = models.BigIntegerField(default=0)

    class Meta:
        db_table = "audit_row"


class RowPending(models.Model):
    """Versions of rows that are not in the log yet.

    `cause` is the last event of the transaction, `was` the hash of the version before.
    """

    n = models.BigAutoField(primary_key=True)
    log_id = models.BigIntegerField()
    relation = models.CharField(max_length=63)
    row_id = models.CharField(max_length=64)
    cause = models.UUIDField()
    was = models.BinaryField(null=True)
    digest = models.BinaryField(null=True)
    content = models.JSONField(null=True)

    class Meta:
        db_table = "audit_row_pending"
        indexes = [models.Index(fields=["cause"], name="audit_row_pending_cause")]


class Hold(models.Model):
    """An evidence hold: nothing about the subject leaves the database until it is released.

    `label` is how people called it when it was held.
    """

    audit_name = "hold"

    property_id = models.BigIntegerField()
    subject = models.CharField(max_length=80)
    label = models.CharField(max_length=160)
    reason = models.CharField(max_length=200)
    placed_by_id = models.BigIntegerField()
    placed_at = models.DateTimeField()
    released_by_id = models.BigIntegerField(null=True)
    released_at = models.DateTimeField(null=True)
    released_second_id = models.BigIntegerField(null=True)
    release_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        db_table = "audit_hold"
        constraints = [
            models.UniqueConstraint(
                fields=["property_id", "subject"],
                condition=Q(released_at__isnull=True),
                name="audit_hold_once",
            )
        ]


class ExportState(models.TextChoices):
    WAITING = "waiting", _("Waiting")
    READY = "ready", _("Ready")
    FAILED = "failed", _("Failed")


class Export(models.Model):
    """A bundle that somebody asked for."""

    audit_name = "export"

    id = models.UUIDField(primary_key=True)
    property_id = models.BigIntegerField()
    requested_by_id = models.BigIntegerField(null=True)
    requested_at = models.DateTimeField()
    about = models.JSONField()
    state = models.CharField(max_length=8, choices=ExportState.choices, default=ExportState.WAITING)
    events = models.BigIntegerField(null=True)
    sha256 = models.CharField(max_length=64, blank=True)
    bytes = models.BigIntegerField(null=True)
    trouble = models.CharField(max_length=200, blank=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "audit_export"
        indexes = [
            models.Index(fields=["property_id", "-requested_at"], name="audit_export_latest")
        ]


class AlarmCode(models.TextChoices):
    """What can be wrong with the record itself."""

    SEALING_LATE = "sealing_late", _("Events have waited over a minute to be sealed")
    SIGNING_LATE = "signing_late", _("Sealed events have waited over a minute for a signature")
    WITNESS_BEHIND = "witness_behind", _("The witness has not countersigned for over a minute")
    EVENT_UNSEALED = "event_unsealed", _("An event is neither sealed nor waiting")
    EVENT_MISSING = "event_missing", _("An event that waits to be sealed is gone")
    LEAF_MISSING = "leaf_missing", _("An entry of the log is missing")
    STREAM_HOLE = "stream_hole", _("The events of a subject have a hole")
    ROOT_DIFFERS = "root_differs", _("The log does not match its signed checkpoint")
    CHECKPOINT_AHEAD = "checkpoint_ahead", _("A checkpoint is larger than the log")
    CHANGE_UNRECORDED = "change_unrecorded", _("Something changed without an event")
    PROTECTION_OFF = "protection_off", _("A protection of the database is switched off")
    DATABASE_CHANGED = (
        "database_changed",
        _("The database is not as it was sealed at the last migration"),
    )
    CLOCK_WENT_BACK = "clock_went_back", _("The clock is behind the last event")
    LOG_FORKED = "log_forked", _("The log does not continue what was signed; nothing is signed")
    DISK_FILLING = "disk_filling", _("A disk is over 80 % full: make room soon")
    DISK_NEARLY_FULL = "disk_nearly_full", _("A disk is over 95 % full: make room now")
    ADMINISTRATOR_RECOVERED = (
        "administrator_recovered",
        _("An administrator was recovered at the console; compliance looks at it"),
    )
    SIGNING_KEY_LOST = "signing_key_lost", _("The signing key is lost; nothing is signed")


class Alarm(models.Model):
    """Something is wrong with the record itself; it stays until the check passes again."""

    audit_name = "alarm"

    log_id = models.BigIntegerField()
    code = models.CharField(max_length=40)
    detail = models.JSONField(default=dict)
    raised_at = models.DateTimeField()
    cleared_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "audit_alarm"
        constraints = [
            models.UniqueConstraint(
                fields=["log_id", "code"],
                condition=Q(cleared_at__isnull=True),
                name="audit_alarm_once",
            )
        ]

    @property
    def recovered(self) -> list[dict[str, str]]:
        """Each recovered administrator whom the alarm is about."""
        return list(self.detail.get("recovered") or [self.detail])
