import json
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from foundation import web_push
from foundation.web_push import (
    CURVE,
    Delivery,
    Subscription,
    authorization,
    decoded,
    encoded,
    is_capability,
    own_key_name,
    public_key,
    push,
    reachable,
    sealed,
)
from tests.push_service import Browser, PushService

NOW = datetime(2026, 11, 18, 13, tzinfo=UTC)

# RFC 8291, appendix A.
RFC_SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RFC_BROWSER = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
RFC_BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


def test_the_example_of_the_rfc_byte_by_byte():
    sender = ec.derive_private_key(int.from_bytes(decoded(RFC_SENDER), "big"), CURVE)
    browser = Subscription("", decoded(RFC_BROWSER), decoded("BTBZMqHH6r4Tts7J_aSIgg"), "")
    said = b"When I grow up, I want to be a watermelon"
    body = sealed(said, browser, sender=sender, salt=decoded("DGv6ra1nlYgDCS1FRnbzlw"))
    assert encoded(body) == RFC_BODY


def test_what_is_sealed_for_a_browser_only_that_browser_opens():
    mine, other = Browser(), Browser()
    body = sealed(b"something waits", mine.subscription("https://x.example/1"))
    assert mine.opened(body) == b"something waits"
    with pytest.raises(InvalidTag):
        other.opened(body)
    assert sealed(b"a", mine.subscription("")) != sealed(b"a", mine.subscription(""))


def test_the_token_is_signed_with_the_key_that_browsers_know(settings):
    said = authorization(urlsplit("https://push.example:99/x"), settings.VAULT_KEYS[0], NOW)
    parts = dict(each.split("=", 1) for each in said.removeprefix("vapid ").split(", "))
    head, claims, signature = parts["t"].split(".")
    assert parts["k"] == public_key()
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    told = json.loads(decoded(claims))
    assert told["aud"] == "https://push.example:99"
    assert NOW.timestamp() < told["exp"] <= NOW.timestamp() + 24 * 3600
    raw = decoded(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(parts["k"]))
    key.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


def test_a_service_takes_a_message_that_tells_nothing_by_its_length(settings):
    browser = Browser()
    with PushService() as service:
        settings.PUSH_HOSTS = [service.host]
        where = browser.subscription(service.address("a"), own_key_name())
        for said in (b"short", b"longer than the other one"):
            assert push(said, where, topic="t", urgent=True, ttl=60, at=NOW) is Delivery.TAKEN
        first, second = service.taken
    assert browser.opened(first.body).rstrip() == b"short"
    assert len(first.body) == len(second.body)
    assert first.headers["urgency"] == "high"
    assert first.headers["ttl"] == "60"
    assert first.headers["content-encoding"] == "aes128gcm"


@pytest.mark.parametrize(
    ("status", "outcome"),
    [(410, Delivery.GONE), (404, Delivery.GONE), (503, Delivery.LATER), (429, Delivery.LATER)],
)
def test_what_a_service_answers_is_understood(settings, status, outcome):
    with PushService(status=status) as service:
        settings.PUSH_HOSTS = [service.host]
        where = Browser().subscription(service.address("a"), own_key_name())
        assert push(b"x", where, topic="t", urgent=False, ttl=60, at=NOW) is outcome


def test_a_service_that_is_not_there_is_tried_later(settings):
    settings.PUSH_HOSTS = ["127.0.0.1:9"]
    where = Browser().subscription("http://127.0.0.1:9/a", own_key_name())
    assert push(b"x", where, topic="t", urgent=False, ttl=60, at=NOW) is Delivery.LATER


def test_a_key_that_is_gone_needs_a_new_subscription(settings):
    where = Browser().subscription("https://push.example/a", "00000000")
    assert push(b"x", where, topic="t", urgent=False, ttl=60, at=NOW) is Delivery.GONE


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://127.0.0.1/x",
        "https://10.0.0.7/x",
        "https://[::1]/x",
        "https://169.254.169.254/latest",
        "http://192.0.2.1/x",
        "https://no-such-host.invalid/x",
        "https://[64:ff9b::a00:7]/x",
        "https://[2002:a00:7::]/x",
        "https://[::ffff:10.0.0.7]/x",
        "https://[::10.0.0.7]/x",
        "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/x",
        "https://224.0.0.1/x",
        "https://1.1.1.1:99999/x",
        "https://[::1/x",
        f"https://{'a' * 64}.example/x",
    ],
)
def test_no_browser_sends_us_into_the_house(settings, endpoint):
    settings.PUSH_HOSTS = []
    assert reachable(endpoint) is None


def test_what_lies_outside_is_called(settings):
    settings.PUSH_HOSTS = []
    assert reachable("https://1.1.1.1/x") == "1.1.1.1"
    assert reachable("https://[2606:4700::1]/x") == "2606:4700::1"


def test_where_services_are_named_no_other_is_called(settings):
    settings.PUSH_HOSTS = ["push.house.example:443"]
    assert reachable("https://1.1.1.1/x") is None


def test_a_capability_is_for_one_thing_and_outlives_a_new_key(settings):
    given = web_push.capability("notice:7")
    assert is_capability(given, "notice:7")
    assert not is_capability(given, "notice:8")
    settings.VAULT_KEYS = ["a-new-key-of-thirty-two-characters!!", *settings.VAULT_KEYS]
    assert is_capability(given, "notice:7")
    assert web_push.capability("notice:7") != given
