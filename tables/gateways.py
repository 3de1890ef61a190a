"""E-mail and text messages through a gateway of the house, which it names itself.

A message says that something waits and never what: mailboxes and telephones are not ours.
"""

import http.client
import json
import smtplib
from urllib.parse import urlsplit

from django.core.mail import EmailMessage, get_connection

from foundation.vault import VaultClosed, unseal
from foundation.web_push import Delivery
from tables.models import NoticeGateway

SECONDS = 5
PORTS = {"smtp": 587, "smtps": 465, "https": 443, "http": 80}


def place_of(gateway: NoticeGateway) -> str:
    """Where the gateway's secret is sealed for."""
    return f"tables_notice_gateway:{gateway.property_id}:{gateway.via}"


def send_by(gateway: NoticeGateway, to: str, subject: str, text: str) -> Delivery:
    """Hand a message to the gateway; whatever it is that fails, it is tried again."""
    try:
        secret = unseal(gateway.secret, place_of(gateway)) if gateway.secret else ""
        if urlsplit(gateway.address).scheme in ("smtp", "smtps"):
            return _mail(gateway, secret, to, subject, text)
        return _post(gateway, secret, to, f"{subject}: {text}")
    except (OSError, smtplib.SMTPException, http.client.HTTPException, VaultClosed):
        return Delivery.LATER


def _mail(gateway: NoticeGateway, secret: str, to: str, subject: str, text: str) -> Delivery:
    where = urlsplit(gateway.address)
    line = get_connection(
        "django.core.mail.backends.smtp.EmailBackend",
        host=where.hostname,
        port=where.port or PORTS[where.scheme],
        username=gateway.account,
        password=secret,
        use_ssl=where.scheme == "smtps",
        # A password never travels in the clear; without one, a server of the house may be plain.
        use_tls=where.scheme == "smtp" and bool(secret),
        timeout=SECONDS,
    )
    sent = EmailMessage(subject, text, gateway.sender, [to], connection=line).send()
    return Delivery.TAKEN if sent else Delivery.LATER


def _post(gateway: NoticeGateway, secret: str, to: str, text: str) -> Delivery:
    where = urlsplit(gateway.address)
    host, port = where.hostname or "", where.port or PORTS[where.scheme]
    kind = http.client.HTTPSConnection if where.scheme == "https" else http.client.HTTPConnection
    line = kind(host, port, timeout=SECONDS)
    headers = {"Content-Type": "application/json"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    body = json.dumps({"to": to, "from": gateway.sender, "text": text})
    path = (where.path or "/") + (f"?{where.query}" if where.query else "")
    try:
        line.request("POST", path, body, headers)
        status = line.getresponse().status
    finally:
        line.close()
    return Delivery.TAKEN if 200 <= status < 300 else Delivery.LATER
