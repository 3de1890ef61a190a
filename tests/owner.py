"""pytest plugin: tests that work as the owner of the database, as `manage.py demo` does."""

import pytest


@pytest.fixture(scope="module")
def as_owner(django_db_setup, django_db_blocker):
    """The module's tests are signed in to the database as its owner, not as the application."""
    from django.db import connections

    connection, own = connections["default"], connections["default"].settings_dict
    owner = connections["owner"].settings_dict
    with django_db_blocker.unblock():
        connection.close()
    connection.settings_dict = own | {name: owner[name] for name in ("USER", "PASSWORD")}
    yield
    with django_db_blocker.unblock():
        connection.close()
    connection.settings_dict = own
