"""What happens to a set away from the table: moves, envelopes, work orders, counts, its end."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from staff.models import Person, Property, SignOff
from tables.models.equipment import EquipmentKind, EquipmentSet, EquipmentState
from tables.models.floor import GamingTable


class Envelope(models.Model):
    """A transparent sealed envelope with a set in it, signed by the dealer and by the floor.

    Rule: COMAR 36.05.02.19G-J; MD 4 §C(3)(b).
    """

    audit_name = "envelope"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="envelopes")
    equipment = models.ForeignKey(EquipmentSet, on_delete=models.PROTECT, related_name="envelopes")
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT)
    seal_number = models.CharField(max_length=40)
    reason = models.CharField(max_length=40)
    note = models.CharField(max_length=200, blank=True)
    sealed_at = models.DateTimeField()
    dealer = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    dealer_sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, related_name="+")
    floor = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    floor_sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, related_name="+")
    collected_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    collected_at = models.DateTimeField(null=True)
    collected_sign_off = models.ForeignKey(
        SignOff, on_delete=models.PROTECT, null=True, related_name="+"
    )
    opened_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tables_envelope"
        constraints = [
            models.CheckConstraint(
                condition=~Q(dealer=F("floor")), name="tables_envelope_two_people"
            ),
            models.UniqueConstraint(
                fields=["property", "seal_number"], name="tables_envelope_seal"
            ),
            models.UniqueConstraint(
                fields=["equipment"],
                condition=Q(opened_at__isnull=True),
                name="tables_envelope_one_sealed",
            ),
        ]

    def __str__(self) -> str:
        return self.seal_number


class EquipmentMove(models.Model):
    """A set went from one place to another: the ledger of custody, never changed afterwards."""

    audit_name = "move"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    equipment = models.ForeignKey(EquipmentSet, on_delete=models.PROTECT, related_name="moves")
    act = models.CharField(max_length=40)
    from_state = models.CharField(max_length=20, choices=EquipmentState.choices, blank=True)
    to_state = models.CharField(max_length=20, choices=EquipmentState.choices)
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, null=True, related_name="+")
    envelope = models.ForeignKey(Envelope, on_delete=models.PROTECT, null=True, related_name="+")
    gaming_day = models.DateField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    second = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, null=True, related_name="+")
    second_sign_off = models.ForeignKey(
        SignOff, on_delete=models.PROTECT, null=True, related_name="+"
    )
    detail = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        db_table = "tables_move"
        constraints = [
            models.CheckConstraint(
                condition=Q(second__isnull=True) | ~Q(second=F("by")),
                name="tables_move_two_people",
            )
        ]
        indexes = [
            models.Index(fields=["equipment", "at"], name="tables_move_of_set"),
            models.Index(fields=["property", "gaming_day"], name="tables_move_of_day"),
        ]


class WorkOrder(models.Model):
    """Security's inspection of collected sets, signed, naming tables and results.

    Rule: COMAR 36.05.02.19L.
    """

    audit_name = "work_order"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="work_orders")
    number = models.PositiveIntegerField()
    opened_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()
    closed_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    closed_at = models.DateTimeField(null=True)
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        db_table = "tables_work_order"
        constraints = [
            models.UniqueConstraint(fields=["property", "number"], name="tables_work_order_number")
        ]

    def __str__(self) -> str:
        return str(_("Work order {number}")).format(number=self.number)


class WorkOrderResult(models.TextChoices):
    PENDING = "pending", _("To be inspected")
    CLEAN = "clean", _("Clean and complete: resealed")
    CONDEMNED = "condemned", _("Worn or damaged: to be destroyed")
    DISCREPANCY = "discrepancy", _("Tampered, missing or extra: reported")


class WorkOrderLine(models.Model):
    """One set on a work order: each tile looked at, by pairs and under UV light."""

    audit_name = "work_order_line"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    order = models.ForeignKey(WorkOrder, on_delete=models.PROTECT, related_name="lines")
    equipment = models.ForeignKey(EquipmentSet, on_delete=models.PROTECT, related_name="+")
    envelope = models.ForeignKey(Envelope, on_delete=models.PROTECT, null=True, related_name="+")
    result = models.CharField(
        max_length=12, choices=WorkOrderResult.choices, default=WorkOrderResult.PENDING
    )
    checks = models.JSONField(default=dict)
    faults = models.JSONField(default=dict)
    inspected_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    inspected_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tables_work_order_line"
        constraints = [
            models.UniqueConstraint(
                fields=["order", "equipment"], name="tables_work_order_line_once"
            ),
            models.UniqueConstraint(
                fields=["equipment"],
                condition=Q(result="pending"),
                name="tables_work_order_one_pending",
            ),
        ]


class Discrepancy(models.Model):
    """The two-part report on a set that was tampered with, or has a tile too few or too many.

    The set is locked from the first part on; a regulator signs the second.

    Rule: COMAR 36.05.02.19L(5).
    """

    audit_name = "discrepancy"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="discrepancies")
    number = models.PositiveIntegerField()
    equipment = models.ForeignKey(
        EquipmentSet, on_delete=models.PROTECT, related_name="discrepancies"
    )
    found = models.CharField(max_length=40)
    tiles = ArrayField(models.CharField(max_length=8), default=list)
    note = models.CharField(max_length=400, blank=True)
    reported_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    reported_at = models.DateTimeField()
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, related_name="+")
    regulator = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    regulator_at = models.DateTimeField(null=True)
    regulator_sign_off = models.ForeignKey(
        SignOff, on_delete=models.PROTECT, null=True, related_name="+"
    )
    outcome = models.CharField(max_length=40, blank=True)

    class Meta:
        db_table = "tables_discrepancy"
        constraints = [
            models.UniqueConstraint(
                fields=["property", "number"], name="tables_discrepancy_number"
            ),
            models.CheckConstraint(
                condition=Q(regulator__isnull=True) | ~Q(regulator=F("reported_by")),
                name="tables_discrepancy_two_people",
            ),
        ]


class Destruction(models.Model):
    """How, where and before whom a set ended.

    Rule: COMAR 36.05.02.19R, .13N.
    """

    audit_name = "destruction"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    equipment = models.OneToOneField(
        EquipmentSet, on_delete=models.PROTECT, related_name="destruction"
    )
    method = models.CharField(max_length=40)
    place = models.CharField(max_length=80)
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    witness = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, related_name="+")
    witness_sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        db_table = "tables_destruction"
        constraints = [
            models.CheckConstraint(
                condition=~Q(by=F("witness")), name="tables_destruction_two_people"
            )
        ]


class CountPurpose(models.TextChoices):
    DAILY = "daily", _("Daily reconciliation")
    STOCK_TAKE = "stock_take", _("Stock-take")


class StockCount(models.Model):
    """Sets counted by place beside what the ledger of moves says.

    Rule: COMAR 36.05.02.19Q.
    """

    audit_name = "count"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    purpose = models.CharField(max_length=12, choices=CountPurpose.choices)
    kind = models.CharField(max_length=8, choices=EquipmentKind.choices)
    gaming_day = models.DateField()
    book = models.JSONField(default=dict)
    counted = models.JSONField(default=dict)
    agrees = models.BooleanField()
    note = models.CharField(max_length=400, blank=True)
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        db_table = "tables_stock_count"
        indexes = [models.Index(fields=["property", "purpose", "at"], name="tables_count_of")]
