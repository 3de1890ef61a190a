"""Money in whole minor units: accounts, entries that sum to zero, slips, the bank, the jackpot."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from staff.models import Person, Property, SignOff
from tables.models import GamingTable


class AccountKind(models.TextChoices):
    """A named place for money. The database gives every table its accounts when it is made."""

    INVENTORY = "inventory", _("Table inventory")
    SEAT = "seat", _("Chips of a seat")
    BANK = "bank", _("Player bank")
    VIGORISH = "vigorish", _("Vigorish")
    SIDE_WAGERS = "side_wagers", _("Side wagers")
    DROP = "drop", _("Drop box")
    OVER_SHORT = "over_short", _("Over and short")
    CAGE = "cage", _("Cage")
    JACKPOT = "jackpot", _("Jackpot")
    JACKPOT_FUNDS = "jackpot_funds", _("Set aside for the jackpot")
    TIPS = "tips", _("Tips of the dealers")


TRAY = (AccountKind.INVENTORY, AccountKind.VIGORISH, AccountKind.SIDE_WAGERS)
"""What lies in the tray of a table: its inventory, and what the house took in beside it."""


class Jackpot(models.Model):
    """A progressive prize of the card game; its meter is the balance of its account.

    `step` is what it grows by: cents each time, or basis points of the win.
    """

    audit_name = "jackpot"

    class Method(models.TextChoices):
        NONE = "none", _("not at all")
        PER_DAY = "per-day", _("a fixed amount each gaming day")
        PER_HOUR = "per-hour", _("a fixed amount each hour")
        PER_WAGER = "per-wager", _("a fixed amount for each bonus wager")
        SHARE_OF_WIN = "share-of-win", _("a share of the win on bonus wagers")

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="jackpots")
    name = models.CharField(max_length=60)
    tables = models.ManyToManyField(GamingTable, related_name="jackpots")
    seed_cents = models.PositiveBigIntegerField()
    method = models.CharField(max_length=12, choices=Method.choices)
    step = models.PositiveBigIntegerField(default=0)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "banking_jackpot"
        constraints = [
            models.UniqueConstraint(fields=["property", "name"], name="banking_jackpot_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Account(models.Model):
    """A place that holds money; its balance is the sum of its postings and stored nowhere."""

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, null=True, related_name="+")
    jackpot = models.ForeignKey(Jackpot, on_delete=models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=14, choices=AccountKind.choices)
    seat = models.PositiveSmallIntegerField(default=0)

    class Meta:
        db_table = "banking_account"
        constraints = [
            models.UniqueConstraint(
                fields=["property", "table", "jackpot", "kind", "seat"],
                name="banking_account_once",
                nulls_distinct=False,
            ),
        ]


class SlipKind(models.TextChoices):
    FILL = "fill", _("Fill")
    CREDIT = "credit", _("Credit")
    OPENING = "opening", _("Opening count")
    CLOSING = "closing", _("Closing count")
    DROP = "drop", _("Drop")
    COUNT = "count", _("Count in play")
    CLOSED = "closed", _("Closed table")
    PAYOUT = "payout", _("Payout document")
    BOX = "box", _("Drop box counted")
    TIPS = "tips", _("Tips counted")


class SlipState(models.TextChoices):
    PREPARED = "prepared", _("waits for signatures")
    COMPLETE = "complete", _("complete")
    VOID = "void", _("void")


class Slip(models.Model):
    """A fill, a credit, a count, a drop: pieces by value, a serial without gaps, signatures.

    What was prepared never changes; a slip in error is void and stays.
    """

    audit_name = "slip"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, related_name="slips")
    kind = models.CharField(max_length=8, choices=SlipKind.choices)
    serial = models.PositiveIntegerField()
    gaming_day = models.DateField()
    chips = models.JSONField()
    total_cents = models.PositiveBigIntegerField()
    expected_cents = models.BigIntegerField(null=True)
    prepared_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    prepared_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=SlipState.choices, default=SlipState.PREPARED)
    completed_at = models.DateTimeField(null=True)
    void_reason = models.CharField(max_length=40, blank=True)
    voided_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        db_table = "banking_slip"
        constraints = [
            models.UniqueConstraint(
                fields=["property", "kind", "serial"], name="banking_slip_serial"
            ),
        ]
        indexes = [
            models.Index(fields=["table", "-prepared_at"], name="banking_slip_table"),
        ]


class SlipSignature(models.Model):
    """One of a slip's signatures: each by another person, in the part that the role has in it."""

    slip = models.ForeignKey(Slip, on_delete=models.PROTECT, related_name="signatures")
    part = models.CharField(max_length=20)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        db_table = "banking_signature"
        constraints = [
            models.UniqueConstraint(fields=["slip", "part"], name="banking_signature_part"),
            models.UniqueConstraint(fields=["slip", "person"], name="banking_signature_people"),
        ]


