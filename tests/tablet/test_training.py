"""Lessons, drills and qualifications: what is taught is the core's, what is kept is signed."""

import random

import pytest

from staff.models import Property
from tables.commands.dealers import tap_in
from tables.commands.training import end_qualification, qualify_dealer
from tables.models import Qualification, TrainingRecord
from tablet.commands import keep_training
from tablet.training import HANDS_IN_A_DRILL, drill, lessons, right_answers
from tests.factories import SEATS, make_floor, make_table
from tests.sign_in import sign_in
from tests.tables.acts import NOON, kinds_of, refused, signer

pytestmark = pytest.mark.django_db
TILES = ["ranking", "house_way", "dealing", "bank", "irregularities"]


def answers_of(hands, *, right: int) -> str:
    """The first so many as the house way sets them, the others otherwise where that can be."""
    lines = []
    for number, hand in enumerate(hands):
        wanted = number < right
        chosen = next((e for e in hand.settings if e.is_house_way == wanted), hand.settings[0])
        lines.append(f"{' '.join(hand.held)}|{' '.join(chosen.high)}")
    return "\n".join(lines)


@pytest.mark.parametrize("profile", SEATS)
def test_every_rule_set_has_its_lessons_and_its_drill(profile):
    floor = make_floor(profile)
    taught = {each.code: each.lines for each in lessons(floor.submission)}
    wanted = ["ranking", "house_way"] if profile == "three-card-split" else TILES
    assert list(taught) == wanted
    assert all(line.cite for line in taught["house_way"])
    hands = drill(floor.submission, random.Random(7))
    assert len(hands) == HANDS_IN_A_DRILL
    assert all(any(each.is_house_way for each in hand.settings) for hand in hands)
    given = [tuple(line.split("|")) for line in answers_of(hands, right=50).splitlines()]
    assert right_answers(floor.submission, given) == HANDS_IN_A_DRILL


def test_a_drill_is_kept_with_the_floors_signature_and_judged_again():
    floor = make_floor()
    hands = drill(floor.submission, random.Random(7))
    answers = answers_of(hands, right=30)
    expected = right_answers(
        floor.submission, [tuple(line.split("|")) for line in answers.splitlines()]
    )
    kept = keep_training(
        floor.table.pk, answers, by=floor.dealer, at=NOON, floor=signer(floor.floorperson)
    )
    assert (kept.person, kept.hands, kept.right) == (floor.dealer, 50, expected)
    assert kept.signed_by == floor.floorperson
    assert 30 <= expected < 50
    assert kinds_of(kept) == ["tables.training_kept"]


@pytest.mark.parametrize(
    ("answers", "code"),
    [("6-6 1-1 3-5 2-4|6-6 1-1", "drill_unfinished"), ("\n".join(["9-9|x"] * 50), "bad_answers")],
)
def test_what_is_no_drill_is_not_kept(answers, code):
    floor = make_floor()
    with refused(code):
        keep_training(
            floor.table.pk, answers, by=floor.dealer, at=NOON, floor=signer(floor.floorperson)
        )
    assert not TrainingRecord.objects.filter(property=floor.property).exists()


def demand_qualification(floor) -> None:
    Property.objects.filter(pk=floor.property.pk).update(settings={"asks_qualification": 1})


def test_only_a_qualified_dealer_takes_a_table_where_the_house_asks_for_it():
    floor = make_floor()
    demand_qualification(floor)
    table = make_table(floor)
    newcomer = floor.second_dealer
    with refused("not_qualified"):
        tap_in(table.pk, "S-1", by=newcomer, at=NOON)
    held = qualify_dealer(newcomer.pk, "maryland", by=floor.floorperson, at=NOON)
    assert kinds_of(held) == ["tables.dealer_qualified"]
    assert tap_in(table.pk, "S-1", by=newcomer, at=NOON).person == newcomer


def test_a_qualification_ends_once_and_can_be_given_again():
    floor = make_floor()
    held = qualify_dealer(floor.dealer.pk, "mbs", by=floor.floorperson, at=NOON)
    with refused("qualified_already"):
        qualify_dealer(floor.dealer.pk, "mbs", by=floor.floorperson, at=NOON)
    end_qualification(held.pk, by=floor.pit_manager, at=NOON)
    with refused("qualification_ended"):
        end_qualification(held.pk, by=floor.pit_manager, at=NOON)
    qualify_dealer(floor.dealer.pk, "mbs", by=floor.floorperson, at=NOON)
    assert Qualification.objects.filter(person=floor.dealer, ended_at=None).count() == 1


@pytest.mark.parametrize(
    ("who", "profile", "code"),
    [("cashier", "mbs", "not_a_dealer"), ("dealer", "whist", "unknown_rules")],
)
def test_who_cannot_be_qualified(who, profile, code):
    floor = make_floor()
    with refused(code):
        qualify_dealer(getattr(floor, who).pk, profile, by=floor.floorperson, at=NOON)


def test_the_pages_of_training(client, django_assert_max_num_queries):
    floor = make_floor()
    sign_in(client, floor.floorperson)
    for lesson in TILES:
        page = client.get(f"/tables/{floor.table.pk}/training/?lesson={lesson}").content.decode()
        assert f'data-lesson="{lesson}"' in page
    assert "drill-hands" in client.get(f"/tables/{floor.table.pk}/training/drill/").content.decode()
    client.post("/do/qualifications/", {"person_id": floor.dealer.pk, "profile": "maryland"})
    with django_assert_max_num_queries(14):
        page = client.get("/dealers/qualifications/").content.decode()
    assert floor.dealer.name in page
    assert Qualification.objects.filter(person=floor.dealer).exists()
