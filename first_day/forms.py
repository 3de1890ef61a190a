"""The forms of set-up, one a step; each asks the guards of its command before it is kept."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from floor.forms import ClockAndChips
from foundation.currencies import CURRENCIES
from foundation.forms import StyledForm
from staff.commands.set_up import (
    NewHouse,
    guard_house,
    guard_operator,
    guard_secrets,
)
from tables.guards import refusal_of


class OperatorForm(StyledForm):
    operator = forms.CharField(
        label=gettext_lazy("Operator"),
        max_length=60,
        help_text=gettext_lazy("A domain of your own, such as tables.yourcasino.com."),
        widget=forms.TextInput(
            attrs={"autofocus": True, "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        _ask(self, "operator", guard_operator, given.get("operator", ""))
        return given


class NewHouseForm(ClockAndChips):
    house = forms.CharField(label=gettext_lazy("Name of the house"), max_length=80)
    short_name = forms.CharField(
        label=gettext_lazy("Short name"),
        required=False,
        max_length=50,
        help_text=gettext_lazy(
            "Latin letters, for the name of its log; made of the name when left empty. It never"
            " changes."
        ),
    )
    currency = forms.ChoiceField(
        label=gettext_lazy("Currency"),
        choices=[(code, code) for code in CURRENCIES],
        help_text=gettext_lazy("All amounts of the house; it never changes."),
    )
    field_order: Sequence[str] = (
        *("house", "short_name", "currency", "time_zone"),
        *("day_starts_at", "smallest_chip", "denominations"),
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors:
            _ask(self, None, guard_house, NewHouse.model_construct(**self.facts()))
        return given

    def facts(self) -> dict[str, Any]:
        """What was entered, in cents, under the names of `NewHouse`."""
        given = self.cleaned_data
        return {
            **{name: given[name] for name in ("house", "short_name", "currency", "time_zone")},
            "day_starts_at": given["day_starts_at"],
            "smallest_chip_cents": given["smallest_chip"],
            "denominations": given["denominations"],
        }


class AnotherHouseForm(NewHouseForm):
    licence_number = forms.CharField(
        label=gettext_lazy("Your licence number there"),
        max_length=30,
        help_text=gettext_lazy("You are its first administrator and appoint everybody else."),
    )
    field_order = (*NewHouseForm.field_order, "licence_number")

    def facts(self) -> dict[str, Any]:
        return {**super().facts(), "licence_number": self.cleaned_data["licence_number"]}


class AdministratorForm(StyledForm):
    name = forms.CharField(label=gettext_lazy("Your name"), max_length=80)
    badge = forms.CharField(
        label=gettext_lazy("Badge"),
        max_length=20,
        help_text=gettext_lazy("With it you sign in, such as A1."),
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "username"}),
    )
    licence_number = forms.CharField(label=gettext_lazy("Licence number"), max_length=30)
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        help_text=gettext_lazy("At least ten characters; a short sentence is easy to keep."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password", "minlength": 10}),
    )
    password_again = forms.CharField(
        label=gettext_lazy("Password, once more"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    pin = forms.CharField(
        label=gettext_lazy("PIN"),
        max_length=6,
        help_text=gettext_lazy("Six digits of your own: with badge and PIN you sign."),
        widget=forms.PasswordInput(
            attrs={"inputmode": "numeric", "pattern": "[0-9]{6}", "autocomplete": "off"}
        ),
    )
    pin_again = forms.CharField(
        label=gettext_lazy("PIN, once more"),
        max_length=6,
        widget=forms.PasswordInput(
            attrs={"inputmode": "numeric", "pattern": "[0-9]{6}", "autocomplete": "off"}
        ),
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        for name in ("password", "pin"):
            if given.get(name) != given.get(f"{name}_again"):
                self.add_error(f"{name}_again", _("This is not the same as above."))
        if not self.errors:
            _ask(self, None, guard_secrets, given["password"], given["pin"], given["badge"])
        return given


class SecondFactorForm(StyledForm):
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=7,
        help_text=gettext_lazy("The six digits that the authenticator shows now."),
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "one-time-code", "autofocus": True}
        ),
    )


def _ask(form: forms.Form, field: str | None, guard: Callable[..., Any], *given: Any) -> None:
    """Let a guard look at what was entered, and say beside the field what it refuses."""
    refused = None if form.errors else refusal_of(guard, *given)
    if refused is not None:
        form.add_error(field, str(refused.message))
