"""Raise `Refused` when money may not move so. Guards read and never write."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from django.db.models import Q, Sum
from django.utils.translation import gettext as _

from banking.differences import Weight, weight_of
from banking.models import (
    TRAY,
    AccountKind,
    CashMove,
    CashUndo,
    ChipRequest,
    DifferenceReport,
    DropBox,
    Patron,
    PatronCash,
    PatronIdentity,
    PatronSeat,
    Posting,
    Slip,
    SlipKind,
    SlipState,
)
from banking.parts import COUNTS, IN_ORDER, OF_ITSELF, TRAY_COUNTS, SlipPart, parts_of
from banking.wording import FINDINGS, VOID_REASONS
from foundation.currencies import bills_of
from foundation.wording import money_text
from rules.refusals import Refused
from staff.house_settings import is_on, setting_of
from staff.models import Person, Property
from staff.policy import Act, may, works_at
from tables.guards import citation
from tables.models import DealerShift, GamingTable, TableState
from tables.requirements import demands_of

MOST_CHIPS = 100_000


class Bought(Protocol):
    """What a buy-in says: the amount, the bills for it, the chips given."""

    @property
    def cents(self) -> int: ...
    @property
    def bills(self) -> dict[int, int]: ...
    @property
    def chips(self) -> dict[int, int]: ...


class TrayHeld(Protocol):
    """What a tray holds: together, and at most of each value."""

    @property
    def cents(self) -> int: ...
    def at_most(self, value: int) -> int: ...


class HasStanding(Protocol):
    """What somebody brought so far today, and whether they are identified."""

    @property
    def in_cents(self) -> int: ...
    @property
    def is_identified(self) -> bool: ...


class Changed(Protocol):
    """What a change says: the chips that were taken, and those that were given."""

    @property
    def chips_in(self) -> dict[int, int]: ...
    @property
    def chips_out(self) -> dict[int, int]: ...


def guard_chips(chips: Mapping[int, int], denominations: Sequence[int]) -> None:
    """Refuse chips that the table does not have, or no chips at all."""
    strange = [cents for cents in chips if cents not in denominations]
    if strange:
        raise Refused(
            "no_such_chip",
            _("This table has no chip of {cents} cents.").format(cents=strange[0]),
            denomination=strange[0],
        )
    if any(not 0 <= count <= MOST_CHIPS for count in chips.values()):
        raise Refused("bad_count", _("A number of chips is out of range. Count again."))


def guard_some_chips(total_cents: int) -> None:
    """Refuse a fill or credit of nothing."""
    if not total_cents:
        raise Refused("no_chips", _("Enter how many chips of each value move."))


def guard_sells_here(person: Person, table: GamingTable, at: datetime) -> None:
    """Refuse a dealer who is not at this table; the floor may always help."""
    if may(person, Act.PREPARE_SLIP):
        return
    if not works_at(person, table.number):
        raise Refused("not_its_table", _("This service is for other tables."))
    whoever = {} if person.is_service else {"person": person}  # a service works beside the dealer
    here = DealerShift.objects.filter(table=table, **whoever)
    now_or_then = Q(ended_at__isnull=True) | Q(began_at__lte=at, ended_at__gt=at)
    if not here.filter(now_or_then).exists():
        raise Refused("not_at_table", _("You are not the dealer at this table. Tap in here first."))


def guard_sale(cents: int, house: Property) -> None:
    """Refuse what no chips make up, or more than the house sells at once."""
    if cents % house.smallest_chip_cents:
        raise Refused("no_such_amount", _("No chips make up this amount. Enter it again."))
    most = setting_of(house, "largest_chip_sale_cents")
    if cents > most:
        raise Refused(
            "sale_too_large",
            _("More than {most} is not sold at once. Enter the amount again.").format(
                most=money_text(most, house.currency)
            ),
        )


def guard_cash_pieces(asked: Bought, table: GamingTable) -> None:
    """Refuse bills or chips that do not make up the amount, or that do not exist here."""
    bills = bills_of(table.property.currency)
    if any(value not in bills for value in asked.bills):
        raise Refused("no_such_bill", _("There is no such note. Enter the notes again."))
    guard_chips(asked.chips, table.denominations)
    for pieces in (asked.bills, asked.chips):
        if pieces and worth(pieces) != asked.cents:
            raise Refused(
                "does_not_add_up",
                _("Notes and chips are not worth the same. Enter them again."),
            )


def guard_change(asked: Changed, table: GamingTable) -> int:
    """What a change is worth; refuse chips for nothing, or for another amount."""
    guard_chips(asked.chips_in, table.denominations)
    guard_chips(asked.chips_out, table.denominations)
    cents = worth(asked.chips_in)
    guard_some_chips(cents)
    if worth(asked.chips_out) != cents:
        raise Refused(
            "does_not_add_up",
            _("Chips taken and chips given are not worth the same. Enter them again."),
        )
    if all(asked.chips_in.get(each, 0) == n for each, n in asked.chips_out.items()):
        raise Refused("nothing_changed", _("The same chips come back. Enter what was changed."))
    return cents


def worth(pieces: Mapping[int, int]) -> int:
    return sum(value * count for value, count in pieces.items())


def guard_floor_signed(signed: Mapping[str, object], cents: int, house: Property) -> None:
    """Refuse so much without the floor's signature."""
    least = setting_of(house, "floor_cash_cents")
    if cents >= least and "floor" not in signed:
        raise Refused(
            "floor_signs",
            _("From {least} on a floorperson signs with badge and PIN. Call the floor.").format(
                least=money_text(least, house.currency)
            ),
        )


