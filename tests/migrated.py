"""A cluster whose template is migrated already, kept between runs: migrating takes nine seconds.

It is made anew when a file changes from which the template follows.
"""

import hashlib
import shutil
import subprocess
from pathlib import Path

from paigow_site.servers.postgres import SUPERUSER, PostgresServer
from paigow_site.servers.secrets_folder import secret

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "test-output" / "migrated"
# What the migrations call, what runs after them, and what makes roles and database.
SOURCES = (
    "*/migrations/**/*.py",
    "*/migrations/**/*.sql",
    "*/models.py",
    "*/models/*.py",
    "*/apps.py",
    "foundation/protections.py",
    "audit/commands/shape.py",
    "audit/queries/fingerprint.py",
    "audit/record.py",
    "paigow_site/settings.py",
    "paigow_site/servers/*.py",
    "requirements/*.txt",
    "tests/migrated.py",
)


def digest() -> str:
    """Return a name for everything from which the migrated template follows."""
    found = hashlib.sha256()
    for path in sorted({path for pattern in SOURCES for path in ROOT.glob(pattern)}):
        if ".venv" not in path.parts and "node_modules" not in path.parts:
            found.update(f"{path.relative_to(ROOT)}\0".encode())
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


class MigratedServer(PostgresServer):
    """A cluster that begins as a copy of the one kept, where there is one."""

    is_migrated = False

    @property
    def kept(self) -> Path:
        return KEPT / digest()

    def run_initdb(self, fresh: Path, password_file: Path) -> None:
        if not self.kept.exists():
            super().run_initdb(fresh, password_file)
            return
        copy(self.kept, fresh)
        self.change_password(fresh)
        self.is_migrated = True

    def change_password(self, fresh: Path) -> None:
        """Each run has passwords of its own; those of the roles are set when they are prepared."""
        password = secret(self.secrets, f"db_{SUPERUSER}")
        self.run_program(
            [self.programs / "bin" / "postgres", "--single", "-D", fresh, "postgres"],
            "the kept cluster cannot be used",
            f"alter role {SUPERUSER} password '{password}'\n",
        )

    def keep(self) -> None:
        """Stop, put the cluster away as it is now, and start again."""
        self.stop()
        shutil.rmtree(KEPT, ignore_errors=True)
        draft = KEPT / "draft"
        draft.mkdir(parents=True, mode=0o700)
        copy(self.data_dir, draft)
        draft.rename(self.kept)
        self.start()


def copy(source: Path, target: Path) -> None:
    """Copy a cluster's files with their owner and their rights."""
    subprocess.run(["cp", "-a", f"{source}/.", str(target)], check=True)
