"""The demo floor's money: trays filled and counted before the tables open, one jackpot."""

from datetime import datetime, timedelta

from banking.commands.jackpot import Terms, start_jackpot
from banking.commands.slips import prepare_slip, sign_slip
from banking.models import SlipKind
from banking.queries.balances import expected_tray
from demo.people import people_of
from staff.commands.signing import Signer
from staff.models import Person, Property, Role
from tables.models import GamingTable, Placement, TableState

TRAY = {25: 400, 100: 500, 500: 400, 2500: 400, 10000: 200, 50000: 40}


def seed_money(house: Property, at: datetime) -> None:
    """Fill and count the trays of the tables that are ready to open."""
    for table in GamingTable.objects.filter(property=house, state=TableState.OPENING):
        if Placement.objects.filter(table=table, verified_at__isnull=False).exists():
            fill_and_count(table, house)
    _start_jackpots(house, at)


def fill_and_count(table: GamingTable, house: Property) -> None:
    """Fill an empty tray; count what lies in it before the table opens."""
    dealer = table.shifts.get(ended_at__isnull=True).person
    floor = table.assignments.get(ended_at__isnull=True).person
    cashier = people_of(house, Role.CASHIER)[0]
    security = people_of(house, Role.SECURITY)[0]
    assert table.state_since is not None
    at = table.state_since + timedelta(minutes=4)
    if not expected_tray(table):
        filled = {chip: count for chip, count in TRAY.items() if chip in table.denominations}
        _slip(table, SlipKind.FILL, filled, (floor, cashier, security, dealer), at)
    counted = _in_chips(expected_tray(table), table)
    _slip(table, SlipKind.OPENING, counted, (floor, dealer), at + timedelta(minutes=5))


def count_at_closing(table: GamingTable, *, floor: Person, dealer: Person, at: datetime) -> None:
    """Count what the evening left in the tray."""
    counted = _in_chips(expected_tray(table), table)
    _slip(table, SlipKind.CLOSING, counted, (floor, dealer), at)


def _in_chips(cents: int, table: GamingTable) -> dict[int, int]:
    """Chips that make up an amount: most of them such as a tray has, the rest as it comes out."""
    counts = dict.fromkeys(table.denominations, 0)
    for chip, most in sorted(TRAY.items(), reverse=True):
        if chip in counts:
            counts[chip] = min(most, cents // chip)
            cents -= counts[chip] * chip
    for chip in sorted(counts, reverse=True):
        counts[chip] += cents // chip
        cents %= chip
    return counts


def _slip(
    table: GamingTable,
    kind: SlipKind,
    tray: dict[int, int],
    people: tuple[Person, ...],
    at: datetime,
) -> None:
    first, *others = people
    slip = prepare_slip(table.pk, kind, tray, signer=Signer(first, None, at), at=at)
    for person in others:
        sign_slip(slip.pk, signer=Signer(person, None, at), at=at)


def _start_jackpots(house: Property, at: datetime) -> None:
    """One jackpot over all tables whose submission has one."""
    tables = GamingTable.objects.filter(
        property=house, submission__options__has_key="jackpot_seed"
    ).select_related("submission")
    if not tables:
        return
    options = tables[0].submission.options
    terms = Terms(
        name="Lantern Bay bonus",
        seed_cents=options["jackpot_seed"],
        grows=options.get("jackpot_grows", "none"),
        step=options.get("jackpot_step", 0),
    )
    manager = people_of(house, Role.PIT_MANAGER)[0]
    start_jackpot(terms, [table.pk for table in tables], by=manager, at=at - timedelta(days=3))
