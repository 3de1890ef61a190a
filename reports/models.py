"""Reports as they were made."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from staff.models import Person, Property, SignOff


class ReportState(models.TextChoices):
    WAITING = "waiting", _("Waiting")
    RUNNING = "running", _("Being made")
    READY = "ready", _("Ready")
    FAILED = "failed", _("Failed")


class ReportRun(models.Model):
    """A report as it was made: for which period and place, by which software, with its figures.

    Figures are codes and numbers; words are added in the reader's language when it is shown.

    Rule: Mississippi 13-8-4-16: title, software version, period, time made.
    """

    audit_name = "report"

    id = models.UUIDField(primary_key=True)
    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=30)
    scope = models.JSONField()
    asked_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=ReportState.choices, default=ReportState.WAITING)
    done = models.PositiveIntegerField(default=0)
    parts = models.PositiveIntegerField(default=1)
    figures = models.JSONField(null=True)
    made_at = models.DateTimeField(null=True)
    software_version = models.CharField(max_length=40, blank=True)

    class Meta:
        db_table = "reports_run"
        indexes = [models.Index(fields=["property", "-asked_at"], name="reports_run_latest")]


HAND_OVER = "hand_over"
"""The kind of the report by which a shift is handed over."""


class ShiftHandOver(models.Model):
    """A shift handed over: the report of what is open, notes, and who gave and who took it."""

    audit_name = "hand_over"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    report = models.OneToOneField(ReportRun, on_delete=models.PROTECT, related_name="hand_over")
    notes = models.CharField(max_length=2000, blank=True)
    outgoing = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    incoming = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        db_table = "reports_hand_over"
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(outgoing=models.F("incoming")), name="reports_hand_over_two"
            )
        ]


class ReviewSigned(models.Model):
    """That somebody went through a report that is to be reviewed, and what they found."""

    audit_name = "review"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    run = models.ForeignKey(ReportRun, on_delete=models.PROTECT, related_name="reviews")
    finding = models.CharField(max_length=500)
    signed_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    signed_at = models.DateTimeField()
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, related_name="+")

    class Meta:
        db_table = "reports_review"
        constraints = [
            models.UniqueConstraint(fields=["run", "signed_by"], name="reports_review_once")
        ]


class Watched(models.Model):
    """One thing that a monitor watches by itself, night after night, and what speaks against it.

    `rank` is the order in which the monitor met its things, and decides their part of the level;
    `bets` are the coins of `reports.monitors.evidence`, as logarithms.
    """

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    monitor = models.CharField(max_length=12)
    subject = models.CharField(max_length=80)
    label = models.CharField(max_length=80)
    rank = models.PositiveIntegerField()
    since = models.DateField()
    last_night = models.DateField()
    nights = models.PositiveIntegerField(default=0)
    tries = models.PositiveBigIntegerField(default=0)
    bets = ArrayField(models.FloatField())

    class Meta:
        db_table = "reports_watched"
        constraints = [
            models.UniqueConstraint(
                fields=["property", "monitor", "subject"], name="reports_watched_once"
            )
        ]


class WatchedNight(models.Model):
    """A gaming day that the monitors have looked at, with what they saw; each is seen once."""

    audit_name = "night"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    looked_at = models.DateTimeField()
    seen = models.JSONField()

    class Meta:
        db_table = "reports_night"
        constraints = [
            models.UniqueConstraint(fields=["property", "gaming_day"], name="reports_night_once")
        ]


class CaseEnd(models.TextChoices):
    """How a case ended."""

    EXPLAINED = "explained", _("Explained, nothing is wrong")
    PUT_RIGHT = "put_right", _("Something was wrong and is put right")
    DISPUTE = "dispute", _("It goes on as a dispute or an investigation")


class MonitorCase(models.Model):
    """Something that a monitor found too odd for chance: it has an owner, and an end in words."""

    audit_name = "case"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    monitor = models.CharField(max_length=12)
    subject = models.CharField(max_length=80)
    label = models.CharField(max_length=80)
    opened_at = models.DateTimeField()
    gaming_day = models.DateField()
    evidence = models.JSONField()
    owner = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    taken_at = models.DateTimeField(null=True)
    end = models.CharField(max_length=12, choices=CaseEnd.choices, blank=True)
    words = models.CharField(max_length=1000, blank=True)
    closed_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    closed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "reports_case"
        constraints = [
            models.UniqueConstraint(fields=["property", "number"], name="reports_case_number"),
            models.UniqueConstraint(
                fields=["property", "monitor", "subject"],
                condition=models.Q(closed_at__isnull=True),
                name="reports_case_open_once",
            ),
        ]
