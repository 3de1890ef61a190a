"""The demo floor's tables and equipment, set up by the same commands that staff use."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils.translation import gettext as _

from demo.people import people_of, seed_tablet, sign_in_before
from rules.tiles.dealing import DELIVERIES
from staff.commands.signing import Signer
from staff.gaming_day import gaming_day, gaming_day_bounds
from staff.models import Person, Property, Role
from tables.commands.alerts import acknowledge_alert
from tables.commands.at_table import (
    InspectionFacts,
    begin_play,
    bring_set,
    inspect_set,
    verify_inspection,
)
from tables.commands.dealers import assign_floorperson, tap_in
from tables.commands.dice import DiceFacts, check_dice, inspect_dice, place_dice
from tables.commands.endings import (
    DiscrepancyFacts,
    decide_return,
    hold_evidence,
    report_discrepancy,
)
from tables.commands.envelopes import EnvelopeFacts, collect_envelopes, seal_envelope
from tables.commands.furniture import TableFacts, add_pit, add_shaker, add_table, post_tablet
from tables.commands.receipt import ReceiptFacts, issue_sets, receive_set
from tables.commands.stock import SetsCounted, reconcile
from tables.commands.submissions import SubmissionFacts, file_submission
from tables.commands.sweeping import sweep_custody, sweep_limits
from tables.commands.table_state import (
    begin_closing,
    begin_opening,
    open_table,
)
from tables.commands.work_orders import (
    Check,
    LineFacts,
    close_work_order,
    open_work_order,
    record_line,
)
from tables.dice_rules import rules_of_dice
from tables.games import KINDS
from tables.guards import current_placements, game_at, is_expired
from tables.models import (
    Alert,
    Envelope,
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    GamingTable,
    Pit,
    Placement,
    RulesSubmission,
    Shaker,
    TableState,
)
from tables.queries.stock import book_count
from tables.requirements import demands_of

RENEW_BEFORE = timedelta(minutes=20)
DESIGN = "MLGCA-T-2024-117"
SHAKERS_APPROVED = date(2024, 5, 17)
SIZES = {"inch": (640, 641, 639), "mm": (1905, 1905, 1904)}
LETTERS = {EquipmentKind.TILES.value: "T", EquipmentKind.DICE.value: "D", "deck": "K"}

EVERY_DELIVERY = "Maryland, every delivery"
SUBMISSIONS = (
    SubmissionFacts(
        name="Maryland",
        profile="maryland",
        options={
            "pair_fortunes": "A",
            "player_bank": True,
            "co_bank": True,
            "smallest_chip": 25,
            "vigorish_rounding": "up-to-25c",
        },
        approval_reference="MLGCA 2026-031",
    ),
    SubmissionFacts(
        name="Leaflet",
        profile="leaflet",
        options={"smallest_chip": 100},
        approval_reference="House 12",
    ),
    SubmissionFacts(
        name="Marina Bay",
        profile="mbs",
        options={"smallest_chip": 100},
        approval_reference="CRA 2017-12-05",
    ),
    SubmissionFacts(
        name="New Zealand",
        profile="new-zealand",
        options={
            "smallest_chip": 100,
            "adjust": True,
            "players_a_box": 3,
            "shared_bank": True,
        },
        approval_reference="DIA Div. 10",
    ),
    SubmissionFacts(
        name="Three Card Split",
        profile="three-card-split",
        options={
            "smallest_chip": 100,
            "four_card": "4a",
            "jackpot_minimum": 500,
            "jackpot_seed": 50000,
            "jackpot_grows": "per-wager",
            "jackpot_step": 25,
        },
        approval_reference="GG 9/22/08",
    ),
    SubmissionFacts(
        name=EVERY_DELIVERY,
        profile="maryland",
        options={
            "pair_fortunes": "A",
            "player_bank": True,
            "co_bank": True,
            "smallest_chip": 25,
            "vigorish_rounding": "up-to-25c",
            "delivery_styles": list(DELIVERIES),
        },
        approval_reference="MLGCA 2026-032",
    ),
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How one table of the demo stands: since when its sets are in use, and who dealt there.

    `opener` and `before` are places in the list of dealers: who opened the table, and who dealt
    until the dealer of today came, `relieved` ago. The dealers rotate: whoever leaves one table
    takes the next after a few minutes.
    """

    number: int
    pit: str
    submission: str
    seats: int
    limits: tuple[int, int]
    tiles_age: timedelta | None = None
    dice_age: timedelta | None = None
    opener: int | None = None
    before: int | None = None
    relieved: timedelta = timedelta()

    @property
    def dealer(self) -> int:
        """The dealer of today; a newcomer finds the same name at the same table.

        The tables of the second house count from 11, its dealers from the first.
        """
        return (self.number - 1) % 10


