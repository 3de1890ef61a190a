"""Short ways to do what several tests do first."""

from datetime import UTC, datetime, timedelta

from django.core.exceptions import PermissionDenied

from audit.models import Event
from rules.refusals import Refused
from staff.commands.signing import Signer
from tables.commands.at_table import InspectionFacts, bring_set, inspect_set, verify_inspection
from tables.commands.dealers import assign_floorperson, tap_in
from tables.commands.table_state import begin_opening
from tables.games import KINDS
from tables.models import TableState
from tests.factories import make_floor, make_set, make_table

NOON = datetime(2026, 3, 2, 17, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def signer(person, at=NOON):
    return Signer(person, None, at)


def complete(kind="tiles"):
    """An inspection in which everything was ticked off."""
    rules = KINDS[kind]
    return InspectionFacts(
        groups=tuple(each.code for each in rules.groups),
        checks=tuple(each.code for each in rules.checks),
    )


def kinds_of(thing):
    """The kinds of events about a thing, in order."""
    name = f"{thing.audit_name}:{thing.pk}"
    found = Event.objects.filter(about__contains=[name]).order_by("at", "stream_v")
    return list(found.values_list("kind", flat=True))


class refused:  # noqa: N801
    """`with refused("code"):` the step is refused with this code."""

    def __init__(self, code):
        self.code = code

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if self.code == "role":
            assert isinstance(error, PermissionDenied), error
            return True
        assert isinstance(error, Refused), f"not refused with {self.code}: {error!r}"
        assert error.code == self.code, error
        self.refusal = error
        return True


def closed_table(profile="maryland", **options):
    """A floor with a second, closed table; its dealer is free."""
    floor = make_floor(profile, at=NOON, **options)
    floor.closed = make_table(floor, at=NOON, state=TableState.CLOSED, empty=True)
    return floor


def opening_table(profile="maryland", **options):
    """A table being opened, with a dealer and a floorperson, and nothing on it."""
    floor = closed_table(profile, **options)
    begin_opening(floor.closed.pk, by=floor.pit_manager, at=NOON)
    tap_in(floor.closed.pk, "", by=floor.second_dealer, at=NOON)
    assign_floorperson(
        floor.closed.pk, floor.second_floorperson.pk, by=floor.second_floorperson, at=NOON
    )
    floor.closed.refresh_from_db()
    return floor


def with_set(floor, kind="tiles", at=NOON, **fields):
    """Bring a set to the table being opened."""
    equipment = make_set(floor, kind, at=at, **fields)
    bring_set(floor.closed.pk, equipment.pk, by=floor.pit_manager, at=at)
    return equipment


def inspected(floor, kind="tiles", facts=None):
    return inspect_set(
        floor.closed.pk,
        kind,
        facts or complete(kind),
        signer=signer(floor.second_dealer),
        at=NOON + MINUTE,
    )


def verified(floor, inspection):
    return verify_inspection(
        inspection.pk, signer=signer(floor.second_floorperson), at=NOON + 2 * MINUTE
    )
