"""The house's own identity provider, by OpenID Connect: authorization code with PKCE.

Only what the provider signed counts, with a key that it publishes and an algorithm of the list
here, for this client, this sign-in and this moment. Who somebody is comes from the provider; what
they may comes from our own staff list, from which its groups can take away and to which they add
nothing.
"""

import base64
import hashlib
import json
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.core.cache import cache
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

ALGORITHMS = ["RS256", "PS256", "ES256", "ES384", "EdDSA", "Ed25519"]
PATIENCE_SECONDS = 3.0
KEPT_SECONDS = 300
LEEWAY_SECONDS = 60
LARGEST_ANSWER = 256 * 1024
SIGNED_OUT = "http://schemas.openid.net/event/backchannel-logout"


class ProviderAway(Exception):
    """The provider does not answer, or not as OpenID Connect says."""


class NotSigned(Exception):
    """What came back is not the provider's word about this sign-in."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A sign-in that was sent to the provider: what only this browser and we know of it."""

    state: str
    nonce: str
    verifier: str

    @classmethod
    def new(cls) -> "Begun":
        return cls(*(secrets.token_urlsafe(32) for _part in range(3)))


@dataclass(frozen=True, slots=True)
class Vouched:
    """Whom the provider vouches for: a badge, and the roles that its groups stand for.

    `subject` and `session` are its names for them and for their sign-in, `word` is what it signed.
    """

    badge: str
    roles: frozenset[str]
    subject: str = ""
    session: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class Farewell:
    """Whom the provider signed out: a person, one sign-in of theirs, or both; and when."""

    subject: str
    session: str
    at: datetime


def is_configured() -> bool:
    return bool(settings.OIDC_ISSUER and settings.OIDC_CLIENT_ID)


def address_to_ask(begun: Begun, back_to: str) -> str:
    """Where the browser goes to sign in with the provider."""
    challenge = hashlib.sha256(begun.verifier.encode()).digest()
    asked = {
        "response_type": "code",
        "client_id": settings.OIDC_CLIENT_ID,
        "redirect_uri": back_to,
        "scope": settings.OIDC_SCOPE,
        "state": begun.state,
        "nonce": begun.nonce,
        "code_challenge": base64.urlsafe_b64encode(challenge).decode().rstrip("="),
        "code_challenge_method": "S256",
    }
    there = _configuration()["authorization_endpoint"]
    return f"{there}{'&' if '?' in there else '?'}{urllib.parse.urlencode(asked)}"


def vouched_for(code: str, begun: Begun, back_to: str, *, at: datetime) -> Vouched:
    """Exchange the code for the provider's signed word, and read it."""
    pair = ":".join(
        urllib.parse.quote(each, safe="")
        for each in (settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET)
    )
    sent = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": back_to,
        "code_verifier": begun.verifier,
    }
    answer = _asked(
        _configuration()["token_endpoint"],
        data=urllib.parse.urlencode(sent).encode(),
        headers={"Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"},
    )
    return read_word(str(answer.get("id_token", "")), nonce=begun.nonce, at=at)


def read_word(word: str, *, nonce: str, at: datetime) -> Vouched:
    """Check the signed word of the provider: whose key, for whom, about which sign-in, and when."""
    claims = _verified(word)
    _guard_claims(claims, at, sub={"essential": True}, nonce={"essential": True, "value": nonce})
    _guard_second_factor(claims)
    badge = claims.get(settings.OIDC_BADGE_CLAIM)
    if not isinstance(badge, str) or not badge:
        raise NotSigned(f"the word has no {settings.OIDC_BADGE_CLAIM}")
    roles = _roles(claims.get(settings.OIDC_GROUPS_CLAIM))
    return Vouched(badge, roles, str(claims["sub"]), _text(claims, "sid"), word)


def read_farewell(word: str, *, at: datetime) -> Farewell:
    """Check the provider's signed word that somebody was signed out.

    Rule: OpenID Connect Back-Channel Logout 1.0, section 2.6.
    """
    claims = _verified(word, kind="logout+jwt")
    _guard_claims(claims, at, jti={"essential": True})
    events = claims.get("events")
    if not isinstance(events, dict) or not isinstance(events.get(SIGNED_OUT), dict):
        raise NotSigned("the word does not say that somebody was signed out")
    if "nonce" in claims:
        raise NotSigned("the word is one of a sign-in")
    subject, session = _text(claims, "sub"), _text(claims, "sid")
    if not (subject or session):
        raise NotSigned("the word names nobody")
    return Farewell(subject, session, datetime.fromtimestamp(int(claims["iat"]), UTC))


def address_to_leave(word: str, back_to: str) -> str:
    """Where the browser goes to sign out with the provider too; empty where there is no such place.

    Rule: OpenID Connect RP-Initiated Logout 1.0, section 2.
    """
    try:
        there = str(_configuration().get("end_session_endpoint", ""))
    except ProviderAway:
        return ""
    if not is_safe(there):
        return ""
    asked = {
        "id_token_hint": word,
        "client_id": settings.OIDC_CLIENT_ID,
        "post_logout_redirect_uri": back_to,
    }
    return f"{there}{'&' if '?' in there else '?'}{urllib.parse.urlencode(asked)}"


