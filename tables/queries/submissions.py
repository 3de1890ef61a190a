"""Rules submissions: what is filed, what each option means, what a version changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from foundation.wording import money_text
from rules.citations import own_paragraphs
from rules.option_fields import OptionField, option_fields
from rules.options import Options
from rules.profiles import PROFILES, profile
from rules.tiles.house_ways.from_file import house_way_text
from staff.models import Person
from tables.models import GamingTable, RulesSubmission
from tables.queries.floor import standing_tables
from tables.requirements import REQUIREMENTS, Requirement
from tables.wording import OPTIONS, profile_words, value_words


@dataclass(frozen=True, slots=True)
class SubmissionRow:
    """A version in the list."""

    id: int
    name: str
    version: int
    profile: str
    profile_title: str
    profile_name: str
    approval_reference: str
    filed_by: str
    filed_at: datetime
    used_at: datetime | None
    is_latest: bool
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One option with its value, ready for the page: how to enter it, what it means, where from."""

    name: str
    group: str
    kind: str  # flag, whole, cents, choice, choices, wholes, text, date, table
    label: str
    says: str
    cite: str
    value: Any
    default: Any
    currency: str
    choices: tuple[tuple[str, str], ...] = ()  # code and words
    least: int | None = None
    most: int | None = None
    is_optional: bool = False

    @property
    def is_changed(self) -> bool:
        return bool(self.value != self.default)

    @property
    def shown(self) -> str:
        return self.in_words(self.value)

    @property
    def shown_default(self) -> str:
        return self.in_words(self.default)

    @property
    def as_file(self) -> str:
        """An own house way as its owner wrote it, for the form."""
        return house_way_text(self.value) if self.value else ""

    def in_words(self, value: Any) -> str:
        """A value as people read it."""
        if value is None or value in ("", []):
            return "–"
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, Mapping):
            return _("own table")
        if self.kind == "cents":
            return money_text(value, self.currency)
        words = dict(self.choices)
        values = value if isinstance(value, list) else [value]
        return ", ".join(words.get(each, str(each)) for each in values)


@dataclass(frozen=True, slots=True)
class OptionChange:
    """An option that differs between two versions."""

    label: str
    cite: str
    before: str
    after: str


def submission_rows(viewer: Person) -> list[SubmissionRow]:
    """Every version, the latest of each name first."""
    found = list(_submissions(viewer).order_by("name", "-version"))
    tables: dict[int, list[int]] = {}
    playing = standing_tables(viewer.property_id).order_by("number")
    for submission_id, number in playing.values_list("submission_id", "number"):
        tables.setdefault(submission_id, []).append(number)
    latest: dict[str, int] = {}
    for each in found:
        latest.setdefault(each.name, each.pk)
    return [
        SubmissionRow(
            id=each.pk,
            name=each.name,
            version=each.version,
            profile=each.profile,
            profile_title=profile(each.profile).title,
            profile_name=profile_words(each.profile),
            approval_reference=each.approval_reference,
            filed_by=each.filed_by.name,
            filed_at=each.filed_at,
            used_at=each.used_at,
            is_latest=latest[each.name] == each.pk,
            tables=tuple(tables.get(each.pk, ())),
        )
        for each in found
    ]


def submission(viewer: Person, submission_id: int) -> RulesSubmission:
    return _submissions(viewer).get(pk=submission_id)


def house_profiles(property_id: int) -> tuple[str, ...]:
    """The documents a house plays by: those of its tables, or of all it filed while it has none."""
    tables = GamingTable.objects.filter(property_id=property_id)
    filed = RulesSubmission.objects.filter(property_id=property_id)
    played = set(tables.values_list("submission__profile", flat=True))
    return tuple(sorted(played or filed.values_list("profile", flat=True).distinct()))


def version_before(viewer: Person, later: RulesSubmission) -> RulesSubmission | None:
    earlier = _submissions(viewer).filter(name=later.name, version__lt=later.version)
    return earlier.order_by("-version").first()


def choices_of(
    profile_id: str,
    options: Mapping[str, Any],
    equipment: Mapping[str, Any],
    currency: str,
) -> list[Choice]:
    """Every option that a profile has, with the value that holds."""
    parsed = Options.parse(profile(profile_id), options)
    standard = Options.default(profile(profile_id))
    game = [
        _game_choice(each, profile_id, parsed, standard, currency)
        for each in option_fields(profile(profile_id))
    ]
    return [
        *game,
        *(_equipment_choice(each, profile_id, equipment, currency) for each in REQUIREMENTS),
    ]


def changes_between(before: RulesSubmission | None, after: RulesSubmission) -> list[OptionChange]:
    """What a version changes: against the version before it, or against the profile's defaults."""
    currency = after.property.currency
    then = choices_of(after.profile, before.options, before.equipment, currency) if before else None
    now = choices_of(after.profile, after.options, after.equipment, currency)
    old = {each.name: each.value for each in then} if then else None
    return [
        OptionChange(
            each.label,
            each.cite,
            each.in_words(old[each.name] if old else each.default),
            each.shown,
        )
        for each in now
        if each.value != (old[each.name] if old else each.default)
    ]


def profiles() -> list[tuple[str, str]]:
    return [(each.id, each.title) for each in PROFILES.values()]


def profile_names() -> list[tuple[str, str]]:
    return [(each.id, profile_words(each.id)) for each in PROFILES.values()]


def _submissions(viewer: Person) -> QuerySet[RulesSubmission]:
    found = RulesSubmission.objects.select_related("filed_by", "property")
    return found.filter(property_id=viewer.property_id)


def _game_choice(
    each: OptionField, profile_id: str, parsed: Options, standard: Options, currency: str
) -> Choice:
    rules = profile(profile_id)
    value, default = getattr(parsed, each.name), getattr(standard, each.name)
    return Choice(
        name=each.name,
        group="game",
        kind=each.kind,
        label=str(OPTIONS[each.name]),
        says=_(each.says),
        cite=_paragraph(profile_id, each.cites[profile_id]),
        value=_plain(value),
        default=_plain(default),
        currency=currency,
        choices=tuple((code, value_words(each.name, code)) for code in each.choices_for(rules)),
        least=each.least,
        most=each.most.get(profile_id),
        is_optional=each.can_be_left_out(rules),
    )


def _equipment_choice(
    each: Requirement, profile_id: str, equipment: Mapping[str, Any], currency: str
) -> Choice:
    default = each.default_for(profile_id)
    value = equipment.get(each.code)
    return Choice(
        name=each.code,
        group="equipment",
        kind="flag" if isinstance(each.default, bool) else "whole",
        label=str(each.label),
        says=str(each.help),
        cite=_paragraph(profile_id, each.rule),
        value=default if value is None else value,
        default=default,
        currency=currency,
        least=each.minimum,
        most=each.maximum,
    )


def _paragraph(profile_id: str, paragraphs: str) -> str:
    """What the submission's own document says of an option; elsewhere the house decides."""
    own = own_paragraphs(profile_id, paragraphs)
    return own or (_("House procedure") if paragraphs else "")


def _plain(value: Any) -> Any:
    if hasattr(value, "source"):
        return dict(value.source)
    return list(value) if isinstance(value, tuple) else value
