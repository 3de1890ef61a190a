"""A short history of a table: rounds of every kind, dealt by a seeded chance."""

import random
from dataclasses import dataclass, field
from uuid import uuid4

from django.utils import timezone

from banking.commands.cash import sell_chips
from rounds.models import Round
from rules.tiles.tile import TILE_SET
from staff.commands.signing import Signer
from tests.factories import make_floor
from tests.rounds.playing import Dealer
from tests.rounds.taps import (
    Call,
    ChangesGiven,
    Claim,
    HandGiven,
    Thrown,
    WholeRound,
    Why,
    correct_round,
    open_dispute,
    record_whole_round,
    report_irregularity,
    void_round,
)

SEATS = (1, 3, 5)


@dataclass
class History:
    """A floor with rounds behind it, and what was done to them."""

    floor: object
    chance: random.Random
    held: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)

    def whole(self, **more) -> str:
        """One finished round with hands drawn by chance."""
        mixed = [each.text for each in self.chance.sample(TILE_SET, 16)]
        hands = {f"seat-{seat}": tuple(mixed[4 * n : 4 * n + 4]) for n, seat in enumerate(SEATS)}
        hands["dealer"] = tuple(mixed[12:])
        whole = WholeRound(
            round_id=uuid4(),
            wagers=[
                {"seat": seat, "player": "", "cents": self.chance.choice((1000, 2500, 10000))}
                for seat in SEATS
            ],
            thrown=Thrown(dice=tuple(self.chance.randint(1, 6) for _ in range(3))),
            hands=[HandGiven(place=place, held=held) for place, held in hands.items()],
            **more,
        )
        sheet = record_whole_round(self.floor.table.pk, whole, Call(by=self.floor.dealer))
        self.held[sheet["id"]] = hands
        return sheet["id"]

    def quick(self) -> str:
        whole = WholeRound(
            round_id=uuid4(),
            wagers=[{"seat": seat, "player": "", "cents": 2500} for seat in SEATS],
            thrown=Thrown(dice=(1, 2, 3)),
            outcomes=[
                {"seat": seat, "outcome": outcome}
                for seat, outcome in zip(SEATS, ("win", "push", "lose"), strict=True)
            ],
        )
        return record_whole_round(self.floor.table.pk, whole, Call(by=self.floor.dealer))["id"]

    def void(self) -> str:
        dealer = Dealer(self.floor)
        dealer.open()
        dealer.wager(s1=2500)
        dealer.do(void_round, "exposed", self.signer("floorperson"))
        return dealer.id

    def at_round(self, round_id: str) -> Dealer:
        dealer = Dealer(self.floor)
        dealer.sheet = {"id": round_id, "version": Round.objects.get(pk=round_id).version}
        return dealer

    def correct(self, round_id: str) -> None:
        """Turn a seat's wager into a larger one, as the camera showed."""
        dealer = self.at_round(round_id)
        dealer.by = self.floor.floorperson
        wagers = [{"seat": seat, "player": "", "cents": 50000} for seat in SEATS]
        dealer.do(
            correct_round,
            ChangesGiven(wagers=wagers),
            Why("wager_wrong"),
            self.signer("floorperson"),
            self.signer("surveillance"),
        )

    def trouble(self, round_id: str) -> None:
        dealer = self.at_round(round_id)
        dealer.do(report_irregularity, "tile-exposed-in-deal", {"seats": [1]})

    def dispute(self, round_id: str) -> None:
        self.at_round(round_id).do(open_dispute, Claim("wrong_payment", seat=3, amount_cents=2500))

    def sell(self, cents: int) -> None:
        sell_chips(self.floor.table.pk, cents, by=self.floor.dealer, at=timezone.now())

    def signer(self, role: str) -> Signer:
        return Signer(self.floor.people[role], None, timezone.now())


def make_history(rounds: int = 8) -> History:
    """Rounds of tiles, one quick, one void, one corrected, one disputed, and two buy-ins."""
    history = History(make_floor(options={"player_bank": False}), random.Random(11))
    ids = [history.whole() for _ in range(rounds)]
    history.quick()
    history.void()
    history.correct(ids[1])
    history.dispute(ids[2])
    history.sell(100000)
    history.sell(25050)
    return history
