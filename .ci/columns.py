"""Refuse lines of scripts and styles over 120 columns, also those that a formatter cannot break."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = 120


def too_long() -> list[str]:
    files = [*ROOT.glob("static/js/**/*.js"), *ROOT.glob("static/css/*.css")]
    return [
        f"{path.relative_to(ROOT)}:{number}: {len(line)} columns"
        for path in sorted(files)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > COLUMNS
    ]


if __name__ == "__main__":
    sys.exit("\n".join(too_long()) or 0)
