"""Cash and chips over the table: a buy-in, a colour-up, change, and taking one of them back.

Rule: COMAR 36.05.03.06.
"""

from typing import Annotated, Any
from uuid import UUID, uuid4

from django.http import Http404
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from banking.commands.ledger import Cause, Line, reverse_entry, write_entry
from banking.guards import (
    MOST_CHIPS,
    guard_cash_pieces,
    guard_change,
    guard_floor_signed,
    guard_known,
    guard_not_taken_back,
    guard_sale,
    guard_sells_here,
)
from banking.models import AccountKind, CashKind, CashMove, CashUndo, Entry, EntryKind
from banking.queries.cash import cash_answer
from banking.queries.cash_log import standing_at
from foundation.commands import ASKER, Call, Signature, TwoPeople, command
from foundation.inputs import Id, Input, Text
from staff.commands.signing import sign
from staff.gaming_day import gaming_day
from staff.house_settings import setting_of
from staff.models import SignOff
from staff.policy import Act
from tables.commands.alerts import AlertWords, raise_alert
from tables.guards import guard_table_is_open
from tables.models import GamingTable

TABLE = "tables/<int:table_id>/"
MOST_SEATS = 8
Value = Annotated[int, Field(ge=0, lt=10**9)]
Count = Annotated[int, Field(ge=0, le=MOST_CHIPS)]
Counted = Annotated[dict[Value, Count], Field(max_length=40)]
FLOOR = Signature("floor", Act.SIGN_AS_FLOOR, gettext_lazy("Floorperson or above"), required=False)


class OverTheTable(Input):
    """At which table, for which seat or marker. The id is made by whoever enters it."""

    table_id: Id
    id: UUID | None = None
    seat: Annotated[int, Field(ge=1, le=MOST_SEATS)] | None = None
    player: Text = ""


class SellChips(OverTheTable):
    """For how much chips were sold: the bills, and the chips that were given for them."""

    table_id: Id
    cents: Annotated[int, Field(ge=1, le=2**53 - 1)]
    bills: Counted = Field(default_factory=dict)
    chips: Counted = Field(default_factory=dict)


class ChangeChips(OverTheTable):
    """Chips that were taken, and those that were given for them."""

    table_id: Id
    chips_in: Counted
    chips_out: Counted


class TakeBackCash(Input):
    """Which buy-in or change was entered and did not happen so."""

    table_id: Id
    cash_id: UUID


@command(
    SellChips,
    act=Act.SELL_CHIPS,
    says=gettext_lazy("Chips sold for cash"),
    path=f"{TABLE}chip-sales/",
    signs=[FLOOR],
    two=[TwoPeople(ASKER, "floor")],
    answer=cash_answer,
)
def sell_chips(call: Call[SellChips]) -> CashMove:
    """Record a buy-in: chips leave the inventory, cash goes into the drop box.

    Rule: COMAR 36.05.03.06.
    """
    asked = call.input
    table = _open_table(call, asked.table_id)
    guard_cash_pieces(asked, table)
    guard_sale(asked.cents, table.property)
    guard_floor_signed(call.signed, asked.cents, table.property)
    day = gaming_day(table.property, call.at)
    standing = standing_at(table, asked.seat, asked.player, day)
    guard_known(standing, asked.cents, table.property)
    cause = Cause(EntryKind.BUY_IN, day, call.at, call.by)
    lines = [Line(AccountKind.DROP, asked.cents), Line(AccountKind.INVENTORY, -asked.cents)]
    entry_id = write_entry(table.property_id, table, lines, cause)
    move = CashMove.objects.create(
        **_common(call, table, CashKind.BUY_IN, asked.cents),
        bills=_counted(asked.bills),
        chips_out=_counted(asked.chips),
        entry_id=entry_id,
    )
    said = {"cents": asked.cents, "seat": asked.seat, "player": asked.player}
    call.record(EventKind.CHIPS_SOLD, about=[move, table], detail=said)
    _notice(move, standing.in_cents)
    call.publish(f"table:{table.pk}", "money")
    return move


