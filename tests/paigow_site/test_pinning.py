"""Images are pinned by what a registry says, and never by a guess."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from deploy import pin_images

DIGEST = "sha256:" + "ab" * 32


class Registry(BaseHTTPRequestHandler):
    """A registry as the distribution specification has it: a token first, then the manifest."""

    def do_GET(self):
        assert self.path.startswith("/token?service=here&scope=repository:")
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"token": "good"}).encode())

    def do_HEAD(self):
        known = self.headers.get("Authorization") == "Bearer good"
        self.send_response(200 if known else 401)
        realm = f"http://127.0.0.1:{self.server.server_port}/token"
        scope = f"repository:{self.path.split('/')[2]}:pull"
        asked = f'Bearer realm="{realm}",service="here",scope="{scope}"'
        self.send_header("WWW-Authenticate", asked)
        if known:
            assert "oci.image.index" in self.headers["Accept"]
            self.send_header("Docker-Content-Digest", DIGEST)
        self.end_headers()

    def log_message(self, *said):
        pass


@pytest.fixture
def registry():
    server = HTTPServer(("127.0.0.1", 0), Registry)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_every_image_of_others_is_pinned_by_what_its_tag_means_today(registry, capsys):
    assert pin_images.main(registry) == 0
    lines = capsys.readouterr().out.splitlines()
    assert f"POSTGRES_IMAGE=postgres:18@{DIGEST}" in lines
    assert f"PYTHON_IMAGE=python:3.13-slim-trixie@{DIGEST}" in lines
    assert {line.partition("=")[0] for line in lines} == {
        "CADDY_IMAGE", "POSTGRES_IMAGE", "PYTHON_IMAGE", "VALKEY_IMAGE",
    }  # fmt: skip


def test_where_no_registry_can_be_asked_nothing_is_pinned(capsys):
    assert pin_images.main("http://127.0.0.1:9") == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "the registry cannot be asked" in said.err
