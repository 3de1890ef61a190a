"""A property with a log, for tests that seal, sign and tamper."""

from contextlib import contextmanager
from datetime import UTC, datetime

from django.db import connection, transaction

from audit.commands.sequence import seal_log
from audit.commands.sign import sign_tree
from audit.events import EventKind
from audit.log.merkle import Frontier
from audit.models import Event, Leaf
from audit.queries.trees import open_tree
from audit.record import append
from staff.commands.signing import Signer
from staff.models import Role
from tests.factories import make_person, make_property


def now():
    return datetime.now(UTC)


class House:
    def __init__(self, house=None):
        self.property = house or make_property()
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


def rewound(house, superuser, size):
    """What a restored backup looks like: a shorter tree, and its checkpoints only up to there."""
    tree = house.tree
    leaves = Leaf.objects.filter(tree_id=tree.tree_id, idx__lt=size).order_by("idx")
    frontier = Frontier()
    frontier.extend([bytes(leaf.hash) for leaf in leaves])
    tables = ["audit_event", "audit_pending", "audit_tree", "audit_leaf", "audit_node"]
    with unprotected(superuser, *tables, "audit_checkpoint", "audit_cosignature"):
        superuser.execute(
            "delete from audit_event where id in"
            " (select event_id from audit_leaf where tree_id = %s and idx >= %s)",
            [tree.tree_id, size],
        )
        superuser.execute(
            "update audit_stream s set v = e.last from"
            " (select stream, max(stream_v) as last from audit_event where log_id = %s"
            "  group by stream) e where s.stream = e.stream",
            [house.log_id],
        )
        superuser.execute(
            "delete from audit_stream s where starts_with(s.stream, %s)"
            " and not exists (select 1 from audit_event e where e.stream = s.stream)",
            [f"{house.log_id}-"],
        )
        superuser.execute(
            "delete from audit_leaf where tree_id = %s and idx >= %s", [tree.tree_id, size]
        )
        for table in ("audit_checkpoint", "audit_cosignature"):
            superuser.execute(
                f"delete from {table} where tree_id = %s and size > %s", [tree.tree_id, size]
            )
        superuser.execute(
            "delete from audit_node where tree_id = %s and (idx + 1) * 256 ^ level > %s",
            [tree.tree_id, size],
        )
        superuser.execute(
            "update audit_tree set size = %s, frontier = %s where id = %s",
            [size, frontier.to_bytes(), tree.tree_id],
        )


def signed_by_two(house):
    """The PINs of compliance and surveillance, as a release of evidence takes them."""
    second = make_person(house.property, Role.SURVEILLANCE)
    signers = {"own": house.compliance, "second": second}
    return {place: Signer(person, None, now()) for place, person in signers.items()}
