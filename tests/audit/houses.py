"""A property with a log, for tests that seal, sign and tamper."""

from contextlib import contextmanager
from datetime import UTC, datetime

from django.db import connection, transaction

from audit.commands.sequence import seal_log
from audit.commands.sign import sign_tree
from audit.events import EventKind
from audit.models import Event
from audit.queries.trees import open_tree
from audit.record import append
from staff.models import Role
from tests.factories import make_person, make_property


def now():
    return datetime.now(UTC)


class House:
    def __init__(self):
        self.property = make_property()
        self.compliance = make_person(self.property, Role.COMPLIANCE)
        self.administrator = make_person(self.property, Role.ADMINISTRATOR)

    @property
    def log_id(self):
        return self.property.pk

    @property
    def tree(self):
        return open_tree(self.log_id)

    def record(self, count=1, *, subject="table:1", kind=EventKind.TABLE_OPENED, **detail):
        with transaction.atomic():
            return [
                append(
                    kind,
                    log_id=self.log_id,
                    subjects=[f"{self.log_id}-{subject}"],
                    by=self.compliance,
                    at=now(),
                    detail={"n": number, **detail},
                    change={"before": None, "after": None},
                )
                for number in range(count)
            ]

    def seal(self):
        return seal_log(self.log_id)

    def sign(self):
        return sign_tree(self.tree.tree_id, at=now())

    def grow(self, count=10, **detail):
        """Record, seal and sign."""
        self.record(count, **detail)
        self.seal()
        self.sign()
        return self.tree

    def events(self):
        return Event.objects.filter(log_id=self.log_id)

    def rows(self, query, *arguments):
        with connection.cursor() as cursor:
            cursor.execute(query, arguments)
            return cursor.fetchall()


@contextmanager
def unprotected(superuser, *tables):
    """Do to tables what their triggers forbid, and put the triggers back as they were."""
    with superuser.transaction():
        triggers = superuser.execute(
            "select tgrelid::regclass::text, tgname, tgenabled from pg_trigger"
            " where tgrelid = any(%s::regclass[]) and not tgisinternal",
            [list(tables)],
        ).fetchall()
        for table in tables:
            superuser.execute(f"alter table {table} disable trigger user")
        yield superuser
        for table, trigger, state in triggers:
            always = "always" if state in ("A", b"A") else ""
            superuser.execute(f'alter table {table} enable {always} trigger "{trigger}"')
