"""Secrets that a command at the console hands out: shown, or written to a file of the owner's."""

import json
import os
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import segno
from django.core.management.base import OutputWrapper


def write_private(file: Path, content: bytes) -> None:
    """Write a new file that only its owner reads."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as to:
        to.write(content)


def show_code(out: OutputWrapper, uri: str) -> None:
    """Draw a second factor as a QR code that an authenticator scans from a person's screen."""
    if uri and out.isatty():
        drawn = StringIO()
        segno.make(uri, error="l", micro=False).terminal(drawn, compact=True)
        out.write(drawn.getvalue())


def write_secrets(out: OutputWrapper, file: Path | None, secrets: Mapping[str, Any]) -> None:
    """Show the secrets, or write them to a new file that only its owner reads."""
    written = json.dumps(secrets, indent=2)
    if file is None:
        out.write(written)
        show_code(out, secrets["second_factor"])
        return
    write_private(file, f"{written}\n".encode())
    out.write(f"The secrets are in {file}; hand them over and remove it.")
