"""A second, plain settlement of a round of tiles, from the words of the documents.

Works on the JSON of `python -m rules settle` and shares no code with `rules`.
"""

from fractions import Fraction
from math import ceil, floor

from tests.rules.tiles import oracle


def vigorish(won, options):
    exact = Fraction(won) * 5 / 100
    if options.get("vigorish_rounding") == "up-to-25c":
        return ceil(exact / 25) * 25
    return floor(exact + Fraction(1, 2))


def payable(profile, wager, options):
    """NZ 6.13: as much of the wager as pays exactly in chips."""
    chip = options.get("smallest_chip")
    if profile != "new-zealand" or not chip:
        return wager
    part = wager
    while part and (Fraction(95, 100) * part) % chip:
        part -= chip
    return part


def hand(profile, seat):
    if seat.get("high"):
        return oracle.as_set(profile, seat["tiles"], seat["high"])
    return oracle.set_hand(profile, tuple(seat["tiles"]))


def match(player, bank):
    high, low = player[0] > bank[0], player[1] > bank[1]
    outcome = {2: "win", 1: "push", 0: "lose"}[high + low]
    return outcome, *("win" if won else "lose" for won in (high, low))


def bank_hand(line):
    profile, bank = line["profile"], line["bank"]
    if bank["kind"] == "house":
        holder, stands = line["dealer"], line["dealer"].get("stands")
    else:
        (holder,) = [seat for seat in line["seats"] if seat["seat"] == bank["seat"]]
        stands = bank.get("stands") or bank["kind"] == "player"
    if stands:
        return hand(profile, holder)
    return oracle.set_hand(profile, tuple(holder["tiles"]))


def side_wager(seat, options):
    stake, state = seat["pair_fortunes"], seat.get("state", "played")
    made = oracle.pair_fortunes(seat["tiles"])
    odds = oracle.PAYS[options["pair_fortunes"]][made]
    if state == "void":
        won, net = 0, 0
    elif state == "abandoned" or not odds:
        won, net = 0, -stake
    else:
        won = net = odds * stake
    return {"class": made, "won": won, "net": net}


def settle_seat(line, seat, against):
    options, profile = line.get("options", {}), line["profile"]
    row = {
        "seat": seat["seat"], "outcome": "bank", "high": None, "low": None,
        "won": 0, "vigorish": 0, "net": 0, "returned": 0,
    }  # fmt: skip
    if line["bank"]["kind"] != "house" and seat["seat"] == line["bank"]["seat"]:
        return row | {"total": 0}, 0, 0
    wager = payable(profile, seat["wager"], options)
    row["returned"] = seat["wager"] - wager
    state = seat.get("state", "played") if wager else "void"
    lost = paid = 0
    row["outcome"] = state
    if state in ("surrendered", "abandoned", "conceded"):
        row["net"], lost = -wager, wager
    elif state == "played":
        row["outcome"], row["high"], row["low"] = match(hand(profile, seat), against)
        if row["outcome"] == "lose":
            row["net"], lost = -wager, wager
        elif row["outcome"] == "win":
            paid = wager
            row["won"] = wager + seat.get("match_play", 0)
            row["vigorish"] = vigorish(row["won"], options)
            row["net"] = row["won"] - row["vigorish"]
    row["total"] = row["net"]
    if seat.get("pair_fortunes"):
        row["pair_fortunes"] = side_wager(seat, options)
        row["total"] += row["pair_fortunes"]["net"]
    return row, lost, paid


def settle(line):
    options, kind = line.get("options", {}), line["bank"]["kind"]
    against = bank_hand(line)
    rows, lost, paid = [], 0, 0
    for seat in line["seats"]:
        row, its_lost, its_paid = settle_seat(line, seat, against)
        rows.append(row)
        lost, paid = lost + its_lost, paid + its_paid
    dealer = {"outcome": None, "net": 0}
    given = line.get("dealer") or {}
    if kind == "player" and given.get("wager"):
        dealer["outcome"], _, _ = match(hand(line["profile"], given), against)
        dealer["net"] = {"win": 1, "push": 0, "lose": -1}[dealer["outcome"]] * given["wager"]
        lost, paid = lost + max(-dealer["net"], 0), paid + max(dealer["net"], 0)
    bank = {"kind": kind, "seat": line["bank"].get("seat"), "net": 0, "vigorish": 0}
    left = lost - paid
    if kind == "player":
        bank["net"] = left
    if kind == "co-bank":
        bank["net"] = ceil(Fraction(left, 2))
    if bank["net"] > 0:
        bank["vigorish"] = vigorish(bank["net"], options)
        bank["net"] -= bank["vigorish"]
    total = sum(row["total"] for row in rows) + bank["net"]
    return {
        "seats": rows,
        "bank": bank,
        "house": {
            "net": -total,
            "vigorish": sum(row["vigorish"] for row in rows) + bank["vigorish"],
        },
        "dealer": dealer,
    }
