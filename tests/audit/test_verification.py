"""Superuser tampering, one kind a test: verification names each and where it is."""

import pytest
from django.db import connection

from audit.commands.rotate import rotate_key
from audit.commands.successor import open_successor
from audit.log.merkle import Frontier, leaf_hash, tree_root
from audit.log.notes import Checkpoint, SigningKey
from audit.models import Leaf, Pending
from audit.queries.verification import FaultCode, ranges
from audit.record import new_event_id
from staff.models import Person
from tests.audit.houses import now, rewound, unprotected
from tests.sign_in import cookies_of


@pytest.fixture
def sealed(house, witness):
    """A log of a few checkpoints and over one tile, witnessed to its end."""
    for count in (3, 300, 20):
        house.grow(count, subject=f"table:{count}")
    return house


def found(report):
    return [(fault.code, fault.index) for fault in report.faults]


def leaf_at(house, idx):
    return Leaf.objects.get(tree_id=house.tree.tree_id, idx=idx)


def test_a_whole_log_verifies(sealed, verify):
    report = verify(sealed)
    assert report.faults == []
    assert report.events == sealed.tree.size
    assert f"{sealed.tree.origin}: {sealed.tree.size} entries" in report.findings


def test_several_processes_find_what_one_finds(sealed, verify, superuser, monkeypatch):
    monkeypatch.setattr(ranges, "WIDTH", 50)
    whole = verify(sealed, processes=2)
    assert (whole.faults, whole.events) == ([], sealed.tree.size)
    first, second = leaf_at(sealed, 99), leaf_at(sealed, 100)
    with unprotected(superuser, "audit_leaf"):
        for index, leaf in ((-1, first), (99, second), (100, first)):
            superuser.execute(
                "update audit_leaf set idx = %s where event_id = %s", [index, leaf.event_id]
            )
    alone, together = verify(sealed, processes=1), verify(sealed, processes=2)
    assert found(together)[0] == (FaultCode.STREAM_HOLE, 99)
    assert together == alone


def test_waiting_events_are_no_fault(sealed, verify):
    sealed.record(3)
    assert verify(sealed).faults == []


def test_a_changed_body(sealed, verify, superuser):
    with unprotected(superuser, "audit_event"):
        superuser.execute(
            "update audit_event set body = convert_to(replace(convert_from(body, 'UTF8'),"
            " 'compliance', 'dealer'), 'UTF8') where id = %s",
            [leaf_at(sealed, 6).event_id],
        )
    (fault,) = verify(sealed).faults
    assert (fault.code, fault.index) == (FaultCode.EVENT_CHANGED, 6)
    assert fault.event_id == str(leaf_at(sealed, 6).event_id)
    assert str(fault).startswith(f"{sealed.tree.origin} #6: the event was changed")


def test_a_changed_body_with_its_hash(sealed, verify, superuser):
    place = leaf_at(sealed, 100)
    with unprotected(superuser, "audit_event", "audit_leaf"):
        superuser.execute(
            "update audit_event set body = replace(convert_from(body, 'UTF8'),"
            " 'tables.table_opened', 'tables.table_closed')::bytea,"
            " kind = 'tables.table_closed' where id = %s",
            [place.event_id],
        )
        superuser.execute(
            "update audit_leaf set hash = sha256('\\x00'::bytea || e.body)"
            " from audit_event e where e.id = audit_leaf.event_id and event_id = %s",
            [place.event_id],
        )
    faults = found(verify(sealed))
    assert faults[0] == (FaultCode.LEAF_CHANGED, 0)
    assert FaultCode.ROOT_DIFFERS in {code for code, _ in faults}


def test_two_entries_swapped(sealed, verify, superuser):
    first, second = leaf_at(sealed, 310), leaf_at(sealed, 311)
    with unprotected(superuser, "audit_leaf"):
        superuser.execute("update audit_leaf set idx = -1 where event_id = %s", [first.event_id])
        superuser.execute("update audit_leaf set idx = 310 where event_id = %s", [second.event_id])
        superuser.execute("update audit_leaf set idx = 311 where event_id = %s", [first.event_id])
    faults = found(verify(sealed))
    # The subject's own numbers give the exact place; the next checkpoint does not fit either.
    assert faults[0] == (FaultCode.STREAM_HOLE, 310)
    assert FaultCode.ROOT_DIFFERS in {code for code, _ in faults}


