"""A dealer who taps anything: commands sent to the real API, right ones and wrong ones mixed.

Each is kept with what the server said to it: the round afterwards, or the code of the refusal, and
before it whom the bank would be offered to. The tablet's own modules are then asked the same.
"""

import json
import re
from random import Random

from rules.cards.card import DECK
from rules.tiles.tile import TILE_SET
from tests.rounds.api import Api
from tests.tablet.commands_at_random import left_of

FACTS = (
    "seats", "wagers", "dealer_wager", "roll", "no_rolls", "hands", "states", "community", "quick",
)  # fmt: skip
NEXT = {
    "betting": ["seats", "wagers", "wagers", "bank", "bank", "close", "close", "dealer-wager"],
    "closed": ["delivery", "roll", "deal", "deal", "quick", "dealer-wager"],
    "dealt": ["hands", "hands", "hands", "states", "quick", "community"],
    "set": ["settle", "settle", "hands", "states"],
}
ANY = sorted({name for names in NEXT.values() for name in names})
LONGEST = 400
CUT = {"first": 3, "last": 5, "to_right": 2}
# The document of every paragraph that an answer names.
CITED = re.compile(r"\b(MD|Leaflet|MBS|NZ|3CS|COMAR) (?:ch\. |App)?[0-9§¶.]")
SIDES = ("pair_fortunes", "match_play", "three_card", "four_card")