def guard_known(standing: HasStanding, cents: int, house: Property) -> None:
    """Refuse more cash from somebody whom the house must identify first.

    Rule: 31 CFR 1021.311-.312.
    """
    guard_cash_known(standing.in_cents + cents, house, is_identified=standing.is_identified)


def guard_cash_known(total_cents: int, house: Property, *, is_identified: bool) -> None:
    """Refuse cash in or out beyond what the house takes or pays without a name.

    Rule: 31 CFR 1021.311-.312.
    """
    if total_cents >= setting_of(house, "identify_cash_cents") and not is_identified:
        raise Refused(
            "identify_first",
            _(
                "With this the patron's cash of the day comes to {cents}. "
                "The floor identifies the patron in the cash log first."
            ).format(cents=money_text(total_cents, house.currency)),
            "31 CFR 1021.311-.312",
        )


def guard_begun(day: date, today: date) -> None:
    """Refuse a gaming day that has not begun."""
    if day > today:
        raise Refused("day_not_begun", _("This gaming day has not begun. Choose another one."))


def guard_somewhere(seat: int | None, player: str) -> None:
    """Refuse to give all cash of a table that has no seat to one patron."""
    if not seat and not player:
        raise Refused("no_seat", _("Name the seat, or the buy-in of whoever stands at no seat."))


def guard_cage_cash_stands(paid: PatronCash) -> None:
    """Refuse to take back twice, or what takes something back itself."""
    if paid.takes_back_id or hasattr(paid, "taken_back"):
        raise Refused("already_back", _("This entry is taken back already."))


def guard_seat_is_free(table: GamingTable, seat: int | None, player: str, day: date) -> None:
    """Refuse to give the cash of one seat and marker to two patrons."""
    here = PatronSeat.objects.filter(table=table, seat=seat, player=player, gaming_day=day)
    if here.filter(since=None).exists():
        raise Refused("already_described", _("This seat's cash is entered for a patron already."))


def guard_described(patron_id: int | None, description: str) -> None:
    if not patron_id and not description.strip():
        raise Refused("no_description", _("Describe the patron, or choose one of the day."))


def guard_identity(patron: Patron, name: str, document: str) -> None:
    if hasattr(patron, "identity"):
        raise Refused("already_identified", _("This patron is identified already."))
    if not name.strip() or not document.strip():
        raise Refused("no_identity", _("Name and document are needed."))


def guard_not_taken_back(move: CashMove) -> None:
    """Refuse to take back twice, or what a count has already been compared with."""
    if CashUndo.objects.filter(cash=move).exists():
        raise Refused("already_back", _("This entry is taken back already."))
    counted = Slip.objects.filter(table=move.table, prepared_at__gte=move.at, kind__in=COUNTS)
    taken = DropBox.objects.filter(table=move.table, taken_at__gte=move.at)
    if counted.exclude(state=SlipState.VOID).exists() or taken.exists():
        raise Refused(
            "counted_since",
            _("Tray or box was counted since. The floor reports the difference instead."),
        )


def guard_on_the_pad(kind: SlipKind) -> None:
    """Refuse to write by hand what a round or the count room asks for."""
    if kind in OF_ITSELF:
        raise Refused(
            "not_on_the_pad",
            _("A payout document comes from its round, a box's count from the count room."),
        )


def guard_no_box(table: GamingTable) -> None:
    """Refuse a drop at the table where boxes have numbers: they are counted elsewhere.

    Rule: COMAR 36.05.03.15.
    """
    if DropBox.objects.filter(table=table, counted_at__isnull=True).exists():
        raise Refused(
            "numbered_box",
            _("This table has a numbered box. Exchange it; the count room counts it."),
        )


