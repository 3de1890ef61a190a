"""Keep the servers of one test run: started by the first test that needs them, ended with the run.

A process of its own, because the xdist worker that comes first may end before the others.
"""

import json
import os
import signal
import sys
import time
import traceback
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connections

from paigow_site.servers.valkey import ValkeyServer
from tests.migrated import MigratedServer
from tests.session import TEMPLATE, Session, current, end

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "test-output" / "log"


def keep(session: Session) -> None:
    stopping: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda received, _frame: stopping.append(received))
    postgres = MigratedServer(
        session.path / "postgres",
        fast=True,
        secrets=session.secrets,
        log=LOGS / "postgres.log",
        port=session.postgres_port,
    )
    valkey = ValkeyServer(
        session.path / "valkey",
        fast=True,
        secrets=session.secrets,
        log=LOGS / "valkey.log",
        port=session.valkey_port,
    )
    with postgres, valkey:
        postgres.prepare(TEMPLATE)
        if not postgres.is_migrated:
            migrate_template()
            postgres.keep()
        announce(session, "ready", {"postgres": postgres.port, "valkey": valkey.port})
        while not stopping and session.controller_is_alive():
            time.sleep(0.2)
    if not session.controller_is_alive():
        end(session)


def migrate_template() -> None:
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    connections.close_all()


def announce(session: Session, name: str, content: object) -> None:
    draft = session.path / f"{name}.draft"
    draft.write_text(json.dumps(content))
    draft.rename(session.path / name)


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    os.environ["PAIGOW_TEST_DATABASE"] = "template"
    os.environ["PAIGOW_DB_ROLE"] = "owner"
    session = current()
    try:
        keep(session)
    except BaseException:
        announce(session, "failed", traceback.format_exc())
        sys.exit(1)


if __name__ == "__main__":
    main()