def test_an_event_deleted_from_the_middle(sealed, verify, superuser):
    with unprotected(superuser, "audit_event"):
        superuser.execute("delete from audit_event where id = %s", [leaf_at(sealed, 50).event_id])
    assert found(verify(sealed))[0] == (FaultCode.EVENT_MISSING, 50)


def test_an_entry_deleted_from_the_middle(sealed, verify, superuser):
    with unprotected(superuser, "audit_leaf"):
        superuser.execute(
            "delete from audit_leaf where tree_id = %s and idx = 50", [sealed.tree.tree_id]
        )
    faults = found(verify(sealed))
    assert faults[0] == (FaultCode.LEAF_MISSING, 50)
    assert (FaultCode.EVENT_EXTRA, None) in faults


def test_the_tail_cut_off(sealed, verify, superuser):
    size = sealed.tree.size
    with unprotected(superuser, "audit_leaf", "audit_event"):
        superuser.execute(
            "delete from audit_event where id in"
            " (select event_id from audit_leaf where tree_id = %s and idx >= %s)",
            [sealed.tree.tree_id, size - 5],
        )
        superuser.execute(
            "delete from audit_leaf where tree_id = %s and idx >= %s",
            [sealed.tree.tree_id, size - 5],
        )
    faults = found(verify(sealed))
    assert faults[0] == (FaultCode.LEAF_MISSING, size - 5)
    assert (FaultCode.TAIL_CUT, size - 5) in faults


def test_the_tail_cut_off_with_its_checkpoints_is_known_to_the_witness_alone(
    sealed, verify, superuser, settings
):
    before = sealed.tree.size
    sealed.grow(10)
    rewound(sealed, superuser, before)
    remembered = settings.SIGNER_DIR.rename(settings.SIGNER_DIR.with_name("elsewhere"))
    assert remembered.exists()
    assert FaultCode.TAIL_CUT not in {c for c, _ in found(verify(sealed, with_witness=False))}
    assert (FaultCode.TAIL_CUT, before) in found(verify(sealed))


def test_the_newest_checkpoint_dropped(sealed, verify, superuser):
    with unprotected(superuser, "audit_checkpoint", "audit_cosignature"):
        for table in ("audit_checkpoint", "audit_cosignature"):
            superuser.execute(
                f"delete from {table} where tree_id = %s and size = %s",
                [sealed.tree.tree_id, sealed.tree.size],
            )
    assert (FaultCode.TAIL_CUT, sealed.tree.size) in found(verify(sealed))


def test_a_checkpoint_swapped_for_another(sealed, verify, superuser):
    with unprotected(superuser, "audit_checkpoint"):
        superuser.execute(
            "update audit_checkpoint c set root = o.root, note = o.note"
            " from audit_checkpoint o where c.tree_id = %(tree)s and o.tree_id = %(tree)s"
            " and c.size = %(size)s and o.size <> c.size",
            {"tree": sealed.tree.tree_id, "size": sealed.tree.size},
        )
    codes = [code for code, _ in found(verify(sealed))]
    assert codes[:2] == [FaultCode.ROOT_DIFFERS, FaultCode.CHECKPOINT_WRONG]


def test_a_forged_root_under_the_old_signature(sealed, verify, superuser):
    forged = Checkpoint(sealed.tree.origin, sealed.tree.size, bytes(32))
    with unprotected(superuser, "audit_checkpoint"):
        superuser.execute(
            "update audit_checkpoint set root = %s,"
            " note = %s || E'\\n' || split_part(note, E'\\n\\n', 2)"
            " where tree_id = %s and size = %s",
            [bytes(32), forged.text(), sealed.tree.tree_id, sealed.tree.size],
        )
    codes = {code for code, _ in found(verify(sealed))}
    assert {FaultCode.ROOT_DIFFERS, FaultCode.CHECKPOINT_WRONG} <= codes


def test_an_event_beside_the_queue(sealed, verify, superuser):
    uid = new_event_id()
    with unprotected(superuser, "audit_event"):
        superuser.execute(
            "insert into audit_event (id, log_id, keep, stream, stream_v, kind, about, body, at)"
            " values (%s, %s, '5y', 'ghost', 1, 'x', '[]', '', clock_timestamp())",
            [uid, sealed.log_id],
        )
    (fault,) = verify(sealed).faults
    assert (fault.code, fault.event_id) == (FaultCode.EVENT_EXTRA, str(uid))


