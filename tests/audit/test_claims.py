"""A bundle proves what it claims: every tampering of it is found, also with its manifest redone."""

import hashlib
import json
import shutil
import zipfile
from datetime import timedelta

import pytest

from audit.commands.export import write_selection
from audit.events import EventKind
from audit.log import verify
from audit.queries.selections import Selection, whole_streams
from tests.audit.houses import now
from tests.audit.test_export import keys_for


@pytest.fixture
def bundles(house, witness, tmp_path):
    """A round's bundle, a dispute's and a period's, unpacked, and the keys to check them by."""
    house.record(7, subject="round:24")
    house.record(3, subject="dispute:7", kind=EventKind.DISPUTE_OPENED)
    house.grow(5, subject="table:3")
    keys = keys_for(house, witness)
    period = {"since": now() - timedelta(hours=1)}

    def unpacked(name, subject="", **period):
        selection = Selection(
            house.log_id, f"{house.log_id}-{subject}" if subject else "", **period
        )
        path = tmp_path / f"{name}.zip"
        title = f"Bundle of {name}"
        write_selection(selection, title=title, path=path, at=now(), wait_seconds=5)
        with zipfile.ZipFile(path) as archive:
            archive.extractall(tmp_path / name)
        return tmp_path / name

    made = {"round": unpacked("round", "round:24"), "period": unpacked("period", **period)}
    return made, keys, house


