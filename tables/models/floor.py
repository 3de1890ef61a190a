"""Pits and gaming tables, the rules they play by, who stands at them, and what calls for them."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from staff.models import Person, Property, Tablet


class Pit(models.Model):
    """A group of tables under one pit manager."""

    audit_name = "pit"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="pits")
    name = models.CharField(max_length=40)

    class Meta:
        db_table = "tables_pit"
        constraints = [models.UniqueConstraint(fields=["property", "name"], name="tables_pit_name")]

    def __str__(self) -> str:
        return self.name


class RulesSubmission(models.Model):
    """What one property filed under a published profile; a version never changes once used.

    `options` are the game's (`rules.options`), `equipment` those of `tables.requirements`.
    """

    audit_name = "submission"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="submissions")
    name = models.CharField(max_length=60)
    version = models.PositiveIntegerField(default=1)
    profile = models.CharField(max_length=30)
    options = models.JSONField(default=dict)
    equipment = models.JSONField(default=dict)
    approval_reference = models.CharField(max_length=60, blank=True)
    filed_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    filed_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "tables_submission"
        constraints = [
            models.UniqueConstraint(
                fields=["property", "name", "version"], name="tables_submission_version"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} v{self.version}"


class TableState(models.TextChoices):
    CLOSED = "closed", _("Closed")
    OPENING = "opening", _("Opening")
    OPEN = "open", _("Open")
    SUSPENDED = "suspended", _("Suspended")
    CLOSING = "closing", _("Closing")


class GamingTable(models.Model):
    """A table on the floor. Its row lock is the one serial point for all that happens at it.

    `tiles_displayed`: nobody plays, the tiles lie face up in rank order (MD ch. 4 §D, §H).
    `game_since`: when the game that is played began: the table opened, another set came into use,
    play began after the display, or nobody was left (MD 9 §B(2), NZ 5.2). A pause changes nothing.
    `boxes_off`: the boxes that a ruling has taken out of play for now (NZ 12.9-12.11).
    `hold`: why no round may start although the table is open, such as a dispute.
    `retired_at`: since when it no longer stands on the floor; what happened at it stays.
    `limits_at`: from when on the announced limits hold, between two rounds.
    `version` counts the commands at the table, so that a stale screen is noticed.
    """

    audit_name = "table"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="tables")
    pit = models.ForeignKey(Pit, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveIntegerField()
    submission = models.ForeignKey(RulesSubmission, on_delete=models.PROTECT)
    state = models.CharField(
        max_length=12,
        choices=TableState.choices,
        default=TableState.CLOSED,
        db_index=True,
    )
    state_since = models.DateTimeField(null=True)
    hold = models.CharField(max_length=40, blank=True)
    tiles_displayed = models.BooleanField(default=False)
    game_since = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)
    seats = models.PositiveSmallIntegerField(default=6)
    minimum_cents = models.PositiveIntegerField(default=1000)
    maximum_cents = models.PositiveIntegerField(default=500000)
    player_maximum_cents = models.PositiveIntegerField(null=True, blank=True)
    next_minimum_cents = models.PositiveIntegerField(null=True)
    next_maximum_cents = models.PositiveIntegerField(null=True)
    limits_at = models.DateTimeField(null=True)
    retired_at = models.DateTimeField(null=True)
    denominations = ArrayField(models.PositiveIntegerField(), default=list)
    boxes_off = ArrayField(models.PositiveSmallIntegerField(), default=list)
    drop_box = models.CharField(max_length=30, blank=True)
    layout_approval = models.CharField(max_length=60, blank=True)
    cameras = ArrayField(models.CharField(max_length=30), default=list)

    class Meta:
        db_table = "tables_table"
        constraints = [
            models.UniqueConstraint(fields=["property", "number"], name="tables_table_number"),
            models.CheckConstraint(
                condition=Q(minimum_cents__lte=F("maximum_cents")),
                name="tables_table_limits",
            ),
        ]

    def __str__(self) -> str:
        return str(_("Table {number}")).format(number=self.number)


class TabletPost(models.Model):
    """Where an enrolled tablet stands."""

    tablet = models.OneToOneField(Tablet, on_delete=models.PROTECT, primary_key=True)
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, related_name="tablet_posts")

    class Meta:
        db_table = "tables_tablet_post"


class DealerShift(models.Model):
    """A dealer at a table, from tap-in to tap-out; a hand-over names the shaker.

    Rule: MD ch. 2 §D(3).
    """

    audit_name = "shift"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, related_name="shifts")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="shifts")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    shaker = models.CharField(max_length=40, blank=True)

    class Meta:
        db_table = "tables_shift"
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(ended_at__isnull=True),
                name="tables_one_dealer",
            ),
            models.UniqueConstraint(
                fields=["person"],
                condition=Q(ended_at__isnull=True),
                name="tables_one_table_each",
            ),
        ]


class FloorAssignment(models.Model):
    """A floorperson who answers for a table."""

    audit_name = "assignment"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, related_name="assignments")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="assignments")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tables_assignment"
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(ended_at__isnull=True),
                name="tables_one_floorperson",
            )
        ]


class Alert(models.Model):
    """Something that wants an answer; it stays until somebody acknowledges it."""

    audit_name = "alert"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    table = models.ForeignKey(
        GamingTable, on_delete=models.PROTECT, null=True, related_name="alerts"
    )
    key = models.CharField(max_length=120, unique=True)
    code = models.CharField(max_length=40)
    severity = models.CharField(max_length=10, default="warning")
    params = models.JSONField(default=dict)
    raised_at = models.DateTimeField()
    acknowledged_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, null=True, related_name="+"
    )
    acknowledged_at = models.DateTimeField(null=True)
    escalated_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tables_alert"
        indexes = [
            models.Index(
                fields=["property", "raised_at"],
                condition=Q(acknowledged_at__isnull=True),
                name="tables_alert_open",
            )
        ]
