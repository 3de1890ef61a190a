"""How much there is to administer."""

from staff.models import Person, Property, Tablet
from tables.models import GamingTable, RulesSubmission


def house_counts(house: Property) -> dict[str, int]:
    return {
        "people": Person.objects.filter(property=house, is_active=True).count(),
        "tablets": Tablet.objects.filter(property=house, revoked_at__isnull=True).count(),
        "tables": GamingTable.objects.filter(property=house, retired_at=None).count(),
        "submissions": RulesSubmission.objects.filter(property=house).count(),
    }
