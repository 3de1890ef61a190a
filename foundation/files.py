"""Files that every machine can hand out: bundles and archives, kept in the database.

A file is there whole or not at all, never changes, and is found by its name. It is kept in pieces,
so that nobody has to hold all of it in memory.
"""

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import connections, transaction

from foundation.models import FilePiece, KeptFile

PIECE_BYTES = 1 << 20
# A large file takes longer than the floor's usual limit for a transaction.
KEEPING_SECONDS = 600


@contextmanager
def scratch(name: str) -> Iterator[Path]:
    """Yield the path of a file to write, in a folder that is gone afterwards."""
    settings.SCRATCH_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=settings.SCRATCH_DIR) as folder:
        yield Path(folder) / name


def keep_file(name: str, path: Path, *, using: str = "default") -> KeptFile:
    """Keep the content of a file under a name; the same content may come twice."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        there = KeptFile.objects.using(using).filter(pk=name).first()
        if there is None:
            file.seek(0)
            return _keep(name, file, path.stat().st_size, digest, using)
    if there.sha256 != digest:
        raise FileExistsError(f"another file is kept as {name!r}")
    return there


def _keep(name: str, file: IO[bytes], size: int, digest: str, using: str) -> KeptFile:
    with transaction.atomic(using=using):
        with connections[using].cursor() as cursor:
            cursor.execute(f"set local transaction_timeout = '{KEEPING_SECONDS}s'")
        kept = KeptFile.objects.using(using).create(name=name, size=size, sha256=digest)
        for number, content in enumerate(iter(lambda: file.read(PIECE_BYTES), b"")):
            FilePiece.objects.using(using).create(file=kept, n=number, content=content)
    return kept


def kept_file(name: str) -> KeptFile | None:
    return KeptFile.objects.filter(pk=name).first()


def pieces(kept: KeptFile) -> Iterator[bytes]:
    """Yield the content piece by piece, each read on its own."""
    for number in range(-(-kept.size // PIECE_BYTES)):
        row = FilePiece.objects.filter(file=kept, n=number).values_list("content", flat=True)
        yield bytes(row.get())


@contextmanager
def fetched(name: str) -> Iterator[Path]:
    """Yield a copy of a kept file on this machine's disk; no file stands there if none is kept."""
    with scratch(Path(name).name) as path:
        kept = kept_file(name)
        if kept is not None:
            with path.open("wb") as file:
                file.writelines(pieces(kept))
        yield path
