"""Random whole rounds, from a seed: every profile, bank, option, state and way to set a hand."""

from tests.rules.tiles.oracle import TILES

SEATS = {"maryland": 6, "leaflet": 6, "mbs": 7, "new-zealand": 8}
BANKS = {"mbs": ("house", "player")}
STATES = {
    "maryland": ("surrendered", "abandoned", "void"),
    "leaflet": ("surrendered", "abandoned", "void"),
    "mbs": ("void",),
    "new-zealand": ("conceded", "void"),
}


def random_line(chance, profile):
    """Make a `settle` line that the profile allows."""
    tiles = chance.sample(TILES, 32)
    kind = chance.choice(BANKS.get(profile, ("house", "player", "co-bank")))
    options = _options(chance, profile)
    chip = options.get("smallest_chip", 1)
    numbers = list(range(1, SEATS[profile] + 1))
    if profile == "new-zealand" and kind == "house":
        numbers.remove(1)
    seated = sorted(chance.sample(numbers, chance.randint(2, min(7, len(numbers)))))
    line = {"profile": profile, "options": options, "bank": {"kind": kind}, "seats": []}
    if kind != "house":
        line["bank"]["seat"] = chance.choice(seated)
    for number in seated:
        held = [tiles.pop() for _ in range(4)]
        seat = {"seat": number, "tiles": held}
        if chance.random() < 0.6:
            seat["high"] = chance.sample(held, 2)
        if number == line["bank"].get("seat"):
            if kind == "co-bank":
                seat.pop("high", None)
        else:
            seat |= _wagers(chance, profile, options, chip)
        line["seats"].append(seat)
    if kind == "house" or (kind == "player" and profile in ("maryland", "leaflet")):
        line["dealer"] = {"tiles": [tiles.pop() for _ in range(4)]}
        if kind == "player":
            line["dealer"]["wager"] = chance.choice((0, 1, 7)) * chance.randint(1, 900) * chip
    return line


def _options(chance, profile):
    options = {}
    if profile == "maryland":
        options["vigorish_rounding"] = chance.choice(("cent", "up-to-25c"))
        options["pair_fortunes"] = chance.choice("ABCD")
    if chance.random() < 0.4:
        options["smallest_chip"] = chance.choice((1, 5, 25, 100, 500))
    return options


def _wagers(chance, profile, options, chip):
    wager = chance.randint(1, chance.choice((9, 60, 5000))) * chip
    given = {"wager": wager}
    if chance.random() < 0.2:
        given["state"] = chance.choice(STATES[profile])
    if options.get("pair_fortunes") and chance.random() < 0.4:
        given["pair_fortunes"] = chance.randint(0, 50) * chip
    if profile == "leaflet" and chance.random() < 0.2:
        given["match_play"] = chance.choice((wager, chip))
    return given


def gains_by_place(settlement):
    totals = {}
    for move in settlement.movements:
        totals[move.from_place] = totals.get(move.from_place, 0) - move.amount_cents
        totals[move.to_place] = totals.get(move.to_place, 0) + move.amount_cents
    return totals
