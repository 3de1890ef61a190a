"""A round, a set, a dispute as people call them are found in the record, held and bundled."""

import pytest

from audit.models import Event, Export, Hold
from audit.subjects import things_named
from tests.factories import PIN
from tests.rounds.playing import house_round
from tests.rounds.taps import Claim, open_dispute
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(dealer, floor):
    house_round(dealer, seats=2)
    return dealer


def test_things_are_found_as_people_call_them(played, floor):
    dispute = played.do(open_dispute, Claim("wrong_payment", seat=1))["dispute"]
    table, tiles = floor.table, floor.sets["tiles"]
    day = played.sheet["gaming_day"]
    for words, reference in (
        (f"table {table.number} round 1", f"round:{played.id}"),
        (f"Table {table.number}, round 1, {day}", f"round:{played.id}"),
        (f"T{table.number} R1", f"round:{played.id}"),
        (str(played.id), f"round:{played.id}"),
        (tiles.serial.lower(), f"equipment:{tiles.pk}"),
        (f"dispute {dispute}", f"dispute:{dispute}"),
        (f"table {table.number}", f"table:{table.pk}"),
        (floor.dealer.badge, f"person:{floor.dealer.pk}"),
    ):
        found = things_named(floor.property.pk, words)
        assert [thing.reference for thing in found] == [reference], words
    (by_number,) = things_named(floor.property.pk, f"table:{table.pk}")
    assert by_number.label == f"Table {table.number}", "a bundle is called as people call it"
    assert things_named(floor.property.pk, f"table {table.number} round 99") == []
    assert things_named(floor.property.pk, f"table {table.number} round 1, 1999-13-01") == []


def test_another_house_is_not_found(played, floor):
    assert things_named(floor.property.pk + 1, f"table {floor.table.number} round 1") == []


def test_a_hold_says_what_it_covers_and_is_released_by_two(client, played, floor):
    sign_in(client, floor.compliance)
    words = f"table {floor.table.number} round 1"
    found = client.get("/record/things/", {"about": words}).content.decode()
    assert f"set {floor.sets['tiles'].serial}" in found
    page = client.post("/record/holds/", {"about": words, "reason": "A complaint"})
    assert page.status_code == 200
    hold = Hold.objects.get()
    events = Event.objects.filter(about__contains=[f"round:{played.id}"]).count()
    assert (hold.subject, events > 5) == (f"round:{played.id}", True)
    said = client.get("/record/log/").content.decode()
    assert hold.label in said
    assert f"{events} events" in said
    form = {"reason": "Decided", "own-badge": floor.compliance.badge, "own-pin": PIN}
    form |= {"second-badge": floor.surveillance.badge, "second-pin": PIN}
    alone = form | {"second-badge": floor.compliance.badge}
    assert client.post(f"/record/holds/{hold.pk}/release/", alone).status_code == 409
    assert client.post(f"/record/holds/{hold.pk}/release/", form).status_code == 200
    history = client.get("/record/log/").content.decode()
    assert "Released before" in history
    assert floor.surveillance.name in history


def test_an_unknown_name_is_refused_before_anything_is_queued(client, played, floor):
    sign_in(client, floor.compliance)
    answer = client.post("/record/exports/", {"about": "T-0000"})
    assert answer.status_code == 409
    assert "Nothing on record is called" in answer.content.decode()
    assert not Export.objects.exists()
    client.post("/record/exports/", {"about": f"table {floor.table.number} round 1"})
    assert Export.objects.get().about["subject"] == f"round:{played.id}"
