"""Sign in with the house's identity provider: only its signed word counts, and it gives no role."""

import base64
import hmac
import http.client
import json
import time
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.test import Client
from joserfc import jwt
from joserfc.jwk import RSAKey

from audit.models import Event
from tests.factories import make_floor, make_person
from tests.sign_in import sign_in
from tests.staff.identity_provider import CLIENT, SECRET, running_provider


@pytest.fixture(scope="module")
def running():
    with running_provider() as provider:
        yield provider


@pytest.fixture
def provider(running, settings):
    settings.OIDC_ISSUER, settings.OIDC_NAME = running.issuer, "Lantern ID"
    settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET = CLIENT, SECRET
    settings.OIDC_ROLES = {"Compliance": "compliance", "Pit": "pit_manager"}
    settings.OIDC_AMR = "mfa"
    cache.clear()
    sign, spoil = running.sign, running.spoil
    yield running
    running.sign, running.spoil, running.error = sign, spoil, ""
    cache.clear()


@pytest.fixture
def floor(db):
    return make_floor()


def location(address):
    """Where the provider sends a browser that goes there."""
    parts = urlsplit(address)
    asked = http.client.HTTPConnection(parts.netloc)
    asked.request("GET", f"{parts.path}?{parts.query}")
    return asked.getresponse().headers["Location"]


def come_back(client, **query):
    """Go to the provider and back; what the browser sees then."""
    there = client.get("/sign-in/provider/", query)
    assert there.status_code == 302
    back = urlsplit(location(there.headers["Location"]))
    return client.get(f"{back.path}?{back.query}")


def vouch(provider, person, *groups):
    provider.person = {"preferred_username": person.badge, "groups": list(groups)}


def test_whom_the_provider_vouches_for_is_in_with_their_own_roles(floor, provider):
    vouch(provider, floor.compliance, "Compliance", "Everybody")
    client = Client()
    assert b"Sign in with Lantern ID" in client.get("/sign-in/").content
    done = come_back(client, next="/reports/")
    assert b'content="0;url=/reports/"' in done.content
    assert client.get("/me/").status_code == 200
    event = Event.objects.get(kind="staff.signed_in", person_id=floor.compliance.pk)
    assert b"provider" in bytes(event.body)


def test_groups_take_roles_away_and_add_none(floor, provider):
    person = make_person(floor.property, "pit_manager", "floorperson")
    vouch(provider, person, "Pit", "Compliance")
    client = Client()
    come_back(client)
    assert client.get("/me/").wsgi_request.user.roles == ["pit_manager"]
    person.refresh_from_db()
    assert person.roles == ["pit_manager", "floorperson"]


def test_a_changed_password_widens_no_session(floor, provider):
    from tests.factories import PASSWORD

    person = make_person(floor.property, "pit_manager", "floorperson")
    vouch(provider, person, "Pit")
    client = Client()
    come_back(client)
    form = {"old": PASSWORD, "new": "another-horse-battery"}
    assert client.post("/me/password/", form).status_code == 302
    assert client.get("/me/").wsgi_request.user.roles == ["pit_manager"]


def refused(answer):
    assert answer.status_code == 409, answer.content
    return answer.context["refused"].code


def test_whoever_is_not_on_the_staff_list_or_has_no_such_role_stays_out(floor, provider):
    provider.person = {"preferred_username": "N404", "groups": ["Compliance"]}
    assert refused(come_back(Client())) == "not_on_staff"
    vouch(provider, floor.dealer, "Compliance")
    assert refused(come_back(Client())) == "no_role"
    floor.compliance.is_active = False
    floor.compliance.save()
    vouch(provider, floor.compliance, "Compliance")
    assert refused(come_back(Client())) == "not_on_staff"


SPOILED = {
    "issuer": lambda claims: {**claims, "iss": "https://evil.example"},
    "audience": lambda claims: {**claims, "aud": "another-client"},
    "two audiences": lambda claims: {**claims, "aud": [CLIENT, "another"]},
    "party": lambda claims: {**claims, "azp": "another-client"},
    "nonce": lambda claims: {**claims, "nonce": "of another sign-in"},
    "no nonce": lambda claims: {k: v for k, v in claims.items() if k != "nonce"},
    "expired": lambda claims: {**claims, "iat": 1_700_000_000, "exp": 1_700_000_300},
    "no end": lambda claims: {k: v for k, v in claims.items() if k != "exp"},
    "no second factor": lambda claims: {**claims, "amr": ["pwd"]},
    "no badge": lambda claims: {k: v for k, v in claims.items() if k != "preferred_username"},
    "badge of another kind": lambda claims: {**claims, "preferred_username": ["x"]},
}


