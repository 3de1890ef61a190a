"""Every report and monitor: its name, who may see it, what it is about, how it is made."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext_lazy as _
from pydantic import TypeAdapter

from reports.access_review import AccessFigures, access_figures, access_parts
from reports.comparison import HousesFigures, houses_figures, houses_parts, houses_together
from reports.day import DayFigures, day_figures, day_parts
from reports.exceptions import ExceptionFigures, exception_figures, exception_parts
from reports.hand_over import HandOverFigures, hand_over_figures, hand_over_parts
from reports.hold import HoldFigures, hold_figures, hold_parts
from reports.houses import LONGEST_DAYS
from reports.inspections import InspectionFigures, inspection_figures, inspection_parts
from reports.master import MasterFigures, master_figures, master_parts
from reports.monitors import equipment, people, results
from reports.parts import Part, Words
from reports.scope import Progress, Scope
from reports.surveillance_log import LogFigures, log_figures, log_parts
from staff.policy import Act

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Kind(Generic[F]):
    """A report: `asks` names what its form asks for beside the days.

    `figures` collects a `sheet` of numbers and codes, which is kept with the report as it was made;
    `parts` puts it into words. Its form begins so many days back: a quarter for the access review,
    a week for a monitor.
    """

    code: str
    title: Words
    about: Words
    icon: str
    act: Act
    sheet: type[F]
    figures: Callable[[Scope, Progress], F]
    parts: Callable[[F], list[Part]]
    asks: tuple[str, ...] = ("last_day", "pit", "table")
    is_monitor: bool = False
    days_back: int = 0
    most_days: int = 366
    together: Callable[[Sequence[tuple[str, F]]], list[Part]] | None = None
    """Of several houses that count in one currency, by name: what they come to side by side."""

    @property
    def may_span_houses(self) -> bool:
        """Every house has its own shifts; all else can be asked of several at once."""
        return "shift" not in self.asks

    def kept(self, figures: F) -> dict[str, Any]:
        """Figures as JSON, as the report's row keeps them."""
        written: dict[str, Any] = _adapter(self.code).dump_python(figures, mode="json")
        return written

    def read(self, kept: Mapping[str, Any]) -> F:
        """Figures that were kept, perhaps by an older version: what it did not know is empty."""
        read: F = _adapter(self.code).validate_python(kept)
        return read


@dataclass(frozen=True, slots=True)
class HouseReport:
    """The same report of one of several houses, in its own gaming days, money and time."""

    id: int
    name: str
    currency: str
    time_zone: str
    figures: dict[str, Any]


@cache
def _adapter(code: str) -> TypeAdapter[Any]:
    return TypeAdapter(KINDS[code].sheet)


def _monitor(
    code: str,
    title: Words,
    about: Words,
    icon: str,
    sheet: type[F],
    figures: Callable[[Scope, Progress], F],
    parts: Callable[[F], list[Part]],
) -> Kind[F]:
    asks = ("last_day", "pit", "table", "dealer")
    return Kind(
        code, title, about, icon, Act.VIEW_MONITORS, sheet, figures, parts, asks, True, days_back=6
    )  # fmt: skip


