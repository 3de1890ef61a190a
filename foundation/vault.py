"""Secrets that must be read again, sealed with a key that the database does not have.

PINs, passwords, tokens and keys of tablets are kept as hashes and need none of this. What has to
be read again, such as the seed of an authenticator, is sealed with AES-256-GCM under the first of
`VAULT_KEYS`; every other key there only opens. A sealed text belongs to its place: copied into
another row it does not open.
"""

import hashlib
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.apps import apps
from django.conf import settings
from django.db.models import Model

VERSION = "v1"
NONCE_BYTES = 12
SHORTEST_KEY = 32


class VaultClosed(Exception):
    """No key of this process opens the secret, or it is not the secret of this place."""


def seal(text: str, place: str) -> str:
    """Seal a secret for its place, such as `staff_person:7:totp`."""
    if not settings.VAULT_KEYS:
        raise VaultClosed("VAULT_KEYS is empty: nothing can be sealed")
    key = settings.VAULT_KEYS[0]
    nonce = os.urandom(NONCE_BYTES)
    sealed = nonce + _cipher(key).encrypt(nonce, text.encode(), place.encode())
    return f"{VERSION}.{key_name(key)}.{urlsafe_b64encode(sealed).decode()}"


def unseal(sealed: str, place: str) -> str:
    """Read a secret again at its place."""
    version, _, rest = sealed.partition(".")
    name, _, text = rest.partition(".")
    key = next((each for each in settings.VAULT_KEYS if key_name(each) == name), None)
    if version != VERSION or key is None:
        raise VaultClosed(f"no key opens {place}")
    found = urlsafe_b64decode(text)
    try:
        opened = _cipher(key).decrypt(found[:NONCE_BYTES], found[NONCE_BYTES:], place.encode())
    except InvalidTag:
        raise VaultClosed(f"what is sealed at {place} belongs elsewhere") from None
    return opened.decode()


def is_sealed_anew(sealed: str) -> bool:
    """Whether a secret is sealed with the key that seals now."""
    return sealed.startswith(f"{VERSION}.{key_name(settings.VAULT_KEYS[0])}.")


def name_of(sealed: str) -> str:
    """The name of the key that a secret is sealed with; nothing of the key itself."""
    return sealed.split(".")[1] if sealed.startswith(f"{VERSION}.") else "?"


@dataclass(frozen=True, slots=True)
class SealedColumn:
    """A column that holds sealed secrets: where each belongs, and how people call its row."""

    model: type[Model]
    column: str
    place: Callable[[Any], str]
    called: Callable[[Any], str]


def sealed_columns() -> Iterator[SealedColumn]:
    """Every column that apps declare in their `sealed.py`."""
    for config in apps.get_app_configs():
        name = f"{config.name}.sealed"
        if find_spec(name) is not None:
            yield from import_module(name).SEALED


@cache
def key_name(key: str) -> str:
    return hashlib.sha256(_derived(key)).hexdigest()[:8]


@cache
def _cipher(key: str) -> AESGCM:
    return AESGCM(_derived(key))


def _derived(key: str) -> bytes:
    return HKDF(SHA256(), 32, salt=None, info=b"paigow vault").derive(key.encode())
