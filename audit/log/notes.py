"""Signed notes, checkpoints and cosignatures, as C2SP spells them, with Ed25519 keys.

A note is text and signature lines; a checkpoint is a note whose text is the head of a tree; a
cosignature is a witness's dated signature on a checkpoint. Other tools read all three.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

SIGNATURE = 0x01
COSIGNATURE = 0x04
MAX_SIGNATURES = 100
MAX_NOTE_BYTES = 65_535

_NAME = re.compile(r"[^\s+]+\Z")
_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,18})\Z")


class BadNote(ValueError):
    """The note, key or checkpoint is malformed, or a known key's signature on it is wrong."""


class Unsigned(BadNote):
    """The note is well formed but no known key has signed it."""


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A public key with its owner's name and purpose: a log's (0x01) or a witness's (0x04)."""

    name: str
    public: bytes
    kind: int = SIGNATURE

    def __post_init__(self) -> None:
        if not _NAME.match(self.name):
            raise BadNote(f"key name has a space or a plus: {self.name!r}")
        if self.kind not in (SIGNATURE, COSIGNATURE):
            raise BadNote(f"key of unknown kind: {self.kind}")
        if len(self.public) != 32:
            raise BadNote(f"public key is not 32 bytes long: {len(self.public)}")

    @property
    def key_id(self) -> bytes:
        return _key_id(self.name, self.kind, self.public)

    def __str__(self) -> str:
        material = base64.b64encode(bytes([self.kind]) + self.public).decode()
        return f"{self.name}+{self.key_id.hex()}+{material}"

    @classmethod
    def parse(cls, text: str) -> VerifierKey:
        name, key_id, material = _key_parts(text)
        key = cls(name, material[1:], material[0])
        if key.key_id.hex() != key_id:
            raise BadNote(f"key does not match its id: {text!r}")
        return key

    def verifies(self, text: bytes, signature: bytes) -> bool:
        if self.kind == COSIGNATURE:
            if len(signature) != 72:
                return False
            text = _cosigned(text, struct.unpack(">Q", signature[:8])[0])
            signature = signature[8:]
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text)
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A private key. It prints as its public half only."""

    name: str
    seed: bytes = field(repr=False)
    kind: int = SIGNATURE

    @classmethod
    def generate(cls, name: str, kind: int = SIGNATURE) -> SigningKey:
        return cls(name, Ed25519PrivateKey.generate().private_bytes_raw(), kind)

    @property
    def verifier(self) -> VerifierKey:
        return VerifierKey(self.name, self._private().public_key().public_bytes_raw(), self.kind)

    def sign(self, text: bytes) -> NoteSignature:
        if self.kind != SIGNATURE:
            raise BadNote("a witness's key makes cosignatures only")
        return NoteSignature(self.name, self.verifier.key_id, self._private().sign(text))

    def cosign(self, text: bytes, at: int) -> NoteSignature:
        """Sign a checkpoint as seen at a POSIX time."""
        if self.kind != COSIGNATURE:
            raise BadNote("a log's key makes no cosignatures")
        made = struct.pack(">Q", at) + self._private().sign(_cosigned(text, at))
        return NoteSignature(self.name, self.verifier.key_id, made)

    def to_text(self) -> str:
        """The form in which Go's sumdb/note keeps a private key."""
        material = base64.b64encode(bytes([self.kind]) + self.seed).decode()
        return f"PRIVATE+KEY+{self.name}+{self.verifier.key_id.hex()}+{material}"

    @classmethod
    def parse(cls, text: str) -> SigningKey:
        if not text.startswith("PRIVATE+KEY+"):
            raise BadNote("not a private key")
        name, key_id, material = _key_parts(text.removeprefix("PRIVATE+KEY+"))
        if len(material) != 33:
            raise BadNote(f"private key is not 32 bytes long: {len(material) - 1}")
        key = cls(name, material[1:], material[0])
        if key.verifier.key_id.hex() != key_id:
            raise BadNote("private key does not match its id")
        return key

    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.seed)