def test_a_row_of_the_queue_deleted(sealed, verify, superuser):
    (event_id,) = sealed.record(1)
    with unprotected(superuser, "audit_pending"):
        superuser.execute("delete from audit_pending where event_id = %s", [event_id])
    faults = {fault.code: fault for fault in verify(sealed).faults}
    assert faults[FaultCode.EVENT_EXTRA].event_id == str(event_id)


def test_a_waiting_event_deleted(sealed, verify, superuser):
    (event_id,) = sealed.record(1)
    with unprotected(superuser, "audit_event"):
        superuser.execute("delete from audit_event where id = %s", [event_id])
    faults = {fault.code: fault for fault in verify(sealed).faults}
    assert faults[FaultCode.PENDING_WRONG].event_id == str(event_id)
    assert Pending.objects.filter(event_id=event_id).exists()


def test_a_row_of_the_floor_changed_without_an_event(sealed, verify, superuser):
    superuser.execute(
        "update staff_person set licence_number = 'forged' where id = %s", [sealed.compliance.pk]
    )
    (fault,) = verify(sealed).faults
    assert fault.code == FaultCode.CHANGE_UNRECORDED
    assert str(fault) == f"staff_person {sealed.compliance.pk} was changed without an event"


def test_signing_in_and_choosing_a_theme_is_no_fault(sealed, verify):
    cookies_of(sealed.compliance)
    Person.objects.filter(pk=sealed.compliance.pk).update(theme="light", language="zh-hant")
    assert verify(sealed).faults == []


def test_a_row_of_the_floor_added_without_an_event(sealed, verify, superuser):
    superuser.execute(
        "insert into tables_pit (property_id, name) values (%s, 'Forged')", [sealed.property.pk]
    )
    assert "was added without an event" in str(verify(sealed).faults[0])


def test_the_whole_log_rebuilt_and_signed_with_another_key(sealed, verify, superuser, settings):
    """Everything in the database agrees with itself; only the keys and the witness do not."""
    tree, thief = sealed.tree, SigningKey.generate(sealed.tree.origin)
    tables = ["audit_event", "audit_leaf", "audit_node", "audit_tree", "audit_checkpoint"]
    with unprotected(superuser, *tables, "audit_cosignature"):
        superuser.execute(
            "update audit_event set body = replace(convert_from(body, 'UTF8'),"
            " '\"n\":2', '\"n\":9')::bytea where log_id = %s",
            [sealed.log_id],
        )
        bodies = superuser.execute(
            "select l.idx, e.body from audit_leaf l join audit_event e on e.id = l.event_id"
            " where l.tree_id = %s order by l.idx",
            [tree.tree_id],
        ).fetchall()
        leaves = [leaf_hash(bytes(body)) for _, body in bodies]
        with superuser.cursor() as cursor:
            cursor.executemany(
                "update audit_leaf set hash = %s where tree_id = %s and idx = %s",
                [(leaf, tree.tree_id, index) for index, leaf in enumerate(leaves)],
            )
        superuser.execute(
            "update audit_node set hash = %s where tree_id = %s",
            [tree_root(leaves[:256]), tree.tree_id],
        )
        frontier = Frontier()
        frontier.extend(leaves)
        superuser.execute(
            "update audit_tree set frontier = %s where id = %s",
            [frontier.to_bytes(), tree.tree_id],
        )
        superuser.execute("delete from audit_cosignature where tree_id = %s", [tree.tree_id])
        superuser.execute("delete from audit_checkpoint where tree_id = %s", [tree.tree_id])
        head = Checkpoint(tree.origin, tree.size, frontier.root())
        superuser.execute(
            "insert into audit_checkpoint values (%s, %s, %s, %s, now())",
            [tree.tree_id, tree.size, head.root, str(head.note(thief))],
        )
    codes = {code for code, _ in found(verify(sealed))}
    assert {FaultCode.CHECKPOINT_UNTRUSTED, FaultCode.ROOT_DIFFERS} <= codes
    settings.SIGNER_DIR.rename(settings.SIGNER_DIR.with_name("elsewhere"))
    codes = {code for code, _ in found(verify(sealed, with_witness=False))}
    assert codes == {FaultCode.CHECKPOINT_UNTRUSTED}


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ("person_id = 0", "person_id"),
        ("kind = 'rounds.round_voided'", "kind"),
        ("table_id = 77", "table_id"),
        ("round_id = gen_random_uuid()", "round_id"),
        ("about = '[]'", "about"),
        ("stream_v = 1000", "stream_v"),
        ("at = at + interval '1 second'", "column at"),
    ],
)
def test_a_column_that_hides_an_event_from_a_filter(sealed, verify, superuser, change, column):
    with unprotected(superuser, "audit_event"):
        superuser.execute(
            f"update audit_event set {change} where id = %s", [leaf_at(sealed, 5).event_id]
        )
    fault = verify(sealed).faults[0]
    assert fault.index == 5
    assert column in fault.message


