"""What people ask for: searches, reports, lines of the surveillance log."""

from collections import Counter
from datetime import datetime
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from banking.models import BankKind
from foundation.forms import MoneyField, StyledForm, day_field, in_zone, moment_field, some
from review.models import SurveillanceEntry
from review.queries.search import (
    CARD_RANKS,
    CARDS_SIZE,
    HAND_SIZE,
    LOW_CARDS,
    RANK_CODES,
    THREE_ALIKE,
    Criteria,
)
from review.wording import SEARCHED_OUTCOMES, SUSPECTED, TRAITS, WATCH_REASONS
from rounds.wording import hand_words
from rules.cards.card import DECK
from rules.tiles.tile import KINDS, TILE_SET
from staff.models import Property
from tables.queries.choices import dealer_choices, table_choices

LONGEST_DAYS = 366


def _rank_label(code: str) -> str:
    word = hand_words(code)
    return word[:1].upper() + word[1:]


rank_label = lazy(_rank_label, str)


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
            table_id=chosen_id(given["table"]),
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
            tiles=(*given["tiles"], *given["cards"]),
            high=given["high"],
            low=given["low"],
        )


def chosen_id(text: str) -> int | None:
    return int(text) if text else None


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

    def observation(self, adds_to: SurveillanceEntry | None) -> dict[str, Any]:
        """What was entered, in the house's time zone, under the names of `Observation`."""
        given = dict(self.cleaned_data)
        table = chosen_id(given.pop("table"))
        moments = {
            name: in_zone(given.pop(name), self.house)
            for name in ("began_at", "ended_at", "recorded_from", "recorded_to")
        }
        adds_to_id = adds_to.pk if adds_to else None
        return {**given, **moments, "table_id": table, "adds_to_id": adds_to_id}
