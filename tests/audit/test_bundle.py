import io
import json
import random
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from audit.log import verify
from audit.log.bundle import BundleEntry, Contents, write_bundle
from audit.log.canonical import canonical_bytes
from audit.log.merkle import tree_root
from audit.log.notes import COSIGNATURE, Checkpoint, Note, SigningKey
from tests.audit.trees import Tree

ORIGIN = "house.example/pgt/1"


def body(index, kind="rounds.round_settled", **detail):
    return canonical_bytes(
        {
            "kind": kind,
            "stream": f"table:{index % 3}",
            "stream_v": index // 3 + 1,
            "at": f"2026-01-02T03:04:{index % 60:02d}.000000Z",
            "about": [f"table:{index % 3}"],
            "by": {"person": 7, "licence": "L-7", "roles": ["dealer"]},
            "detail": {"note": "<b>莊</b>", **detail},
        }
    )


class Log:
    """A log of 700 events with two checkpoints and one change of key between them."""

    def __init__(self):
        self.old_key, self.key = SigningKey.generate(ORIGIN), SigningKey.generate(ORIGIN)
        self.witness = SigningKey.generate("house.example/witness", COSIGNATURE)
        self.bodies = [body(index) for index in range(700)]
        self.bodies[299] = body(299, kind="audit.key_rotated", public_key=str(self.key.verifier))
        self.tree = Tree(self.bodies)

    def head(self, size, *keys):
        note = Checkpoint(ORIGIN, size, tree_root(self.tree.leaves[:size])).note(*keys)
        return note.with_signatures([self.witness.cosign(note.text.encode(), 1_700_000_000)])

    def entries(self, indexes):
        return [BundleEntry(index, self.bodies[index], f"Round {index}") for index in indexes]

    def contents(self, **changes):
        return Contents(
            **{
                "title": "Table 1, 2 January",
                "about": {"kind": "table", "table": 1},
                "head": self.head(700, self.key),
                "entries": self.entries(range(310, 410)),
                "read": self.tree.read,
                "selection": {"kind": "range", "first": 310, "end": 410},
                "earlier": [self.head(300, self.old_key, self.key)],
                "rotations": self.entries([299]),
                "keys": [self.old_key.verifier, self.key.verifier],
                **changes,
            }
        )

    def known(self, *keys):
        return [verify.parse_key(str(key.verifier)) for key in keys or [self.key]]


@pytest.fixture(scope="module")
def log():
    return Log()


def zipped(contents):
    target = io.BytesIO()
    write_bundle(contents, target)
    return target


def unpacked(contents, folder):
    with zipfile.ZipFile(zipped(contents)) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture
def bundle(log, tmp_path):
    return unpacked(log.contents(), tmp_path / "bundle")


def fault_of(path, keys, **options):
    with pytest.raises(verify.Fault) as fault:
        verify.verify(path, keys, **options)
    return fault.value.status, str(fault.value)


def resealed(folder):
    """Let the manifest agree with the files again, as a careful forger would."""
    manifest = json.loads((folder / "manifest.json").read_text())
    names = [each for each in folder.rglob("*") if each.is_file()]
    manifest["files"] = {
        each.relative_to(folder).as_posix(): verify.sha256(each.read_bytes()).hexdigest()
        for each in names
        if not each.name.startswith("manifest.")
    }
    write_manifest(folder, manifest)


def write_manifest(folder, manifest):
    content = json.dumps(manifest).encode()
    (folder / "manifest.json").write_bytes(content)
    digest = verify.sha256(content).hexdigest()
    (folder / "manifest.sha256").write_text(f"{digest}  manifest.json\n")


def edited(path, change):
    path.write_bytes(change(path.read_bytes()))


def test_a_folder_and_a_zip_file_are_in_order(log, bundle, tmp_path):
    (tmp_path / "bundle.zip").write_bytes(zipped(log.contents()).getvalue())
    for path in (bundle, tmp_path / "bundle.zip"):
        findings = verify.verify(path, log.known(log.key, log.witness), is_strict=True)
        assert "100 event(s) stand in the log as written" in findings
        assert "witnessed by house.example/witness at 2023-11-14 22:13:20 UTC" in findings
        assert "the 300 entries of an earlier checkpoint are unchanged" in findings
        assert "100 inclusion proof(s) lead to the root" in findings