def test_an_entry_that_is_no_event(sealed, verify, superuser):
    uid = new_event_id()
    with unprotected(superuser, "audit_event"):
        superuser.execute(
            "insert into audit_event (id, log_id, keep, stream, stream_v, kind, about, body, at)"
            " values (%s, %s, '5y', 'ghost', 1, 'x', '[]', 'junk', clock_timestamp())",
            [uid, sealed.log_id],
        )
        superuser.execute(
            "insert into audit_pending (log_id, event_id, keep, at)"
            " select log_id, id, keep, at from audit_event where id = %s",
            [uid],
        )
    sealed.seal()
    fault = verify(sealed).faults[0]
    assert (fault.code, fault.event_id) == (FaultCode.EVENT_DISAGREES, str(uid))


def test_a_key_change_is_followed_from_the_first_key(sealed, verify, settings):
    rotate_key(sealed.log_id, by=sealed.compliance, second=sealed.administrator, at=now())
    sealed.grow(5)
    assert verify(sealed).faults == []
    first, second = settings.PUBLIC_KEYS_FILE.read_text().splitlines()
    settings.PUBLIC_KEYS_FILE.write_text(f"{first}\n")
    assert verify(sealed).faults == []
    settings.PUBLIC_KEYS_FILE.write_text(f"{second}\n")
    assert {code for code, _ in found(verify(sealed))} == {FaultCode.CHECKPOINT_UNTRUSTED}


def test_a_successor_verifies_with_what_came_before(sealed, verify, superuser):
    size = sealed.tree.size
    sealed.grow(5)
    rewound(sealed, superuser, size)
    assert sealed.sign() is False
    open_successor(
        sealed.log_id,
        by=sealed.compliance,
        second=sealed.administrator,
        reason="restored",
        at=now(),
    )
    sealed.grow(5)
    report = verify(sealed)
    assert report.faults == []
    lost = f"entries #{size} to #{size + 4} are lost, as its successor says"
    assert f"{sealed.tree.origin.removesuffix('/2')}: {lost}" in report.findings


def test_a_successor_that_says_nothing_true_of_the_tree_before(sealed, verify, superuser):
    old = sealed.tree
    open_successor(
        sealed.log_id,
        by=sealed.compliance,
        second=sealed.administrator,
        reason="key stolen",
        at=now(),
    )
    sealed.grow(1)
    assert verify(sealed).faults == []
    with unprotected(superuser, "audit_leaf", "audit_event", "audit_tree", "audit_checkpoint"):
        superuser.execute(
            "delete from audit_event where id ="
            " (select event_id from audit_leaf where tree_id = %s and idx = %s)",
            [old.tree_id, old.size - 1],
        )
        superuser.execute(
            "delete from audit_leaf where tree_id = %s and idx = %s", [old.tree_id, old.size - 1]
        )
    assert (FaultCode.LEAF_MISSING, old.size - 1) in found(verify(sealed))


def test_the_streams_counter_set_back(sealed, verify, superuser):
    superuser.execute(
        "update audit_stream set v = v - 1 where stream = %s", [f"{sealed.log_id}-table:300"]
    )
    (fault,) = verify(sealed).faults
    assert fault.code == FaultCode.STREAM_HOLE
    assert f"{sealed.log_id}-table:300 counts 299 events" in fault.message


def test_events_far_from_their_entries_are_found(sealed, verify, superuser):
    """The clock was ahead for a while."""
    superuser.execute(
        "update audit_stream set at = now() + interval '1 hour' where stream = %s",
        [f"{sealed.log_id}-table:3"],
    )
    sealed.record(5, subject="table:3")
    sealed.record(40, subject="table:20")
    sealed.seal()
    sealed.sign()
    assert verify(sealed).faults == []


def test_verification_sees_one_moment(sealed, verify):
    with connection.cursor() as cursor:
        cursor.execute("select 1")
    sealed.record(5)
    before = sealed.tree.size
    report = verify(sealed)
    assert report.faults == []
    assert before <= report.events <= sealed.tree.size