@dataclass(frozen=True, slots=True)
class NoteSignature:
    name: str
    key_id: bytes
    made: bytes

    def line(self) -> str:
        return f"\u2014 {self.name} {base64.b64encode(self.key_id + self.made).decode()}\n"

    @property
    def time(self) -> int:
        """When a cosignature was made, as POSIX seconds."""
        return int(struct.unpack(">Q", self.made[:8])[0])

    @classmethod
    def parse(cls, line: str) -> NoteSignature:
        parts = line.split(" ")
        if len(parts) != 3 or parts[0] != "\u2014" or not _NAME.match(parts[1]):
            raise BadNote(f"not a signature line: {line!r}")
        decoded = decode_base64(parts[2])
        if len(decoded) < 5:
            raise BadNote(f"signature too short: {line!r}")
        return cls(parts[1], decoded[:4], decoded[4:])


@dataclass(frozen=True, slots=True)
class Note:
    text: str
    signatures: tuple[NoteSignature, ...] = ()

    def __str__(self) -> str:
        return self.text + "\n" + "".join(each.line() for each in self.signatures)

    def signed_by(self, *keys: SigningKey) -> Note:
        return self.with_signatures([key.sign(self.text.encode()) for key in keys])

    def with_signatures(self, added: Iterable[NoteSignature]) -> Note:
        """Add signatures; a new one replaces an old one of the same key."""
        kept = {(each.name, each.key_id): each for each in self.signatures}
        kept.update({(each.name, each.key_id): each for each in added})
        return Note(self.text, tuple(kept.values()))

    @classmethod
    def parse(cls, text: str) -> Note:
        if len(text) > MAX_NOTE_BYTES or any(letter < " " and letter != "\n" for letter in text):
            raise BadNote("note is too long or has control characters")
        body, blank, lines = text.rpartition("\n\n")
        if not blank or not lines.endswith("\n"):
            raise BadNote("note has no signature lines")
        signatures = tuple(NoteSignature.parse(line) for line in lines[:-1].split("\n"))
        if len(signatures) > MAX_SIGNATURES:
            raise BadNote("note has too many signatures")
        return cls(body + "\n", signatures)

    def verified(self, keys: Sequence[VerifierKey]) -> list[VerifierKey]:
        """The known keys that signed. A wrong signature of a known key spoils the note."""
        known = {(key.name, key.key_id): key for key in keys}
        found = []
        for signature in self.signatures:
            key = known.get((signature.name, signature.key_id))
            if key is None:
                continue
            if not key.verifies(self.text.encode(), signature.made):
                raise BadNote(f"signature of {key.name}+{key.key_id.hex()} is wrong")
            found.append(key)
        if not found:
            raise Unsigned("no known key has signed the note")
        return found


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The head of a log's tree: what a signature vouches for."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    def text(self) -> str:
        lines = [self.origin, str(self.size), base64.b64encode(self.root).decode()]
        return "".join(f"{line}\n" for line in [*lines, *self.extensions])

    def note(self, *keys: SigningKey) -> Note:
        return Note(self.text()).signed_by(*keys)

    @classmethod
    def parse(cls, text: str) -> Checkpoint:
        lines = text.split("\n")
        if len(lines) < 4 or lines[-1] or not all(lines[:-1]) or not _DECIMAL.match(lines[1]):
            raise BadNote("not a checkpoint")
        root = decode_base64(lines[2])
        if len(root) != 32:
            raise BadNote("root hash is not 32 bytes long")
        return cls(lines[0], int(lines[1]), root, tuple(lines[3:-1]))


def opened_checkpoint(note: Note, keys: Sequence[VerifierKey]) -> Checkpoint:
    """Read a checkpoint that a known key of its own log has signed."""
    checkpoint = Checkpoint.parse(note.text)
    note.verified([key for key in keys if key.kind == SIGNATURE and key.name == checkpoint.origin])
    return checkpoint


def decode_base64(text: str) -> bytes:
    """Read standard base64, accepting only the one spelling that encodes to itself."""
    try:
        decoded = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadNote(f"not base64: {text!r}") from error
    if base64.b64encode(decoded).decode() != text:
        raise BadNote(f"not canonical base64: {text!r}")
    return decoded


def _key_id(name: str, kind: int, public: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4]


def _key_parts(text: str) -> tuple[str, str, bytes]:
    parts = text.split("+", 2)
    if len(parts) != 3:
        raise BadNote("key is not name+id+material")
    material = decode_base64(parts[2])
    if not material or not _NAME.match(parts[0]):
        raise BadNote("key is not name+id+material")
    return parts[0], parts[1], material


def _cosigned(text: bytes, at: int) -> bytes:
    return f"cosignature/v1\ntime {at}\n".encode() + text