_ALL: tuple[Kind[Any], ...] = (
    Kind(
        "day",
        _("Gaming day"),
        _("Drop, win, hold, vigorish, rounds, trouble and equipment, table by table."),
        "report",
        Act.VIEW_REPORTS,
        DayFigures,
        day_figures,
        day_parts,
        together=houses_together,
    ),
    Kind(
        "houses",
        _("Several houses"),
        _("Houses side by side and day by day, each in its own money."),
        "home",
        Act.VIEW_HOUSES,
        HousesFigures,
        houses_figures,
        houses_parts,
        ("last_day",),
        days_back=6,
        most_days=LONGEST_DAYS,
        together=houses_together,
    ),
    Kind(
        "shift",
        _("Shift"),
        _("The same figures for one shift of a gaming day."),
        "clock",
        Act.VIEW_REPORTS,
        DayFigures,
        day_figures,
        day_parts,
        ("shift", "pit", "table"),
    ),
    Kind(
        "master",
        _("Master game report"),
        _("Win by opener, fills, credits, closer and drop, beside the recorded win."),
        "ledger",
        Act.VIEW_REPORTS,
        MasterFigures,
        master_figures,
        master_parts,
        ("pit", "table"),
    ),
    Kind(
        "master_shift",
        _("Master game report of a shift"),
        _("The same for one shift, from the counts at its beginning and end."),
        "ledger",
        Act.VIEW_REPORTS,
        MasterFigures,
        master_figures,
        master_parts,
        ("shift", "pit", "table"),
    ),
    Kind(
        "statistics",
        _("Win, drop and hold"),
        _("Day, month and year to date by table, game, shift, dealer, beside the exact odds."),
        "report",
        Act.VIEW_REPORTS,
        HoldFigures,
        hold_figures,
        hold_parts,
        ("pit", "table"),
    ),
    Kind(
        "hand_over",
        _("Shift hand-over"),
        _("What the next shift finds open: disputes, alerts, rulings, slips, limits."),
        "swap",
        Act.VIEW_HAND_OVER,
        HandOverFigures,
        hand_over_figures,
        hand_over_parts,
        ("shift", "pit"),
    ),
    Kind(
        "inspections",
        _("Inspection log"),
        _("Every look at tiles, dice and cards by table and day: what was seen, by whom."),
        "inspection",
        Act.VIEW_EQUIPMENT,
        InspectionFigures,
        inspection_figures,
        inspection_parts,
    ),
    Kind(
        "exceptions",
        _("Exceptions"),
        _("Voids, corrections, rulings, changed settings, refused steps."),
        "warn",
        Act.VIEW_EXCEPTIONS,
        ExceptionFigures,
        exception_figures,
        exception_parts,
        ("last_day",),
    ),
    Kind(
        "access",
        _("Access review"),
        _("Who may sign in, as what, and since when unused."),
        "staff",
        Act.VIEW_ACCESS_REVIEW,
        AccessFigures,
        access_figures,
        access_parts,
        ("last_day",),
        days_back=89,
    ),
    Kind(
        "surveillance",
        _("Surveillance log"),
        _("Every line of the log of a period, with all its fields."),
        "camera",
        Act.VIEW_SURVEILLANCE_LOG,
        LogFigures,
        log_figures,
        log_parts,
        ("last_day", "table"),
        days_back=6,
    ),
    _monitor(
        "dice",
        _("Dice and starting positions"),
        _("Totals, faces and first hands against their exact distribution."),
        "dice",
        equipment.DiceFigures,
        equipment.dice_figures,
        equipment.dice_parts,
    ),
    _monitor(
        "tiles",
        _("Tiles"),
        _("How often each kind lay in a hand, against its share of the set."),
        "tiles",
        equipment.TileFigures,
        equipment.tile_figures,
        equipment.tile_parts,
    ),
    _monitor(
        "results",
        _("Results and exact odds"),
        _("Wins, pushes, losses and money against the odds of the rules."),
        "ledger",
        results.ResultFigures,
        results.result_figures,
        results.result_parts,
    ),
    _monitor(
        "settings",
        _("House way"),
        _("Hands of the dealer that were set otherwise."),
        "book",
        results.SettingFigures,
        results.setting_figures,
        results.setting_parts,
    ),
    _monitor(
        "pace",
        _("Pace"),
        _("Rounds an hour by dealer, and how long a round takes."),
        "clock",
        people.PaceFigures,
        people.pace_figures,
        people.pace_parts,
    ),
    _monitor(
        "errors",
        _("Errors and corrections"),
        _("Irregularities, corrections and voids by dealer."),
        "warn",
        people.ErrorFigures,
        people.error_figures,
        people.people_parts,
    ),
    _monitor(
        "entries",
        _("Late and quick entries"),
        _("Rounds typed in afterwards or without tiles, by dealer."),
        "tablet",
        people.EntryFigures,
        people.entry_figures,
        people.people_parts,
    ),
    _monitor(
        "banking",
        _("Player banks"),
        _("Who held the bank, how often, and how it came out."),
        "bank",
        people.BankFigures,
        people.bank_figures,
        people.bank_parts,
    ),
)

KINDS: Mapping[str, Kind[Any]] = MappingProxyType({kind.code: kind for kind in _ALL})

REVIEWED = ("access", "exceptions")
"""The reports that somebody goes through and signs off."""
