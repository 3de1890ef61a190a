"""Form fields that several pages share: they wear the look and read what people type."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy

from foundation.wording import HasTimeZone


def some(label: Any, choices: Any) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, required=False, choices=[("", gettext_lazy("Any")), *choices]
    )


class StyledForm(forms.Form):
    """A form whose controls wear the classes of the look."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", "f-%s")
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            widget = field.widget
            kind = "select" if isinstance(widget, forms.Select) else "input"
            if isinstance(widget, forms.Textarea):
                kind = "textarea"
            if not isinstance(widget, forms.CheckboxSelectMultiple | forms.CheckboxInput):
                widget.attrs.setdefault("class", kind)

    def full_clean(self) -> None:
        super().full_clean()
        for name in self.errors.keys() & self.fields.keys():
            widget = self.fields[name].widget
            widget.attrs["aria-invalid"] = "true"
            widget.attrs["aria-describedby"] = f"f-{name}-error"


class MoneyField(forms.DecimalField):
    """An amount as people write it; cents as the record keeps it."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "class": "input input-money"})
        super().__init__(
            required=False, min_value=0, max_digits=12, decimal_places=2, widget=widget, **kwargs
        )

    def clean(self, value: Any) -> int | None:
        found = super().clean(value)
        return None if found is None else int(found * 100)


def moment_field(label: Any, *, required: bool = False) -> forms.DateTimeField:
    """A moment of the house's clock, to the second where somebody knows it."""
    attrs = {"type": "datetime-local", "step": "1"}
    widget = forms.DateTimeInput(attrs=attrs, format="%Y-%m-%dT%H:%M:%S")
    formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]
    return forms.DateTimeField(label=label, required=required, widget=widget, input_formats=formats)


def day_field(label: Any, *, required: bool = False) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(
        label=label, required=required, widget=widget, input_formats=["%Y-%m-%d"]
    )


def in_zone(at: datetime | None, house: HasTimeZone) -> datetime | None:
    """Take a moment that somebody typed as the house's own time."""
    if at is None:
        return None
    return at.replace(tzinfo=ZoneInfo(house.time_zone))
