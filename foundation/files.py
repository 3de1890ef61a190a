"""Files that every machine can hand out: bundles and archives, kept in the database or a bucket.

A file is there whole or not at all, never changes, and is found by its name. It is kept in pieces,
so that nobody has to hold all of it in memory. In a bucket (FILES_URL) only the content lies; what
files there are, and their hashes, the database knows.
"""

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import connections, transaction

from foundation.bucket import Bucket, BucketFailed
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
        bucket = bucket_of_files()
        if there is None and bucket is not None:
            return _keep_in_bucket(bucket, name, path, digest, using)
        if there is None:
            file.seek(0)
            return _keep(name, file, path.stat().st_size, digest, using)
    if there.sha256 != digest:
        raise FileExistsError(f"another file is kept as {name!r}")
    return there


def _keep_in_bucket(bucket: Bucket, name: str, path: Path, digest: str, using: str) -> KeptFile:
    bucket.put(object_name(name, digest), path, digest)
    return KeptFile.objects.using(using).create(
        name=name, size=path.stat().st_size, sha256=digest, is_in_bucket=True
    )


def object_name(name: str, digest: str) -> str:
    """A name of its own for every content: what was put there is never overwritten."""
    return f"{name}/{digest}"


def bucket_of_files() -> Bucket | None:
    if not settings.FILES_URL:
        return None
    return Bucket.parse(settings.FILES_URL, settings.FILES_KEY, settings.FILES_SECRET)


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


def content_kept(sha256: str) -> bytes | None:
    """The content with this hash, under whatever name it is kept; none where it is kept no more."""
    kept = KeptFile.objects.filter(sha256=sha256).first()
    return b"".join(pieces(kept)) if kept else None


def pieces(kept: KeptFile) -> Iterator[bytes]:
    """Yield the content piece by piece, each read on its own."""
    if kept.is_in_bucket:
        yield from _pieces_in_bucket(kept)
        return
    for number in range(-(-kept.size // PIECE_BYTES)):
        row = FilePiece.objects.filter(file=kept, n=number).values_list("content", flat=True)
        yield bytes(row.get())


def _pieces_in_bucket(kept: KeptFile) -> Iterator[bytes]:
    """Whoever changed what lies in the bucket is found out before the last piece is given."""
    bucket, digest = bucket_of_files(), hashlib.sha256()
    if bucket is None:
        raise BucketFailed(f"{kept.name} is in a bucket, and FILES_URL is not set")
    before = b""
    for piece in bucket.get(object_name(kept.name, kept.sha256)):
        digest.update(piece)
        if before:
            yield before
        before = piece
    if digest.hexdigest() != kept.sha256:
        raise BucketFailed(f"{kept.name} is not what was kept")
    yield before


@contextmanager
def fetched(name: str) -> Iterator[Path]:
    """Yield a copy of a kept file on this machine's disk; no file stands there if none is kept."""
    with scratch(Path(name).name) as path:
        kept = kept_file(name)
        if kept is not None:
            with path.open("wb") as file:
                file.writelines(pieces(kept))
        yield path