def test_the_same_contents_give_the_same_file(log):
    contents = log.contents()
    assert zipped(contents).getvalue() == zipped(contents).getvalue()


def test_the_script_runs_alone_and_says_ok(log, bundle, tmp_path):
    """-I -S: no site packages, so Ed25519 is checked in plain Python."""
    script = bundle / "verify.py"
    keys = tmp_path / "keys"
    keys.write_text(f"# by letter\n{log.key.verifier}\n{log.witness.verifier}\n")
    command = [sys.executable, "-I", "-S", str(script), str(bundle), "--keys", str(keys)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == verify.INCOMPLETE
    assert "nothing in the log vouches for this bundle" in done.stderr

    command.append("--unclaimed")
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "OK")

    edited(bundle / "events.jsonl", lambda old: old.replace(b'"person":7', b'"person":8', 1))
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == verify.TAMPERED
    assert "event #310 was changed" in done.stderr


def test_a_key_change_is_followed_from_the_old_key(log, bundle):
    findings = verify.verify(bundle, log.known(log.old_key))
    assert any(each.startswith("key changed by event #299") for each in findings)


def test_a_key_change_that_the_old_key_did_not_sign_is_not_followed(log, tmp_path):
    forged = log.contents(earlier=[log.head(300, log.key)])
    path = unpacked(forged, tmp_path / "forged")
    assert fault_of(path, log.known(log.old_key))[0] == verify.TAMPERED


def test_listed_events_and_whole_streams(log, tmp_path):
    wanted = [index for index in range(700) if index % 3 == 2]
    contents = log.contents(
        entries=log.entries(wanted),
        selection={"kind": "listed"},
        streams={"table:2": (1, len(wanted))},
        earlier=[],
        rotations=[],
    )
    path = unpacked(contents, tmp_path / "whole")
    assert "233 event(s) stand in the log as written" in verify.verify(path, log.known())
    del wanted[100]
    contents = log.contents(
        entries=log.entries(wanted),
        selection={"kind": "listed"},
        streams={"table:2": (1, 233)},
    )
    path = unpacked(contents, tmp_path / "holed")
    status, message = fault_of(path, log.known())
    assert status == verify.INCOMPLETE
    assert message.startswith("table:2: its event 101 is missing")


def swap(lines, first, second):
    lines[first], lines[second] = lines[second], lines[first]
    return lines


LINE_FAULTS = [
    ("edited", lambda old: old.replace(b'"index":350,"event":{"about":["table:2"]',
                                       b'"index":350,"event":{"about":["table:1"]'),
     1, "event #350 was changed"),
    ("deleted", lambda old: b"".join(line for line in old.splitlines(True)
                                     if not line.startswith(b'{"index":350,')),
     2, "event #350 is missing"),
    ("cut", lambda old: b"".join(old.splitlines(True)[:-1]), 2, "99 events instead of 100"),
    ("doubled", lambda old: old + old.splitlines(True)[-1], 1, "event #409 is out of order"),
    ("swapped", lambda old: b"".join(swap(old.splitlines(True), 3, 4)), 2, "event #313 is missing"),
    ("renumbered", lambda old: old.replace(b'"index":409', b'"index":410'), 2,
     "event #409 is missing"),
    ("beyond", lambda old: old.replace(b'"index":409', b'"index":709'), 2, "#409 is missing"),
    ("spelled anew", lambda old: old.replace(b'"index":409', b'"index":0409'), 1, "malformed"),
    ("no line end", lambda old: old[:-1], 1, "line 100 is malformed"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "status", "message"),
    [case[1:] for case in LINE_FAULTS],
    ids=[case[0] for case in LINE_FAULTS],
)
def test_a_changed_event_is_named_even_if_the_manifest_agrees(log, bundle, change, status, message):
    edited(bundle / "events.jsonl", change)
    resealed(bundle)
    found = fault_of(bundle, log.known())
    assert found[0] == status
    assert message in found[1]


def test_a_missing_tile_is_incomplete(log, bundle):
    (bundle / "tile/0/001").unlink()
    assert fault_of(bundle, log.known()) == (verify.INCOMPLETE, "tile/0/001 is missing")
    resealed(bundle)
    assert fault_of(bundle, log.known()) == (verify.INCOMPLETE, "tile/0/001 is missing")


