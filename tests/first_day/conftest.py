"""A database of its own in which there is no house: set-up exists nowhere else."""

from uuid import uuid4

import psycopg
import pytest
from psycopg import sql

from paigow_site.servers import roles
from tests.session import TEMPLATE


@pytest.fixture
def empty_database(test_session, django_db_blocker):
    """Every connection of this process leads to a new, migrated, empty database; its name."""
    from django.db import connections

    name = f"paigow_empty_{uuid4().hex[:10]}"
    admin_url = test_session.database_url("postgres", "postgres")
    before = {alias: connections[alias].settings_dict["NAME"] for alias in connections}
    with psycopg.connect(admin_url, autocommit=True) as admin:
        roles.create_database(admin, name, template=TEMPLATE)
        _lead(name, dict.fromkeys(before, name))
        with django_db_blocker.unblock():
            yield name
        _lead(name, before)
        admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


def _lead(name: str, to: dict[str, str]) -> None:
    from django.db import connections

    connections.close_all()
    for alias, database in to.items():
        connections[alias].settings_dict["NAME"] = database