def _text(claims: Mapping[str, Any], name: str) -> str:
    found = claims.get(name)
    return found if isinstance(found, str) else ""


def _verified(word: str, *, kind: str = "") -> dict[str, Any]:
    """The claims, signed by one of the provider's keys; a new key is fetched once.

    With `kind` the word must say that it is of it: no other one is taken for it.
    """
    for fresh in (False, True):
        keys = _keys(fresh=fresh)
        try:
            token = jwt.decode(word, keys, algorithms=ALGORITHMS)
            break
        except (JoseError, ValueError, KeyError, TypeError) as error:
            failed = error
    else:
        raise NotSigned(f"not signed by the provider: {failed}")
    if kind and str(token.header.get("typ", "")).lower() != kind:
        raise NotSigned(f"not a {kind}")
    return dict(token.claims)


def _guard_claims(claims: dict[str, Any], at: datetime, **asked: Any) -> None:
    """Refuse a word of somebody else, for somebody else, or of another time."""
    registry = jwt.JWTClaimsRegistry(
        now=int(at.timestamp()),
        leeway=LEEWAY_SECONDS,
        iss={"essential": True, "value": settings.OIDC_ISSUER},
        aud={"essential": True, "value": settings.OIDC_CLIENT_ID},
        exp={"essential": True},
        iat={"essential": True},
        **asked,
    )
    try:
        registry.validate(claims)
    except JoseError as error:
        raise NotSigned(f"the word does not hold: {error}") from error
    _guard_meant_for_us(claims)


def _guard_meant_for_us(claims: Mapping[str, Any]) -> None:
    audience, party = claims.get("aud"), claims.get("azp")
    several = isinstance(audience, list) and len(audience) > 1
    if (several or party is not None) and party != settings.OIDC_CLIENT_ID:
        raise NotSigned("the word was meant for another client")


def _guard_second_factor(claims: Mapping[str, Any]) -> None:
    """Where the house asks for it, the provider must say that it saw a second factor."""
    wanted = settings.OIDC_AMR
    said = claims.get("amr")
    if wanted and wanted not in (said if isinstance(said, list) else []):
        raise NotSigned(f"the provider did not say {wanted}")


def _roles(groups: object) -> frozenset[str]:
    named = [groups] if isinstance(groups, str) else groups if isinstance(groups, list) else []
    known = (settings.OIDC_ROLES.get(each) for each in named if isinstance(each, str))
    return frozenset(role for role in known if role)


def _configuration() -> dict[str, str]:
    """What the provider publishes about itself, kept for a while."""
    key = f"oidc:{settings.OIDC_ISSUER}"
    found: dict[str, str] | None = cache.get(key)
    if found is None:
        issuer = settings.OIDC_ISSUER
        found = _asked(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
        if found.get("issuer") != issuer:
            raise ProviderAway("it calls itself otherwise")
        for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
            _guard_safe(str(found.get(name, "")))
        cache.set(key, found, KEPT_SECONDS)
    return found


def _keys(*, fresh: bool) -> KeySet:
    key = f"oidc-keys:{settings.OIDC_ISSUER}"
    found: dict[str, Any] | None = None if fresh else cache.get(key)
    if found is None:
        if fresh and not cache.add(f"{key}:asked", time.time(), 10):
            raise NotSigned("signed with a key that the provider did not publish")
        found = _asked(_configuration()["jwks_uri"])
        cache.set(key, found, KEPT_SECONDS)
    try:
        return KeySet.import_key_set(found)  # type: ignore[arg-type]  # checked by the library
    except (JoseError, ValueError, KeyError, TypeError) as error:
        raise ProviderAway(f"its keys cannot be read: {error}") from error


def _asked(
    address: str, data: bytes | None = None, headers: Mapping[str, str] | None = None
) -> dict[str, Any]:
    _guard_safe(address)
    asked = urllib.request.Request(  # noqa: S310 - https, or this machine
        address, data=data, headers={"Accept": "application/json", **(headers or {})}
    )
    try:
        with OPENER.open(asked, timeout=PATIENCE_SECONDS) as answer:
            found = json.loads(answer.read(LARGEST_ANSWER))
    except (OSError, ValueError) as error:
        raise ProviderAway(f"{address}: {error}") from error
    if not isinstance(found, dict):
        raise ProviderAway(f"{address}: no object")
    return found


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A provider that sends us elsewhere sends our secret elsewhere."""

    def redirect_request(self, *args: Any, **named: Any) -> None:
        return None


OPENER = urllib.request.build_opener(_NoRedirects, urllib.request.ProxyHandler({}))


def _guard_safe(address: str) -> None:
    if not is_safe(address):
        raise ProviderAway(f"not over https: {address}")


def is_safe(address: str) -> bool:
    """Whether nobody on the way can read or change what is said: https, or this machine."""
    parts = urllib.parse.urlsplit(address)
    if parts.scheme == "https":
        return bool(parts.hostname)
    try:
        return parts.scheme == "http" and ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return False
