import hashlib
import os

import pytest
from django.db import DatabaseError, connection, transaction

from foundation.files import PIECE_BYTES, fetched, keep_file, kept_file, pieces
from foundation.models import FilePiece, KeptFile

pytestmark = pytest.mark.django_db


@pytest.fixture
def large(tmp_path):
    path = tmp_path / "large.zip"
    path.write_bytes(os.urandom(2 * PIECE_BYTES + 7))
    return path


def test_a_file_comes_back_to_the_byte_on_whatever_machine(large):
    kept = keep_file("exports/1.zip", large)
    assert [len(piece) for piece in pieces(kept)] == [PIECE_BYTES, PIECE_BYTES, 7]
    with fetched("exports/1.zip") as copy:
        assert copy.read_bytes() == large.read_bytes()
        assert copy != large
    assert not copy.exists()
    assert kept_file("exports/1.zip").sha256 == hashlib.sha256(large.read_bytes()).hexdigest()


def test_an_empty_file_has_no_pieces(tmp_path):
    (tmp_path / "empty").touch()
    assert list(pieces(keep_file("empty", tmp_path / "empty"))) == []


def test_the_same_content_may_come_twice_and_no_other(large, tmp_path):
    keep_file("exports/1.zip", large)
    keep_file("exports/1.zip", large)
    assert KeptFile.objects.count() == 1
    other = tmp_path / "other.zip"
    other.write_bytes(b"something else")
    with pytest.raises(FileExistsError, match="exports/1"):
        keep_file("exports/1.zip", other)


def test_what_is_not_kept_is_not_there():
    assert kept_file("exports/2.zip") is None
    with fetched("exports/2.zip") as path:
        assert not path.exists()


@pytest.mark.parametrize("table", ["foundation_file", "foundation_file_piece"])
def test_a_kept_file_never_changes(large, table):
    keep_file("exports/1.zip", large)
    column = "size" if table == "foundation_file" else "n"
    for change in (f"delete from {table}", f"update {table} set {column} = 0"):
        with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
            connection.cursor().execute(change)


def test_a_file_is_kept_whole_or_not_at_all(large, monkeypatch):
    create = FilePiece.objects.using("default").create

    class Broken:
        def using(self, name):
            return self

        def create(self, n, **fields):
            if n == 1:
                raise OSError("the power is gone")
            return create(n=n, **fields)

    monkeypatch.setattr(FilePiece, "objects", Broken())
    with pytest.raises(OSError, match="power"):
        keep_file("exports/1.zip", large)
    assert kept_file("exports/1.zip") is None
