"""What would have been different: two settlements of one round, wager by wager."""

from typing_extensions import TypedDict

import rules
from rules.place import DEALER


class ThenNow(TypedDict):
    """An amount by the first settlement and by the second."""

    then: int
    now: int


class Ended(TypedDict):
    """How a wager ended by each; None where there was none, and for bank and house."""

    then: str | None
    now: str | None


class Difference(TypedDict):
    """A wager, the bank or the house that comes out otherwise."""

    place: str
    player: str
    outcome: Ended
    cents: ThenNow


def differences(then: rules.Settlement, now: rules.Settlement) -> list[Difference]:
    """Every wager, the bank and the house where outcome or amount differ."""
    before = {(row.seat, row.player): row for row in then.players}
    after = {(row.seat, row.player): row for row in now.players}
    found: list[Difference] = []
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key), after.get(key)
        if old and new and (old.outcome, old.total_cents) == (new.outcome, new.total_cents):
            continue
        ended: Ended = {"then": old.outcome if old else None, "now": new.outcome if new else None}
        cents: ThenNow = {
            "then": old.total_cents if old else 0,
            "now": new.total_cents if new else 0,
        }
        found.append(
            {"place": f"seat-{key[0]}", "player": key[1], "outcome": ended, "cents": cents}
        )
    nets = {
        "bank": (then.bank.net_cents, now.bank.net_cents),
        "house": (then.house.net_cents, now.house.net_cents),
    }
    found += [_of_nobody(place, *net) for place, net in nets.items() if net[0] != net[1]]
    return found


def _of_nobody(place: str, then: int, now: int) -> Difference:
    ended: Ended = {"then": None, "now": None}
    return {"place": place, "player": "", "outcome": ended, "cents": {"then": then, "now": now}}


def amounts_by_place(then: rules.Settlement, now: rules.Settlement) -> dict[str, ThenNow]:
    """What each place had got by one settlement and gets by the other; below zero, what it gives.

    Whoever was paid by the first is still to be moved the difference, no more.
    """
    before, after = _by_place(then), _by_place(now)
    return {
        place: {"then": before.get(place, 0), "now": after.get(place, 0)}
        for place in {**after, **before}
    }


def _by_place(settled: rules.Settlement) -> dict[str, int]:
    found = {str(row.seat): row.total_cents for row in settled.seats}
    bank, dealer = settled.bank, settled.dealer
    if bank.seat is not None:
        found[str(bank.seat)] = found.get(str(bank.seat), 0) + bank.net_cents
    if dealer.outcome:
        found[DEALER.text] = dealer.net_cents
    return found
