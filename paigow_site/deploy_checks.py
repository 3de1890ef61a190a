"""What `manage.py check --deploy` asks beyond Django's own questions, before a floor opens.

With `--database default` it also asks the database.
"""

from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DatabaseError, connection
from django.utils import timezone

from audit.log.notes import BadNote, VerifierKey
from audit.queries.gaps import protection_gaps
from foundation.vault import SHORTEST_KEY
from staff.models import Installation, Role
from staff.provider import is_safe

# Names under which a witness answers that runs beside the floor.
BESIDE = frozenset({"", "localhost", "witness"})
CLOCK_SECONDS = 2.0
DURABLE = ("fsync", "full_page_writes", "synchronous_commit")


@register(Tags.security, deploy=True)
def check_settings(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    return [*_https(), *_witness(), *_vault(), *_provider()]


def _https() -> Iterator[CheckMessage]:
    if settings.PLAIN_HTTP:
        yield Error(
            "Pages, PINs and sessions travel in the clear.",
            hint="Unset PLAIN_HTTP and DEBUG, and put a TLS proxy in front.",
            id="paigow.E001",
        )
    if settings.DEMO:
        yield Error(
            "This is a demo floor: its second factor stands on the sign-in page.",
            hint="Unset DEMO.",
            id="paigow.E002",
        )


def _witness() -> Iterator[CheckMessage]:
    if not settings.WITNESS_URL:
        yield Error(
            "No witness: a record that was cut short would not be noticed.",
            hint="Set WITNESS_URL and WITNESS_KEY.",
            id="paigow.E003",
        )
        return
    if is_beside(urlsplit(settings.WITNESS_URL).hostname or ""):
        yield checks.Warning(
            "The witness runs beside the floor; whoever holds this machine holds both.",
            hint="Run it on the surveillance room's own machine and set WITNESS_URL to that.",
            id="paigow.W001",
        )
    try:
        VerifierKey.parse(settings.WITNESS_KEY)
    except BadNote:
        yield checks.Warning(
            "The witness's key is not pinned; the first one that answers is believed.",
            hint="Set WITNESS_KEY to what its /vkey shows, read on its own machine.",
            id="paigow.W002",
        )


def _vault() -> Iterator[CheckMessage]:
    keys = settings.VAULT_KEYS
    if not keys:
        yield Error(
            "No key for secrets at rest: nobody's second factor can be set up or checked.",
            hint="Set VAULT_KEYS to what `manage.py vault key` makes, for web and office.",
            id="paigow.E004",
        )
    if any(len(each) < SHORTEST_KEY or each == settings.SECRET_KEY for each in keys):
        yield Error(
            "A key for secrets at rest is short, or is the SECRET_KEY.",
            hint="Put one of its own in front (`manage.py vault key`), then `vault rotate`.",
            id="paigow.E005",
        )


def _provider() -> Iterator[CheckMessage]:
    if not settings.OIDC_ISSUER:
        return
    wrong = []
    if not is_safe(settings.OIDC_ISSUER):
        wrong.append("OIDC_ISSUER is not https")
    if not (settings.OIDC_CLIENT_ID and settings.OIDC_CLIENT_SECRET):
        wrong.append("OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is missing")
    strange = sorted({*settings.OIDC_ROLES.values()} - {*Role.values})
    if strange or not settings.OIDC_ROLES:
        wrong.append(f"OIDC_ROLES names no role: {' '.join(strange)}".rstrip(": "))
    if wrong:
        yield Error(
            f"Nobody can sign in with the identity provider: {'; '.join(wrong)}.",
            hint="docs/operations.md, “An identity provider of the house”.",
            id="paigow.E006",
        )
    if not settings.OIDC_AMR:
        yield checks.Warning(
            "Nobody asks the identity provider whether it saw a second factor.",
            hint="Set OIDC_AMR to what it says then, such as mfa.",
            id="paigow.W003",
        )


def is_beside(host: str) -> bool:
    """Whether a host is this machine, or a container of the same project."""
    if host in BESIDE:
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


@register(Tags.database, deploy=True)
def check_database(
    app_configs: Sequence[Any] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    if "default" not in (databases or ()):
        return []
    try:
        return [*_role(), *_durability(), *_protections(), *_operator(), *_clock()]
    except DatabaseError as error:
        return [Error(f"The database cannot be asked: {error}", id="paigow.E010")]


def _role() -> Iterator[CheckMessage]:
    name, *powers = _row(ROLE)
    if any(powers):
        yield Error(
            f"The role {name!r} can do what the record must be safe from.",
            hint="Give the floor the role `app` of `python -m paigow_site.servers.roles`.",
            id="paigow.E011",
        )


def _durability() -> Iterator[CheckMessage]:
    off = [name for name in DURABLE if _row(f"select current_setting('{name}')") == ("off",)]
    if off:
        yield Error(
            f"A power cut would lose what was acknowledged: {', '.join(off)} off.",
            hint="Switch it on in the server's configuration.",
            id="paigow.E012",
        )


def _protections() -> Iterator[CheckMessage]:
    for gap in protection_gaps():
        yield Error(
            f"Protections of the database are switched off: {', '.join(gap.detail['triggers'])}.",
            hint="Find out who did it. `alter table … enable always trigger …` puts one back.",
            id="paigow.E013",
        )


def _operator() -> Iterator[CheckMessage]:
    named = Installation.objects.first()
    if named is None and settings.OPERATOR.endswith(".example"):
        yield Error(
            "No operator is named; the record of every house begins with that name.",
            hint="Set the installation up: on the page, or with `manage.py setup`.",
            id="paigow.E014",
        )


def _clock() -> Iterator[CheckMessage]:
    (there,) = _row("select clock_timestamp()")
    offset = abs((timezone.now() - there).total_seconds())
    if offset > CLOCK_SECONDS:
        yield Error(
            f"This machine's clock and the database's are {offset:.1f} s apart.",
            hint="Let both follow the same time servers.",
            id="paigow.E015",
        )


def _row(query: str) -> tuple[Any, ...]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return tuple(cursor.fetchone())


ROLE = """
select rolname, rolsuper, rolbypassrls, rolcreaterole, rolreplication,
       pg_has_role(current_user, (select datdba from pg_database
                                   where datname = current_database()), 'usage')
  from pg_roles where rolname = current_user
"""
