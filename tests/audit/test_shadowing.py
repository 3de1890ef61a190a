"""Temporary tables of the same name stand before the real ones; no protection looks at them."""

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from banking.commands.cash import sell_chips
from banking.models import Posting
from paigow_site.servers.roles import close_database
from tests.factories import make_floor

ROLES = ("app", "sequencer", "signer", "auditor")


@pytest.fixture
def owner(committed, test_session):
    """The one role that may make temporary tables, as an intruder with its password would."""
    address = test_session.database_url("owner", connection.settings_dict["NAME"])
    with psycopg.connect(address) as opened:
        yield opened
        opened.rollback()


def held(owner):
    with pytest.raises(psycopg.errors.CheckViolation) as refused:
        owner.execute("set constraints all immediate")
    return refused.value.diag.message_primary


def test_an_entry_stays_balanced_behind_temporary_tables(owner):
    floor = make_floor()
    entry = sell_chips(floor.table.pk, 500, by=floor.dealer, at=timezone.now()).entry_id
    account = Posting.objects.filter(entry_id=entry).values_list("account_id", flat=True)[0]
    owner.execute(
        "create temporary table banking_entry on commit drop as"
        " select id, pg_current_xact_id() as xid from public.banking_entry where id = %s",
        [entry],
    )
    owner.execute(
        "create temporary table banking_posting (entry_id bigint, cents bigint) on commit drop"
    )
    owner.execute(
        "insert into public.banking_posting (entry_id, account_id, cents) values (%s, %s, 7777)",
        [entry, account],
    )
    assert "not to zero" in held(owner)


def test_an_event_is_sealed_behind_a_temporary_table(owner):
    make_floor()
    (event,) = owner.execute(
        "insert into public.audit_event (id, log_id, keep, stream, stream_v, kind, about, body, at)"
        " select gen_random_uuid(), log_id, keep, 'shadow:1', 1, kind, about, body, at"
        " from public.audit_event limit 1 returning id"
    ).fetchone()
    owner.execute("create temporary table audit_pending (event_id uuid) on commit drop")
    owner.execute("insert into audit_pending values (%s)", [event])
    assert "would never be sealed" in held(owner)


def test_a_change_wants_its_event_behind_a_temporary_table(owner):
    floor = make_floor()
    owner.execute(
        "create temporary table audit_event on commit drop as"
        " select pg_current_xact_id()::text::bigint as transaction, now() as at"
    )
    owner.execute("update public.staff_property set name = 'x' where id = %s", [floor.property.pk])
    assert "without an event" in held(owner)


UNPINNED = """
select p.proname from pg_proc p join pg_language l on l.oid = p.prolang
 where p.pronamespace = 'public'::regnamespace and p.prosqlbody is null
   and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
   and not coalesce('search_path=public, pg_temp' = any (p.proconfig), false)
"""


def test_every_function_looks_for_names_in_one_place(owner):
    assert owner.execute(UNPINNED).fetchall() == []
    count = owner.execute(
        "select count(*) from pg_proc where pronamespace = 'public'::regnamespace"
        " and 'search_path=public, pg_temp' = any (proconfig)"
    ).fetchone()[0]
    assert count > 10


def rights(opened, role):
    return opened.execute(
        "select has_database_privilege(%(role)s, current_database(), 'TEMP'),"
        " has_database_privilege(%(role)s, current_database(), 'CREATE'),"
        " has_schema_privilege(%(role)s, 'public', 'CREATE')",
        {"role": role},
    ).fetchone()


@pytest.mark.parametrize("role", ROLES)
def test_no_role_of_the_floor_makes_anything(owner, role):
    assert rights(owner, role) == (False, False, False)


def test_a_database_that_was_there_before_is_closed_too(committed, test_session):
    name = connection.settings_dict["NAME"]
    address = test_session.database_url("postgres", name)
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute(f"grant temporary on database {name} to public, app")
        try:
            assert rights(admin, "app")[0] is True
        finally:
            close_database(admin, name)
        assert rights(admin, "app") == (False, False, False)
