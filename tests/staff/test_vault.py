"""Secrets at rest: sealed with a key that the database does not have."""

import io

import pyotp
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from audit.models import Event
from foundation.vault import VaultClosed, key_name, seal, sealed_columns, unseal
from staff.commands.sign_in import sign_in_at_desk
from staff.commands.vault import seal_again, sealed_with
from staff.models import Person
from staff.second_factor import secret_of
from tables.commands.notices import set_gateway
from tables.gateways import place_of
from tables.models import NoticeGateway
from tests.factories import PASSWORD, give_second_factor, make_floor
from tests.sign_in import cookies_of

NEW, OLD = "new-" * 10, "old-" * 10


@pytest.fixture
def person(db, settings):
    settings.VAULT_KEYS = [OLD]
    return give_second_factor(make_floor().compliance)


def enter(person, at):
    code = pyotp.TOTP(secret_of(person)).at(at)
    return sign_in_at_desk(person.badge, PASSWORD, code, at=at)


def rotate():
    said = io.StringIO()
    call_command("vault", "rotate", stdout=said)
    return said.getvalue()


def test_what_is_sealed_opens_at_its_place_only(settings):
    settings.VAULT_KEYS = [OLD]
    sealed = seal("a seed", "person:1")
    assert unseal(sealed, "person:1") == "a seed"
    assert seal("a seed", "person:1") != sealed
    with pytest.raises(VaultClosed):
        unseal(sealed, "person:2")
    with pytest.raises(VaultClosed):
        unseal(sealed[:-4] + "AAAA", "person:1")


def test_the_database_has_no_seed(person):
    with connection.cursor() as cursor:
        cursor.execute("select totp_secret from staff_person where id = %s", [person.pk])
        (kept,) = cursor.fetchone()
    assert secret_of(person) not in kept
    assert kept.startswith("v1.")


def test_a_seed_copied_to_another_person_opens_nothing(person):
    floor = make_floor()
    Person.objects.filter(pk=floor.compliance.pk).update(totp_secret=person.totp_secret)
    thief = Person.objects.get(pk=floor.compliance.pk)
    with pytest.raises(VaultClosed):
        secret_of(thief)


def test_a_new_key_seals_while_the_old_one_opens(person, settings):
    seed, now = secret_of(person), timezone.now()
    settings.VAULT_KEYS = [NEW, OLD]
    assert enter(person, now).pk == person.pk
    assert rotate().startswith("1 secrets sealed")
    settings.VAULT_KEYS = [NEW]
    person.refresh_from_db()
    assert secret_of(person) == seed
    assert person.totp_last_step == int(now.timestamp()) // 30
    event = Event.objects.get(kind="staff.secret_sealed_again")
    assert event.log_id == person.property_id


def test_the_secret_of_a_gateway_is_sealed_again_too(person, settings):
    floor = make_floor()
    set_gateway("text", "https://one.example/a", "", "", "hush-hush", by=floor.administrator)
    settings.VAULT_KEYS = [NEW, OLD]
    assert sum(sealed_with().values()) == 2
    assert rotate().startswith("2 secrets sealed")
    settings.VAULT_KEYS = [NEW]
    gateway = NoticeGateway.objects.get(property=floor.property)
    assert unseal(gateway.secret, place_of(gateway)) == "hush-hush"
    assert sealed_with() == {key_name(NEW): 2}
    event = Event.objects.get(kind="staff.secret_sealed_again", log_id=floor.property.pk)
    assert event.stream == f"gateway:{gateway.pk}"


def test_every_column_that_can_be_read_again_is_declared():
    """What calls `seal` keeps it in a column that `manage.py vault` knows."""
    declared = {(each.model._meta.db_table, each.column) for each in sealed_columns()}
    assert declared == {("staff_person", "totp_secret"), ("tables_notice_gateway", "secret")}


def test_what_is_sealed_with_the_first_key_is_left_alone(person):
    assert seal_again(at=timezone.now()) == (0, [])
    assert not Event.objects.filter(kind="staff.secret_sealed_again").exists()
    assert sum(sealed_with().values()) == 1


def test_a_key_that_is_gone_is_named_and_codes_are_refused_in_words(person, settings):
    seed = secret_of(person)
    settings.VAULT_KEYS = [NEW]
    with pytest.raises(CommandError, match=person.badge):
        rotate()
    with pytest.raises(CommandError, match="put their key back"):
        call_command("vault", "status", stdout=io.StringIO())
    facts = {"badge": person.badge, "password": PASSWORD, "code": pyotp.TOTP(seed).now()}
    refused = Client().post("/sign-in/desk/", facts)
    assert refused.status_code == 409
    assert "recovery code" in refused.content.decode()


def test_without_a_key_nothing_is_sealed(settings):
    settings.VAULT_KEYS = []
    with pytest.raises(VaultClosed):
        seal("a seed", "person:1")
    with pytest.raises(CommandError):
        rotate()


@pytest.mark.django_db
def test_the_key_of_a_session_is_nowhere_in_the_database():
    floor = make_floor()
    key = next(iter(cookies_of(floor.compliance).values()))
    with connection.cursor() as cursor:
        cursor.execute("select session_key from django_session")
        kept = {each for (each,) in cursor.fetchall()}
    floor.compliance.refresh_from_db()
    assert floor.compliance.session_key in kept
    assert key not in kept
    thief = Client()
    thief.cookies["session"] = floor.compliance.session_key
    assert thief.get("/me/").status_code == 302
    thief.cookies["session"] = key
    assert thief.get("/me/").status_code == 200
