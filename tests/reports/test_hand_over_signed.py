"""A shift is handed over from the record, and both sign under it."""

from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, transaction

from reports.commands.hand_overs import sign_hand_over
from reports.commands.runs import ask_report, make_report
from reports.models import ShiftHandOver
from staff.commands.signing import Signer
from staff.gaming_day import gaming_day
from tests.factories import make_floor
from tests.sign_in import sign_in
from tests.tables.acts import kinds_of, refused

pytestmark = pytest.mark.django_db


def signer(person):
    return Signer(person, None, datetime.now(UTC))


def asked(floor, code="hand_over", *, by=None):
    day = gaming_day(floor.property, datetime.now(UTC))
    return ask_report(code, day, day, shift=1, by=by or floor.pit_manager)


def sign(floor, run, incoming=None, notes=""):
    return sign_hand_over(
        run.pk,
        notes,
        by=floor.floorperson,
        outgoing=signer(floor.floorperson),
        incoming=signer(incoming or floor.second_floorperson),
    )


def test_both_sign_once_under_the_report_and_the_page_says_so(client):
    floor = make_floor()
    run = asked(floor)
    make_report(run.pk)
    page = sign_in(client, floor.floorperson).get(f"/reports/made/{run.pk}/").content.decode()
    assert "Notes for the next shift" in page
    signed = sign(floor, run, notes="Seat 3 at table 1 wants a receipt.")
    assert kinds_of(signed) == ["reports.shift_handed_over"]
    page = client.get(f"/reports/made/{run.pk}/").content.decode()
    assert "Seat 3 at table 1 wants a receipt." in page
    assert floor.second_floorperson.name in page
    assert "Notes for the next shift" not in page
    with refused("handed_over_already"):
        sign(floor, run)
    with pytest.raises(DatabaseError), transaction.atomic():
        ShiftHandOver.objects.filter(pk=signed.pk).update(notes="Nothing.")


def test_who_cannot_hand_over_to_whom():
    floor = make_floor()
    run = asked(floor)
    with refused("report_not_ready"):
        sign(floor, run)
    make_report(run.pk)
    with refused("same_person"):
        sign(floor, run, floor.floorperson)
    with refused("role"):
        sign(floor, run, floor.cashier)
    assert not ShiftHandOver.objects.exists()
