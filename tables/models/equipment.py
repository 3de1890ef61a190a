"""Tile sets, dice and decks: where each one is, who looked at it, and how long it may stay."""

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateTimeRangeField, RangeOperators
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from staff.models import Person, Property, SignOff
from tables.models.floor import GamingTable, RulesSubmission


class EquipmentKind(models.TextChoices):
    TILES = "tiles", _("Tile set")
    DICE = "dice", _("Dice")
    DECK = "deck", _("Deck of cards")


class EquipmentState(models.TextChoices):
    """Where a set is in its life. Which of these a property uses comes from its submission."""

    RECEIVED = "received", _("Received, to be inspected")
    STORE = "store", _("Store")
    PIT_STAND = "pit_stand", _("Pit stand")
    AT_TABLE = "at_table", _("At a table")
    ENVELOPE = "envelope", _("Sealed envelope")
    COLLECTED = "collected", _("Collected by security")
    QUARANTINE = "quarantine", _("Locked: discrepancy")
    CONDEMNED = "condemned", _("To be destroyed")
    DESTROYED = "destroyed", _("Destroyed")
    DISSOLVED = "dissolved", _("Dissolved into other sets")


class EquipmentSet(models.Model):
    """A tile set, three dice or a deck, with an identity of its own from receipt to destruction."""

    audit_name = "equipment"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="equipment")
    kind = models.CharField(max_length=8, choices=EquipmentKind.choices)
    serial = models.CharField(max_length=40)
    seal_number = models.CharField(max_length=40, blank=True)
    design_approval = models.CharField(max_length=60, blank=True)
    submission = models.ForeignKey(RulesSubmission, on_delete=models.PROTECT, null=True)
    state = models.CharField(
        max_length=20,
        choices=EquipmentState.choices,
        default=EquipmentState.RECEIVED,
        db_index=True,
    )
    state_since = models.DateTimeField(null=True)
    destroy_by = models.DateTimeField(null=True)
    evidence_hold = models.CharField(max_length=60, blank=True)
    made_from = models.CharField(max_length=20, blank=True)
    detail = models.JSONField(default=dict)

    class Meta:
        db_table = "tables_equipment"
        constraints = [
            models.UniqueConstraint(
                fields=["property", "kind", "serial"], name="tables_equipment_serial"
            ),
            models.CheckConstraint(
                condition=Q(evidence_hold="") | ~Q(state="destroyed"),
                name="tables_equipment_evidence_kept",
            ),
        ]

    def __str__(self) -> str:
        return self.serial


class Shaker(models.Model):
    """The shaker of a table; it carries the operator's name and is never left unattended.

    The Commission's approval is kept with its reference and its day.

    Rule: MD ch. 2 §D.
    """

    audit_name = "shaker"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="shakers")
    serial = models.CharField(max_length=40)
    table = models.OneToOneField(
        GamingTable, on_delete=models.PROTECT, null=True, related_name="shaker"
    )
    approval_reference = models.CharField(max_length=60, blank=True)
    approved_on = models.DateField(null=True)

    class Meta:
        db_table = "tables_shaker"
        constraints = [
            models.UniqueConstraint(fields=["property", "serial"], name="tables_shaker_serial")
        ]

    def __str__(self) -> str:
        return self.serial


class InspectionPurpose(models.TextChoices):
    OPENING = "opening", _("Before play")
    REMOVAL = "removal", _("Before the set leaves the table")
    RECEIPT = "receipt", _("At receipt")
    DAY_END = "day_end", _("End of day")
    IN_PLAY = "in_play", _("In play")