class SlipPrint(models.Model):
    """A slip on paper: the first print is the original, every other one says that it is not."""

    slip = models.ForeignKey(Slip, on_delete=models.PROTECT, related_name="prints")
    n = models.PositiveSmallIntegerField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        db_table = "banking_print"
        constraints = [models.UniqueConstraint(fields=["slip", "n"], name="banking_print_once")]


class PayoutKind(models.TextChoices):
    WIN = "win", _("Wager won")
    PAIR_FORTUNES = "pair_fortunes", _("Pair Fortunes")
    THREE_CARD = "three_card", _("Three Card wager")
    FOUR_CARD = "four_card", _("Four Card bonus")
    JACKPOT = "jackpot", _("Jackpot")


class Payout(models.Model):
    """What a payout document is about: one large payment of a round to one player.

    `wants_manager` and `wants_tax_form` are as the house's numbers stood when it was won.

    Rule: COMAR 36.05.03.23.
    """

    audit_name = "payout"

    slip = models.OneToOneField(
        Slip, on_delete=models.PROTECT, primary_key=True, related_name="payout"
    )
    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    round_id = models.UUIDField()
    round_number = models.PositiveIntegerField()
    what = models.CharField(max_length=14, choices=PayoutKind.choices)
    seat = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=40, blank=True)
    wager_cents = models.PositiveBigIntegerField()
    wants_manager = models.BooleanField()
    wants_tax_form = models.BooleanField()

    class Meta:
        db_table = "banking_payout"
        indexes = [models.Index(fields=["round_id"], name="banking_payout_round")]


class DropBox(models.Model):
    """A numbered box at a table, from put in to taken out to counted elsewhere.

    Rule: COMAR 36.05.03.15.
    """

    audit_name = "drop_box"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, related_name="drop_boxes")
    number = models.CharField(max_length=20)
    put_in_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True)
    slip = models.OneToOneField(Slip, on_delete=models.PROTECT, null=True, related_name="box")
    counted_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "banking_drop_box"
        verbose_name_plural = "drop boxes"
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(taken_at__isnull=True), name="banking_box_in_place"
            ),
            models.UniqueConstraint(
                fields=["property", "number"],
                condition=Q(counted_at__isnull=True),
                name="banking_box_number",
            ),
        ]


class DifferenceReport(models.Model):
    """The written report of a difference that a count or a drop found, with its finding.

    Rule: COMAR 36.05.03.03.
    """

    audit_name = "difference_report"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    slip = models.OneToOneField(Slip, on_delete=models.PROTECT, related_name="report")
    finding = models.CharField(max_length=40)
    note = models.CharField(max_length=400, blank=True)
    filed_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    filed_at = models.DateTimeField()
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, related_name="+")

    class Meta:
        db_table = "banking_difference_report"


class EntryKind(models.TextChoices):
    ROUND = "round", _("Round settled")
    REVERSAL = "reversal", _("Settlement reversed")
    CORRECTION = "correction", _("Settlement replaced")
    FILL = "fill", _("Fill")
    CREDIT = "credit", _("Credit")
    BUY_IN = "buy_in", _("Chips sold for cash")
    CASH_BACK = "cash_back", _("Sale of chips taken back")
    COUNT = "count", _("Counted against expected")
    DROP = "drop", _("Drop box counted")
    TIPS = "tips", _("Tips counted")
    JACKPOT_SEED = "jackpot_seed", _("Jackpot seeded")
    JACKPOT_CONTRIBUTION = "jackpot_contribution", _("Jackpot contribution")


