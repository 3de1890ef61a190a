"""Where signing keys live: files that only their owner can read, never the database.

A key folder belongs to one log. It holds the current key, retired keys (public halves only), a
next key while a rotation is under way, and the last checkpoint that was signed here, which is what
tells a restored database from the one that was running.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from audit.log.durable import (
    create_durably,
    is_private,
    locked,
    make_private_directory,
    write_durably,
)
from audit.log.notes import COSIGNATURE, SIGNATURE, Note, SigningKey, VerifierKey


class KeyExposed(PermissionError):
    """The key file can be read by others than its owner."""


def load_key(path: Path) -> SigningKey:
    if not is_private(path):
        raise KeyExposed(f"others can read the signing key; chmod 600 it: {path}")
    return SigningKey.parse(path.read_text().strip())


def load_or_create_key(path: Path, name: str, kind: int = SIGNATURE) -> SigningKey:
    """Read the key, or make one on first start. Two processes starting at once agree on one."""
    make_private_directory(path.parent)
    if not path.exists():
        made = SigningKey.generate(name, kind)
        create_durably(path, (made.to_text() + "\n").encode(), 0o600)
    key = load_key(path)
    if key.name != name:
        raise ValueError(f"key file belongs to another name: {key.name!r}")
    return key


def load_or_create_witness_key(path: Path, name: str) -> SigningKey:
    return load_or_create_key(path, name, COSIGNATURE)


def origin_folder(root: Path, origin: str) -> Path:
    """A folder for one log, whatever characters its origin has."""
    return root / sha256(origin.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class KeyFolder:
    """The signer's files for one log."""

    path: Path
    origin: str

    @classmethod
    def of(cls, root: Path, origin: str) -> KeyFolder:
        folder = cls(origin_folder(root, origin), origin)
        make_private_directory(folder.path)
        return folder

    def current(self) -> SigningKey:
        key = load_or_create_key(self.path / "key", self.origin)
        self._remember(key.verifier)
        return key

    def has_key(self) -> bool:
        return (self.path / "key").exists()

    def has_next(self) -> bool:
        return (self.path / "key.next").exists()

    def next(self) -> SigningKey:
        """The key that a rotation under way will install."""
        return load_or_create_key(self.path / "key.next", self.origin)

    def install_next(self) -> VerifierKey:
        """Make the next key the current one. The old private key is gone after this."""
        key = load_key(self.path / "key.next")
        self._remember(key.verifier)
        write_durably(self.path / "key", (key.to_text() + "\n").encode(), 0o600)
        (self.path / "key.next").unlink()
        return key.verifier

    def public_keys(self) -> list[VerifierKey]:
        """Every key this log has ever signed with, the oldest first."""
        path = self.path / "public-keys"
        lines = path.read_text().splitlines() if path.exists() else []
        return [VerifierKey.parse(line) for line in lines if line]

    def last_signed(self) -> Note | None:
        path = self.path / "last-signed"
        return Note.parse(path.read_text()) if path.exists() else None

    def remember_signed(self, note: Note) -> None:
        """Keep the checkpoint on disk before anybody sees it."""
        write_durably(self.path / "last-signed", str(note).encode(), 0o600)

    @contextlib.contextmanager
    def alone(self) -> Iterator[bool]:
        """Yield True to at most one signer of this log on this machine."""
        with locked(self.path / "lock", wait=False) as held:
            yield held

    def _remember(self, key: VerifierKey) -> None:
        known = self.public_keys()
        if key not in known:
            lines = "".join(f"{each}\n" for each in [*known, key])
            write_durably(self.path / "public-keys", lines.encode())
