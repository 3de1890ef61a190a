"""What a report asks for: days, shift, place, dealer."""

from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from foundation.forms import StyledForm, day_field, some
from foundation.inputs import Id, Input
from foundation.wording import moment_text
from reports.kinds import Kind
from reports.queries.runs import houses_reported_to
from reports.scope import Scope, day_period, shift_period
from staff.gaming_day import gaming_day, shift_of, shift_starts
from staff.models import Person, Property
from tables.models import Pit
from tables.queries.choices import dealer_choices, table_choices


def _whole(text: str) -> int | None:
    return int(text) if text else None


class DaysAsked(Input):
    """From which gaming day to which, of which shift or table, where the address says it."""

    first: date | None = None
    last: date | None = None
    shift: Id | None = None
    table: Id | None = None


class ReportForm(StyledForm):
    """What a report asks for: days, shift, place, dealer."""

    first_day = day_field(gettext_lazy("Gaming day"), required=True)
    last_day = day_field(gettext_lazy("To"))
    shift = forms.TypedChoiceField(label=gettext_lazy("Shift"), coerce=int, required=False)
    pit = some(gettext_lazy("Pit"), ())
    table = some(gettext_lazy("Table"), ())
    dealer = some(gettext_lazy("Dealer"), ())

    several = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Houses"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Each in its own gaming days, money and time, beside the others."),
    )

    def __init__(self, person: Person, kind: Kind[Any], days: DaysAsked, *args: Any) -> None:
        house = person.property
        today = gaming_day(house, timezone.now())
        asked: dict[str, Any] = {"first_day": days.first, "last_day": days.last}
        asked |= {"shift": days.shift, "table": days.table}
        usual = self.usual(house, kind, today) | {name: at for name, at in asked.items() if at}
        super().__init__(*args, initial=usual)
        self.house, self.kind = house, kind
        for name in ("last_day", "shift", "pit", "table", "dealer"):
            if name not in kind.asks:
                del self.fields[name]
        if "last_day" in self.fields:
            self.fields["first_day"].label = gettext_lazy("From gaming day")
        self.fill(house, today)
        self.offer_houses(person)

    def offer_houses(self, person: Person) -> None:
        """Let those who may see this report in several houses choose among them."""
        seen = houses_reported_to(person, self.kind) if self.kind.may_span_houses else []
        if len(seen) < 2:
            del self.fields["several"]
            return
        field = self.fields["several"]
        field.choices = [(each.pk, each.name) for each in seen]  # type: ignore[attr-defined]
        field.initial = [each.pk for each in seen] if self.kind.code == "houses" else []

    def houses(self) -> list[int]:
        """The houses of a report over several; none where it is of this house alone."""
        chosen = self.cleaned_data.get("several") or []
        is_over_houses = self.kind.code == "houses"
        return chosen if is_over_houses or chosen != [self.house.pk] else []

    def usual(self, house: Property, kind: Kind[Any], today: date) -> dict[str, Any]:
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
        most = self.kind.most_days
        if first and last and not timedelta(0) <= last - first < timedelta(days=most):
            words = _("The last day follows the first, within {days} days.")
            self.add_error("last_day", words.format(days=most))
        if first and first > gaming_day(self.house, timezone.now()):
            self.add_error("first_day", _("That day has not begun."))
        if self.houses() and any(given.get(name) for name in ("pit", "table", "dealer")):
            self.add_error("several", _("A pit, a table or a dealer is of one house only."))
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
