"""What would have been different: two outcomes of one round, wager by wager."""

from typing import Any

from rounds.facts import DEALER


def differences(then: dict[str, Any], now: dict[str, Any]) -> list[dict[str, Any]]:
    """Every wager, the bank and the house where outcome or amount differ."""
    found = []
    before = {(row["seat"], row["player"]): row for row in then["players"]}
    after = {(row["seat"], row["player"]): row for row in now["players"]}
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key), after.get(key)
        if old and new and (old["outcome"], old["total"]) == (new["outcome"], new["total"]):
            continue
        found.append(
            {
                "place": f"seat-{key[0]}",
                "player": key[1],
                "outcome": {"then": old and old["outcome"], "now": new and new["outcome"]},
                "cents": {"then": old["total"] if old else 0, "now": new["total"] if new else 0},
            }
        )
    for place in ("bank", "house"):
        if then[place]["net"] != now[place]["net"]:
            found.append(
                {
                    "place": place,
                    "player": "",
                    "outcome": {"then": None, "now": None},
                    "cents": {"then": then[place]["net"], "now": now[place]["net"]},
                }
            )
    return found


def amounts_by_place(then: dict[str, Any], now: dict[str, Any]) -> dict[str, dict[str, int]]:
    """What each place had got by one outcome and gets by the other; below zero, what it gives.

    Whoever was paid by the first is still to be moved the difference, no more.
    """
    before, after = _by_place(then), _by_place(now)
    return {
        place: {"then": before.get(place, 0), "now": after.get(place, 0)}
        for place in {**after, **before}
    }


def _by_place(outcome: dict[str, Any]) -> dict[str, int]:
    found = {str(row["seat"]): int(row["total"]) for row in outcome["seats"]}
    bank, dealer = outcome["bank"], outcome["dealer"]
    if bank["seat"] is not None:
        found[str(bank["seat"])] = found.get(str(bank["seat"]), 0) + bank["net"]
    if dealer["outcome"]:
        found[DEALER] = dealer["net"]
    return found
