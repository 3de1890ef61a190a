"""A push service and a browser that speak the protocol, on this machine: RFC 8030, 8188, 8291."""

import os
import socket
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from foundation.web_push import Subscription, encoded


class Browser:
    """The half of a subscription that never leaves the browser."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str, key_name: str = "") -> Subscription:
        return Subscription(endpoint, self.point, self.secret, key_name)

    def fields(self, endpoint: str) -> dict[str, str]:
        """What the page sends after it subscribed."""
        return {
            "endpoint": endpoint,
            "public_key": encoded(self.point),
            "secret": encoded(self.secret),
        }

    def opened(self, body: bytes) -> bytes:
        """Decrypt as a browser does, by the RFC and by nothing of ours."""
        salt, length = body[:16], body[20]
        sender, text = body[21 : 21 + length], body[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\0" + self.point + sender
        secret = HKDF(SHA256(), 32, salt=self.secret, info=info).derive(shared)
        key = HKDF(SHA256(), 16, salt=salt, info=b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt=salt, info=b"Content-Encoding: nonce\0").derive(secret)
        record = AESGCM(key).decrypt(nonce, text, None).rstrip(b"\0")
        assert record[-1:] == b"\x02", "the last record ends so"
        return record[:-1]


@dataclass
class Taken:
    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Takes what is pushed, and answers with one status; what came is in `taken` and `queue`."""

    def __init__(self, status: int = 201, listener: socket.socket | None = None) -> None:
        self.status, self.taken, self.queue = status, [], Queue()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                came = Taken(self.path, headers, body)
                service.taken.append(came)
                self.send_response(service.status)
                self.end_headers()
                service.queue.put(came)

            def log_message(self, *said: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler, bind_and_activate=False)
        if listener is None:
            self.server.server_bind()
        else:
            self.server.socket.close()
            self.server.socket = listener.dup()
            self.server.server_address = listener.getsockname()
        self.server.server_activate()
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server.server_address[1]}"

    def address(self, name: str) -> str:
        return f"http://{self.host}/{name}"

    def __enter__(self) -> "PushService":
        self.thread.start()
        return self

    def __exit__(self, *said: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
