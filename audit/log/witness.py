"""A witness: it remembers the last head of each log and cosigns only what extends it.

C2SP tlog-witness over WSGI. It has its own key and its own store of plain files, needs neither
Django nor a database, and should run where the log's administrators have no say.

    POST /add-checkpoint                      submit a checkpoint with its consistency proof
    GET  /checkpoint/<sha256 of the origin>   the latest checkpoint cosigned for that log
    GET  /vkey                                the witness's public key
"""

from __future__ import annotations

import base64
import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from audit.log.durable import make_private_directory, write_durably
from audit.log.merkle import EMPTY_ROOT, BadProof, check_consistency
from audit.log.notes import (
    BadNote,
    Checkpoint,
    Note,
    NoteSignature,
    SigningKey,
    VerifierKey,
    decode_base64,
    opened_checkpoint,
)

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

MAX_REQUEST_BYTES = 64 * 1024
MAX_PROOF_LINES = 63

_OLD_SIZE = re.compile(r"old (0|[1-9][0-9]{0,18})\Z")
_STATUS = {
    200: "200 OK",
    400: "400 Bad Request",
    403: "403 Forbidden",
    404: "404 Not Found",
    405: "405 Method Not Allowed",
    409: "409 Conflict",
    413: "413 Content Too Large",
    422: "422 Unprocessable Content",
}


@dataclass(frozen=True, slots=True)
class Submission:
    """What a log sends: where the witness should stand, the proof from there, the new head."""

    old_size: int
    proof: tuple[bytes, ...]
    note: Note

    def __str__(self) -> str:
        hashes = [base64.b64encode(each).decode() for each in self.proof]
        return "\n".join([f"old {self.old_size}", *hashes, "", str(self.note)])

    @classmethod
    def parse(cls, text: str) -> Submission:
        head, blank, note = text.partition("\n\n")
        lines = head.split("\n")
        old_size = _OLD_SIZE.match(lines[0])
        if not blank or old_size is None or len(lines) > MAX_PROOF_LINES + 1:
            raise BadNote("not a checkpoint submission")
        proof = tuple(decode_base64(line) for line in lines[1:])
        return cls(int(old_size[1]), proof, Note.parse(note))


class WitnessRefusal(Exception):
    """The witness does not cosign; the status is the one that C2SP asks for."""

    def __init__(self, status: int, body: str, content_type: str = "text/plain") -> None:
        super().__init__(f"{status} {body}")
        self.status, self.body, self.content_type = status, body, content_type


