"""Bring .venv to the state of a requirements file, and do nothing when it is there already.

    python requirements/install.py run      what `make run` needs
    python requirements/install.py dev      that, and what tests and checks need

The stamp is the SHA-256 of the requirements file, kept inside the environment, so it also holds for
an environment that several checkouts share.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
INCLUDES = {"run": ("run", "dev"), "dev": ("dev",)}


def digest(kind: str) -> str:
    return hashlib.sha256((ROOT / "requirements" / f"{kind}.txt").read_bytes()).hexdigest()


def is_installed(kind: str) -> bool:
    for wider in INCLUDES[kind]:
        stamp = ENVIRONMENT / f"{wider}.sha256"
        if stamp.exists() and stamp.read_text().strip() == digest(wider):
            return True
    return False


def install(kind: str) -> None:
    begun = time.monotonic()
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        print("making the virtual environment .venv", flush=True)
        venv.EnvBuilder(with_pip=True, symlinks=True).create(ENVIRONMENT)
    print(f"installing requirements/{kind}.txt (only when it has changed)", flush=True)
    subprocess.run(
        [
            *(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
            # Every package is listed with its hash, so there is nothing to resolve.
            *("--no-deps", "--require-hashes", "--only-binary", ":all:"),
            *("-r", ROOT / "requirements" / f"{kind}.txt"),
        ],
        check=True,
    )
    (ENVIRONMENT / f"{kind}.sha256").write_text(digest(kind) + "\n")
    print(f"installed in {time.monotonic() - begun:.0f} s", flush=True)


def main() -> None:
    if sys.version_info < (3, 11):
        sys.exit("Python 3.11 or newer is needed; name one with: make PYTHON=python3.11 ...")
    kind = sys.argv[1]
    if not is_installed(kind):
        try:
            install(kind)
        except subprocess.CalledProcessError as error:
            sys.exit(f"pip could not install requirements/{kind}.txt (status {error.returncode})")


if __name__ == "__main__":
    main()
