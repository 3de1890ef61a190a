"""Files that are either the old one or the new one, never half of it, also after a power cut."""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
from collections.abc import Iterator
from pathlib import Path


def write_durably(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Replace a file in one step and return only when it is on the disk."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        _write_all(descriptor, content)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    part.replace(path)
    sync_directory(path.parent)


def create_durably(path: Path, content: bytes, mode: int) -> bool:
    """Create a file unless it is there already; say whether this call made it."""
    part = path.with_name(f".{path.name}.{os.getpid()}.new")
    write_durably(part, content, mode)
    try:
        os.link(part, path)
    except FileExistsError:
        return False
    finally:
        part.unlink()
        sync_directory(path.parent)
    return True


def make_private_directory(path: Path) -> None:
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def is_private(path: Path) -> bool:
    return not stat.S_IMODE(path.stat().st_mode) & 0o077


def sync_directory(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def locked(path: Path, *, wait: bool = True) -> Iterator[bool]:
    """Hold a lock file while the block runs; without waiting, yield False if another holds it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, content: bytes) -> None:
    remaining = memoryview(content)
    while remaining:
        remaining = remaining[os.write(descriptor, remaining) :]