class Witness:
    """One witness's memory. Checking a head and remembering it are one step."""

    def __init__(self, store: Path, key: SigningKey, trusted: Path, clock: Callable[[], float]):
        self.key = key
        self._store = store / "heads"
        self._evidence = store / "evidence"
        self._trusted = trusted
        self._clock = clock
        self._lock = threading.Lock()
        make_private_directory(self._store)
        make_private_directory(self._evidence)

    def latest(self, origin_hash: str) -> Note | None:
        path = self._store / origin_hash
        return Note.parse(path.read_text()) if path.exists() else None

    def add_checkpoint(self, submission: Submission) -> NoteSignature:
        """Cosign a head that extends the last one, or raise Refusal."""
        head = self._signed_head(submission.note)
        if submission.old_size > head.size:
            raise WitnessRefusal(
                400, f"old size is above the checkpoint's: {submission.old_size}\n"
            )
        with self._lock:
            return self._extend(submission, head)

    def _extend(self, submission: Submission, head: Checkpoint) -> NoteSignature:
        origin_hash = origin_digest(head.origin)
        known = self.latest(origin_hash)
        last = Checkpoint.parse(known.text) if known else Checkpoint(head.origin, 0, EMPTY_ROOT)
        if submission.old_size != last.size:
            self._keep_evidence(origin_hash, submission, is_suspect=head.size < last.size)
            raise WitnessRefusal(409, f"{last.size}\n", "text/x.tlog.size")
        self._check_extends(submission, head, last)
        cosignature = self.key.cosign(head.text().encode(), int(self._clock()))
        note = submission.note.with_signatures([cosignature])
        write_durably(self._store / origin_hash, str(note).encode())
        return cosignature

    def _check_extends(self, submission: Submission, head: Checkpoint, last: Checkpoint) -> None:
        try:
            check_consistency(last.size, head.size, submission.proof, last.root, head.root)
        except BadProof as error:
            self._keep_evidence(origin_digest(head.origin), submission, is_suspect=True)
            is_fork = head.size == last.size and head.root != last.root
            if is_fork:
                raise WitnessRefusal(409, f"{last.size}\n", "text/x.tlog.size") from error
            raise WitnessRefusal(422, f"{error}\n") from error

    def _signed_head(self, note: Note) -> Checkpoint:
        head = Checkpoint.parse(note.text)
        keys = [key for key in self._trusted_keys() if key.name == head.origin]
        if not keys:
            raise WitnessRefusal(404, "this log is not known here\n")
        try:
            return opened_checkpoint(note, keys)
        except BadNote as error:
            raise WitnessRefusal(403, f"{error}\n") from error

    def _trusted_keys(self) -> list[VerifierKey]:
        lines = self._trusted.read_text().splitlines() if self._trusted.exists() else []
        return [VerifierKey.parse(line) for line in lines if line and not line.startswith("#")]

    def _keep_evidence(self, origin_hash: str, submission: Submission, *, is_suspect: bool) -> None:
        """Keep a signed head that contradicts what was seen: it proves the fork to anybody."""
        if is_suspect:
            digest = sha256(submission.note.text.encode()).hexdigest()[:16]
            write_durably(self._evidence / f"{origin_hash}-{digest}", str(submission).encode())


class WitnessApp:
    """The WSGI face of a witness."""

    def __init__(self, witness: Witness) -> None:
        self._witness = witness

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        try:
            status, body, content_type = 200, self._answer(environ), "text/plain"
        except WitnessRefusal as refusal:
            status, body, content_type = refusal.status, refusal.body, refusal.content_type
        except (BadNote, UnicodeDecodeError) as error:
            status, body, content_type = 400, f"{error}\n", "text/plain"
        encoded = body.encode()
        if content_type == "text/plain":
            content_type = "text/plain; charset=utf-8"
        headers = [("Content-Type", content_type), ("Content-Length", str(len(encoded)))]
        start_response(_STATUS[status], headers)
        return [encoded]

    def _answer(self, environ: WSGIEnvironment) -> str:
        method, path = environ["REQUEST_METHOD"], environ.get("PATH_INFO", "")
        if path == "/add-checkpoint":
            _require(method, "POST")
            submission = Submission.parse(_request_body(environ).decode())
            return self._witness.add_checkpoint(submission).line()
        if path == "/vkey":
            _require(method, "GET")
            return f"{self._witness.key.verifier}\n"
        wanted = re.match(r"/checkpoint/([0-9a-f]{64})\Z", path)
        if wanted:
            _require(method, "GET")
            note = self._witness.latest(wanted[1])
            if note is not None:
                return str(note)
        raise WitnessRefusal(404, "nothing here\n")


def origin_digest(origin: str) -> str:
    return sha256(origin.encode()).hexdigest()


def _require(method: str, wanted: str) -> None:
    if method != wanted:
        raise WitnessRefusal(405, f"use {wanted}\n")


def _request_body(environ: WSGIEnvironment) -> bytes:
    try:
        length = int(environ.get("CONTENT_LENGTH") or 0)
    except ValueError as error:
        raise WitnessRefusal(400, "Content-Length is not a number\n") from error
    if not 0 <= length <= MAX_REQUEST_BYTES:
        raise WitnessRefusal(413, f"at most {MAX_REQUEST_BYTES} bytes\n")
    body: bytes = environ["wsgi.input"].read(length)
    return body
