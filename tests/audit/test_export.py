import hashlib
import json
import zipfile
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from audit.commands import export
from audit.commands.export import (
    export_name,
    note_fetched,
    public_keys,
    request_export,
    write_requested,
    write_selection,
)
from audit.commands.holds import place_hold, release_hold
from audit.commands.rotate import rotate_key
from audit.commands.successor import open_successor
from audit.events import EventKind
from audit.log import verify
from audit.models import Event, Export, Hold
from audit.queries.selections import Selection
from foundation.files import fetched, keep_file
from rules.refusals import Refused
from staff.models import Role
from tests.audit.houses import now, signed_by_two
from tests.factories import make_person


def keys_for(house, *more):
    texts = [*public_keys(house.tree.origin), *more]
    return [verify.parse_key(str(text)) for text in texts]


@pytest.fixture
def sealed(house, witness):
    house.record(4, subject="table:7")
    house.record(300, subject="equipment:5")
    house.record(4, subject="table:7")
    house.grow(2, subject="dispute:9")
    return house


@pytest.fixture
def write(tmp_path):
    def write(house, subject="", **period):
        selection = Selection(
            house.log_id, f"{house.log_id}-{subject}" if subject else "", **period
        )
        path = tmp_path / "out" / "bundle.zip"
        return write_selection(selection, title="Bundle", path=path, at=now(), wait_seconds=5)

    return write


@pytest.mark.parametrize(
    ("subject", "count"), [("table:7", 8), ("equipment:5", 300), ("dispute:9", 2)]
)
def test_a_bundle_about_a_subject_verifies_and_claims_to_be_whole(
    sealed, write, witness, subject, count
):
    written = write(sealed, subject)
    assert written.events == count
    findings = verify.verify(written.path, keys_for(sealed, witness), is_strict=True)
    assert f"{count} event(s) stand in the log as written" in findings
    with zipfile.ZipFile(written.path) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    assert manifest["streams"] == {f"{sealed.log_id}-{subject}": [1, count]}


def test_a_bundle_of_a_period_is_a_range(sealed, write, witness):
    size = sealed.tree.size
    written = write(sealed, since=now() - timedelta(hours=1))
    assert written.events == size
    with zipfile.ZipFile(written.path) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    assert manifest["selection"] == {"kind": "range", "first": 0, "end": size}
    assert verify.verify(written.path, keys_for(sealed, witness))


def test_a_file_of_a_dispute_is_in_its_bundle(house, witness, write, tmp_path):
    photo = tmp_path / "felt.png"
    photo.write_bytes(b"\x89PNG of the felt")
    sha256 = keep_file(f"disputes/{house.log_id}/felt", photo).sha256
    attached = {"kind": EventKind.FILE_ATTACHED, "file_name": "felt.png", "sha256": sha256}
    house.grow(1, subject="dispute:9", **attached)
    written = write(house, "dispute:9")
    found = verify.verify(written.path, keys_for(house, witness), needs_claim=True)
    assert "1 file(s) are those that were added to the dispute" in found
    with zipfile.ZipFile(written.path) as archive:
        assert archive.read(f"files/{sha256}.png") == photo.read_bytes()


def test_the_page_in_the_bundle_says_what_happened(sealed, write):
    with zipfile.ZipFile(write(sealed, "table:7").path) as archive:
        page = archive.read("index.html").decode()
    assert "opened for play" in page


def test_a_bundle_after_a_key_change_verifies_with_the_first_key(sealed, write, settings):
    rotate_key(sealed.log_id, by=sealed.compliance, second=sealed.administrator, at=now())
    sealed.grow(3, subject="table:8")
    written = write(sealed, "table:8")
    first, second = keys_for(sealed)
    for keys in ([first], [first, second], [second]):
        assert verify.verify(written.path, keys)


def test_what_is_not_signed_is_not_exported(house, tmp_path, monkeypatch):
    monkeypatch.setattr("audit.commands.export.ring_signer", lambda log_id: None)
    house.record(2, subject="table:7")
    house.seal()
    selection = Selection(house.log_id, f"{house.log_id}-table:7")
    with pytest.raises(Refused) as refused:
        write_selection(selection, title="x", path=tmp_path / "x.zip", at=now(), wait_seconds=0)
    assert refused.value.code == "not_signed"


def test_nothing_found_is_said(sealed, write):
    with pytest.raises(Refused) as refused:
        write(sealed, "table:none")
    assert refused.value.code == "nothing_to_export"


def test_a_log_with_a_successor_gives_a_bundle_for_each_tree(sealed, write, tmp_path):
    keys = keys_for(sealed)
    open_successor(
        sealed.log_id, by=sealed.compliance, second=sealed.administrator, reason="x", at=now()
    )
    sealed.grow(3, subject="table:7")
    written = write(sealed, "table:7")
    assert written.events == 11
    with pytest.raises(verify.Fault, match="several bundles"):
        verify.verify(written.path, keys)
    with zipfile.ZipFile(written.path) as archive:
        archive.extractall(tmp_path / "both")
    both = [*keys, *keys_for(sealed)]
    assert verify.verify(tmp_path / "both" / "tree-1.zip", both)
    assert verify.verify(tmp_path / "both" / "tree-2.zip", keys_for(sealed))


