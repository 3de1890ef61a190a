"""Tables, sets and all that belongs to them by what people call them, for the record."""

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.naming import Called, said_by
from audit.subjects import NamedThing
from audit.wording import table_name
from tables.models import EquipmentKind, EquipmentSet, GamingTable
from tables.models.custody import CountPurpose
from tables.models.notices import Via
from tables.wording import MOVES

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


TABLE_THINGS = {
    "alert": Called(
        gettext_lazy("Alert"),
        gettext_lazy("Alert at table {table}, {at}"),
        gettext_lazy("Alert of {at}"),
        table="table__number",
        at="raised_at",
    ),
    "assignment": Called(
        gettext_lazy("Assignment"),
        gettext_lazy("{person} answers for table {table}"),
        person="person__name",
        table="table__number",
    ),
    "count": Called(
        gettext_lazy("Count of sets"),
        gettext_lazy("{purpose}: {kind}, {day}"),
        purpose=("purpose", said_by(dict(CountPurpose.choices))),
        kind=("kind", said_by(dict(EquipmentKind.choices))),
        day="gaming_day",
    ),
    "destruction": Called(
        gettext_lazy("Destruction"),
        gettext_lazy("Destruction of {serial}"),
        serial="equipment__serial",
    ),
    "device": Called(
        gettext_lazy("Device"), gettext_lazy("Device of {person}"), person="person__name"
    ),
    "discrepancy": Called(
        gettext_lazy("Discrepancy report"),
        gettext_lazy("Discrepancy report {number}"),
        number="number",
    ),
    "duty": Called(
        gettext_lazy("Duty"),
        gettext_lazy("Duty of {person} from {at}"),
        person="person__name",
        at="began_at",
    ),
    "envelope": Called(
        gettext_lazy("Envelope"), gettext_lazy("Envelope {seal}"), seal="seal_number"
    ),
    "equipment": Called(gettext_lazy("Set"), "{serial}", serial="serial"),
    "gateway": Called(
        gettext_lazy("Gateway"),
        gettext_lazy("Gateway: {via}"),
        via=("via", said_by(dict(Via.choices))),
    ),
    "inspection": Called(
        gettext_lazy("Inspection"),
        gettext_lazy("Inspection of {serial} at table {table}"),
        gettext_lazy("Inspection of {serial}"),
        serial="equipment__serial",
        table="table__number",
    ),
    "move": Called(
        gettext_lazy("Move of a set"),
        "{serial}: {act}",
        serial="equipment__serial",
        act=("act", said_by(MOVES)),
    ),
    "notice": Called(
        gettext_lazy("Call"),
        gettext_lazy("Call of {person}, {at}"),
        person="person__name",
        at="called_at",
    ),
    "pit": Called(gettext_lazy("Pit"), "{name}", name="name"),
    "placement": Called(
        gettext_lazy("A set at a table"),
        gettext_lazy("{serial} at table {table}"),
        serial="equipment__serial",
        table="table__number",
    ),
    "qualification": Called(
        gettext_lazy("Qualification"),
        gettext_lazy("Qualification of {person}"),
        person="person__name",
    ),
    "quiet": Called(
        gettext_lazy("Quiet hours"), gettext_lazy("Quiet hours of {person}"), person="person__name"
    ),
    "relief": Called(
        gettext_lazy("Relief"),
        gettext_lazy("Relief of table {table} by {person}"),
        person="person__name",
        table="table__number",
    ),
    "shaker": Called(gettext_lazy("Shaker"), gettext_lazy("Shaker {serial}"), serial="serial"),
    "shift": Called(
        gettext_lazy("A dealer at a table"),
        gettext_lazy("{person} at table {table}, {at}"),
        person="person__name",
        table="table__number",
        at="began_at",
    ),
    "string": Called(gettext_lazy("String of tables"), "{name}", name="name"),
    "submission": Called(
        gettext_lazy("Rules"), "{name} v{version}", name="name", version="version"
    ),
    "table": Called(gettext_lazy("Table"), gettext_lazy("Table {number}"), number="number"),
    "training": Called(
        gettext_lazy("Drill"), gettext_lazy("Drill of {person}"), person="person__name"
    ),
    "work_order": Called(
        gettext_lazy("Work order"), gettext_lazy("Work order {number}"), number="number"
    ),
    "work_order_line": Called(
        gettext_lazy("Line of a work order"),
        gettext_lazy("{serial} in work order {number}"),
        serial="equipment__serial",
        number="order__number",
    ),
}
"""What the record calls tables, sets, people's posts and calls."""
