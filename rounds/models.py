"""A round from first wager to settled, and what it leaves behind for search and proof."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from banking.models import BankKind, Entry
from staff.models import Person, Property, SignOff, Tablet
from tables.models import EquipmentSet, GamingTable, Placement, RulesSubmission


class RoundState(models.TextChoices):
    BETTING = "betting", _("Wagers")
    CLOSED = "closed", _("No more bets")
    DEALT = "dealt", _("Dealt")
    SET = "set", _("Hands set")
    SETTLED = "settled", _("Settled")
    VOID = "void", _("Void")


OPEN_STATES = (RoundState.BETTING, RoundState.CLOSED, RoundState.DEALT, RoundState.SET)


class Source(models.TextChoices):
    """How a round came into the record."""

    TABLET = "tablet", _("Step by step")
    WHOLE = "whole", _("In one call")
    DEMO = "demo", _("Simulated")


class Depth(models.TextChoices):
    TILES = "tiles", _("Every hand")
    QUICK = "quick", _("Outcomes only")


SELDOM = {
    "rounds_round_irregular": Q(has_irregularity=True),
    "rounds_round_disputed": Q(has_dispute=True),
    "rounds_round_corrected": Q(has_correction=True),
    "rounds_round_void": Q(state="void"),
    "rounds_round_quick": Q(depth="quick"),
    "rounds_round_late": Q(is_late_entry=True),
}
"""What searches ask for and few rounds have: each has a small index of its own."""


class Round(models.Model):
    """One round at one table. `facts` is what was entered so far; once settled nothing changes it.

    `opened_at` is the one moment by which the guard, this row and the database's trigger judge
    whether the equipment was fit to play; `played_at` is when a late entry says it was played.
    """

    audit_name = "round"

    id = models.UUIDField(primary_key=True)
    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(
        GamingTable, on_delete=models.PROTECT, related_name="rounds", db_index=False
    )
    submission = models.ForeignKey(
        RulesSubmission, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    gaming_day = models.DateField()
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=RoundState.choices, default=RoundState.BETTING)
    version = models.PositiveIntegerField(default=1)
    source = models.CharField(max_length=8, choices=Source.choices, default=Source.TABLET)
    depth = models.CharField(max_length=8, choices=Depth.choices, default=Depth.TILES)
    is_late_entry = models.BooleanField(default=False)
    dealer = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+", db_index=False)
    playing_set = models.ForeignKey(
        Placement, on_delete=models.PROTECT, related_name="+", null=True
    )
    dice = models.ForeignKey(Placement, on_delete=models.PROTECT, related_name="+", null=True)
    opened_at = models.DateTimeField()
    played_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    bank_kind = models.CharField(max_length=8, choices=BankKind.choices, default=BankKind.HOUSE)
    bank_seat = models.PositiveSmallIntegerField(null=True)
    facts = models.JSONField(default=dict)
    settlement = models.ForeignKey(
        "Settlement", on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    void_reason = models.CharField(max_length=40, blank=True)
    has_irregularity = models.BooleanField(default=False)
    has_correction = models.BooleanField(default=False)
    has_dispute = models.BooleanField(default=False)
    is_held = models.BooleanField(default=False)

    class Meta:
        db_table = "rounds_round"
        constraints = [
            models.UniqueConstraint(
                fields=["table", "gaming_day", "number"], name="rounds_round_number"
            ),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(state__in=["betting", "closed", "dealt", "set"]),
                name="rounds_one_open_round",
            ),
            models.CheckConstraint(
                condition=Q(state="settled", settlement__isnull=False)
                | (~Q(state="settled") & Q(settlement__isnull=True)),
                name="rounds_round_settled",
            ),
        ]
        indexes = [
            models.Index(fields=["table", "-opened_at"], name="rounds_round_latest"),
            models.Index(fields=["property", "-opened_at"], name="rounds_round_time"),
            models.Index(fields=["property", "gaming_day", "-opened_at"], name="rounds_round_day"),
            models.Index(fields=["dealer", "-opened_at"], name="rounds_round_dealer"),
            *(
                models.Index(fields=["property", "-opened_at"], condition=rare, name=name)
                for name, rare in SELDOM.items()
            ),
        ]


class DiceRoll(models.Model):
    """What the shaker or the generator showed; a no-roll stays on the record."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="rolls")
    n = models.PositiveSmallIntegerField()
    dice = ArrayField(models.PositiveSmallIntegerField(), size=3, null=True)
    generator = models.PositiveSmallIntegerField(null=True)
    device = models.CharField(max_length=40, blank=True)
    adjust = models.SmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField(null=True)
    start = models.CharField(max_length=12, blank=True)
    no_roll = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "rounds_roll"
        constraints = [models.UniqueConstraint(fields=["round", "n"], name="rounds_roll_n")]


