"""Every row of an inspector's table of tamperings, plain and with the manifest redone.

The bundle is a table's whole stream (events 1 to 233) with its sealed claim; the period's is every
entry from #310 to #409. Whoever tampers has no key; the reader has the log's and the witness's.
"""

import base64
import io
import shutil
import zipfile

import pytest

from audit.log import verify
from audit.log.bundle import Voucher, write_bundle
from audit.log.canonical import canonical_bytes
from audit.log.merkle import tree_root
from audit.log.notes import COSIGNATURE, Checkpoint, Note, SigningKey
from audit.log.proofs import LogProof
from audit.log.tiles import inclusion_proof
from tests.audit.test_bundle import ORIGIN, Log, body, edited
from tests.audit.test_claims import redone
from tests.audit.trees import Tree

STREAM = "table:2"
WAGER, FILE = 350, 353
PHOTO = b"\x89PNG\r\n\x1a\n of the felt"
PHOTO_NAME = f"files/{verify.sha256(PHOTO).hexdigest()}.png"


class Floor(Log):
    """The log of test_bundle with a wager in it, and its entries vouched for."""

    def __init__(self):
        super().__init__()
        self.bodies[WAGER] = body(WAGER, wager=17500)
        sha256 = verify.sha256(PHOTO).hexdigest()
        said = {"file_name": "felt.png", "sha256": sha256}
        self.bodies[FILE] = body(FILE, kind=verify.FILE_ATTACHED, **said)
        self.tree = Tree(self.bodies)

    def attached(self, sha256):
        return PHOTO if verify.sha256(PHOTO).hexdigest() == sha256 else None

    def vouch(self, digest, manifest):
        detail = {
            "title": manifest["title"], "manifest": digest, "selection": manifest["selection"],
            "counts": [[stream, last] for stream, (_, last) in manifest["streams"].items()],
            "events": manifest["events"], "origin": ORIGIN, "size": manifest["size"],
        }  # fmt: skip
        claim = canonical_bytes(
            {"kind": verify.BUNDLE_CLAIMED, "at": "2026-01-02T03:05:00.000000Z", "detail": detail}
        )
        tree = Tree([*self.bodies, claim])
        note = Checkpoint(ORIGIN, 701, tree_root(tree.leaves)).note(self.key)
        note = note.with_signatures([self.witness.cosign(note.text.encode(), 1_700_000_100)])
        return Voucher(claim, LogProof(700, tuple(inclusion_proof(700, 701, tree.read)), note))

    def bundle(self, **changes):
        target = io.BytesIO()
        contents = self.contents(**{"attached": self.attached} | changes)
        write_bundle(contents, target, self.vouch)
        return target.getvalue()


@pytest.fixture(scope="module")
def floor():
    return Floor()


@pytest.fixture(scope="module")
def honest(floor, tmp_path_factory):
    wanted = [index for index in range(700) if index % 3 == 2]
    whole = {"selection": {"kind": "listed"}, "streams": {STREAM: (1, len(wanted))}}
    made = {
        "stream": floor.bundle(entries=floor.entries(wanted), **whole),
        "period": floor.bundle(),
    }
    root = tmp_path_factory.mktemp("honest")
    for name, content in made.items():
        zipfile.ZipFile(io.BytesIO(content)).extractall(root / name)
        (root / f"{name}.zip").write_bytes(content)
    return root


def keys_of(floor):
    return floor.known(floor.key, floor.witness)


def on_lines(name, change):
    def tamper(folder):
        edited(folder / name, lambda old: b"".join(change(old.splitlines(keepends=True))))

    return tamper


def replaced(name, old, new):
    def tamper(folder):
        content = (folder / name).read_bytes()
        assert old in content
        (folder / name).write_bytes(content.replace(old, new, 1))

    return tamper


def swapped(lines, first=3, second=4):
    lines[first], lines[second] = lines[second], lines[first]
    return lines


def swapped_with_numbers(lines):
    (one, first), (other, second) = (line.split(b",", 1) for line in lines[3:5])
    return [*lines[:3], one + b"," + second, other + b"," + first, *lines[5:]]


def swap_proofs(folder):
    first, second = (folder / "proofs" / f"{n}.tlog-proof" for n in (2, 5))
    one, other = first.read_bytes(), second.read_bytes()
    first.write_bytes(other)
    second.write_bytes(one)


def spoiled(line):
    """A signature line with one byte of the signature itself changed."""
    head, _, text = line.rpartition(" ")
    raw = bytearray(base64.b64decode(text))
    raw[-1] ^= 1
    return f"{head} {base64.b64encode(raw).decode()}"


