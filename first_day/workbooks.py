"""Read a workbook in a process of its own, which may use only so much memory and time.

A file of some hundred bytes may name a cell a million rows down, or unpack to more than any
machine holds; reading it may end the process that does. So that one serves nobody.
"""

import io
import json
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

MEMORY_BYTES = 512 << 20
PROCESSOR_SECONDS = 10
PATIENCE_SECONDS = 60
MOST_LINES, MOST_CELLS, LONGEST_CELL = 2_002, 100, 2_000

Sheets = Mapping[str, Sequence[Sequence[str]]]


class Unreadable(Exception):
    """The file is no workbook, or more than one."""


def sheets_of(content: bytes) -> Sheets:
    """Every sheet by its name, each cell as it was typed; more lines than we take are cut off."""
    limits = [str(MEMORY_BYTES), str(PROCESSOR_SECONDS)]
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(Path(__file__)), *limits],
            input=content,
            capture_output=True,
            timeout=PATIENCE_SECONDS,
            check=True,
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        raise Unreadable from None
    found: Sheets = json.loads(done.stdout)
    return found


def typed(cell: object) -> str:
    """A cell as it was typed: a spreadsheet keeps whole numbers as 1.0."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, date):
        return f"{cell:%Y-%m-%d}"
    return "" if cell is None else str(cell)[:LONGEST_CELL]


def main(memory: int, seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    from python_calamine import CalamineWorkbook

    book = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
    sheets = {
        name: [
            [typed(cell) for cell in line[:MOST_CELLS]]
            for line in book.get_sheet_by_name(name).to_python(nrows=MOST_LINES)
        ]
        for name in book.sheet_names
    }
    sys.stdout.write(json.dumps(sheets))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
