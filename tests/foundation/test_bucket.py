import hashlib
import threading
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from foundation.bucket import NOTHING, Bucket, BucketFailed, Credentials, signed_headers
from foundation.files import PIECE_BYTES, fetched, keep_file, kept_file
from foundation.models import FilePiece

# The examples of AWS's page "Authenticating Requests: Using the Authorization Header".
EXAMPLE = Credentials(
    "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1"
)
HOST = "examplebucket.s3.amazonaws.com"
AT = datetime(2013, 5, 24, tzinfo=UTC)


def test_a_get_is_signed_as_aws_writes_down():
    signed = signed_headers(
        "GET", HOST, "/test.txt", NOTHING, EXAMPLE, at=AT, more={"range": "bytes=0-9"}
    )
    assert signed["Authorization"] == (
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
        "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
        "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
    )


def test_a_put_is_signed_as_aws_writes_down():
    digest = hashlib.sha256(b"Welcome to Amazon S3.").hexdigest()
    more = {"date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"}
    signed = signed_headers("PUT", HOST, "/test$file.text", digest, EXAMPLE, at=AT, more=more)
    assert signed["Authorization"].endswith(
        "Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
    )


class Store(BaseHTTPRequestHandler):
    """A store that takes what is signed with its key, and whose hash is as it says."""

    protocol_version = "HTTP/1.1"
    credentials = Credentials("key", "secret", "eu-1")

    def log_message(self, *_):
        pass

    def is_signed(self) -> bool:
        at = datetime.strptime(self.headers["x-amz-date"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        digest = self.headers["x-amz-content-sha256"]
        wanted = signed_headers(
            self.command, self.headers["Host"], self.path, digest, self.credentials, at=at
        )
        return self.headers["Authorization"] == wanted["Authorization"]

    def answer(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_PUT(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not self.is_signed():
            self.answer(403, b"SignatureDoesNotMatch")
        elif hashlib.sha256(body).hexdigest() != self.headers["x-amz-content-sha256"]:
            self.answer(400, b"XAmzContentSHA256Mismatch")
        else:
            self.server.objects[self.path] = body
            self.answer(200)

    def do_GET(self) -> None:
        if not self.is_signed():
            self.answer(403, b"SignatureDoesNotMatch")
        elif self.path not in self.server.objects:
            self.answer(404, b"NoSuchKey")
        else:
            self.answer(200, self.server.objects[self.path])


@pytest.fixture
def store(settings):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Store)
    server.objects = {}
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{server.server_port}"
    settings.FILES_URL = f"s3://floor/record?endpoint={endpoint}&region=eu-1"
    settings.FILES_KEY, settings.FILES_SECRET = "key", "secret"
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def bundle(tmp_path):
    path = tmp_path / "bundle.zip"
    path.write_bytes(bytes(range(256)) * (PIECE_BYTES // 128) + b"end")
    return path


@pytest.mark.django_db
def test_the_content_is_in_the_bucket_and_the_database_knows_of_it(store, bundle):
    keep_file("exports/1.zip", bundle)
    digest = hashlib.sha256(bundle.read_bytes()).hexdigest()
    assert list(store.objects) == [f"/floor/record/exports/1.zip/{digest}"]
    assert FilePiece.objects.count() == 0
    with fetched("exports/1.zip") as copy:
        assert copy.read_bytes() == bundle.read_bytes()


@pytest.mark.django_db
def test_what_was_kept_before_stays_in_the_database(store, settings, bundle, tmp_path):
    url, settings.FILES_URL = settings.FILES_URL, ""
    keep_file("exports/1.zip", bundle)
    settings.FILES_URL = url
    with fetched("exports/1.zip") as copy:
        assert copy.read_bytes() == bundle.read_bytes()
    assert store.objects == {}


@pytest.mark.django_db
def test_a_file_that_was_changed_in_the_bucket_is_not_given_out(store, bundle):
    keep_file("exports/1.zip", bundle)
    ((name, content),) = store.objects.items()
    store.objects[name] = content[:-1] + b"X"
    with pytest.raises(BucketFailed, match="not what was kept"), fetched("exports/1.zip"):
        pass


@pytest.mark.django_db
@pytest.mark.parametrize("trouble", ["wrong secret", "lost object", "no address"])
def test_a_store_that_refuses_or_lost_it_is_an_error(store, settings, bundle, trouble):
    keep_file("exports/1.zip", bundle)
    if trouble == "wrong secret":
        settings.FILES_SECRET = "another"
    elif trouble == "lost object":
        store.objects.clear()
    else:
        settings.FILES_URL = ""
    with pytest.raises(BucketFailed), fetched("exports/1.zip"):
        pass


@pytest.mark.django_db
def test_what_the_store_does_not_take_is_not_kept(store, settings, bundle):
    settings.FILES_SECRET = "another"
    with pytest.raises(BucketFailed, match="403 SignatureDoesNotMatch"):
        keep_file("exports/1.zip", bundle)
    assert kept_file("exports/1.zip") is None


@pytest.mark.parametrize(
    "url", ["s3://bucket", "https://store/bucket", "s3:///x?endpoint=http://y"]
)
def test_an_address_that_is_no_bucket_is_refused(url):
    with pytest.raises(ValueError, match="FILES_URL is"):
        Bucket.parse(url, "k", "s")