def test_a_changed_tile_is_named(log, bundle):
    edited(bundle / "tile/0/001", lambda old: bytes(32) + old[32:])
    resealed(bundle)
    status, message = fault_of(bundle, log.known())
    assert (status, message) == (
        verify.TAMPERED,
        "tile 1 of level 0 does not fit the tree: entries #256 to #511",
    )


def test_a_bundle_signed_with_another_key_is_forged(log, tmp_path):
    thief = SigningKey.generate(ORIGIN)
    path = unpacked(
        log.contents(head=log.head(700, thief), earlier=[], rotations=[]), tmp_path / "forged"
    )
    status, message = fault_of(path, log.known())
    assert status == verify.TAMPERED
    assert "signed by no key that you trust" in message


def test_a_rewritten_history_needs_the_key(tmp_path, log):
    """A whole log rebuilt around one changed event, with the old signature pasted on."""
    rebuilt = Log()
    rebuilt.key, rebuilt.witness = log.key, log.witness
    rebuilt.bodies[350] = body(350, winner="bank")
    rebuilt.tree = Tree(rebuilt.bodies)
    text = Checkpoint(ORIGIN, 700, tree_root(rebuilt.tree.leaves)).text()
    pasted = Note(text, log.head(700, log.key).signatures)
    path = unpacked(rebuilt.contents(head=pasted, earlier=[], rotations=[]), tmp_path / "rebuilt")
    status, message = fault_of(path, log.known())
    assert (status, message) == (verify.TAMPERED, f"checkpoint: signature of {ORIGIN} is wrong")


def test_an_unsigned_checkpoint_is_incomplete(log, bundle):
    edited(bundle / "checkpoint", lambda old: old.split(b"\n\n")[0] + b"\n")
    resealed(bundle)
    assert fault_of(bundle, log.known()) == (verify.INCOMPLETE, "checkpoint is not signed")


def test_a_missing_cosignature_is_incomplete_and_a_wrong_one_tampered(log, tmp_path):
    alone = Checkpoint(ORIGIN, 700, tree_root(log.tree.leaves)).note(log.key)
    contents = log.contents(head=alone, earlier=[], rotations=[])
    path = unpacked(contents, tmp_path / "alone")
    verify.verify(path, log.known())
    status, message = fault_of(path, log.known(log.key, log.witness))
    assert status == verify.INCOMPLETE
    assert "not cosigned" in message
    other = log.witness.cosign(b"another text\n", 1_700_000_000)
    wrong = log.contents(head=alone.with_signatures([other]), earlier=[], rotations=[])
    path = unpacked(wrong, tmp_path / "wrong")
    assert fault_of(path, log.known(log.key, log.witness))[0] == verify.TAMPERED


def test_a_bundle_of_another_log_is_refused(log, bundle):
    manifest = json.loads((bundle / "manifest.json").read_text())
    write_manifest(bundle, manifest | {"origin": "house.example/pgt/2"})
    assert fault_of(bundle, log.known())[0] == verify.TAMPERED
    other = verify.parse_key(str(SigningKey.generate("house.example/pgt/2").verifier))
    status, message = fault_of(bundle, [other, *log.known()])
    assert status == verify.TAMPERED
    assert "of another log" in message


def test_an_earlier_checkpoint_of_another_history_is_found(log, tmp_path):
    elsewhere = Tree(body(index, other=True) for index in range(300))
    note = Checkpoint(ORIGIN, 300, tree_root(elsewhere.leaves)).note(log.key)
    path = unpacked(log.contents(earlier=[note], rotations=[]), tmp_path / "forked")
    assert fault_of(path, log.known()) == (
        verify.TAMPERED,
        "checkpoints/300 does not fit the tree",
    )


@pytest.mark.parametrize("name", ["consistency/300-700", "proofs/350.tlog-proof"])
def test_every_line_of_a_proof_counts(log, bundle, name):
    original = (bundle / name).read_bytes()
    lines = original.splitlines(keepends=True)
    for at in range(len(lines)):
        for wrong in (lines[:at] + lines[at + 1 :], [*lines[:at], lines[at], *lines[at:]]):
            (bundle / name).write_bytes(b"".join(wrong))
            resealed(bundle)
            assert fault_of(bundle, log.known())[0] in (verify.TAMPERED, verify.INCOMPLETE)
    (bundle / name).write_bytes(original)
    resealed(bundle)
    verify.verify(bundle, log.known())