def redone(folder, change=lambda manifest: None):
    """What a forger does after changing files: list them anew, with their hashes."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    beside = {"manifest.json", "manifest.sha256", "claim.json", "claim.tlog-proof"}
    manifest["files"] = {
        each.relative_to(folder).as_posix(): hashlib.sha256(each.read_bytes()).hexdigest()
        for each in sorted(folder.rglob("*"))
        if each.is_file() and each.relative_to(folder).as_posix() not in beside
    }
    content = json.dumps(manifest, indent=1, sort_keys=True).encode() + b"\n"
    path.write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    (folder / "manifest.sha256").write_text(f"{digest}  manifest.json\n")


def without_events(folder, *numbers):
    lines = (folder / "events.jsonl").read_bytes().splitlines(keepends=True)
    kept = [line for n, line in enumerate(lines) if n not in [x % len(lines) for x in numbers]]
    (folder / "events.jsonl").write_bytes(b"".join(kept))
    return len(kept)


def page_changed(folder):
    page = folder / "index.html"
    page.write_text(page.read_text().replace("Bundle", "Nobody lost"))
    redone(folder)


def relabelled(folder):
    readme = folder / "README.txt"
    readme.write_text(readme.read_text().replace("Bundle of", "Another"))
    redone(folder, lambda manifest: manifest.update(title="Another round"))


def file_added(folder):
    (folder / "decision.pdf").write_bytes(b"%PDF forged")
    redone(folder)


def script_replaced(folder):
    (folder / "verify.py").write_text('print("OK")\n')
    redone(folder)


def proofs_removed(folder):
    shutil.rmtree(folder / "proofs")
    redone(folder)


def last_event_dropped(folder):
    count = without_events(folder, -1)

    def lower(manifest):
        manifest["events"] = count
        manifest["selection"] = {"kind": "listed"}
        manifest["streams"] = {
            stream: [first, last - 1] for stream, (first, last) in manifest["streams"].items()
        }

    redone(folder, lower)


def middle_event_dropped_and_nothing_claimed(folder):
    count = without_events(folder, 2)
    listed = {"kind": "listed"}
    redone(folder, lambda each: each.update(events=count, streams={}, selection=listed))


def period_shrunk(folder):
    count = without_events(folder, 0, -1)
    first = json.loads((folder / "events.jsonl").read_bytes().splitlines()[0])["index"]
    span = {"kind": "range", "first": first, "end": first + count}
    redone(folder, lambda each: each.update(events=count, selection=span))


def claim_removed(folder):
    (folder / "claim.json").unlink()
    (folder / "claim.tlog-proof").unlink()


def claim_removed_and_redone(folder):
    claim_removed(folder)
    last_event_dropped(folder)


def claim_changed(folder):
    claim = folder / "claim.json"
    claim.write_bytes(claim.read_bytes().replace(b'"events":', b'"Events":'))


def claim_without_its_proof(folder):
    (folder / "claim.tlog-proof").unlink()


def claim_proof_cut(folder):
    proof = folder / "claim.tlog-proof"
    proof.write_text(proof.read_text().replace("index ", "index 1", 1))


def claim_not_cosigned(folder):
    proof = folder / "claim.tlog-proof"
    lines = proof.read_text().splitlines(keepends=True)
    proof.write_text("".join(line for line in lines if "paigow.example/witness" not in line))


def an_event_claims(folder):
    """An ordinary event of the log is put where the claim should be, with its own proof."""
    line = (folder / "events.jsonl").read_bytes().splitlines()[0]
    index = json.loads(line)["index"]
    (folder / "claim.json").write_bytes(line.partition(b',"event":')[2][:-1])
    shutil.copy(folder / "proofs" / f"{index}.tlog-proof", folder / "claim.tlog-proof")


TAMPERINGS = [
    (page_changed, "round", "manifest.json is not the one"),
    (relabelled, "round", "manifest.json is not the one"),
    (file_added, "round", "manifest.json is not the one"),
    (script_replaced, "round", "manifest.json is not the one"),
    (proofs_removed, "round", "manifest.json is not the one"),
    (last_event_dropped, "round", "manifest.json is not the one"),
    (middle_event_dropped_and_nothing_claimed, "round", "manifest.json is not the one"),
    (period_shrunk, "period", "manifest.json is not the one"),
    (middle_event_dropped_and_nothing_claimed, "period", "manifest.json is not the one"),
    (claim_removed, "round", "nothing in the log vouches"),
    (claim_removed_and_redone, "round", "nothing in the log vouches"),
    (claim_changed, "round", "claim.json was changed"),
    (claim_without_its_proof, "round", "claim.tlog-proof is missing"),
    (claim_proof_cut, "round", "claim.tlog-proof"),
    (claim_not_cosigned, "round", "claim.tlog-proof is not cosigned"),
    (an_event_claims, "round", "claims nothing about a bundle"),
]


def test_every_tampering_is_found_though_the_manifest_is_redone(bundles, tmp_path):
    made, keys, _ = bundles
    missed = []
    for number, (tampering, which, words) in enumerate(TAMPERINGS):
        folder = shutil.copytree(made[which], tmp_path / f"tampered-{number}")
        tampering(folder)
        try:
            verify.verify(folder, keys, needs_claim=True)
            missed.append((tampering.__name__, "OK"))
        except verify.Fault as fault:
            if words not in str(fault):
                missed.append((tampering.__name__, str(fault)))
    assert missed == []


def test_the_claim_of_another_bundle_does_not_fit(bundles, tmp_path):
    made, keys, _ = bundles
    for name in ("claim.json", "claim.tlog-proof"):
        shutil.copy(made["period"] / name, made["round"] / name)
    with pytest.raises(verify.Fault, match="is not the one that entry"):
        verify.verify(made["round"], keys)


def test_a_claim_that_left_events_out_is_named_by_verification(bundles, verify, monkeypatch):
    made, _, house = bundles
    assert verify(house).faults == []

    def lower(*asked):
        return {stream: (1, last - 1) for stream, (_, last) in whole_streams(*asked).items()}

    monkeypatch.setattr("audit.commands.export.whole_streams", lower)
    selection = Selection(house.log_id, f"{house.log_id}-round:24")
    path = made["round"].with_name("lying.zip")
    write_selection(selection, title="Lying", path=path, at=now(), wait_seconds=5)
    (fault,) = verify(house).faults
    stream = f"{house.log_id}-round:24"
    assert str(fault) == f"a bundle claims all 6 events of {stream}, but there were 7"


def test_the_claim_is_said_in_words(bundles):
    made, keys, house = bundles
    found = verify.verify(made["round"], keys, needs_claim=True)
    stream = f"{house.log_id}-round:24"
    assert any(f"claim: all 7 events of {stream} among the first" in line for line in found)
    assert any("vouches for this bundle" in line for line in found)
    assert any(line.startswith("as they were written, but not the record") for line in found)
    found = verify.verify(made["period"], keys, needs_claim=True)
    assert any("claim: every entry of the log from #0 to #" in line for line in found)


def test_the_script_draws_the_page_and_says_that_no_witness_was_asked(bundles, tmp_path, capsys):
    made, _, house = bundles
    (made["round"] / ".DS_Store").write_bytes(b"litter")
    keys = [f"--key={key}" for key in house_keys(house)]
    page = tmp_path / "page.html"
    assert verify.main([str(made["round"]), *keys, "--html", str(page)]) == 0
    said = capsys.readouterr().out
    assert "no witness was asked" in said
    assert "left aside: .DS_Store" in said
    assert said.splitlines()[-1] == "OK by the log's own signature; not witnessed"
    drawn = page.read_text()
    assert drawn.count("<tr><td>#") == 7
    assert house.compliance.licence_number in drawn


def house_keys(house):
    from audit.commands.export import public_keys

    return public_keys(house.tree.origin)


def test_the_readme_says_what_is_proven_and_by_whom(bundles):
    made, _, house = bundles
    readme = (made["round"] / "README.txt").read_text()
    script = hashlib.sha256((made["round"] / "verify.py").read_bytes()).hexdigest()
    assert script in readme
    assert "WHAT IS NOT PROVEN" in readme
    assert "cosigned by: paigow.example/witness" in readme
    assert house.tree.origin in readme
