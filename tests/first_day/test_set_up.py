"""An empty installation: a code from the log, four steps, and never again."""

import json
from datetime import time

import pyotp
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone

from audit.commands.sequence import seal_everything
from audit.models import Event
from audit.queries.gaps import oldest_unsealed_seconds
from first_day.lists import LISTS, write_workbook
from rules.refusals import Refused
from staff.commands.set_up import (
    CODE_LENGTH,
    check_set_up_code,
    guard_operator,
    installer,
    make_set_up_code,
    set_up_installation,
)
from staff.models import Installation, Person, Property, RecoveryCode, SetUpCode
from tables.models import GamingTable
from tests.factories import make_property
from tests.first_day.entering import (
    ADMINISTRATOR,
    CODE,
    HOUSE,
    OPERATOR,
    PASSWORD,
    PIN,
    finish,
    walk,
)

pytestmark = pytest.mark.usefixtures("empty_database")


@pytest.fixture
def code():
    return make_set_up_code(at=timezone.now())


def kinds():
    found = Event.objects.exclude(kind="audit.database_shaped").order_by("at")
    return list(found.values_list("kind", flat=True))


@pytest.mark.parametrize("address", ["/", "/sign-in/", "/enrol/", "/tables/", "/houses/"])
def test_an_empty_installation_greets_with_set_up(address):
    answer = Client().get(address, follow=True)
    assert answer.redirect_chain[-1] == ("/setup/", 302)
    assert b"One-time code" in answer.content


def test_a_newcomer_walks_from_the_code_to_an_open_house(code):
    client = Client()
    second_factor = walk(client, code)
    assert 'href="otpauth://totp/' in second_factor, "a telephone cannot scan its own screen"
    page = finish(client, second_factor).content.decode()
    house, person = Property.objects.get(), Person.objects.get()
    assert (house.slug, house.currency, house.denominations[0]) == ("harbour-light", "SGD", 25)
    assert (person.badge, person.roles, person.property) == (
        "A1",
        ["administrator", "operator"],
        house,
    )
    assert person.check_password(PASSWORD)
    assert len(set(CODE.findall(page))) == 10
    assert RecoveryCode.objects.filter(person=person).count() == 10
    assert client.get("/administration/").status_code == 200
    assert kinds() == [
        "staff.operator_named",
        "staff.house_opened",
        "staff.person_added",
        "staff.second_factor_set",
        "staff.recovery_codes_made",
        "staff.signed_in",
    ]


def test_the_log_has_the_operators_name_from_its_first_entry(code):
    Client().post("/sign-in/desk/", {"badge": "X", "password": "x", "code": "1"})
    assert seal_everything() == 0, "before the operator is named there is no log"
    assert oldest_unsealed_seconds() == 0
    client = Client()
    finish(client, walk(client, code))
    assert seal_everything() > 0
    with connection.cursor() as cursor:
        cursor.execute("select origin from audit_tree order by log_id")
        origins = [origin for (origin,) in cursor.fetchall()]
    assert origins == ["tables.harbourlight.com/pgt", "tables.harbourlight.com/pgt/harbour-light"]


def test_it_can_be_left_and_resumed_and_keeps_no_password(code):
    client = Client()
    walk(client, code)
    assert client.get("/setup/").headers["Location"] == "/setup/second-factor/"
    assert "Harbour Light" in client.get("/setup/house/").content.decode()
    kept = json.dumps(dict(client.session))
    assert "Harbour Light" in kept
    assert PASSWORD not in kept
    assert f'"{PIN}"' not in kept
    assert not Property.objects.exists()


def test_no_page_opens_without_the_code():
    for step in ("operator", "house", "administrator", "second-factor"):
        answer = Client().post(f"/setup/{step}/", OPERATOR | HOUSE | ADMINISTRATOR)
        assert (answer.status_code, answer.headers["Location"]) == (302, "/setup/")
    assert not Property.objects.exists()


def test_a_new_code_makes_the_one_before_void(code):
    client = Client()
    client.post("/setup/", {"code": code})
    new = make_set_up_code(at=timezone.now())
    assert client.post("/setup/operator/", OPERATOR).headers["Location"] == "/setup/"
    assert Client().post("/setup/", {"code": code}).status_code == 409
    assert Client().post("/setup/", {"code": new.lower()}).status_code == 302


