import io

import pytest
from django.core.management import CommandError, call_command

from audit.log import verify
from tests.audit.houses import now, rewound, unprotected
from tests.factories import PIN, make_person


def audit(*words, monkeypatch=None, pins=()):
    out = io.StringIO()
    if monkeypatch is not None:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{pin}\n" for pin in pins)))
    call_command("audit", *words, stdout=out, stderr=io.StringIO())
    return out.getvalue()


@pytest.fixture
def sealed(house, witness):
    house.grow(20)
    return house


def test_verify_says_ok(sealed):
    said = audit("verify", "--property", sealed.property.slug)
    assert f"{sealed.tree.origin}: {sealed.tree.size} entries" in said
    assert f"OK: {sealed.tree.size} events in" in said


def verdict(*words):
    """How `verify` ends: its status, and everything it said."""
    out = io.StringIO()
    try:
        call_command("audit", "verify", *words, stdout=out, stderr=io.StringIO())
    except CommandError as failed:
        return failed.returncode, f"{out.getvalue()}{failed}"
    return 0, out.getvalue()


def test_a_record_is_proven_by_a_witness_that_answered(sealed):
    status, said = verdict("--property", sealed.property.slug)
    assert status == 0
    assert "proven by the witness" in said
    assert "not proven" not in said


def without_asking(settings):
    return ["--no-witness"], "the witness was not asked: --no-witness"


def without_a_witness(settings):
    settings.WITNESS_URL = ""
    return [], "the witness was not asked: none is configured"


def without_its_key(settings):
    settings.WITNESS_KEY = ""
    return [], "the witness was not asked: its key is not pinned"


def without_its_answer(settings):
    settings.WITNESS_URL = "http://127.0.0.1:9"
    return [], "the witness did not answer, or knows nothing of it"


DOUBTS = [without_asking, without_a_witness, without_its_key, without_its_answer]


@pytest.mark.parametrize("doubt", DOUBTS, ids=lambda each: each.__name__)
def test_without_the_witness_nothing_is_proven(sealed, settings, doubt):
    keys = settings.PUBLIC_KEYS_FILE.with_name("witness-key")
    keys.unlink(missing_ok=True)
    words, wanted = doubt(settings)
    status, said = verdict("--property", sealed.property.slug, *words)
    assert status == 4
    assert wanted in said
    assert "NOT PROVEN" in said
    assert "OK:" not in said


def test_a_tail_cut_off_without_signer_and_witness_is_not_called_ok(sealed, settings, superuser):
    rewound(sealed, superuser, sealed.tree.size - 5)
    settings.SIGNER_DIR = settings.SIGNER_DIR / "gone"
    status, said = verdict("--property", sealed.property.slug, "--no-witness")
    assert status != 0
    assert "\nOK:" not in said
    assert "the signer's file is not here" in said


def test_the_signers_file_is_named_when_it_is_missing(sealed, settings):
    settings.SIGNER_DIR = settings.SIGNER_DIR / "gone"
    status, said = verdict("--property", sealed.property.slug)
    assert status == 0
    assert "the signer's file is not here and was not asked" in said


def test_a_log_without_a_public_key_is_named(sealed, settings, tmp_path):
    keys = tmp_path / "no-keys"
    keys.write_text("")
    status, said = verdict("--property", sealed.property.slug, "--keys", str(keys))
    assert status == 4
    assert f"{sealed.tree.origin}: no public key of it was given" in said


def test_the_signer_lays_the_witness_key_beside_the_others(sealed, settings, witness):
    published = settings.PUBLIC_KEYS_FILE.with_name("witness-key")
    assert published.read_text().strip() == str(witness)
    settings.WITNESS_KEY = ""
    settings.SIGNER_DIR = settings.SIGNER_DIR / "gone"
    status, said = verdict("--property", sealed.property.slug)
    assert status == 0, said


