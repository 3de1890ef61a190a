"""Write a bundle: events, the tiles that prove them, checkpoints, a page for people, a verifier.

    manifest.json, manifest.sha256   what the bundle is about, and the hash of every other file
    checkpoint                       the signed head, with the witness's cosignature
    checkpoints/<size>               earlier heads, among them one for each change of key
    consistency/<old>-<new>          the RFC 9162 proof from an earlier head to this one
    events.jsonl                     {"index":n,"event":<the exact bytes that were hashed>}
    rotations.jsonl                  the events that changed the key, in the same form
    tile/<level>/<n>                 the part of the tree that proves the events (C2SP tlog-tiles)
    files/<sha256>.<ending>          what was added to a dispute; its event says the hash
    proofs/<index>.tlog-proof        the same, one event each, for other tools (small bundles only)
    index.html, README.txt           for people; verify.py for machines
    claim.json, claim.tlog-proof     the entry of the log that vouches for the manifest, proven

The lines of events.jsonl carry the hashed bytes themselves, so there is no second copy of the
events that could say something else.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any

from audit.log import verify
from audit.log.merkle import TILE_WIDTH
from audit.log.notes import Checkpoint, Note, VerifierKey
from audit.log.proofs import LogProof
from audit.log.tiles import (
    TileReader,
    cached,
    consistency_proof,
    inclusion_proof,
    tile_path,
    tile_width,
    tiles_above,
)

MOST_SINGLE_PROOFS = 1_000
MOST_ROWS_FOR_PEOPLE = 20_000
ZIP_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class BundleEntry:
    """One event for a bundle: its place, its bytes, and how to say it to people."""

    index: int
    body: bytes
    sentence: str = ""


Attached = Callable[[str], bytes | None]
"""The content of a kept file by its SHA-256; none where it is kept no more."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a bundle is to hold. Entries come in index order and are read once.

    `selection` is {"kind": "range", "first": a, "end": b} when every entry between the two is
    there, or {"kind": "listed"}. `streams` names the subjects whose events are all there, as
    {"round:17": (1, 9)}.
    """

    title: str
    about: Mapping[str, Any]
    head: Note
    entries: Iterable[BundleEntry]
    read: TileReader
    selection: Mapping[str, Any]
    streams: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    earlier: Sequence[Note] = ()
    rotations: Sequence[BundleEntry] = ()
    keys: Sequence[VerifierKey] = ()
    written_at: str = ""
    software: str = ""
    attached: Attached = field(default=lambda _sha256: None)

    def with_streams(self, streams: Mapping[str, tuple[int, int]]) -> Contents:
        return replace(self, streams=streams)


@dataclass(frozen=True, slots=True)
class Voucher:
    """The event that vouches for a bundle, and the proof that it stands in the log."""

    body: bytes
    proof: LogProof


Vouch = Callable[[str, Mapping[str, Any]], Voucher]
"""Seal the hash of a manifest, and what it says, in the log."""


def write_bundle(
    contents: Contents, target: IO[bytes], vouch: Vouch | None = None
) -> dict[str, Any]:
    """Write the bundle as a zip file and return its manifest."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        writer = _Writer(contents, archive)
        manifest = writer.write()
        if vouch is not None:
            writer.write_voucher(vouch(writer.digest, manifest))
        return manifest


