"""The cash log: who a seat's cash belongs to, who they are, cash at the cage, hand-over.

Rule: 31 CFR 1021.311-.313.
"""

import secrets
from datetime import date
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from banking.guards import (
    guard_begun,
    guard_cage_cash_stands,
    guard_cash_known,
    guard_described,
    guard_identity,
    guard_seat_is_free,
    guard_somewhere,
)
from banking.models import CashKind, CashMove, Patron, PatronCash, PatronIdentity, PatronSeat
from banking.queries.cash_log import cash_log, standing_of
from banking.queries.patrons import HandedOver, handed_over, patron_answer
from foundation.commands import Call, Signature, TwoPeople, command
from foundation.inputs import Id, Input, Remark, Text
from foundation.locks import wait_in_line
from staff.commands.signing import sign
from staff.gaming_day import gaming_day, shift_of
from staff.house_settings import setting_of
from staff.policy import Act
from tables.commands.alerts import AlertWords, raise_alert
from tables.locks import locked_table
from tables.models import GamingTable

LOG = "cash-log/"
PATRON = f"{LOG}patrons/<int:patron_id>/"


class DescribePatron(Input):
    """Whose cash a seat's is: a patron of the day, or one described now.

    Without a day it is today's; a day that is over is still described, for its report. With a
    buy-in it is theirs from that one on: somebody else sits there, or the one before was wrong.
    """

    table_id: Id
    seat: Annotated[int, Field(ge=1, le=8)] | None = None
    player: Text = ""
    patron_id: Id | None = None
    description: Annotated[Remark, Field(max_length=120)] = ""
    day: date | None = None
    since: UUID | None = None


class IdentifyPatron(Input):
    """Who a patron is, as a document says."""

    patron_id: Id
    name: Annotated[Remark, Field(max_length=120)]
    born: date
    address: Annotated[Remark, Field(max_length=200)]
    document: Annotated[Remark, Field(max_length=80)]
    tax_number: Annotated[Remark, Field(max_length=40)] = ""


class WhichPatron(Input):
    """Which patron."""

    patron_id: Id


class EnterPatronCash(Input):
    """Cash that the cage paid to a patron, or took from one."""

    patron_id: Id
    cents: Annotated[int, Field(ge=1, le=10**12)]
    is_out: bool = True


class EnterCageCash(Input):
    """Cash that the cage paid to somebody of no table, or took from them."""

    description: Annotated[Remark, Field(max_length=120)]
    cents: Annotated[int, Field(ge=1, le=10**12)]
    is_out: bool = True


class TakeBackPatronCash(Input):
    """Which cash of the cage was entered and did not happen so."""

    paid_id: Id


class HandOverLog(Input):
    """The log of a gaming day goes from one shift to the next."""

    day: date


@command(
    DescribePatron,
    act=Act.DESCRIBE_PATRON,
    says=gettext_lazy("Enter the patron"),
    path=f"{LOG}seats/<int:table_id>/",
    answer=patron_answer,
)
def describe_patron(call: Call[DescribePatron]) -> Patron:
    """Say whose the cash of a seat is, by a description or as a patron of the same day."""
    asked = call.input
    table = locked_table(asked.table_id, call.by)
    where = _where(asked, table, gaming_day(table.property, call.at))
    guard_described(asked.patron_id, asked.description)
    if asked.patron_id:
        patron = _patron(call, asked.patron_id)
    else:
        patron = _new_patron(call, asked.description)
    PatronSeat.objects.create(
        property=table.property, patron=patron, table=table, by=call.by, at=call.at, **where
    )
    said = {"seat": where["seat"], "player": where["player"], "day": f"{where['gaming_day']}"}
    call.record(
        EventKind.PATRON_DESCRIBED, about=[patron, table], detail={"patron": patron.key, **said}
    )
    call.publish(f"table:{table.pk}", "money")
    return patron


