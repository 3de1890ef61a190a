"""The form of a house's settings."""

from datetime import time
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from foundation.forms import MoneyField, StyledForm
from foundation.wording import amount_text, chips_text
from staff.commands.properties import house_facts
from staff.house_settings import SETTINGS
from staff.models import Property


class ClockAndChips(StyledForm):
    """What set-up and the settings page both ask: the house's clock, its day and its chips."""

    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"))
    day_starts_at = forms.TimeField(
        label=gettext_lazy("The gaming day begins at"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    smallest_chip = MoneyField(label=gettext_lazy("Smallest chip"))
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
    field_order = (
        "name",
        "time_zone",
        "day_starts_at",
        "shift_starts",
        "smallest_chip",
        "denominations",
    )

    def __init__(self, house: Property, *args: Any, **kwargs: Any) -> None:
        now = house_facts(house)
        kwargs["initial"] = {
            "name": now.name,
            "time_zone": now.time_zone,
            "day_starts_at": now.day_starts_at,
            "shift_starts": " ".join(now.shift_starts),
            "smallest_chip": amount_text(now.smallest_chip_cents),
            "denominations": chips_text(now.denominations),
            **now.settings,
        }
        super().__init__(*args, **kwargs)
        for name, known in SETTINGS.items():
            self.fields[name] = forms.IntegerField(
                label=str(known.label),
                required=False,
                help_text=str(known.does),
                min_value=known.least,
                max_value=known.most,
                widget=forms.NumberInput(attrs={"class": "input"}),
            )

    def clean_shift_starts(self) -> tuple[str, ...]:
        try:
            times = [time.fromisoformat(word) for word in self.cleaned_data["shift_starts"].split()]
        except ValueError as error:
            raise forms.ValidationError(_("Write times such as 06:00 14:00.")) from error
        return tuple(f"{each:%H:%M}" for each in times)

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
            "settings": {name: given[name] for name in SETTINGS if given[name] is not None},
        }
