"""The houses of a human being: where they have a row, and what they may do in each."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.http import Http404

from staff.models import Person, Property, Role
from staff.policy import Act, may


@dataclass(frozen=True, slots=True)
class HouseOf:
    """A house in which somebody works, and as what."""

    property_id: int
    house: str
    roles: tuple[str, ...]
    is_here: bool


def rows_of(person: Person) -> QuerySet[Person]:
    """The rows of the same human being in every house where they work now, by house."""
    rows = Person.objects.select_related("property").filter(
        Q(pk=person.keeper_id) | Q(home_id=person.keeper_id), is_active=True
    )
    return rows.order_by("property__name", "pk")


def houses_of(person: Person) -> list[HouseOf]:
    found = sorted(rows_of(person), key=lambda each: (each.home_id is not None, each.property.name))
    return [
        HouseOf(
            property_id=each.property_id,
            house=each.property.name,
            roles=tuple(each.roles),
            is_here=each.property_id == person.property_id,
        )
        for each in found
    ]


def row_in_house(person: Person, house_id: int) -> Person:
    """The row of the same human being in another house; where there is none, there is nothing."""
    found = rows_of(person).filter(property_id=house_id).first()
    if found is None:
        raise Http404
    return found


def houses_seen_by(person: Person, act: Act = Act.VIEW_HOUSES) -> list[Property]:
    """The houses whose figures somebody may see: where a role of theirs allows it, by name.

    The operator's own administrators see the figures of every house, and enter none by that.
    """
    rows = list(rows_of(person))
    if any(Role.OPERATOR in each.roles for each in rows if each.home_id is None):
        return list(Property.objects.order_by("name"))
    seen = {each.property_id: each.property for each in rows if may(each, act)}
    return sorted(seen.values(), key=lambda house: house.name)
