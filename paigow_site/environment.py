"""Read settings from the environment, and from nowhere else."""

import os
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

ROLES = ("app", "owner", "sequencer", "signer", "auditor")


def text_setting(name: str, default: str = "") -> str:
    """The variable itself, or the content of the file NAME_FILE points to (a container secret)."""
    file = os.environ.get(f"{name}_FILE")
    if file:
        return Path(file).read_text().strip()
    return os.environ.get(name, default)


def flag(name: str, *, default: bool = False) -> bool:
    value = text_setting(name, "1" if default else "0").lower()
    if value not in {"0", "1", "true", "false", "yes", "no", ""}:
        raise ImproperlyConfigured(f"{name} is 0 or 1, not {value!r}")
    return value in {"1", "true", "yes"}


def whole_setting(name: str, default: int) -> int:
    return int(text_setting(name, str(default)))


def words(name: str, default: str = "") -> list[str]:
    return [word for word in text_setting(name, default).replace(",", " ").split() if word]


def pairs(name: str) -> dict[str, str]:
    """Words such as `floor-staff=dealer`, as a table."""
    found = {}
    for word in words(name):
        first, equals, second = word.rpartition("=")
        if not (first and equals and second):
            raise ImproperlyConfigured(f"{name} has words such as group=role, not {word!r}")
        found[first] = second
    return found


def secret_key(*, debug: bool) -> str:
    key = text_setting("SECRET_KEY")
    if key and (debug or len(key) >= 50):
        return key
    if debug:
        return "only-for-development-" + "x" * 40
    raise ImproperlyConfigured("SECRET_KEY must be set, at least 50 characters long")


def database(url: str) -> dict[str, object]:
    """Turn postgresql://user:password@host:port/name?options into a Django connection.

    The hosts may be several, as libpq takes them, with ?target_session_attrs=primary; ?pgbouncer=1
    says that PgBouncer is in between.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured("DATABASE_URL must begin with postgresql://")
    options: dict[str, object] = dict(parse_qsl(parts.query))
    user, _, password = parts.netloc.rpartition("@")[0].partition(":")
    hosts, ports = host_list(parts.netloc.rpartition("@")[2])
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(user),
        "PASSWORD": unquote(password),
        "HOST": options.pop("host", None) or hosts,
        "PORT": ports,
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        # A server-side cursor belongs to a session, and behind PgBouncer a session is nobody's.
        "DISABLE_SERVER_SIDE_CURSORS": options.pop("pgbouncer", "0") == "1",
        "OPTIONS": {
            "application_name": "paigow",
            "connect_timeout": 2,  # seconds; a suspended server accepts and then says nothing
            # Only `foundation.prepared.planned_cursor` prepares; Django's own cursors never do.
            "prepare_threshold": 1,
            # Milliseconds; a machine that is gone keeps nobody waiting until TCP gives up.
            "tcp_user_timeout": 15000,
            **options,
        },
    }


def host_list(text: str) -> tuple[str, str]:
    """Turn "db1:5432,db2:5432" into "db1,db2" and "5432,5432", as libpq wants them."""
    found = [urlsplit(f"//{each}") for each in text.split(",")]
    ports = [str(each.port or "") for each in found]
    return ",".join(each.hostname or "" for each in found), ",".join(ports if any(ports) else [])


def databases() -> dict[str, dict[str, object]]:
    """One database, seen by its roles: `default` is the application, `owner` only migrates.

    A process has the roles whose address it was given (DATABASE_URL_SIGNER and so on); another
    role falls back to the application's, and the database then refuses what that may not do.
    DATABASE_URL_READER is a replica's address for the role `auditor`, who reads at length.
    """
    app_url = text_setting("DATABASE_URL", "postgresql://app@127.0.0.1:5432/paigow")
    urls = {role: text_setting(f"DATABASE_URL_{role.upper()}", app_url) for role in ROLES}
    urls["app"] = app_url
    urls["auditor"] = text_setting("DATABASE_URL_READER") or urls["auditor"]
    default = urls[text_setting("PAIGOW_DB_ROLE", "app")]
    found = {role: database(url) for role, url in urls.items() if role != "app"}
    return {"default": database(default), **found}
