"""What people ask for: searches, reports, lines of the surveillance log."""

from collections import Counter
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from banking.models import BankKind
from rounds.commands.surveillance import Observation
from rounds.models import SurveillanceEntry
from rounds.queries.search import (
    CARD_RANKS,
    CARDS_SIZE,
    HAND_SIZE,
    LOW_CARDS,
    RANK_CODES,
    THREE_ALIKE,
    TRAITS,
    Criteria,
    stored_rank,
)
from rounds.reports.kinds import Kind
from rounds.reports.scope import Scope, day_period, shift_of, shift_period, shift_starts
from rounds.surveillance import REASONS, SUSPECTED
from rounds.words import hand_words
from rules.three_card_split.cards import DECK
from rules.tiles import KINDS, TILE_SET
from staff.gaming_day import gaming_day
from staff.models import Person, Property, Role
from tables.models import GamingTable, Pit

OUTCOMES = {
    "win": pgettext_lazy("an outcome", "Win"),
    "push": pgettext_lazy("an outcome", "Push"),
    "lose": pgettext_lazy("an outcome", "Lose"),
    "foul": pgettext_lazy("an outcome", "Foul"),
    "surrendered": gettext_lazy("Surrendered"),
    "abandoned": gettext_lazy("Abandoned"),
    "conceded": gettext_lazy("Conceded"),
    "void": gettext_lazy("Void"),
    "bank": gettext_lazy("Held the bank"),
}
TRAIT_WORDS = {
    "irregularity": gettext_lazy("Irregularity"),
    "void": gettext_lazy("Void"),
    "correction": gettext_lazy("Corrected"),
    "quick": gettext_lazy("Quick entry"),
    "late": gettext_lazy("Late entry"),
    "dispute": gettext_lazy("Dispute"),
}
LONGEST_DAYS = 366


def _rank_label(code: str) -> str:
    word = hand_words(code if code == THREE_ALIKE else stored_rank(code))
    return word[:1].upper() + word[1:]


rank_label = lazy(_rank_label, str)


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
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]
    return forms.DateTimeField(label=label, required=required, widget=widget, input_formats=formats)


def day_field(label: Any, *, required: bool = False) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(
        label=label, required=required, widget=widget, input_formats=["%Y-%m-%d"]
    )


def in_zone(at: datetime | None, house: Property) -> datetime | None:
    """Take a moment that somebody typed as the house's own time."""
    if at is None:
        return None
    return at.replace(tzinfo=ZoneInfo(house.time_zone))


