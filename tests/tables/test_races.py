"""What two people, or two machines, do at the same moment. Real commits, real locks."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Barrier

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction

from audit.models import Event
from foundation.clock import database_time
from rounds.models import Round
from rules.refusals import Refused
from tables.commands.at_table import bring_set, inspect_set, verify_inspection
from tables.commands.envelopes import EnvelopeFacts, collect_envelopes, seal_envelope
from tables.commands.sweeping import sweep_limits
from tables.guards import at_table_now, guard_round_may_start
from tables.locks import locked_table
from tables.models import (
    Alert,
    DealerShift,
    EquipmentMove,
    EquipmentSet,
    FloorAssignment,
    Inspection,
    Placement,
)
from tables.tasks import sweep_equipment
from tests.factories import make_floor, make_person, make_set, make_table
from tests.rounds.playing import Dealer
from tests.tables.acts import complete, opening_table, signer

pytestmark = pytest.mark.usefixtures("committed")


def at_once(*acts):
    """Start all acts at the same moment, each on a connection of its own; return what each said."""
    together = Barrier(len(acts))

    def run(act):
        try:
            together.wait(timeout=60)
            act()
        except Refused as refused:
            return refused.code
        except PermissionDenied:
            return "role"
        else:
            return "done"
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result(timeout=120) for future in [pool.submit(run, act) for act in acts]]


def events(floor, kind):
    return Event.objects.filter(log_id=floor.property.pk, kind=kind).count()


def test_a_set_goes_to_one_of_two_tables():
    floor = opening_table()
    other = make_table(floor, empty=True, state="opening")
    for _round in range(5):
        equipment = make_set(floor)
        now = database_time()
        said = at_once(
            partial(bring_set, floor.closed.pk, equipment.pk, by=floor.pit_manager, at=now),
            partial(bring_set, other.pk, equipment.pk, by=floor.pit_manager, at=now),
        )
        assert sorted(said) == ["done", "wrong_place"]
        assert Placement.objects.filter(equipment=equipment).count() == 1
        assert EquipmentMove.objects.filter(equipment=equipment).count() == 1
        end_all(floor)


def test_a_table_gets_one_of_two_sets():
    floor = opening_table()
    for _round in range(5):
        sets = [make_set(floor) for _set in range(2)]
        now = database_time()
        said = at_once(
            *(
                partial(bring_set, floor.closed.pk, each.pk, by=floor.pit_manager, at=now)
                for each in sets
            )
        )
        assert sorted(said) == ["done", "table_has_set"]
        states = EquipmentSet.objects.filter(pk__in=[each.pk for each in sets])
        assert sorted(states.values_list("state", flat=True)) == ["at_table", "pit_stand"]
        end_all(floor)


@transaction.atomic
def end_all(floor):
    from audit.events import EventKind
    from audit.record import record

    now = database_time()
    record(EventKind.FLOOR_SET_UP, about=floor.property, by=None, at=now)
    for placement in Placement.objects.filter(property=floor.property, during__endswith=None):
        placement.during = (placement.during.lower, now)
        placement.save()


@pytest.mark.parametrize("column", ["equipment", "table"])
def test_the_database_itself_refuses_an_overlap(column):
    floor = make_floor()
    there = Placement.objects.get(table=floor.table, kind="tiles")
    other = make_table(floor, empty=True)
    facts = {
        "property": floor.property,
        "equipment": there.equipment if column == "equipment" else make_set(floor),
        "table": floor.table if column == "table" else other,
        "kind": "tiles",
        "during": (there.during.lower + timedelta(hours=1), None),
    }
    with pytest.raises(IntegrityError, match="tables_one_"):
        Placement.objects.create(**facts)


def waiting_inspection(floor):
    """A set at the table being opened, inspected by its dealer, not yet verified."""
    equipment = make_set(floor)
    bring_set(floor.closed.pk, equipment.pk, by=floor.pit_manager, at=database_time())
    return inspect_set(
        floor.closed.pk,
        "tiles",
        complete(),
        signer=signer(floor.second_dealer),
        at=database_time(),
    )


def test_two_verifications_at_once_and_the_dealers_own():
    floor = opening_table()
    inspection = waiting_inspection(floor)
    now = database_time()
    said = at_once(
        *(
            partial(verify_inspection, inspection.pk, signer=signer(person), at=now)
            for person in (floor.second_floorperson, floor.pit_manager, floor.second_dealer)
        )
    )
    assert said[2] == "role"
    assert sorted(said[:2]) == ["already_verified", "done"]
    assert events(floor, "tables.inspection_verified") == 1
    with pytest.raises(IntegrityError, match="given once"):
        Inspection.objects.filter(pk=inspection.pk).update(verified_by=floor.floorperson)


def test_the_database_itself_refuses_the_dealers_own_verification():
    floor = opening_table()
    inspection = waiting_inspection(floor)
    mine = Inspection.objects.filter(pk=inspection.pk)
    with pytest.raises(IntegrityError, match="two_people"):
        mine.update(verified_by=floor.second_dealer, verified_at=database_time())


def test_a_set_is_verified_or_sealed_but_not_both():
    for _round in range(3):
        floor = opening_table()
        inspection = waiting_inspection(floor)
        now = database_time()
        facts = EnvelopeFacts(kind="tiles", seal_number="E-1", reason="marked")
        said = at_once(
            partial(verify_inspection, inspection.pk, signer=signer(floor.pit_manager), at=now),
            partial(
                seal_envelope,
                floor.closed.pk,
                facts,
                dealer=signer(floor.second_dealer),
                floor=signer(floor.second_floorperson),
                at=now,
            ),
        )
        inspection.refresh_from_db()
        # Sealed after it was verified, or sealed and nothing left to verify.
        assert said in (["done", "done"], ["nothing_to_verify", "done"])
        assert (inspection.verified_at is None) is (said[0] != "done")
        placement = Placement.objects.get(equipment=inspection.equipment)
        assert not placement.during.upper_inf
        assert inspection.equipment.envelopes.count() == 1


def test_one_of_two_officers_collects_an_envelope():
    floor = opening_table()
    inspection = waiting_inspection(floor)
    now = database_time()
    seal_envelope(
        floor.closed.pk,
        EnvelopeFacts(kind="tiles", seal_number="E-1"),
        dealer=signer(floor.second_dealer),
        floor=signer(floor.second_floorperson),
        at=now,
    )
    other = make_person(floor.property, "security")
    said = at_once(
        *(
            partial(collect_envelopes, ["E-1"], signer=signer(person), at=now)
            for person in (floor.security, other)
        )
    )
    assert sorted(said) == ["done", "no_such_envelope"]
    moves = EquipmentMove.objects.filter(equipment=inspection.equipment, act="collect")
    assert moves.count() == 1


KEPT = [
    (Inspection, {"passed": False}, "never changes"),
    (Inspection, {"reason": "marked"}, "never changes"),
    (Alert, {"code": "other"}, "never changes"),
    (DealerShift, {"shaker": "S-9"}, "never changes"),
    (FloorAssignment, {"began_at": datetime(2020, 1, 1, tzinfo=UTC)}, "never changes"),
]


@pytest.mark.parametrize(("model", "change", "why"), KEPT)
def test_what_was_signed_stays_as_it_is(model, change, why):
    floor = make_floor(at=database_time() - timedelta(hours=30))
    sweep_limits(database_time())
    rows = model.objects.filter(property=floor.property)
    assert rows.exists()
    with pytest.raises(IntegrityError, match=why):
        rows.update(**change)
    with pytest.raises(IntegrityError, match="keeps every row"):
        rows._raw_delete("default")


def test_a_change_without_an_event_is_refused():
    floor = make_floor()
    with pytest.raises(IntegrityError, match="without an event"):
        EquipmentSet.objects.filter(pk=floor.sets["tiles"].pk).update(state="store")


def start_round(floor, started):
    """What a starting round does first: lock, read the one clock, ask the guard."""
    with transaction.atomic():
        table = locked_table(floor.table.pk, floor.dealer)
        moment = database_time(table)
        guard_round_may_start(table, moment, at_table_now(table))
        started.append(moment)


def test_expiry_and_a_starting_round_agree_on_one_moment():
    for offset in (-40, -5, 0, 5, 40):
        limit = database_time() + timedelta(milliseconds=60 + offset)
        floor = make_floor(at=limit - timedelta(hours=12))
        expires = Placement.objects.get(table=floor.table, kind="tiles").expires_at
        started = []
        said = at_once(
            *(partial(start_round, floor, started) for _round in range(3)),
            lambda: sweep_limits(database_time()),
        )
        assert set(said[:3]) <= {"done", "tiles_expired"}
        assert len(started) == said[:3].count("done")
        assert all(moment < expires for moment in started)
        marked = Placement.objects.get(table=floor.table, kind="tiles").expired_at
        assert marked is None or (marked >= expires and all(m < marked for m in started))


def test_a_round_that_races_the_limit_opens_before_it_or_not_at_all():
    """The command and the trigger on the round ask the same clock, with the sweep beside them."""
    for offset in (0, 60, 120):
        limit = database_time() + timedelta(milliseconds=offset)
        floor = make_floor(at=limit - timedelta(hours=12))
        said, _swept = at_once(Dealer(floor).open, lambda: sweep_limits(database_time()))
        opened = Round.objects.filter(table=floor.table)
        assert said in {"done", "tiles_expired"}
        assert opened.count() == (1 if said == "done" else 0)
        assert all(each.opened_at < limit for each in opened)


def test_two_sweeps_at_once_write_each_expiry_once():
    floors = [make_floor(at=database_time() - timedelta(hours=30)) for _floor in range(3)]
    assert at_once(*(sweep_equipment for _sweep in range(3))) == ["done"] * 3
    sweep_equipment()
    for floor in floors:
        assert events(floor, "tables.equipment_expired") == 2
        assert Alert.objects.filter(property=floor.property, code="equipment_expired").count() == 2


def test_two_sweeps_without_their_lock_still_write_once():
    floor = make_floor(at=database_time() - timedelta(hours=30))
    now = database_time()
    assert at_once(*(lambda: sweep_limits(now) for _sweep in range(4))) == ["done"] * 4
    sweep_limits(now)
    assert events(floor, "tables.equipment_expired") == 2
    assert events(floor, "tables.alert_raised") == 2


def test_no_expired_set_starts_a_round_with_every_worker_dead():
    floor = make_floor(at=database_time() - timedelta(hours=12, minutes=10))
    started = []
    assert at_once(lambda: start_round(floor, started)) == ["tiles_expired"]
    assert Placement.objects.get(table=floor.table, kind="tiles").expired_at is None
