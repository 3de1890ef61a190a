"""The bonus jackpot: seeded by the house, grown period by period, paid out whole.

The meter is the balance of the jackpot's account; every change of it is a ledger entry.

Rule: 3CS App. D.
"""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from audit.record import record
from banking.commands.ledger import Cause, Line, write_entry
from banking.models import Account, AccountKind, EntryKind, Jackpot, JackpotPeriod
from banking.queries.jackpots import meter
from foundation.commands import Call, command
from foundation.inputs import Cents, Id, Input, OneOf, Whole, Word
from foundation.live import publish_on_commit
from rules.cards.jackpot import Activity, contribution_cents
from staff.gaming_day import gaming_day
from staff.models import Person
from staff.policy import Act
from tables.models import GamingTable


class Terms(Input):
    """What a house files for a jackpot."""

    name: Word
    seed_cents: Cents
    grows: Annotated[str, OneOf(Jackpot.Method.values)] = "none"
    step: Whole = 0


class StartJackpot(Terms):
    """The terms of a jackpot, and the tables that play for it."""

    table_ids: Annotated[tuple[Id, ...], Field(min_length=1, max_length=200)]


@command(StartJackpot, act=Act.MANAGE_JACKPOT, says=gettext_lazy("Jackpot"))
def start_jackpot(call: Call[StartJackpot]) -> Jackpot:
    """Start a jackpot over one or several tables, with the house's seed in it."""
    terms, by = call.input, call.by
    found = GamingTable.objects.filter(property_id=by.property_id, pk__in=terms.table_ids)
    tables = list(found.order_by("number"))
    if len(tables) != len(set(terms.table_ids)):
        raise GamingTable.DoesNotExist
    jackpot = Jackpot.objects.create(
        property_id=by.property_id,
        name=terms.name,
        seed_cents=terms.seed_cents,
        method=Jackpot.Method(terms.grows),
        step=terms.step,
        started_at=call.at,
    )
    jackpot.tables.set(tables)
    Account.objects.create(property_id=by.property_id, jackpot=jackpot, kind=AccountKind.JACKPOT)
    call.record(
        EventKind.JACKPOT_STARTED,
        about=[jackpot, *tables],
        detail={
            "name": terms.name,
            "seed_cents": terms.seed_cents,
            "grows": terms.grows,
            "step": terms.step,
        },
    )
    seed_jackpot(jackpot, by=by, at=call.at)
    return jackpot


def jackpot_in_play(table: GamingTable) -> tuple[Jackpot | None, int]:
    """Lock the jackpot that a table's bonus wagers play for, and read its meter.

    Tables that share a jackpot settle one after the other, so that it is paid once.
    """
    jackpot = (
        Jackpot.objects.select_for_update(of=("self",), no_key=True)
        .filter(tables=table, ended_at__isnull=True)
        .first()
    )
    return (jackpot, meter(jackpot)) if jackpot is not None else (None, 0)


def jackpot_of(table: GamingTable) -> Jackpot | None:
    """The jackpot that a table's bonus wagers play for."""
    return Jackpot.objects.filter(tables=table, ended_at__isnull=True).first()


def award_jackpot(jackpot: Jackpot, round_id: UUID, *, by: Person, at: datetime) -> None:
    """Start the jackpot again from its seed after a round has paid it out."""
    record(
        EventKind.JACKPOT_SEEDED,
        about=jackpot,
        by=by,
        at=at,
        detail={"name": jackpot.name, "seed_cents": jackpot.seed_cents, "round": str(round_id)},
    )
    seed_jackpot(jackpot, by=by, at=at, round_id=round_id)


def seed_jackpot(
    jackpot: Jackpot, *, by: Person, at: datetime, round_id: UUID | None = None
) -> None:
    cause = Cause(
        EntryKind.JACKPOT_SEED, gaming_day(jackpot.property, at), at, by, round_id=round_id
    )
    write_entry(jackpot.property_id, None, _added(jackpot, jackpot.seed_cents), cause)
    tell_meter(jackpot)


def tell_meter(jackpot: Jackpot) -> None:
    """Tell every screen that shows the meter: the jackpot's own page, its tables, the pit board."""
    publish_on_commit(jackpot.property_id, f"jackpot:{jackpot.pk}", "meter")
    for table_id in jackpot.tables.values_list("pk", flat=True):
        publish_on_commit(jackpot.property_id, f"table:{table_id}", "table")


@transaction.atomic
def contribute_period(
    jackpot_id: int, begins_at: datetime, ends_at: datetime, *, seen: Activity, at: datetime
) -> JackpotPeriod | None:
    """Add a period's contribution to the jackpot, once; a repeat does nothing.

    Rule: 3CS App. D.
    """
    jackpot = (
        Jackpot.objects.select_for_update(of=("self",), no_key=True)
        .select_related("property")
        .get(pk=jackpot_id)
    )
    if JackpotPeriod.objects.filter(jackpot=jackpot, begins_at=begins_at).exists():
        return None
    cents = contribution_cents(jackpot.method, jackpot.step, seen)
    cause = Cause(EntryKind.JACKPOT_CONTRIBUTION, gaming_day(jackpot.property, begins_at), at, None)
    entry_id = write_entry(jackpot.property_id, None, _added(jackpot, cents), cause)
    period = JackpotPeriod.objects.create(
        jackpot=jackpot,
        begins_at=begins_at,
        ends_at=ends_at,
        wagers=seen.wagers,
        win_cents=seen.win_cents,
        cents=cents,
        entry_id=entry_id,
    )
    record(
        EventKind.JACKPOT_CONTRIBUTED,
        about=jackpot,
        by=None,
        at=at,
        detail={
            "name": jackpot.name,
            "begins_at": begins_at,
            "ends_at": ends_at,
            "wagers": seen.wagers,
            "win_cents": seen.win_cents,
            "cents": cents,
        },
    )
    tell_meter(jackpot)
    return period


def _added(jackpot: Jackpot, cents: int) -> list[Line]:
    return [
        Line(AccountKind.JACKPOT, cents, jackpot_id=jackpot.pk),
        Line(AccountKind.JACKPOT_FUNDS, -cents),
    ]
