"""A camera reads a label where the browser reads no codes itself, as Safari and Firefox do."""

import hashlib
import mimetypes
import os
import shutil
from pathlib import Path

import pytest
import segno

from tables.labels import set_code
from tests.running_floor import BROWSERS

STATIC = Path(__file__).resolve().parents[2] / "static"
VENDORED = {"jsQR.js": "bc40c8a15196236b2314db0856f72ca0b49980cd5413b8c852a7349f5fee0859"}
PAGE = """<!doctype html><title>scan</title><div><input data-scan placeholder="Scan or type"></div>
<script type="module" src="/static/js/scan.js"></script>"""
WIDE, HIGH, SQUARE = 640, 480, 10


def test_what_was_vendored_is_what_was_published():
    for name, digest in VENDORED.items():
        content = (STATIC / "vendor" / "jsqr" / name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == digest
    assert "Apache License" in (STATIC / "vendor" / "jsqr" / "LICENSE").read_text()


def film(code: str, file: Path) -> None:
    """A label before a camera: one grey picture, again and again."""
    matrix = [list(row) for row in segno.make(code).matrix_iter(scale=SQUARE, border=4)]
    left, top = (WIDE - len(matrix)) // 2, (HIGH - len(matrix)) // 2
    assert left > 0 < top
    grey = bytearray([210]) * (WIDE * HIGH)
    for y, row in enumerate(matrix):
        start = (top + y) * WIDE + left
        grey[start : start + len(row)] = bytes(30 if dark else 210 for dark in row)
    colour = bytes([128]) * (WIDE * HIGH // 2)
    frame = b"FRAME\n" + bytes(grey) + colour
    file.write_bytes(f"YUV4MPEG2 W{WIDE} H{HIGH} F10:1 Ip A1:1 C420\n".encode() + frame * 5)


@pytest.mark.browser
def test_a_camera_reads_a_label_where_the_browser_cannot(tmp_path, browser):
    video = tmp_path / "label.y4m"
    film(set_code("tiles", "T-1042"), video)
    flags = [
        "--no-sandbox",
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={video}",
    ]

    def serve(route):
        path = route.request.url.split("/static/")[-1]
        if "/static/" not in route.request.url:
            return route.fulfill(body=PAGE, content_type="text/html")
        kind = mimetypes.guess_type(path)[0]
        return route.fulfill(body=(STATIC / path).read_bytes(), content_type=kind)

    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)))
    with browser.browser_type.launch(executable_path=path, args=flags) as with_camera:
        page = with_camera.new_page()
        page.add_init_script("delete window.BarcodeDetector")
        page.route("**/*", serve)
        page.goto("http://localhost/")
        page.locator(".scan-button").click()
        page.wait_for_function("document.querySelector('input').value === 'T-1042'")
        page.locator("dialog").wait_for(state="detached")
