#!/usr/bin/env python3
"""Check an audit bundle on any machine with Python 3.8 or later. Nothing else is needed.

    python3 verify.py BUNDLE --key PUBLIC_KEY [--witness PUBLIC_KEY]

BUNDLE is the folder or the zip file. PUBLIC_KEY is the log's key as the property gave it to you by
another way (letter, web page, earlier bundle): never the one inside the bundle. --keys FILE reads
keys from a file, one per line. A bundle carries a copy of this script; for a check that counts, use
a copy that did not come with the bundle.

It says in words what the bundle claims to hold, and that this claim stands in the log. --html FILE
writes a page for reading that is made here, from the events that were checked.

Exit status: 0 everything is in order; 1 something was changed; 2 something is missing or unsigned;
3 the command was used wrongly.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import html
import json
import re
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timezone
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, NoReturn

TAMPERED, INCOMPLETE, USAGE = 1, 2, 3
FORMAT = "paigow-audit-bundle/1"
KEY_ROTATED = "audit.key_rotated"
BUNDLE_CLAIMED = "audit.bundle_claimed"
FILE_ATTACHED = "rounds.file_attached"
CLAIM, CLAIM_PROOF = "claim.json", "claim.tlog-proof"
LITTER = (".DS_Store", "Thumbs.db", "desktop.ini")
WIDTH = 256

if TYPE_CHECKING:
    Point = tuple[int, int, int, int]


class Fault(Exception):
    """The first thing found wrong, with the exit status that it means."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def demand(condition: Any, message: str, status: int = TAMPERED) -> None:
    if not condition:
        raise Fault(status, message)


