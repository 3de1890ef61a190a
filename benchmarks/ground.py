"""A durable embedded PostgreSQL with a migrated database, for benchmarks of their own."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paigow_site.servers.postgres import PostgresServer
from paigow_site.servers.roles import ROLES
from paigow_site.servers.valkey import ValkeyServer

PARENT = Path(tempfile.gettempdir())


@contextmanager
def floor_database() -> Iterator[PostgresServer]:
    """Start PostgreSQL with fsync on, make roles and tables, and set Django up on it."""
    folder = Path(tempfile.mkdtemp(prefix="bench-", dir=PARENT))
    folder.chmod(0o711)  # PostgreSQL may have to run as another user
    try:
        with PostgresServer(folder / "postgres") as server:
            server.prepare()
            _set_up_django(server, folder)
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _set_up_django(server: PostgresServer, folder: Path) -> None:
    os.environ.update({f"DATABASE_URL_{role.upper()}": server.url(role) for role in ROLES})
    os.environ["DATABASE_URL"] = server.url("app")
    os.environ["PAIGOW_VAR"] = str(folder / "var")
    os.environ["DJANGO_SETTINGS_MODULE"] = "paigow_site.settings"
    os.environ.setdefault("SECRET_KEY", "for-benchmarks-" + "0123456789" * 5)
    os.environ.setdefault("VAULT_KEYS", "for-benchmarks-" + "9876543210" * 5)
    os.environ.setdefault("DEBUG", "0")
    os.environ.setdefault("STATIC_FROM_SOURCE", "1")
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0, database="owner")


@contextmanager
def valkey() -> Iterator[ValkeyServer]:
    """A broker beside it, so that every command rings its doorbell as it does on a floor."""
    from django.conf import settings

    folder = Path(tempfile.mkdtemp(prefix="bench-", dir=PARENT))
    try:
        with ValkeyServer(folder / "valkey") as server:
            os.environ["REDIS_URL"] = settings.REDIS_URL = server.url()
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)