def test_verify_names_the_first_fault_and_fails(sealed, superuser):
    with unprotected(superuser, "audit_event"):
        superuser.execute(
            "update audit_event set body = body || ' '::bytea where log_id = %s and id ="
            " (select event_id from audit_leaf where tree_id = %s and idx = 9)",
            [sealed.log_id, sealed.tree.tree_id],
        )
    out = io.StringIO()
    with pytest.raises(CommandError) as failed:
        call_command("audit", "verify", "--property", sealed.property.slug, stdout=out)
    assert failed.value.returncode == 1
    assert f"FIRST FAULT event_changed: {sealed.tree.origin} #9:" in out.getvalue()


def test_verify_without_a_signature_is_incomplete(house, settings):
    house.record(1)
    house.seal()
    settings.PUBLIC_KEYS_FILE.parent.mkdir(parents=True)
    settings.PUBLIC_KEYS_FILE.write_text("")
    with pytest.raises(CommandError) as failed:
        audit("verify", "--property", house.property.slug)
    assert failed.value.returncode == 2


def test_verify_without_keys_says_that_no_signature_was_checked(sealed, settings, capsys):
    settings.PUBLIC_KEYS_FILE.unlink()
    out = io.StringIO()
    with pytest.raises(CommandError, match="NOT PROVEN") as failed:
        call_command("audit", "verify", "--property", sealed.property.slug, stdout=out)
    assert failed.value.returncode == 4
    assert "no public keys at" in out.getvalue()
    assert "no public key of it was given, so no signature was checked" in out.getvalue()


def test_export_writes_a_bundle_that_verifies(sealed, tmp_path, settings):
    size = sealed.tree.size
    said = audit(
        *("export", "--property", sealed.property.slug, "--since", "2020-01-01T00:00:00Z"),
        *("--to", str(tmp_path / "bundle.zip")),
    )
    assert f"{size} events" in said
    keys = verify.gathered_keys([], [str(settings.PUBLIC_KEYS_FILE)])
    assert verify.verify(tmp_path / "bundle.zip", keys)


def test_export_wants_to_know_what_about(sealed, tmp_path):
    with pytest.raises(CommandError, match="say what about"):
        audit("export", "--property", sealed.property.slug, "--to", str(tmp_path / "x.zip"))
    with pytest.raises(CommandError, match="no such property"):
        audit("export", "--property", "nowhere", "--table", "1", "--to", str(tmp_path / "x.zip"))


def test_sequence_and_sign_by_hand(house):
    house.record(3)
    assert "events sealed" in audit("sequence")
    assert "checkpoints signed" in audit("sign")
    assert house.tree.size > 3


def test_a_key_is_changed_by_two_people_with_their_pins(sealed, monkeypatch, settings):
    people = ["--by", sealed.compliance.badge, "--second", sealed.administrator.badge]
    words = ["rotate-key", "--property", sealed.property.slug, *people]
    with pytest.raises(CommandError, match="PIN"):
        audit(*words, monkeypatch=monkeypatch, pins=[PIN, "000000"])
    said = audit(*words, monkeypatch=monkeypatch, pins=[PIN, PIN])
    assert said.splitlines()[1] in settings.PUBLIC_KEYS_FILE.read_text()


def test_a_successor_takes_two_people_of_the_right_role(sealed, monkeypatch):
    dealer = make_person(sealed.property, "dealer")
    words = ["successor", "--property", sealed.property.slug, "--reason", "key stolen"]
    with pytest.raises(CommandError):
        audit(
            *(*words, "--by", sealed.compliance.badge, "--second", dealer.badge),
            monkeypatch=monkeypatch,
            pins=[PIN, PIN],
        )
    said = audit(
        *(*words, "--by", sealed.compliance.badge, "--second", sealed.administrator.badge),
        monkeypatch=monkeypatch,
        pins=[PIN, PIN],
    )
    assert f"{sealed.tree.origin} is open" in said


def test_archive_refuses_what_is_not_due(sealed, monkeypatch):
    people = ["--by", sealed.compliance.badge, "--second", sealed.administrator.badge]
    with pytest.raises(CommandError, match="stay in the database"):
        audit(
            *("archive", "--month", f"{now():%Y-%m}", *people),
            monkeypatch=monkeypatch,
            pins=[PIN, PIN],
        )
    with pytest.raises(CommandError):
        audit("archive", "--month", "soon", *people, monkeypatch=monkeypatch, pins=[PIN, PIN])
