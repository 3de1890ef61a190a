"""What the ledger of moves says about how many sets are where."""

from django.db.models import Count

from tables.models import EquipmentSet, EquipmentState

COUNTED_STATES = (
    EquipmentState.RECEIVED.value,
    EquipmentState.STORE.value,
    EquipmentState.PIT_STAND.value,
    EquipmentState.AT_TABLE.value,
    EquipmentState.ENVELOPE.value,
    EquipmentState.COLLECTED.value,
    EquipmentState.QUARANTINE.value,
    EquipmentState.CONDEMNED.value,
)


def book_count(property_id: int, kind: str) -> dict[str, int]:
    """How many sets of a kind should be in each place."""
    found = (
        EquipmentSet.objects.filter(property_id=property_id, kind=kind, state__in=COUNTED_STATES)
        .values_list("state")
        .annotate(sets=Count("pk"))
        .order_by()
    )
    return dict.fromkeys(COUNTED_STATES, 0) | dict(found)
