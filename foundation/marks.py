"""Secrets whose last letters show, without asking anybody, that this floor gave them out.

The key of a tablet, a service token, a session: the web server sorts requests by them before any
of our code runs, so that no crowd of strangers stands before a dealer. A mark proves nothing else;
whose the secret is, and whether it still counts, is asked of the database as ever.
"""

import hmac
from base64 import b32encode
from hashlib import sha256

from django.conf import settings

LENGTH = 12


def with_mark(secret: str) -> str:
    """The secret with its mark."""
    return secret + _mark(secret)


def is_marked(secret: str) -> bool:
    """Whether this floor made the secret; not whether it is good for anything."""
    given = secret[-LENGTH:]
    return len(secret) > LENGTH and hmac.compare_digest(
        given.encode("utf-8", "replace"), _mark(secret[:-LENGTH]).encode()
    )


def _mark(secret: str) -> str:
    key = b"marked:" + settings.SECRET_KEY.encode()
    made = hmac.new(key, secret.encode("utf-8", "replace"), sha256).digest()
    return b32encode(made).decode().lower()[:LENGTH]
