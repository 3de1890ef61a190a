"""Strangers on the network: slow, silent and guessing, in a process of their own.

    python -m tests.drills.strangers PORT SECONDS

Each guesser has an address of this machine to itself, as a crowd on a network would have.
"""

import asyncio
import json
import re
import sys
import time
from collections import Counter
from urllib.parse import urlencode

SLOW, SILENT, GUESSING = 200, 200, 100
HOST = "127.0.0.1"
HEADERS = b"GET /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: a"
BODY = b"POST /enrol/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\na"
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="([^"]+)"')
COOKIE = re.compile(rb"set-cookie: ([^=]*csrf[^=]*)=([^;]+)", re.IGNORECASE)


class Crowd:
    """Everybody outside, until the time is over."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port, self.ends = port, time.monotonic() + seconds
        self.answers: Counter[str] = Counter()

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self.ends

    async def everybody(self) -> None:
        slow = [self.slow(HEADERS if number % 2 else BODY) for number in range(SLOW)]
        silent = [self.slow(b"") for _number in range(SILENT)]
        guessing = [self.guess(number) for number in range(GUESSING)]
        await asyncio.gather(*slow, *silent, *guessing)

    async def slow(self, beginning: bytes) -> None:
        """Begin a request and add a letter now and then; come again when shown the door."""
        while not self.is_over:
            try:
                _reader, writer = await asyncio.open_connection(HOST, self.port)
                writer.write(beginning)
                while not (self.is_over or writer.is_closing()):
                    await asyncio.sleep(0.5)
                    writer.write(b"a" if beginning else b"")
                    await writer.drain()
                writer.close()
            except OSError:
                await asyncio.sleep(0.5)

    async def guess(self, number: int) -> None:
        """Try passwords at the desk as fast as they are answered."""
        address = f"127.0.{1 + number // 200}.{1 + number % 200}"
        cookie, token = b"", b""
        while not self.is_over:
            try:
                if not token:
                    page = await self.asked(address, b"GET", "/sign-in/", b"", b"")
                    cookie = b"=".join(found.groups()) if (found := COOKIE.search(page)) else b""
                    token = match[1] if (match := TOKEN.search(page)) else b""
                form = {"badge": f"A{number}", "password": "guess", "code": "000000"}
                sent = urlencode(form | {"csrfmiddlewaretoken": token.decode()}).encode()
                answer = await self.asked(address, b"POST", "/sign-in/desk/", sent, cookie)
                self.answers[answer[9:12].decode() or "none"] += 1
                if answer[9:12] in (b"429", b"503"):
                    await asyncio.sleep(0.2)
            except (TimeoutError, OSError):
                self.answers["none"] += 1
                await asyncio.sleep(0.2)

    async def asked(
        self, address: str, method: bytes, path: str, body: bytes, cookie: bytes
    ) -> bytes:
        there = asyncio.open_connection(HOST, self.port, local_addr=(address, 0))
        reader, writer = await asyncio.wait_for(there, 10)
        try:
            writer.write(
                b"%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nCookie: %s\r\n"
                b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s"
                % (method, path.encode(), cookie, len(body), body)
            )
            return await asyncio.wait_for(reader.read(-1), 20)
        finally:
            writer.close()


if __name__ == "__main__":
    crowd = Crowd(int(sys.argv[1]), float(sys.argv[2]))
    asyncio.run(crowd.everybody())
    print(json.dumps(crowd.answers))
