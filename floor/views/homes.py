"""The administrator's home, with everything to set up, and the page of the house."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from audit.record import reference
from floor.forms import HouseForm
from floor.queries.house_changes import LastChange, last_changes
from floor.queries.house_counts import house_counts
from foundation.answers import confirm, go_to
from foundation.doors import carry_out_form, person_of
from foundation.pages import page
from staff.commands.properties import change_property
from staff.house_settings import SETTINGS, Unit, value_text
from staff.models import Property
from staff.policy import Act
from staff.queries.installation import operator_name


@dataclass(frozen=True, slots=True)
class Door:
    """A card that leads somewhere."""

    title: Promise
    about: Promise
    icon: str
    url_name: str
    count: str = ""

    @property
    def url(self) -> str:
        try:
            return reverse(self.url_name)
        except NoReverseMatch:
            return ""


ADMINISTRATION = (
    Door(
        _("The first day"),
        _("What is missing until the first settled round, and where it is done."),
        "flag",
        "first-day",
    ),
    Door(
        _("People"),
        _("Add, change roles, reset a PIN, let somebody go."),
        "staff",
        "staff",
        "people",
    ),
    Door(
        _("Import and export"),
        _("Rules, staff, tables and equipment as a spreadsheet."),
        "upload",
        "house-import",
    ),
    Door(
        _("Tablets"),
        _("Enrol a tablet, post it at a table, shut it out."),
        "tablet",
        "tablets",
        "tablets",
    ),
    Door(_("Tables"), _("Pits, tables, limits, chips, cameras."), "table", "floor-setup", "tables"),
    Door(
        _("Rules"),
        _("File a submission under a published profile; adopt it at tables."),
        "book",
        "rules-submissions",
        "submissions",
    ),
    Door(
        _("The house"),
        _("Clock, gaming day, chips, limits and times: what each does, who changed it last."),
        "settings",
        "property-settings",
    ),
    Door(
        _("Equipment"),
        _("Tile sets, dice and decks from receipt to destruction."),
        "tiles",
        "equipment",
    ),
    Door(
        _("E-mail and text messages"),
        _("The house's gateways, by which staff are called away from a screen."),
        "bell",
        "gateways",
    ),
    Door(
        _("Service accounts"),
        _("Smart tables and imports: what each may, until when, last used."),
        "key",
        "services",
    ),
    Door(
        _("Reports"),
        _("The access review: who may sign in, as what, and since when unused."),
        "report",
        "reports",
    ),
    Door(_("Record"), _("What everybody did; read only."), "audit", "audit"),
    Door(_("Health"), _("Whether every part of the system answers."), "online", "readyz"),
)


@page(Act.VIEW_ADMINISTRATION)
def administration(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    counts = house_counts(person.property)
    doors = [(door, counts.get(door.count)) for door in ADMINISTRATION if door.url]
    title = _("Administration")
    return render(request, "floor/doors.html", {"doors": doors, "title": title})


@page(Act.MANAGE_PROPERTY, posts=True)
def property_settings(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    form = HouseForm(person.property, request.POST or None)
    if not form.is_valid():
        status = 422 if request.method == "POST" else 200
        context = {
            "form": form,
            "sections": house_sections(form, person.property),
            "house": person.property,
            "operator": operator_name(),
            "subject": reference(person.property),
        }
        return render(request, "floor/house_form.html", context, status=status)
    carry_out_form(request, change_property, **form.facts())
    confirm(request, change_property.says)
    return go_to(request, "property-settings")


@dataclass(frozen=True, slots=True)
class SettingLine:
    """A field of the house's page: in what it is counted, what counts without it, its history."""

    field: BoundField
    unit: str
    usual: str
    change: LastChange | None


def house_sections(form: HouseForm, house: Property) -> list[tuple[str, list[SettingLine]]]:
    changes = last_changes(house)
    return [
        (title, [_entry(each, changes, house) for each in fields])
        for title, fields in form.sections()
    ]


def _entry(field: BoundField, changes: Mapping[str, LastChange], house: Property) -> SettingLine:
    change = changes.get({"smallest_chip": "smallest_chip_cents"}.get(field.name, field.name))
    known = SETTINGS.get(field.name)
    if known is None:
        return SettingLine(
            field, house.currency if field.name == "smallest_chip" else "", "", change
        )
    unit = {Unit.MONEY: house.currency, Unit.COUNT: "", Unit.FLAG: ""}.get(
        known.unit, str(known.unit.label)
    )
    return SettingLine(field, unit, value_text(known, known.default, house.currency), change)
