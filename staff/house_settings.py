"""What a house may decide for itself: one list, from which page, guard, history and code read.

To add a setting, add a declaration to `DECLARED` and read it where it decides, by
`setting_of(house, "…")`, or `minutes_of` for a time. Its field on the page, its limits, its refusal
and who changed it last come from the declaration.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from foundation.wording import money_text
from rules.refusals import Refused
from staff.models import Property


class SettingGroup(TextChoices):
    """Under which heading of the page a setting stands, in this order."""

    SCREENS = "screens", gettext_lazy("Screens and sessions")
    ALERTS = "alerts", gettext_lazy("Alerts, calls and breaks")
    MONEY = "money", gettext_lazy("Money and differences")
    PEOPLE = "people", gettext_lazy("People")
    DISPUTES = "disputes", gettext_lazy("Disputes and video")


class Unit(TextChoices):
    """In what a setting is counted; money is kept in cents, a yes or no as 1 or 0."""

    MINUTES = "minutes", gettext_lazy("minutes")
    HOURS = "hours", gettext_lazy("hours")
    DAYS = "days", gettext_lazy("days")
    MONEY = "money", gettext_lazy("an amount")
    COUNT = "count", gettext_lazy("a number")
    FLAG = "flag", gettext_lazy("yes or no")


@dataclass(frozen=True, slots=True)
class HouseSetting:
    """A whole number that a house sets, what it does, and between what it lies."""

    name: str
    group: SettingGroup
    unit: Unit
    label: Promise
    does: Promise
    default: int
    least: int = 0
    most: int = 1
    not_above: str = ""
    """The name of another setting that this one may equal and never exceed."""


LEAST_PAYOUT_CENTS = 10_000
"""No house asks for a payout document below it, so that most rounds need not ask at all."""

DECLARED: tuple[HouseSetting, ...] = (
    HouseSetting(
        "tablet_idle_minutes",
        *(SettingGroup.SCREENS, Unit.MINUTES),
        gettext_lazy("A tablet locks after"),
        gettext_lazy("Nobody touched it for so long: the next one enters badge and PIN."),
        *(5, 1, 240),
    ),
    HouseSetting(
        "desk_idle_minutes",
        *(SettingGroup.SCREENS, Unit.MINUTES),
        gettext_lazy("A desk locks after"),
        gettext_lazy("Nobody touched it for so long: password and code are asked again."),
        *(10, 1, 480),
    ),
    HouseSetting(
        "session_hours",
        *(SettingGroup.SCREENS, Unit.HOURS),
        gettext_lazy("A sign-in lasts at most"),
        gettext_lazy("Then everybody signs in again, however busy they are."),
        *(12, 1, 24),
    ),
    HouseSetting(
        "escalation_minutes",
        *(SettingGroup.ALERTS, Unit.MINUTES),
        gettext_lazy("An alert goes to the pit manager after"),
        gettext_lazy("Nobody acknowledged it in this time: it becomes urgent and is escalated."),
        *(10, 1, 240),
    ),
    HouseSetting(
        "call_minutes",
        *(SettingGroup.ALERTS, Unit.MINUTES),
        gettext_lazy("A dealer's call goes to the pit manager after"),
        gettext_lazy("A dealer called for the floor and nobody came in this time."),
        *(3, 1, 60),
    ),
    HouseSetting(
        "dealer_break_minutes",
        *(SettingGroup.ALERTS, Unit.MINUTES),
        gettext_lazy("A dealer is relieved after"),
        gettext_lazy("Longer at one table without a break stands in the floor's list of to-dos."),
        *(90, 15, 480),
    ),
    HouseSetting(
        "stuck_round_minutes",
        *(SettingGroup.ALERTS, Unit.MINUTES),
        gettext_lazy("A round stands still after"),
        gettext_lazy(
            "An open round as old as this is marked on the board and waits for the floor."
        ),
        *(8, 2, 120),
    ),
    HouseSetting(
        "tell_difference_cents",
        *(SettingGroup.MONEY, Unit.MONEY),
        gettext_lazy("A difference is told from"),
        gettext_lazy("Security and surveillance are told when a count differs by so much."),
        *(2_500, 1, 10**9),
        not_above="report_difference_cents",
    ),
    HouseSetting(
        "report_difference_cents",
        *(SettingGroup.MONEY, Unit.MONEY),
        gettext_lazy("A difference is reported from"),
        gettext_lazy("The regulator is told too, and a written report is due."),
        *(10_000, 1, 10**9),
    ),
    HouseSetting(
        "report_difference_hours",
        *(SettingGroup.MONEY, Unit.HOURS),
        gettext_lazy("The written report is due within"),
        gettext_lazy("Counted from the moment in which the difference was found."),
        *(24, 1, 240),
    ),
    HouseSetting(
        "floor_cash_cents",
        *(SettingGroup.MONEY, Unit.MONEY),
        gettext_lazy("The floor signs a buy-in from"),
        gettext_lazy("Cash or change of so much is called out and needs the floor's PIN."),
        *(250_000, 1, 10**9),
        not_above="largest_chip_sale_cents",
    ),
    HouseSetting(
        "largest_chip_sale_cents",
        *(SettingGroup.MONEY, Unit.MONEY),
        gettext_lazy("Most that is sold at once"),
        gettext_lazy("A larger buy-in is refused, so that a slip of the finger is not kept."),
        *(10_000_000, 100, 10**9),
    ),
    HouseSetting(
        "asks_qualification",
        *(SettingGroup.PEOPLE, Unit.FLAG),
        gettext_lazy("Only qualified dealers take a table"),
        gettext_lazy("The floor says who is qualified for which rules; others are not tapped in."),
        0,
    ),
    HouseSetting(
        "notice_cash_cents",
        *(SettingGroup.MONEY, Unit.MONEY),
        gettext_lazy("A patron's cash is noticed from"),
        gettext_lazy("So much in or out in a gaming day raises an alert and is described."),
        *(300_000, 1, 10**9),
        not_above="identify_cash_cents",
    ),
    HouseSetting(
        "identify_cash_cents",
        *(SettingGroup.MONEY, Unit.MONEY),
        gettext_lazy("A patron is identified from"),
        gettext_lazy("No cash is taken beyond it until the patron is identified."),
        *(1_000_000, 1, 10**9),
    ),
    HouseSetting(
        "payout_cents",
        *(SettingGroup.MONEY, Unit.MONEY),
        gettext_lazy("A win has a payout document from"),
        gettext_lazy("What one wager wins; dealer and floor sign, surveillance is told."),
        *(500_000, LEAST_PAYOUT_CENTS, 10**9),
    ),
    HouseSetting(
        "side_payout_cents",
        *(SettingGroup.MONEY, Unit.MONEY),
        gettext_lazy("A side wager has a payout document from"),
        gettext_lazy("Pair Fortunes and card bonuses; a jackpot has one whatever it pays."),
        *(60_000, LEAST_PAYOUT_CENTS, 10**9),
    ),
    HouseSetting(
        "manager_payout_cents",
        *(SettingGroup.MONEY, Unit.MONEY),
        gettext_lazy("Pit manager and security sign a payout from"),
        gettext_lazy("Below it dealer and floor sign alone."),
        *(1_000_000, LEAST_PAYOUT_CENTS, 10**9),
    ),
    HouseSetting(
        "tax_form_cents",
        *(SettingGroup.MONEY, Unit.MONEY),
        gettext_lazy("A payout asks for tax data from"),
        gettext_lazy("Form W-2G: the patron is identified before the last signature."),
        *(60_000, LEAST_PAYOUT_CENTS, 10**9),
    ),
    HouseSetting(
        "tax_form_times",
        *(SettingGroup.MONEY, Unit.COUNT),
        gettext_lazy("Tax data only from so many times the wager"),
        gettext_lazy("A payout that is less than so many wagers needs no form W-2G."),
        *(300, 1, 100_000),
    ),
    HouseSetting(
        "counts_tips",
        *(SettingGroup.MONEY, Unit.FLAG),
        gettext_lazy("Tips are counted here"),
        gettext_lazy("Floor and dealer count the dealers' box; the cage holds it for them."),
        0,
    ),
    HouseSetting(
        "review_minutes",
        *(SettingGroup.DISPUTES, Unit.MINUTES),
        gettext_lazy("A player hears about a dispute within"),
        gettext_lazy(
            "What is promised when it is opened, until whoever reviews it says otherwise."
        ),
        *(30, 5, 24 * 60),
    ),
    HouseSetting(
        "video_days",
        *(SettingGroup.DISPUTES, Unit.DAYS),
        gettext_lazy("Video is kept for"),
        gettext_lazy("A dispute shows until when its video must be saved."),
        *(14, 1, 3650),
    ),
)
SETTINGS: Mapping[str, HouseSetting] = MappingProxyType({each.name: each for each in DECLARED})


def setting_of(house: Property, name: str) -> int:
    """What a house decided, or what counts where it decided nothing."""
    return int(house.settings.get(name, SETTINGS[name].default))


def is_on(house: Property, name: str) -> bool:
    """Whether a house decided yes."""
    return bool(setting_of(house, name))


def minutes_of(house: Property, name: str) -> timedelta:
    """A setting counted in minutes, as a time."""
    return timedelta(minutes=setting_of(house, name))


def settings_of(house: Property) -> dict[str, int]:
    return {name: setting_of(house, name) for name in SETTINGS}


def value_text(setting: HouseSetting, value: int, currency: str) -> str:
    """A value as people read it."""
    if setting.unit is Unit.MONEY:
        return money_text(value, currency)
    if setting.unit is Unit.FLAG:
        return _("yes") if value else _("no")
    return str(value)


def guard_settings(given: Mapping[str, int], house: Property) -> None:
    """Refuse a setting that does not exist or lies beyond its limits, or above another."""
    for name, value in given.items():
        known = SETTINGS.get(name)
        if known is None:
            raise Refused("bad_setting", _("There is no setting {name}.").format(name=name))
        if not known.least <= value <= known.most:
            raise Refused(
                "bad_setting",
                _("{label}: between {least} and {most}.").format(
                    label=known.label,
                    least=value_text(known, known.least, house.currency),
                    most=value_text(known, known.most, house.currency),
                ),
            )
    decided = {**settings_of(house), **given}
    for known in DECLARED:
        if known.not_above and decided[known.name] > decided[known.not_above]:
            raise Refused(
                "bad_setting",
                _("{label} is not more than: {other}.").format(
                    label=known.label, other=SETTINGS[known.not_above].label
                ),
            )
