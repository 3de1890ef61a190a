"""Service accounts: a smart table or an import that speaks to the API in its own name.

A service is nobody: it has no PIN and no password, signs nothing, and is no second person. What it
may is a list of scopes, and each of its tokens ends on a day.
"""

import secrets
from datetime import datetime, timedelta
from typing import Annotated, TypedDict
from uuid import uuid4

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from foundation.commands import Call, command
from foundation.inputs import Id, Input, Plain, Text, text
from foundation.marks import with_mark
from rules.refusals import Refused
from staff.commands.tablets import key_digest
from staff.models import Person, ServiceToken, ServiceTokenUse
from staff.policy import SCOPES, Act
from staff.recording import StaffEvent

LONGEST_DAYS = 366
DEFAULT_DAYS = 90
USE_STEP = timedelta(hours=1)

Days = Annotated[int, Field(ge=1, le=LONGEST_DAYS)]


class AddService(Input):
    """How the service is called, what it may, and for how many days its first token is good."""

    name: Annotated[str, text(60), Plain] = ""
    scopes: Annotated[tuple[Text, ...], Field(max_length=20)] = ()
    tables: Annotated[str, text(200), Plain] = ""
    """Numbers of tables, with commas or spaces; none are all."""
    days: Days = DEFAULT_DAYS


class MakeToken(Input):
    """Which service gets another token, and for how many days."""

    service_id: Id
    days: Days = DEFAULT_DAYS


class WhichService(Input):
    """Which service."""

    service_id: Id


class WhichToken(Input):
    """Which token."""

    token_id: Id


class TokenAnswer(TypedDict):
    """The token as it is now."""

    id: int
    name: str


class TokenSecretAnswer(TokenAnswer):
    """The token, and the secret that only its holder keeps."""

    secret: str


class ServiceAnswer(TypedDict):
    """The service as it is now."""

    id: int
    name: str


def token_answer(by: Person, token: ServiceToken) -> TokenAnswer:
    return {"id": token.pk, "name": token.service.name}


def token_secret_answer(by: Person, done: tuple[ServiceToken, str]) -> TokenSecretAnswer:
    token, secret = done
    return {**token_answer(by, token), "secret": secret}


def service_answer(by: Person, service: Person) -> ServiceAnswer:
    return {"id": service.pk, "name": service.name}


@command(
    AddService,
    act=Act.MANAGE_SERVICES,
    says=gettext_lazy("Add a service"),
    answer=token_secret_answer,
    keeps_answer=False,
)
def add_service(call: Call[AddService]) -> tuple[ServiceToken, str]:
    """Add a service account with its first token; it acts in its own name and in nobody else's."""
    facts = call.input
    _guard_facts(facts)
    number = f"svc-{uuid4().hex[:12]}"
    service = Person(
        property=call.by.property,
        badge=number,
        licence_number=number,
        name=facts.name,
        is_service=True,
        scopes=sorted(set(facts.scopes)),
        scope_tables=_numbers(facts.tables),
    )
    try:
        with transaction.atomic():
            service.save()
    except IntegrityError:
        raise Refused("name_taken", _("Another service has this name.")) from None
    said = {"name": service.name, "scopes": service.scopes, "tables": service.scope_tables}
    call.record(StaffEvent.SERVICE_ADDED, about=service, detail=said)
    return _make_token(call, service, facts.days)


@command(
    MakeToken,
    act=Act.MANAGE_SERVICES,
    says=gettext_lazy("New token"),
    answer=token_secret_answer,
    keeps_answer=False,
)
def make_token(call: Call[MakeToken]) -> tuple[ServiceToken, str]:
    """Give a service another token, so that the one before can be taken away without a gap."""
    service = _locked(call.input.service_id, call.by)
    if not service.is_active:
        raise Refused("service_shut", _("This service is shut out. Add a new one."))
    return _make_token(call, service, call.input.days)


@command(WhichToken, act=Act.MANAGE_SERVICES, says=gettext_lazy("Revoke"), answer=token_answer)
def revoke_token(call: Call[WhichToken]) -> ServiceToken:
    """Shut a token out; what it did stays on the record."""
    tokens = ServiceToken.objects.select_for_update(of=("self",)).select_related("service")
    token = tokens.get(pk=call.input.token_id, property_id=call.by.property_id)
    token.revoked_at = token.revoked_at or call.at
    token.save(update_fields=["revoked_at"])
    name = token.service.name
    call.record(StaffEvent.TOKEN_REVOKED, about=[token, token.service], detail={"name": name})
    return token


@command(
    WhichService, act=Act.MANAGE_SERVICES, says=gettext_lazy("Shut out"), answer=service_answer
)
def shut_service(call: Call[WhichService]) -> Person:
    """Shut a service out for good, with all its tokens."""
    service = _locked(call.input.service_id, call.by)
    service.is_active, service.left_at = False, call.at
    service.save(update_fields=["is_active", "left_at"])
    call.record(StaffEvent.SERVICE_SHUT, about=service, detail={"name": service.name})
    for token in service.tokens.filter(revoked_at__isnull=True).order_by("pk"):
        revoke_token.run(call.asking(WhichToken(token_id=token.pk)))
    return service


def note_use(token: ServiceToken, at: datetime) -> None:
    """Remember when a token was last used, to the hour: no right depends on it."""
    known = getattr(token, "use", None)
    if known is None or at - known.last_used_at > USE_STEP:
        ServiceTokenUse.objects.update_or_create(token_id=token.pk, defaults={"last_used_at": at})


def _make_token(
    call: Call[AddService] | Call[MakeToken], service: Person, days: int
) -> tuple[ServiceToken, str]:
    secret = with_mark(secrets.token_urlsafe(32))
    token = ServiceToken.objects.create(
        property_id=service.property_id,
        service=service,
        token_hash=key_digest(secret),
        made_at=call.at,
        expires_at=call.at + timedelta(days=days),
    )
    said = {"name": service.name, "expires_at": token.expires_at}
    call.record(StaffEvent.TOKEN_MADE, about=[token, service], detail=said)
    return token, secret


def _guard_facts(facts: AddService) -> None:
    if not facts.name:
        raise Refused("name_missing", _("Give the service a name, such as its table's."))
    if not facts.scopes or not set(facts.scopes) <= set(SCOPES):
        raise Refused("scopes_missing", _("Choose at least one thing that the service may do."))


def _numbers(tables: str) -> list[int]:
    words = tables.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
        raise Refused("bad_tables", _("Name tables by their numbers, such as 7, 8, 12."))
    return sorted({int(word) for word in words})


def _locked(service_id: int, by: Person) -> Person:
    services = Person.services.select_for_update()
    return services.get(pk=service_id, property_id=by.property_id)