class SettlementKind(models.TextChoices):
    SETTLED = "settled", _("Settled at the table")
    TILES_LATER = "tiles_later", _("Tiles added later")
    CORRECTION = "correction", _("Corrected")


class Settlement(models.Model):
    """How a round was settled, whole and self-describing, so that it can be settled again.

    Facts go in, outcome and movements come out, by the named profile and submission version.
    `entered` is what the screen shows where that is no longer the round's own document.
    """

    audit_name = "settlement"

    property = models.ForeignKey(
        Property, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="settlements", db_index=False
    )
    n = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=SettlementKind.choices)
    profile = models.CharField(max_length=30)
    submission_version = models.PositiveIntegerField()
    software_version = models.CharField(max_length=40)
    facts = models.JSONField()
    entered = models.JSONField(null=True)
    outcome = models.JSONField()
    movements = models.JSONField()
    reasons = models.JSONField()
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    wagered_cents = models.BigIntegerField()
    house_net_cents = models.BigIntegerField()
    vigorish_cents = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        db_table = "rounds_settlement"
        constraints = [
            models.UniqueConstraint(fields=["round", "n"], name="rounds_settlement_n"),
        ]


class SeatPlay(models.Model):
    """One wager and its hand, or the dealer's hand, as settled: the rows that searches read."""

    property = models.ForeignKey(
        Property, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    table = models.ForeignKey(
        GamingTable, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="plays")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="plays")
    at = models.DateTimeField()
    seat = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=40, blank=True)
    wager_cents = models.BigIntegerField(default=0)
    side_cents = models.BigIntegerField(default=0)
    tiles = ArrayField(models.CharField(max_length=3), default=list)
    high = ArrayField(models.CharField(max_length=3), default=list)
    low = ArrayField(models.CharField(max_length=3), default=list)
    high_rank = models.CharField(max_length=30, blank=True)
    low_rank = models.CharField(max_length=30, blank=True)
    set_by = models.CharField(max_length=10, blank=True)
    outcome = models.CharField(max_length=12)
    vigorish_cents = models.BigIntegerField(default=0)
    net_cents = models.BigIntegerField(default=0)
    total_cents = models.BigIntegerField(default=0)

    class Meta:
        db_table = "rounds_play"
        indexes = [
            models.Index(fields=["property", "tiles", "-at"], name="rounds_play_hand"),
            models.Index(fields=["property", "-at"], name="rounds_play_time"),
            models.Index(fields=["table", "-at"], name="rounds_play_table"),
            models.Index(
                fields=["property", "high_rank", "-at", "table"], name="rounds_play_high_hand"
            ),
            models.Index(
                fields=["property", "low_rank", "-at", "table"], name="rounds_play_low_hand"
            ),
        ]


class Irregularity(models.Model):
    """Something went wrong: what, the ruling that the rules propose, and the one that was made."""

    audit_name = "irregularity"

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="irregularities")
    n = models.PositiveSmallIntegerField()
    event = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)
    proposed = models.JSONField()
    reported_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    reported_at = models.DateTimeField()
    ruling = models.JSONField(null=True)
    ruled_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    ruled_at = models.DateTimeField(null=True)
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        db_table = "rounds_irregularity"
        verbose_name_plural = "irregularities"
        constraints = [
            models.UniqueConstraint(fields=["round", "n"], name="rounds_irregularity_n"),
            models.CheckConstraint(
                condition=Q(ruling__isnull=True, ruled_by__isnull=True)
                | Q(ruling__isnull=False, ruled_by__isnull=False),
                name="rounds_irregularity_ruled",
            ),
        ]


