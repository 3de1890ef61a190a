"""Compile pyproject.toml to requirements/*.txt: pinned, hashed, no index address.

production.txt is what the image has; run.txt adds the servers of `make run`; dev.txt has all.

Looks where pip on this machine looks.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLAGS = {"index-url": "--default-index", "extra-index-url": "--index", "find-links": "--find-links"}


def sources() -> list[str]:
    shown = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], check=True, capture_output=True, text=True
    )
    found: list[str] = []
    for line in shown.stdout.splitlines():
        name, _, value = line.partition("=")
        flag = FLAGS.get(name.rpartition(".")[2])
        for address in value.strip("'\"").split() if flag else ():
            if [flag, address] not in [found[at : at + 2] for at in range(0, len(found), 2)]:
                found += [str(flag), address]
    return found


def compile_to(target: str, *options: str) -> None:
    subprocess.run(
        [
            *(sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml"),
            *("--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-header"),
            *("--python-version", "3.11", "--index-strategy", "unsafe-best-match", "--quiet"),
            *("--output-file", target, *options, *sources()),
        ],
        check=True,
        cwd=ROOT,
    )


if __name__ == "__main__":
    compile_to("requirements/production.txt")
    same = ("--constraint", "requirements/production.txt")
    compile_to("requirements/run.txt", "--extra", "servers", *same)
    compile_to("requirements/dev.txt", "--extra", "servers", "--extra", "dev", *same)