def test_a_file_too_many_or_too_few_is_found(log, bundle):
    (bundle / "extra.txt").write_text("hello")
    assert fault_of(bundle, log.known()) == (verify.TAMPERED, "extra.txt is not in the manifest")
    (bundle / "extra.txt").unlink()
    (bundle / "index.html").unlink()
    assert fault_of(bundle, log.known()) == (verify.INCOMPLETE, "index.html is missing")


def test_any_flipped_bit_is_found(log, tmp_path):
    """One bit of every byte of the small files, and of a sample of the large ones."""
    contents = log.contents(
        entries=log.entries(range(310, 318)),
        selection={"kind": "range", "first": 310, "end": 318},
    )
    bundle = unpacked(contents, tmp_path / "bundle")
    chance, keys = random.Random(20), log.known()
    tried = 0
    for path in sorted(each for each in bundle.rglob("*") if each.is_file()):
        original = path.read_bytes()
        places = range(len(original))
        if len(original) > 300:
            places = chance.sample(places, 15)
        for at in places:
            changed = bytearray(original)
            changed[at] ^= 1 << chance.randrange(8)
            path.write_bytes(bytes(changed))
            assert fault_of(bundle, keys)[0] in (verify.TAMPERED, verify.INCOMPLETE), (path, at)
            tried += 1
        path.write_bytes(original)
    assert tried > 400
    verify.verify(bundle, keys)


def test_a_damaged_zip_file_is_reported_not_raised(log, tmp_path):
    whole = zipped(log.contents()).getvalue()
    path, chance = tmp_path / "bundle.zip", random.Random(3)
    for length in chance.sample(range(len(whole)), 20):
        path.write_bytes(whole[:length])
        assert fault_of(path, log.known())[0] == verify.TAMPERED


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["{bundle}"],
        ["{bundle}", "--key", "nonsense"],
        ["{bundle}", "--key", "a+b+c"],
        ["{bundle}", "--keys", "/nowhere"],
        ["/nowhere", "--key", "{key}"],
        ["{bundle}", "--key", "{key}", "--unknown"],
        ["{bundle}", "--witness", "{witness}"],
    ],
)
def test_wrong_use_has_its_own_status(log, bundle, arguments, capsys):
    words = {"bundle": bundle, "key": log.key.verifier, "witness": log.witness.verifier}
    try:
        status = verify.main([each.format(**words) for each in arguments])
    except SystemExit as stop:
        status = stop.code
    assert status == verify.USAGE


def test_the_page_for_people_shows_text_as_text(bundle):
    page = (bundle / "index.html").read_text()
    assert "Round 310" in page
    assert "&lt;b&gt;莊&lt;/b&gt;" in page
    assert "<script" not in page


def test_a_log_without_tiles_above_is_bundled_too(tmp_path):
    key = SigningKey.generate(ORIGIN)
    for size in (1, 2, 255, 256, 257):
        tree = Tree(body(index) for index in range(size))
        contents = Contents(
            title="small",
            about={},
            head=Checkpoint(ORIGIN, size, tree_root(tree.leaves)).note(key),
            entries=[BundleEntry(size - 1, body(size - 1))],
            read=tree.read,
            selection={"kind": "listed"},
        )
        path = unpacked(contents, Path(tmp_path) / str(size))
        assert verify.verify(path, [verify.parse_key(str(key.verifier))])


def test_everybody_who_acted_and_signed_is_named_once():
    """An event from before names were kept says the number of whoever did it."""
    dealer = {"person": 4, "licence": "L-4", "name": "Aroha Ngata"}
    floor = {"person": 7, "licence": "L-7", "name": "Rosa Ortiz"}
    event = {"by": {"person": 7, "licence": "L-7"}, "signed": {"own": floor, "second": dealer}}
    assert list(verify.people_of(event)) == ["Rosa Ortiz (L-7)", "Aroha Ngata (L-4)"]
    assert list(verify.people_of({"by": {"person": 9, "licence": ""}})) == ["9 (-)"]
