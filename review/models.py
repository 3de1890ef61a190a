"""Disputes and how they were decided, kept searches, and the surveillance log."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rounds.models import Correction, Round
from staff.models import Person, Property, SignOff
from tables.models import EquipmentSet, GamingTable


class Decision(models.TextChoices):
    """How a dispute ended."""

    UPHELD = "upheld", _("The claim is right")
    PARTLY = "partly", _("The claim is right in part")
    REJECTED = "rejected", _("The round stands as recorded")
    OPEN_TO_DOUBT = "doubt", _("Nobody can tell; decided for the player")
    WITHDRAWN = "withdrawn", _("The player withdrew the claim")


class Dispute(models.Model):
    """A claim about a round: what is held, what was collected, and how it was decided.

    `hold` is what waits; `clock_offset_seconds` is how much the cameras run ahead of the record,
    so that a time code is found. What was claimed never changes, and no decision does: what is
    looked at again is another dispute, which `reopens` the first.
    """

    audit_name = "dispute"

    class Hold(models.TextChoices):
        NONE = "none", _("nothing")
        ROUND = "round", _("the round")
        TABLE = "table", _("the table")

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="disputes")
    n = models.PositiveSmallIntegerField()
    claim = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField(null=True)
    amount_cents = models.BigIntegerField(null=True)
    note = models.CharField(max_length=500, blank=True)
    hold = models.CharField(max_length=8, choices=Hold.choices, default=Hold.ROUND)
    opened_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()

    reopens = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="reopened_as"
    )

    paid_cents = models.BigIntegerField(null=True)
    facts = models.JSONField(default=dict)
    cameras = ArrayField(models.CharField(max_length=30), default=list)
    timecode_from = models.DateTimeField(null=True)
    timecode_to = models.DateTimeField(null=True)
    clock_offset_seconds = models.IntegerField(default=0)

    held_set = models.ForeignKey(
        EquipmentSet, on_delete=models.PROTECT, null=True, related_name="+"
    )
    video_until = models.DateTimeField(null=True)
    video_saved_at = models.DateTimeField(null=True)
    video_saved_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, null=True, related_name="+"
    )
    video_reference = models.CharField(max_length=80, blank=True)
    video_sha256 = models.CharField(max_length=64, blank=True)
    lock_asked_at = models.DateTimeField(null=True)
    lock_asked_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")

    expected_at = models.DateTimeField(null=True)
    reviewer = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    review_began_at = models.DateTimeField(null=True)

    decision = models.CharField(max_length=12, choices=Decision.choices, blank=True)
    cite = models.CharField(max_length=120, blank=True)
    decision_note = models.CharField(max_length=1000, blank=True)
    nothing_moves_because = models.CharField(max_length=300, blank=True)
    decided_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, null=True, related_name="+")
    correction = models.OneToOneField(
        Correction, on_delete=models.PROTECT, null=True, related_name="dispute"
    )

    warned_at = models.DateTimeField(null=True)
    notice_drafted_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "review_dispute"
        constraints = [
            models.UniqueConstraint(fields=["round", "n"], name="review_dispute_n"),
            models.CheckConstraint(
                condition=Q(decided_at__isnull=True, decided_by__isnull=True, decision="")
                | (Q(decided_at__isnull=False, decided_by__isnull=False) & ~Q(decision="")),
                name="review_dispute_decided",
            ),
        ]
        indexes = [
            models.Index(
                fields=["property", "opened_at"],
                condition=Q(decided_at__isnull=True),
                name="review_dispute_open",
            )
        ]


class Statement(models.Model):
    """What somebody says about a disputed round: signed with a PIN, or as told to the staff.

    It is never changed. Whoever says something else later makes another statement.
    """

    audit_name = "statement"

    class Speaker(models.TextChoices):
        DEALER = "dealer", _("The dealer")
        PLAYER = "player", _("A player")
        WITNESS = "witness", _("A witness")
        STAFF = "staff", _("Somebody of the staff")

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="statements")
    n = models.PositiveSmallIntegerField()
    speaker = models.CharField(max_length=8, choices=Speaker.choices)
    name = models.CharField(max_length=80)
    account = models.CharField(max_length=40, blank=True)
    words = models.CharField(max_length=1000, blank=True)
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, null=True, related_name="+")
    taken_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    taken_at = models.DateTimeField()

    class Meta:
        db_table = "review_statement"
        constraints = [
            models.UniqueConstraint(fields=["dispute", "n"], name="review_statement_n"),
        ]


class Attachment(models.Model):
    """A file that belongs to a dispute; its content is kept with the files, its hash here."""

    audit_name = "attachment"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="attachments")
    n = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=120)
    file_name = models.CharField(max_length=120)
    media_type = models.CharField(max_length=40)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    added_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField()

    class Meta:
        db_table = "review_attachment"
        constraints = [
            models.UniqueConstraint(fields=["dispute", "n"], name="review_attachment_n"),
        ]


class SavedSearch(models.Model):
    """A search somebody keeps, as the address it had; shared ones the whole house sees."""

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=60)
    criteria = models.JSONField()
    is_shared = models.BooleanField(default=False)
    saved_at = models.DateTimeField()

    class Meta:
        db_table = "review_saved_search"
        constraints = [
            models.UniqueConstraint(fields=["person", "name"], name="review_saved_search_name")
        ]


class SurveillanceEntry(models.Model):
    """A line of the surveillance log. It is never changed: a later line may add to it.

    A failure of the equipment is such a line too; who was told of it, and its end, add to it.

    Rule: COMAR 36.03.10.12C(3), (5).
    """

    audit_name = "surveillance"

    class Outage(models.TextChoices):
        BEGAN = "began", _("Equipment failed")
        SECURITY_TOLD = "security", _("Security was told")
        REGULATOR_TOLD = "regulator", _("The regulator was told")
        ENDED = "ended", _("The failure is over")

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    adds_to = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="added")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    observer = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    licence_number = models.CharField(max_length=30)
    reason = models.CharField(max_length=40)
    suspected = models.CharField(max_length=40)
    person_watched = models.CharField(max_length=120, blank=True)
    activity = models.CharField(max_length=1000)
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, null=True, related_name="+")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, related_name="+")
    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, null=True, related_name="+")
    outage = models.CharField(max_length=10, choices=Outage.choices, blank=True)
    camera = models.CharField(max_length=60, blank=True)
    recorded_from = models.DateTimeField(null=True)
    recorded_to = models.DateTimeField(null=True)
    result = models.CharField(max_length=500, blank=True)
    faults = models.CharField(max_length=300, blank=True)
    written_at = models.DateTimeField()

    class Meta:
        db_table = "review_surveillance"
        verbose_name_plural = "surveillance entries"
        constraints = [
            models.UniqueConstraint(
                fields=["property", "number"], name="review_surveillance_number"
            ),
            models.UniqueConstraint(
                fields=["adds_to", "outage"],
                condition=~Q(outage=""),
                name="review_surveillance_outage",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=models.F("began_at")),
                name="review_surveillance_order",
            ),
        ]
