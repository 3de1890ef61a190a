"""Find a Chromium for the browser tests, or install it, or say exactly what to install."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium", "fonts-noto-cjk")


def found() -> str:
    chosen = os.environ.get("CHROMIUM", "")
    return chosen or next((path for path in map(shutil.which, NAMES) if path), "")


def install() -> None:
    print(f"no Chromium on this machine: apt-get install {' '.join(PACKAGES)}", flush=True)
    asking_nothing = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES],
    ):
        subprocess.run(command, check=True, env=asking_nothing, stdout=subprocess.DEVNULL)


def main() -> None:
    if found():
        print(f"browser tests use {found()}", flush=True)
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        try:
            install()
        except subprocess.CalledProcessError as error:
            print(f"apt-get failed with status {error.returncode}", flush=True)
    if not found():
        sys.exit(
            "The browser tests need Chromium, and none was found. Install it, as root:\n"
            f"    apt-get install {' '.join(PACKAGES)}\n"
            "or name one: make test CHROMIUM=/path/to/chromium\n"
            "To run everything else: make test ARGS='-m \"not browser\"'"
        )


if __name__ == "__main__":
    main()
