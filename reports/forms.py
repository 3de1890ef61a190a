"""What a report asks for: days, shift, place, dealer."""

from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from foundation.forms import StyledForm, day_field, some
from foundation.wording import moment_text
from reports.kinds import Kind
from reports.scope import Scope, day_period, shift_period
from staff.gaming_day import gaming_day, shift_of, shift_starts
from staff.models import Property
from tables.models import Pit
from tables.queries.choices import dealer_choices, table_choices

LONGEST_DAYS = 366


def _whole(text: str) -> int | None:
    return int(text) if text else None


class ReportForm(StyledForm):
    """What a report asks for: days, shift, place, dealer."""

    first_day = day_field(gettext_lazy("Gaming day"), required=True)
    last_day = day_field(gettext_lazy("To"))
    shift = forms.TypedChoiceField(label=gettext_lazy("Shift"), coerce=int, required=False)
    pit = some(gettext_lazy("Pit"), ())
    table = some(gettext_lazy("Table"), ())
    dealer = some(gettext_lazy("Dealer"), ())

    def __init__(self, house: Property, kind: Kind, *args: Any, **kwargs: Any) -> None:
        today = gaming_day(house, timezone.now())
        kwargs.setdefault("initial", self.usual(house, kind, today))
        super().__init__(*args, **kwargs)
        self.house, self.kind = house, kind
        for name in ("last_day", "shift", "pit", "table", "dealer"):
            if name not in kind.asks:
                del self.fields[name]
        if "last_day" in self.fields:
            self.fields["first_day"].label = gettext_lazy("From gaming day")
        self.fill(house, today)

    def usual(self, house: Property, kind: Kind, today: date) -> dict[str, Any]:
        """What a person most likely wants: today's day or shift, or the kind's usual days."""
        return {
            "first_day": today - timedelta(days=kind.days_back),
            "last_day": today,
            "shift": shift_of(house, timezone.now()),
        }

    def fill(self, house: Property, today: date) -> None:
        every = ("", gettext_lazy("All"))
        pits = Pit.objects.filter(property=house).order_by("name").values_list("pk", "name")
        named: dict[str, Any] = {
            "shift": lambda: [
                (n, _("{n}, from {time}").format(n=n, time=local(start, house)))
                for n, start in enumerate(shift_starts(house, today), 1)
            ],
            "pit": lambda: [every, *pits],
            "table": lambda: [every, *table_choices(house)],
            "dealer": lambda: [every, *dealer_choices(house)],
        }
        for name in self.fields.keys() & named.keys():
            self.fields[name].choices = named[name]()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        first, last = given.get("first_day"), given.get("last_day")
        if first and last and not timedelta(0) <= last - first < timedelta(days=LONGEST_DAYS):
            self.add_error("last_day", _("The last day follows the first, within a year."))
        if first and first > gaming_day(self.house, timezone.now()):
            self.add_error("first_day", _("That day has not begun."))
        return given

    def scope(self) -> Scope:
        given = self.cleaned_data
        first, last = given["first_day"], given.get("last_day") or given["first_day"]
        shift = given.get("shift")
        period = (
            shift_period(self.house, first, shift) if shift else day_period(self.house, first, last)
        )
        return Scope(
            self.house,
            period,
            _whole(given.get("pit", "")),
            _whole(given.get("table", "")),
            _whole(given.get("dealer", "")),
        )


def local(at: datetime, house: Property) -> str:
    return moment_text(at, "time", house.time_zone)
