"""Tables and dealers as a form offers them."""

from staff.models import Person, Property, Role
from tables.models import GamingTable


def table_choices(house: Property) -> list[tuple[int, str]]:
    tables = GamingTable.objects.filter(property=house).order_by("number")
    return [(table.pk, str(table)) for table in tables.only("pk", "number")]


def dealer_choices(house: Property) -> list[tuple[int, str]]:
    people = Person.objects.filter(property=house, roles__contains=[Role.DEALER])
    return list(people.order_by("name").values_list("pk", "name"))
