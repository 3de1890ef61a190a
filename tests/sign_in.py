"""Sign in without walking through the page: for tests that are about something else."""

from datetime import UTC, datetime
from importlib import import_module
from secrets import token_urlsafe

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

from audit.events import EventKind
from audit.record import record
from foundation.marks import with_mark
from staff.commands.tablets import key_digest
from staff.devices import cookie_name
from staff.models import Person, Tablet
from staff.sessions import Factor, open_session


def cookies_of(person: Person, tablet: Tablet | None = None) -> dict[str, str]:
    """The cookies of a browser in which this person is signed in, at a desk or on a tablet."""
    request = HttpRequest()
    request.META = {"SERVER_NAME": "testserver", "SERVER_PORT": "80"}
    request.session = import_module(settings.SESSION_ENGINE).SessionStore()
    request.tablet = tablet
    factor = Factor.PIN if tablet else Factor.PASSWORD
    open_session(request, person, factor=factor, at=datetime.now(UTC))
    cookies = {settings.SESSION_COOKIE_NAME: request.session.session_key}
    if tablet:
        cookies[cookie_name()] = enrol(tablet)
    return cookies


@transaction.atomic
def enrol(tablet: Tablet) -> str:
    """Give the tablet a new key and return it."""
    key = with_mark(token_urlsafe(32))
    Tablet.objects.filter(pk=tablet.pk).update(key_hash=key_digest(key), revoked_at=None)
    record(EventKind.TABLET_ENROLLED, about=tablet, by=None, at=datetime.now(UTC))
    return key


def sign_in(client, person: Person, tablet: Tablet | None = None):
    """Sign a person in on a test client; returns the client."""
    for name, value in cookies_of(person, tablet).items():
        client.cookies[name] = value
    return client
