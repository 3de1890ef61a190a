"""Passwords and keys of this checkout: one file each, readable by their owner only."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def secret(folder: Path, name: str) -> str:
    """Return the secret kept under `name`, made at first use."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / name
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as file:
        value = secrets.token_urlsafe(32)
        file.write(value + "\n")
    return value
