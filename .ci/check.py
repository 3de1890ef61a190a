"""Run every check, one line of result each; fail at the end if any failed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
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
    ("formatting", [BIN / "ruff", "format", "--check", "."]),
    ("ruff", [BIN / "ruff", "check", "."]),
    ("types", [BIN / "mypy"]),
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


def passes(name: str, command: list[object]) -> bool:
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
    result = "ok" if done.returncode == 0 else "FAILED"
    print(f"  {name:<13} {result:<6} {took:5.1f} s", flush=True)
    if done.returncode != 0 or name in TALKATIVE:
        print((done.stdout + done.stderr).rstrip(), flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    results = [passes(name, list(command)) for name, command in CHECKS]
    sys.exit(0 if all(results) else 1)