class RandomDealer:
    """Somebody at a floor's table who tries everything, and writes down what came of it."""

    def __init__(self, floor, seed: str) -> None:
        self.floor = floor
        self.api = Api(floor)
        self.chance = Random(seed)
        self.table = self.look()
        self.seats: int = self.table["table"]["seats"]
        self.is_cards = self.table["table"]["pieces"] == "cards"
        self.steps: list[dict] = []
        self.sheet: dict = {}
        self.pieces: list[str] = []
        self.cited: list[str] = []

    def look(self) -> dict:
        return self.api.get(f"tables/{self.floor.table.pk}/sheet/").json()

    def rounds(self, count: int) -> list[dict]:
        """Play rounds to their end and answer with every step of all of them."""
        for number in range(count):
            self.open(number)
            for _ in range(LONGEST):
                if self.sheet["state"] == "settled":
                    break
                name = self.choose()
                self.send(name, self.body_of(name))
        return self.steps

    def choose(self) -> str:
        known = NEXT[self.sheet["state"]] if self.chance.random() < 0.9 else ANY
        name = self.chance.choice(known)
        is_missing = name == "settle" and self.is_cards and not self.sheet["community"]
        return "community" if is_missing and self.chance.random() < 0.7 else name

    def open(self, number: int) -> None:
        carry = self.chance.random() < 0.5
        said = self.api.open(carry_wagers=carry).json()
        deck = [each.text for each in (DECK if self.is_cards else TILE_SET)]
        self.pieces = self.chance.sample(deck, len(deck))
        self.keep({"name": "open", "body": {"carry_wagers": carry}}, said, said["number"])

    def send(self, name: str, body: dict) -> None:
        before = self.sheet
        asks = before["state"] == "betting" and name in ("bank", "close")
        offers = self.look()["bank_offers"] if asks else None
        answer = self.api.step(name, body)
        said = answer.json()
        if answer.status_code not in (200, 409):
            raise AssertionError((name, body, said))
        self.keep({"name": name, "body": body}, said, None, offers)

    def keep(self, command: dict, said: dict, number=None, offers=None) -> None:
        code = said.get("code")
        self.cited += CITED.findall(json.dumps(said, ensure_ascii=False))
        if code is None:
            self.sheet = said
        self.steps.append(
            {
                "command": {**command, "round": self.api.round, "number": number},
                "code": code,
                "after": self.picture(),
                "offers": offers and {key: offers[key] for key in ("order", "refused", "past")},
                "settlement": self.sheet["settlement"],
            }
        )

    def picture(self) -> dict:
        bank = self.sheet["bank"]
        held = {key: bank[key] for key in ("kind", "seat", "is_decided")}
        facts = {name: self.sheet[name] for name in FACTS}
        whole = {name: self.sheet[name] for name in ("state", "version", "depth")}
        return whole | facts | {"bank": held | {"player": bank["player"]}}

    # What may be sent, and now and then what may not

    def body_of(self, name: str) -> dict:
        method = {"seats": "seat_player"}.get(name, name.replace("-", "_"))
        return getattr(self, method)()

    def seat(self) -> int:
        return self.chance.randint(1, self.seats)

    def seat_with_wager(self) -> int:
        there = [wager["seat"] for wager in self.sheet["wagers"]]
        return self.chance.choice(there) if there and self.chance.random() < 0.9 else self.seat()

    def seat_player(self) -> dict:
        seat = self.seat()
        if self.chance.random() < 0.3:
            leaves = {"leaves": self.marker(seat)} if self.chance.random() < 0.5 else {}
            return {"seat": seat, "player": None, **leaves}
        return {"seat": seat, "player": {"player": self.marker(seat), "controls": True}}

    def wagers(self) -> dict:
        table = self.table["table"]
        given = []
        for seat in self.chance.sample(range(1, self.seats + 1), self.chance.randint(1, 4)):
            usual = self.chance.choice([2_000, 4_000, 10_000, 50_000])
            odd = [0, 700, 2_510, table["maximum_cents"] + 2_000]
            cents = usual if self.chance.random() < 0.8 else self.chance.choice(odd)
            wager = {"seat": seat, "player": self.marker(seat), "cents": cents}
            for side in SIDES:
                if side in table["side_wagers"] and self.chance.random() < 0.3:
                    wager[side] = self.chance.choice([cents, cents // 2, 500])
            given.append(wager)
        return {"wagers": given}

    def marker(self, seat: int) -> str:
        known = "ABCDEFGH"[seat - 1]
        return known if self.chance.random() < 0.9 else self.chance.choice("AZ")

    def bank(self) -> dict:
        order = self.look()["bank_offers"]["order"]
        if self.chance.random() < 0.4 or not order:
            answers = [self.said(self.seat(), self.chance.choice(["take", "co_bank"]))]
            if self.chance.random() < 0.2:
                return {"answers": [], "others_pass": True}
            return {"answers": answers, "others_pass": self.chance.random() < 0.5}
        taken = self.chance.randint(0, len(order))
        answers = [self.said(seat, "pass") for seat in order[:taken]]
        if taken < len(order):
            answers.append(self.said(order[taken], self.chance.choice(["take", "co_bank"])))
        return {"answers": answers}

    def said(self, seat: int, answer: str) -> dict:
        if answer == "pass":
            return {"seat": seat, "answer": "pass"}
        if self.chance.random() < 0.3:
            return {"seat": seat, "answer": answer, "covers_all": True}
        funds = self.chance.choice([1_000_000, 1_000_000, 1_000])
        return {"seat": seat, "answer": answer, "funds_cents": funds}

    def dealer_wager(self) -> dict:
        most = self.sheet["dealer_wager"] or 0
        return {"cents": self.chance.choice([0, most, most // 2, most + 500])}

    def close(self) -> dict:
        return {}

    def settle(self) -> dict:
        return {}

    def roll(self) -> dict:
        if self.chance.random() < 0.1:
            return {"no_roll": "dice-not-flat"}
        dice = [self.chance.randint(1, 6) for _ in range(3)]
        return {"dice": dice, "adjust": 4} if self.chance.random() < 0.2 else {"dice": dice}

    def delivery(self) -> dict:
        options = self.table["options"]
        if options.get("cuts"):
            known = {"cut": "foot-say"}
        else:
            known = {"style": (options.get("delivery_styles") or ["house-way-right"])[0]}
        strange = [{"style": "house-way-left"}, {"cut": "foot-say"}, {**known, "bank_cut": CUT}]
        return known if self.chance.random() < 0.8 else self.chance.choice(strange)

    def deal(self) -> dict:
        roll = self.sheet["roll"]
        if not roll or self.is_cards:
            return {"start": ""}
        right = roll["positions"][0]
        return {"start": right if self.chance.random() < 0.9 else roll["positions"][1]}

    def hands(self) -> dict:
        places = [str(seat) for seat in range(1, self.seats + 1)] + ["dealer"]
        wanted = self.open_places() or places
        place = self.chance.choice(wanted if self.chance.random() < 0.9 else places)
        name, size = ("cards", 3) if self.is_cards else ("tiles", 4)
        begin = places.index(place) % 8 * size
        held = self.pieces[begin : begin + size]
        if self.chance.random() < 0.05:
            held = self.pieces[(begin + size) % 28 :][:size]
        high = self.chance.sample(held, 2)
        hand = {"place": place, name: held, "high": high, "low": left_of(held, high)}
        if self.chance.random() < 0.5:
            hand = {"place": place, name: held}
        return {"hands": [hand]}

    def open_places(self) -> list[str]:
        wagered = {str(wager["seat"]) for wager in self.sheet["wagers"]}
        bank = self.sheet["bank"]
        first = "dealer" if bank["seat"] is None else str(bank["seat"])
        wanted = {first, *wagered} | ({"dealer"} if self.sheet["dealer_wager"] else set())
        return sorted(wanted - set(self.sheet["hands"]))

    def states(self) -> dict:
        states = ["surrendered", "conceded", "abandoned", "played"]
        return {"seat": self.seat_with_wager(), "state": self.chance.choice(states)}

    def community(self) -> dict:
        return {"card": self.pieces[-1] if self.is_cards else "AS"}

    def quick(self) -> dict:
        seats = {wager["seat"] for wager in self.sheet["wagers"]}
        dealers = {0} if self.sheet["dealer_wager"] else set()
        ended = self.sheet["states"]
        called = [
            {
                "seat": seat,
                "outcome": ended.get(str(seat)) or self.chance.choice(["win", "lose", "push"]),
            }
            for seat in sorted(seats | dealers)
        ]
        drop = self.chance.random() < 0.1 and len(called) > 1
        return {"outcomes": called[1:] if drop else called or [{"seat": 1, "outcome": "win"}]}