def _ago(hours: int, minutes: int = 0) -> timedelta:
    return timedelta(hours=hours, minutes=minutes)


PLANS = (
    Plan(1, "Jade", "Maryland", 6, (2500, 500000), _ago(1, 10), _ago(2), 6, 6, _ago(0, 20)),
    Plan(2, "Jade", EVERY_DELIVERY, 6, (10000, 1000000), _ago(11, 5), _ago(11), 8, 0, _ago(0, 24)),
    Plan(3, "Jade", "Leaflet", 6, (1500, 200000), _ago(0, 25), _ago(0, 30)),
    Plan(4, "Jade", "Three Card Split", 6, (1500, 100000), _ago(2, 40), None, 3, 1, _ago(0, 28)),
    Plan(5, "Lantern", "Marina Bay", 7, (5000, 1000000), _ago(5, 15), _ago(6), 9, 3, _ago(0, 33)),
    Plan(6, "Lantern", "New Zealand", 8, (2500, 500000), _ago(3, 30), _ago(7), 5, 4, _ago(0, 38)),
    Plan(7, "Lantern", "Maryland", 6, (2500, 500000)),
    Plan(8, "Lantern", "Maryland", 6, (2500, 500000)),
)
HARBOUR_PLANS = (
    Plan(11, "Harbour", "New Zealand", 8, (2500, 500000), _ago(0, 38), _ago(0, 45)),
    Plan(12, "Harbour", "New Zealand", 6, (10000, 1000000), _ago(0, 28), _ago(0, 33)),
)
FIRST_RELIEF = timedelta(minutes=95)
"""When whoever opened a table went: before the first round that the demo remembers."""


@dataclass(frozen=True, slots=True)
class Crew:
    """Who works on the demo floor."""

    dealers: list[Person]
    floor: list[Person]
    managers: list[Person]
    security: list[Person]
    administrator: Person

    @classmethod
    def of(cls, house: Property) -> "Crew":
        return cls(
            people_of(house, Role.DEALER),
            people_of(house, Role.FLOORPERSON),
            people_of(house, Role.PIT_MANAGER),
            people_of(house, Role.SECURITY),
            people_of(house, Role.ADMINISTRATOR)[0],
        )


def seed_house(house: Property, at: datetime) -> None:
    """Set the floor up: rules, tables, tablets, sets with a past."""
    crew = Crew.of(house)
    begun = at - timedelta(days=9)
    for facts in SUBMISSIONS:
        file_submission(facts, by=crew.administrator, at=begun)
    for name in ("Jade", "Lantern"):
        add_pit(name, by=crew.administrator, at=begun)
    for plan in PLANS:
        _set_up(plan, house, crew, begun)
    _stock(house, crew, begun)
    _bring_life(house, crew, at)


def equip_house(house: Property, at: datetime) -> None:
    """Bring the tables to where they could open, after the evening before was played."""
    crew = Crew.of(house)
    _collect_of_the_evening(house, crew, at)
    _reconcile(house, crew, _yesterday(house, at))
    for plan in PLANS:
        if plan.tiles_age is not None:
            _equip(plan, house, crew, at)
    _open_with_a_bad_set(house, crew, at)


