"""How much there is to administer."""

from staff.models import Person, Property, Tablet
from tables.models import RulesSubmission
from tables.queries.floor import standing_tables


def house_counts(house: Property) -> dict[str, int]:
    return {
        "people": Person.objects.filter(property=house, is_active=True).count(),
        "tablets": Tablet.objects.filter(property=house, revoked_at__isnull=True).count(),
        "tables": standing_tables(house.pk).count(),
        "submissions": RulesSubmission.objects.filter(property=house).count(),
    }
