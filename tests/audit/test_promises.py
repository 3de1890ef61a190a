"""Tampering with the floor's own rows: what the record must know of them."""

import pytest
from django.utils import timezone

from audit.commands.rows import seal_rows
from audit.events import EventKind
from audit.models import RowPending
from audit.queries.verification import FaultCode
from banking.commands.cash import sell_chips
from banking.queries.balances import ledger_faults
from rounds.models import Round, Settlement
from staff.commands.signing import Signer, sign
from staff.models import SignOff
from staff.policy import Act
from tables.commands.furniture import add_shaker
from tests.audit.houses import House, now, unprotected
from tests.factories import make_floor
from tests.rounds.playing import SIX_HANDS, Dealer
from tests.rounds.taps import confirm_ruling, report_irregularity


@pytest.fixture
def played(committed, witness):
    """A floor with a settled round, chips sold and a signature; all of it sealed and signed."""
    floor = make_floor(options={"player_bank": False})
    dealer = Dealer(floor)
    dealer.open()
    dealer.wager(**{f"s{seat}": 2500 for seat in range(1, 7)})
    dealer.close()
    dealer.roll()
    dealer.deal()
    dealer.hands(**{place.replace("-", "_"): held for place, held in SIX_HANDS.items()})
    dealer.settle()
    sell_chips(floor.table.pk, 50_000, by=floor.dealer, at=now())
    house = House(floor.property)
    house.round = Round.objects.get(pk=dealer.id)
    house.signer = Signer(floor.floorperson, None, now())
    sign(house.signer, act=Act.VERIFY_INSPECTION, subject="table:1", content={"n": 1}, at=now())
    seal_rows(at=timezone.now())
    house.seal()
    house.sign()
    return house


@pytest.fixture
def put_back(superuser):
    """Remember rows before somebody tampers with them: other tests look at the whole ledger."""
    kept = []

    def remember(table, column, where, value):
        query = f"select id, {column} from {table} where {where} = %s"
        kept.append((table, column, superuser.execute(query, [value]).fetchall()))

    yield remember
    for table, column, rows in kept:
        with unprotected(superuser, table):
            for row_id, value in rows:
                superuser.execute(
                    f"update {table} set {column} = %s where id = %s", [value, row_id]
                )
    assert ledger_faults() == []


def messages(report):
    return [str(fault) for fault in report.faults]


def rehash(superuser, table, row_id, content="to_jsonb(t)"):
    """What somebody who knows about the hashes does after changing a row."""
    superuser.execute("set timezone = 'UTC'")
    superuser.execute(
        f"update audit_row set digest = audit_digest({content}) from {table} t"
        f" where relation = '{table}' and row_id = t.id::text and t.id = %s",
        [row_id],
    )


def test_a_floor_that_was_played_on_verifies(played, verify):
    assert messages(verify(played)) == []
    listed = played.events().filter(kind=EventKind.ROWS_SEALED.code)
    assert listed.exists()
    assert not RowPending.objects.filter(relation="rounds_round", row_id=played.round.pk).exists()
    assert seal_rows(at=timezone.now()) == 0


def test_a_shaker_that_another_one_replaced_verifies(committed, witness, verify):
    floor = make_floor()
    for serial in ("S-1", "S-2", "S-1"):
        add_shaker(serial, floor.table.pk, by=floor.administrator, at=now())
    house = House(floor.property)
    seal_rows(at=timezone.now())
    house.seal()
    house.sign()
    assert [str(fault) for fault in verify(house).faults] == []


def test_a_round_void_by_a_ruling_verifies(committed, witness, verify):
    floor = make_floor()
    dealer = Dealer(floor)
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close_passing()
    dealer.roll()
    dealer.deal()
    dealer.do(report_irregularity, "wrong-distribution", {"seats": []})
    dealer.do(confirm_ruling, 1, "proposed", Signer(floor.floorperson, None, now()))
    house = House(floor.property)
    assert house.events().filter(kind=EventKind.RULING_CONFIRMED.code).count() == 1
    assert Round.objects.get(pk=dealer.id).state == "void"
    seal_rows(at=timezone.now())
    house.seal()
    house.sign()
    assert messages(verify(house)) == []


