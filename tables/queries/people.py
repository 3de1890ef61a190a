"""Who stands at the table of a tablet."""

from staff.models import Tablet
from tables.models import DealerShift, FloorAssignment


def people_at(tablet: Tablet) -> list[int]:
    """The dealer of the tablet's table, then the floorperson who answers for it."""
    here = {"table__tablet_posts__tablet": tablet, "ended_at__isnull": True}
    dealers = DealerShift.objects.filter(**here).values_list("person_id", flat=True)
    watching = FloorAssignment.objects.filter(**here).values_list("person_id", flat=True)
    return [*dealers, *watching]
