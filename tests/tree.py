"""The texts of this tree, for a test that asks something of all of them."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def texts(*patterns: str) -> dict[str, str]:
    """What git knows under these patterns, and what it does not ignore: each path and its text."""
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns]
    found = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = [path for path in found.splitlines() if (ROOT / path).is_file()]
    return {path: (ROOT / path).read_text(encoding="utf-8") for path in paths}
