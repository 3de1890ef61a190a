"""A camera must be able to read what a page shows: the picture is decoded, not the markup."""

import io
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image

from foundation.qr import qr

STYLES = Path(__file__).resolve().parent.parent.parent / "static" / "css" / "staff.css"
HOST = "tables.the-longest-name-of-a-casino-resort-and-hotel.operations.example.com"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
TEXTS = (
    f"https://{HOST}/enrol/?code=7K2M9QXA",
    f"otpauth://totp/Pai%20Gow%20Floor:A801?secret={SECRET}&issuer=Pai%20Gow%20Floor",
)


def read(page, selector: str) -> str:
    """What a camera reads from a picture on a page."""
    shot = Image.open(io.BytesIO(page.locator(selector).screenshot()))
    found = zxingcpp.read_barcodes(shot)
    return found[0].text if found else ""


@pytest.mark.browser
@pytest.mark.parametrize("text", TEXTS)
def test_a_camera_reads_the_code_on_the_page(browser, text):
    page = browser.new_page(viewport={"width": 390, "height": 844})
    styles = f"<style>body {{ background: #111 }} {STYLES.read_text()}</style>"
    page.set_content(f"{styles}<div class=qr>{qr(text)}</div>")
    assert read(page, ".qr") == text
    page.close()