def seed_harbour_floor(house: Property, at: datetime) -> None:
    """Set up the small second house: one rule set, one pit, two tables with their sets."""
    crew, begun = Crew.of(house), at - timedelta(days=2)
    rules = next(each for each in SUBMISSIONS if each.name == "New Zealand")
    file_submission(rules, by=crew.administrator, at=begun)
    add_pit("Harbour", by=crew.administrator, at=begun)
    for plan in HARBOUR_PLANS:
        _set_up(plan, house, crew, begun)
    for plan in HARBOUR_PLANS:
        for kind in (EquipmentKind.TILES, EquipmentKind.DICE):
            for letter in "AB":
                serial = f"{LETTERS[kind]}-{plan.number}{letter}"
                _receive(house, crew, kind, serial, rules.name, begun)
    received = EquipmentSet.objects.filter(property=house, state=EquipmentState.STORE)
    floor, security = _signer(crew.floor[0], begun), _signer(crew.security[0], begun)
    issue_sets([each.pk for each in received], floor=floor, security=security, at=begun)
    _reconcile(house, crew, _yesterday(house, at))
    for plan in HARBOUR_PLANS:
        _equip(plan, house, crew, at)


def open_tables(house: Property, at: datetime) -> None:
    """Open the equipped tables for play, once their chips are counted; give the warnings due."""
    crew = Crew.of(house)
    opening = GamingTable.objects.filter(property=house, state=TableState.OPENING)
    for table in opening.order_by("number"):  # whoever leaves one table takes the next
        plan = _plan_of(table)
        if plan is not None and plan.tiles_age is not None:
            ready = _ready_at(table)
            open_table(table.pk, by=crew.managers[0], at=ready)
            if game_at(table).shows_sets_to_players:
                begin_play(table.pk, by=opener_of(plan, crew), at=ready)
            _hand_over(table, plan.before, at - FIRST_RELIEF)
    _check_dice_at_day_end(house, crew, at)
    sweep_limits(at)
    sweep_custody(at)
    alerts = Alert.objects.filter(property=house, acknowledged_at=None)
    oldest = alerts.order_by("pk").first()
    if oldest is not None:
        acknowledge_alert(oldest.pk, by=crew.floor[0], at=at)


def relief_of(table: GamingTable, at: datetime) -> datetime | None:
    """When today's dealer relieved the one before, if the demo planned it so."""
    plan = _plan_of(table)
    if plan is None or plan.before is None or not table.shifts.filter(ended_at=None).exists():
        return None
    return at - plan.relieved


def relieve(table: GamingTable, at: datetime) -> Person:
    """Let today's dealer take a table of the demo."""
    plan = _plan_of(table)
    assert plan is not None
    _hand_over(table, plan.dealer, at)
    return table.shifts.get(ended_at__isnull=True).person


def _plan_of(table: GamingTable) -> Plan | None:
    """How the demo planned a table; every number is of one house only."""
    return next((each for each in (*PLANS, *HARBOUR_PLANS) if each.number == table.number), None)


def _hand_over(table: GamingTable, dealer: int | None, at: datetime) -> None:
    """Let one of the house's dealers take over, unless the house has too few to rotate."""
    dealers = people_of(table.property, Role.DEALER)
    if dealer is not None and dealer < len(dealers):
        hand_over(table, dealers[dealer], at)


def hand_over(table: GamingTable, dealer: Person, at: datetime) -> Person:
    """Let somebody take a table over; whoever deals there already goes on."""
    shift = table.shifts.get(ended_at__isnull=True)
    if shift.person_id != dealer.pk and shift.began_at < at:
        sign_in_before(dealer, table, at)
        tap_in(table.pk, shift.shaker, by=dealer, at=at)
    return table.shifts.get(ended_at__isnull=True).person


def _ready_at(table: GamingTable) -> datetime:
    verified = [each.verified_at for each in current_placements(table).values()]
    return max(each for each in verified if each) + timedelta(minutes=2)


