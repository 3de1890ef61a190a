"""The application's own settings on the servers of this test run: other addresses, cheap hashes."""

import os

from tests import session

SESSION = session.current()
WORKER = session.worker_name()

os.environ.update(SESSION.addresses(os.environ.get("PAIGOW_TEST_DATABASE", WORKER)))
os.environ.setdefault("SECRET_KEY", "for-tests-only-" + "0123456789abcdefghijklmnopqrstuvwxyz")
os.environ.setdefault("VAULT_KEYS", "for-tests-only-" + "zyxwvutsrqponmlkjihgfedcba")
os.environ.setdefault("PLAIN_HTTP", "1")
os.environ.setdefault("STATIC_FROM_SOURCE", "1")
os.environ.setdefault("ALLOWED_HOSTS", "testserver localhost 127.0.0.1")
os.environ["PAIGOW_VAR"] = str(SESSION.path / "var" / WORKER)

from paigow_site.settings import *

INSTALLED_APPS = [*INSTALLED_APPS, "demo"]
PASSWORD_HASHERS = ["tests.hashers.CheapArgon2"]