def test_a_row_changed_together_with_its_hash(played, verify, superuser, put_back):
    settlement = Settlement.objects.get(round_id=played.round.pk)
    put_back("rounds_settlement", "house_net_cents", "id", settlement.pk)
    with unprotected(superuser, "rounds_settlement"):
        superuser.execute(
            "update rounds_settlement set house_net_cents = 1 where id = %s", [settlement.pk]
        )
    assert f"rounds_settlement {settlement.pk} was changed without" in messages(verify(played))[0]
    rehash(superuser, "rounds_settlement", settlement.pk)
    fault, by_the_log, by_the_rules = verify(played).faults
    assert str(by_the_log) == (
        f"rounds_settlement {settlement.pk}: house_net_cents is not as the log has it"
    )
    assert str(by_the_rules).startswith(f"rounds_settlement {settlement.pk}: house_net_cents is 1")
    assert fault.code == FaultCode.DIGEST_CHANGED
    assert fault.index is not None
    assert f"the hash kept of rounds_settlement {settlement.pk} is not the one" in str(fault)


def test_a_hash_kept_from_the_log(played, verify, superuser):
    sign(played.signer, act=Act.VERIFY_INSPECTION, subject="table:2", content={}, at=now())
    signed = SignOff.objects.get(subject="table:2", property=played.property)
    assert verify(played).faults == []
    superuser.execute(
        "delete from audit_row_pending where relation = 'staff_signoff' and row_id = %s",
        [str(signed.pk)],
    )
    (fault,) = verify(played).faults
    assert fault.code == FaultCode.DIGEST_UNSEALED
    assert f"staff_signoff {signed.pk} is in no entry" in str(fault)


def test_money_moved_between_the_postings_of_an_entry(played, verify, superuser, put_back):
    entry = Settlement.objects.get(round_id=played.round.pk).entry_id
    put_back("banking_posting", "cents", "entry_id", entry)
    with unprotected(superuser, "banking_posting"):
        superuser.execute(BALANCED, [entry])
    first, second, *others = messages(verify(played))
    assert first == f"banking_entry {entry} was changed without an event"
    assert second == f"banking_entry {entry}: parts is not as the log has it"
    assert len(others) == 4
    assert all(f"banking_posting of entry {entry}" in other for other in others)
    with unprotected(superuser, "banking_posting"):
        superuser.execute("update banking_posting set cents = 7 where entry_id = %s", [entry])
    assert f"the postings of entry {entry} add up to" in messages(verify(played))[-1]


BALANCED = """
update banking_posting p set cents = cents + case when p.id = l.low then 1 else -1 end
  from (select min(id) as low, max(id) as high from banking_posting where entry_id = %s) l
 where p.id in (l.low, l.high)
"""
FORGED = [
    (
        (
            "insert into rounds_round select (jsonb_populate_record(r, jsonb_build_object("
            "'id', gen_random_uuid(), 'number', 900))).* from rounds_round r where r.id = %(round)s"
            " returning id"
        ),
        "rounds_round",
        "round {id} is settled, but the record has no settlement of it",
    ),
    (
        (
            "insert into rounds_round select (jsonb_populate_record(r, jsonb_build_object("
            "'id', gen_random_uuid(), 'number', 901, 'state', 'void', 'settlement_id', null))).*"
            " from rounds_round r where r.id = %(round)s returning id"
        ),
        "rounds_round",
        "round {id} is void, but the record does not say so",
    ),
    (
        (
            "insert into staff_signoff (property_id, person_id, licence_number, role, act, subject,"
            " content, content_hash, at) select property_id, person_id, licence_number, role, act,"
            " 'round:9', content, 'forged', at from staff_signoff where property_id = %(property)s"
            " limit 1 returning id"
        ),
        "staff_signoff",
        "signature {id} has no event with what was signed",
    ),
    (
        (
            "insert into banking_entry (property_id, table_id, kind, gaming_day, at)"
            " select property_id, table_id, 'buy_in', gaming_day, at from banking_entry"
            " where property_id = %(property)s limit 1 returning id"
        ),
        "banking_entry",
        "the postings of entry {id} have no event",
    ),
]


@pytest.mark.parametrize(("forgery", "table", "message"), FORGED)
def test_a_row_without_the_event_of_its_kind(played, verify, superuser, forgery, table, message):
    names = {"round": played.round.pk, "property": played.property.pk}
    ((row_id,),) = superuser.execute(forgery, names).fetchall()
    assert message.format(id=row_id) in messages(verify(played))
    assert f"{table} {row_id} was added without an event" in messages(verify(played))
    with unprotected(superuser, table):
        superuser.execute(f"delete from {table} where id = %s", [row_id])
