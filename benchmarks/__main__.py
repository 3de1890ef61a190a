"""Run the benchmarks one after the other: `python -m benchmarks [audit rules …]`."""

import subprocess
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).parent


def names() -> list[str]:
    """Every module here that can be run on its own."""
    return sorted(
        path.stem
        for path in FOLDER.glob("*.py")
        if path != Path(__file__) and 'if __name__ == "__main__":' in path.read_text()
    )


def main() -> int:
    known = names()
    wanted = sys.argv[1:] or known
    if unknown := set(wanted) - set(known):
        sys.exit(f"no such benchmark: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    failed = []
    for name in wanted:
        print(f"\n=== {name}", flush=True)
        begun = time.monotonic()
        done = subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False)
        print(f"=== {name}: {time.monotonic() - begun:.0f} s", flush=True)
        if done.returncode != 0:
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
