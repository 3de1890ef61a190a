"""What the ledger of moves says about which sets are where, and where a count differs."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from tables.models import EquipmentSet, EquipmentState, StockCount

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


@dataclass(frozen=True, slots=True)
class SetDiffers:
    """A set that is not where the ledger has it; a place is empty where one of them has none."""

    serial: str
    book: str
    found: str


def book_count(property_id: int, kind: str) -> dict[str, list[str]]:
    """The serials of the sets of a kind that should be in each place."""
    return serials_by_place(dict(_sets(property_id, kind).values_list("serial", "state")))


def serials_by_place(found: Mapping[str, str]) -> dict[str, list[str]]:
    """Serials in their order, place by place."""
    return {
        place: sorted(serial for serial, where in found.items() if where == place)
        for place in COUNTED_STATES
    }


def misplaced_sets(count: StockCount) -> list[SetDiffers]:
    """The sets that are missing, too many or in another place, by serial."""
    book, found = _places(count.book), _places(count.counted)
    return [
        SetDiffers(serial, book.get(serial, ""), found.get(serial, ""))
        for serial in sorted({*book, *found})
        if book.get(serial) != found.get(serial)
    ]


def serials_of(property_id: int, kind: str) -> tuple[str, ...]:
    """The serials that there are of a kind, wherever they are."""
    sets = _sets(property_id, kind).order_by("serial")
    return tuple(sets.values_list("serial", flat=True))


def _sets(property_id: int, kind: str) -> QuerySet[EquipmentSet]:
    return EquipmentSet.objects.filter(property_id=property_id, kind=kind, state__in=COUNTED_STATES)


def _places(sets: Mapping[str, list[str]]) -> dict[str, str]:
    return {serial: place for place, serials in sets.items() for serial in serials}
