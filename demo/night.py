"""The demo floor's last hours: some hundreds of rounds, played through the same commands."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from banking.commands.cash import SellChips, sell_chips
from demo.house import relief_of, relieve
from demo.past import rounds_of_the_past
from demo.playing import Dealing
from demo.simulation import Simulation
from foundation.commands import Given
from review.commands.deciding import Finding, decide_dispute
from review.commands.disputes import Claim, begin_review, open_dispute
from review.models import Dispute
from rounds.commands.corrections import Why, add_tiles, correct_round
from rounds.commands.irregularities import confirm_ruling, report_irregularity
from rounds.commands.steps import Call
from rounds.commands.voiding import void_round
from rounds.commands.whole import WholeRound, record_whole_round
from rounds.models import Depth, Round
from rounds.queries.changed import ChangesGiven
from rounds.queries.sheets import Sheet
from staff.commands.signing import Signer
from staff.models import Person, Property
from tables.commands.endings import release_evidence
from tables.models import GamingTable, Placement, TableState

PACE = timedelta(seconds=150)
MOST_ROUNDS = 36
BUY_IN_ROUNDS, HUNDRED = 8, 100_00
DISPUTED_TABLE, DISPUTED_ROUNDS_AGO = 5, 4
REVIEW_MINUTES = 60
DECIDED_AFTER = timedelta(minutes=20)
SEED = 8


def seed_night(house: Property, at: datetime) -> None:
    """Play what the open tables have played so far."""
    tables = GamingTable.objects.filter(property=house, state=TableState.OPEN)
    # From the last table to the first: that is how the demo's dealers move up.
    with rounds_of_the_past():
        for table in tables.select_related("property", "submission").order_by("-number"):
            Past(table, at).play()


def buy_in(table: GamingTable, plan: WholeRound, *, by: Person, at: datetime) -> None:
    """Sell chips to whoever sits down: some rounds' worth, in whole hundreds."""
    wagered = {wager["seat"]: wager["cents"] for wager in plan.wagers}
    for seat, player in plan.players:
        if player is not None and seat in wagered:
            cents = -(-BUY_IN_ROUNDS * wagered[seat] // HUNDRED) * HUNDRED
            sale = uuid5(plan.round_id, f"chips for seat {seat}")
            read = SellChips(table_id=table.pk, cents=cents)
            sell_chips.carry_out(Given(by=by, input=read, request_id=sale, at=at))


Trouble = Callable[["Past", WholeRound, datetime], object]


class Past:
    """The rounds that a table of the demo has behind it."""

    def __init__(self, table: GamingTable, now: datetime) -> None:
        self.table = table
        self.now = now
        self.simulation = Simulation(table, SEED)
        self.troubles: list[Trouble] = []
        self.dealer: Person = table.shifts.get(ended_at__isnull=True).person
        self.floor: Person = table.assignments.get(ended_at__isnull=True).person
        house = table.property
        self.second: Person = house.people.filter(roles__contains=["pit_manager"]).first()  # type: ignore[assignment]  # the demo has one
        self.watcher: Person = house.people.filter(roles__contains=["surveillance"]).first()  # type: ignore[assignment]  # the demo has one

    def play(self) -> None:
        began = max(
            placed.verified_at
            for placed in Placement.objects.filter(table=self.table, during__endswith=None)
            if placed.verified_at
        )
        count = min(MOST_ROUNDS, (self.now - began) // PACE - 1)
        relief = relief_of(self.table, self.now)
        for number in range(count):
            at = self.now - PACE * (count - number)
            if relief is not None and at >= relief:
                self.dealer, relief = relieve(self.table, relief), None
            if self.table.number == DISPUTED_TABLE and count - number == DISPUTED_ROUNDS_AGO:
                self.troubles.insert(0, Past.fresh_dispute)
            self._play_round(number, at)
        if relief is not None:
            relieve(self.table, relief)

    def _play_round(self, number: int, at: datetime) -> None:
        plan = self.simulation.plan(at)
        buy_in(self.table, plan, by=self.dealer, at=at)
        if trouble := TROUBLES.get((number + 3 * self.table.number) % 50):
            self.troubles.append(trouble)
        if self.troubles and not plan.outcomes:  # trouble needs tiles: it waits for them
            self.troubles.pop(0)(self, plan, at)
            return
        self._record(plan, at)

    def _record(self, plan: WholeRound, at: datetime) -> Sheet:
        sheet = record_whole_round(self.table.pk, plan, self._call(at))
        if sheet["depth"] == Depth.QUICK and self.simulation.chance.random() < 0.3:
            self._add_tiles(sheet, at + timedelta(minutes=1))
        return sheet

    def _call(self, at: datetime) -> Call:
        return Call(by=self.dealer, at=at)

    def _signed(self, person: Person, at: datetime) -> Signer:
        return Signer(person, None, at)

    def _add_tiles(self, sheet: Sheet, at: datetime) -> None:
        """Somebody read the tiles of a quick round from the video."""
        hands = self.simulation.hands_for(sheet)
        add_tiles(UUID(sheet["id"]), Call(by=self.floor, at=at), hands)

    def void(self, plan: WholeRound, at: datetime) -> None:
        dealing = Dealing(self.table, plan, self.dealer)
        dealing.run_until("deal", at)
        signer = self._signed(self.floor, at)
        void_round(plan.round_id, self._call(at), "exposed", signer)

    def ruling(self, plan: WholeRound, at: datetime) -> None:
        """An irregularity in the middle of a round, and how the floor ruled."""
        event = {"tiles": "player-tile-exposed"}.get(self.simulation.game.pieces)
        dealing = Dealing(self.table, plan, self.dealer)
        dealing.run_until("deal", at)
        if event is not None:
            seats = [plan.wagers[-1]["seat"]]
            facts = {"seats": seats, "tiles_exposed": 2}
            report_irregularity(plan.round_id, self._call(at), event, facts)
            signer = self._signed(self.floor, at)
            confirm_ruling(plan.round_id, self._call(at), 1, "play-on", signer)
        dealing.run_until("settle", at)

    def correction(self, plan: WholeRound, at: datetime) -> None:
        """A wager was recorded wrongly: the floor orders a correction, the pit confirms it."""
        sheet = self._record(plan, at)
        wagers = [dict(wager) for wager in sheet["wagers"]]
        wagers[0]["cents"] += 10_000
        wagers[0].pop("match_play", None)
        later = at + timedelta(seconds=70)
        correct_round(
            plan.round_id,
            Call(by=self.floor, at=later),
            ChangesGiven(wagers=wagers),  # type: ignore[arg-type]  # copies of wagers
            Why("wager_wrong"),
            self._signed(self.floor, later),
            self._signed(self.second, later),
        )

    def dispute(self, plan: WholeRound, at: datetime) -> None:
        """A player disputes a payment, and hears that the round stands."""
        dispute_id = self.fresh_dispute(plan, at)
        decided = min(at + DECIDED_AFTER, self.now)
        self._decide(plan.round_id, dispute_id, decided)

    def fresh_dispute(self, plan: WholeRound, at: datetime) -> int:
        """A player disputes a payment; surveillance has taken the claim up."""
        self._record(plan, at)
        wager, opened = plan.wagers[0], at + timedelta(seconds=80)
        claim = Claim(
            "wrong_payment",
            seat=wager["seat"],
            amount_cents=wager["cents"],
            hold=Dispute.Hold.NONE,
        )
        dispute_id: int = open_dispute(plan.round_id, self._call(opened), claim)["dispute"]
        taken_up = Call(by=self.watcher, at=opened + timedelta(seconds=50))
        begin_review(plan.round_id, taken_up, dispute_id, REVIEW_MINUTES)
        return dispute_id

    def _decide(self, round_id: UUID, dispute_id: int, at: datetime) -> None:
        """Surveillance saw the video: the round stands. The tiles are free again."""
        settled = Round.objects.select_related("settlement").get(pk=round_id).settlement
        assert settled is not None
        cite = self.simulation.game.explain(settled.facts)[0]["cite"]
        finding = Finding("rejected", cite, _("The video agrees with the record."))
        signer = self._signed(self.watcher, at)
        decide_dispute(round_id, Call(by=self.watcher, at=at), dispute_id, finding, signer, None)
        held = Dispute.objects.get(pk=dispute_id).held_set_id
        if held is not None:
            release_evidence(held, by=self.watcher, at=at)


TROUBLES: dict[int, Trouble] = {
    9: Past.ruling,
    17: Past.void,
    26: Past.correction,
    44: Past.dispute,
}
