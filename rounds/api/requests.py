"""Headers of a command: request id, version, the tablet's own number."""

import re
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.request import Request

from rounds.commands.steps import Call
from rules.refusals import Refused
from staff.commands.signing import Signer, identify
from staff.models import Person, Tablet
from tables.clock import database_time

_VERSION = re.compile(r'(?:W/)?"([0-9]{1,9})"')


def call_of(request: Request, *, needs_version: bool = True) -> Call:
    """Read who calls, under which id, and on which version of the round."""
    return Call(
        by=person_of(request),
        request_id=request_id(request),
        version=version(request) if needs_version else None,
        tablet_seq=tablet_seq(request),
    )


def person_of(request: Request) -> Person:
    assert isinstance(request.user, Person)
    return request.user


def request_id(request: Request) -> UUID:
    given = request.headers.get("Idempotency-Key", "")
    if not given:
        raise Refused(
            "request_id_required",
            _("The header Idempotency-Key is missing: a UUID made by you for this call."),
        )
    try:
        return UUID(given.strip('"'))
    except ValueError:
        raise ParseError(_("Idempotency-Key must be a UUID.")) from None


def version(request: Request) -> int:
    given = request.headers.get("If-Match", "")
    if not given:
        raise Refused(
            "version_required",
            _("The header If-Match is missing: say which version of the round you saw."),
        )
    found = _VERSION.fullmatch(given.strip())
    if found is None:
        raise ParseError(_("If-Match must be the round's version in quotes."))
    return int(found[1])


def tablet_seq(request: Request) -> int | None:
    given = request.headers.get("X-Tablet-Seq", "")
    if not given:
        return None
    if not given.isdecimal() or len(given) > 15:
        raise ParseError(_("X-Tablet-Seq must be a whole number."))
    return int(given)


def signer_of(request: Request, signature: dict[str, Any]) -> Signer:
    """Find out who signs beside the person who is signed in."""
    tablet = getattr(request._request, "tablet", None)
    return identify(
        signature["badge"],
        signature["pin"],
        property_id=person_of(request).property_id,
        tablet=tablet if isinstance(tablet, Tablet) else None,
        at=database_time(),
    )