class SearchForm(StyledForm):
    """A search over rounds, as the address carries it."""

    table = some(gettext_lazy("Table"), ())
    dealer = some(gettext_lazy("Dealer"), ())
    gaming_day = day_field(gettext_lazy("Gaming day"))
    since = moment_field(gettext_lazy("From"))
    until = moment_field(gettext_lazy("To"))
    bank = some(gettext_lazy("Bank"), BankKind.choices)
    traits = forms.MultipleChoiceField(
        label=gettext_lazy("Only rounds with"),
        required=False,
        choices=[(trait, TRAIT_WORDS[trait]) for trait in TRAITS],
        widget=forms.CheckboxSelectMultiple,
    )
    seat = some(
        gettext_lazy("Seat"),
        [("0", gettext_lazy("Dealer")), *((str(n), str(n)) for n in range(1, 9))],
    )
    outcome = some(gettext_lazy("Outcome"), OUTCOMES.items())
    wager_from = MoneyField(label=gettext_lazy("Wager from"))
    wager_to = MoneyField(label=gettext_lazy("Wager to"))
    tiles = forms.MultipleChoiceField(
        label=gettext_lazy("Tiles in one hand"),
        required=False,
        choices=[(kind.text, kind.text) for kind in KINDS],
        widget=forms.CheckboxSelectMultiple,
    )
    cards = forms.MultipleChoiceField(
        label=gettext_lazy("Cards in one hand"),
        required=False,
        choices=[(card.text, card.text) for card in DECK],
        widget=forms.CheckboxSelectMultiple,
    )
    high = some(
        gettext_lazy("High hand"),
        [
            (gettext_lazy("Tiles"), [(code, rank_label(code)) for code in RANK_CODES]),
            (gettext_lazy("Cards"), [(c, rank_label(c)) for c in (THREE_ALIKE, *CARD_RANKS)]),
        ],
    )
    low = some(
        gettext_lazy("Low hand"),
        [
            (gettext_lazy("Tiles"), [(code, rank_label(code)) for code in RANK_CODES]),
            (gettext_lazy("Cards"), [(rank, rank.replace("T", "10")) for rank in LOW_CARDS]),
        ],
    )

    def __init__(self, house: Property, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.house = house
        anybody = ("", gettext_lazy("Any"))
        self.fields["table"].choices = [anybody, *table_choices(house)]  # type: ignore[attr-defined]
        self.fields["dealer"].choices = [anybody, *dealer_choices(house)]  # type: ignore[attr-defined]

    def clean_tiles(self) -> list[str]:
        tiles: list[str] = self.cleaned_data["tiles"]
        if len(tiles) > HAND_SIZE:
            raise forms.ValidationError(_("A hand has four tiles."))
        if Counter(tiles) - Counter(kind.text for kind in TILE_SET):
            raise forms.ValidationError(_("The set has not so many of these tiles."))
        return tiles

    def clean_cards(self) -> list[str]:
        cards: list[str] = self.cleaned_data["cards"]
        if len(set(cards)) > CARDS_SIZE:
            raise forms.ValidationError(_("A hand has three cards."))
        if cards and self.cleaned_data.get("tiles"):
            raise forms.ValidationError(_("A hand has tiles or cards, not both."))
        return sorted(set(cards))

    def clean_until(self) -> datetime | None:
        since, until = self.cleaned_data.get("since"), self.cleaned_data["until"]
        if since and until and until <= since:
            raise forms.ValidationError(_("The end follows the beginning."))
        return until  # type: ignore[no-any-return]

    def tile_boxes(self) -> list[tuple[str, bool]]:
        """Every tile of the set, and whether it is ticked; an identical pair is there twice."""
        ticked = Counter(self["tiles"].value() or ())
        boxes = []
        for kind in TILE_SET:
            boxes.append((kind.text, ticked[kind.text] > 0))
            ticked[kind.text] -= 1
        return boxes

    def criteria(self) -> Criteria:
        given = self.cleaned_data
        return Criteria(
            table_id=whole(given["table"]),
            dealer_id=whole(given["dealer"]),
            since=in_zone(given["since"], self.house),
            until=in_zone(given["until"], self.house),
            gaming_day=given["gaming_day"],
            bank_kind=given["bank"],
            traits=tuple(given["traits"]),
            seat=whole(given["seat"]),
            outcome=given["outcome"],
            wager_from=given["wager_from"],
            wager_to=given["wager_to"],
            tiles=(*given["tiles"], *given["cards"]),
            high=given["high"],
            low=given["low"],
        )


def whole(text: str) -> int | None:
    return int(text) if text else None


def table_choices(house: Property) -> list[tuple[int, str]]:
    tables = GamingTable.objects.filter(property=house).order_by("number")
    return [(table.pk, str(table)) for table in tables.only("pk", "number")]


def dealer_choices(house: Property) -> list[tuple[int, str]]:
    people = Person.objects.filter(property=house, roles__contains=[Role.DEALER])
    return list(people.order_by("name").values_list("pk", "name"))


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
            whole(given.get("pit", "")),
            whole(given.get("table", "")),
            whole(given.get("dealer", "")),
        )


def local(at: datetime, house: Property) -> str:
    return f"{at.astimezone(ZoneInfo(house.time_zone)):%H:%M}"


class ObservationForm(StyledForm):
    """A line of the surveillance log.

    Rule: COMAR 36.03.10.12C(3).
    """

    began_at = moment_field(gettext_lazy("Began"), required=True)
    ended_at = moment_field(gettext_lazy("Ended"))
    reason = forms.ChoiceField(label=gettext_lazy("Why it was watched"), choices=REASONS.items())
    suspected = forms.ChoiceField(
        label=gettext_lazy("Suspected violation or crime"), choices=SUSPECTED.items()
    )
    table = some(gettext_lazy("Table"), ())
    person_watched = forms.CharField(label=gettext_lazy("Person"), required=False, max_length=120)
    activity = forms.CharField(
        label=gettext_lazy("What was seen"), max_length=1000, widget=forms.Textarea
    )
    camera = forms.CharField(label=gettext_lazy("Camera"), required=False, max_length=60)
    recorded_from = moment_field(gettext_lazy("Recording from"))
    recorded_to = moment_field(gettext_lazy("Recording to"))
    result = forms.CharField(label=gettext_lazy("Result"), required=False, max_length=500)
    faults = forms.CharField(
        label=gettext_lazy("Faults of equipment"), required=False, max_length=300
    )

    def __init__(self, house: Property, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.house = house
        self.fields["table"].choices = [("", "–"), *table_choices(house)]  # type: ignore[attr-defined]

    def observation(self, adds_to: SurveillanceEntry | None) -> Observation:
        given = dict(self.cleaned_data)
        table = whole(given.pop("table"))
        moments = {
            name: in_zone(given.pop(name), self.house)
            for name in ("began_at", "ended_at", "recorded_from", "recorded_to")
        }
        return Observation(
            **given,
            **moments,  # type: ignore[arg-type]
            table_id=table,
            adds_to_id=adds_to.pk if adds_to else None,
        )