def test_a_requested_bundle_is_recorded_written_and_fetched(sealed):
    selection = Selection(sealed.log_id, f"{sealed.log_id}-table:7")
    export = request_export(selection, title="Table 7", by=sealed.compliance, at=now())
    assert write_requested(export.pk, at=now(), wait_seconds=5) is True
    assert write_requested(export.pk, at=now(), wait_seconds=5) is False
    export = Export.objects.get(pk=export.pk)
    assert (export.state, export.events) == ("ready", 8)
    with fetched(export_name(export.pk)) as path:
        assert path.stat().st_size == export.bytes
        assert hashlib.sha256(path.read_bytes()).hexdigest() == export.sha256
    note_fetched(export, by=sealed.compliance, at=now())
    kinds = Event.objects.filter(stream=f"export:{export.pk}").order_by("stream_v")
    assert list(kinds.values_list("kind", flat=True)) == [
        "audit.export_requested",
        "audit.export_written",
        "audit.export_fetched",
    ]


def test_a_bundle_that_cannot_be_written_says_why(sealed):
    export = request_export(
        Selection(sealed.log_id, "table:none"), title="x", by=sealed.compliance, at=now()
    )
    assert write_requested(export.pk, at=now(), wait_seconds=0) is False
    export.refresh_from_db()
    assert export.state == "failed"
    assert export.trouble


def test_a_dealer_exports_nothing(sealed):
    dealer = make_person(sealed.property, Role.DEALER)
    with pytest.raises(PermissionDenied):
        request_export(Selection(sealed.log_id, "table:7"), title="x", by=dealer, at=now())


def test_a_hold_is_placed_once_and_released_once(house):
    badge = house.compliance.badge
    hold = place_hold(badge, reason="dispute", by=house.compliance, at=now())
    assert hold.subject == f"person:{house.compliance.pk}"
    with pytest.raises(Refused) as refused:
        place_hold(badge.lower(), reason="again", by=house.compliance, at=now())
    assert refused.value.code == "held_already"
    two = signed_by_two(house)
    release_hold(hold.pk, "decided", **two, by=house.compliance, at=now())
    with pytest.raises(Refused) as refused:
        release_hold(hold.pk, "decided", **two, by=house.compliance, at=now())
    assert refused.value.code == "released_already"
    released = Hold.objects.get(pk=hold.pk)
    people = (released.released_by_id, released.released_second_id)
    assert people == (house.compliance.pk, two["second"].person.pk)
    assert released.release_reason == "decided"
    kinds = Event.objects.filter(stream=f"hold:{hold.pk}").order_by("stream_v")
    assert list(kinds.values_list("kind", flat=True)) == [
        "audit.hold_placed",
        "audit.hold_released",
    ]


def test_a_release_takes_two_people_and_a_reason(house):
    hold = place_hold(house.compliance.badge, reason="court", by=house.compliance, at=now())
    two = signed_by_two(house)
    alone = {"own": two["own"], "second": two["own"]}
    for reason, signers, code in (("", two, "reason_missing"), ("over", alone, "same_person")):
        with pytest.raises(Refused) as refused:
            release_hold(hold.pk, reason, **signers, by=house.compliance, at=now())
        assert refused.value.code == code
    assert Hold.objects.get(pk=hold.pk).released_at is None


@pytest.mark.parametrize("words", ["Table 2 round 45", "round:7", "equipment:T-1009", "T-1009"])
def test_what_nobody_knows_is_not_held(house, words):
    with pytest.raises(Refused) as refused:
        place_hold(words, reason="court", by=house.compliance, at=now())
    assert refused.value.code == "unknown_subject"
    assert not Hold.objects.filter(property_id=house.log_id).exists()


def test_a_bundle_waits_for_the_witness(sealed, write, witness, monkeypatch, settings):
    """Under load a checkpoint stands there before its witness has answered."""
    address, ring = settings.WITNESS_URL, export.ring_signer
    settings.WITNESS_URL = "http://127.0.0.1:9"
    rung = []

    def late(log_id):
        rung.append(log_id)
        ring(log_id)
        if len(rung) == 1:
            settings.WITNESS_URL = address
            monkeypatch.setattr("audit.commands.export.time.sleep", lambda _s: ring(log_id))

    monkeypatch.setattr("audit.commands.export.ring_signer", late)
    written = write(sealed, "table:7")
    assert verify.verify(written.path, keys_for(sealed, witness), needs_claim=True)


def test_a_witness_that_does_not_answer_is_not_waited_for_long(
    sealed, write, witness, settings, monkeypatch
):
    settings.WITNESS_URL = "http://127.0.0.1:9"
    monkeypatch.setattr("audit.commands.export.WITNESS_SECONDS", 0.0)
    written = write(sealed, "table:7")
    assert verify.verify(written.path, keys_for(sealed), needs_claim=True)
    with pytest.raises(verify.Fault, match="not cosigned by witness"):
        verify.verify(written.path, keys_for(sealed, witness), needs_claim=True)