def _check_dice_at_day_end(house: Property, crew: Crew, at: datetime) -> None:
    """Check the dice that were in use when the gaming day ended."""
    began, _ends = gaming_day_bounds(house, gaming_day(house, at))
    used = Placement.objects.filter(
        property=house, kind=EquipmentKind.DICE, during__endswith__isnull=True
    )
    for placement in used.order_by("pk"):
        if placement.during.lower < began:
            when = max(began - timedelta(minutes=30), placement.during.lower)
            signer = _signer(crew.managers[-1], when)
            check_dice(placement.equipment_id, "", signer=signer, at=when)


def renew_table(table: GamingTable, at: datetime) -> None:
    """Change what comes near its limit at an open demo table: seal, bring, inspect, verify, mix."""
    crew = Crew.of(table.property)
    dealer = table.shifts.get(ended_at__isnull=True).person
    floor = table.assignments.get(ended_at__isnull=True).person
    for kind in game_at(table).kinds:
        there = current_placements(table).get(kind.kind)
        if (
            there is not None
            and there.unfit_at is None
            and not is_expired(there, at + RENEW_BEFORE)
        ):
            continue
        if there is not None:
            _seal(table, there, dealer, floor, at)
        _put(table, kind.kind, crew, dealer, floor, at=at)
        if kind.kind == EquipmentKind.TILES and not table.tiles_displayed:
            begin_play(table.pk, by=dealer, at=at)


def _set_up(plan: Plan, house: Property, crew: Crew, at: datetime) -> None:
    pit = Pit.objects.get(property=house, name=plan.pit)
    submission = RulesSubmission.objects.get(property=house, name=plan.submission)
    facts = TableFacts(
        pit_id=pit.pk,
        number=plan.number,
        seats=plan.seats,
        minimum_cents=plan.limits[0],
        maximum_cents=plan.limits[1],
        denominations=tuple(house.denominations),
        drop_box=f"DB-{plan.number:02}",
        layout_approval=f"L-{plan.submission[:2].upper()}-{plan.number:03}",
        cameras=(f"C-{plan.number}1", f"C-{plan.number}2"),
    )
    table = add_table(facts, submission.pk, by=crew.administrator, at=at)
    if any(kind.kind == EquipmentKind.DICE for kind in game_at(table).kinds):
        serial = f"SH-{plan.number:02}"
        approval = f"MLGCA-S-{plan.number:03}"
        add_shaker(serial, table.pk, approval, SHAKERS_APPROVED, by=crew.administrator, at=at)
    near = crew.dealers[plan.number - 1 :] + crew.dealers[: plan.number - 1]
    name = _("Table {number}").format(number=plan.number)
    tablet = seed_tablet(house, name, recent=[*near[:3], crew.floor[0]], at=at)
    post_tablet(tablet.pk, table.pk, by=crew.administrator, at=at)


def _stock(house: Property, crew: Crew, at: datetime) -> None:
    """Receive and issue enough sets for some days."""
    for number in range(1, 37):
        name = SUBMISSIONS[(number - 1) % 4].name if number > 16 else "Maryland"
        _receive(house, crew, EquipmentKind.TILES, f"T-{1000 + number}", name, at)
    for number in range(1, 25):
        name = SUBMISSIONS[(number - 1) % 4].name if number > 8 else "Maryland"
        _receive(house, crew, EquipmentKind.DICE, f"D-{2000 + number}", name, at)
    for number in range(1, 13):
        _receive(house, crew, EquipmentKind.DECK, f"K-{3000 + number}", "Three Card Split", at)
    ready = EquipmentSet.objects.filter(property=house, state=EquipmentState.STORE)
    keep = [each for each in ready.order_by("pk") if not each.serial.endswith(("3", "8"))]
    issue_sets(
        [each.pk for each in keep],
        floor=_signer(crew.floor[0], at),
        security=_signer(crew.security[0], at),
        at=at,
    )
    _reconcile(house, crew, at)


def _reconcile(house: Property, crew: Crew, at: datetime) -> None:
    for kind in EquipmentKind.values:
        book = book_count(house.pk, kind)
        found = {serial: place for place, serials in book.items() for serial in serials}
        counted = SetsCounted(found=found, looked=tuple(book))
        reconcile(kind, counted, "", signer=_signer(crew.floor[1], at), at=at)


