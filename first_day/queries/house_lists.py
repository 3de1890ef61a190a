"""A house as the lists that another house could take over."""

import json

from first_day.lists import LISTS
from staff.models import Person, Property, Role
from tables.models import EquipmentSet, EquipmentState, RulesSubmission, Shaker
from tables.queries.floor import standing_tables

GONE = (EquipmentState.DESTROYED, EquipmentState.DISSOLVED, EquipmentState.CONDEMNED)

Lines = list[tuple[str, ...]]


def house_lists(house: Property) -> dict[str, Lines]:
    """Every list of a house, in the order in which they are taken over; no secret is in them."""
    made = {
        "rules": _rules(house),
        "staff": _staff(house),
        "tables": _tables(house),
        "equipment": _equipment(house),
    }
    return {name: made[name] for name in LISTS}


def _rules(house: Property) -> Lines:
    latest: dict[str, RulesSubmission] = {}
    for each in RulesSubmission.objects.filter(property=house).order_by("version", "pk"):
        latest[each.name] = each
    return [
        (
            each.name,
            each.profile,
            each.approval_reference,
            json.dumps(each.options, sort_keys=True),
            json.dumps(each.equipment, sort_keys=True),
        )
        for each in latest.values()
    ]


def _staff(house: Property) -> Lines:
    """Who belongs to the house; whoever comes from another is on that one's list."""
    people = Person.objects.filter(property=house, is_active=True, home__isnull=True)
    return [
        (each.badge, each.name, each.licence_number, " ".join(roles), each.language)
        for each in people.order_by("badge")
        if (roles := [role for role in each.roles if role != Role.OPERATOR])
    ]


def _tables(house: Property) -> Lines:
    tables = standing_tables(house.pk)
    shakers = {each.table_id: each for each in house.shakers.all()}
    return [
        (
            each.pit.name,
            str(each.number),
            each.submission.name,
            str(each.seats),
            _amount(each.minimum_cents),
            _amount(each.maximum_cents),
            _amount(each.player_maximum_cents),
            " ".join(_amount(cents) for cents in each.denominations),
            each.drop_box,
            each.layout_approval,
            " ".join(each.cameras),
            *_shaker(shakers.get(each.pk)),
        )
        for each in tables.order_by("number")
    ]


def _shaker(shaker: Shaker | None) -> tuple[str, str, str]:
    if shaker is None:
        return "", "", ""
    return shaker.serial, shaker.approval_reference, str(shaker.approved_on or "")


def _equipment(house: Property) -> Lines:
    sets = EquipmentSet.objects.filter(property=house).exclude(state__in=GONE)
    return [
        (
            each.kind,
            each.serial,
            each.seal_number,
            each.submission.name if each.submission else "",
            each.design_approval,
            " ".join(each.detail.get("pieces", ())),
        )
        for each in sets.select_related("submission").order_by("kind", "serial")
    ]


def _amount(cents: int | None) -> str:
    if cents is None:
        return ""
    return str(cents // 100) if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02}"
