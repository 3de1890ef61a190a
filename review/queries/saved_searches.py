"""The searches that a person keeps, and those that colleagues share."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Q

from review.models import SavedSearch
from staff.models import Person


@dataclass(frozen=True, slots=True)
class KeptSearch:
    id: int
    name: str
    query: str
    is_mine: bool
    owner: str


def saved_searches(person: Person) -> list[KeptSearch]:
    """One's own first, then the house's shared ones."""
    kept = SavedSearch.objects.filter(
        Q(person=person) | Q(property_id=person.property_id, is_shared=True)
    ).select_related("person")
    found = [
        KeptSearch(
            each.pk,
            each.name,
            urlencode(each.criteria, doseq=True),
            each.person_id == person.pk,
            each.person.name,
        )
        for each in kept.order_by("name")
    ]
    return sorted(found, key=lambda each: not each.is_mine)
