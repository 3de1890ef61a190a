"""Play rounds through the commands, as a tablet would."""

from uuid import uuid4

from rules.refusals import Refused
from tests.rounds.taps import (
    Call,
    HandGiven,
    Opening,
    Thrown,
    answer_offers,
    choose_delivery,
    close_wagers,
    open_round,
    place_wagers,
    record_deal,
    record_roll,
    set_hands,
    settle_round,
)

SIX_HANDS = {
    "seat-1": "6-6 6-6 1-1 3-6",
    "seat-2": "1-1 4-5 4-4 2-6",
    "seat-3": "4-4 1-3 1-3 5-5",
    "seat-4": "5-5 3-3 3-3 2-2",
    "seat-5": "2-2 5-6 5-6 4-6",
    "seat-6": "4-6 1-6 1-6 1-5",
    "dealer": "1-5 3-5 2-5 3-4",
}


class Dealer:
    """A dealer at a floor's table: each method is one tap, answered with the sheet."""

    def __init__(self, floor, table=None):
        self.floor = floor
        self.table = table or floor.table
        self.by = floor.dealer
        self.sheet = None

    @property
    def id(self):
        return self.sheet["id"]

    def call(self, **given):
        version = self.sheet["version"] if self.sheet else None
        return Call(by=self.by, **{"version": version, **given})

    def do(self, command, *args, **kwargs):
        self.sheet = command(self.id, self.call(), *args, **kwargs)
        return self.sheet

    def open(self, carry_wagers=False):
        opening = Opening(uuid4(), carry_wagers=carry_wagers)
        self.sheet = open_round(self.table.pk, opening, Call(by=self.by))
        return self.sheet

    def wager(self, **cents_by_seat):
        wagers = [
            {"seat": int(seat.removeprefix("s")), "player": "", "cents": cents}
            for seat, cents in cents_by_seat.items()
        ]
        return self.wagers(wagers)

    def wagers(self, wagers):
        return self.do(place_wagers, wagers)

    def close(self):
        return self.do(close_wagers)

    def close_passing(self):
        """No more bets, after everybody who is offered the bank has passed."""
        try:
            return self.close()
        except Refused as refused:
            self.pass_all(refused.detail["order"])
            return self.close()

    def pass_all(self, order):
        answers = [{"seat": seat, "answer": "pass", "funds_cents": None} for seat in order]
        return self.do(answer_offers, answers)

    def roll(self, *dice):
        return self.do(record_roll, Thrown(dice=dice or (1, 2, 3)))

    def cut(self, name="foot-say", *options):
        delivery = {
            "style": "",
            "cut": name,
            "options": list(options),
            "bank_cut": None,
            "laja": False,
        }
        return self.do(choose_delivery, delivery)

    def deal(self):
        roll = self.sheet["roll"]
        return self.do(record_deal, roll["positions"][0] if roll else "")

    def hands(self, **held_by_place):
        hands = [
            HandGiven(place=place.replace("_", "-"), held=tuple(held.split()))
            for place, held in held_by_place.items()
        ]
        return self.do(set_hands, hands)

    def settle(self):
        return self.do(settle_round)


def house_round(dealer, seats=6, cents=2500):
    """A whole round of tiles that the house banks, every hand set the house way."""
    dealer.open()
    dealer.wager(**{f"s{seat}": cents for seat in range(1, seats + 1)})
    dealer.close_passing()
    dealer.roll()
    dealer.deal()
    hands = {
        place.replace("-", "_"): held
        for place, held in SIX_HANDS.items()
        if place == "dealer" or int(place[-1]) <= seats
    }
    dealer.hands(**hands)
    return dealer.settle()
