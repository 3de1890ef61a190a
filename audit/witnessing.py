"""Talk to the witness: read what it remembers of a log, and ask it to cosign a new head."""

import os
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from audit.log.durable import create_durably
from audit.log.notes import BadNote, Checkpoint, Note, NoteSignature, VerifierKey
from audit.log.witness import Submission, origin_digest

TIMEOUT_SECONDS = 3.0
MOST_BYTES = 64 * 1024


class WitnessAway(Exception):
    """The witness does not answer, or not with what the protocol says."""


class WitnessRefused(Exception):
    """The witness answered, and would not cosign."""

    def __init__(self, status: int, body: str) -> None:
        super().__init__(f"{status} {body.strip()}")
        self.status, self.body = status, body


@dataclass(frozen=True, slots=True)
class WitnessClient:
    """One witness, at an address, known by its public key."""

    url: str
    key: VerifierKey

    @classmethod
    def configured(cls, url: str, key: str, pinned: Path) -> "WitnessClient":
        """Use the given key; without one, the key that this witness showed the first time."""
        if key:
            return cls(url, VerifierKey.parse(key))
        if pinned.exists():
            return cls(url, VerifierKey.parse(pinned.read_text().strip()))
        _, text = _request(f"{url}/vkey")
        shown = VerifierKey.parse(text.strip())
        if os.access(pinned.parent, os.W_OK):  # the signer's folder; others only read it, if at all
            create_durably(pinned, f"{shown}\n".encode(), 0o600)
        return cls(url, shown)

    def latest(self, origin: str) -> Checkpoint | None:
        """The last head that the witness cosigned for a log."""
        note = self.latest_note(origin)
        return Checkpoint.parse(note.text) if note else None

    def latest_note(self, origin: str) -> Note | None:
        try:
            _, text = _request(f"{self.url}/checkpoint/{origin_digest(origin)}")
        except WitnessRefused as refused:
            if refused.status == 404:
                return None
            raise
        note = _parsed(text)
        self._check(note)
        return note

    def cosign(
        self, note: Note, known_size: int, prove: Callable[[int], list[bytes]]
    ) -> NoteSignature:
        """Ask for a cosignature; `prove` makes the consistency proof from an older size."""
        try:
            line = self._submit(note, known_size, prove)
        except WitnessRefused as refused:
            is_behind = refused.status == 409 and refused.body.strip().isdigit()
            last = int(refused.body) if is_behind else known_size
            if last == known_size or last > Checkpoint.parse(note.text).size:
                raise
            line = self._submit(note, last, prove)
        try:
            signature = NoteSignature.parse(line.rstrip("\n"))
        except BadNote as error:
            raise WitnessAway(str(error)) from error
        self._check(Note(note.text, (signature,)))
        return signature

    def _submit(self, note: Note, old_size: int, prove: Callable[[int], list[bytes]]) -> str:
        submission = Submission(old_size, tuple(prove(old_size)), note)
        _, line = _request(f"{self.url}/add-checkpoint", str(submission).encode())
        return line

    def _check(self, note: Note) -> None:
        try:
            note.verified([self.key])
        except BadNote as error:
            raise WitnessAway(f"not signed by the witness: {error}") from error


def _parsed(text: str) -> Note:
    try:
        return Note.parse(text)
    except BadNote as error:
        raise WitnessAway(str(error)) from error


def _request(url: str, body: bytes | None = None) -> tuple[int, str]:
    if not url.startswith(("http://", "https://")):
        raise WitnessAway(f"not an address: {url!r}")
    request = urllib.request.Request(url, body)  # noqa: S310 - checked above
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310
            return answer.status, answer.read(MOST_BYTES).decode()
    except urllib.error.HTTPError as error:
        with error:
            raise WitnessRefused(
                error.code, error.read(MOST_BYTES).decode("utf-8", "replace")
            ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise WitnessAway(f"{type(error).__name__}: {error}") from error
