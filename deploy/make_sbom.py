"""Write what the image is made of, as a CycloneDX bill of materials, to standard output.

    /venv/bin/python deploy/make_sbom.py > sbom.cdx.json

Lists the packages that are installed beside the Python that runs it, with the hashes by which
requirements/production.txt pins them. Standard library only; the same packages give the same bytes.
"""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PINNED = re.compile(r"^([A-Za-z0-9_.-]+)==(\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)", re.M)


def purl_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned_hashes(requirements: Path) -> dict[tuple[str, str], list[str]]:
    """Return the files' hashes of each pinned package and version."""
    return {
        (purl_name(name), version): re.findall(r"[0-9a-f]{64}", hashes)
        for name, version, hashes in PINNED.findall(requirements.read_text())
    }


def component(found: Distribution, hashes: list[str]) -> dict[str, Any]:
    name, version = purl_name(found.name), found.version
    made: dict[str, Any] = {
        "type": "library",
        "bom-ref": f"pkg:pypi/{name}@{version}",
        "name": found.name,
        "version": version,
        "purl": f"pkg:pypi/{name}@{version}",
        "properties": [{"name": "paigow:pinned-sha256", "value": each} for each in sorted(hashes)],
    }
    licence = found.metadata.get("License-Expression")
    if licence:
        made["licenses"] = [{"expression": licence}]
    elif classified := classifiers(found):
        made["licenses"] = [{"license": {"name": each}} for each in classified]
    return made


def classifiers(found: Distribution) -> list[str]:
    """The licences by their classifiers, else by the first line of the old free text."""
    listed = found.metadata.get_all("Classifier") or []
    named = {each.rpartition(" :: ")[2] for each in listed if each.startswith("License ::")}
    text = (found.metadata.get("License") or "").strip().partition("\n")[0]
    return sorted(named) or ([text] if text else [])


def bill(version: str, requirements: Path) -> dict[str, Any]:
    pinned = pinned_hashes(requirements)
    installed = {(purl_name(each.name), each.version): each for each in distributions()}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "paigow-floor",
                "name": "paigow-floor",
                "version": version,
                "licenses": [{"expression": "MIT"}],
            }
        },
        "components": [component(installed[key], pinned.get(key, [])) for key in sorted(installed)],
    }


if __name__ == "__main__":
    written = ROOT / "VERSION"
    version = written.read_text().strip() if written.exists() else "unknown"
    json.dump(bill(version, ROOT / "requirements" / "production.txt"), sys.stdout, indent=1)
    print()
