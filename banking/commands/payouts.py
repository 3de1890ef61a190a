"""Payout documents: a round that pays much to one player asks for one, and surveillance is told.

Rule: COMAR 36.05.03.23.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Max

import rules
from audit.events import EventKind
from audit.record import record
from banking.models import Payout, PayoutKind, Slip, SlipKind, SlipState
from foundation.live import publish_on_commit
from foundation.locks import wait_in_line
from rules.round import PlacedWager
from staff.house_settings import setting_of
from staff.models import Person, Property
from tables.commands.alerts import WARNING, AlertWords, close_alerts, raise_alert
from tables.models import GamingTable


class PaidRound(NamedTuple):
    """A round that was settled at a table: what was wagered, and what it came to."""

    round_id: UUID
    number: int
    gaming_day: date
    wagers: Sequence[PlacedWager]
    settled: rules.Settlement


class LargePayment(NamedTuple):
    """What one player gets for one wager."""

    what: str
    seat: int
    player: str
    wager_cents: int
    cents: int


def large_payments(house: Property, paid: PaidRound) -> Iterator[LargePayment]:
    """What the house paid in a round from the amounts that it set; a jackpot whatever it was.

    What a player bank pays is not the house's.
    """
    least, side = setting_of(house, "payout_cents"), setting_of(house, "side_payout_cents")
    if paid.settled.bank.kind != "player":
        for each in paid.settled.players:
            if each.net_cents >= least:
                yield LargePayment(
                    PayoutKind.WIN, each.seat, each.player, each.wager_cents, each.net_cents
                )
    for seat in paid.settled.seats:
        for name, bonus in seat.bonuses.items():
            wager = _wager_on(paid.wagers, seat.seat, name)
            jackpot = bonus.get("jackpot") or 0
            rest = bonus["won"] - jackpot
            for what, cents, from_cents in ((PayoutKind.JACKPOT, jackpot, 1), (name, rest, side)):
                if cents >= from_cents:
                    yield LargePayment(what, seat.seat, wager.player, wager.side(name), cents)


def _wager_on(wagers: Sequence[PlacedWager], seat: int, name: str) -> PlacedWager:
    return next(each for each in wagers if each.seat == seat and each.side(name))


def ask_for_payouts(table: GamingTable, paid: PaidRound, *, by: Person, at: datetime) -> None:
    """Write the documents that a settled round asks for.

    After a correction those that wait are void; one that is complete stays, and is not asked for
    again.
    """
    house = table.property
    written = Payout.objects.filter(round_id=paid.round_id).select_related("slip__table")
    standing = set()
    for payout in written:
        if payout.slip.state == SlipState.COMPLETE:
            standing.add((payout.what, payout.seat, payout.player, payout.slip.total_cents))
        elif payout.slip.state == SlipState.PREPARED:
            _void(payout.slip, by, at)
    for each in large_payments(house, paid):
        if (each.what, each.seat, each.player, each.cents) not in standing:
            _ask(table, paid, each, by, at)


def _ask(
    table: GamingTable, paid: PaidRound, payment: LargePayment, by: Person, at: datetime
) -> None:
    house = table.property
    slip = Slip.objects.create(
        property=house,
        table=table,
        kind=SlipKind.PAYOUT,
        serial=_next_serial(house),
        gaming_day=paid.gaming_day,
        chips={},
        total_cents=payment.cents,
        prepared_by=by,
        prepared_at=at,
    )
    payout = Payout.objects.create(
        slip=slip,
        property=house,
        round_id=paid.round_id,
        round_number=paid.number,
        what=str(payment.what),
        seat=payment.seat,
        player=payment.player,
        wager_cents=payment.wager_cents,
        wants_manager=payment.cents >= setting_of(house, "manager_payout_cents"),
        wants_tax_form=wants_tax_form(house, payment),
    )
    said = {
        "what": payout.what,
        "seat": payment.seat,
        "player": payment.player,
        "cents": payment.cents,
        "round": str(paid.round_id),
        "serial": slip.serial,
    }
    record(EventKind.PAYOUT_DUE, about=[slip, payout, table], by=by, at=at, detail=said)
    words = AlertWords(
        f"payout:{slip.pk}",
        "large_payout",
        WARNING,
        {
            "cents": payment.cents,
            "currency": house.currency,
            "table": table.number,
            "seat": payment.seat,
            "round": paid.number,
        },
    )
    raise_alert(words, property_id=house.pk, table=table, at=at)
    publish_on_commit(house.pk, f"table:{table.pk}", "slip")


def wants_tax_form(house: Property, payment: LargePayment) -> bool:
    """Whether form W-2G is asked for: so much, and so many times the wager.

    Rule: 26 CFR 7.6041-1.
    """
    times = setting_of(house, "tax_form_times")
    is_much = payment.cents >= setting_of(house, "tax_form_cents")
    return is_much and payment.cents >= times * payment.wager_cents


def _void(slip: Slip, by: Person, at: datetime) -> None:
    slip.state, slip.void_reason, slip.voided_by = SlipState.VOID, "round_corrected", by
    slip.save(update_fields=["state", "void_reason", "voided_by"])
    said = {"kind": slip.kind, "serial": slip.serial, "reason": slip.void_reason}
    record(EventKind.SLIP_VOIDED, about=[slip, slip.table], by=by, at=at, detail=said)
    close_alerts(slip.property_id, f"payout:{slip.pk}", by=by, at=at)


def _next_serial(house: Property) -> int:
    """The next serial of a house's payouts; two tables that pay at once wait for each other."""
    wait_in_line(f"banking.payouts:{house.pk}")
    payouts = Slip.objects.filter(property=house, kind=SlipKind.PAYOUT)
    return (payouts.aggregate(n=Max("serial"))["n"] or 0) + 1
