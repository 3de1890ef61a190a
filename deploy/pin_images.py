"""Pin the images of others by digest: python3 deploy/pin_images.py >> .env

Asks each image's registry what its tag means today, and prints a line for `.env` that
docker-compose.yml and the Dockerfile read. Where a registry cannot be asked nothing is guessed: it
says so and ends with 1. Standard library only.
"""

from __future__ import annotations

import json
import re
import sys
import urllib.error
import urllib.request
from http.client import HTTPResponse
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAMED = re.compile(r"(?:\$\{|ARG )([A-Z]+_IMAGE)(?::-|=)([a-z0-9./-]+):([A-Za-z0-9._-]+)")
KINDS = ", ".join(
    (
        "application/vnd.oci.image.index.v1+json",
        "application/vnd.docker.distribution.manifest.list.v2+json",
        "application/vnd.oci.image.manifest.v1+json",
    )
)
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
PATIENCE_SECONDS = 20


def images() -> dict[str, tuple[str, str]]:
    """The images of others, by the variable that names them: repository and tag."""
    text = (ROOT / "docker-compose.yml").read_text() + (ROOT / "Dockerfile").read_text()
    found = {name: (image, tag) for name, image, tag in NAMED.findall(text)}
    found.pop("FLOOR_IMAGE", None)  # our own, built here
    return dict(sorted(found.items()))


def digest_of(image: str, tag: str, registry: str) -> str:
    """What the tag means in the registry, which first gives a stranger a token."""
    path = image if "/" in image else f"library/{image}"
    address = f"{registry}/v2/{path}/manifests/{tag}"
    headers = {"Accept": KINDS}
    try:
        answer = ask(address, "HEAD", headers)
    except urllib.error.HTTPError as error:
        if error.code != 401:
            raise
        given = token(error.headers["WWW-Authenticate"])
        answer = ask(address, "HEAD", {**headers, "Authorization": f"Bearer {given}"})
    with answer:
        found = str(answer.headers["Docker-Content-Digest"])
    if not DIGEST.fullmatch(found):
        raise ValueError(f"not a digest: {found!r}")
    return found


def token(challenge: str) -> str:
    """Ask where the registry says, as it says."""
    asked = dict(re.findall(r'(\w+)="([^"]*)"', challenge))
    address = f"{asked['realm']}?service={asked['service']}&scope={asked['scope']}"
    with ask(address, "GET", {}) as answer:
        return str(json.load(answer)["token"])


def ask(address: str, method: str, headers: dict[str, str]) -> HTTPResponse:
    """Ask over HTTP, and over nothing else that an address could name."""
    if not address.startswith(("https://", "http://127.0.0.1:")):
        raise ValueError(f"not an address to ask: {address!r}")
    request = urllib.request.Request(address, method=method, headers=headers)  # noqa: S310
    found: HTTPResponse = urllib.request.urlopen(request, timeout=PATIENCE_SECONDS)  # noqa: S310
    return found


def main(registry: str = "https://registry-1.docker.io") -> int:
    lines = []
    for name, (image, tag) in images().items():
        try:
            lines.append(f"{name}={image}:{tag}@{digest_of(image, tag, registry)}")
        except (OSError, KeyError, ValueError) as error:
            print(f"{image}:{tag}: the registry cannot be asked ({error}); nothing is pinned",
                  file=sys.stderr)  # fmt: skip
            return 1
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
