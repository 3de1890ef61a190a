import pytest
from django.test import Client

from audit.models import Event
from staff.models import Role
from tests.factories import make_person, make_property
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def dealer():
    return make_person(make_property(), Role.DEALER)


def choose(client: Client, language: str, **form: str):
    return client.post("/language/", {"language": language, **form})


def test_a_person_keeps_the_language_on_every_tablet(client, dealer):
    sign_in(client, dealer)
    answer = choose(client, "zh-hant", next="/design/")
    assert (answer.status_code, answer["Location"]) == (302, "/design/")
    dealer.refresh_from_db()
    assert dealer.language == "zh-hant"
    assert Event.objects.filter(kind="staff.person_changed", person_id=dealer.pk).count() == 1
    other_tablet = Client(headers={"Accept-Language": "en"})
    sign_in(other_tablet, dealer)
    assert 'lang="zh-Hant"' in other_tablet.get("/design/").content.decode()


def test_a_stranger_chooses_for_the_device(client):
    choose(client, "zh-hans")
    assert client.cookies["language"].value == "zh-hans"
    text = client.get("/design/").content.decode()
    assert 'lang="zh-Hans"' in text
    for name in ("English", "繁體中文", "简体中文"):
        assert f">{name}</button>" in text


def test_an_unknown_language_changes_nothing(client, dealer):
    sign_in(client, dealer)
    choose(client, "xx")
    dealer.refresh_from_db()
    assert dealer.language == ""
    assert "language" not in client.cookies


@pytest.mark.parametrize("address", ["https://elsewhere.example/", "//elsewhere.example/", ""])
def test_the_way_back_stays_in_the_house(client, address):
    assert choose(client, "en", next=address)["Location"] == "/"


def test_the_switch_is_a_post(client):
    assert client.get("/language/").status_code == 405
