"""The form of a house's settings."""

from datetime import time
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from foundation.forms import MoneyField, StyledForm
from foundation.wording import amount_text, chips_text
from staff.commands.properties import HouseFacts, guard_house_facts, house_facts
from staff.house_settings import DECLARED, SETTINGS, HouseSetting, SettingGroup, Unit
from staff.models import Property
from tables.guards import refusal_of


class ClockAndChips(StyledForm):
    """What set-up and the settings page both ask: the house's clock, its day and its chips."""

    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("Every page, report and paper of the house shows its own time."),
    )
    day_starts_at = forms.TimeField(
        label=gettext_lazy("The gaming day begins at"),
        help_text=gettext_lazy("What is played before this time belongs to the day before."),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    smallest_chip = MoneyField(
        label=gettext_lazy("Smallest chip"),
        help_text=gettext_lazy("The least that is paid; every other chip is a multiple of it."),
    )
    denominations = forms.CharField(
        label=gettext_lazy("Chips"), help_text=gettext_lazy("Their values, such as 1 5 25 100 500.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = sorted(zone for zone in available_timezones() if "/" in zone or zone == "UTC")
        self.fields["time_zone"].choices = [(zone, zone) for zone in zones]  # type: ignore[attr-defined]

    def clean_denominations(self) -> tuple[int, ...]:
        try:
            cents = [
                round(float(word) * 100) for word in self.cleaned_data["denominations"].split()
            ]
        except ValueError as error:
            raise forms.ValidationError(_("Write values such as 1 5 25 100.")) from error
        return tuple(sorted(set(cents)))

    def clean_smallest_chip(self) -> int:
        cents: int | None = self.cleaned_data["smallest_chip"]
        if not cents:
            raise forms.ValidationError(_("The smallest chip is worth more than nothing."))
        return cents


class HouseForm(ClockAndChips):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    shift_starts = forms.CharField(
        label=gettext_lazy("Shifts begin at"),
        required=False,
        help_text=gettext_lazy("Such as 06:00 14:00 22:00; empty means every eight hours."),
    )
    video_link = forms.CharField(
        label=gettext_lazy("The recorder's address"),
        required=False,
        max_length=300,
        help_text=gettext_lazy(
            "Opens the video at camera and second: https://recorder/play?cam={camera}&t={epoch}. "
            "Also {time}, {local}, {to_time}, {to_local}, {to_epoch}."
        ),
    )
    field_order = (
        "name",
        "time_zone",
        "day_starts_at",
        "shift_starts",
        "smallest_chip",
        "denominations",
    )

    def __init__(self, house: Property, *args: Any, **kwargs: Any) -> None:
        self.house = house
        now = house_facts(house)
        kwargs["initial"] = {
            "name": now.name,
            "time_zone": now.time_zone,
            "day_starts_at": now.day_starts_at,
            "shift_starts": " ".join(now.shift_starts),
            "video_link": now.video_link,
            "smallest_chip": amount_text(now.smallest_chip_cents),
            "denominations": chips_text(now.denominations),
            **{each.name: _shown(each, now.settings[each.name]) for each in DECLARED},
        }
        super().__init__(*args, **kwargs)
        for known in DECLARED:
            self.fields[known.name] = setting_field(known)

    def sections(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields under their headings: the house's own, then each group of settings."""
        own = [each for each in self if each.name not in (*SETTINGS, "video_link")]
        groups = [
            (str(group.label), [self[each.name] for each in DECLARED if each.group == group])
            for group in SettingGroup
        ]
        dict(groups)[str(SettingGroup.DISPUTES.label)].append(self["video_link"])
        return [(_("Clock and chips"), own), *(each for each in groups if each[1])]

    def clean_shift_starts(self) -> tuple[str, ...]:
        try:
            times = [time.fromisoformat(word) for word in self.cleaned_data["shift_starts"].split()]
        except ValueError as error:
            raise forms.ValidationError(_("Write times such as 06:00 14:00.")) from error
        return tuple(f"{each:%H:%M}" for each in times)

    def clean(self) -> dict[str, Any]:
        """Ask the command's own guards: a refusal stands on the page with what was typed."""
        given = super().clean() or {}
        if not self.errors:
            facts = HouseFacts.model_construct(**self.facts())
            refused = refusal_of(guard_house_facts, facts, self.house)
            if refused is not None:
                self.add_error(None, str(refused.message))
        return given

    def facts(self) -> dict[str, Any]:
        """What was entered, in cents, under the names of `HouseFacts`."""
        given = self.cleaned_data
        return {
            "name": given["name"],
            "time_zone": given["time_zone"],
            "day_starts_at": given["day_starts_at"],
            "smallest_chip_cents": given["smallest_chip"],
            "denominations": given["denominations"],
            "shift_starts": given["shift_starts"],
            "video_link": given["video_link"],
            "settings": {name: int(given[name]) for name in SETTINGS if given[name] is not None},
        }


def setting_field(known: HouseSetting) -> forms.Field:
    """The field in which a setting is entered, by its unit."""
    words: dict[str, Any] = {"label": known.label, "help_text": known.does}
    if known.unit is Unit.FLAG:
        return forms.BooleanField(required=False, **words)
    if known.unit is Unit.MONEY:
        return MoneyField(**words)
    return forms.IntegerField(
        required=False,
        min_value=known.least,
        max_value=known.most,
        widget=forms.NumberInput(attrs={"class": "input input-money"}),
        **words,
    )


def _shown(known: HouseSetting, value: int) -> Any:
    if known.unit is Unit.MONEY:
        return amount_text(value)
    return bool(value) if known.unit is Unit.FLAG else value
