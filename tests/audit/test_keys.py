import os
import stat

import pytest

from audit.log.keys import KeyExposed, KeyFolder, load_key, load_or_create_key
from audit.log.notes import Checkpoint, Note

ORIGIN = "house.example/pgt/1"


@pytest.fixture
def folder(tmp_path):
    return KeyFolder.of(tmp_path, ORIGIN)


def test_a_key_is_made_once_and_only_its_owner_can_read_it(tmp_path):
    path = tmp_path / "secrets" / "key"
    key = load_or_create_key(path, ORIGIN)
    assert load_or_create_key(path, ORIGIN) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [each.name for each in path.parent.iterdir()] == ["key"]


def test_a_key_that_others_can_read_is_refused(tmp_path):
    path = tmp_path / "key"
    load_or_create_key(path, ORIGIN)
    path.chmod(0o640)
    with pytest.raises(KeyExposed):
        load_key(path)


def test_a_key_of_another_log_is_refused(tmp_path):
    load_or_create_key(tmp_path / "key", "house.example/pgt/2")
    with pytest.raises(ValueError, match="another name"):
        load_or_create_key(tmp_path / "key", ORIGIN)


def test_a_rotation_replaces_the_key_and_remembers_the_old_public_half(folder):
    old = folder.current()
    new = folder.next()
    assert folder.next() == new != old
    assert folder.install_next() == new.verifier
    assert folder.current() == new
    assert folder.public_keys() == [old.verifier, new.verifier]
    assert old.to_text() not in "".join(
        each.read_text() for each in folder.path.iterdir() if each.is_file()
    )


def test_the_last_signed_checkpoint_is_kept(folder):
    assert folder.last_signed() is None
    note = Checkpoint(ORIGIN, 5, bytes(32)).note(folder.current())
    folder.remember_signed(note)
    assert KeyFolder.of(folder.path.parent, ORIGIN).last_signed() == note
    assert isinstance(folder.last_signed(), Note)


def test_one_signer_at_a_time(folder):
    with folder.alone() as first, folder.alone() as second:
        assert (first, second) == (True, False)
    with folder.alone() as again:
        assert again


def test_a_crash_while_writing_leaves_the_old_file(folder, monkeypatch):
    note = Checkpoint(ORIGIN, 5, bytes(32)).note(folder.current())
    folder.remember_signed(note)

    def power_cut(descriptor):
        raise OSError("power cut")

    monkeypatch.setattr(os, "fsync", power_cut)
    with pytest.raises(OSError, match="power cut"):
        folder.remember_signed(Checkpoint(ORIGIN, 6, bytes(32)).note(folder.current()))
    assert folder.last_signed() == note