def test_wrong_codes_lock_the_door(code):
    answers = [Client().post("/setup/", {"code": "WRONG"}).status_code for _try in range(5)]
    assert answers == [409, 409, 409, 409, 423]
    assert Client().post("/setup/", {"code": code}).status_code == 423


def test_only_a_hash_of_the_code_is_kept_and_nothing_after_use(code):
    kept = bytes(SetUpCode.objects.get().code_hash)
    assert len(code.replace("-", "")) == CODE_LENGTH
    assert code.replace("-", "").encode() not in kept
    client = Client()
    finish(client, walk(client, code))
    assert not SetUpCode.objects.exists()


def test_a_second_set_up_is_impossible_once_there_is_a_house(code):
    first, second = Client(), Client()
    page, other = walk(first, code), walk(second, code)
    finish(first, page)
    assert finish(second, other).headers["Location"] == "/sign-in/"
    assert first.get("/setup/").headers["Location"] == "/sign-in/"
    for door in (make_set_up_code, lambda at: check_set_up_code(code, at=at)):
        with pytest.raises(Refused) as refusal:
            door(at=timezone.now())
        assert refusal.value.code == "already_set_up"
    assert (Property.objects.count(), Person.objects.count()) == (1, 1)


def facts():
    return {
        "operator": "tables.harbourlight.com",
        "house": "Harbour Light",
        "currency": "SGD",
        "time_zone": "Asia/Singapore",
        "day_starts_at": time(6),
        "smallest_chip_cents": 25,
        "denominations": (100, 500),
        "badge": "A1",
        "name": "Ada Castro",
        "licence_number": "SG-1",
        "password_hash": "x",
        "pin_hash": "y",
        "totp_secret": "z",
    }


def test_the_command_refuses_where_any_house_is():
    make_property()
    with pytest.raises(Refused) as refusal:
        set_up_installation(**facts(), by=installer())
    assert refusal.value.code == "already_set_up"
    assert not Installation.objects.exists()


WRONG = [
    ({"operator": "paigow.example"}, "example_operator"),
    ({"operator": "Lantern Bay"}, "bad_operator"),
    ({"operator": ""}, "bad_operator"),
    ({"house": " "}, "name_missing"),
    ({"house": "燈塔"}, "short_name_missing"),
    ({"currency": "XXX"}, "unknown_currency"),
    ({"time_zone": "Atlantis/Here"}, "unknown_time_zone"),
    ({"denominations": (10,)}, "bad_chips"),
]


@pytest.mark.parametrize(("wrong", "why"), WRONG)
def test_what_cannot_be_is_refused_and_nothing_is_made(wrong, why):
    with pytest.raises(Refused) as refusal:
        set_up_installation(**facts() | wrong, by=installer())
    assert refusal.value.code == why
    assert kinds() == []
    assert (Installation.objects.count(), Property.objects.count()) == (0, 0)


def test_nobody_of_a_house_sets_up():
    person = Person(property_id=1, roles=["administrator"])
    with pytest.raises(Exception, match="This is for"):
        set_up_installation(**facts(), by=person)
    assert not Property.objects.exists()


def test_the_operator_never_changes(code):
    set_up_installation(**facts(), by=installer())
    for change in ("update staff_installation set operator = 'x.com'", "delete from {table}"):
        with connection.cursor() as cursor, pytest.raises(DatabaseError):
            cursor.execute(change.format(table="staff_installation"))
    assert guard_operator(" Tables.HarbourLight.com. ") == Installation.objects.get().operator


@pytest.mark.parametrize(
    ("step", "wrong", "says"),
    [
        ("operator", {"operator": "paigow.example"}, "is an example"),
        ("house", {**HOUSE, "denominations": "0.10"}, "multiple of the smallest"),
        ("administrator", {**ADMINISTRATOR, "password": "short", "password_again": "short"}, "10"),
        ("administrator", {**ADMINISTRATOR, "pin": "123456", "pin_again": "123456"}, "too easy"),
        ("administrator", {**ADMINISTRATOR, "pin_again": "314159"}, "not the same"),
    ],
)
def test_a_fault_stands_on_the_page_with_what_was_entered(code, step, wrong, says):
    client = Client()
    client.post("/setup/", {"code": code})
    answer = client.post(f"/setup/{step}/", wrong)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert client.get("/setup/").headers["Location"] == "/setup/operator/"


def test_a_wrong_second_factor_opens_nothing(code):
    client = Client()
    walk(client, code)
    assert client.post("/setup/second-factor/", {"code": "000000"}).status_code == 422
    assert not Property.objects.exists()


