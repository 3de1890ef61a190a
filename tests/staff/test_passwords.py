import pytest
from django.test import Client

from rules.refusals import Refused
from staff.commands.people import change_own_password
from tests.factories import PASSWORD, give_second_factor, make_floor
from tests.staff.test_sign_in import at_desk
from tests.tables.acts import NOON

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "made_of",
    ["{name}1", "{badge}{badge}", "{house}2026", "paigowcasino1", "pit manager 99"],
)
def test_a_password_made_of_words_of_the_house_is_refused(made_of):
    person = make_floor().pit_manager
    words = {"name": person.name, "badge": person.badge, "house": person.property.name}
    new = made_of.format(**words)
    with pytest.raises(Refused) as refusal:
        change_own_password(person, old=PASSWORD, new=new, at=NOON)
    assert refusal.value.code == "weak_password"


def test_a_long_password_of_any_signs_is_taken_whole():
    person = give_second_factor(make_floor().compliance)
    long = " Ünï 牌九 'quoted\" <b> " * 6
    assert len(long) > 64
    change_own_password(person, old=PASSWORD, new=long, at=NOON)
    person.refresh_from_db()
    assert at_desk(person, password=long.strip()).status_code == 409
    assert at_desk(person, password=long, client=Client()).status_code == 302
