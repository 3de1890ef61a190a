"""Random whole games of each profile, against a model that is written from the documents.

People come, move and leave; whoever is offered the bank, and who is refused and why, must be what
the model says, round after round, and so must the dealer's wager be.
"""

from random import Random

import pytest

from rounds.games import game_of
from rounds.models import Round
from rounds.queries.tables import offers_part
from rules.refusals import Refused
from tests.factories import make_floor
from tests.rounds.playing import Dealer
from tests.rounds.taps import answer_offers, enter_quickly, seat_player
from tests.rounds.whole_games import SEATS, Company, Game, Played

pytestmark = pytest.mark.django_db

ROUNDS = 16
OPTIONS = {
    "maryland": {"co_bank": True, "adjacent_areas": True, "dealer_wager": "last-wager"},
    "leaflet": {"co_bank": True, "dealer_wager": "last-wager"},
    "new-zealand": {"co_bank": True},
}
PLENTY = 10_000_000


class PlayedByChance:
    """One table with a dealer and its company, and the model beside them."""

    def __init__(self, profile: str, seed: str) -> None:
        self.profile, self.chance = profile, Random(seed)
        options = {"player_bank": True} | OPTIONS.get(profile, {})
        self.dealer = Dealer(make_floor(profile, options=options))
        self.company, self.game = Company(profile, self.chance), Game(profile)
        self.banked: list[str] = []

    def offered(self) -> tuple[list[int], dict[int, str]]:
        current = Round.objects.select_related("table", "submission", "playing_set").get(
            pk=self.dealer.id
        )
        said = offers_part(
            game_of(current.submission), current.table, current, None, current.opened_at
        )
        refused = {int(seat): why["reason"] for seat, why in said["refused"].items()}
        return said["order"], refused

    def refused(self, *answers: dict) -> str:
        with pytest.raises(Refused) as refusal:
            self.dealer.do(answer_offers, list(answers))
        return refusal.value.code

    def round(self) -> None:
        self.dealer.open()
        self.people_change()
        at = dict(self.company.at)
        self.game.begin(set(at.values()))
        wagers = self.wagers(at)
        wagering = set(wagers)
        order = self.game.order(at, wagering)
        reasons = {seat: self.game.refusal(who, wagering) for seat, who in at.items()}
        refused = {seat: why for seat, why in reasons.items() if why}
        assert self.offered() == (order, refused), (at, self.game.rounds)
        banker = self.decide(at, order, refused, wagers)
        self.finish(at, wagers, banker)

    def people_change(self) -> None:
        left, sits = self.company.changes()
        for seat in left:
            self.dealer.do(seat_player, seat, None)
        for seat, person in sits.items():
            self.dealer.do(seat_player, seat, {"player": person, "controls": True})

    def wagers(self, at: dict[int, str]) -> dict[str, dict[int, int]]:
        """What everybody wagers on which seats; some sit out, some have a second area."""
        areas: dict[str, dict[int, int]] = {}
        for seat, person in at.items():
            is_houses = self.profile == "new-zealand" and seat == 1
            if not is_houses and self.chance.random() < 0.8:
                areas[person] = {seat: 2000 * self.chance.randint(1, 4)}
        self.second_area(at, areas)
        if not areas:
            seat, person = next((s, p) for s, p in at.items() if s != 1 or len(at) == 1)
            areas[person] = {seat if seat != 1 else 2: 2000}
        self.dealer.wagers(
            [
                {"seat": seat, "player": person, "cents": cents}
                for person, there in areas.items()
                for seat, cents in there.items()
            ]
        )
        return areas

    def second_area(self, at: dict[int, str], areas: dict[str, dict[int, int]]) -> None:
        for person, there in areas.items():
            (seat,) = there
            beside = seat + 1
            if beside in at or beside > SEATS[self.profile] or self.chance.random() < 0.7:
                continue
            if self.profile == "leaflet":
                placed = [{"seat": s, "player": person, "cents": 2000} for s in (seat, beside)]
                with pytest.raises(Refused) as refusal:
                    self.dealer.wagers(placed)
                assert refusal.value.code == "too_many_areas"
                continue
            there[beside] = 2000 * self.chance.randint(1, 4)
            return

    def decide(self, at, order, refused, wagers) -> str | None:
        """Somebody takes the bank or all pass; whoever may not, or not yet, is refused."""
        for seat, why in list(refused.items())[:1]:
            said = self.refused({"seat": seat, "answer": "take", "funds_cents": PLENTY})
            assert said == why.replace("-", "_")
        if len(order) > 1:
            last = {"seat": order[-1], "answer": "take", "funds_cents": PLENTY}
            assert self.refused(last) == "not_their_turn"
        passes = self.chance.randint(0, len(order))
        if self.chance.random() < 0.3 or passes == len(order):
            if order:
                self.dealer.pass_all(order)
            return None
        seat = order[passes]
        others = {p: there for p, there in wagers.items() if p != at[seat]}
        if not others:
            self.dealer.pass_all(order)
            return None
        answers = [{"seat": each, "answer": "pass", "funds_cents": None} for each in order[:passes]]
        is_shared = self.profile != "mbs" and self.chance.random() < 0.3
        taken = {"seat": seat, "answer": "co_bank" if is_shared else "take"}
        at_seats = sum(c for there in wagers.values() for s, c in there.items() if s != seat)
        needed = -(-at_seats // 2) if is_shared else at_seats
        short = self.refused(*answers, {**taken, "funds_cents": needed - 1})
        assert short == "insufficient_funds"
        sheet = self.dealer.do(answer_offers, [*answers, {**taken, "funds_cents": needed}])
        has_dealer_wager = self.profile in ("maryland", "leaflet") and not is_shared
        assert sheet["dealer_wager"] == (
            self.game.last_wager(at[seat]) if has_dealer_wager
            else None if is_shared else 0
        )  # fmt: skip
        return at[seat]

    def finish(self, at, wagers, banker: str | None) -> None:
        """No more bets, every outcome by chance, settled; then the model remembers the round."""
        if banker is not None:
            self.banked.append(banker)
        sheet = self.dealer.close()
        judged = sorted({wager["seat"] for wager in sheet["wagers"]})
        if sheet["bank"]["kind"] == "player" and sheet["dealer_wager"]:
            judged.append(0)
        outcomes = [
            {"seat": seat, "outcome": self.chance.choice(["win", "lose", "push"])}
            for seat in judged
        ]
        self.dealer.do(enter_quickly, outcomes)
        self.dealer.settle()
        standing = {(wager["seat"], wager["player"]) for wager in sheet["wagers"]}
        wagered = {
            person: sum(cents for seat, cents in there.items() if (seat, person) in standing)
            for person, there in wagers.items()
        }
        seat = sheet["bank"]["seat"]
        self.game.rounds.append(Played(frozenset([*at.values(), *wagers]), wagered, banker, seat))


@pytest.mark.parametrize("seed", ["one", "two"])
@pytest.mark.parametrize("profile", SEATS)
def test_whole_games_are_offered_and_refused_as_the_documents_say(profile, seed):
    # MD 5 §E, 9 §B-§D, §F, §H(3); MBS 3.12, 3.17-3.20; NZ 5.2, 5.3, 5.4, 5.6, 6.7; Leaflet ¶2, ¶18
    game = PlayedByChance(profile, f"{profile} {seed}")
    for _ in range(ROUNDS):
        game.round()
    assert len(set(game.banked)) >= 2, "players have banked"
