import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from paigow_site import navigation
from paigow_site.drawing.icons import LINES
from paigow_site.navigation import ENTRIES, MOST_PLACES, rail
from staff.models import Person, Role


def request_of(*roles: str, at: str = "/", **cookies: str):
    request = RequestFactory().get(at)
    request.user = Person(name="Mei Chan", badge="D-7", roles=list(roles))
    request.COOKIES.update(cookies)
    return request


@pytest.fixture
def all_landed(monkeypatch):
    monkeypatch.setattr(navigation, "reverse", lambda name: f"/{name}/")


def labels(places) -> list[str]:
    return [str(place.label) for place in places]


def look_of(**cookies: str) -> dict[str, str]:
    found = rail(request_of(**cookies))["look"]
    return {name: found[name] for name in ("theme", "brightness", "hand")}


def test_places_without_an_address_are_left_out(monkeypatch):
    landed = {"pit-board": "/floor/"}

    def reverse(name: str) -> str:
        if name not in landed:
            raise navigation.NoReverseMatch
        return landed[name]

    monkeypatch.setattr(navigation, "reverse", reverse)
    assert labels(rail(request_of(Role.FLOORPERSON))["rail"]["places"]) == ["Pit board"]


@pytest.mark.parametrize("role", Role)
def test_each_role_has_somewhere_to_go_and_at_most_eight_entries(role, all_landed):
    shown = rail(request_of(role))["rail"]
    assert shown["places"]
    assert len(shown["places"]) + bool(shown["more"]) <= MOST_PLACES


def test_what_does_not_fit_is_under_more(all_landed):
    shown = rail(request_of(*Role.values, at="/readyz/"))["rail"]
    assert len(shown["places"]) == MOST_PLACES - 1
    assert labels(shown["places"]) + labels(shown["more"]) == [str(e.label) for e in ENTRIES]
    assert shown["more_is_open"]


def test_what_a_role_seldom_needs_gives_way(all_landed):
    shown = rail(request_of(Role.SURVEILLANCE))["rail"]
    daily = ["Pit board", "Alerts", "Search", "Disputes", "Surveillance log", "Reports", "Record"]
    assert labels(shown["places"]) == daily
    assert labels(shown["more"]) == ["Tables", "Equipment", "Rounds"]
    both = rail(request_of(Role.SURVEILLANCE, Role.FLOORPERSON))["rail"]
    assert "Tables" in labels(both["places"])


def test_a_dealer_sees_only_the_table(all_landed):
    assert labels(rail(request_of(Role.DEALER))["rail"]["places"]) == ["Table"]


def test_the_place_of_the_page_is_marked(all_landed):
    places = rail(request_of(Role.PIT_MANAGER, at="/tables/7/"))["rail"]["places"]
    assert [str(place.label) for place in places if place.is_here] == ["Tables"]


def test_a_stranger_has_no_rail():
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    assert rail(request)["rail"]["places"] == ()


def test_every_place_has_a_drawn_icon():
    assert {entry.icon for entry in ENTRIES} <= LINES.keys()


def test_the_look_of_the_device_comes_from_its_cookies_and_never_unchecked():
    plain = look_of()
    assert plain == {"theme": "dark", "brightness": "4", "hand": "right"}
    chosen = {"theme": "light", "brightness": "1", "hand": "left"}
    assert look_of(**chosen) == chosen
    assert look_of(theme='"><script>', brightness="9", hand="") == plain


def test_the_component_page_answers_a_stranger_without_a_query(client):
    answer = client.get("/design/")
    assert answer.status_code == 200
    assert "style-src 'self'" in answer["Content-Security-Policy"]
    assert answer.content.count(b'id="refusal"') == 1
