"""Find a Chromium for the browser tests, or install it, or say exactly what to install."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

# The shell has no windows to draw: a test costs a seventh less than with the whole browser.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FONTS = "fonts-noto-cjk"
PACKAGES = (("chromium-headless-shell", FONTS), ("chromium", FONTS))


def found() -> str:
    chosen = os.environ.get("CHROMIUM", "")
    return chosen or next((path for path in map(shutil.which, NAMES) if path), "")


def apt_get(*words: str) -> bool:
    asking_nothing = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        ["apt-get", *words], check=False, env=asking_nothing, stdout=subprocess.DEVNULL
    )
    return done.returncode == 0


def install() -> None:
    """Install the first choice that this distribution has."""
    apt_get("update", "-qq")
    for packages in PACKAGES:
        print(f"no Chromium on this machine: apt-get install {' '.join(packages)}", flush=True)
        if apt_get("install", "-y", "-qq", "--no-install-recommends", *packages):
            return


def main() -> None:
    if found():
        print(f"browser tests use {found()}", flush=True)
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        install()
    if not found():
        sys.exit(
            "The browser tests need Chromium, and none was found. Install it, as root:\n"
            f"    apt-get install {' '.join(PACKAGES[0])}\n"
            "or name one: make test CHROMIUM=/path/to/chromium\n"
            "To run everything else: make test ARGS='-m \"not browser\"'"
        )


if __name__ == "__main__":
    main()
