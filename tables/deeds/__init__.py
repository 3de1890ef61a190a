"""Every command of this app as pages and API offer it."""

from tables.deeds import at_table, custody, equipment, house
from tables.doing import Deed

DEEDS: tuple[Deed, ...] = (
    *at_table.DEEDS,
    *equipment.DEEDS,
    *custody.DEEDS,
    *house.DEEDS,
)
BY_NAME = {deed.name: deed for deed in DEEDS}
