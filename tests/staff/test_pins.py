"""Every door that takes a PIN: what is not six digits is refused, and is no try."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from audit.models import Event
from banking.models import Slip
from staff.models import SignInCounter
from tests.factories import PIN, make_floor
from tests.rounds.api import Api
from tests.rounds.playing import Dealer
from tests.rounds.taps import report_irregularity
from tests.sign_in import enrol, sign_in
from tests.tables.acts import complete

pytestmark = pytest.mark.django_db

MALFORMED = ["27182", "2718281", "27182x", "271 28", "２７１８２８"]
JSON = {"Accept": "application/json"}


@pytest.fixture
def floor():
    return make_floor()


def desk(floor, role):
    return sign_in(Client(), floor.people[role])


def sign_in_at_the_tablet(floor, pin):
    client = Client()
    client.cookies["tablet"] = enrol(floor.tablet)
    given = {"badge": floor.dealer.badge, "pin": pin}
    return client.post("/sign-in/tablet/", given, headers=JSON)


def name_the_old_pin(floor, pin):
    return desk(floor, "dealer").post("/me/pin/", {"old": pin, "new": "918273"}, headers=JSON)


def name_a_new_pin(floor, pin):
    """With a wrong old one: that would count, if anybody looked at it."""
    return desk(floor, "dealer").post("/me/pin/", {"old": "000001", "new": pin}, headers=JSON)


def take_over_the_table(floor, pin):
    given = {"badge": floor.second_dealer.badge, "pin": pin}
    path = f"/tables/{floor.table.pk}/take-over/"
    return desk(floor, "floorperson").post(path, given, headers=JSON)


def sign_a_slip(floor, pin):
    client, token = desk(floor, "floorperson"), str(uuid4())
    given = {"kind": "fill", "chips-100": 5, "request_id": token,
             "preparer-badge": floor.floorperson.badge, "preparer-pin": PIN}  # fmt: skip
    client.post(reverse("do-prepare-slip", args=[floor.table.pk]), given)
    given = {"signer-badge": floor.dealer.badge, "signer-pin": pin}
    path = reverse("do-sign-slip", args=[Slip.objects.get().pk])
    return client.post(path, given, headers=JSON)


def sign_over_the_tables_api(floor, pin):
    seen = complete()
    given = {"kind": "tiles", "groups": list(seen.groups), "checks": list(seen.checks),
             "signatures": {"dealer": {"badge": floor.dealer.badge, "pin": pin}}}  # fmt: skip
    headers = {"Idempotency-Key": str(uuid4()), "If-Match": f'"{floor.table.version}"'}
    path = f"/api/v1/tables/{floor.table.pk}/inspect/"
    return desk(floor, "dealer").post(path, given, "application/json", headers=headers)


def confirm_a_ruling_from_the_queue(floor, pin):
    dealer = Dealer(floor)
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close()
    dealer.do(report_irregularity, "late-wager", {"seats": [1], "change": "raised"})
    path = f"/queue/rounds/{dealer.id}/rulings/1/"
    given = {"ruling": "proposed", "pin": pin}
    return desk(floor, "floorperson").post(path, given, headers=JSON)


def declare_a_round_void(floor, pin):
    api = Api(floor)
    api.open()
    second = {"badge": floor.floorperson.badge, "pin": pin}
    return api.step("void", {"reason": "exposed", "second": second})


def enter_a_whole_round(floor, pin):
    second = {"badge": floor.floorperson.badge, "pin": pin}
    whole = {"id": str(uuid4()), "wagers": [{"seat": 1, "cents": 2500}],
             "void": {"reason": "equipment", "second": second}}  # fmt: skip
    return Api(floor).post(f"tables/{floor.table.pk}/whole-rounds/", whole)


def open_a_successor_log(floor, pin):
    given = {"reason": "key stolen", "pin": pin, "second_badge": "x", "second_pin": "000001"}
    return desk(floor, "compliance").post(reverse("audit-successor"), given, headers=JSON)


DOORS = [
    sign_in_at_the_tablet,
    name_the_old_pin,
    name_a_new_pin,
    take_over_the_table,
    sign_a_slip,
    sign_over_the_tables_api,
    confirm_a_ruling_from_the_queue,
    declare_a_round_void,
    enter_a_whole_round,
    open_a_successor_log,
]


@pytest.mark.parametrize("pin", MALFORMED)
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_what_is_not_six_digits_is_no_try(floor, door, pin):
    answer = door(floor, pin)
    assert answer.status_code == 400, answer.content
    assert answer.json()["code"] in {"malformed_pin", "malformed"}, answer.json()
    assert not SignInCounter.objects.filter(tries__gt=0).exists()
    assert not Event.objects.filter(kind="staff.sign_in_failed").exists()


# A new PIN is compared with nothing.
COMPARING = [door for door in DOORS if door is not name_a_new_pin]


@pytest.mark.parametrize("door", COMPARING, ids=lambda door: door.__name__)
def test_a_wrong_pin_of_six_digits_is_a_try(floor, door):
    answer = door(floor, "000001")
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_pin")
    assert Event.objects.filter(kind="staff.sign_in_failed").exists()