def with_spoiled_line(name):
    def tamper(folder):
        path = folder / "checkpoint"
        lines = path.read_text().split("\n")
        found = next(n for n, line in enumerate(lines) if line.startswith(f"— {name} "))
        lines[found] = spoiled(lines[found])
        path.write_text("\n".join(lines))

    return tamper


def without_signer(name):
    def tamper(folder):
        path = folder / "checkpoint"
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(line for line in lines if not line.startswith(f"— {name} ")))

    return tamper


def signed_by_another(folder):
    without_signer(ORIGIN)(folder)
    note = Note.parse((folder / "checkpoint").read_text())
    thief = SigningKey.generate(ORIGIN)
    (folder / "checkpoint").write_text(str(note.signed_by(thief)))


def cosigned_by_another(folder):
    without_signer("house.example/witness")(folder)
    note = Note.parse((folder / "checkpoint").read_text())
    thief = SigningKey.generate("house.example/witness", COSIGNATURE)
    cosigned = note.with_signatures([thief.cosign(note.text.encode(), 1_700_000_000)])
    (folder / "checkpoint").write_text(str(cosigned))


def cosigned_later(folder):
    path = folder / "checkpoint"
    lines = path.read_text().split("\n")
    found = next(n for n, line in enumerate(lines) if line.startswith("— house.example/witness "))
    head, _, text = lines[found].rpartition(" ")
    raw = bytearray(base64.b64decode(text))
    raw[11] ^= 1  # four bytes of key id, then eight of time
    lines[found] = f"{head} {base64.b64encode(raw).decode()}"
    path.write_text("\n".join(lines))


def renamed(folder, old, new):
    (folder / old).rename(folder / new)


def forged_whole(folder):
    """A log of the forger's own, signed and witnessed by keys of the forger's own."""
    other = Floor()
    other.bodies[WAGER] = body(WAGER, wager=27500)
    other.tree = Tree(other.bodies)
    shutil.rmtree(folder)
    zipfile.ZipFile(io.BytesIO(other.bundle())).extractall(folder)


def count_lowered(folder):
    """The last event left out, and everything the manifest says made to fit."""
    on_lines("events.jsonl", lambda lines: lines[:-1])(folder)
    redone(folder, lambda it: it.update(events=232, streams={STREAM: [1, 232]}))


def left_out_and_listed(folder):
    on_lines("events.jsonl", lambda lines: lines[:40] + lines[60:])(folder)
    redone(folder, lambda it: it.update(events=80, selection={"kind": "listed"}))


def shrunk(folder):
    on_lines("events.jsonl", lambda lines: lines[10:-10])(folder)
    span = {"kind": "range", "first": 320, "end": 400}
    redone(folder, lambda it: it.update(events=80, selection=span))


def relabelled(folder):
    edited(folder / "README.txt", lambda old: old.replace(b"Table 1", b"Table 9"))
    if "redone" in folder.name:
        redone(folder, lambda manifest: manifest.update(title="Table 9"))


