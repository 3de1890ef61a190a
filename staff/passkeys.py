"""Passkeys (WebAuthn) as second factor of a desk, beside the authenticator's six digits.

A challenge is not kept anywhere: it says itself for whom and when it was made, under the secret
key. It is good for some minutes, and each passkey takes it once.
"""

import hashlib
import hmac
import os
from dataclasses import dataclass
from datetime import datetime, timedelta

import webauthn
from django.conf import settings
from django.http import HttpRequest
from webauthn.helpers import (
    parse_authentication_credential_json,
    parse_client_data_json,
    parse_registration_credential_json,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from staff.models import Passkey, Person

SITE_NAME = "Pai Gow Floor"
GOOD_FOR = timedelta(minutes=5)
RANDOM_BYTES, TIME_BYTES = 16, 8


class BadPasskey(Exception):
    """What the browser sent is no answer of a passkey of ours."""


@dataclass(frozen=True, slots=True)
class Site:
    """The name and the origin under which a browser sees the floor; a passkey belongs to them."""

    host: str
    origin: str


def site_of(request: HttpRequest) -> Site:
    """Where the request came to; Django has compared it with ALLOWED_HOSTS."""
    host = request.get_host()
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    return Site(name, f"{request.scheme}://{host}")


def creation_options(person: Person, site: Site, at: datetime) -> str:
    """What a browser needs to make a passkey for this person, as JSON."""
    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name=SITE_NAME,
        user_id=hashlib.sha256(f"person:{person.pk}".encode()).digest(),
        user_name=person.badge,
        user_display_name=person.name,
        challenge=challenge(f"add:{person.pk}", at),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=bytes(each))
            for each in person.passkeys.values_list("credential_id", flat=True)
        ],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
    )
    return webauthn.options_to_json(options)


def request_options(site: Site, at: datetime) -> str:
    """What a browser needs to ask for a passkey; the same for everybody, so it tells nothing."""
    options = webauthn.generate_authentication_options(
        rp_id=site.host,
        challenge=challenge("sign-in", at),
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return webauthn.options_to_json(options)


def made_passkey(person: Person, credential: str, site: Site, at: datetime) -> VerifiedRegistration:
    """Check the answer of a browser that made a passkey for this person."""
    try:
        parsed = parse_registration_credential_json(credential)
        asked = parse_client_data_json(parsed.response.client_data_json).challenge
        _guard_challenge(asked, f"add:{person.pk}", at)
        return webauthn.verify_registration_response(
            credential=parsed,
            expected_challenge=asked,
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise BadPasskey(str(error)) from error


@dataclass(frozen=True, slots=True)
class Shown:
    """A passkey that its owner showed a moment ago."""

    passkey: Passkey
    sign_count: int
    challenge: bytes


def shown_passkey(person: Person, credential: str, site: Site, at: datetime) -> Shown:
    """Check the answer of a browser that asked for a passkey of this person."""
    try:
        parsed = parse_authentication_credential_json(credential)
        known = person.passkeys.select_related("use").filter(credential_id=parsed.raw_id).first()
        if known is None:
            raise BadPasskey("not a passkey of this person")
        asked = parse_client_data_json(parsed.response.client_data_json).challenge
        _guard_challenge(asked, "sign-in", at)
        verified = webauthn.verify_authentication_response(
            credential=parsed,
            expected_challenge=asked,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=bytes(known.public_key),
            credential_current_sign_count=known.use.sign_count,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise BadPasskey(str(error)) from error
    return Shown(known, verified.new_sign_count, hashlib.sha256(asked).digest())


def challenge(purpose: str, at: datetime) -> bytes:
    """Something to sign that nobody has signed before, and that says when and for what."""
    head = os.urandom(RANDOM_BYTES) + int(at.timestamp()).to_bytes(TIME_BYTES, "big")
    return head + _seal(head, purpose)


def _guard_challenge(given: bytes, purpose: str, at: datetime) -> None:
    head, seal = given[: RANDOM_BYTES + TIME_BYTES], given[RANDOM_BYTES + TIME_BYTES :]
    if not hmac.compare_digest(seal, _seal(head, purpose)):
        raise BadPasskey("a challenge that is not ours")
    age = at.timestamp() - int.from_bytes(head[RANDOM_BYTES:], "big")
    if not -60 <= age <= GOOD_FOR.total_seconds():
        raise BadPasskey("a challenge that is too old")


def _seal(head: bytes, purpose: str) -> bytes:
    key = f"passkey challenge:{purpose}:{settings.SECRET_KEY}".encode()
    return hmac.digest(key, head, "sha256")