def test_from_a_file_in_one_command(tmp_path, capsys):
    call_command("setup", template=True)
    text = capsys.readouterr().out
    file, secrets = tmp_path / "setup.toml", tmp_path / "secrets.json"
    file.write_text(text)
    call_command("setup", file=file, secrets_to=secrets)
    given, person = json.loads(secrets.read_text()), Person.objects.get()
    assert secrets.stat().st_mode & 0o777 == 0o600
    facts = {
        "badge": given["badge"],
        "password": given["password"],
        "code": pyotp.parse_uri(given["second_factor"]).now(),
    }
    assert Client().post("/sign-in/desk/", facts).status_code == 302
    assert (person.password_must_change, person.pin_must_change) == (True, True)
    assert Installation.objects.get().operator == "tables.yourcasino.com"
    with pytest.raises(CommandError, match="already"):
        call_command("setup", file=file)


STAFF = (
    "badge,name,licence,roles,language\nN1,Ann Bell,L-1,dealer,en\nN2,陳美玲,L-2,{role},zh-hant\n"
)


def test_house_and_staff_come_from_files_in_one_command_or_not_at_all(tmp_path, capsys):
    call_command("setup", template=True)
    file, lists, letters = tmp_path / "setup.toml", tmp_path / "staff.csv", tmp_path / "letters.pdf"
    file.write_text(capsys.readouterr().out)
    with pytest.raises(CommandError, match="--letters-to"):
        call_command("setup", file=file, lists=lists)
    lists.write_text(STAFF.format(role="juggler"))
    with pytest.raises(CommandError, match="staff, line 3: juggler is no role"):
        call_command("setup", file=file, lists=lists, letters_to=letters)
    assert not Property.objects.exists()
    assert not letters.exists()
    lists.write_text(STAFF.format(role="floorperson"))
    call_command("setup", file=file, lists=lists, letters_to=letters)
    assert set(Person.objects.values_list("badge", flat=True)) == {"A801", "N1", "N2"}
    assert letters.read_bytes().startswith(b"%PDF-")
    assert letters.stat().st_mode & 0o777 == 0o600
    assert "Taken over: staff 2." in capsys.readouterr().out


def test_a_filled_workbook_is_taken_over_and_its_sets_wait_for_two_people(tmp_path, capsys):
    call_command("setup", template=True)
    file, lists, letters = tmp_path / "setup.toml", tmp_path / "house.xlsx", tmp_path / "l.pdf"
    file.write_text(capsys.readouterr().out)
    call_command("setup", lists_template=lists)
    assert "help" in capsys.readouterr().out
    with pytest.raises(CommandError, match="There is no line in this file"):
        call_command("setup", file=file, lists=lists, letters_to=letters)
    filled = {each.name: [[column.example for column in each.columns]] for each in LISTS.values()}
    lists.write_bytes(write_workbook(filled))
    call_command("setup", file=file, lists=lists, letters_to=letters)
    said = capsys.readouterr().out
    assert "Taken over: rules 1, staff 1, tables 1." in said
    assert "For later: equipment 1." in said
    assert GamingTable.objects.get().submission.name == "Maryland"


def test_questions_without_a_keyboard_end_with_a_sentence(monkeypatch):
    def ended(asked):
        assert "[paigow.example]" not in asked
        raise EOFError

    monkeypatch.setattr("builtins.input", ended)
    with pytest.raises(CommandError, match="want a keyboard"):
        call_command("setup")


def test_a_faulty_file_changes_nothing_and_says_what_is_wrong(tmp_path, capsys):
    call_command("setup", template=True)
    file = tmp_path / "setup.toml"
    file.write_text(capsys.readouterr().out.replace("tables.yourcasino.com", "paigow.example"))
    with pytest.raises(CommandError, match="is an example"):
        call_command("setup", file=file)
    file.write_text("operator = 'a.com'")
    with pytest.raises(CommandError, match="'house' is missing"):
        call_command("setup", file=file)
    assert not Property.objects.exists()


def test_a_code_for_the_page_is_printed_only_where_it_opens_something(capsys):
    call_command("setup", code=True)
    printed = capsys.readouterr().out.split()
    assert printed[:2] == ["SET-UP", "CODE"]
    assert Client().post("/setup/", {"code": printed[2]}).status_code == 302
    make_property()
    call_command("setup", code=True)
    assert capsys.readouterr().out == ""