class _Writer:
    def __init__(self, contents: Contents, archive: zipfile.ZipFile) -> None:
        self.contents = contents
        self.archive = archive
        self.head = Checkpoint.parse(contents.head.text)
        self.read = cached(contents.read, self.head.size)
        self.files: dict[str, str] = {}
        self.tiles: set[tuple[int, int]] = set()
        self.indexes: list[int] = []
        self.attached: dict[str, str] = {}
        self.count = 0
        self.digest = ""

    def write(self) -> dict[str, Any]:
        self._put("checkpoint", str(self.contents.head).encode())
        self._write_events()
        self._write_attached()
        self._write_earlier()
        self._write_rotations()
        self._write_tiles()
        if self.count <= MOST_SINGLE_PROOFS:
            self._write_proofs()
        keys = "".join(f"{key}\n" for key in self.contents.keys)
        self._put("public-keys.txt", (KEYS_NOTICE + keys).encode())
        script = Path(verify.__file__).read_bytes()
        self._put("README.txt", self._readme(hashlib.sha256(script).hexdigest()).encode())
        self._put("verify.py", script)
        return self._write_manifest()

    def _readme(self, script: str) -> str:
        names = [each.name for each in self.contents.head.signatures]
        others = sorted({name for name in names if name != self.head.origin})
        return README.format(
            title=self.contents.title,
            script=script,
            origin=self.head.origin,
            witnesses=", ".join(others) or "nobody",
        )

    def _put(self, name: str, content: bytes) -> None:
        self.files[name] = hashlib.sha256(content).hexdigest()
        self.archive.writestr(_zip_info(name), content)

    def _write_events(self) -> None:
        with tempfile.TemporaryFile() as page:
            page.write(_page_start(self.contents.title, self.head).encode())
            digest = hashlib.sha256()
            with self.archive.open(_zip_info("events.jsonl"), "w", force_zip64=True) as stream:
                for entry in self.contents.entries:
                    line = _entry_line(entry)
                    digest.update(line)
                    stream.write(line)
                    self._note(entry, page)
            self.files["events.jsonl"] = digest.hexdigest()
            page.write(_page_end(self.count).encode())
            page.seek(0)
            self._put("index.html", page.read())

    def _note(self, entry: BundleEntry, page: IO[bytes]) -> None:
        self._need(entry.index)
        if verify.FILE_ATTACHED.encode() in entry.body:
            self.attached.update(verify.attached_file(json.loads(entry.body)))
        if self.count < MOST_ROWS_FOR_PEOPLE:
            page.write(_page_row(entry).encode())
        if self.count <= MOST_SINGLE_PROOFS:
            self.indexes.append(entry.index)
        self.count += 1

    def _need(self, index: int) -> None:
        level_zero = (0, index // TILE_WIDTH)
        if level_zero not in self.tiles:
            self.tiles.update(tiles_above(index, self.head.size))

    def _write_attached(self) -> None:
        """The files that the events speak of, each under the hash that its event says."""
        for name, sha256 in sorted(self.attached.items()):
            content = self.contents.attached(sha256)
            if content is not None:
                self._put(name, content)

    def _write_earlier(self) -> None:
        for note in self.contents.earlier:
            size = Checkpoint.parse(note.text).size
            self._put(f"checkpoints/{size}", str(note).encode())
            self._need(size - 1)
            if 0 < size < self.head.size:
                proof = consistency_proof(size, self.head.size, self.read)
                lines = "".join(f"{base64.b64encode(each).decode()}\n" for each in proof)
                self._put(f"consistency/{size}-{self.head.size}", lines.encode())

    def _write_rotations(self) -> None:
        if self.contents.rotations:
            for entry in self.contents.rotations:
                self._need(entry.index)
            lines = b"".join(_entry_line(entry) for entry in self.contents.rotations)
            self._put("rotations.jsonl", lines)

    def _write_tiles(self) -> None:
        self._need(self.head.size - 1)
        for level, index in sorted(self.tiles):
            width = tile_width(level, index, self.head.size)
            hashes = self.contents.read(level, index * TILE_WIDTH, width)
            self._put(tile_path(level, index, width), b"".join(hashes))

    def _write_proofs(self) -> None:
        for index in self.indexes:
            path = inclusion_proof(index, self.head.size, self.read)
            proof = LogProof(index, tuple(path), self.contents.head)
            self._put(f"proofs/{index}.tlog-proof", str(proof).encode())

    def _write_manifest(self) -> dict[str, Any]:
        manifest = {
            "format": verify.FORMAT,
            "title": self.contents.title,
            "about": dict(self.contents.about),
            "origin": self.head.origin,
            "size": self.head.size,
            "selection": dict(self.contents.selection),
            "streams": {name: list(span) for name, span in self.contents.streams.items()},
            "events": self.count,
            "written_at": self.contents.written_at,
            "software": self.contents.software,
            "files": dict(sorted(self.files.items())),
        }
        content = json.dumps(manifest, indent=1, sort_keys=True).encode() + b"\n"
        self.digest = hashlib.sha256(content).hexdigest()
        self.archive.writestr(_zip_info("manifest.json"), content)
        self.archive.writestr(_zip_info("manifest.sha256"), f"{self.digest}  manifest.json\n")
        return manifest

    def write_voucher(self, voucher: Voucher) -> None:
        self.archive.writestr(_zip_info(verify.CLAIM), voucher.body)
        self.archive.writestr(_zip_info(verify.CLAIM_PROOF), str(voucher.proof))


def _entry_line(entry: BundleEntry) -> bytes:
    return b'{"index":%d,"event":%b}\n' % (entry.index, entry.body)


def _zip_info(name: str) -> zipfile.ZipInfo:
    """The same contents give the same zip file, whenever it is written."""
    info = zipfile.ZipInfo(name, ZIP_TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def _page_start(title: str, head: Checkpoint) -> str:
    root = base64.b64encode(head.root).decode()
    return PAGE_START.format(
        title=html.escape(title), origin=html.escape(head.origin), size=head.size, root=root
    )


def _page_row(entry: BundleEntry) -> str:
    event = json.loads(entry.body)
    cells = [
        f"#{entry.index}",
        str(event.get("at", "")),
        ", ".join(verify.people_of(event)),
        entry.sentence or str(event.get("kind", "")),
        " ".join(str(each) for each in event.get("about", [])),
    ]
    row = "".join(f"<td>{html.escape(cell)}</td>" for cell in cells)
    more = html.escape("\n".join(_details(event)))
    kind = html.escape(str(event.get("kind", "")))
    shut = f"<details><summary>{kind}</summary><pre>{more}</pre></details>"
    return f"<tr>{row}<td>{shut}</td></tr>\n"


def _details(event: Mapping[str, Any]) -> Iterator[str]:
    for name in ("happened_at", "detail", "before", "after", "tablet", "tablet_at", "request_id"):
        if event.get(name):
            yield f"{name}: {json.dumps(event[name], indent=1, sort_keys=True, ensure_ascii=False)}"


def _page_end(count: int) -> str:
    left_out = count - MOST_ROWS_FOR_PEOPLE
    notice = f"<p>{left_out} more are in events.jsonl.</p>" if left_out > 0 else ""
    return f"</tbody></table>{notice}</main></body></html>\n"


KEYS_NOTICE = """\
# The keys that signed this bundle, for comparison only. A forger would put forged keys here:
# verify with keys that reached you by another way.
"""

README = """\
{title}

index.html        the events for reading
events.jsonl      the events as they were hashed, one a line
files/            photographs, papers and clips of the dispute, each named by its SHA-256
claim.json        the entry of the log that says what this bundle is, with the manifest's hash
verify.py         checks everything with Python 3.8 or later and nothing else:

    python3 verify.py . --key "THE LOG'S PUBLIC KEY" --witness "THE WITNESS'S PUBLIC KEY"

It says what the bundle claims, ends with OK or names the first fault, and with --html FILE draws
the page for reading from the events that it has checked. Exit status: 0 in order, 1 changed,
2 missing or unsigned, 3 wrong use.

WHAT IS PROVEN
- These events stood in the log {origin}, in this order and to the letter, when it was signed and
  cosigned. Of what verify.py calls "all events" nothing is left out; of a range there is no gap.
- index.html, README.txt and the rest are as they were written with this bundle. They are not the
  record: events.jsonl is.

WHAT IS NOT PROVEN
- That what people entered is true, and that a clock was right. Times are UTC, by the server's.
- Anything about events that the claim does not name.
- Anything at all, if keys or verify.py came with the bundle: a forger would put forged ones in.
  Take the keys by letter and verify.py from elsewhere. This one has the SHA-256
  {script}.
  Any tool that reads the formats below does as well.

WHO VOUCHES
- The log's key is the property's. The checkpoint is cosigned by: {witnesses}. Ask the property who
  runs that witness: one that the property runs itself proves less than a regulator's.

Names in "about": round:…, table:7, person:12 are the property's own numbers; "by" and "signed"
carry licences and names. Money is in cents.

Formats: RFC 6962 and RFC 9162 (Merkle tree), RFC 8785 (canonical JSON), C2SP tlog-tiles,
tlog-checkpoint, tlog-cosignature, tlog-proof and signed-note, RFC 8032 (Ed25519).
"""

PAGE_START = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 15px/1.45 system-ui, sans-serif; margin: 2rem; color: #111; background: #fff }}
table {{ border-collapse: collapse; width: 100% }}
th, td {{ text-align: left; vertical-align: top; padding: .35rem .6rem }}
td {{ border-bottom: 1px solid #ccc }}
pre {{ white-space: pre-wrap; margin: .3rem 0 }} code {{ overflow-wrap: anywhere }}
</style></head><body><main>
<h1>{title}</h1>
<p>Log <code>{origin}</code>, {size} entries, root <code>{root}</code>.
This page is for reading; the record is <code>events.jsonl</code>, which <code>verify.py</code>
checks.</p>
<table><thead><tr><th>Entry</th><th>Time (UTC)</th><th>People (licence)</th><th>What</th>
<th>About</th><th>More</th></tr></thead><tbody>
"""