@pytest.mark.parametrize("how", SPOILED)
def test_a_word_that_does_not_hold_is_refused(floor, provider, how):
    vouch(provider, floor.compliance, "Compliance")
    provider.spoil = SPOILED[how]
    client = Client()
    assert refused(come_back(client)) == "provider_not_believed"
    assert client.get("/me/").status_code == 302


def part(value):
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


def written(header, claims):
    return ".".join(part(json.dumps(each).encode()) for each in (header, claims))


def unsigned(claims):
    return f"{written({'alg': 'none'}, claims)}."


def with_public_key(provider):
    """The old trick: the public key as the secret of a symmetric signature."""

    def sign(claims):
        said = written({"alg": "HS256", "kid": "one"}, claims)
        key = provider.key.as_pem(private=False)
        return f"{said}.{part(hmac.digest(key, said.encode(), 'sha256'))}"

    return sign


def with_another_key(_provider):
    key = RSAKey.generate_key(2048, {"kid": "one"})
    return lambda claims, **more: jwt.encode({"alg": "RS256", "kid": "one", **more}, claims, key)


@pytest.mark.parametrize(
    "forge", [lambda _provider: unsigned, with_public_key, with_another_key, lambda _p: str]
)
def test_a_word_that_the_provider_did_not_sign_is_refused(floor, provider, forge):
    vouch(provider, floor.compliance, "Compliance")
    provider.sign = forge(provider)
    client = Client()
    assert refused(come_back(client)) == "provider_not_believed"
    assert client.get("/me/").status_code == 302


def test_a_new_key_of_the_provider_is_fetched(floor, provider):
    vouch(provider, floor.compliance, "Compliance")
    assert come_back(Client()).status_code == 200
    before = provider.key
    provider.key = RSAKey.generate_key(2048, {"kid": "two", "use": "sig"})
    provider.sign = lambda claims: jwt.encode({"alg": "RS256", "kid": "two"}, claims, provider.key)
    assert come_back(Client()).status_code == 200
    provider.key = before


def test_a_sign_in_that_was_not_begun_here_is_refused(floor, provider):
    vouch(provider, floor.compliance, "Compliance")
    mine, theirs = Client(), Client()
    there = mine.get("/sign-in/provider/")
    back = urlsplit(location(there.headers["Location"]))
    assert refused(theirs.get(f"{back.path}?{back.query}")) == "not_begun_here"
    assert refused(theirs.get("/sign-in/provider/back/?state=x&code=y")) == "not_begun_here"
    assert mine.get(f"{back.path}?{back.query}").status_code == 200
    assert refused(mine.get(f"{back.path}?{back.query}")) == "not_begun_here"


def test_a_provider_that_says_no_or_nothing_leaves_the_password(floor, provider, settings):
    provider.error = "access_denied"
    assert refused(come_back(Client())) == "provider_refused"
    cache.clear()
    settings.OIDC_ISSUER = "http://127.0.0.1:9"
    assert refused(Client().get("/sign-in/provider/")) == "provider_away"
    page = Client().get("/sign-in/").content
    assert b'name="password"' in page


def test_a_provider_is_asked_over_https_or_on_this_machine_only(floor, settings, provider):
    settings.OIDC_ISSUER = "http://identity.example"
    assert refused(Client().get("/sign-in/provider/")) == "provider_away"


def test_without_a_provider_there_is_no_such_page(floor):
    assert Client().get("/sign-in/provider/").status_code == 404
    assert Client().get("/sign-in/provider/back/").status_code == 404
    assert b"Sign in with" not in Client().get("/sign-in/").content


def signed_in(provider, person, *groups, sid="s1"):
    vouch(provider, person, *groups)
    provider.person["sid"] = sid
    client = Client()
    assert come_back(client).status_code == 200
    assert client.get("/me/").status_code == 200
    return client


def sent(word):
    """What the provider is answered; it has no cookie and no token of a form."""
    client = Client(enforce_csrf_checks=True)
    return client.post("/sign-in/provider/sign-out/", {"logout_token": word})


