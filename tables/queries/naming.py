"""Tables and sets by what people call them, for the record."""

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _

from audit.subjects import NamedThing
from audit.wording import table_name
from tables.models import EquipmentSet, GamingTable

A_TABLE = re.compile(r"(?:table|枱|台|桌)\W*(\d{1,5})|(\d{1,5})\s*(?:號枱|号台)", re.IGNORECASE)


def tables_called(house_id: int, words: str) -> Iterable[NamedThing]:
    """A table by its number: "table 7"."""
    asked = A_TABLE.fullmatch(words)
    if asked is None:
        return
    number = int(asked[1] or asked[2])
    for table in GamingTable.objects.filter(property_id=house_id, number=number):
        yield NamedThing(f"table:{table.pk}", table_name(table.number))


def sets_called(house_id: int, words: str) -> Iterable[NamedThing]:
    """Tiles, dice or cards by the serial of their set."""
    for found in EquipmentSet.objects.filter(property_id=house_id, serial__iexact=words):
        kind = found.get_kind_display()
        yield NamedThing(
            f"equipment:{found.pk}",
            _("{kind} {serial}").format(kind=kind, serial=found.serial),
            found.get_state_display(),
        )
