"""Who is qualified for what, and the drills that were signed."""

from dataclasses import dataclass
from datetime import datetime

from staff.models import Person, Role
from tables.models import Qualification, RulesSubmission, TrainingRecord
from tables.wording import profile_words

LATEST = 100


@dataclass(frozen=True, slots=True)
class Held:
    """A rule set of the house for one dealer: qualified since when and by whom, or not."""

    profile: str
    rules: str
    id: int | None
    given_by: str
    given_at: datetime | None


@dataclass(frozen=True, slots=True)
class DealerRow:
    id: int
    name: str
    badge: str
    games: tuple[Held, ...]


@dataclass(frozen=True, slots=True)
class TrainingRow:
    name: str
    rules: str
    hands: int
    right: int
    kept_at: datetime
    signed_by: str


def house_profiles(viewer: Person) -> list[str]:
    """The rule sets that the house has filed."""
    filed = RulesSubmission.objects.filter(property_id=viewer.property_id)
    return sorted(set(filed.values_list("profile", flat=True)))


def dealer_rows(viewer: Person) -> list[DealerRow]:
    """Every dealer of the viewer's house, with each of its games."""
    profiles = house_profiles(viewer)
    dealers = Person.objects.filter(
        property_id=viewer.property_id, is_active=True, roles__contains=[Role.DEALER]
    )
    held = Qualification.objects.filter(
        property_id=viewer.property_id, ended_at__isnull=True
    ).select_related("given_by")
    known = {(each.person_id, each.profile): each for each in held}
    return [
        DealerRow(
            person.pk,
            person.name,
            person.badge,
            tuple(_held(name, known.get((person.pk, name))) for name in profiles),
        )
        for person in dealers.order_by("name")
    ]


def _held(profile: str, found: Qualification | None) -> Held:
    if found is None:
        return Held(profile, profile_words(profile), None, "", None)
    return Held(profile, profile_words(profile), found.pk, found.given_by.name, found.given_at)


def training_rows(viewer: Person) -> list[TrainingRow]:
    """The latest drills that were signed, newest first."""
    found = TrainingRecord.objects.filter(property_id=viewer.property_id).select_related(
        "person", "submission", "signed_by"
    )
    return [
        TrainingRow(
            each.person.name,
            profile_words(each.submission.profile),
            each.hands,
            each.right,
            each.kept_at,
            each.signed_by.name,
        )
        for each in found.order_by("-kept_at")[:LATEST]
    ]
