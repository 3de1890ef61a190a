"""A lost second factor, a lone administrator who left: two people, an event, an alarm."""

import builtins
import json
from io import StringIO

import pyotp
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from audit.commands.reconcile import reconcile_everything
from audit.models import Alarm, Event
from first_day.commands.recovery import answer_recovery, console_of, recover_administrator
from rules.refusals import Refused
from staff.commands.signing import Signer
from staff.models import Person, SignOff
from tables.models import Alert
from tests.factories import PIN, make_floor, make_person
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    return make_floor()


def vouching(floor, first="compliance", second="security"):
    at = floor.table.state_since
    return {
        "first": Signer(floor.people[first], None, at),
        "second": Signer(floor.people[second], None, at),
        "by": console_of(floor.property.pk),
    }


def alarms(floor):
    found = Alarm.objects.filter(log_id=floor.property.pk, cleared_at=None)
    return list(found.values_list("code", flat=True))


def recovered():
    return Event.objects.filter(kind="first_day.administrator_recovered")


def test_a_lost_second_factor_is_replaced_under_two_signatures(floor):
    old = floor.administrator
    person, given = recover_administrator(old.badge, **vouching(floor))
    assert person.pk == old.pk
    facts = {
        "badge": old.badge,
        "password": given.password,
        "code": pyotp.parse_uri(given.totp_uri).now(),
    }
    assert Client().post("/sign-in/desk/", facts).status_code == 302
    assert recovered().count() == 1
    assert SignOff.objects.filter(act="vouch_for_administrator").count() == 2
    assert alarms(floor) == ["administrator_recovered"]


def test_somebody_new_takes_the_place_of_whoever_left(floor):
    person, _given = recover_administrator("N9", "Nia Evans", "L-N9", **vouching(floor))
    assert (person.roles, person.property) == (["administrator"], floor.property)
    kinds = Event.objects.filter(stream=f"person:{person.pk}").values_list("kind", flat=True)
    assert "staff.person_added" in kinds


def test_a_colleague_takes_it_on_and_keeps_their_roles(floor):
    person, _given = recover_administrator(floor.pit_manager.badge, **vouching(floor))
    assert person.roles == ["pit_manager", "administrator"]


@pytest.mark.parametrize(
    ("badge", "first", "second", "why"),
    [
        ("N9", "compliance", "compliance", "same_person"),
        ("compliance", "compliance", "security", "two_people"),
        ("N9", "compliance", "security", "details_missing"),
    ],
)
def test_what_is_refused_changes_nothing(floor, badge, first, second, why):
    wanted = floor.people[badge].badge if badge in floor.people else badge
    before = Person.objects.filter(property=floor.property).count()
    with pytest.raises(Refused) as refusal:
        recover_administrator(wanted, **vouching(floor, first, second))
    assert refusal.value.code == why
    assert Person.objects.filter(property=floor.property).count() == before
    assert not recovered().exists()
    assert alarms(floor) == []


def test_neither_a_dealer_vouches_nor_a_colleague_asks(floor):
    with pytest.raises(Exception, match="This is for"):
        recover_administrator(floor.administrator.badge, **vouching(floor, second="dealer"))
    asked = vouching(floor) | {"by": floor.compliance}
    with pytest.raises(Exception, match="This is for"):
        recover_administrator(floor.administrator.badge, **asked)
    assert not recovered().exists()


def test_the_alarm_stays_until_compliance_has_answered(floor):
    recover_administrator(floor.administrator.badge, **vouching(floor))
    reconcile_everything(at=floor.table.state_since)
    assert alarms(floor) == ["administrator_recovered"]
    office = sign_in(Client(), floor.compliance)
    page = office.get("/record/log/").content.decode()
    assert "An administrator was recovered at the console" in page
    assert office.post("/do/recoveries/answer/", {"finding": "Ticket 14, seen"}).status_code == 302
    assert alarms(floor) == []
    assert Event.objects.filter(kind="first_day.recovery_answered").count() == 1
    with pytest.raises(Refused) as refusal:
        answer_recovery("again", by=floor.compliance)
    assert refusal.value.code == "no_alarm"


def test_a_second_recovery_stands_in_the_open_alarm_and_is_told_as_well(floor):
    recover_administrator(floor.administrator.badge, **vouching(floor))
    recover_administrator("N9", "Nia Evans", "L-N9", **vouching(floor, "surveillance"))
    assert alarms(floor) == ["administrator_recovered"]
    page = sign_in(Client(), floor.compliance).get("/record/log/").content.decode()
    badges = [floor.people[role].badge for role in ("compliance", "surveillance", "security")]
    assert f"Badge {floor.administrator.badge.upper()}; {badges[0]}, {badges[2]} vouched." in page
    assert f"Badge N9; {badges[1]}, {badges[2]} vouched." in page
    assert Alert.objects.filter(property=floor.property, code="record_alarm").count() == 2
    assert Event.objects.filter(kind="audit.alarm_raised").count() == 2
    answer_recovery("Both seen", by=floor.compliance)
    assert alarms(floor) == []


def test_the_administrator_cannot_answer_for_compliance(floor):
    recover_administrator(floor.administrator.badge, **vouching(floor))
    office = sign_in(Client(), make_person(floor.property, "administrator"))
    assert office.post("/do/recoveries/answer/", {"finding": "fine"}).status_code == 403
    assert alarms(floor) == ["administrator_recovered"]


def at_console(monkeypatch, floor, pin=PIN):
    badges = iter([floor.compliance.badge, floor.security.badge])
    monkeypatch.setattr(builtins, "input", lambda _asked: next(badges))
    module = __import__("first_day.management.commands.recover-administrator", fromlist=["getpass"])
    monkeypatch.setattr(module, "getpass", lambda _asked: pin)


def test_at_the_console(floor, monkeypatch, tmp_path):
    at_console(monkeypatch, floor)
    file = tmp_path / "secrets.json"
    words = [floor.administrator.badge, "--house", floor.property.slug, "--secrets-to", str(file)]
    call_command("recover-administrator", *words)
    assert json.loads(file.read_text())["badge"] == floor.administrator.badge
    assert file.stat().st_mode & 0o777 == 0o600
    assert recovered().count() == 1


def test_the_second_factor_is_drawn_for_a_person_and_not_for_a_file(floor, monkeypatch):
    at_console(monkeypatch, floor)
    words = [floor.administrator.badge, "--house", floor.property.slug]
    drawn, piped = StringIO(), StringIO()
    drawn.isatty = lambda: True
    call_command("recover-administrator", *words, stdout=drawn)
    at_console(monkeypatch, floor)
    call_command("recover-administrator", *words, stdout=piped)
    assert "▀" in drawn.getvalue()
    assert "▀" not in piped.getvalue()
    assert "otpauth://" in piped.getvalue()


def test_nobody_at_the_keyboard_recovers_nobody(floor, monkeypatch):
    def ended(_asked):
        raise EOFError

    monkeypatch.setattr(builtins, "input", ended)
    with pytest.raises(CommandError, match="at a keyboard"):
        call_command("recover-administrator", "N9", "--house", floor.property.slug)


def test_a_wrong_pin_at_the_console_recovers_nobody(floor, monkeypatch):
    at_console(monkeypatch, floor, pin="000001")
    with pytest.raises(CommandError, match="do not go together"):
        words = [floor.administrator.badge, "--house", floor.property.slug]
        call_command("recover-administrator", *words)
    assert not recovered().exists()
