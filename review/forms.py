"""What people ask for: searches, reports, lines of the surveillance log."""

from collections import Counter
from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from audit.subjects import NamedThing, things_named
from banking.models import BankKind
from foundation.forms import MoneyField, StyledForm, day_field, in_zone, moment_field, some
from review.models import SurveillanceEntry
from review.queries.search import (
    CARD_RANKS,
    CARDS_SIZE,
    HAND_SIZE,
    LOW_CARDS,
    POINTS,
    RANK_CODES,
    THREE_ALIKE,
    Criteria,
)
from review.queries.surveillance import LogSearch
from review.wording import SEARCHED_OUTCOMES, SUSPECTED, TRAITS, WATCH_REASONS
from rounds.wording import hand_words
from rules.cards.card import DECK
from rules.tiles.ranking import SUPREME_PAIR
from rules.tiles.tile import KINDS, TILE_SET
from staff.models import Property
from tables.queries.choices import dealer_choices, table_choices

LONGEST_DAYS = 366


def _rank_label(code: str) -> str:
    word = hand_words(code)
    named = word[:1].upper() + word[1:]
    return f"{named} (Gee Joon)" if code == SUPREME_PAIR else named


rank_label = lazy(_rank_label, str)


def _points_label(points: int) -> str:
    return ngettext("{points} point", "{points} points", points).format(points=points)


points_label = lazy(_points_label, str)
POINT_CHOICES = [
    *((code, points_label(int(code.partition("-")[2]))) for code in POINTS),
    ("zero", points_label(0)),
]


