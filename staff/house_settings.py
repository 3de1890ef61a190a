"""What a house may decide for itself: each setting with its limits and what counts without it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.refusals import Refused
from staff.models import Property


@dataclass(frozen=True, slots=True)
class HouseSetting:
    """A whole number that a house sets, what it does, and between what it lies."""

    label: Promise
    does: Promise
    default: int
    least: int
    most: int


SETTINGS: Mapping[str, HouseSetting] = MappingProxyType(
    {
        "tablet_idle_minutes": HouseSetting(
            gettext_lazy("A tablet locks after, in minutes"),
            gettext_lazy("Nobody touched it for so long: the next one enters badge and PIN."),
            *(5, 1, 240),
        ),
        "desk_idle_minutes": HouseSetting(
            gettext_lazy("A desk locks after, in minutes"),
            gettext_lazy("Nobody touched it for so long: password and code are asked again."),
            *(10, 1, 480),
        ),
        "video_days": HouseSetting(
            gettext_lazy("Video is kept for, in days"),
            gettext_lazy("A dispute shows until when its video must be saved."),
            *(14, 1, 3650),
        ),
        "tell_difference_cents": HouseSetting(
            gettext_lazy("A difference is told from, in cents"),
            gettext_lazy("Security and surveillance are told when a count differs by so much."),
            *(2_500, 1, 10**9),
        ),
        "report_difference_cents": HouseSetting(
            gettext_lazy("A difference is reported from, in cents"),
            gettext_lazy("The regulator is told too, and a written report is due."),
            *(10_000, 1, 10**9),
        ),
        "report_difference_hours": HouseSetting(
            gettext_lazy("The written report is due within, in hours"),
            gettext_lazy("Counted from the moment in which the difference was found."),
            *(24, 1, 240),
        ),
    }
)


def setting_of(house: Property, name: str) -> int:
    """What a house decided, or what counts where it decided nothing."""
    return int(house.settings.get(name, SETTINGS[name].default))


def settings_of(house: Property) -> dict[str, int]:
    return {name: setting_of(house, name) for name in SETTINGS}


def guard_settings(given: Mapping[str, int]) -> None:
    """Refuse a setting that does not exist or lies beyond its limits."""
    for name, value in given.items():
        known = SETTINGS.get(name)
        if known is None or not known.least <= value <= known.most:
            raise Refused(
                "bad_setting",
                _("{label}: between {least} and {most}.").format(
                    label=known.label if known else name,
                    least=known.least if known else 0,
                    most=known.most if known else 0,
                ),
            )
    if given.get("tell_difference_cents", 0) > given.get("report_difference_cents", 10**9):
        raise Refused(
            "bad_setting", _("What is reported is told as well: the second limit is not lower.")
        )
