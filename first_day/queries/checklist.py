"""What is still missing until the first settled round, why, and where it is done."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from banking.models import Slip, SlipKind, SlipState
from rounds.models import Round, RoundState
from staff.models import Person, Property, Role, Tablet
from tables.games import GAME_OF_PROFILE
from tables.guards import citation
from tables.models import (
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    GamingTable,
    Pit,
    RulesSubmission,
    Shaker,
    TableState,
)
from tables.queries.floor import standing_tables

USABLE = (EquipmentState.PIT_STAND, EquipmentState.AT_TABLE)
NEEDED_ROLES = (Role.DEALER, Role.FLOORPERSON, Role.PIT_MANAGER, Role.SECURITY, Role.CASHIER)


@dataclass(frozen=True, slots=True)
class Item:
    """One thing on the way to the first round: what it is for, who does it, what is missing."""

    code: str
    title: Promise
    why: Promise
    who: Promise
    url: str
    act: Promise
    missing: tuple[str, ...]

    @property
    def is_done(self) -> bool:
        return not self.missing


@dataclass(frozen=True, slots=True)
class Checklist:
    """Every item in its order, and the first that is not done."""

    items: tuple[Item, ...]

    @property
    def next_item(self) -> Item | None:
        return next((each for each in self.items if not each.is_done), None)

    @property
    def done_count(self) -> int:
        return sum(each.is_done for each in self.items)


def checklist(house: Property) -> Checklist:
    """The way from an open house to its first settled round, as far as it is gone."""
    return Checklist(tuple(make(house) for make in STEPS))


def is_first_day(house: Property) -> bool:
    """Until a round is settled, whoever sets the house up is led on."""
    return not Round.objects.filter(property=house, state=RoundState.SETTLED).exists()


def _rules(house: Property) -> Item:
    filed = RulesSubmission.objects.filter(property=house).exists()
    return Item(
        "rules",
        gettext_lazy("Rules"),
        gettext_lazy(
            "A table plays by a submission: one of five published documents, and what the"
            " house chose where the document leaves a choice. Each choice stands there with"
            " its paragraph."
        ),
        gettext_lazy("Administrator"),
        reverse("rules-submissions"),
        gettext_lazy("File a submission"),
        () if filed else (_("No submission is filed."),),
    )


def _tables(house: Property) -> Item:
    return Item(
        "tables",
        gettext_lazy("Pit and tables"),
        gettext_lazy(
            "Where the tables stand, their limits, chips and cameras. A tile table has a shaker."
        ),
        gettext_lazy("Administrator"),
        reverse("floor-setup"),
        gettext_lazy("Set up the floor"),
        tuple(_missing_furniture(house)),
    )


def _missing_furniture(house: Property) -> Iterable[str]:
    tables = standing_tables(house.pk)
    if not Pit.objects.filter(property=house).exists():
        yield _("There is no pit.")
    if not tables:
        yield _("There is no table.")
    shakers = {each.table_id: each for each in Shaker.objects.filter(property=house)}
    for table in tables:
        shaker = shakers.get(table.pk)
        if EquipmentKind.DICE in _kinds(table) and shaker is None:
            yield _("Table {number} has no shaker.").format(number=table.number)
        elif shaker and citation(table, "shaker-approved") and not shaker.approved_on:
            said = _("The approval of the shaker of table {number} is not on record.")
            yield said.format(number=table.number)


def _people(house: Property) -> Item:
    return Item(
        "staff",
        gettext_lazy("Staff"),
        gettext_lazy(
            "Two people do what one could be tempted to do alone, so a table needs all five roles."
            " Nobody signs with a first PIN: everybody signs in once and chooses their own."
        ),
        gettext_lazy("Administrator"),
        reverse("staff"),
        gettext_lazy("Add people"),
        tuple(_missing_people(house)),
    )


def _missing_people(house: Property) -> Iterable[str]:
    here = Person.objects.filter(property=house, is_active=True)
    people = list(here.select_related("home"))
    able = [each for each in people if not each.keeper.pin_must_change]
    ready = Counter(role for each in able for role in each.roles)
    there = Counter(role for each in people for role in each.roles)
    for role in NEEDED_ROLES:
        if not there[role]:
            yield _("{role}: nobody yet.").format(role=role.label)
        elif not ready[role]:
            yield _(
                "{role}: nobody has signed in on a tablet yet and chosen their own PIN."
            ).format(role=role.label)


def _tablets(house: Property) -> Item:
    enrolled = Tablet.objects.filter(
        property=house, enrolled_at__isnull=False, revoked_at__isnull=True
    )
    missing = []
    if not enrolled.exists():
        missing.append(_("No tablet is enrolled."))
    elif not enrolled.filter(tabletpost__isnull=False).exists():
        missing.append(_("No enrolled tablet stands at a table. Say where, under the tables."))
    return Item(
        "tablets",
        gettext_lazy("Tablets"),
        gettext_lazy(
            "A PIN opens the floor only on an enrolled tablet. The page shows a QR code; the"
            " tablet's camera opens it."
        ),
        gettext_lazy("Administrator"),
        reverse("tablets"),
        gettext_lazy("Enrol a tablet"),
        tuple(missing),
    )


def _equipment(house: Property) -> Item:
    return Item(
        "equipment",
        gettext_lazy("Tile sets, dice, decks"),
        gettext_lazy(
            "Every set is received with its seal and serial number by two people, and issued to"
            " the pit stand. From there it comes to a table."
        ),
        gettext_lazy("Floorperson and security"),
        reverse("equipment"),
        gettext_lazy("Receive and issue"),
        tuple(_missing_sets(house)),
    )


def _missing_sets(house: Property) -> Iterable[str]:
    tables = standing_tables(house.pk)
    needed = {kind for table in tables for kind in _kinds(table)} or {EquipmentKind.TILES}
    sets = EquipmentSet.objects.filter(property=house).values_list("kind", "state")
    usable = {kind for kind, state in sets if state in USABLE}
    stored = {kind for kind, state in sets if state == EquipmentState.STORE}
    for kind in sorted(needed):
        label = EquipmentKind(kind).label
        if kind not in usable and kind in stored:
            yield _("{kind}: received, but none is issued to the pit stand.").format(kind=label)
        elif kind not in usable:
            yield _("{kind}: none is received.").format(kind=label)


def _inventory(house: Property) -> Item:
    counted = Slip.objects.filter(
        property=house, kind=SlipKind.OPENING, state=SlipState.COMPLETE
    ).exists()
    begun = counted or GamingTable.objects.filter(property=house).exclude(state=TableState.CLOSED)
    missing = [] if begun else [_("No table has begun to open. A pit manager begins.")]
    if not counted:
        missing.append(_("No opening count of chips is signed by everybody."))
    return Item(
        "inventory",
        gettext_lazy("Opening inventory"),
        gettext_lazy("Before the first wager the chips in the tray are counted and signed for."),
        gettext_lazy("Pit manager begins, floorperson and dealer sign"),
        reverse("fills"),
        gettext_lazy("Fills and drops"),
        tuple(missing),
    )


def _opening(house: Property) -> Item:
    is_open = GamingTable.objects.filter(
        property=house, state__in=[TableState.OPEN, TableState.SUSPENDED, TableState.CLOSING]
    ).exists()
    done = is_open or not is_first_day(house)
    return Item(
        "opening",
        gettext_lazy("A table opens"),
        gettext_lazy(
            "The dealer inspects the set on the tablet, a floorperson verifies it, the pit"
            " manager opens. The table's page says at each moment what is missing."
        ),
        gettext_lazy("Pit manager, floorperson, dealer"),
        reverse("tables"),
        gettext_lazy("Tables"),
        () if done else (_("No table is open."),),
    )


def _round(house: Property) -> Item:
    return Item(
        "round",
        gettext_lazy("The first settled round"),
        gettext_lazy("Wagers, dice, hands, settlement: entered by the dealer on the tablet."),
        gettext_lazy("Dealer"),
        reverse("rounds"),
        gettext_lazy("Rounds"),
        (_("No round is settled yet."),) if is_first_day(house) else (),
    )


def _kinds(table: GamingTable) -> list[str]:
    game = GAME_OF_PROFILE[table.submission.profile]
    return [kind.kind for kind in game.kinds]


STEPS: tuple[Callable[[Property], Item], ...] = (
    *(_rules, _tables, _people, _tablets),
    *(_equipment, _inventory, _opening, _round),
)
