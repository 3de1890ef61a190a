import threading
import time
from datetime import UTC, datetime
from wsgiref.simple_server import make_server

import psycopg
import pytest
from django.db import connection

from audit.commands.sequence import seal_log
from audit.commands.sign import sign_tree
from audit.log.keys import load_or_create_witness_key
from audit.log.notes import VerifierKey
from audit.log.witness import Witness, WitnessApp
from audit.queries.trees import open_tree
from audit.queries.verification import Trust, verify_logs
from audit.witness import QuietHandler, ThreadingServer
from audit.witnessing import WitnessClient
from tests.audit.houses import House


def seal_and_sign(log_id):
    """What sequencer and signer do when they are rung for."""
    seal_log(log_id)
    sign_tree(open_tree(log_id).tree_id, at=datetime.now(UTC))


@pytest.fixture
def signer(settings, tmp_path, monkeypatch):
    """A signer with keys of its own, and no witness."""
    monkeypatch.setattr("audit.commands.export.ring_signer", seal_and_sign)
    settings.SIGNER_DIR = tmp_path / "signer"
    settings.WITNESS_URL = ""
    settings.WITNESS_KEY = ""
    settings.WITNESS_STORE = tmp_path / "witness"
    settings.PUBLIC_KEYS_FILE = tmp_path / "witness" / "logs"
    settings.SCRATCH_DIR = tmp_path / "scratch"
    return settings.SIGNER_DIR


@pytest.fixture
def witness(signer, settings, tmp_path):
    """A real witness, reached over HTTP."""
    store = tmp_path / "witness"
    key = load_or_create_witness_key(store / "key", "paigow.example/witness")
    app = WitnessApp(Witness(store, key, settings.PUBLIC_KEYS_FILE, time.time))
    server = make_server(
        "127.0.0.1", 0, app, server_class=ThreadingServer, handler_class=QuietHandler
    )
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    settings.WITNESS_URL = f"http://127.0.0.1:{server.server_port}"
    settings.WITNESS_KEY = str(key.verifier)
    yield key.verifier
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def house(committed, signer):
    """A property whose log nobody else writes to."""
    return House()


@pytest.fixture
def superuser(committed, test_session):
    """Somebody who can do anything to the database, with the protections off."""
    address = test_session.database_url("postgres", connection.settings_dict["NAME"])
    with psycopg.connect(address, autocommit=True) as opened:
        opened.execute("set session_replication_role = replica")
        yield opened


@pytest.fixture
def verify(settings):
    """Verify the log of one house with the keys that were given out."""

    def run(house, *, with_witness=True, **options):
        lines = settings.PUBLIC_KEYS_FILE.read_text().splitlines()
        witness = None
        if with_witness and settings.WITNESS_URL:
            key = VerifierKey.parse(settings.WITNESS_KEY)
            witness = WitnessClient(settings.WITNESS_URL, key)
        trust = Trust(tuple(VerifierKey.parse(line) for line in lines), witness)
        return verify_logs(trust, log_ids=[house.log_id], **options)

    return run