@pytest.mark.parametrize("named", [{}, {"sub": "u1"}, {"sub": "u1", "sid": None}])
def test_whom_the_provider_signs_out_is_out(floor, provider, named):
    client = signed_in(provider, floor.compliance, "Compliance")
    assert sent(provider.farewell(**named)).status_code == 204
    assert client.get("/me/").status_code == 302
    event = Event.objects.filter(kind="staff.signed_out", person_id=floor.compliance.pk).last()
    assert b'"reason":"provider"' in bytes(event.body)


def test_nobody_else_is_signed_out(floor, provider):
    other = sign_in(Client(), floor.pit_manager)
    client = signed_in(provider, floor.compliance, "Compliance")
    for named in ({"sid": "of another sign-in"}, {"sub": "u2"}, {"sid": None, "sub": "u2"}):
        assert sent(provider.farewell(**named)).status_code == 204
    assert client.get("/me/").status_code == 200
    assert other.get("/me/").status_code == 200


def test_a_farewell_looks_at_no_session_of_anybody_else(
    floor, provider, django_assert_max_num_queries
):
    for person in (floor.pit_manager, floor.regulator, floor.administrator):
        sign_in(Client(), person)
    client = signed_in(provider, floor.compliance, "Compliance")
    with django_assert_max_num_queries(1) as asked:
        assert sent(provider.farewell(sub="u2", sid=None)).status_code == 204
    assert "staff_provider_session" in asked.captured_queries[0]["sql"]
    # Signed in again with password and code, the person is nobody whom the provider knows.
    again = sign_in(Client(), floor.compliance)
    assert sent(provider.farewell(sub="u1", sid=None)).status_code == 204
    assert again.get("/me/").status_code == 200
    assert client.get("/me/").status_code == 302


def test_an_old_farewell_ends_no_new_session(floor, provider):
    now = int(time.time())
    old = provider.farewell(sub="u1", sid=None, iat=now - 60)
    client = signed_in(provider, floor.compliance, "Compliance")
    assert sent(old).status_code == 204
    assert client.get("/me/").status_code == 200


FALSE_FAREWELLS = {
    "issuer": {"iss": "https://evil.example"},
    "audience": {"aud": "another-client"},
    "party": {"azp": "another-client"},
    "expired": {"iat": 1_700_000_000, "exp": 1_700_000_100},
    "no end": {"exp": None},
    "no number": {"jti": None},
    "kind": {"kind": "JWT"},
    "no event": {"events": None},
    "another event": {"events": {"http://schemas.openid.net/event/other": {}}},
    "nonce": {"nonce": "of a sign-in"},
    "nobody": {"sid": None},
    "subject of another kind": {"sid": None, "sub": 7},
}


@pytest.mark.parametrize("how", FALSE_FAREWELLS)
def test_a_farewell_that_does_not_hold_is_refused(floor, provider, how):
    client = signed_in(provider, floor.compliance, "Compliance")
    assert sent(provider.farewell(**FALSE_FAREWELLS[how])).status_code == 400
    assert client.get("/me/").status_code == 200


def test_a_farewell_that_the_provider_did_not_sign_is_refused(floor, provider):
    client = signed_in(provider, floor.compliance, "Compliance")
    provider.sign = with_another_key(provider)
    assert sent(provider.farewell()).status_code == 400
    assert sent("").status_code == 400
    assert client.get("/me/").status_code == 200


def test_who_leaves_here_leaves_the_provider_too(floor, provider):
    client = signed_in(provider, floor.compliance, "Compliance")
    page = client.post("/sign-out/")
    assert page.status_code == 200
    there = urlsplit(page.context["there"])
    asked = http.client.HTTPConnection(there.netloc)
    asked.request("GET", f"{there.path}?{there.query}")
    assert json.loads(asked.getresponse().read()) == {"left": "u1 to http://testserver/sign-in/"}
    assert client.get("/me/").status_code == 302


def test_who_came_by_password_leaves_here_only(floor, provider):
    assert (
        sign_in(Client(), floor.pit_manager).post("/sign-out/").headers["Location"] == "/sign-in/"
    )


def test_without_a_provider_nobody_is_signed_out_from_elsewhere(floor):
    assert sent("x").status_code == 404
