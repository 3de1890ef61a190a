"""Reports as they were made."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from staff.models import Person, Property


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