class SearchForm(StyledForm):
    """A search over rounds, as the address carries it."""

    table = some(gettext_lazy("Table"), ())
    number = forms.IntegerField(
        label=gettext_lazy("Round number"), required=False, min_value=1, max_value=1_000_000
    )
    dealer = some(gettext_lazy("Dealer"), ())
    gaming_day = day_field(gettext_lazy("Gaming day"))
    since = moment_field(gettext_lazy("From"))
    until = moment_field(gettext_lazy("To"))
    bank = some(gettext_lazy("Bank"), BankKind.choices)
    traits = forms.MultipleChoiceField(
        label=gettext_lazy("Only rounds with"),
        required=False,
        choices=TRAITS.items(),
        widget=forms.CheckboxSelectMultiple,
    )
    seat = some(
        gettext_lazy("Seat"),
        [("0", gettext_lazy("Dealer")), *((str(n), str(n)) for n in range(1, 9))],
    )
    outcome = some(gettext_lazy("Outcome"), SEARCHED_OUTCOMES.items())
    wager_from = MoneyField(label=gettext_lazy("Wager from"))
    wager_to = MoneyField(label=gettext_lazy("Wager to"))
    player = forms.CharField(
        label=gettext_lazy("Player's marker or name"), required=False, max_length=40
    )
    paid_from = MoneyField(label=gettext_lazy("Paid from"))
    paid_to = MoneyField(label=gettext_lazy("Paid to"))
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
            (gettext_lazy("Points"), POINT_CHOICES),
            (gettext_lazy("Cards"), [(c, rank_label(c)) for c in (THREE_ALIKE, *CARD_RANKS)]),
        ],
    )
    low = some(
        gettext_lazy("Low hand"),
        [
            (gettext_lazy("Tiles"), [(code, rank_label(code)) for code in RANK_CODES]),
            (gettext_lazy("Points"), POINT_CHOICES),
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
            table_id=chosen_id(given["table"]),
            number=given["number"],
            dealer_id=chosen_id(given["dealer"]),
            since=in_zone(given["since"], self.house),
            until=in_zone(given["until"], self.house),
            gaming_day=given["gaming_day"],
            bank_kind=given["bank"],
            traits=tuple(given["traits"]),
            seat=chosen_id(given["seat"]),
            outcome=given["outcome"],
            wager_from=given["wager_from"],
            wager_to=given["wager_to"],
            player=given["player"],
            paid_from=given["paid_from"],
            paid_to=given["paid_to"],
            tiles=(*given["tiles"], *given["cards"]),
            high=given["high"],
            low=given["low"],
        )


def chosen_id(text: str) -> int | None:
    return int(text) if text else None


class LogSearchForm(StyledForm):
    """What somebody looks for in the surveillance log, as the address carries it."""

    words = forms.CharField(label=gettext_lazy("Words"), required=False, max_length=80)
    reason = some(gettext_lazy("Why"), WATCH_REASONS.items())
    suspected = some(gettext_lazy("Suspected"), SUSPECTED.items())
    table = some(gettext_lazy("Table"), ())
    since = day_field(gettext_lazy("From"))
    until = day_field(gettext_lazy("To"))
    outages = forms.BooleanField(label=gettext_lazy("Failures only"), required=False)

    def __init__(self, house: Property, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        anywhere = ("", gettext_lazy("Any"))
        self.fields["table"].choices = [anywhere, *table_choices(house)]  # type: ignore[attr-defined]

    def wanted(self) -> LogSearch:
        given = dict(self.cleaned_data)
        return LogSearch(table_id=chosen_id(given.pop("table")), **given)


class OutageForm(StyledForm):
    """A failure of equipment."""

    began_at = moment_field(gettext_lazy("Failed at"), required=True)
    camera = forms.CharField(
        label=gettext_lazy("Cameras or equipment"), required=False, max_length=60
    )
    activity = forms.CharField(
        label=gettext_lazy("What failed, and what is not seen meanwhile"),
        max_length=1000,
        widget=forms.Textarea,
    )

    def __init__(self, house: Property, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.house = house

    def clean_began_at(self) -> datetime:
        return past(self.cleaned_data["began_at"], self.house)

    def outage(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        return {**given, "began_at": in_zone(given["began_at"], self.house)}


def past(at: datetime, house: Property) -> datetime:
    """Refuse at its field what lies in the future, so that nothing typed is lost."""
    moment = in_zone(at, house)
    if moment is not None and moment > timezone.now():
        raise forms.ValidationError(_("This is in the future."))
    return at


class ObservationForm(StyledForm):
    """A line of the surveillance log.

    Rule: COMAR 36.03.10.12C(3).
    """

    began_at = moment_field(gettext_lazy("Began"), required=True)
    ended_at = moment_field(gettext_lazy("Ended"))
    reason = forms.ChoiceField(
        label=gettext_lazy("Why it was watched"), choices=WATCH_REASONS.items()
    )
    suspected = forms.ChoiceField(
        label=gettext_lazy("Suspected violation or crime"), choices=SUSPECTED.items()
    )
    table = some(gettext_lazy("Table"), ())
    about = forms.CharField(
        label=gettext_lazy("Round or dispute"),
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("table 2 round 45, dispute 7")}),
    )
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

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        for name in ("began_at", "ended_at", "recorded_from", "recorded_to"):
            if given.get(name):
                try:
                    past(given[name], self.house)
                except forms.ValidationError as fault:
                    self.add_error(name, fault)
        for start, end in (("began_at", "ended_at"), ("recorded_from", "recorded_to")):
            if given.get(start) and given.get(end) and given[end] < given[start]:
                self.add_error(end, _("The end follows the beginning."))
        return given

    def clean_about(self) -> NamedThing | None:
        """The round or dispute by what people call it; what is not known is said at its field."""
        words = self.cleaned_data["about"].strip()
        if not words:
            return None
        found = [
            thing
            for thing in things_named(self.house.pk, words)
            if thing.reference.startswith(("round:", "dispute:"))
        ]
        if len(found) != 1:
            raise forms.ValidationError(
                _("Name one round as “table 2 round 45”, or a dispute as “dispute 7”.")
            )
        return found[0]

    def observation(self, adds_to: SurveillanceEntry | None) -> dict[str, Any]:
        """What was entered, in the house's time zone, under the names of `Observation`."""
        given = dict(self.cleaned_data)
        table = chosen_id(given.pop("table"))
        moments = {
            name: in_zone(given.pop(name), self.house)
            for name in ("began_at", "ended_at", "recorded_from", "recorded_to")
        }
        adds_to_id = adds_to.pk if adds_to else None
        about: NamedThing | None = given.pop("about")
        kind, _colon, key = about.reference.partition(":") if about else ("", "", "")
        named = {f"{kind}_id": key} if kind else {}
        return {**given, **moments, **named, "table_id": table, "adds_to_id": adds_to_id}