def guard_tips(table: GamingTable) -> None:
    """Refuse tips where the house does not count them."""
    if not is_on(table.property, "counts_tips"):
        raise Refused(
            "no_tips",
            _("This house counts no tips. An administrator may turn it on in its settings."),
        )


def guard_some_box(before: DropBox | None, number: str) -> None:
    """Refuse to exchange nothing for nothing."""
    if before is None and not number:
        raise Refused("no_box", _("No box is in this table. Enter the number of the one put in."))


def guard_box_free(table: GamingTable, number: str) -> None:
    """Refuse a box that is at another table or was taken out and is not counted yet."""
    boxes = DropBox.objects.filter(property_id=table.property_id, counted_at__isnull=True)
    other = boxes.filter(number=number).select_related("table").first()
    if other is not None:
        raise Refused(
            "box_in_use",
            _("Box {number} is at {table} or was taken from there and not counted.").format(
                number=number, table=other.table
            ),
        )


def guard_box_waits(box: DropBox) -> None:
    """Refuse to count a box that is in its table still, or is counted already."""
    if box.taken_at is None:
        raise Refused("box_in_place", _("This box is in its table still. Exchange it first."))
    if box.slip_id is not None:
        raise Refused("box_counted", _("This box is counted already; its slip waits or is done."))


def guard_identified(slip: Slip) -> None:
    """Refuse the last signature of a payout with tax data before the patron is identified.

    Rule: COMAR 36.05.03.23; 26 CFR 7.6041-1.
    """
    if slip.kind != SlipKind.PAYOUT or not slip.payout.wants_tax_form:
        return
    known = PatronIdentity.objects.filter(
        patron__seats__table=slip.table,
        patron__seats__seat=slip.payout.seat,
        patron__seats__player=slip.payout.player,
        patron__seats__gaming_day=slip.gaming_day,
    )
    if not known.exists():
        raise Refused(
            "identify_first",
            _("This payout wants tax data. Identify the patron on this page, then sign."),
            "26 CFR 7.6041-1",
        )


def guard_slip_waits(slip: Slip) -> None:
    """Refuse to sign or void what is complete or void already."""
    if slip.state != SlipState.PREPARED:
        raise Refused(
            "slip_closed",
            _("This slip is {state}. Write another one.").format(state=SlipState(slip.state).label),
        )


def missing_parts(slip: Slip, signed: set[str]) -> list[SlipPart]:
    return [part for part in parts_of(slip) if part.code not in signed]


def guard_part(slip: Slip, person: Person, signed: Mapping[str, int]) -> SlipPart:
    """The part that a person may sign now; refuse who signed already or has no part in it.

    Rule: COMAR 36.05.03.04-.05: every signer signs for another part.
    """
    if person.pk in signed.values():
        raise Refused(
            "same_person",
            _("You have signed this slip. Every part is signed by another person."),
            citation(slip.table, "slip-signed"),
        )
    waiting = missing_parts(slip, set(signed))
    for part in waiting[:1] if slip.kind in IN_ORDER else waiting:
        if may(person, part.act):
            return part
    raise Refused(
        "no_part",
        _("This slip waits for: {parts}.").format(
            parts=(" → " if slip.kind in IN_ORDER else ", ").join(
                str(part.label) for part in waiting
            )
        ),
        citation(slip.table, "slip-signed"),
    )


def guard_void_reason(reason: str) -> None:
    if reason not in VOID_REASONS:
        raise Refused(
            "unknown_reason", _("Choose one of the listed reasons."), reasons=list(VOID_REASONS)
        )


def guard_none_waits(table: GamingTable, kind: SlipKind) -> None:
    """Refuse a second count while the first waits: both would post the same difference."""
    if Slip.objects.filter(table=table, kind=kind, state=SlipState.PREPARED).exists():
        raise Refused(
            "count_waits",
            _("Another count of this table waits for its signatures. Sign it or declare it void."),
            citation(table, "chips-counted"),
        )


def guard_report(slip: Slip, finding: str) -> None:
    """Refuse a report where no difference asks for one, or a second report.

    Rule: COMAR 36.05.03.03.
    """
    if slip.state != SlipState.COMPLETE or weight_of(slip) not in (Weight.TELL, Weight.REPORT):
        raise Refused("nothing_to_report", _("This slip has no difference that is reported."))
    if DifferenceReport.objects.filter(slip=slip).exists():
        raise Refused("already_reported", _("The difference of this slip is reported already."))
    if finding not in FINDINGS:
        raise Refused(
            "unknown_finding", _("Choose one of the listed findings."), findings=list(FINDINGS)
        )


