"""A round from first wager to settled, and what it leaves behind for search and proof."""

from functools import cached_property

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

import rules
from banking.models import BankKind, Entry
from staff.models import Person, Property, SignOff
from tables.models import GamingTable, Placement, RulesSubmission


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
    """One round at one table. `facts` stores what was entered; once settled nothing changes it.

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

    @cached_property
    def entered(self) -> rules.Round:
        """What was entered so far, as the rules read it; `facts` is how the row stores it."""
        return rules.Round.from_json(self.facts)


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

    @cached_property
    def settled(self) -> rules.Settlement:
        """The settlement as the rules read it; the four documents are how the row stores it."""
        return rules.Settlement.from_json(
            {
                "facts": self.facts,
                "outcome": self.outcome,
                "movements": self.movements,
                "reasons": self.reasons,
            }
        )


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


class OutsideWager(models.Model):
    """A wager outside the limits that the dealer had accepted: it stands, and the floor signed.

    Rule: COMAR 36.05.03.21C.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="outside_wagers")
    seat = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=40, blank=True)
    cents = models.PositiveBigIntegerField()
    minimum_cents = models.PositiveIntegerField()
    maximum_cents = models.PositiveIntegerField()
    at = models.DateTimeField()
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, related_name="+")

    class Meta:
        db_table = "rounds_outside_wager"


class BoxThrow(models.Model):
    """The dice for a box that is taken out of play; the house's own has them thrown again.

    Rule: NZ 12.10.
    """

    irregularity = models.ForeignKey(Irregularity, on_delete=models.PROTECT, related_name="throws")
    n = models.PositiveSmallIntegerField()
    dice = ArrayField(models.PositiveSmallIntegerField(), size=3)
    box = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "rounds_box_throw"
        constraints = [
            models.UniqueConstraint(fields=["irregularity", "n"], name="rounds_box_throw_n")
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
