import shutil
import subprocess
from pathlib import Path

import kubernetes_validate
import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
BASE = ROOT / "deploy" / "kubernetes" / "base"
VERSION = "1.34"
WORKLOADS = {"web", "feed", "worker", "clerk", "beat", "metrics", "signer", "migrate"}


def written() -> list[dict]:
    """What the files of the base say, each by itself."""
    listed = yaml.safe_load((BASE / "kustomization.yaml").read_text())["resources"]
    return [each for name in listed for each in yaml.safe_load_all((BASE / name).read_text())]


def rendered(left_out) -> list[dict]:
    """What kustomize makes of them; without it, what they say."""
    for command in (["kustomize", "build"], ["kubectl", "kustomize"]):
        if shutil.which(command[0]):
            done = subprocess.run([*command, BASE], check=True, capture_output=True, text=True)
            return list(yaml.safe_load_all(done.stdout))
    left_out("deploy/kubernetes: validated file by file, neither kustomize nor kubectl is here")
    return written()


def pods(found: list[dict]) -> dict[str, dict]:
    return {
        each["metadata"]["name"]: each["spec"]["template"]["spec"]
        for each in found
        if "template" in each.get("spec", {})
    }


def test_every_resource_is_as_kubernetes_wants_it(left_out):
    found = rendered(left_out)
    for each in found:
        kubernetes_validate.validate(each, VERSION, strict=True)
    assert set(pods(found)) == WORKLOADS


def test_every_pod_is_nobody_special_and_writes_nothing_of_its_own(left_out):
    if not (shutil.which("kustomize") or shutil.which("kubectl")):
        pytest.skip("what kustomize puts into every pod needs kustomize")
    for name, pod in pods(rendered(left_out)).items():
        assert pod["securityContext"]["runAsUser"] == 10001, name
        assert pod["automountServiceAccountToken"] is False
        for container in [*pod["containers"], *pod.get("initContainers", ())]:
            own = container["securityContext"]
            assert own["readOnlyRootFilesystem"] is True
            assert own["capabilities"] == {"drop": ["ALL"]}
            assert container["image"] == "registry.example/paigow-floor:0.2.0"
        assert {"tmp", "shm", "secrets"} <= {volume["name"] for volume in pod["volumes"]}


def test_a_pod_runs_what_its_container_runs():
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    for name, pod in pods(written()).items():
        assert pod["containers"][0].get("args") == compose[name].get("command"), name


def test_each_secret_goes_only_where_it_is_needed():
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    for name, pod in pods(written()).items():
        (volume,) = [each["secret"] for each in pod["volumes"] if "secret" in each]
        given = {each["key"] for each in volume["items"]}
        assert given == set(compose[name]["secrets"]), name
        named = {each["value"] for each in pod["containers"][0].get("env", ())}
        assert {f"/run/secrets/{key}" for key in given if key.startswith("database_url_")} - {
            "/run/secrets/database_url_app"
        } <= named


def test_nothing_serves_before_its_migration_and_something_always_serves():
    found = written()
    for name, pod in pods(found).items():
        waits = [each["command"][-1] for each in pod.get("initContainers", ())]
        assert any("migrate --check" in each for each in waits) is (name != "migrate"), name
    budgets = {each["metadata"]["name"] for each in found if each["kind"] == "PodDisruptionBudget"}
    assert budgets == {"web", "feed", "worker"}
    deployments = {
        each["metadata"]["name"]: each["spec"] for each in found if each["kind"] == "Deployment"
    }
    assert all(deployments[name]["replicas"] == 2 for name in budgets)
    assert deployments["web"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
