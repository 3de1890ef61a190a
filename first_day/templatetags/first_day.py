"""What comes next, beside the confirmation of what was done."""

from django import template

from first_day.queries.checklist import Item, checklist, is_first_day
from staff.models import Person
from staff.policy import Act, may

register = template.Library()


@register.simple_tag
def next_on_the_first_day(person: Person) -> Item | None:
    """The next item of the checklist, for whoever sets up a house that has not played yet."""
    if not may(person, Act.VIEW_ADMINISTRATION) or not is_first_day(person.property):
        return None
    return checklist(person.property).next_item