class Correction(models.Model):
    """A settlement replaced by another, ordered by one person and confirmed by a second."""

    audit_name = "correction"

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="corrections")
    replaced = models.OneToOneField(Settlement, on_delete=models.PROTECT, related_name="+")
    settlement = models.OneToOneField(Settlement, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=40)
    note = models.CharField(max_length=500, blank=True)
    ordered_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        db_table = "rounds_correction"
        constraints = [
            models.CheckConstraint(
                condition=~Q(ordered_by=models.F("second")), name="rounds_correction_two_people"
            ),
        ]


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
    so that a time code is found. What was claimed never changes, and no decision does.
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

    account = models.CharField(max_length=40, blank=True)
    account_note = models.CharField(max_length=500, blank=True)
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

    expected_at = models.DateTimeField(null=True)
    reviewer = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    review_began_at = models.DateTimeField(null=True)

    decision = models.CharField(max_length=12, choices=Decision.choices, blank=True)
    cite = models.CharField(max_length=120, blank=True)
    decision_note = models.CharField(max_length=1000, blank=True)
    decided_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, null=True, related_name="+")
    correction = models.OneToOneField(
        Correction, on_delete=models.PROTECT, null=True, related_name="dispute"
    )

    warned_at = models.DateTimeField(null=True)
    notice_drafted_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "rounds_dispute"
        constraints = [
            models.UniqueConstraint(fields=["round", "n"], name="rounds_dispute_n"),
            models.CheckConstraint(
                condition=Q(decided_at__isnull=True, decided_by__isnull=True, decision="")
                | (Q(decided_at__isnull=False, decided_by__isnull=False) & ~Q(decision="")),
                name="rounds_dispute_decided",
            ),
        ]
        indexes = [
            models.Index(
                fields=["property", "opened_at"],
                condition=Q(decided_at__isnull=True),
                name="rounds_dispute_open",
            )
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
        db_table = "rounds_saved_search"
        constraints = [
            models.UniqueConstraint(fields=["person", "name"], name="rounds_saved_search_name")
        ]


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
        db_table = "rounds_report"
        indexes = [models.Index(fields=["property", "-asked_at"], name="rounds_report_latest")]


class SurveillanceEntry(models.Model):
    """A line of the surveillance log. It is never changed: a later line may add to it.

    Rule: COMAR 36.03.10.12C(3).
    """

    audit_name = "surveillance"

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
    camera = models.CharField(max_length=60, blank=True)
    recorded_from = models.DateTimeField(null=True)
    recorded_to = models.DateTimeField(null=True)
    result = models.CharField(max_length=500, blank=True)
    faults = models.CharField(max_length=300, blank=True)
    written_at = models.DateTimeField()

    class Meta:
        db_table = "rounds_surveillance"
        verbose_name_plural = "surveillance entries"
        constraints = [
            models.UniqueConstraint(
                fields=["property", "number"], name="rounds_surveillance_number"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=models.F("began_at")),
                name="rounds_surveillance_order",
            ),
        ]


class TabletSequence(models.Model):
    """The last command that a tablet sent for a table, so that a hole in its queue is noticed."""

    tablet = models.ForeignKey(Tablet, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, related_name="+")
    last = models.PositiveBigIntegerField()

    class Meta:
        db_table = "rounds_tablet_sequence"
        constraints = [
            models.UniqueConstraint(fields=["tablet", "table"], name="rounds_tablet_sequence_once")
        ]


class TableVisit(models.Model):
    """When somebody last had a demo table's screen open; simulated dealers then keep away."""

    table = models.OneToOneField(GamingTable, on_delete=models.PROTECT, primary_key=True)
    seen_at = models.DateTimeField()

    class Meta:
        db_table = "rounds_visit"
