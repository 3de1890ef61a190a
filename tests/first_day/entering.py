"""What a newcomer enters at set-up."""

import re

import pyotp

OPERATOR = {"operator": "tables.harbourlight.com"}
HOUSE = {
    "house": "Harbour Light",
    "short_name": "",
    "currency": "SGD",
    "time_zone": "Asia/Singapore",
    "day_starts_at": "06:00",
    "smallest_chip": "0.25",
    "denominations": "0.25 1 5 25 100 500",
}
PASSWORD, PIN = "seven-quiet-lanterns", "271828"
ADMINISTRATOR = {
    "name": "Ada Castro",
    "badge": "a1",
    "licence_number": "SG-1",
    "language": "en",
    "password": PASSWORD,
    "password_again": PASSWORD,
    "pin": PIN,
    "pin_again": PIN,
}
SECRET = re.compile(r'data-secret="totp">([A-Z2-7]+)<')
CODE = re.compile(r'<li class="code">([0-9A-Z-]{29})</li>')


def walk(client, code: str) -> str:
    """Go through set-up by its pages up to the second factor; its page."""
    assert client.post("/setup/", {"code": code}).headers["Location"] == "/setup/operator/"
    assert client.post("/setup/operator/", OPERATOR).headers["Location"] == "/setup/house/"
    assert client.post("/setup/house/", HOUSE).headers["Location"] == "/setup/administrator/"
    answer = client.post("/setup/administrator/", ADMINISTRATOR)
    assert answer.headers["Location"] == "/setup/second-factor/"
    return client.get("/setup/second-factor/").content.decode()


def finish(client, page: str):
    """Enter what the authenticator shows; the page with the recovery codes."""
    code = pyotp.TOTP(SECRET.search(page)[1]).now()
    return client.post("/setup/second-factor/", {"code": code})
