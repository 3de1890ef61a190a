"""A bucket of an S3-compatible store: put a file there, read it back.

Requests are signed as AWS writes down ("Signature Version 4"); nothing else of S3 is needed.
"""

import hashlib
import hmac
import http.client
import ssl
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO
from urllib.parse import parse_qs, quote, urlsplit

PIECE = 1 << 20
TIMEOUT_SECONDS = 60.0
NOTHING = hashlib.sha256(b"").hexdigest()


class BucketFailed(OSError):
    """The store did not take or give what was asked of it."""


@dataclass(frozen=True, slots=True)
class Credentials:
    key: str
    secret: str
    region: str


@dataclass(frozen=True, slots=True)
class Bucket:
    """Where the files are: s3://bucket/prefix?endpoint=https://store:9000&region=eu-1"""

    endpoint: str
    name: str
    prefix: str
    credentials: Credentials

    @classmethod
    def parse(cls, url: str, key: str, secret: str) -> "Bucket":
        parts, asked = urlsplit(url), parse_qs(urlsplit(url).query)
        if parts.scheme != "s3" or not parts.netloc or "endpoint" not in asked:
            raise ValueError("FILES_URL is s3://bucket/prefix?endpoint=https://…&region=…")
        region = asked.get("region", ["us-east-1"])[0]
        prefix = parts.path.strip("/")
        return cls(asked["endpoint"][0], parts.netloc, prefix, Credentials(key, secret, region))

    def put(self, name: str, path: Path, digest: str) -> None:
        """Store a file; the store refuses it if its content is not what the digest says."""
        size = {"content-length": str(path.stat().st_size)}
        with path.open("rb") as file, self._asked("PUT", name, digest, size, file) as answer:
            answer.read()

    def get(self, name: str) -> Iterator[bytes]:
        """Yield the content piece by piece."""
        with self._asked("GET", name, NOTHING, {}, None) as answer:
            while piece := answer.read(PIECE):
                yield piece

    @contextmanager
    def _asked(
        self,
        method: str,
        name: str,
        digest: str,
        headers: Mapping[str, str],
        body: IO[bytes] | None,
    ) -> Iterator[http.client.HTTPResponse]:
        host = urlsplit(self.endpoint).netloc
        path = "/" + "/".join(filter(None, (self.name, self.prefix, name)))
        signed = signed_headers(method, host, path, digest, self.credentials, at=datetime.now(UTC))
        with closing(self._connection(host)) as connection:
            try:
                connection.request(method, quote(path), body, {**headers, **signed})
                answer = connection.getresponse()
            except http.client.HTTPException as error:
                raise BucketFailed(f"{method} {path}: {type(error).__name__}") from error
            with answer:
                if answer.status != 200:
                    reason = answer.read(500).decode("utf-8", "replace")
                    raise BucketFailed(f"{method} {path}: {answer.status} {reason}")
                yield answer

    def _connection(self, host: str) -> http.client.HTTPConnection:
        if urlsplit(self.endpoint).scheme != "https":
            return http.client.HTTPConnection(host, timeout=TIMEOUT_SECONDS)
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, timeout=TIMEOUT_SECONDS, context=context)


def signed_headers(
    method: str,
    host: str,
    path: str,
    digest: str,
    credentials: Credentials,
    *,
    at: datetime,
    more: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Return the headers that prove who asks: the host, the time, the content and a signature."""
    moment = f"{at:%Y%m%dT%H%M%SZ}"
    headers = {"host": host, "x-amz-content-sha256": digest, "x-amz-date": moment, **(more or {})}
    names = ";".join(sorted(headers))
    listed = "".join(f"{name}:{headers[name]}\n" for name in sorted(headers))
    request = "\n".join([method, quote(path, safe="/"), "", listed, names, digest])
    scope = f"{moment[:8]}/{credentials.region}/s3/aws4_request"
    hashed = hashlib.sha256(request.encode()).hexdigest()
    text = f"AWS4-HMAC-SHA256\n{moment}\n{scope}\n{hashed}"
    key = b"AWS4" + credentials.secret.encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.digest(key, text.encode(), "sha256").hex()
    headers["Authorization"] = (
        f"AWS4-HMAC-SHA256 Credential={credentials.key}/{scope},"
        f"SignedHeaders={names},Signature={signature}"
    )
    return headers