def guard_count_time(table: GamingTable, kind: SlipKind) -> None:
    """Refuse a count while play could change what is counted."""
    if kind is SlipKind.CLOSING and table.state == TableState.OPEN:
        raise Refused(
            "table_open",
            _("Begin the closing of the table first; then count."),
            citation(table, "chips-difference"),
        )
    if kind is SlipKind.COUNT and table.state not in (TableState.OPEN, TableState.SUSPENDED):
        raise Refused(
            "table_not_open",
            _("This table is not in play. Count it at its opening or closing."),
            citation(table, "chips-counted"),
        )


def guard_tray_holds(chips: Mapping[int, int], table: GamingTable, tray: TrayHeld) -> None:
    """Refuse to take chips from a tray that cannot hold them, together or by value.

    Rule: COMAR 36.05.03.05.
    """
    if worth(chips) > tray.cents:
        raise Refused(
            "not_in_tray",
            _("The tray holds less than that. Count it, or write a smaller credit."),
            citation(table, "slip-signed"),
        )
    for value, count in chips.items():
        if count > tray.at_most(value):
            raise Refused(
                "not_in_tray",
                _(
                    "The tray holds fewer chips of {value}. Count it, or write a smaller credit."
                ).format(value=money_text(value, table.property.currency)),
                citation(table, "slip-signed"),
                denomination=value,
            )


def guard_no_request_waits(table: GamingTable, kind: str) -> None:
    """Refuse a second request of one kind while the first waits."""
    if ChipRequest.objects.filter(table=table, kind=kind, closed_at__isnull=True).exists():
        raise Refused(
            "request_waits",
            _("Chips are asked for already. Withdraw that request to ask for others."),
            citation(table, "slip-signed"),
        )


def guard_stays_closed(chips: Mapping[int, int], table: GamingTable) -> None:
    """Refuse a closed-table form for a table in use, or with other chips than were locked in.

    Rule: COMAR 36.05.03.02D.
    """
    if table.state != TableState.CLOSED:
        raise Refused(
            "table_not_closed", _("This table is in use. Only a closed one gets the form.")
        )
    last = Slip.objects.filter(table=table, kind=SlipKind.CLOSING, state=SlipState.COMPLETE)
    counted = last.order_by("-completed_at").first()
    locked = {int(value): count for value, count in counted.chips.items()} if counted else {}
    if {value: count for value, count in chips.items() if count} != locked:
        raise Refused(
            "not_as_closed",
            _("The form repeats the last closing count. Other chips are counted when it opens."),
            citation(table, "chips-counted"),
        )


def is_counted(table: GamingTable) -> bool:
    """Tell whether the tray was counted at an opening or since, and not for a closing after it."""
    counts = Slip.objects.filter(table=table, kind__in=TRAY_COUNTS, state=SlipState.COMPLETE)
    last = counts.order_by("-completed_at").first()
    return last is not None and last.kind != SlipKind.CLOSING


def guard_counted_at_opening(table: GamingTable, at: datetime) -> None:
    """Refuse to open a table whose chips nobody counted.

    Rule: COMAR 36.05.03.02-.03.
    """
    if needs_counts(table) and not is_counted(table):
        raise Refused(
            "not_counted",
            _("The chips are not counted yet. Dealer and floorperson sign the opening count."),
            citation(table, "chips-counted"),
        )
    guard_none_waits(table, SlipKind.CLOSING)


def guard_counted_at_closing(table: GamingTable, at: datetime) -> None:
    """Refuse to close a table whose chips were counted at its opening and not since.

    Rule: COMAR 36.05.03.02-.03.
    """
    if needs_counts(table) and is_counted(table):
        raise Refused(
            "not_counted",
            _("The chips are not counted yet. Dealer and floorperson sign the closing count."),
            citation(table, "chips-counted"),
        )


def guard_nothing_left(table: GamingTable, at: datetime) -> None:
    """Refuse to retire a table whose cash is not counted, or whose tray holds chips."""
    kept = Posting.objects.filter(account__table=table).values_list("account__kind")
    money = dict(kept.annotate(n=Sum("cents")))
    waiting = Slip.objects.filter(table=table, state=SlipState.PREPARED)
    boxes = DropBox.objects.filter(table=table, counted_at__isnull=True)
    if money.get(AccountKind.DROP) or waiting.exists() or boxes.exists():
        raise Refused(
            "money_waits",
            _("A slip or the cash of this table waits. Sign the slip, count the box; then retire."),
        )
    tray = sum(money.get(kind, 0) for kind in TRAY)
    if tray > 0:
        raise Refused(
            "chips_in_tray",
            _(
                "The tray holds {cents}. Begin to open the table, send the chips back with a "
                "credit and give the opening up; then retire."
            ).format(cents=money_text(tray, table.property.currency)),
        )


def needs_counts(table: GamingTable) -> bool:
    return demands_of(table.submission).is_on("inventory_counts")