class Inspection(models.Model):
    """One person looked at a set piece by piece; another person verified it.

    `follows_person` is whose inspection this one re-checks; the re-check is never their own.
    """

    audit_name = "inspection"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    equipment = models.ForeignKey(
        EquipmentSet, on_delete=models.PROTECT, related_name="inspections"
    )
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, null=True)
    purpose = models.CharField(
        max_length=20, choices=InspectionPurpose.choices, default=InspectionPurpose.OPENING
    )
    checks = models.JSONField(default=dict)
    passed = models.BooleanField()
    reason = models.CharField(max_length=40, blank=True)
    inspected_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    inspected_at = models.DateTimeField()
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, null=True, related_name="+")
    follows_person = models.ForeignKey(
        Person, on_delete=models.PROTECT, null=True, related_name="+"
    )
    verified_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    verified_at = models.DateTimeField(null=True)
    verification = models.ForeignKey(SignOff, on_delete=models.PROTECT, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tables_inspection"
        constraints = [
            models.CheckConstraint(
                condition=Q(verified_by__isnull=True) | ~Q(verified_by=F("inspected_by")),
                name="tables_inspection_two_people",
            ),
            models.CheckConstraint(
                condition=Q(follows_person__isnull=True) | ~Q(follows_person=F("inspected_by")),
                name="tables_inspection_another_person",
            ),
            models.CheckConstraint(
                condition=Q(verified_at__isnull=True) | Q(passed=True, verified_by__isnull=False),
                name="tables_inspection_verified_passed",
            ),
            models.UniqueConstraint(
                fields=["equipment"],
                condition=Q(
                    purpose="opening",
                    passed=True,
                    verified_at__isnull=True,
                    withdrawn_at__isnull=True,
                ),
                name="tables_inspection_one_waiting",
            ),
        ]
        indexes = [
            models.Index(
                fields=["property", "inspected_at"],
                condition=Q(
                    purpose="opening",
                    passed=True,
                    verified_at__isnull=True,
                    withdrawn_at__isnull=True,
                ),
                name="tables_inspection_waiting",
            )
        ]


class Placement(models.Model):
    """A set at a table over a period. `expires_at` stands once it is verified into use; where no
    rule and no submission has a limit, there is none. From `unfit_at` on no round opens with it.

    Nobody can move a limit later or take an expiry back: a trigger refuses it.
    """

    audit_name = "placement"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    equipment = models.ForeignKey(EquipmentSet, on_delete=models.PROTECT, related_name="placements")
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, related_name="placements")
    kind = models.CharField(max_length=8, choices=EquipmentKind.choices)
    shaker = models.ForeignKey(Shaker, on_delete=models.PROTECT, null=True, related_name="+")
    during = DateTimeRangeField()
    inspection = models.ForeignKey(
        Inspection, on_delete=models.PROTECT, null=True, related_name="+"
    )
    verified_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    expired_at = models.DateTimeField(null=True)
    warned_minutes = models.PositiveSmallIntegerField(null=True)
    unfit_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tables_placement"
        constraints = [
            ExclusionConstraint(
                name="tables_one_table_per_set",
                expressions=[
                    ("equipment", RangeOperators.EQUAL),
                    ("during", RangeOperators.OVERLAPS),
                ],
            ),
            ExclusionConstraint(
                name="tables_one_set_per_table",
                expressions=[
                    ("table", RangeOperators.EQUAL),
                    ("kind", RangeOperators.EQUAL),
                    ("during", RangeOperators.OVERLAPS),
                ],
            ),
            models.CheckConstraint(
                condition=Q(verified_at__isnull=True) | Q(inspection__isnull=False),
                name="tables_placement_verified_inspected",
            ),
        ]
        indexes = [
            models.Index(
                fields=["expires_at"],
                condition=Q(expired_at__isnull=True, during__endswith__isnull=True),
                name="tables_placement_due",
            )
        ]


class SetTile(models.Model):
    """One of the 32 tiles of a set, by the set it came in and the set it is in now.

    Rule: COMAR 36.05.02.19M-P.
    """

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    origin = models.ForeignKey(EquipmentSet, on_delete=models.PROTECT, related_name="born_tiles")
    name = models.CharField(max_length=8)
    in_set = models.ForeignKey(
        EquipmentSet, on_delete=models.PROTECT, null=True, related_name="tiles"
    )
    retired_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tables_tile"
        constraints = [
            models.UniqueConstraint(fields=["origin", "name"], name="tables_tile_born_once"),
            models.UniqueConstraint(fields=["in_set", "name"], name="tables_tile_place_once"),
        ]


class TileMove(models.Model):
    """A tile went from one set to another, or out of use; never changed afterwards."""

    tile = models.ForeignKey(SetTile, on_delete=models.PROTECT, related_name="moves")
    from_set = models.ForeignKey(
        EquipmentSet, on_delete=models.PROTECT, null=True, related_name="+"
    )
    to_set = models.ForeignKey(EquipmentSet, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=40)
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        db_table = "tables_tile_move"
