"""Ports on this machine's own address."""

from __future__ import annotations

import socket

LOCAL = "127.0.0.1"


def free_port() -> int:
    """Return a port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind((LOCAL, 0))
        return int(probe.getsockname()[1])


def first_free_port(wanted: int, host: str = LOCAL, tries: int = 200) -> int:
    """Return `wanted`, or the next port above it that is free."""
    for port in range(wanted, min(wanted + tries, 65536)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise OSError(f"no free port from {wanted} on")