class Entry(models.Model):
    """One movement of money between accounts; its postings sum to zero, by a trigger at commit."""

    audit_name = "entry"

    property = models.ForeignKey(
        Property, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    table = models.ForeignKey(
        GamingTable, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=20, choices=EntryKind.choices)
    gaming_day = models.DateField()
    at = models.DateTimeField()
    round_id = models.UUIDField(null=True)
    slip = models.ForeignKey(Slip, on_delete=models.PROTECT, null=True, related_name="entries")
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="+")
    by = models.ForeignKey(
        Person, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )

    class Meta:
        db_table = "banking_entry"
        verbose_name_plural = "entries"
        indexes = [
            models.Index(fields=["table", "at"], name="banking_entry_table"),
            models.Index(fields=["table", "gaming_day", "at"], name="banking_entry_day"),
            models.Index(
                fields=["round_id"], condition=Q(round_id__isnull=False), name="banking_entry_round"
            ),
        ]


class Posting(models.Model):
    """What one entry adds to one account: positive comes in, negative goes out."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="postings")
    account = models.ForeignKey(
        Account, on_delete=models.PROTECT, related_name="postings", db_index=False
    )
    cents = models.BigIntegerField()

    class Meta:
        db_table = "banking_posting"
        constraints = [
            models.CheckConstraint(condition=~Q(cents=0), name="banking_posting_not_zero"),
        ]
        indexes = [
            models.Index(fields=["account", "id"], include=["cents"], name="banking_posting_sum"),
        ]


class BankKind(models.TextChoices):
    HOUSE = "house", _("the house")
    PLAYER = "player", _("a player")
    CO_BANK = "co-bank", _("a player and the house")


class BankTurn(models.Model):
    """Who held the bank in a round, to whom it was offered, and why somebody was refused.

    `people` is the round by its markers (`rules.tiles.people.PlayedRound`): eligibility belongs to
    the person and not to the seat.
    """

    round_id = models.UUIDField(primary_key=True)
    property = models.ForeignKey(
        Property, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    table = models.ForeignKey(
        GamingTable, on_delete=models.PROTECT, related_name="bank_turns", db_index=False
    )
    kind = models.CharField(max_length=8, choices=BankKind.choices)
    seat = models.PositiveSmallIntegerField(null=True)
    player = models.CharField(max_length=40, blank=True)
    answers = models.JSONField(default=list)
    refused = models.JSONField(default=dict)
    wagers = models.JSONField(default=dict)
    people = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        db_table = "banking_turn"
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="house", seat__isnull=True)
                | (~Q(kind="house") & Q(seat__isnull=False)),
                name="banking_turn_seat",
            ),
        ]
        indexes = [models.Index(fields=["table", "-at"], name="banking_turn_table")]


class JackpotPeriod(models.Model):
    """A period whose contribution was made; one row a period, so it is made once."""

    jackpot = models.ForeignKey(Jackpot, on_delete=models.PROTECT, related_name="periods")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    wagers = models.PositiveIntegerField(default=0)
    win_cents = models.BigIntegerField(default=0)
    cents = models.BigIntegerField(default=0)
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        db_table = "banking_jackpot_period"
        constraints = [
            models.UniqueConstraint(
                fields=["jackpot", "begins_at"], name="banking_jackpot_period_once"
            ),
            models.CheckConstraint(
                condition=Q(begins_at__lt=F("ends_at")), name="banking_jackpot_period_order"
            ),
        ]


class CashKind(models.TextChoices):
    BUY_IN = "buy_in", _("Chips for cash")
    CHANGE = "change", _("Chips for chips")


class CashMove(models.Model):
    """Cash or chips over the table between two wagers: a buy-in, a colour-up, change.

    The tablet makes the id, so that it can take back what has not been answered yet. `bills` is the
    cash that fell into the box, `chips_in` what the tray got, `chips_out` what it gave, each
    pieces by value; where nobody counted the pieces they are empty and only `cents` is known.
    """

    audit_name = "cash"

    id = models.UUIDField(primary_key=True)
    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, related_name="cash_moves")
    kind = models.CharField(max_length=8, choices=CashKind.choices)
    seat = models.PositiveSmallIntegerField(null=True)
    player = models.CharField(max_length=40, blank=True)
    bills = models.JSONField(default=dict)
    chips_in = models.JSONField(default=dict)
    chips_out = models.JSONField(default=dict)
    cents = models.PositiveBigIntegerField()
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    sign_off = models.ForeignKey(SignOff, on_delete=models.PROTECT, null=True, related_name="+")
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, related_name="cash")

    class Meta:
        db_table = "banking_cash"
        indexes = [models.Index(fields=["table", "-at"], name="banking_cash_table")]


class CashUndo(models.Model):
    """That a move of cash or chips was taken back: it was entered and did not happen so."""

    cash = models.OneToOneField(
        CashMove, on_delete=models.PROTECT, primary_key=True, related_name="undo"
    )
    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        db_table = "banking_cash_undo"


class ChipRequest(models.Model):
    """A dealer's or the floor's call for chips: the cage sees it before a slip is written."""

    audit_name = "chip_request"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, related_name="chip_requests")
    kind = models.CharField(max_length=8, choices=SlipKind.choices)
    chips = models.JSONField()
    total_cents = models.PositiveBigIntegerField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    slip = models.OneToOneField(Slip, on_delete=models.PROTECT, null=True, related_name="request")

    class Meta:
        db_table = "banking_chip_request"
        constraints = [
            models.UniqueConstraint(
                fields=["table", "kind"],
                condition=Q(closed_at__isnull=True),
                name="banking_one_request",
            ),
        ]


class ParLevel(models.Model):
    """The chips that a tray should hold; a fill is proposed up to them."""

    audit_name = "par_level"

    table = models.OneToOneField(
        GamingTable, on_delete=models.PROTECT, primary_key=True, related_name="par"
    )
    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    chips = models.JSONField()
    set_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    set_at = models.DateTimeField()

    class Meta:
        db_table = "banking_par"


class Patron(models.Model):
    """Somebody whose cash is added up; the log knows the key and nothing else of them."""

    audit_name = "patron"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=32, unique=True)
    description = models.CharField(max_length=120)
    made_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        db_table = "banking_patron"


class PatronSeat(models.Model):
    """Where a patron plays on a gaming day: the cash of this seat and marker is theirs.

    It is theirs from a buy-in on, or from the beginning, until somebody else is entered there. Who
    stands at no seat has one buy-in and no more.
    """

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    patron = models.ForeignKey(Patron, on_delete=models.PROTECT, related_name="seats")
    table = models.ForeignKey(GamingTable, on_delete=models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    player = models.CharField(max_length=40, blank=True)
    since = models.ForeignKey(CashMove, on_delete=models.PROTECT, null=True, related_name="+")
    gaming_day = models.DateField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        db_table = "banking_patron_seat"
        constraints = [
            models.UniqueConstraint(
                fields=["table", "seat", "player", "gaming_day"],
                condition=models.Q(since=None),
                name="banking_patron_seat_once",
                nulls_distinct=False,
            ),
        ]


class PatronCash(models.Model):
    """Cash that the cage paid to a patron, or took from one beside the tables.

    One that takes back another says that the other did not happen; neither counts.
    """

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    patron = models.ForeignKey(Patron, on_delete=models.PROTECT, related_name="cash")
    is_out = models.BooleanField()
    cents = models.PositiveBigIntegerField()
    takes_back = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="taken_back"
    )
    gaming_day = models.DateField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        db_table = "banking_patron_cash"


class PatronIdentity(models.Model):
    """What identifies a patron. It is in no event and no log, and may be erased.

    Rule: 31 CFR 1021.311-.312.
    """

    patron = models.OneToOneField(
        Patron, on_delete=models.PROTECT, primary_key=True, related_name="identity"
    )
    name = models.CharField(max_length=120)
    born = models.DateField()
    address = models.CharField(max_length=200)
    document = models.CharField(max_length=80)
    tax_number = models.CharField(max_length=40, blank=True)

    class Meta:
        db_table = "banking_patron_identity"
        verbose_name_plural = "patron identities"