@command(
    ChangeChips,
    act=Act.SELL_CHIPS,
    says=gettext_lazy("Chips changed"),
    path=f"{TABLE}chip-changes/",
    signs=[FLOOR],
    two=[TwoPeople(ASKER, "floor")],
    answer=cash_answer,
)
def change_chips(call: Call[ChangeChips]) -> CashMove:
    """Record a colour-up or change: the tray keeps its value and holds other chips.

    Rule: COMAR 36.05.03.06.
    """
    asked = call.input
    table = _open_table(call, asked.table_id)
    cents = guard_change(asked, table)
    guard_floor_signed(call.signed, cents, table.property)
    move = CashMove.objects.create(
        **_common(call, table, CashKind.CHANGE, cents),
        chips_in=_counted(asked.chips_in),
        chips_out=_counted(asked.chips_out),
    )
    said = {"cents": cents, "seat": asked.seat, "player": asked.player}
    call.record(EventKind.CHIPS_CHANGED, about=[move, table], detail=said)
    call.publish(f"table:{table.pk}", "money")
    return move


@command(
    TakeBackCash,
    act=Act.SELL_CHIPS,
    says=gettext_lazy("Take back"),
    path=f"{TABLE}cash-undos/",
    signs=[FLOOR],
    two=[TwoPeople(ASKER, "floor")],
    answer=cash_answer,
)
def take_back_cash(call: Call[TakeBackCash]) -> CashMove:
    """Take back a buy-in or change that was entered and did not happen so; both entries stay.

    What the floor signs when it is entered, it signs again when it is taken back.

    Rule: COMAR 36.05.03.06.
    """
    table = _open_table(call, call.input.table_id)
    moves = CashMove.objects.select_related("entry", "table")
    move = moves.filter(pk=call.input.cash_id, table=table).first()
    if move is None:
        raise Http404
    guard_not_taken_back(move)
    guard_floor_signed(call.signed, move.cents, table.property)
    _floor_sign_off(call, move.pk, move.cents)
    undone = CashUndo.objects.create(
        cash=move,
        property_id=table.property_id,
        by=call.by,
        at=call.at,
        entry_id=_reversed(call, table, move.entry) if move.entry else None,
    )
    said = {"cents": move.cents, "kind": move.kind, "seat": move.seat}
    call.record(EventKind.CASH_TAKEN_BACK, about=[undone.cash, table], detail=said)
    call.publish(f"table:{table.pk}", "money")
    return move


def _open_table(call: Call[Any], table_id: int) -> GamingTable:
    tables = GamingTable.objects.select_for_update(of=("self",), no_key=True)
    house = call.by.property_id
    table = tables.select_related("property").filter(pk=table_id, property_id=house).first()
    if table is None:
        raise Http404
    guard_table_is_open(table)
    guard_sells_here(call.by, table, call.at)
    return table


def _common(call: Call[Any], table: GamingTable, kind: CashKind, cents: int) -> dict[str, Any]:
    """What both kinds of moves keep."""
    asked: OverTheTable = call.input
    cash_id = asked.id or uuid4()
    return {
        "id": cash_id,
        "property_id": table.property_id,
        "table": table,
        "kind": kind,
        "seat": asked.seat,
        "player": asked.player,
        "cents": cents,
        "gaming_day": gaming_day(table.property, call.at),
        "at": call.at,
        "by": call.by,
        "sign_off": _floor_sign_off(call, cash_id, cents),
    }


def _floor_sign_off(call: Call[Any], cash_id: UUID, cents: int) -> SignOff | None:
    signer = call.signed.get("floor")
    if signer is None:
        return None
    content = call.input.model_dump(mode="json") | {"cents": cents}
    act, subject = Act.SIGN_AS_FLOOR, f"cash:{cash_id}"
    return sign(signer, act=act, subject=subject, content=content, at=call.at)


def _notice(move: CashMove, before_cents: int) -> None:
    """Raise an alert when somebody's cash of the day reaches what the house notices.

    Rule: 31 CFR 1021.311.
    """
    total = before_cents + move.cents
    if before_cents < setting_of(move.table.property, "notice_cash_cents") <= total:
        words = AlertWords(
            f"patron-cash:{move.pk}",
            "patron_cash",
            params={
                "cents": total,
                "currency": move.table.property.currency,
                "table": move.table.number,
                "seat": move.seat or "–",
            },
        )
        raise_alert(words, property_id=move.property_id, table=move.table, at=move.at)


def _counted(pieces: dict[int, int]) -> dict[str, int]:
    return {str(value): count for value, count in sorted(pieces.items()) if count}


def _reversed(call: Call[Any], table: GamingTable, entry: Entry) -> int:
    day = gaming_day(table.property, call.at)
    return reverse_entry(entry, Cause(EntryKind.CASH_BACK, day, call.at, call.by))