IN_FOLDER = {
    "a wager changed": replaced("events.jsonl", b'"wager":17500', b'"wager":27500'),
    "a middle event dropped": on_lines("events.jsonl", lambda x: x[:40] + x[41:]),
    "two events reordered": on_lines("events.jsonl", swapped),
    "two events and their numbers swapped": on_lines("events.jsonl", swapped_with_numbers),
    "an event doubled": on_lines("events.jsonl", lambda x: [*x[:4], x[3], *x[4:]]),
    "two proofs swapped": swap_proofs,
    "a proof renumbered": replaced("proofs/5.tlog-proof", b"index 5", b"index 8"),
    "a line of a proof doubled": on_lines("proofs/5.tlog-proof", lambda x: [*x[:2], x[2], *x[2:]]),
    "the checkpoint of another time": lambda folder: shutil.copy(
        folder / "checkpoints" / "300", folder / "checkpoint"
    ),
    "a byte of the root": on_lines(
        "checkpoint", lambda x: [*x[:2], base64.b64encode(bytes(32)) + b"\n", *x[3:]]
    ),
    "the size one more": replaced("checkpoint", b"\n700\n", b"\n701\n"),
    "a byte of the log's signature": with_spoiled_line(ORIGIN),
    "the log's signature removed": without_signer(ORIGIN),
    "signed by another key": signed_by_another,
    "the witness's line removed": without_signer("house.example/witness"),
    "the witness's time changed": cosigned_later,
    "cosigned by another witness": cosigned_by_another,
    "a byte of a hash tile": lambda folder: edited(
        folder / "tile/0/001", lambda old: bytes([old[0] ^ 1]) + old[1:]
    ),
    "a hash tile cut": lambda folder: edited(folder / "tile/0/001", lambda old: old[:-32]),
    "a hash tile renamed": lambda folder: renamed(folder, "tile/0/001", "tile/0/003"),
    "the events cut": on_lines("events.jsonl", lambda x: x[:-5]),
    "line ends of another system": on_lines(
        "events.jsonl", lambda x: [line.replace(b"\n", b"\r\n") for line in x]
    ),
    "a blank in an event": replaced("events.jsonl", b'"wager":17500', b'"wager": 17500'),
    "an event of another table added": on_lines(
        "events.jsonl",
        lambda x: [x[0], b'{"index":3,"event":%b}\n' % body(3), *x[1:]],
    ),
    "the page for people changed": replaced("index.html", b"Round 350", b"Round 351"),
    "the readme and the title relabelled": relabelled,
    "a photograph of the dispute changed": lambda folder: edited(
        folder / PHOTO_NAME, lambda old: old + b"."
    ),
    "a photograph of the dispute deleted": lambda folder: (folder / PHOTO_NAME).unlink(),
    "a photograph added to the dispute": lambda folder: (
        folder / "files" / f"{'0' * 64}.png"
    ).write_bytes(PHOTO),
    "a file added": lambda folder: (folder / "decision.pdf").write_bytes(b"%PDF forged"),
    "a folder beside it linked": lambda folder: (folder / "decision").symlink_to("/"),
    "the script replaced": lambda folder: (folder / "verify.py").write_text('print("OK")\n'),
    "the proofs deleted": lambda folder: shutil.rmtree(folder / "proofs"),
    "an old checkpoint deleted": lambda folder: (folder / "checkpoints" / "300").unlink(),
}
OF_MANIFEST = {
    "the last event dropped and the count lowered": ("stream", count_lowered),
    "a period shrunk at both ends": ("period", shrunk),
    "a period called a list, with events dropped": ("period", left_out_and_listed),
    "a whole log forged": ("period", forged_whole),
}


def is_found(path, floor):
    try:
        verify.verify(path, keys_of(floor), needs_claim=True)
    except verify.Fault as fault:
        return str(fault)
    return ""


def test_the_honest_bundles_are_in_order(honest, floor):
    for name in ("stream", "period", "stream.zip", "period.zip"):
        assert is_found(honest / name, floor) == ""


def test_the_files_of_a_dispute_are_in_its_bundle(honest, floor):
    assert (honest / "stream" / PHOTO_NAME).read_bytes() == PHOTO
    found = verify.verify(honest / "stream", keys_of(floor), needs_claim=True)
    assert "1 file(s) are those that were added to the dispute" in found


def test_a_file_that_is_kept_no_more_is_said_to_be_missing(floor, tmp_path):
    path = tmp_path / "bundle.zip"
    path.write_bytes(floor.bundle(attached=lambda _sha256: None))
    found = verify.verify(path, keys_of(floor), needs_claim=True)
    assert "1 file(s) of events are not here" in found


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda folder: edited(folder / PHOTO_NAME, bytes.upper), "says another hash"),
        (
            lambda folder: (folder / PHOTO_NAME).rename(folder / "files/felt.png"),
            "no event of this bundle speaks of it",
        ),
    ],
)
def test_a_file_is_compared_with_its_event(change, words, honest, floor, tmp_path):
    folder = shutil.copytree(honest / "stream", tmp_path / "redone")
    change(folder)
    redone(folder)
    for name in ("claim.json", "claim.tlog-proof"):
        (folder / name).unlink()
    with pytest.raises(verify.Fault, match=words):
        verify.verify(folder, keys_of(floor))


@pytest.mark.parametrize("name", IN_FOLDER)
def test_it_is_found_plain_and_with_the_manifest_redone(name, honest, floor, tmp_path):
    for how in ("plain", "redone"):
        folder = shutil.copytree(honest / "stream", tmp_path / how)
        IN_FOLDER[name](folder)
        if how == "redone":
            redone(folder)
        assert is_found(folder, floor), f"{name}, {how}"


@pytest.mark.parametrize("name", OF_MANIFEST)
def test_what_the_manifest_says_cannot_be_lowered(name, honest, floor, tmp_path):
    which, tamper = OF_MANIFEST[name]
    folder = shutil.copytree(honest / which, tmp_path / "redone")
    tamper(folder)
    assert is_found(folder, floor), name