def _where(asked: DescribePatron, table: GamingTable, today: date) -> dict[str, Any]:
    """The seat and marker and the gaming day, from which buy-in on."""
    if asked.since is None:
        day = asked.day or today
        guard_begun(day, today)
        guard_somewhere(asked.seat, asked.player)
        guard_seat_is_free(table, asked.seat, asked.player, day)
        return {"seat": asked.seat, "player": asked.player, "gaming_day": day}
    bought = CashMove.objects.filter(pk=asked.since, table=table, kind=CashKind.BUY_IN).first()
    if bought is None:
        raise Http404
    return {
        "seat": bought.seat,
        "player": bought.player,
        "gaming_day": bought.gaming_day,
        "since": bought,
    }


def _new_patron(call: Call[Any], description: str) -> Patron:
    return Patron.objects.create(
        property_id=call.by.property_id,
        key=secrets.token_hex(8),
        description=description,
        made_by=call.by,
        made_at=call.at,
    )


@command(
    IdentifyPatron,
    act=Act.IDENTIFY_PATRON,
    says=gettext_lazy("Identify"),
    path=f"{PATRON}identity/",
    answer=patron_answer,
)
def identify_patron(call: Call[IdentifyPatron]) -> Patron:
    """Keep who a patron is, apart from the record; the log says only that it was done."""
    asked = call.input
    patron = _patron(call, asked.patron_id)
    guard_identity(patron, asked.name, asked.document)
    PatronIdentity.objects.create(
        patron=patron,
        name=asked.name,
        born=asked.born,
        address=asked.address,
        document=asked.document,
        tax_number=asked.tax_number,
    )
    call.record(EventKind.PATRON_IDENTIFIED, about=patron, detail={"patron": patron.key})
    return patron


@command(
    WhichPatron,
    act=Act.IDENTIFY_PATRON,
    says=gettext_lazy("Show who it is"),
    path=f"{PATRON}identity/reads/",
    answer=patron_answer,
)
def read_identity(call: Call[WhichPatron]) -> Patron:
    """Record that somebody reads who a patron is, before it is shown."""
    patron = _patron(call, call.input.patron_id)
    call.record(EventKind.IDENTITY_READ, about=patron, detail={"patron": patron.key})
    return patron


@command(
    WhichPatron,
    act=Act.ERASE_IDENTITY,
    says=gettext_lazy("Erase who it is"),
    path=f"{PATRON}identity/erase/",
    answer=patron_answer,
)
def erase_identity(call: Call[WhichPatron]) -> Patron:
    """Erase what identifies a patron; amounts and key stay, and so does the log."""
    patron = _patron(call, call.input.patron_id)
    erased, _rows = PatronIdentity.objects.filter(patron=patron).delete()
    if not erased:
        raise Http404
    call.record(EventKind.IDENTITY_ERASED, about=patron, detail={"patron": patron.key})
    return patron


@command(
    EnterPatronCash,
    act=Act.ENTER_PATRON_CASH,
    says=gettext_lazy("Enter the cash"),
    path=f"{PATRON}cash/",
    answer=patron_answer,
)
def enter_patron_cash(call: Call[EnterPatronCash]) -> Patron:
    """Enter cash that the cage paid to a patron or took from one, beside the tables."""
    return _enter(call, _patron(call, call.input.patron_id))


@command(
    EnterCageCash,
    act=Act.ENTER_PATRON_CASH,
    says=gettext_lazy("Enter somebody's cash"),
    path=f"{LOG}cage/",
    answer=patron_answer,
)
def enter_cage_cash(call: Call[EnterCageCash]) -> Patron:
    """Enter cash of somebody whom the log does not have yet, described at the cage."""
    guard_described(None, call.input.description)
    return _enter(call, _new_patron(call, call.input.description))


