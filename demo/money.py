"""The demo floor's money: trays filled and counted before the tables open, one jackpot."""

from datetime import datetime, timedelta

from banking.commands.jackpot import Terms, start_jackpot
from banking.commands.slips import prepare_slip, sign_slip
from banking.models import SlipKind
from demo.people import people_of
from staff.commands.signing import Signer
from staff.models import Person, Property, Role
from tables.models import GamingTable, Placement, TableState

TRAY = {25: 400, 100: 500, 500: 400, 2500: 400, 10000: 200, 50000: 40}


def seed_money(house: Property, at: datetime) -> None:
    """Fill and count the trays of the tables that are ready to open."""
    for table in GamingTable.objects.filter(property=house, state=TableState.OPENING):
        if Placement.objects.filter(table=table, verified_at__isnull=False).exists():
            _fill_and_count(table, house)
    _start_jackpots(house, at)


def _fill_and_count(table: GamingTable, house: Property) -> None:
    dealer = table.shifts.get(ended_at__isnull=True).person
    floor = table.assignments.get(ended_at__isnull=True).person
    cashier = people_of(house, Role.CASHIER)[0]
    security = people_of(house, Role.SECURITY)[0]
    assert table.state_since is not None
    at = table.state_since + timedelta(minutes=4)
    _slip(table, SlipKind.FILL, (floor, cashier, security, dealer), at)
    _slip(table, SlipKind.OPENING, (floor, dealer), at + timedelta(minutes=5))


def _slip(table: GamingTable, kind: SlipKind, people: tuple[Person, ...], at: datetime) -> None:
    first, *others = people
    tray = {chip: count for chip, count in TRAY.items() if chip in table.denominations}
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
