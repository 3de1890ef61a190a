"""Ask the database of known vulnerabilities (osv.dev) about every pinned package.

Fails when a package of production has one that is not accepted below with its reason. Where the
database cannot be reached, it says so and fails nothing: the network is not the code's fault.
"""

from __future__ import annotations

import json
import re
import sys
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ADDRESS = "https://api.osv.dev/v1/querybatch"
SECONDS = 15
# The id of a vulnerability that does not concern us: why.
ACCEPTED: dict[str, str] = {}

Package = tuple[str, str]


def pinned(requirements: Path) -> list[Package]:
    return re.findall(r"^([\w.-]+)==(\S+)", requirements.read_text(), re.MULTILINE)


def question(packages: list[Package]) -> bytes:
    asked = [
        {"package": {"ecosystem": "PyPI", "name": name}, "version": version}
        for name, version in packages
    ]
    return json.dumps({"queries": asked}).encode()


def answered(packages: list[Package]) -> dict[Package, list[str]]:
    """Return the ids of the known vulnerabilities of each package that has any."""
    request = urllib.request.Request(
        ADDRESS, question(packages), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        results = json.load(answer)["results"]
    found = {
        package: [each["id"] for each in result.get("vulns", ()) if each["id"] not in ACCEPTED]
        for package, result in zip(packages, results, strict=True)
    }
    return {package: ids for package, ids in found.items() if ids}


def main() -> int:
    production = set(pinned(ROOT / "requirements" / "production.txt"))
    packages = sorted(production | set(pinned(ROOT / "requirements" / "dev.txt")))
    try:
        found = answered(packages)
    except (OSError, ValueError, KeyError) as error:
        print(f"    NOT CHECKED: {ADDRESS} cannot be asked ({type(error).__name__}: {error})")
        return 0
    print(f"    {len(packages)} packages asked about, {len(found)} with known vulnerabilities")
    for package, ids in found.items():
        where = "production" if package in production else "development only"
        print(f"    {package[0]} {package[1]} ({where}): {', '.join(ids)}")
    return 1 if production & set(found) else 0


if __name__ == "__main__":
    sys.exit(main())