def _enter(call: Call[Any], patron: Patron) -> Patron:
    asked, house = call.input, call.by.property
    wait_in_line(f"banking.cage:{house.pk}")
    day = gaming_day(house, call.at)
    standing = standing_of(patron, day)
    before = standing.out_cents if asked.is_out else standing.in_cents
    guard_cash_known(before + asked.cents, house, is_identified=standing.is_identified)
    paid = PatronCash.objects.create(
        property=house,
        patron=patron,
        is_out=asked.is_out,
        cents=asked.cents,
        gaming_day=day,
        by=call.by,
        at=call.at,
    )
    said = {"patron": patron.key, "cents": asked.cents, "is_out": asked.is_out}
    call.record(EventKind.PATRON_CASH, about=patron, detail=said)
    _notice(paid, before)
    return patron


@command(
    TakeBackPatronCash,
    act=Act.ENTER_PATRON_CASH,
    says=gettext_lazy("Take back"),
    path=f"{LOG}cage/<int:paid_id>/take-back/",
    answer=patron_answer,
)
def take_back_patron_cash(call: Call[TakeBackPatronCash]) -> Patron:
    """Take back cash of the cage that was entered and did not happen so; both entries stay."""
    house = call.by.property_id
    wait_in_line(f"banking.cage:{house}")
    entered = PatronCash.objects.select_related("patron", "taken_back")
    paid = entered.filter(pk=call.input.paid_id, property_id=house).first()
    if paid is None:
        raise Http404
    guard_cage_cash_stands(paid)
    PatronCash.objects.create(
        property_id=house,
        patron=paid.patron,
        is_out=not paid.is_out,
        cents=paid.cents,
        takes_back=paid,
        gaming_day=paid.gaming_day,
        by=call.by,
        at=call.at,
    )
    said = {"patron": paid.patron.key, "cents": paid.cents, "is_out": paid.is_out}
    call.record(EventKind.PATRON_CASH_BACK, about=paid.patron, detail=said)
    return paid.patron


def _notice(paid: PatronCash, before_cents: int) -> None:
    """Raise an alert when a patron's cash in or out reaches what the house notices.

    Rule: 31 CFR 1021.311.
    """
    house, total = paid.property, before_cents + paid.cents
    if before_cents < setting_of(house, "notice_cash_cents") <= total:
        code = "patron_paid" if paid.is_out else "patron_brought"
        said = {"cents": total, "currency": house.currency, "patron": paid.patron.key}
        words = AlertWords(f"patron-cage:{paid.pk}", code, params=said)
        raise_alert(words, property_id=house.pk, table=None, at=paid.at)


@command(
    HandOverLog,
    act=Act.VIEW_CASH_LOG,
    says=gettext_lazy("Hand the log over"),
    path=f"{LOG}hand-over/",
    signs=[
        Signature("giver", Act.DESCRIBE_PATRON, gettext_lazy("Whoever hands it over")),
        Signature("taker", Act.DESCRIBE_PATRON, gettext_lazy("Whoever takes it over")),
    ],
    two=[TwoPeople("giver", "taker")],
    answer=handed_over,
)
def hand_over_log(call: Call[HandOverLog]) -> HandedOver:
    """Record that the log went from one to another, and how it stood then."""
    giver, taker = call.signed["giver"], call.signed["taker"]
    log = cash_log(call.by, call.input.day)
    house = call.by.property
    said = {
        "day": call.input.day.isoformat(),
        "shift": shift_of(house, call.at),
        "groups": len(log.groups),
        "in_cents": sum(each.in_cents for each in log.groups),
        "out_cents": sum(each.out_cents for each in log.groups),
    }
    for signer in (giver, taker):
        subject = f"property:{house.pk}"
        sign(signer, act=Act.DESCRIBE_PATRON, subject=subject, content=said, at=call.at)
    call.record(
        EventKind.CASH_LOG_HANDED_OVER,
        about=house,
        by=taker.person,
        detail={**said, "giver": giver.person.pk, "taker": taker.person.pk},
    )
    return HandedOver(giver.person.name, taker.person.name, call.at)


def _patron(call: Call[Any], patron_id: int) -> Patron:
    found = Patron.objects.filter(pk=patron_id, property_id=call.by.property_id).first()
    if found is None:
        raise Http404
    return found
