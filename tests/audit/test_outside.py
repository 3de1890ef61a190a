"""Outside eyes: a monitor that mirrors the log by its tiles, and a witness that is not ours.

Both are written here from RFC 6962 and the C2SP pages, and use nothing of `audit.log`.
"""

import base64
import hashlib
import struct
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.test import Client

from audit.models import Cosignature


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def root_of(leaves):
    """RFC 6962, 2.1."""
    if len(leaves) <= 1:
        return leaves[0] if leaves else sha()
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return sha(b"\x01", root_of(leaves[:half]), root_of(leaves[half:]))


def checkpoint_of(note):
    text, _, signatures = note.rpartition("\n\n")
    origin, size, root = text.split("\n")[:3]
    return origin, int(size), base64.b64decode(root), signatures


def is_signed(note, vkey):
    """C2SP signed-note, with the key as it was given by letter."""
    name, _, material = vkey.split("+", 2)
    public = Ed25519PublicKey.from_public_bytes(base64.b64decode(material)[1:])
    text, _, lines = note.rpartition("\n\n")
    for line in lines.splitlines():
        _, signer, signature = line.split(" ")
        if signer == name:
            public.verify(base64.b64decode(signature)[4:], f"{text}\n".encode())
            return True
    return False


@pytest.fixture
def sealed(house, signer):
    house.grow(300)
    house.grow(7)
    return house


def test_a_monitor_mirrors_the_log_without_a_sign_in(sealed, settings):
    settings.LOG_MONITORS = "open"
    client, tree = Client(), sealed.tree
    assert f"{tree.tree_id} {tree.origin}\n" in client.get("/log/").content.decode()
    note = client.get(f"/log/{tree.tree_id}/checkpoint").content.decode()
    origin, size, root, _ = checkpoint_of(note)
    assert (origin, size) == (tree.origin, tree.size)
    (key,) = [
        line for line in settings.PUBLIC_KEYS_FILE.read_text().splitlines() if tree.origin in line
    ]
    assert is_signed(note, key)
    whole = client.get(f"/log/{tree.tree_id}/tile/0/000")
    rest = client.get(f"/log/{tree.tree_id}/tile/0/001.p/{size - 256}")
    assert "immutable" in whole["Cache-Control"]
    hashes = whole.content + rest.content
    leaves = [hashes[at : at + 32] for at in range(0, len(hashes), 32)]
    assert root_of(leaves) == root
    above = client.get(f"/log/{tree.tree_id}/tile/1/000.p/1").content
    assert above == root_of(leaves[:256])


def test_nobody_mirrors_it_unless_the_house_lets_them(sealed, settings):
    client, address = Client(), f"/log/{sealed.tree.tree_id}/checkpoint"
    settings.LOG_MONITORS = ""
    assert client.get(address).status_code == 404
    settings.LOG_MONITORS = "first-token, second-token"
    assert client.get(address).status_code == 404
    for given, status in (("second-token", 200), ("third-token", 404), ("", 404)):
        answer = client.get(address, headers={"Authorization": f"Bearer {given}"})
        assert answer.status_code == status
    entries = f"/log/{sealed.tree.tree_id}/tile/entries/000"
    answer = client.get(entries, headers={"Authorization": "Bearer second-token"})
    assert answer.status_code == 404


class OutsideWitness:
    """C2SP tlog-witness in its plainest form: one log, one head, one key."""

    name = "witness.example.org/outside"

    def __init__(self):
        self.private = Ed25519PrivateKey.generate()
        self.size, self.root, self.refused = 0, sha(), []
        self.note = ""

    @property
    def material(self):
        return b"\x04" + self.private.public_key().public_bytes_raw()

    @property
    def key_id(self):
        return sha(self.name.encode(), b"\n", self.material)[:4]

    @property
    def vkey(self):
        return f"{self.name}+{self.key_id.hex()}+{base64.b64encode(self.material).decode()}"

    def add_checkpoint(self, body):
        head, _, note = body.partition("\n\n")
        old, *proof = head.split("\n")
        _, size, root, _ = checkpoint_of(note)
        if int(old.removeprefix("old ")) != self.size:
            return 409, f"{self.size}\n"
        if not self.extends(size, root, [base64.b64decode(line) for line in proof]):
            self.refused.append(size)
            return 422, ""
        self.size, self.root = size, root
        text = note.rpartition("\n\n")[0] + "\n"
        at = int(time.time())
        signed = self.private.sign(f"cosignature/v1\ntime {at}\n{text}".encode())
        line = base64.b64encode(self.key_id + struct.pack(">Q", at) + signed).decode()
        self.note = f"{note}\u2014 {self.name} {line}\n"
        return 200, f"\u2014 {self.name} {line}\n"

    def extends(self, size, root, proof):
        """RFC 9162, 2.1.4.2."""
        if self.size in (0, size):
            return not proof and (self.size == 0 or root == self.root)
        path = [self.root, *proof] if self.size & (self.size - 1) == 0 else proof
        node, last = self.size - 1, size - 1
        while node & 1:
            node, last = node >> 1, last >> 1
        old = new = path[0]
        for sibling in path[1:]:
            if node & 1 or node == last:
                old, new = sha(b"\x01", sibling, old), sha(b"\x01", sibling, new)
                while not node & 1 and node:
                    node, last = node >> 1, last >> 1
            else:
                new = sha(b"\x01", new, sibling)
            node, last = node >> 1, last >> 1
        return last == 0 and (old, new) == (self.root, root)


@pytest.fixture
def outside(signer, settings):
    """A witness of somebody else's, over HTTP."""
    witness = OutsideWitness()

    class Door(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self.say(*witness.add_checkpoint(body))

        def do_GET(self):
            if self.path == "/vkey":
                self.say(200, f"{witness.vkey}\n")
            else:
                self.say(200 if witness.note else 404, witness.note)

        def say(self, status, text):
            self.send_response(status)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *words):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    settings.WITNESS_URL = f"http://127.0.0.1:{server.server_port}"
    settings.WITNESS_KEY = witness.vkey
    yield witness
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_witness_that_is_not_ours_cosigns_and_proves(outside, house, verify):
    for count in (3, 300, 20):
        house.grow(count)
    assert outside.size == house.tree.size
    lines = Cosignature.objects.filter(tree_id=house.tree.tree_id)
    assert {each.witness for each in lines} == {outside.name}
    report = verify(house)
    assert report.faults == []
    assert report.doubts == []
    assert outside.refused == []
