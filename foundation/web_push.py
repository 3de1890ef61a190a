"""Web Push as browsers speak it: a message sealed for one browser, under the house's own key.

The message is encrypted for the browser that subscribed, so that whoever carries it reads nothing
(RFC 8291 with the content coding aes128gcm of RFC 8188). A token signed with our own key says who
sends (VAPID, RFC 8292); the key follows from the first of `VAULT_KEYS`, and a browser that
subscribed under an older one is still called while that key is among them.
"""

import hmac
import http.client
import ipaddress
import json
import os
import socket
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from hashlib import sha256
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from foundation.vault import key_name

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
RECORD_SIZE = 4096
PADDED_TO = 256
TOKEN_SECONDS = 12 * 3600
SECONDS = 5.0
KEY_BYTES, SECRET_BYTES = 65, 16


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that wants to be called: where, and what its messages are sealed with."""

    endpoint: str
    public_key: bytes
    secret: bytes
    key_name: str


class Delivery(Enum):
    """What became of a message."""

    TAKEN = "taken"
    GONE = "gone"
    LATER = "later"


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Bytes out of base64url, with or without its padding; ValueError where it is none."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_key() -> str:
    """The key that a browser subscribes with; empty where nothing can be sealed."""
    return encoded(_point(_own(settings.VAULT_KEYS[0]))) if settings.VAULT_KEYS else ""


def own_key_name() -> str:
    return key_name(settings.VAULT_KEYS[0]) if settings.VAULT_KEYS else ""


def sealed(
    message: bytes,
    subscription: Subscription,
    *,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """Encrypt a message for one browser.

    Rule: RFC 8291 section 3, RFC 8188 section 2.
    """
    sender, salt = sender or ec.generate_private_key(CURVE), salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, subscription.public_key)
    own = _point(sender)
    shared = sender.exchange(ec.ECDH(), theirs)
    info = b"WebPush: info\x00" + subscription.public_key + own
    secret = HKDF(SHA256(), 32, salt=subscription.secret, info=info).derive(shared)
    key = HKDF(SHA256(), 16, salt=salt, info=b"Content-Encoding: aes128gcm\x00").derive(secret)
    nonce = HKDF(SHA256(), 12, salt=salt, info=b"Content-Encoding: nonce\x00").derive(secret)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(own)]) + own
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def authorization(endpoint: SplitResult, sender_key: str, at: datetime) -> str:
    """Say who sends, signed for this push service alone.

    Rule: RFC 8292 sections 2 and 3.
    """
    claims = {
        "aud": f"{endpoint.scheme}://{endpoint.netloc}",
        "exp": int(at.timestamp()) + TOKEN_SECONDS,
        "sub": settings.PUSH_CONTACT,
    }
    key = _own(sender_key)
    parts = [{"typ": "JWT", "alg": "ES256"}, claims]
    unsigned = ".".join(encoded(json.dumps(each).encode()) for each in parts)
    r, s = decode_dss_signature(key.sign(unsigned.encode(), ec.ECDSA(SHA256())))
    signature = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={unsigned}.{signature}, k={encoded(_point(key))}"


def push(
    message: bytes, subscription: Subscription, *, topic: str, urgent: bool, ttl: int, at: datetime
) -> Delivery:
    """Hand a message to the push service of a browser.

    Every message has the same length, so that its size tells nothing either.
    """
    key = next((k for k in settings.VAULT_KEYS if key_name(k) == subscription.key_name), None)
    endpoint = urlsplit(subscription.endpoint)
    if key is None:
        return Delivery.GONE  # made under a key that nobody has any more: the page subscribes again
    address = reachable(subscription.endpoint)
    if address is None:
        return Delivery.LATER
    headers = {
        "TTL": str(ttl),
        "Urgency": "high" if urgent else "normal",
        "Topic": topic,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "Authorization": authorization(endpoint, key, at),
    }
    padded = message + b" " * max(0, PADDED_TO - len(message))
    try:
        status = _post(endpoint, address, sealed(padded, subscription), headers)
    except (OSError, http.client.HTTPException):
        return Delivery.LATER
    if status in (404, 410):
        return Delivery.GONE
    return Delivery.TAKEN if 200 <= status < 300 else Delivery.LATER


def reachable(endpoint: str) -> str | None:
    """The address of a push service, if we may call it.

    The address comes from a browser, so it never leads into the house: only to a public address
    and only encrypted, or to a service that `PUSH_HOSTS` names.
    """
    try:
        where = urlsplit(endpoint)
        host, port = where.hostname or "", where.port or 443
        named = f"{host}:{port}" in settings.PUSH_HOSTS
        if not named and (settings.PUSH_HOSTS or where.scheme != "https"):
            return None
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, ValueError):  # a port or a name that no machine has is a ValueError
        return None
    for *_kind, place in found:
        address = str(place[0])
        if named or is_public(address):
            return address
    return None


TRANSLATED = ipaddress.ip_network("64:ff9b::/96")


def is_public(address: str) -> bool:
    """Whether an address lies outside every house, also one that a gateway leads on from.

    Rule: RFC 4291 section 2.5.5, RFC 6052 section 2.1, RFC 3056.
    """
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        last = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        is_inside = found in TRANSLATED or int(found) >> 32 == 0
        inner = found.ipv4_mapped or found.sixtofour or (last if is_inside else None)
        if inner is not None or found.teredo is not None:
            return inner is not None and inner.is_global and not inner.is_multicast
    return found.is_global and not found.is_multicast


def capability(what: str) -> str:
    """What lets whoever holds it do one thing without a session, such as `notice:7`."""
    return encoded(_capability(settings.VAULT_KEYS[0], what))


def is_capability(given: str, what: str) -> bool:
    return any(
        hmac.compare_digest(encoded(_capability(key, what)), given) for key in settings.VAULT_KEYS
    )


def _capability(key: str, what: str) -> bytes:
    secret = HKDF(SHA256(), 32, salt=None, info=b"paigow notices").derive(key.encode())
    return hmac.new(secret, what.encode(), sha256).digest()


def _post(endpoint: SplitResult, address: str, body: bytes, headers: dict[str, str]) -> int:
    """Post to the very address that was looked at; where it leads on, nobody follows."""
    host, port = endpoint.hostname or "", endpoint.port or 443
    line: http.client.HTTPConnection = (
        http.client.HTTPSConnection(host, port, timeout=SECONDS, context=_trusted())
        if endpoint.scheme == "https"
        else http.client.HTTPConnection(host, port, timeout=SECONDS)
    )

    def connect(_place: object, *options: object) -> socket.socket:
        return socket.create_connection((address, port), SECONDS)

    line._create_connection = connect  # type: ignore[attr-defined]  # the one that was looked at
    path = endpoint.path + (f"?{endpoint.query}" if endpoint.query else "")
    try:
        line.request("POST", path or "/", body, headers)
        return line.getresponse().status
    finally:
        line.close()


@cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


@cache
def _own(key: str) -> ec.EllipticCurvePrivateKey:
    derived = HKDF(SHA256(), 48, salt=None, info=b"paigow push").derive(key.encode())
    return ec.derive_private_key(int.from_bytes(derived, "big") % (ORDER - 1) + 1, CURVE)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
