"""Passwords and keys of this checkout: one file each, readable by their owner only."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path


def secret(folder: Path, name: str) -> str:
    """Return the secret kept under `name`, made at first use."""
    path = folder / name
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_once(path, secrets.token_urlsafe(40))
    return path.read_text().strip()


def write_once(path: Path, value: str) -> None:
    """Put the file there whole, and keep the one that came first."""
    handle, draft = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(value + "\n")
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        Path(draft).unlink()
