"""A demo night in a database of its own, sealed, signed and witnessed, for tests that tamper."""

import threading
import time
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any
from wsgiref.simple_server import make_server

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.test import override_settings
from django.utils import timezone
from psycopg import sql

from audit.commands.reading import note_read
from audit.commands.rows import seal_rows
from audit.commands.sequence import seal_everything
from audit.commands.sign import sign_everything
from audit.log.keys import KeyFolder, load_or_create_witness_key
from audit.log.notes import VerifierKey
from audit.log.witness import Witness, WitnessApp, origin_digest
from audit.queries.trees import open_tree
from audit.queries.verification import Trust, everything, heads, verify_logs
from audit.witness import QuietHandler, ThreadingServer
from audit.witnessing import WitnessClient
from paigow_site.servers import roles
from staff.models import Property
from tests.servers import only_one
from tests.session import TEMPLATE


@contextmanager
def database_of_its_own(session, name, *, template=TEMPLATE):
    """Let every connection of Django's see a fresh copy, of the migrated template or another."""
    before = {alias: connections[alias].settings_dict for alias in connections}
    admin_url = session.database_url("postgres", "postgres")
    with psycopg.connect(admin_url, autocommit=True) as admin:
        roles.create_database(admin, name, template=template)
        connections.close_all()
        for alias, own in before.items():
            connections[alias].settings_dict = own | {"NAME": name}
        try:
            yield session.database_url("postgres", name)
        finally:
            connections.close_all()
            for alias, own in before.items():
                connections[alias].settings_dict = own
            admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


@contextmanager
def as_owner():
    """Work as the owner of the database, as `manage.py demo` does."""
    connection, own = connections["default"], connections["default"].settings_dict
    owner = connections["owner"].settings_dict
    connection.close()
    connection.settings_dict = own | {name: owner[name] for name in ("USER", "PASSWORD")}
    yield
    connection.close()
    connection.settings_dict = own


@contextmanager
def witness_at_work(folder):
    """A signer's folder, a real witness reached over HTTP, and the settings for both."""
    store = folder / "witness"
    key = load_or_create_witness_key(store / "key", "paigow.example/witness")
    app = WitnessApp(Witness(store, key, store / "logs", time.time))
    server = make_server(
        "127.0.0.1", 0, app, server_class=ThreadingServer, handler_class=QuietHandler
    )
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    changed = override_settings(
        SIGNER_DIR=folder / "signer",
        WITNESS_URL=f"http://127.0.0.1:{server.server_port}",
        WITNESS_KEY=str(key.verifier),
        WITNESS_STORE=store,
        PUBLIC_KEYS_FILE=store / "logs",
        SCRATCH_DIR=folder / "scratch",
    )
    with changed:
        yield key.verifier
    server.shutdown()
    server.server_close()
    thread.join()


def seal_and_sign():
    seal_rows(at=timezone.now())
    seal_everything()
    sign_everything(at=timezone.now())


@dataclass
class Night:
    """A night that was played, where it is kept, and how to look at it."""

    url: str
    folder: Any
    witness: VerifierKey
    tree: Any
    earlier: int

    def trust(self, witness):
        lines = (self.folder / "witness" / "logs").read_text().splitlines()
        client = WitnessClient(witness, self.witness) if witness else None
        return Trust(tuple(VerifierKey.parse(line) for line in lines), client)

    def verify(self, *, witness=None):
        """Verify everything; `witness` is where it is, and empty when nobody is asked."""
        address = settings.WITNESS_URL if witness is None else witness
        return verify_logs(self.trust(address), processes=1)

    @property
    def key(self):
        """The key that signs this log, as a thief would have it."""
        return KeyFolder.of(self.folder / "signer", self.tree.origin).current()

    @property
    def head(self):
        """The witness's own file of this log."""
        return self.folder / "witness" / "heads" / origin_digest(self.tree.origin)


def played(session, rounds):
    """The database in which the demo was played; who comes first plays it, the others copy it."""
    name = f"played_{rounds}"
    admin_url = session.database_url("postgres", "postgres")
    with only_one(session, name), psycopg.connect(admin_url, autocommit=True) as admin:
        if not roles.database_exists(admin, name):
            with (
                database_of_its_own(session, f"{name}_draft"),
                pytest.MonkeyPatch.context() as patch,
            ):
                patch.setattr("demo.night.MOST_ROUNDS", rounds)
                with as_owner():
                    call_command("demo")
                connections.close_all()
                roles.create_database(admin, name, template=f"{name}_draft")
    return name


@contextmanager
def demo_night(session, folder, name, rounds):
    """The demo floor with some rounds at each table, in a database of its own."""
    template = played(session, rounds)
    with ExitStack() as stack:
        url = stack.enter_context(database_of_its_own(session, name, template=template))
        key = stack.enter_context(witness_at_work(folder))
        seal_and_sign()
        house = Property.objects.get(slug="lantern-bay")
        earlier = read_a_little(house)
        yield Night(url, folder, key, open_tree(house.pk), earlier)


def read_a_little(house):
    """Some events that change no row; return how long the log was before them."""
    before = open_tree(house.pk).size
    inspector = house.people.filter(roles__contains=["regulator"]).first()
    for number in range(5):
        note_read(f"page {number}", by=inspector, at=timezone.now())
    seal_and_sign()
    return before


@contextmanager
def seen_from_within(superuser, monkeypatch):
    """Let verification see what a superuser's open transaction did; nothing is ever committed."""

    class Moment:
        def joined(self):
            return nullcontext(superuser)

    @contextmanager
    def snapshot(**_):
        yield superuser, Moment()

    for module in (everything, heads):
        monkeypatch.setattr(module, "snapshot", snapshot)
    superuser.execute("begin")
    yield
    superuser.execute("rollback")