def _yesterday(house: Property, at: datetime) -> datetime:
    """The end of yesterday's gaming day, when the sets are counted."""
    began, _ends = gaming_day_bounds(house, gaming_day(house, at))
    return began - timedelta(minutes=40)


def _receive(
    house: Property, crew: Crew, kind: str, serial: str, submission: str, at: datetime
) -> None:
    facts = ReceiptFacts(
        kind=kind,
        serial=serial,
        seal_number=f"S-{serial[2:]}",
        submission_id=RulesSubmission.objects.get(property=house, name=submission).pk,
        seal_intact=True,
        design_approval=DESIGN if kind == EquipmentKind.TILES else "",
        pieces=tuple(f"{serial}{letter}" for letter in "abc") if kind == "dice" else (),
    )
    receive_set(
        facts, floor=_signer(crew.floor[0], at), security=_signer(crew.security[0], at), at=at
    )


def _bring_life(house: Property, crew: Crew, at: datetime) -> None:
    """Let some sets have a past: used, collected, cleaned, condemned, reported, held."""
    table = GamingTable.objects.get(property=house, number=7)
    for number, days in enumerate((8, 7, 3, 2, 1)):
        _use_for_a_night(table, crew, at - timedelta(days=days), f"E-{100 + number}")
    _collect(crew, [f"E-{100 + number}" for number in range(4)], at - timedelta(days=1, hours=18))
    _inspect_collected(house, crew, at - timedelta(days=1))
    _collect(crew, ["E-104"], at - timedelta(hours=18))
    held = EquipmentSet.objects.filter(property=house, kind="dice", state="pit_stand").last()
    if held is not None:
        hold_evidence(held.pk, "dispute 12", by=crew.managers[1], at=at - timedelta(hours=30))


def _collect(crew: Crew, seals: list[str], at: datetime) -> None:
    collect_envelopes(seals, signer=_signer(crew.security[0], at), at=at)


def _use_for_a_night(table: GamingTable, crew: Crew, at: datetime, seal: str) -> None:
    dealer, floor, manager = crew.dealers[8], crew.floor[3], crew.managers[1]
    begin_opening(table.pk, by=manager, at=at)
    tap_in(table.pk, f"SH-{table.number:02}", by=dealer, at=at)
    assign_floorperson(table.pk, floor.pk, by=manager, at=at)
    _put(table, EquipmentKind.TILES, crew, dealer, floor, at=at)
    later = at + timedelta(hours=5)
    reason = "marked" if seal.endswith("3") else "end_of_use"
    seal_envelope(
        table.pk,
        EnvelopeFacts(kind=EquipmentKind.TILES, seal_number=seal, reason=reason),
        dealer=_signer(dealer, later),
        floor=_signer(floor, later),
        at=later,
    )
    begin_closing(table.pk, by=manager, at=later)


def _inspect_collected(house: Property, crew: Crew, at: datetime) -> None:
    sets = list(
        EquipmentSet.objects.filter(property=house, state=EquipmentState.COLLECTED).order_by("pk")
    )
    officer = crew.security[1]
    order = open_work_order([each.pk for each in sets[:3]], by=officer, at=at)
    lines = list(order.lines.order_by("pk"))
    whole: tuple[Check, ...] = ("pairs", "sides", "backs", "uv")
    record_line(
        lines[0].pk, LineFacts(result="clean", checks=whole, new_seal="S-4001"), by=officer, at=at
    )
    worn = LineFacts(result="condemned", checks=whole, faults={"5-5a": "worn", "1-3b": "worn"})
    record_line(lines[1].pk, worn, by=officer, at=at)
    report_discrepancy(
        lines[2].equipment_id,
        DiscrepancyFacts(
            found="marked",
            tiles=("6-6b",),
            note=_("A scratch on the back, seen under UV light."),
        ),
        signer=_signer(officer, at),
        at=at,
    )
    close_work_order(order.pk, signer=_signer(officer, at), at=at + timedelta(minutes=40))
    failed = EquipmentSet.objects.filter(
        property=house, state=EquipmentState.COLLECTED, detail__has_key="needs_decision"
    ).first()
    if failed is not None:
        decide_return(failed.pk, "condemn", "", signer=_signer(crew.managers[0], at), at=at)


