"""Take rows for a change, in one order: table, sets, people; and only rows of one's own house."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.models import Person
from tables.models import EquipmentSet, GamingTable, Inspection


def locked_table(table_id: int, by: Person) -> GamingTable:
    """Take the table's row: whatever happens at one table happens one after the other."""
    return (
        GamingTable.objects.select_for_update(no_key=True, of=("self",))
        .select_related("property", "submission", "pit")
        .get(pk=table_id, property_id=by.property_id)
    )


def locked_set(equipment_id: int, by: Person) -> EquipmentSet:
    return locked_sets([equipment_id], by)[0]


def locked_sets(ids: Iterable[int], by: Person) -> list[EquipmentSet]:
    wanted = sorted(set(ids))
    found = list(
        EquipmentSet.objects.select_for_update(no_key=True, of=("self",))
        .select_related("property", "submission")
        .filter(pk__in=wanted, property_id=by.property_id)
        .order_by("pk")
    )
    if len(found) != len(wanted):
        raise EquipmentSet.DoesNotExist
    return found


def locked_inspection(inspection_id: int, by: Person) -> tuple[GamingTable | None, Inspection]:
    """Take an inspection, after the table it is at."""
    inspections = Inspection.objects.filter(property_id=by.property_id)
    table_id = inspections.values_list("table_id", flat=True).get(pk=inspection_id)
    table = locked_table(table_id, by) if table_id else None
    locked = inspections.select_for_update(no_key=True, of=("self",)).select_related("equipment")
    return table, locked.get(pk=inspection_id)


def guard_table_version(table: GamingTable, expected: int | None) -> None:
    """Refuse a command from a screen that shows an older state of the table."""
    if expected is not None and expected != table.version:
        raise Refused(
            "stale_version",
            _("Something changed at this table since this screen was drawn. Look again."),
            version=table.version,
        )


def step(table: GamingTable, **changes: object) -> None:
    """Change the table and count the step, so that older screens are noticed."""
    for name, value in changes.items():
        setattr(table, name, value)
    table.version += 1
    table.save(update_fields=["version", *changes])
