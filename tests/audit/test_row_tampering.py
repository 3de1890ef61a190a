"""One tampering by a superuser a test: the row, its hash and its place in the queue rewritten."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from audit.commands.rows import seal_rows
from audit.queries.gaps import protection_gaps
from audit.queries.rebuilding import Rebuilding
from audit.queries.verification.faults import FaultCode
from audit.queries.verification.reading import snapshot
from staff.commands.people import change_person
from staff.models import Person
from tests.audit.houses import unprotected
from tests.audit.test_promises import messages, played, put_back  # noqa: F401 - fixtures

REQUEUE = """
insert into audit_row_pending (log_id, relation, row_id, cause, was, digest, content)
select r.log_id, r.relation, r.row_id, %(cause)s, %(was)s, audit_digest(c.content), c.content
  from audit_row r, (select audit_lasting(%(table)s, to_jsonb(t)) as content from {table} t
                      where t.id = %(id)s) c
 where r.relation = %(table)s and r.row_id = %(id)s::text
"""
REHASH = """
update audit_row r set digest = audit_digest(audit_lasting(%(table)s, to_jsonb(t)))
  from {table} t where t.id = %(id)s and r.relation = %(table)s and r.row_id = %(id)s::text
"""
CAUSE = """
select (convert_from(body, 'UTF8')::jsonb) #>> array['detail', 'causes', r.value ->> 4, '0']
  from audit_event, jsonb_array_elements((convert_from(body, 'UTF8')::jsonb) #> '{detail,rows}') r
 where kind = 'audit.rows_sealed' and r.value ->> 0 = %(table)s and r.value ->> 1 = %(id)s::text
 order by at desc limit 1
"""


def sealed(house):
    seal_rows(at=timezone.now())
    house.seal()
    house.sign()


def person_of(house):
    return Person.objects.filter(property=house.property, roles=["dealer"]).first()


@pytest.fixture
def forged(played, superuser):  # noqa: F811
    """A licence number changed with its hash, and what is needed to queue it again."""
    person = person_of(played)
    names = {"table": "staff_person", "id": person.pk}
    superuser.execute("set timezone = 'UTC'")
    ((was,),) = superuser.execute(
        "select digest from audit_row where relation = %(table)s and row_id = %(id)s::text", names
    ).fetchall()
    ((cause,),) = superuser.execute(CAUSE, names).fetchall()
    with unprotected(superuser, "staff_person"):
        superuser.execute(
            "update staff_person set licence_number = 'FORGED-' || id where id = %s", [person.pk]
        )
    superuser.execute(REHASH.format(table="staff_person"), names)
    return {**names, "was": was, "cause": cause}


def queue(superuser, forged, **other):
    superuser.execute(REQUEUE.format(table="staff_person"), {**forged, **other})


def test_a_row_queued_again_for_the_event_that_made_it(played, forged, superuser, verify):  # noqa: F811
    queue(superuser, forged)
    sealed(played)
    faults = verify(played).faults
    assert FaultCode.VERSION_WRONG in {fault.code for fault in faults}
    assert f"staff_person {forged['id']} was sealed a second time" in "\n".join(map(str, faults))


def test_a_row_queued_for_an_event_of_something_else(played, forged, superuser, verify):  # noqa: F811
    (cause,) = played.record()
    queue(superuser, forged, cause=cause)
    sealed(played)
    assert (
        f"staff_person {forged['id']} was changed by tables.table_opened,"
        " which changes no such row" in messages(verify(played))
    )


def test_a_row_queued_for_an_event_that_never_was(played, forged, superuser, verify):  # noqa: F811
    queue(superuser, forged, cause="00000000-0000-7000-8000-000000000000")
    sealed(played)
    assert f"staff_person {forged['id']} was sealed for an event" in "\n".join(
        messages(verify(played))
    )


def test_a_forged_licence_stays_found_after_the_next_ordinary_act(
    played,  # noqa: F811
    forged,
    superuser,
    verify,
):
    person = Person.objects.get(pk=forged["id"])
    change_person(
        person.pk,
        badge=person.badge,
        name="Another Name",
        licence_number=person.licence_number,
        roles=person.roles,
        by=played.administrator,
    )
    sealed(played)
    assert f"staff_person {person.pk} had been changed behind the record" in "\n".join(
        messages(verify(played))
    )


DERIVED = [
    ("rounds_play", ("update rounds_play set net_cents = net_cents + 1 where id = (select min(id)"
     " from rounds_play where round_id = %(round)s)"), "is not what the round came to"),
    ("rounds_play", ("delete from rounds_play where id = (select min(id) from rounds_play"
     " where round_id = %(round)s)"), "is missing or changed"),
    ("rounds_play", ("insert into rounds_play select (jsonb_populate_record(p, jsonb_build_object("
     "'id', nextval(pg_get_serial_sequence('rounds_play', 'id'))))).* from rounds_play p"
     " where round_id = %(round)s limit 1"), "is not what the round came to"),
    ("rounds_roll", "update rounds_roll set total = total + 1 where round_id = %(round)s",
     "rounds_roll"),
    ("rounds_roll", "delete from rounds_roll where round_id = %(round)s", "is missing"),
    ("banking_turn", "update banking_turn set player = 'X' where round_id = %(round)s",
     "banking_turn"),
    ("banking_turn", "delete from banking_turn where round_id = %(round)s", "banking_turn"),
    ("banking_account", ("update banking_account set seat = 9 where kind = 'seat' and seat = 1"
     " and table_id = (select table_id from rounds_round where id = %(round)s)"),
     "banking_account"),
    ("rounds_settlement", ("update rounds_settlement set vigorish_cents = 7"
     " where round_id = %(round)s"), "vigorish_cents is 7"),
    ("rounds_settlement", ("update rounds_settlement set software_version = '9'"
     " where round_id = %(round)s"), 'software_version is "9"'),
    ("rounds_settlement", ("update rounds_settlement set movements = '[]'"
     " where round_id = %(round)s"), "movements is []"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "tampering", "words"), DERIVED)
def test_a_row_that_is_worked_out_again(played, superuser, verify, table, tampering, words):  # noqa: F811
    superuser.execute("begin")
    superuser.execute(f"create temp table kept as select * from {table}")
    superuser.execute("commit")
    with unprotected(superuser, table):
        assert superuser.execute(tampering, {"round": played.round.pk}).rowcount
    found = [line for line in messages(verify(played)) if table in line and words in line]
    with unprotected(superuser, table):
        superuser.execute(f"delete from {table}")
        superuser.execute(f"insert into {table} select * from kept")
    assert found
    assert messages(verify(played)) == []


def test_a_dropped_trigger_is_found_by_the_minutes_check_and_by_verification(
    played,  # noqa: F811
    superuser,
    verify,
):
    ((made,),) = superuser.execute(
        "select pg_get_triggerdef(oid) from pg_trigger where tgname = 'banking_slip_has_event'"
    ).fetchall()
    assert [gap.detail for gap in protection_gaps()] == []
    superuser.execute("drop trigger banking_slip_has_event on banking_slip")
    try:
        (gap,) = protection_gaps()
        found = messages(verify(played))
    finally:
        superuser.execute(made)
    assert gap.detail == {"triggers": ["banking_slip.banking_slip_has_event"]}
    assert found[0].startswith("banking_slip has lost its trigger banking_slip_has_event")
    assert messages(verify(played)) == []


def of_house(house, lines):
    """Of a database that other tests share: what is said about the round of this house."""
    return [line for line in lines if str(house.round.pk) in line]


def rebuilt_rows(path=None):
    with snapshot() as (reader, moment):
        return Rebuilding(reader, moment).run(path).differences


def test_the_rows_of_a_round_are_made_again_from_the_log(played, superuser, tmp_path):  # noqa: F811
    assert of_house(played, rebuilt_rows(tmp_path / "rows")) == []
    lines = [json.loads(line) for line in (tmp_path / "rows").read_text().splitlines()]
    made = {(table, key): row for table, key, row in lines}
    row = made["rounds_round", str(played.round.pk)]
    assert row["state"] == "settled"
    assert row["facts"] == played.round.facts
    person = made["staff_person", str(played.administrator.pk)]
    assert person["badge"] == played.administrator.badge
    assert played.administrator.name not in person.values()
    with unprotected(superuser, "rounds_round"):
        superuser.execute(
            "update rounds_round set has_dispute = true where id = %s", [played.round.pk]
        )
    found = of_house(played, rebuilt_rows())
    with unprotected(superuser, "rounds_round"):
        superuser.execute(
            "update rounds_round set has_dispute = false where id = %s", [played.round.pk]
        )
    assert found == [f"rounds_round {played.round.pk}: has_dispute is not as the log has it"]


def test_rows_that_the_log_never_had_are_named(played, superuser):  # noqa: F811
    with unprotected(superuser, "tables_pit"):
        ((pit,),) = superuser.execute(
            "insert into tables_pit (property_id, name) values (%s, 'Forged') returning id",
            [played.property.pk],
        ).fetchall()
    try:
        found = rebuilt_rows()
    finally:
        with unprotected(superuser, "tables_pit"):
            superuser.execute("delete from tables_pit where id = %s", [pit])
    assert f"tables_pit {pit} is there, but not in the log" in found


def test_the_command_writes_the_rows_and_fails_where_they_differ(
    played,  # noqa: F811
    superuser,
    tmp_path,
):
    wrong = "update rounds_round set has_dispute = %s where id = %s"
    with unprotected(superuser, "rounds_round"):
        superuser.execute(wrong, [True, played.round.pk])
    try:
        with pytest.raises(CommandError, match=r"rows from .* versions in .* differences"):
            call_command("audit", "rebuild", to=tmp_path / "rows")
    finally:
        with unprotected(superuser, "rounds_round"):
            superuser.execute(wrong, [False, played.round.pk])
    lines = [json.loads(line) for line in (tmp_path / "rows").read_text().splitlines()]
    (row,) = [row for table, key, row in lines if key == str(played.round.pk)]
    assert row["has_dispute"] is False
