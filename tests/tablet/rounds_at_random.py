"""Rounds for the comparison of the tablet's sums with the core's: seeded, every option in turn."""

from random import Random

from rules.cards.card import DECK
from rules.tiles.tile import TILE_SET

OPTIONS = {
    "maryland": [
        {"pair_fortunes": "A"},
        {"pair_fortunes": "C", "vigorish_rounding": "up-to-25c"},
        {},
    ],
    "leaflet": [{"match_play": True}],
    "mbs": [{}],
    "new-zealand": [{"smallest_chip": 100}, {"smallest_chip": 500}, {}],
    "three-card-split": [
        {"four_card": "1a"},
        {"four_card": "4a", "jackpot_minimum": 500, "jackpot": 123_400},
        {"four_card": "4b", "jackpot_minimum": 2_500, "jackpot": 55_500},
    ],
}
BANKS = {
    "maryland": ("house", "player", "co-bank"),
    "leaflet": ("house", "player", "co-bank"),
    "mbs": ("house", "player"),
    "new-zealand": ("house", "player", "co-bank"),
    "three-card-split": ("house",),
}
STATES = {
    "maryland": ("surrendered", "abandoned", "void"),
    "leaflet": ("surrendered", "abandoned", "void"),
    "mbs": ("void",),
    "new-zealand": ("conceded", "void"),
    "three-card-split": ("void",),
}
SEATS = {"maryland": 6, "leaflet": 6, "mbs": 7, "new-zealand": 8, "three-card-split": 6}


def rounds(profile: str, count: int, seed: int = 1):
    chance = Random(f"{profile} {seed}")
    for number in range(count):
        options = OPTIONS[profile][number % len(OPTIONS[profile])]
        kind = BANKS[profile][number // len(OPTIONS[profile]) % len(BANKS[profile])]
        make = a_card_round if profile == "three-card-split" else a_tile_round
        yield make(profile, options, kind, chance)


def a_tile_round(profile: str, options: dict, kind: str, chance: Random) -> dict:
    tiles = [each.text for each in chance.sample(TILE_SET, 32)]
    hands = [tiles[place : place + 4] for place in range(0, 32, 4)]
    first = 2 if profile == "new-zealand" and kind == "house" else 1
    taken = sorted(chance.sample(range(first, SEATS[profile] + 1), chance.randint(2, 6)))
    bank = {"kind": kind} if kind == "house" else {"kind": kind, "seat": chance.choice(taken)}
    round_ = {"profile": profile, "options": options, "bank": bank, "seats": []}
    if kind == "house":
        round_["dealer"] = {"tiles": hands.pop()}
    elif kind == "player" and profile in ("maryland", "leaflet") and chance.random() < 0.6:
        round_["dealer"] = {"tiles": hands.pop(), "wager": chance.randint(1, 40) * 500}
    for seat in taken:
        is_bank = seat == bank.get("seat")
        round_["seats"].append(a_seat(profile, options, seat, hands.pop(), is_bank, chance))
        if is_bank and kind == "co-bank":
            round_["seats"][-1].pop("high", None)
    return round_


def a_seat(profile, options, seat, tiles, is_bank, chance: Random) -> dict:
    found = {"seat": seat, "tiles": tiles}
    if chance.random() < 0.8:
        found["high"] = chance.sample(tiles, 2)
    if is_bank:
        return found
    found["wager"] = chance.randint(1, 60) * max(options.get("smallest_chip", 1), 1) * 7
    if "pair_fortunes" in options and chance.random() < 0.5:
        found["pair_fortunes"] = chance.randint(1, 9) * 100
    if "match_play" in options and chance.random() < 0.4:
        found["match_play"] = chance.choice([found["wager"], found["wager"] // 2])
    if chance.random() < 0.15:
        found["state"] = chance.choice(STATES[profile])
    return found


def a_card_round(profile: str, options: dict, kind: str, chance: Random) -> dict:
    cards = [each.text for each in chance.sample(DECK, 52)]
    if chance.random() < 0.1:
        cards = lucky(cards, chance)
    seats = []
    for seat in sorted(chance.sample(range(1, 7), chance.randint(1, 6))):
        held = [cards.pop() for _ in range(3)]
        found = {"seat": seat, "cards": held, "wager": chance.randint(1, 40) * 500}
        if chance.random() < 0.8:
            found["high"] = chance.sample(held, 2)
        if chance.random() < 0.6:
            found["three_card"] = found["wager"] // 2
        if chance.random() < 0.7:
            found["four_card"] = chance.choice((100, 500, 2_500))
        if chance.random() < 0.1:
            found["state"] = "void"
        seats.append(found)
    dealer = {"cards": [cards.pop() for _ in range(3)]}
    return {
        "profile": profile,
        "options": options,
        "bank": {"kind": kind},
        "dealer": dealer,
        "community": cards[0],
        "seats": seats,
    }


def lucky(cards: list[str], chance: Random) -> list[str]:
    """Deal somebody four of a kind with the community card."""
    rank = chance.choice("A7")
    four = [each for each in cards if each[0] == rank]
    rest = [each for each in cards if each[0] != rank]
    return [four[0], *rest, *four[1:]]
