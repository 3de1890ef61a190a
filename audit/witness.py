"""Run a witness: `python -m audit.witness --store DIR --trust FILE --port N`.

FILE lists the public keys of the logs to watch, one per line; it is read again on every request,
so a new log or a rotated key needs no restart.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from audit.log.durable import locked, make_private_directory
from audit.log.keys import load_or_create_witness_key
from audit.log.witness import Witness, WitnessApp


class ThreadingServer(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 64


class QuietHandler(WSGIRequestHandler):
    timeout = 10

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name upstream
        if len(args) > 1 and not str(args[1]).startswith("2"):
            super().log_message(format, *args)


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    make_private_directory(options.store)
    with locked(options.store / "lock", wait=False) as held:
        if not held:
            print(f"another witness runs on this store: {options.store}", file=sys.stderr)
            return 1
        _serve(options)
    return 0


def _serve(options: argparse.Namespace) -> None:
    key = load_or_create_witness_key(options.store / "key", options.name)
    witness = Witness(options.store, key, options.trust, time.time)
    server = make_server(
        options.host,
        options.port,
        WitnessApp(witness),
        server_class=ThreadingServer,
        handler_class=QuietHandler,
    )

    def stop(*_: object) -> None:
        threading.Thread(target=server.shutdown, daemon=True).start()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    print(f"witness {key.verifier} on http://{options.host}:{server.server_port}", flush=True)
    with server:
        server.serve_forever(poll_interval=0.2)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m audit.witness", description=__doc__)
    parser.add_argument("--store", type=Path, required=True, help="folder of this witness alone")
    parser.add_argument("--trust", type=Path, help="public keys of logs (default: STORE/logs)")
    parser.add_argument("--name", default="paigow.example/witness", help="name in cosignatures")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8200, help="0 takes a free one")
    options = parser.parse_args(arguments)
    options.trust = options.trust or options.store / "logs"
    return options


if __name__ == "__main__":
    sys.exit(main())
