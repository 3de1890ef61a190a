import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from paigow_site.celery import app

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = (
    "roles",
    "migrate",
    "web",
    "feed",
    "worker",
    "clerk",
    "signer",
    "beat",
    "metrics",
    "witness",
)


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())


@pytest.fixture
def secrets(tmp_path):
    subprocess.run(
        [sys.executable, ROOT / "deploy" / "make_secrets.py", tmp_path / "made"], check=True
    )
    return tmp_path / "made"


def arguments(service) -> str:
    return " ".join(service["command"])


def test_every_process_of_the_floor_is_there(compose):
    assert set(compose["services"]) == {*OURS, "postgres", "redis", "proxy", "backup"}


def test_the_database_and_the_broker_keep_what_they_are_told(compose):
    postgres, redis = compose["services"]["postgres"], compose["services"]["redis"]
    assert postgres["image"] == "postgres:18"
    assert postgres["volumes"] == ["database:/var/lib/postgresql"]
    assert "-cfsync=on" in postgres["command"]
    assert "--appendonly yes" in arguments(redis)
    assert "--maxmemory-policy noeviction" in arguments(redis)
    assert redis["volumes"] == ["broker:/data"]


@pytest.mark.parametrize("name", OURS)
def test_our_containers_can_write_nothing_but_their_volumes(compose, name):
    service = compose["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]


def test_each_role_goes_only_where_it_is_needed(compose):
    holders = {
        role: {
            name
            for name, service in compose["services"].items()
            if f"database_url_{role}" in service.get("secrets", [])
        }
        for role in ("admin", "owner", "sequencer", "signer")
    }
    assert holders == {
        "admin": {"roles"},
        "owner": {"roles", "migrate", "backup"},
        "sequencer": {"roles", "web", "worker"},
        "signer": {"roles", "signer"},
    }
    assert "signer:/var/lib/floor/signer" in compose["services"]["signer"]["volumes"]


def test_only_the_proxy_is_reached_from_outside(compose):
    published = {name for name, service in compose["services"].items() if "ports" in service}
    assert published == {"proxy"}
    assert compose["networks"]["inside"] == {"internal": True}


def test_what_is_served_waits_for_the_migrations(compose):
    for name in ("web", "feed", "worker", "clerk", "signer", "beat"):
        condition = compose["services"][name]["depends_on"]["migrate"]["condition"]
        assert condition == "service_completed_successfully"


def test_every_secret_and_file_that_is_named_exists(compose, secrets):
    declared = {Path(entry["file"]).name for entry in compose["secrets"].values()}
    assert declared == {path.name for path in secrets.iterdir()}
    used = {name for service in compose["services"].values() for name in service.get("secrets", [])}
    assert used == set(compose["secrets"])
    assert (ROOT / "deploy" / "Caddyfile").exists()
    assert os.access(ROOT / "deploy" / "backup.sh", os.X_OK)


def test_the_secrets_are_long_different_and_made_once(secrets):
    before = {path.name: path.read_text() for path in secrets.iterdir()}
    subprocess.run([sys.executable, ROOT / "deploy" / "make_secrets.py", secrets], check=True)
    assert {path.name: path.read_text() for path in secrets.iterdir()} == before
    assert len(set(before.values())) == len(before)
    assert len(before["secret_key"]) >= 50
    assert secrets.stat().st_mode & 0o077 == 0


def test_the_image_is_built_in_stages_and_runs_as_nobody_special():
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    assert sum(line.startswith("FROM ") for line in lines) == 2
    assert "USER floor" in lines[lines.index(next(x for x in lines if "COPY --from=build" in x)) :]
    assert any(line.startswith("HEALTHCHECK ") for line in lines)
    assert any("--require-hashes" in line for line in lines)


def test_nothing_pins_an_index_address():
    for name in ("run.txt", "dev.txt"):
        text = (ROOT / "requirements" / name).read_text()
        assert not re.search(r"https?://|file://|--index|--find-links", text)
        assert "--hash=sha256:" in text


def test_every_dependency_has_a_line_that_says_what_it_is_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    page = (ROOT / "docs" / "decisions" / "0002-dependencies.md").read_text()
    listed = set(re.findall(r"[\w-]+", " ".join(re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE))))
    assert {re.match(r"[\w-]+", name)[0] for name in wanted} <= listed


def test_docker_compose_accepts_the_file(secrets, left_out):
    client = shutil.which("docker")
    version = subprocess.run(
        [client or "false", "compose", "version"], check=False, capture_output=True
    )
    if version.returncode != 0:
        left_out("docker-compose.yml: read by our own checks only, `docker compose` is not here")
        return
    answer = subprocess.run(
        [client, "compose", "--file", ROOT / "docker-compose.yml", "config", "--quiet"],
        check=False,
        capture_output=True,
        text=True,
        env=os.environ | {"FLOOR_HOST": "floor.example"},
    )
    assert answer.returncode == 0, answer.stderr


def test_nothing_that_may_take_minutes_holds_up_the_sweeps():
    app.loader.import_default_modules()
    usual = settings.CELERY_TASK_TIME_LIMIT
    long = {name for name, task in app.tasks.items() if (task.time_limit or usual) > usual}
    assert long
    assert {settings.CELERY_TASK_ROUTES[name]["queue"] for name in long} == {"paper"}
