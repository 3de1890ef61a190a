"""Old and new web beside each other while the database changes its shape."""

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from paigow_site.servers import floor
from paigow_site.servers.processes import Child
from tests.drills.ground import PARTS, Ground, standing_on

if TYPE_CHECKING:
    from tests.drills.crew import Crew

OPEN_TABLES = """
import json
from tests.drills.__main__ import open_tables
print(json.dumps(open_tables()))
"""


def git(*words: str) -> str:
    done = subprocess.run(
        ["git", *words], cwd=floor.ROOT, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def version_before() -> str:
    """Return the commit before the last one that added a migration: what an upgrade comes from."""
    added = git("log", "-1", "--format=%H", "--diff-filter=A", "--", "*/migrations/0*.py")
    return git("rev-parse", f"{added}^")


class UpgradeGround(Ground):
    """A floor that begins with the version before, and can run both."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.before = folder / "before"
        self.commit = version_before()
        git("worktree", "add", "--detach", "--force", str(self.before), self.commit)
        (self.before / ".venv").symlink_to(floor.ROOT / ".venv")
        self.root = self.before

    def close(self) -> None:
        super().close()
        git("worktree", "remove", "--force", str(self.before))

    def open_tables(self) -> list[tuple[int, str]]:
        """Open the tables as the version before does: it knows its own shape."""
        done = subprocess.run(
            [sys.executable, "-c", OPEN_TABLES],
            cwd=self.before,
            env=self.environment() | {"PYTHONPATH": str(self.before)},
            check=True,
            capture_output=True,
            text=True,
        )
        return [(table, token) for table, token in json.loads(done.stdout.splitlines()[-1])]

    def replace(self, name: str) -> Child:
        """Start a part of the version here and leave the old one running; return the old one."""
        self.root = floor.ROOT
        old = self.parts.pop(name)
        self.start(name)
        return old


@contextmanager
def upgrade_ground() -> Iterator[UpgradeGround]:
    with standing_on(UpgradeGround) as standing:
        yield standing


def versions_on(standing: UpgradeGround) -> set[str]:
    """Ask until both versions have answered, or for a minute."""
    found: set[str] = set()
    deadline = time.monotonic() + 60
    while len(found) < 2 and time.monotonic() < deadline:
        with urllib.request.urlopen(f"{standing.url}/healthz", timeout=10) as answer:
            found.add(json.load(answer)["version"])
    return found


def upgrade(standing: UpgradeGround, crew: "Crew", seconds: float) -> Iterator[str]:
    """Migrate, run both, let the old go; yield what was seen."""

    def rounds_in(pause: float) -> int:
        seen = len(crew.rounds)
        time.sleep(pause)
        return len(crew.rounds) - seen

    yield f"from {standing.commit[:12]}: {rounds_in(seconds / 4)} rounds on the version before"
    standing.root = floor.ROOT
    begun, seen = time.monotonic(), len(crew.rounds)
    if trouble := standing.finish("migrate", "--no-input"):
        raise RuntimeError(f"the migration failed: {trouble[-600:]}")
    yield (
        f"migrated in {time.monotonic() - begun:.1f} s,"
        f" {len(crew.rounds) - seen} rounds meanwhile, {rounds_in(seconds / 4)} after it on old web"
    )
    old = standing.replace("web")
    both = versions_on(standing)
    assert len(both) == 2, f"only {both} answer"
    yield f"{rounds_in(seconds / 2)} rounds with {' and '.join(sorted(both))} on one address"
    old.stop()
    for name in PARTS:
        if name not in {"web", "witness"}:
            standing.replace(name).stop()
    yield f"{rounds_in(seconds / 4)} rounds on the new version alone"
    errors = [text for told in crew.told for text in told.errors]
    assert not errors, f"{len(errors)} errors, the first: {errors[0]}"
