"""What the record allows, and to whom."""

from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, require


def guard_two_carers(by: Person, second: Person) -> None:
    """Acts on the log itself take two different people of the same house, each with the right."""
    require(by, Act.CARE_FOR_LOG)
    require(second, Act.CARE_FOR_LOG)
    if by.pk == second.pk:
        raise Refused("same_person", _("Two different people must agree. Ask a second person."))
