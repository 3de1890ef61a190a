from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from audit.events import EventKind
from audit.record import record
from banking.commands.cash import SellChips, sell_chips
from banking.commands.ledger import Cause, Line, write_entry
from banking.models import Account, AccountKind, Entry, EntryKind, Posting
from banking.queries.balances import table_money
from foundation.commands import Given
from tests.factories import make_floor

NOW = datetime.now(UTC)


def cause(floor):
    return Cause(EntryKind.BUY_IN, NOW.date(), NOW, floor.dealer)


def written(floor, *lines):
    record(EventKind.CHIPS_SOLD, about=floor.table, by=floor.dealer, at=NOW, detail={"cents": 1})
    return write_entry(floor.property.pk, floor.table, lines, cause(floor))


@pytest.mark.django_db
def test_every_table_has_its_accounts_from_the_start():
    floor = make_floor()
    kinds = Account.objects.filter(table=floor.table).values_list("kind", flat=True)
    assert sorted(set(kinds)) == [
        "bank",
        "drop",
        "inventory",
        "over_short",
        "seat",
        "side_wagers",
        "vigorish",
    ]
    assert list(kinds).count("seat") == 8


@pytest.mark.django_db
def test_chips_sold_fall_into_the_drop_box_once():
    floor, key = make_floor(), uuid4()
    for _ in range(2):
        read = SellChips(table_id=floor.table.pk, cents=10_000)
        sell_chips.carry_out(Given(by=floor.dealer, input=read, request_id=key, at=NOW))
    money = table_money(floor.table)
    assert (money.drop, money.inventory) == (10_000, -10_000)


def test_an_entry_that_does_not_add_up_is_refused_at_commit(committed):
    floor = make_floor()
    with pytest.raises(IntegrityError, match="add up"), transaction.atomic():
        written(floor, Line(AccountKind.DROP, 100), Line(AccountKind.INVENTORY, -99))
    assert not Entry.objects.filter(table=floor.table).exists()


def test_nothing_is_added_to_an_entry_later(committed):
    floor = make_floor()
    with transaction.atomic():
        entry = written(floor, Line(AccountKind.DROP, 100), Line(AccountKind.INVENTORY, -100))
    accounts = Account.objects.filter(table=floor.table, kind__in=["drop", "inventory"])
    with pytest.raises(IntegrityError, match="complete"), transaction.atomic():
        record(EventKind.CHIPS_SOLD, about=floor.table, by=floor.dealer, at=NOW)
        Posting.objects.bulk_create(
            Posting(entry_id=entry, account=account, cents=cents)
            for account, cents in zip(accounts, (5, -5), strict=True)
        )


def test_money_without_an_event_is_refused_at_commit(committed):
    floor = make_floor()
    lines = [Line(AccountKind.DROP, 100), Line(AccountKind.INVENTORY, -100)]
    with pytest.raises(IntegrityError, match="without an event"), transaction.atomic():
        write_entry(floor.property.pk, floor.table, lines, cause(floor))


@pytest.mark.django_db
def test_an_account_that_is_not_there_is_an_error():
    floor = make_floor()
    with pytest.raises(LookupError), transaction.atomic():
        written(floor, Line(AccountKind.SEAT, 100, seat=9), Line(AccountKind.INVENTORY, -100))


@pytest.mark.django_db
def test_the_check_adds_everything_up_and_names_a_fault(capsys):
    floor = make_floor()
    entry = written(floor, Line(AccountKind.DROP, 100), Line(AccountKind.INVENTORY, -100))
    call_command("ledger_check")
    told = capsys.readouterr()
    assert "everything adds up to zero" in told.out
    assert f"{entry} of {entry} entries" in told.err
    with connection.cursor() as cursor:
        cursor.execute(
            "insert into banking_posting (entry_id, account_id, cents)"
            " select %s, id, 7 from banking_account where table_id = %s and kind = 'drop'",
            [entry, floor.table.pk],
        )
    with pytest.raises(CommandError, match="1 faults"):
        call_command("ledger_check")
    assert f"entry {entry}: does_not_add_up 7" in capsys.readouterr().out
    transaction.set_rollback(True)