@pytest.mark.parametrize("name", ["a byte", "cut", "a page twice"])
def test_a_zip_file_changed_is_found(name, honest, floor, tmp_path):
    whole = bytearray((honest / "stream.zip").read_bytes())
    if name == "a byte":
        whole[len(whole) // 2] ^= 1
    path = tmp_path / "bundle.zip"
    path.write_bytes(whole[:-200] if name == "cut" else whole)
    if name == "a page twice":
        with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("index.html", "<h1>Nobody lost</h1>")
    assert is_found(path, floor), name


def spliced(whole, at, inside):
    """The same zip file with other bytes between two of its parts; its list of files fits again."""
    start = int.from_bytes(whole[-6:-2], "little")
    listed = bytearray(whole[start:-22])
    here = 0
    while here < len(listed):
        offset = int.from_bytes(listed[here + 42 : here + 46], "little")
        moved = offset + (len(inside) if offset >= at else 0)
        listed[here + 42 : here + 46] = moved.to_bytes(4, "little")
        name, extra, comment = (
            int.from_bytes(listed[here + n : here + n + 2], "little") for n in (28, 30, 32)
        )
        here += 46 + name + extra + comment
    end = whole[-22:-6] + (start + len(inside)).to_bytes(4, "little") + whole[-2:]
    return whole[:at] + inside + whole[at:start] + bytes(listed) + end


def forged_page():
    """One file as it lies in a zip file, without the list of files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("index.html", "<h1>Nobody lost</h1>")
    return made.getvalue()[: int.from_bytes(made.getvalue()[-6:-2], "little")]


HIDDEN = {
    "before the first file": lambda whole, second: spliced(whole, 0, forged_page()),
    "between two files": lambda whole, second: spliced(whole, second, forged_page()),
    "before the list of files": lambda whole, second: spliced(
        whole, int.from_bytes(whole[-6:-2], "little"), forged_page()
    ),
    "behind the list of files": lambda whole, second: whole + forged_page(),
    "in the note at the end": lambda whole, second: (
        whole[:-2] + len(forged_page()).to_bytes(2, "little") + forged_page()
    ),
}


@pytest.mark.parametrize("where", HIDDEN)
def test_what_a_zip_file_hides_between_its_files_is_found(where, honest, floor, tmp_path):
    """A program that reads from the front unpacks it, and shows another page than was checked."""
    whole = (honest / "stream.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        second = archive.infolist()[1].header_offset
    path = tmp_path / "bundle.zip"
    path.write_bytes(HIDDEN[where](whole, second))
    assert zipfile.ZipFile(path).testzip() is None, "a zip file as any other"
    assert "hides something" in is_found(path, floor)


def test_a_bundle_packed_again_elsewhere_is_in_order(honest, floor, tmp_path):
    """A packer that cannot go back in its file writes sizes behind each file."""
    path = tmp_path / "again.zip"

    class Forward(io.RawIOBase):
        def __init__(self, file):
            self.file = file

        def writable(self):
            return True

        def write(self, data):
            return self.file.write(data)

    with path.open("wb") as file, zipfile.ZipFile(Forward(file), "w") as archive:
        for each in sorted((honest / "stream").rglob("*")):
            if each.is_file():
                archive.write(each, each.relative_to(honest / "stream").as_posix())
    assert is_found(path, floor) == ""


def test_the_time_of_a_witness_is_of_its_own_line(honest, floor, tmp_path):
    """Anybody may add a line under the witness's name; its time is not the witness's."""
    folder = shutil.copytree(honest / "period", tmp_path / "redone")
    path = folder / "checkpoint"
    note = Note.parse(path.read_text())
    thief = SigningKey.generate("house.example/witness", COSIGNATURE)
    text, lines = path.read_text().split("\n\n")
    cosigned = note.with_signatures([thief.cosign(note.text.encode(), 1_000_000_000)])
    forged = str(cosigned).splitlines()[-1]
    path.write_text(f"{text}\n\n{forged}\n{lines}")
    shutil.rmtree(folder / "proofs")
    redone(folder)
    for name in ("claim.json", "claim.tlog-proof"):
        (folder / name).unlink()
    said = verify.verify(folder, keys_of(floor))
    assert "witnessed by house.example/witness at 2023-11-14 22:13:20 UTC" in said


def test_all_events_of_a_subject_begin_with_its_first(floor, tmp_path):
    """Whoever writes and seals a bundle cannot call the end of a stream all of it."""
    wanted = [index for index in range(700) if index % 3 == 2]
    path = tmp_path / "bundle.zip"
    streams = {STREAM: (101, len(wanted))}
    listed = {"kind": "listed"}
    entries = floor.entries(wanted[100:])
    path.write_bytes(floor.bundle(entries=entries, selection=listed, streams=streams))
    assert "101 to 233 are claimed" in is_found(path, floor)


def test_the_table_is_whole():
    assert len(IN_FOLDER) + len(OF_MANIFEST) >= 28
