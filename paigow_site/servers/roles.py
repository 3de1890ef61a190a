"""The database roles, and what each may do before any migration has spoken.

owner      migrations only; owns the database and every object in it
app        web, feed and worker: reads and writes rows, no definitions
sequencer  puts audit events in order
signer     signs checkpoints
auditor    reads everything, writes nothing

Grants on single objects belong to the migrations that make them. For a server of your own, set
DATABASE_URL_ADMIN (a superuser) and the address of each role, then:

    python -m paigow_site.servers.roles
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

import psycopg
from psycopg import sql

from paigow_site.environment import text_setting

ROLES = ("owner", "app", "sequencer", "signer", "auditor")

Timeouts = Mapping[str, str]

FLOOR_TIMEOUTS: Timeouts = {
    "lock_timeout": "2s",
    "statement_timeout": "5s",
    "idle_in_transaction_session_timeout": "10s",
    "transaction_timeout": "15s",
}
REPORT_TIMEOUTS: Timeouts = {
    "lock_timeout": "2s",
    "statement_timeout": "10min",
    "idle_in_transaction_session_timeout": "10min",
    "transaction_timeout": "15min",
}
# A test keeps its transaction open from its first line to its last, on a machine under load.
PATIENT_TIMEOUTS: Timeouts = {
    "lock_timeout": "30s",
    "statement_timeout": "60s",
    "idle_in_transaction_session_timeout": "0",
    "transaction_timeout": "0",
}
MIGRATION_TIMEOUTS: Timeouts = {
    "lock_timeout": "10s",
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "transaction_timeout": "0",
}


def timeouts_of(role: str, *, patient: bool) -> Timeouts:
    if role == "owner":
        return MIGRATION_TIMEOUTS
    if patient:
        return PATIENT_TIMEOUTS
    return REPORT_TIMEOUTS if role == "auditor" else FLOOR_TIMEOUTS


Connection = psycopg.Connection[tuple[object, ...]]


def create_roles(admin: Connection, passwords: Mapping[str, str], *, patient: bool = False) -> None:
    """Make each role that is missing, and set password and limits of all of them."""
    existing = {name for (name,) in admin.execute("SELECT rolname FROM pg_roles")}
    for role in ROLES:
        name = sql.Identifier(role)
        if role not in existing:
            admin.execute(sql.SQL("CREATE ROLE {}").format(name))
        admin.execute(
            sql.SQL(
                "ALTER ROLE {} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION"
                " NOBYPASSRLS PASSWORD {}"
            ).format(name, sql.Literal(passwords[role]))
        )
        for setting, value in timeouts_of(role, patient=patient).items():
            admin.execute(
                sql.SQL("ALTER ROLE {} SET {} = {}").format(
                    name, sql.Identifier(setting), sql.Literal(value)
                )
            )
    admin.execute("ALTER ROLE auditor SET default_transaction_read_only = on")


def create_database(admin: Connection, database: str, *, template: str = "") -> None:
    """Make a database owned by `owner`."""
    name = sql.Identifier(database)
    # template0 with the builtin locale sorts the same on every machine, whatever its libc.
    origin = (
        sql.SQL("TEMPLATE {} STRATEGY WAL_LOG").format(sql.Identifier(template))
        if template
        else sql.SQL(
            "TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'"
            " LOCALE 'C'"
        )
    )
    admin.execute(sql.SQL("CREATE DATABASE {} OWNER owner {}").format(name, origin))
    close_database(admin, database)


def close_database(admin: Connection, database: str) -> None:
    """Let in the roles alone, and none of them but `owner` makes anything: no temporary table."""
    name = sql.Identifier(database)
    admin.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(name))
    for role in ROLES:
        if role != "owner":
            whose = sql.Identifier(role)
            admin.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM {}").format(name, whose))
    admin.execute(
        sql.SQL("GRANT CONNECT ON DATABASE {} TO app, sequencer, signer, auditor").format(name)
    )


def database_exists(admin: Connection, database: str) -> bool:
    found = admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database])
    return found.fetchone() is not None


def grant_defaults(inside: Connection) -> None:
    """Say what every table that `owner` makes from now on allows. Run inside the database."""
    future = "ALTER DEFAULT PRIVILEGES FOR ROLE owner IN SCHEMA public GRANT"
    for statement in (
        "REVOKE ALL ON SCHEMA public FROM PUBLIC",
        "GRANT USAGE ON SCHEMA public TO app, sequencer, signer, auditor",
        f"{future} SELECT, INSERT, UPDATE, DELETE ON TABLES TO app",
        f"{future} USAGE, SELECT ON SEQUENCES TO app",
        f"{future} SELECT ON TABLES TO auditor",
    ):
        inside.execute(statement)


def prepare(
    admin_url: str, database: str, passwords: Mapping[str, str], *, patient: bool = False
) -> None:
    """Bring roles and database to the state in which migrations can begin; safe to repeat."""
    with psycopg.connect(admin_url, autocommit=True) as admin:
        create_roles(admin, passwords, patient=patient)
        if database_exists(admin, database):
            close_database(admin, database)
        else:
            create_database(admin, database)
    with psycopg.connect(admin_url, dbname=database, autocommit=True) as inside:
        grant_defaults(inside)


def main() -> None:
    variables = {
        role: "DATABASE_URL" if role == "app" else f"DATABASE_URL_{role.upper()}" for role in ROLES
    }
    admin_url = text_setting("DATABASE_URL_ADMIN")
    urls = {role: urlsplit(text_setting(name)) for role, name in variables.items()}
    missing = [variables[role] for role, url in urls.items() if url.username != role]
    if missing or not admin_url:
        sys.exit("set DATABASE_URL_ADMIN and, each with its role's name: " + ", ".join(missing))
    database = unquote(urls["owner"].path.lstrip("/"))
    prepare(admin_url, database, {role: unquote(url.password or "") for role, url in urls.items()})
    print(f"the roles and the database {database!r} are ready")


if __name__ == "__main__":
    main()
