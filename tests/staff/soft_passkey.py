"""A passkey in software: answers as an authenticator does, with a real key."""

import hashlib
import json
import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, HAS_CREDENTIAL = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def data(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class SoftPasskey:
    """One passkey for one site."""

    def __init__(self, host: str = "testserver", origin: str = "http://testserver") -> None:
        self.host, self.origin, self.count = host, origin, 0
        self.id, self.key = os.urandom(32), ec.generate_private_key(ec.SECP256R1())

    def _client_data(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _data(self, flags: int, more: bytes = b"") -> bytes:
        site = hashlib.sha256(self.host.encode()).digest()
        return site + struct.pack(">BI", flags, self.count) + more

    def made(self, options: str) -> str:
        """The answer to `navigator.credentials.create`."""
        numbers = self.key.public_key().public_numbers()
        x, y = (each.to_bytes(32, "big") for each in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        more = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        flags = PRESENT | VERIFIED | HAS_CREDENTIAL
        stated = {"fmt": "none", "attStmt": {}, "authData": self._data(flags, more)}
        return self._written(
            clientDataJSON=self._client_data("webauthn.create", json.loads(options)["challenge"]),
            attestationObject=cbor2.dumps(stated),
        )

    def shown(self, options: str) -> str:
        """The answer to `navigator.credentials.get`."""
        self.count += 1
        client_data = self._client_data("webauthn.get", json.loads(options)["challenge"])
        stated = self._data(PRESENT | VERIFIED)
        signed = stated + hashlib.sha256(client_data).digest()
        return self._written(
            clientDataJSON=client_data,
            authenticatorData=stated,
            signature=self.key.sign(signed, ec.ECDSA(SHA256())),
        )

    def _written(self, **parts: bytes) -> str:
        response = {name: text(each) for name, each in parts.items()}
        name = text(self.id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})