# Ed25519, RFC 8032 section 5.1. Slow and simple: a bundle has a handful of signatures.

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def add_points(first: Point, second: Point) -> Point:
    a = (first[1] - first[0]) * (second[1] - second[0]) % P
    b = (first[1] + first[0]) * (second[1] + second[0]) % P
    c = 2 * first[3] * second[3] * D % P
    d = 2 * first[2] * second[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times_point(count: int, point: Point) -> Point:
    total = (0, 1, 1, 0)
    while count:
        if count & 1:
            total = add_points(total, point)
        point = add_points(point, point)
        count >>= 1
    return total


def encode_point(point: Point) -> bytes:
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode_point(encoded: bytes) -> Point | None:
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


BASE = decode_point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def ed25519_verifies_in_python(public: bytes, message: bytes, signature: bytes) -> bool:
    if len(public) != 32 or len(signature) != 64:
        return False
    point, scalar = decode_point(public), int.from_bytes(signature[32:], "little")
    if BASE is None or point is None or scalar >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    minus = (P - point[0], point[1], 1, P - point[3])
    total = add_points(times_point(scalar, BASE), times_point(challenge, minus))
    return encode_point(total) == signature[:32]


def ed25519_verifies(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return ed25519_verifies_in_python(public, message, signature)
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


# Keys, notes and checkpoints: C2SP signed-note, tlog-checkpoint, tlog-cosignature.


class Key(NamedTuple):
    name: str
    key_id: bytes
    kind: int
    public: bytes


class Head(NamedTuple):
    size: int
    name: str
    origin: str
    root: bytes
    note: str


def decode_base64(text: str) -> bytes:
    decoded = base64.b64decode(text, validate=True)
    demand(base64.b64encode(decoded).decode() == text, f"base64 is not canonical: {text!r}")
    return decoded


def parse_key(text: str) -> Key:
    """Read a public key `name+id+material`."""
    parts = text.split("+", 2)
    if len(parts) != 3:
        raise Fault(USAGE, f"not a public key: {text!r}")
    try:
        material = base64.b64decode(parts[2], validate=True)
    except ValueError:
        raise Fault(USAGE, f"not a public key: {text!r}") from None
    key_id = sha256(parts[0].encode() + b"\n" + material).digest()[:4]
    if len(material) != 33 or key_id.hex() != parts[1] or material[0] not in (1, 4):
        raise Fault(USAGE, f"public key does not match its id: {text!r}")
    return Key(parts[0], key_id, material[0], material[1:])


def split_note(note: str, where: str) -> tuple[str, list[tuple[str, bytes, bytes]]]:
    """The text of a signed note, and its signatures as (name, key id, signature)."""
    text, blank, lines = note.rpartition("\n\n")
    demand(blank and lines.endswith("\n"), f"{where} is not signed", INCOMPLETE)
    signatures = []
    for line in lines[:-1].split("\n"):
        parts = line.split(" ")
        demand(len(parts) == 3 and parts[0] == "\u2014", f"{where}: not a signature line")
        decoded = decode_base64(parts[2])
        signatures.append((parts[1], decoded[:4], decoded[4:]))
    return text + "\n", signatures


def signers(note: str, keys: Sequence[Key], where: str) -> list[Key]:
    """The given keys that signed the note. A wrong signature by one of them is a fault."""
    text, signatures = split_note(note, where)
    known = {(key.name, key.key_id): key for key in keys}
    found = []
    for name, key_id, signature in signatures:
        key = known.get((name, key_id))
        if key is None:
            continue
        message = text.encode()
        if key.kind == 4:
            demand(len(signature) == 72, f"{where}: cosignature of {name} is wrong")
            time = struct.unpack(">Q", signature[:8])[0]
            message = f"cosignature/v1\ntime {time}\n".encode() + message
            signature = signature[8:]
        is_right = ed25519_verifies(key.public, message, signature)
        demand(is_right, f"{where}: signature of {name} is wrong")
        found.append(key)
    return found


def parse_head(note: str, name: str) -> Head:
    lines = split_note(note, name)[0].split("\n")
    demand(len(lines) >= 4 and lines[-1] == "", f"{name} is not a checkpoint")
    demand(re.match(r"(0|[1-9][0-9]*)\Z", lines[1]), f"{name} has no size")
    root = decode_base64(lines[2])
    demand(len(root) == 32, f"{name} has no root hash")
    return Head(int(lines[1]), name, lines[0], root, note)


# The bundle: a folder or a zip file.


class Bundle:
    """The files. Reading one notes its hash, so that nothing has to be read twice."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.digests: dict[str, str] = {}
        self.archive = None if path.is_dir() else zipfile.ZipFile(path)
        found = self.archive.namelist() if self.archive else list(walk(path))
        names = [name for name in found if not name.endswith("/") and not is_litter(name)]
        self.litter = sorted({name for name in found if is_litter(name)})
        self.names = set(names)
        demand(len(names) == len(self.names), "the zip file names one file twice")
        if self.archive:
            check_nothing_between(path, self.archive)

    def open(self, name: str) -> IO[bytes]:
        demand(name in self.names, f"{name} is missing", INCOMPLETE)
        if self.archive:
            return self.archive.open(name)
        return self.path.joinpath(*name.split("/")).open("rb")

    def read(self, name: str) -> bytes:
        with self.open(name) as stream:
            content = stream.read()
        self.digests[name] = sha256(content).hexdigest()
        return content

    def lines(self, name: str) -> Iterator[bytes]:
        digest = sha256()
        with self.open(name) as stream:
            for line in stream:
                digest.update(line)
                yield line
        self.digests[name] = digest.hexdigest()

    def under(self, folder: str) -> list[str]:
        return sorted(name for name in self.names if name.startswith(folder + "/"))


def check_nothing_between(path: Path, archive: zipfile.ZipFile) -> None:
    """The zip file is its files and nothing else: other programs would unpack what lies between."""
    ends, notes = {0}, (0, 12, 16, 20, 24)
    with path.open("rb") as raw:
        for each in sorted(archive.infolist(), key=lambda found: found.header_offset):
            is_next = each.header_offset in ends
            demand(is_next, f"the zip file hides something before {each.filename}")
            raw.seek(each.header_offset + 26)
            named = sum(struct.unpack("<HH", raw.read(4)))
            end = each.header_offset + 30 + named + each.compress_size
            ends = {end + note for note in (notes if each.flag_bits & 8 else notes[:1])}
        raw.seek(-22, 2)
        is_end = raw.read(4) == b"PK\x05\x06"
    demand(archive.start_dir in ends, "the zip file hides something before its list of files")
    demand(is_end, "the zip file hides something behind its list of files")


def is_litter(name: str) -> bool:
    """What file managers leave in a folder; it is no part of any bundle."""
    return name.split("/")[-1] in LITTER or name.startswith("__MACOSX/")


def walk(path: Path) -> Iterator[str]:
    """Every file; a link to a folder is named as a file that nothing lists."""
    for found in path.rglob("*"):
        if found.is_symlink() or not found.is_dir():
            yield found.relative_to(path).as_posix()


def read_entries(bundle: Bundle, name: str) -> Iterator[tuple[int, bytes]]:
    """The events of a file as (index, body), the body exactly as it was hashed."""
    last = -1
    for number, line in enumerate(bundle.lines(name), 1):
        comma = line.find(b',"event":')
        digits = line[9:comma]
        has_shape = line.startswith(b'{"index":') and comma > 0 and line.endswith(b"}\n")
        if not has_shape or not digits.isdigit() or (digits[:1] == b"0" and digits != b"0"):
            raise Fault(TAMPERED, f"{name} line {number} is malformed")
        index = int(digits)
        if index <= last:
            raise Fault(TAMPERED, f"{name} line {number}: event #{index} is out of order")
        last = index
        yield index, line[comma + 9 : -2]


# The Merkle tree: RFC 6962 hashes, kept as C2SP tlog-tiles.


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def perfect_root(hashes: Sequence[bytes]) -> bytes:
    while len(hashes) > 1:
        pairs = range(0, len(hashes), 2)
        hashes = [sha256(b"\x01" + hashes[at] + hashes[at + 1]).digest() for at in pairs]
    return hashes[0]


def tile_path(level: int, index: int, width: int) -> str:
    digits = str(index)
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    path = "/".join(["x" + group for group in groups[:-1]] + groups[-1:])
    partial = "" if width == WIDTH else f".p/{width}"
    return f"tile/{level}/{path}{partial}"


class Tree:
    """The tiles of a bundle. Every complete tile is hashed and found in the tile above it."""

    def __init__(self, bundle: Bundle, size: int) -> None:
        self.bundle, self.size = bundle, size
        self.newest: dict[int, tuple[int, list[bytes]]] = {}

    def tile(self, level: int, index: int) -> list[bytes]:
        newest = self.newest.get(level)
        if newest is not None and newest[0] == index:
            return newest[1]
        width = min(WIDTH, (self.size >> (8 * level)) - index * WIDTH)
        content = self.bundle.read(tile_path(level, index, width))
        where = f"tile {index} of level {level}"
        demand(len(content) == 32 * width, f"{where} has the wrong length")
        hashes = [content[at : at + 32] for at in range(0, len(content), 32)]
        if width == WIDTH:
            above = self.tile(level + 1, index // WIDTH)[index % WIDTH]
            first = index * WIDTH ** (level + 1)
            last = first + WIDTH ** (level + 1) - 1
            message = f"{where} does not fit the tree: entries #{first} to #{last}"
            demand(perfect_root(hashes) == above, message)
        self.newest[level] = (index, hashes)
        return hashes

    def leaf(self, index: int) -> bytes:
        return self.tile(0, index // WIDTH)[index % WIDTH]

    def root(self, size: int) -> bytes:
        """The root that the first `size` leaves have."""
        message = f"a checkpoint is of {size} entries, and this bundle's log has {self.size}"
        demand(size <= self.size, message, INCOMPLETE)
        carried, first = b"", size
        while first:
            height = (first & -first).bit_length() - 1
            first -= 1 << height
            level, inner = divmod(height, 8)
            index, offset = divmod(first >> (8 * level), WIDTH)
            node = perfect_root(self.tile(level, index)[offset : offset + (1 << inner)])
            carried = node_hash(node, carried) if carried else node
        return carried or sha256(b"").digest()


def root_by_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """RFC 9162 section 2.1.3.2."""
    node, last, carried = index, size - 1, leaf
    for sibling in path:
        demand(last, f"proof of event #{index} is too long")
        if node & 1 or node == last:
            carried = node_hash(sibling, carried)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            carried = node_hash(carried, sibling)
        node, last = node >> 1, last >> 1
    demand(not last, f"proof of event #{index} is too short")
    return carried


def roots_by_consistency(
    old_size: int, size: int, old_root: bytes, path: list[bytes]
) -> tuple[bytes, bytes]:
    """RFC 9162 section 2.1.4.2."""
    demand(path, "consistency proof is empty")
    if old_size & (old_size - 1) == 0:
        path = [old_root, *path]
    node, last = old_size - 1, size - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    old_carried = carried = path[0]
    for sibling in path[1:]:
        demand(last, "consistency proof is too long")
        if node & 1 or node == last:
            old_carried, carried = node_hash(sibling, old_carried), node_hash(sibling, carried)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            carried = node_hash(carried, sibling)
        node, last = node >> 1, last >> 1
    demand(not last, "consistency proof is too short")
    return old_carried, carried


# The check.


class Check:
    """One check of one bundle, from the manifest to the last event."""

    def __init__(
        self, bundle: Bundle, keys: Sequence[Key], is_strict: bool, needs_claim: bool = False
    ) -> None:
        self.bundle, self.is_strict, self.needs_claim = bundle, is_strict, needs_claim
        self.keys = [key for key in keys if key.kind == 1]
        self.witnesses = [key for key in keys if key.kind == 4]
        self.manifest = self.read_manifest()
        self.origin: str = self.manifest["origin"]
        self.size: int = self.manifest["size"]
        self.tree = Tree(bundle, self.size)
        self.findings: list[str] = []

    def run(self, progress: Callable[[int], None]) -> list[str]:
        is_ours = any(key.name == self.origin for key in self.keys)
        demand(is_ours, f"no key given is of this bundle's log: {self.origin!r}")
        self.check_files_listed()
        self.check_heads()
        self.check_claim()
        self.attached: dict[str, str] = {}
        self.check_events(progress)
        self.check_attached()
        self.check_consistency_files()
        self.check_proof_files()
        self.check_digests()
        self.say_the_rest()
        return self.findings

    def read_manifest(self) -> dict[str, Any]:
        several = sorted(name for name in self.bundle.names if name.endswith(".zip"))
        message = f"this file holds several bundles: unpack it and check each ({several})"
        demand("manifest.json" in self.bundle.names or not several, message, USAGE)
        content = self.bundle.read("manifest.json")
        expected = self.bundle.read("manifest.sha256").decode()
        is_same = expected == f"{sha256(content).hexdigest()}  manifest.json\n"
        demand(is_same, "manifest.json does not match manifest.sha256")
        manifest: dict[str, Any] = json.loads(content)
        demand(manifest.get("format") == FORMAT, f"not a bundle of format {FORMAT}")
        return manifest

    def check_files_listed(self) -> None:
        listed = set(self.manifest["files"]) | {"manifest.json", "manifest.sha256"}
        for name in sorted(listed - self.bundle.names):
            raise Fault(INCOMPLETE, f"{name} is missing")
        for name in sorted(self.bundle.names - listed - {CLAIM, CLAIM_PROOF}):
            raise Fault(TAMPERED, f"{name} is not in the manifest")

    def check_heads(self) -> None:
        """Every checkpoint fits the tree and is signed; rotated keys are followed in order."""
        heads = []
        for name in ["checkpoint", *self.bundle.under("checkpoints")]:
            head = parse_head(self.bundle.read(name).decode(), name)
            demand(head.origin == self.origin, f"{name} is of another log: {head.origin!r}")
            demand(self.tree.root(head.size) == head.root, f"{name} does not fit the tree")
            heads.append(head)
        self.head = heads[0]
        demand(self.head.size == self.size, f"checkpoint is not of size {self.size}")
        rotations = list(self.rotations())
        for head in sorted(heads):
            self.check_signed(head)
            self.trust_new_keys(rotations, head.size)
        self.findings.append(f"log {self.origin}, {self.size} entries")
        self.findings.append(f"root {self.head.root.hex()}, {len(heads)} signed checkpoint(s)")
        self.check_witnesses()

    def check_signed(self, head: Head) -> None:
        ours = [key for key in self.keys if key.name == head.origin]
        found = signers(head.note, ours, head.name)
        demand(found, f"{head.name} is signed by no key that you trust")

    def rotations(self) -> Iterator[tuple[int, Key]]:
        if "rotations.jsonl" in self.bundle.names:
            for index, body in read_entries(self.bundle, "rotations.jsonl"):
                self.check_entry(index, body)
                event = json.loads(body)
                demand(event["kind"] == KEY_ROTATED, f"event #{index} is no key rotation")
                yield index, parse_key(event["detail"]["public_key"])

    def trust_new_keys(self, rotations: Sequence[tuple[int, Key]], size: int) -> None:
        for index, key in rotations:
            if index < size and key not in self.keys:
                self.keys.append(key)
                self.findings.append(f"key changed by event #{index} to {key.key_id.hex()}")

    def check_witnesses(self) -> None:
        self.check_cosigned(self.head)
        for key in sorted(set(signers(self.head.note, self.witnesses, self.head.name))):
            at = cosigned_at(self.head.note, key)
            self.findings.append(f"witnessed by {key.name} at {at}")
        if not self.witnesses:
            self.findings.append(NOT_WITNESSED)

    def check_cosigned(self, head: Head) -> None:
        found = {key.name for key in signers(head.note, self.witnesses, head.name)}
        for name in sorted({key.name for key in self.witnesses}):
            demand(name in found, f"{head.name} is not cosigned by witness {name}", INCOMPLETE)

    def check_claim(self) -> None:
        """The manifest's hash and what the bundle claims stand in the log, at a later entry."""
        self.claim: dict[str, Any] = {}
        if not {CLAIM, CLAIM_PROOF} & self.bundle.names:
            message = f"nothing in the log vouches for this bundle: it has no {CLAIM}"
            demand(not self.needs_claim, message, INCOMPLETE)
            return
        body = self.bundle.read(CLAIM)
        index, path, note = parse_proof(self.bundle.read(CLAIM_PROOF).decode(), CLAIM_PROOF)
        head = parse_head(note, CLAIM_PROOF)
        is_ours = head.origin == self.origin or head.origin.startswith(f"{self.origin}/")
        demand(is_ours, f"{CLAIM_PROOF} is of another log: {head.origin!r}")
        demand(index < head.size, f"{CLAIM_PROOF} is of an entry beyond its checkpoint")
        self.check_signed(head)
        self.check_cosigned(head)
        leaf = sha256(b"\x00" + body).digest()
        proven = root_by_inclusion(leaf, index, head.size, path)
        demand(proven == head.root, f"{CLAIM} was changed: it is not entry #{index} of the log")
        event = json.loads(body)
        demand(event["kind"] == BUNDLE_CLAIMED, f"entry #{index} claims nothing about a bundle")
        detail = event["detail"]
        sealed = detail["manifest"]
        message = f"manifest.json is not the one that entry #{index} of the log vouches for"
        demand(self.bundle.digests["manifest.json"] == sealed, message)
        self.claim = detail
        self.findings.append(f"entry #{index} of the log, {event['at']}, vouches for this bundle")
        self.findings += claimed(self.manifest, detail)

    def check_entry(self, index: int, body: bytes) -> None:
        if index >= self.size:
            raise Fault(TAMPERED, f"event #{index} is beyond the checkpoint")
        if sha256(b"\x00" + body).digest() != self.tree.leaf(index):
            raise Fault(TAMPERED, f"event #{index} was changed: it does not match the tree")

    def check_events(self, progress: Callable[[int], None]) -> None:
        selection = self.manifest["selection"]
        is_range = selection["kind"] == "range"
        streams = Streams(self.manifest.get("streams", {}))
        count = 0
        for index, body in read_entries(self.bundle, "events.jsonl"):
            if is_range and index != selection["first"] + count:
                raise Fault(INCOMPLETE, f"event #{selection['first'] + count} is missing")
            self.check_entry(index, body)
            if self.is_strict or streams.wanted:
                self.check_body(index, body, streams)
            if FILE_ATTACHED.encode() in body:
                self.attached.update(attached_file(json.loads(body)))
            count += 1
            if count % 50_000 == 0:
                progress(count)
        self.check_count(count, selection["end"] - selection["first"] if is_range else count)
        streams.check_complete()
        self.findings.append(f"{count} event(s) stand in the log as written")

    def check_count(self, count: int, in_range: int) -> None:
        wanted = self.manifest["events"]
        message = f"{count} events instead of {wanted}"
        demand(count == wanted and count == in_range, message, INCOMPLETE)

    def check_body(self, index: int, body: bytes, streams: Streams) -> None:
        event = json.loads(body)
        if self.is_strict:
            again = json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            demand(again.encode() == body, f"event #{index} is not canonical JSON")
        streams.take(index, event["stream"], event["stream_v"])

    def check_attached(self) -> None:
        """The files of a dispute are those whose hashes its events say."""
        for name in self.bundle.under("files"):
            demand(name in self.attached, f"{name}: no event of this bundle speaks of it")
            self.bundle.read(name)
            message = f"{name} was changed: its event says another hash"
            demand(self.bundle.digests[name] == self.attached[name], message)
        there = len(self.bundle.under("files"))
        if there:
            self.findings.append(f"{there} file(s) are those that were added to the dispute")
        if there < len(self.attached):
            self.findings.append(f"{len(self.attached) - there} file(s) of events are not here")

    def check_consistency_files(self) -> None:
        for name in self.bundle.under("consistency"):
            sizes = re.match(r"consistency/([0-9]+)-([0-9]+)\Z", name)
            if sizes is None:
                raise Fault(TAMPERED, f"{name} is not a consistency proof")
            old_size, size = int(sizes[1]), int(sizes[2])
            path = [decode_base64(line) for line in self.bundle.read(name).decode().splitlines()]
            roots = self.tree.root(old_size), self.tree.root(size)
            proven = roots_by_consistency(old_size, size, roots[0], path)
            demand(proven == roots, f"{name} does not prove what it says")
            self.findings.append(f"the {old_size} entries of an earlier checkpoint are unchanged")

    def check_proof_files(self) -> None:
        names = self.bundle.under("proofs")
        for name in names:
            index, path, note = parse_proof(self.bundle.read(name).decode(), name)
            demand(name == f"proofs/{index}.tlog-proof", f"{name} is of event #{index}")
            demand(note == self.head.note, f"{name} has another checkpoint")
            proven = root_by_inclusion(self.tree.leaf(index), index, self.size, path)
            demand(proven == self.head.root, f"{name} does not lead to the root")
        if names:
            self.findings.append(f"{len(names)} inclusion proof(s) lead to the root")

    def check_digests(self) -> None:
        for name, expected in sorted(self.manifest["files"].items()):
            if name not in self.bundle.digests:
                self.bundle.read(name)
            demand(self.bundle.digests[name] == expected, f"{name} was changed")

    def say_the_rest(self) -> None:
        """Files that are for reading only, and those that are no part of the bundle."""
        beside = sorted({"index.html", "README.txt", "public-keys.txt", "verify.py"})
        there = ", ".join(name for name in beside if name in self.bundle.names)
        if self.claim:
            self.findings.append(f"as they were written, but not the record itself: {there}")
        elif there:
            self.findings.append(f"proven by nothing: {there}, and what the bundle claims to be")
        if self.bundle.litter:
            self.findings.append(f"left aside: {', '.join(self.bundle.litter)}")


def attached_file(event: dict[str, Any]) -> dict[str, str]:
    """The name in a bundle of the file that an event speaks of, and its hash."""
    if event.get("kind") != FILE_ATTACHED:
        return {}
    detail = event["detail"]
    ending = re.sub(r"[^a-z0-9]", "", detail["file_name"].rpartition(".")[2])
    return {f"files/{detail['sha256']}.{ending}": detail["sha256"]}


NOT_WITNESSED = "no witness was asked: whoever holds the log's key could have made another log"


def parse_proof(text: str, name: str) -> tuple[int, list[bytes], str]:
    """A C2SP tlog-proof: the entry's index, its path to the root, and the signed checkpoint."""
    head, blank, note = text.partition("\n\n")
    lines = head.split("\n")
    has_shape = blank and len(lines) > 1 and lines[0] == "c2sp.org/tlog-proof@v1"
    demand(has_shape and lines[1].startswith("index "), f"{name} is malformed")
    return int(lines[1][6:]), [decode_base64(line) for line in lines[2:]], note


def cosigned_at(note: str, key: Key) -> str:
    """When a witness saw the checkpoint, by its own clock and in its own line."""
    for signer, key_id, signature in split_note(note, "checkpoint")[1]:
        if (signer, key_id) == (key.name, key.key_id):
            seconds = struct.unpack(">Q", signature[:8])[0]
            at = datetime.fromtimestamp(seconds, timezone.utc)  # noqa: UP017 - Python 3.8
            return at.strftime("%Y-%m-%d %H:%M:%S UTC")
    return "an unknown time"


def claimed(manifest: dict[str, Any], detail: dict[str, Any]) -> Iterator[str]:
    """What the log says that this bundle is, in words; its counts must fit what it claims."""
    selection, streams = manifest["selection"], manifest.get("streams", {})
    yield f"claim: {manifest['events']} event(s), {detail['title']}"
    if selection["kind"] == "range":
        last = selection["end"] - 1
        yield f"claim: every entry of the log from #{selection['first']} to #{last}, without a gap"
    counted = dict(detail["counts"])
    size = manifest["size"]
    for stream, (first, last) in sorted(streams.items()):
        count = counted.get(stream)
        message = f"{stream} has {count} events in the log, and {first} to {last} are claimed"
        demand((first, last) == (1, count), message, INCOMPLETE)
        yield f"claim: all {last} events of {stream} among the first {size} entries of the log"
    if selection["kind"] != "range":
        yield "claim: a selection; of anything not named here, nothing says that it is whole"


class Streams:
    """The subjects of which the bundle claims to hold every event, and how far they got."""

    def __init__(self, wanted: dict[str, Sequence[int]]) -> None:
        self.wanted = wanted
        self.expected = {stream: first for stream, (first, _) in wanted.items()}

    def take(self, index: int, stream: str, version: int) -> None:
        if stream in self.wanted:
            expected = self.expected[stream]
            message = f"{stream}: its event {expected} is missing before event #{index}"
            demand(version == expected, message, INCOMPLETE)
            self.expected[stream] = expected + 1

    def check_complete(self) -> None:
        for stream, (_, last) in sorted(self.wanted.items()):
            expected = self.expected[stream]
            demand(expected == last + 1, f"{stream}: its event {expected} is missing", INCOMPLETE)


def verify(
    path: str | Path,
    keys: Sequence[Key],
    is_strict: bool = False,
    progress: Callable[[int], None] = lambda done: None,
    needs_claim: bool = False,
) -> list[str]:
    """Check a bundle; return what was found in order, or raise Fault."""
    if not Path(path).exists():
        raise Fault(USAGE, f"no such bundle: {path}")
    try:
        return Check(Bundle(Path(path)), keys, is_strict, needs_claim).run(progress)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise Fault(TAMPERED, f"the zip file is damaged: {error}") from error
    except (ArithmeticError, AttributeError, LookupError, RuntimeError) as error:
        raise Fault(TAMPERED, f"the bundle cannot be read: {error!r}") from error
    except (OSError, TypeError, ValueError) as error:
        raise Fault(TAMPERED, f"the bundle cannot be read: {error!r}") from error


def gathered_keys(texts: Sequence[str], files: Sequence[str]) -> list[Key]:
    lines = list(texts)
    for path in files:
        try:
            lines += [line.strip() for line in Path(path).read_text("utf-8").splitlines()]
        except OSError as error:
            raise Fault(USAGE, f"cannot read {path}: {error.strerror}") from error
    keys = [parse_key(line) for line in lines if line and not line.startswith("#")]
    if not any(key.kind == 1 for key in keys):
        raise Fault(USAGE, "give the log's public key with --key or --keys; see --help")
    return keys


# The page for reading, drawn from events that were checked.


def page_of(path: Path, findings: Sequence[str]) -> Iterator[str]:
    """A page of everything in a bundle; whoever calls this has checked the bundle."""
    said = "".join(f"<li>{html.escape(finding)}</li>" for finding in findings)
    yield PAGE_START.format(said=said)
    for index, body in read_entries(Bundle(path), "events.jsonl"):
        event = json.loads(body)
        cells = [f"#{index}", event["at"], ", ".join(people_of(event)), readable(event["kind"])]
        cells.append(" ".join(event.get("about", [])))
        row = "".join(f"<td>{html.escape(cell)}</td>" for cell in cells)
        more = {name: event.get(name) for name in ("happened_at", "detail", "before", "after")}
        shown = json.dumps(more, indent=1, sort_keys=True, ensure_ascii=False)
        yield f"<tr>{row}<td><pre>{html.escape(shown)}</pre></td></tr>\n"
    yield "</tbody></table></body></html>\n"


def people_of(event: dict[str, Any]) -> Iterator[str]:
    """Who did it, and whose PINs stand under it, with their licences."""
    everybody = [event.get("by") or {}, *(event.get("signed") or {}).values()]
    found = {each["person"]: each for each in everybody if each}
    for each in found.values():
        yield f"{each.get('name') or each['person']} ({each.get('licence') or '-'})"


def readable(kind: str) -> str:
    return kind.split(".")[-1].replace("_", " ").capitalize()


PAGE_START = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Checked events</title>
<style>
body {{ font: 15px/1.45 system-ui, sans-serif; margin: 2rem; color: #111; background: #fff }}
table {{ border-collapse: collapse; width: 100% }}
th, td {{ text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid }}
pre {{ white-space: pre-wrap; margin: 0 }}
</style></head><body><h1>Checked events</h1>
<p>Made by verify.py from events that it found to stand in the log as written. Times are UTC.</p>
<ul>{said}</ul>
<table><thead><tr><th>Entry</th><th>Recorded</th><th>People (licence)</th><th>What</th>
<th>About</th><th>More</th></tr></thead><tbody>
"""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", help="folder or zip file")
    parser.add_argument("--key", action="append", default=[], help="the log's public key")
    parser.add_argument("--witness", action="append", default=[], help="a witness's public key")
    parser.add_argument("--keys", action="append", default=[], help="file with public keys")
    parser.add_argument("--strict", action="store_true", help="check canonical JSON as well")
    parser.add_argument("--html", metavar="FILE", help="write the checked events as a page")
    parser.add_argument(
        "--unclaimed", action="store_true", help="an archive: nothing in the log vouches for it"
    )
    options = parser.parse_args(arguments)
    try:
        keys = gathered_keys([*options.key, *options.witness], options.keys)
        needs_claim = not options.unclaimed
        found = verify(options.bundle, keys, options.strict, show_progress, needs_claim)
        for finding in found:
            print(finding)
        if options.html:
            with Path(options.html).open("w", encoding="utf-8") as page:
                page.writelines(page_of(Path(options.bundle), found))
    except Fault as fault:
        names = {TAMPERED: "TAMPERED", INCOMPLETE: "INCOMPLETE", USAGE: "USAGE"}
        print(f"{names[fault.status]}: {fault}", file=sys.stderr)
        return fault.status
    print("OK" if NOT_WITNESSED not in found else "OK by the log's own signature; not witnessed")
    return 0


def show_progress(done: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} events checked\r")


if __name__ == "__main__":
    sys.exit(main())
