"""A deed: one command as both doors offer it, with its facts, its signatures and its answer."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from django.db import models
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError

from audit.receipts import once
from rules.refusals import Refused
from staff.commands.signing import Signer, identify
from staff.models import Person, Tablet
from staff.policy import Act, require
from staff.wire import Facts
from tables.clock import database_time

_VERSION = re.compile(r'(?:W/)?"([0-9]{1,9})"')


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a signature: who may sign there, and whether somebody must."""

    name: str
    label: Promise
    act: Act
    required: bool = True


@dataclass(frozen=True, slots=True)
class Doing:
    """One call of a command: who, when, on which version, with which facts and signatures."""

    by: Person
    at: datetime
    version: int | None
    facts: Mapping[str, Any]
    ids: Mapping[str, int]
    signers: Mapping[str, Signer] = field(default_factory=dict)

    def signer(self, name: str) -> Signer:
        return self.signers[name]


@dataclass(frozen=True, slots=True)
class Deed:
    """A command as pages and API offer it; `do` calls it, `answer` says how things are then.

    `act` is what the person who is signed in must be allowed; each slot says who may sign there.
    """

    name: str
    path: str
    says: Promise
    act: Act
    facts: type[Facts]
    do: Callable[[Doing], models.Model | list[Any]]
    answer: Callable[[Person, Any], Mapping[str, Any]]
    slots: tuple[Slot, ...] = ()
    needs_version: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """What a door read from a request, before anything was checked against the floor."""

    by: Person
    tablet: Tablet | None
    request_id: UUID
    version: int | None
    ids: Mapping[str, int]
    facts: Mapping[str, Any]
    signatures: Mapping[str, Mapping[str, str]]


def carry_out(deed: Deed, given: Given) -> dict[str, Any]:
    """Check the signatures, then call the command once for this request id.

    The PINs are checked in a transaction of their own, and never become part of the receipt.
    """
    require(given.by, deed.act)
    signers = _signers(deed, given)
    at = database_time()
    doing = Doing(given.by, at, given.version, given.facts, given.ids, signers)
    body = {
        "facts": plain(given.facts),
        "ids": dict(given.ids),
        "version": given.version,
        "signers": {name: signer.person.pk for name, signer in signers.items()},
    }

    def act() -> dict[str, Any]:
        return dict(plain(deed.answer(given.by, deed.do(doing))))

    return once(given.request_id, command=deed.name, by=given.by, body=body, act=act)


def plain(value: Any) -> Any:
    """Bring a sheet into what JSON can hold."""
    written = orjson.dumps(value, option=orjson.OPT_UTC_Z | orjson.OPT_NON_STR_KEYS, default=str)
    return orjson.loads(written)


def request_id_of(headers: Mapping[str, str]) -> UUID:
    given = headers.get("Idempotency-Key", "")
    if not given:
        raise Refused(
            "request_id_required",
            _("The header Idempotency-Key is missing: a UUID made by you for this call."),
        )
    try:
        return UUID(given.strip('"'))
    except ValueError:
        raise ParseError(_("Idempotency-Key must be a UUID.")) from None


def version_of(headers: Mapping[str, str]) -> int:
    given = headers.get("If-Match", "")
    if not given:
        raise Refused(
            "version_required",
            _("The header If-Match is missing: say which version of the table you saw."),
        )
    found = _VERSION.fullmatch(given.strip())
    if found is None:
        raise ParseError(_("If-Match must be the table's version in quotes."))
    return int(found[1])


def tablet_of_request(request: HttpRequest) -> Tablet | None:
    tablet = getattr(request, "tablet", None)
    return tablet if isinstance(tablet, Tablet) else None


def _signers(deed: Deed, given: Given) -> dict[str, Signer]:
    found: dict[str, Signer] = {}
    for slot in deed.slots:
        signature = given.signatures.get(slot.name)
        if signature is None:
            if slot.required:
                raise Refused(
                    "signature_missing",
                    _("A signature is missing: {who}.").format(who=slot.label),
                )
            continue
        signer = identify(
            signature["badge"],
            signature["pin"],
            property_id=given.by.property_id,
            tablet=given.tablet,
            at=database_time(),
        )
        require(signer.person, slot.act)
        found[slot.name] = signer
    return found
