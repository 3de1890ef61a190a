"""Run every check, one line of result each; fail at the end if any failed.

As many run at once as there are processors; the types, which take longest, begin first.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
MANAGE = [sys.executable, "manage.py"]
SCRIPTS = [sys.executable, ".ci/scripts.py"]
PRODUCTION = {
    "DEBUG": "0",
    "DEMO": "1",
    "WITNESS_URL": "https://witness.surveillance.example",
    "WITNESS_KEY": "witness.surveillance.example+b3140675+"
    "BAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB",
    "SECRET_KEY": "a-key-for-this-check-only-" + "0123456789abcdefghijklmnopqrstuv",
    "VAULT_KEYS": "a-vault-key-for-this-check-only-" + "0123456789abcdef",
    "ALLOWED_HOSTS": "floor.example",
    "DATABASE_URL": "postgresql://app@127.0.0.1:1/none",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}
CHECKS = [
    ("types", [BIN / "mypy"]),
    ("formatting", [BIN / "ruff", "format", "--check", "."]),
    ("ruff", [BIN / "ruff", "check", "."]),
    ("imports", [BIN / "lint-imports"]),
    ("migrations", [*MANAGE, "makemigrations", "--check", "--dry-run"]),
    ("figures", [sys.executable, ".ci/figures.py"]),
    ("templates", [BIN / "djlint", "templates", "--lint", "--quiet"]),
    ("scripts", [*SCRIPTS, "biome", "ci", "--error-on-warnings"]),
    ("rules types", [*SCRIPTS, "tsc", "-p", ".ci/tsconfig.rules.json"]),
    ("tablet types", [*SCRIPTS, "tsc", "-p", ".ci/tsconfig.tablet.json"]),
    ("columns", [sys.executable, ".ci/columns.py"]),
    ("known flaws", [sys.executable, ".ci/vulnerabilities.py"]),
    ("deployment", [*MANAGE, "check", "--deploy", "--fail-level", "WARNING"]),
]

OF_ONE = {"deployment": {"DEMO": "0"}}  # types and imports are checked with the demo
TALKATIVE = {"figures", "known flaws"}  # what they say matters also when nothing is wrong


def result_of(check: tuple[str, list[object]]) -> tuple[bool, str]:
    """Whether a check passes, and what to print about it."""
    name, command = check
    begun = time.monotonic()
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env=os.environ | PRODUCTION | OF_ONE.get(name, {}),
        check=False,
        capture_output=True,
        text=True,
    )
    took = time.monotonic() - begun
    passes = done.returncode == 0
    said = f"  {name:<13} {'ok' if passes else 'FAILED':<6} {took:5.1f} s"
    if not passes or name in TALKATIVE:
        said += f"\n{(done.stdout + done.stderr).rstrip()}"
    return passes, said


if __name__ == "__main__":
    all_pass = True
    with ThreadPoolExecutor(os.cpu_count()) as at_once:
        for passed, text in at_once.map(result_of, CHECKS):
            print(text, flush=True)
            all_pass = all_pass and passed
    sys.exit(0 if all_pass else 1)
