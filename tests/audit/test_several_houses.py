"""What happens to one human being in two houses is in both logs, and both verify."""

import pytest
from django.utils import timezone

from audit.commands.rows import seal_rows
from staff.commands.houses import let_work_here, open_another_house
from staff.commands.people import block_leaver, change_person
from staff.models import Person
from tests.audit.houses import House
from tests.audit.test_promises import messages
from tests.factories import make_floor, make_person


@pytest.fixture
def houses(committed, witness):
    here, there = make_floor(), make_floor()
    return here, there, [House(here.property), House(there.property)]


def sealed(houses):
    seal_rows(at=timezone.now())
    for house in houses:
        house.seal()
        house.sign()


def test_both_logs_verify_whatever_happens_to_somebody_in_two_houses(houses, verify):
    here, there, both = houses
    guest = let_work_here(here.dealer.badge, "L-there", ("dealer",), by=there.administrator)
    sealed(both)
    change_person(
        here.dealer.pk,
        badge="NEW-1",
        name="Another Name",
        licence_number=here.dealer.licence_number,
        roles=("dealer", "floorperson"),
        exception_reason="",
        by=here.administrator,
    )
    sealed(both)
    block_leaver(here.dealer.pk, by=here.administrator)
    sealed(both)
    assert not Person.objects.get(pk=guest.pk).is_active
    for house in both:
        assert messages(verify(house)) == []


def test_the_log_of_a_house_that_was_opened_later_verifies(houses, verify):
    here, _there, (first, _second) = houses
    boss = make_person(here.property, "administrator", "operator")
    opened = open_another_house(
        house="Third House",
        short_name="third-house",
        currency="USD",
        time_zone="UTC",
        day_starts_at=here.property.day_starts_at,
        smallest_chip_cents=100,
        denominations=(100, 500),
        licence_number="L-third",
        by=boss,
    )
    third = House(opened.property)
    sealed([first, third])
    assert messages(verify(first)) == []
    assert messages(verify(third)) == []
