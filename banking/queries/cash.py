"""Cash and chips over the table: what the dealer's screen and the cash page show of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from banking.models import CashKind, CashMove, Slip, SlipKind, SlipState
from banking.parts import parts_of
from banking.queries.requests import RequestSheet, requests_at
from banking.queries.trays import proposed_fill
from foundation.currencies import bills_of
from staff.house_settings import setting_of
from staff.models import Person
from tables.models import GamingTable

LATEST = 6


@dataclass(frozen=True, slots=True)
class CashSheet:
    """One move of cash or chips; `is_back` when it was taken back."""

    cash_id: UUID
    kind: str
    label: str
    seat: int | None
    player: str
    cents: int
    bills: Mapping[str, int]
    chips_in: Mapping[str, int]
    chips_out: Mapping[str, int]
    at: datetime
    by: str
    is_back: bool


@dataclass(frozen=True, slots=True)
class WaitingSlip:
    """A slip of this table that waits for somebody."""

    slip_id: int
    label: str
    serial: int
    total_cents: int
    waits_for: str


@dataclass(frozen=True, slots=True)
class CashPart:
    """What a tablet must know to take cash without the network."""

    bills: tuple[int, ...]
    floor_from_cents: int
    most_cents: int
    payout_cents: int
    side_payout_cents: int
    latest: tuple[CashSheet, ...]
    proposed_fill: Mapping[int, int]
    requests: tuple[RequestSheet, ...]
    slips: tuple[WaitingSlip, ...]


def cash_part(table: GamingTable) -> CashPart:
    """The bills of the house, from which amount the floor signs, and the latest moves."""
    house = table.property
    moves = CashMove.objects.filter(table=table).select_related("by", "undo")
    return CashPart(
        bills_of(house.currency),
        setting_of(house, "floor_cash_cents"),
        setting_of(house, "largest_chip_sale_cents"),
        setting_of(house, "payout_cents"),
        setting_of(house, "side_payout_cents"),
        tuple(cash_sheet(each) for each in moves.order_by("-at")[:LATEST]),
        proposed_fill(table),
        requests_at(table),
        tuple(_waiting(each) for each in _slips_at(table)),
    )


def _slips_at(table: GamingTable) -> QuerySet[Slip]:
    slips = Slip.objects.filter(table=table, state=SlipState.PREPARED)
    return slips.select_related("payout").prefetch_related("signatures").order_by("prepared_at")


def _waiting(slip: Slip) -> WaitingSlip:
    signed = {each.part for each in slip.signatures.all()}
    waits = [str(part.label) for part in parts_of(slip) if part.code not in signed]
    label = str(SlipKind(slip.kind).label)
    return WaitingSlip(slip.pk, label, slip.serial, slip.total_cents, " → ".join(waits))


def cash_sheet(move: CashMove) -> CashSheet:
    return CashSheet(
        cash_id=move.pk,
        kind=move.kind,
        label=str(CashKind(move.kind).label),
        seat=move.seat,
        player=move.player,
        cents=move.cents,
        bills=move.bills,
        chips_in=move.chips_in,
        chips_out=move.chips_out,
        at=move.at,
        by=move.by.name,
        is_back=hasattr(move, "undo"),
    )


@dataclass(frozen=True, slots=True)
class CashAnswer:
    """The move as it stands now."""

    cash: CashSheet
    entry: int | None
    cents: int


def cash_answer(viewer: Person, move: CashMove) -> CashAnswer:
    found = CashMove.objects.select_related("by", "undo").get(pk=move.pk)
    return CashAnswer(cash_sheet(found), found.entry_id, found.cents)
