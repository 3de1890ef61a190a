"""Several houses: one sign-in, roles of each house, and nothing of one that works in another."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from audit.models import Event
from rules.refusals import Refused
from staff.commands.houses import LetWorkHere, let_work_here, open_another_house
from staff.commands.people import (
    PersonFacts,
    add_person,
    block_leaver,
    change_own_password,
    change_own_pin,
    change_person,
    confirm_person,
    readmit_person,
    reset_pin,
    reset_secrets,
)
from staff.commands.sign_in import sign_in_at_desk, sign_in_at_tablet
from staff.commands.signing import guard_apart, identify
from staff.models import Person, Property, Role
from staff.policy import Act, may
from staff.queries.houses import houses_of, houses_seen_by
from tables.commands.table_state import suspend_table
from tests.factories import PASSWORD, PIN, make_floor, make_person, make_property
from tests.sign_in import sign_in
from tests.tables.acts import kinds_of, refused

pytestmark = pytest.mark.django_db
NOW = datetime.now(UTC)


@pytest.fixture
def here():
    return make_floor()


@pytest.fixture
def there():
    return make_floor()


def let(there, person, *roles):
    facts = LetWorkHere(badge=person.badge, licence_number=f"L-{uuid4().hex[:8]}", roles=roles)
    return let_work_here(facts, by=there.administrator)


def test_somebody_of_another_house_works_here_and_both_records_say_so(here, there):
    guest = let(there, here.floorperson, "dealer")
    assert (guest.property, guest.home, guest.roles) == (
        there.property,
        here.floorperson,
        ["dealer"],
    )
    assert kinds_of(guest) == ["staff.person_added"]
    said = Event.objects.filter(log_id=here.property.pk, kind="staff.works_elsewhere")
    assert said.count() == 1
    with refused("here_already"):
        let(there, here.floorperson, "dealer")
    with refused("operator_at_home"):
        let(there, here.cashier, "operator")


def test_roles_of_one_house_never_work_in_another(here, there):
    guest = let(there, here.pit_manager, "dealer")
    assert not may(guest, Act.SUSPEND_TABLE)
    with pytest.raises(PermissionDenied):
        suspend_table(there.table.pk, "spill", by=guest)
    with pytest.raises(there.table.DoesNotExist):
        suspend_table(there.table.pk, "spill", by=here.pit_manager)
    client = sign_in(Client(), here.pit_manager)
    assert client.get(f"/floor/tables/{there.table.pk}/").status_code == 404
    assert client.post(f"/houses/{there.property.pk}/enter/").status_code == 302
    assert client.get("/queue/").status_code == 403, "a pit manager here is a dealer there"
    assert client.get(f"/floor/tables/{here.table.pk}/").status_code in (403, 404)


def test_a_signature_asks_for_the_role_in_the_tables_house(here, there):
    let(there, here.floorperson, "cashier")
    signer = identify(
        here.floorperson.badge, PIN, property_id=there.property.pk, tablet=there.tablet, at=NOW
    )
    assert (signer.person.property, signer.person.roles) == (there.property, ["cashier"])
    assert not may(signer.person, Act.VERIFY_INSPECTION)
    with refused("wrong_pin"):
        identify(here.dealer.badge, PIN, property_id=there.property.pk, tablet=there.tablet, at=NOW)


def test_a_tablet_belongs_to_one_house(here, there):
    guest = let(there, here.dealer, "dealer")
    assert sign_in_at_tablet(here.dealer.badge, PIN, tablet=there.tablet, at=NOW) == guest
    assert sign_in_at_tablet(here.dealer.badge, PIN, tablet=here.tablet, at=NOW) == here.dealer
    client = sign_in(Client(), guest, there.tablet)
    answer = client.post(f"/houses/{here.property.pk}/enter/")
    assert answer.status_code == 409
    assert answer.context["refused"].code == "desk_only"
    assert "/enter/" not in client.get("/me/").content.decode()


def test_one_sign_in_and_a_switch_in_the_header(here, there):
    guest = let(there, here.compliance, "regulator")
    client = sign_in(Client(), here.compliance)
    page = client.get("/me/").content.decode()
    assert f'action="/houses/{there.property.pk}/enter/"' in page
    answer = client.post(f"/houses/{there.property.pk}/enter/", follow=True)
    assert answer.context["request"].user == guest
    assert there.property.name in answer.content.decode()
    kinds = Event.objects.filter(person_id__in=[guest.pk, here.compliance.pk]).order_by("at")
    assert [each.kind for each in kinds][-2:] == ["staff.signed_out", "staff.signed_in"]
    assert client.get("/regulator/").status_code == 200
    client.post(f"/houses/{here.property.pk}/enter/")
    assert client.get("/regulator/").status_code == 403


def test_the_browser_that_goes_is_not_rung(
    here, there, monkeypatch, django_capture_on_commit_callbacks
):
    let(there, here.compliance, "regulator")
    client = sign_in(Client(), here.compliance)
    rung = []
    monkeypatch.setattr("foundation.live._publish", lambda *said: rung.append(said))
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"/houses/{there.property.pk}/enter/")
    assert rung == [], "a page that heard it would lock itself before the next one is there"


def test_nobody_goes_to_a_house_in_which_they_do_not_work(here, there):
    client = sign_in(Client(), here.administrator)
    assert client.post(f"/houses/{there.property.pk}/enter/").status_code == 404


def test_one_human_being_has_one_session(here, there):
    guest = let(there, here.compliance, "compliance")
    first = sign_in(Client(), here.compliance)
    assert first.get("/me/").status_code == 200
    second = sign_in(Client(), guest)
    assert second.get("/me/").status_code == 200
    assert first.get("/me/").status_code == 302


def test_secrets_are_kept_at_home(here, there):
    guest = let(there, here.dealer, "dealer")
    for command in (reset_pin, reset_secrets, readmit_person):
        with refused("secrets_elsewhere"):
            command(guest.pk, by=there.administrator)
    change_own_pin(guest, old=PIN, new="905163", at=NOW)
    assert Person.objects.get(pk=guest.pk).pin == ""
    ask = {"property_id": there.property.pk, "tablet": None, "at": NOW}
    assert identify(guest.badge, "905163", **ask).person == guest
    assert "staff.pin_changed" in kinds_of(here.dealer)
    change_own_password(guest, old=PASSWORD, new="a much better sentence", at=NOW)
    assert not Person.objects.get(pk=guest.pk).has_usable_password()


def test_at_a_desk_everybody_first_comes_home(here, there, monkeypatch):
    let(there, here.compliance, "regulator")
    monkeypatch.setattr("staff.commands.sign_in._code_is_right", lambda *given: True)
    found = sign_in_at_desk(here.compliance.badge, PASSWORD, "123456", at=NOW)
    assert found == here.compliance


def test_whoever_gave_a_pin_is_known_in_the_other_house_too(here, there):
    boss = let(there, here.pit_manager, "pit_manager")
    dealer = let(there, here.dealer, "dealer")
    reset_pin(here.dealer.pk, by=here.pit_manager, at=NOW)
    people = [Person.objects.get(pk=each.pk) for each in (boss, dealer)]
    for hours in (1, 25):  # nobody has seen the owner yet
        with refused("pin_given_by_cosigner"):
            guard_apart(people, NOW + timedelta(hours=hours))
    confirm_person(here.dealer.pk, by=here.administrator, at=NOW)
    people = [Person.objects.get(pk=each.pk) for each in (boss, dealer)]
    guard_apart(people, NOW + timedelta(hours=25))


def test_a_leaver_leaves_every_house_and_a_guest_only_one(here, there):
    guest, other = let(there, here.dealer, "dealer"), let(there, here.cashier, "cashier")
    block_leaver(other.pk, by=there.administrator)
    assert Person.objects.get(pk=here.cashier.pk).is_active
    with refused("roles_apart"):
        let(there, here.cashier, "cashier", "security")
    back = let(there, here.cashier, "security")
    assert (back.pk, back.is_active) == (other.pk, True)
    block_leaver(here.dealer.pk, by=here.administrator)
    assert not Person.objects.get(pk=guest.pk).is_active
    assert kinds_of(guest)[-1] == "staff.person_left"


def test_a_new_badge_is_new_in_every_house(here, there):
    guest = let(there, here.dealer, "dealer")
    facts = {"licence_number": here.dealer.licence_number, "roles": ("dealer",)}
    named = {"badge": f"N{uuid4().hex[:6]}".upper(), "name": "Dao Huang"}
    change_person(person_id=here.dealer.pk, **named, **facts, by=here.administrator)
    guest.refresh_from_db()
    assert (guest.badge, guest.name) == (named["badge"], "Dao Huang")
    change_person(
        person_id=guest.pk,
        badge="OTHER",
        name="Somebody",
        licence_number="L-777",
        roles=("dealer", "floorperson"),
        by=there.administrator,
    )
    guest.refresh_from_db()
    assert (guest.badge, guest.licence_number) == (named["badge"], "L-777")
    assert guest.roles == ["dealer", "floorperson"]


def test_only_an_operators_administrator_makes_another(here):
    facts = PersonFacts(badge="OP-2", name="Ana Ruiz", licence_number="L-9", roles=("operator",))
    with refused("operator_only"):
        add_person(facts, by=here.administrator)
    for command in (block_leaver, reset_secrets):
        with refused("operator_only"):
            command(here.operator.pk, by=here.administrator)
    both = make_person(here.property, "administrator", "operator")
    person, _given = add_person(facts, by=both)
    assert person.roles == ["operator"]


NEW = {
    "house": "Lantern Harbour",
    "short_name": "",
    "currency": "NZD",
    "time_zone": "Pacific/Auckland",
    "day_starts_at": "05:00",
    "smallest_chip": "1",
    "denominations": "1 5 25 100",
    "licence_number": "NZ-4711",
}


def test_another_house_is_opened_on_a_page_and_its_log_begins_with_it(here):
    boss = make_person(here.property, "administrator", "operator")
    client = sign_in(Client(), boss)
    name = f"Harbour {uuid4().hex[:6]}"
    assert client.get("/houses/new/").status_code == 200
    wrong = client.post("/houses/new/", {**NEW, "house": name, "denominations": "x"})
    assert wrong.status_code == 422
    assert f'value="{name}"' in wrong.content.decode()
    answer = client.post("/houses/new/", {**NEW, "house": name}, follow=True)
    assert answer.redirect_chain[-1][0] == "/first-day/"
    house = Property.objects.get(name=name)
    row = Person.objects.get(property=house)
    assert (row.home, row.roles, row.licence_number) == (boss, ["administrator"], "NZ-4711")
    kinds = Event.objects.filter(log_id=house.pk).order_by("at").values_list("kind", flat=True)
    assert list(kinds)[:2] == ["staff.house_opened", "staff.person_added"]
    again = sign_in(Client(), boss).post("/houses/new/", {**NEW, "house": name})
    assert "has the short name" in again.content.decode()


def test_only_the_operator_opens_a_house(here):
    assert sign_in(Client(), here.administrator).get("/houses/new/").status_code == 403
    with pytest.raises(PermissionDenied):
        open_another_house(house="X", by=here.administrator, **_facts())


def _facts():
    return {
        "currency": "USD",
        "time_zone": "UTC",
        "day_starts_at": datetime(2026, 1, 1, 6, tzinfo=UTC).time(),
        "smallest_chip_cents": 100,
        "denominations": (100, 500),
        "licence_number": "L-1",
    }


def test_another_house_is_opened_from_a_file(here, tmp_path, capsys):
    call_command("add-house", "--template")
    template = capsys.readouterr().out
    file = tmp_path / "house.toml"
    file.write_text(template.replace("lantern-harbour", f"harbour-{uuid4().hex[:6]}"))
    with pytest.raises(CommandError, match="not the badge"):
        call_command("add-house", here.administrator.badge, "--file", str(file))
    call_command("add-house", here.operator.badge, "--file", str(file))
    row = Person.objects.get(home=here.operator)
    assert (row.property.currency, row.roles) == ("USD", ["administrator"])
    with pytest.raises(CommandError, match="short name"):
        call_command("add-house", here.operator.badge, "--file", str(file))


def test_the_operators_home_shows_every_house_and_a_regulator_those_they_may_see(here, there):
    let(there, here.regulator, "regulator")
    elsewhere = make_property(name=f"Far House {uuid4().hex[:6]}")
    page = sign_in(Client(), here.operator).get("/houses/").content.decode()
    assert elsewhere.name in page
    seen = houses_seen_by(here.regulator)
    assert {each.pk for each in seen} == {here.property.pk, there.property.pk}
    page = sign_in(Client(), here.regulator).get("/houses/").content.decode()
    assert elsewhere.name not in page
    assert page.count('class="panel house"') == 2
    let(there, here.cashier, "cashier")
    assert sign_in(Client(), here.cashier).get("/houses/").status_code == 403


def test_a_dealer_elsewhere_gives_no_sight_of_that_houses_figures(here, there):
    let(there, here.compliance, "dealer")
    assert houses_seen_by(here.compliance) == [here.property]
    assert [each.house for each in houses_of(here.compliance)] == [
        here.property.name,
        there.property.name,
    ]


def test_the_secrets_are_one_step_away_and_never_move(here, there):
    guest = let(there, here.dealer, "dealer")
    others = Person.objects.filter(pk=guest.pk)
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        others.update(home=here.cashier)
    third = make_property()
    with pytest.raises(IntegrityError, match="has a home itself"), transaction.atomic():
        make_person(third, "dealer", home=guest)
    with pytest.raises(Refused) as refusal:
        let_work_here(guest.badge, "L-5", ("nonsense",), by=make_person(third, "administrator"))
    assert refusal.value.code == "roles_missing"
    assert Role.OPERATOR in here.operator.roles