def _equip(plan: Plan, house: Property, crew: Crew, at: datetime) -> None:
    """Bring a table to the state in which it could open, with sets of the planned age."""
    table = GamingTable.objects.get(property=house, number=plan.number)
    dealer = opener_of(plan, crew)
    floor = crew.floor[(plan.number - 1) // 2 % len(crew.floor)]
    begun = equipped_since(plan, at)
    begin_opening(table.pk, by=crew.managers[0], at=begun)
    shaker = Shaker.objects.filter(table=table).first()
    sign_in_before(dealer, table, begun)
    tap_in(table.pk, shaker.serial if shaker else "", by=dealer, at=begun)
    assign_floorperson(table.pk, floor.pk, by=crew.managers[0], at=begun)
    for kind in game_at(table).kinds:
        age = plan.dice_age if kind.kind == EquipmentKind.DICE else plan.tiles_age
        _put(table, kind.kind, crew, dealer, floor, at=at - (age or timedelta()))


def equipped_since(plan: Plan, at: datetime) -> datetime:
    """When the opening of a table began, so that its sets are as old as planned."""
    assert plan.tiles_age is not None
    return at - max(plan.tiles_age, plan.dice_age or timedelta()) - timedelta(minutes=15)


def brings_sets(
    table: GamingTable, crew: Crew, dealer: Person, floor: Person, *, at: datetime
) -> None:
    """Bring, inspect and verify one set of each kind that the table plays with."""
    for kind in game_at(table).kinds:
        _put(table, kind.kind, crew, dealer, floor, at=at)


def seals(table: GamingTable, crew: Crew, dealer: Person, floor: Person, *, at: datetime) -> None:
    """Check the dice and seal what lies at a table into envelopes, at the end of its evening."""
    for placement in current_placements(table).values():
        if placement.kind == EquipmentKind.DICE:
            checker = _signer(crew.managers[-1], at)
            check_dice(placement.equipment_id, "", signer=checker, at=at)
        _seal(table, placement, dealer, floor, at)


def _seal(
    table: GamingTable, there: Placement, dealer: Person, floor: Person, at: datetime
) -> None:
    """Seal one set, checked once more where the rules want that."""
    signer = _signer(dealer, at)
    is_checked = demands_of(table.submission).is_on("check_before_removal")
    if is_checked and there.kind != EquipmentKind.DICE:
        whole = _complete(there.kind)
        inspect_set(table.pk, there.kind, whole, purpose="removal", signer=signer, at=at)
    kind = EquipmentKind(there.kind)
    facts = EnvelopeFacts(kind=kind, seal_number=f"E-{there.pk:06}")
    seal_envelope(table.pk, facts, dealer=signer, floor=_signer(floor, at), at=at)


def _collect_of_the_evening(house: Property, crew: Crew, at: datetime) -> None:
    """Security takes along what was sealed in the evening."""
    waiting = Envelope.objects.filter(property=house, collected_at=None)
    found = list(waiting.order_by("pk").values_list("seal_number", "sealed_at"))
    if found:
        when = min(max(sealed for _, sealed in found) + timedelta(minutes=50), at)
        _collect(crew, [seal for seal, _ in found], when)


def opener_of(plan: Plan, crew: Crew) -> Person:
    """Who opened a table as it stands now."""
    return crew.dealers[plan.dealer if plan.opener is None else plan.opener]


def _measured(dice: EquipmentSet, camera: str) -> DiceFacts:
    """What an inspection of good dice finds, by the rules of the table that they are for."""
    rules = rules_of_dice(dice)
    codes = tuple(check.code for check in rules.checks)
    return DiceFacts(sizes=SIZES.get(rules.unit, ()), checks=codes, camera=camera)


def _put(
    table: GamingTable, kind: str, crew: Crew, dealer: Person, floor: Person, *, at: datetime
) -> None:
    """Bring the next set of a kind into use at a table."""
    equipment = _next_set(table, kind) or _deliver(table, kind, crew, at)
    if kind == EquipmentKind.DICE:
        facts = _measured(equipment, f"C-{table.number}1")
        inspect_dice(equipment.pk, facts, signer=_signer(floor, at), at=at)
        shaker = Shaker.objects.get(table=table)
        place_dice(table.pk, equipment.pk, shaker.serial, by=floor, at=at)
        return
    bring_set(table.pk, equipment.pk, by=crew.managers[0], at=at)
    inspection = inspect_set(table.pk, kind, _complete(kind), signer=_signer(dealer, at), at=at)
    verify_inspection(inspection.pk, signer=_signer(floor, at), at=at)


def _next_set(table: GamingTable, kind: str) -> EquipmentSet | None:
    ready = EquipmentSet.objects.filter(
        property_id=table.property_id,
        kind=kind,
        state=EquipmentState.PIT_STAND,
        evidence_hold="",
        submission__profile=table.submission.profile,
    )
    return ready.order_by("state_since", "pk").first()


def _deliver(table: GamingTable, kind: str, crew: Crew, at: datetime) -> EquipmentSet:
    """A demo that runs for weeks uses its sets up; new ones come by themselves."""
    house = table.property
    count = EquipmentSet.objects.filter(property=house, kind=kind).count()
    serial = f"{LETTERS[kind]}-{9000 + count}"
    _receive(house, crew, kind, serial, table.submission.name, at)
    new = EquipmentSet.objects.get(property=house, kind=kind, serial=serial)
    floor, security = _signer(crew.floor[0], at), _signer(crew.security[0], at)
    return issue_sets([new.pk], floor=floor, security=security, at=at)[0]


def _open_with_a_bad_set(house: Property, crew: Crew, at: datetime) -> None:
    """Leave table 8 in the middle of its opening: an inspection waits to be verified."""
    table = GamingTable.objects.get(property=house, number=8)
    dealer, floor = crew.dealers[7], crew.floor[3]
    begun = at - timedelta(minutes=22)
    begin_opening(table.pk, by=crew.managers[0], at=begun)
    sign_in_before(dealer, table, begun)
    tap_in(table.pk, "SH-08", by=dealer, at=begun)
    assign_floorperson(table.pk, floor.pk, by=crew.managers[0], at=begun)
    sets = EquipmentSet.objects.filter(
        property=house,
        kind=EquipmentKind.TILES,
        state=EquipmentState.PIT_STAND,
        submission__profile="maryland",
    ).order_by("pk")
    bad, good = sets[:2]
    bring_set(table.pk, bad.pk, by=crew.managers[0], at=begun)
    wrong = InspectionFacts(reason="damaged", faulty=("4-4",), note=_("A corner is chipped"))
    when = begun + timedelta(minutes=6)
    inspect_set(table.pk, "tiles", wrong, signer=_signer(dealer, when), at=when)
    when += timedelta(minutes=3)
    seal_envelope(
        table.pk,
        EnvelopeFacts(kind=EquipmentKind.TILES, seal_number="E-140", reason="damaged"),
        dealer=_signer(dealer, when),
        floor=_signer(floor, when),
        at=when,
    )
    when += timedelta(minutes=6)
    bring_set(table.pk, good.pk, by=crew.managers[0], at=when)
    inspect_set(table.pk, "tiles", _complete("tiles"), signer=_signer(dealer, when), at=when)
    dice = _next_set(table, EquipmentKind.DICE)
    if dice is not None:
        measured = _measured(dice, "C-81")
        inspect_dice(dice.pk, measured, signer=_signer(floor, when), at=when)


def _complete(kind: str) -> InspectionFacts:
    rules = KINDS[kind]
    return InspectionFacts(
        groups=tuple(each.code for each in rules.groups),
        checks=tuple(each.code for each in rules.checks),
    )


def _signer(person: Person, at: datetime) -> Signer:
    return Signer(person, None, at)
