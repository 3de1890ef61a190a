"""The demo floor's last hours: some hundreds of rounds, played through the same commands."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from banking.commands.cash import SellChips, sell_chips
from demo.house import relief_of, relieve
from demo.past import rounds_of_the_past
from demo.playing import Dealing, carry_out
from demo.simulation import PlannedRound, Simulation
from foundation.commands import Given
from review.commands.deciding import decide_dispute
from review.commands.disputes import begin_review, open_dispute
from review.models import Dispute
from rounds.commands.corrections import add_tiles, correct_round
from rounds.commands.irregularities import Scene, confirm_ruling, report_irregularity
from rounds.commands.voiding import void_round
from rounds.commands.wagers import WagerGiven
from rounds.commands.whole import record_whole_round
from rounds.models import Round
from staff.commands.signing import Signer
from staff.house_settings import setting_of
from staff.models import Person, Property
from tables.commands.endings import release_evidence
from tables.models import GamingTable, Placement, TableState

PACE = timedelta(seconds=150)
MOST_ROUNDS = 28
STEP_BY_STEP, LONGEST_ROUND = 6, timedelta(seconds=70)
"""So many of the latest rounds are tapped, and how long one takes; the others come as a whole."""
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


def buy_in(table: GamingTable, plan: PlannedRound, *, by: Person, at: datetime) -> None:
    """Sell chips to whoever sits down: some rounds' worth, in whole hundreds."""
    wagered = {wager.seat: wager.cents for wager in plan.wagers}
    floor_signs = setting_of(table.property, "floor_cash_cents")
    floor = table.assignments.select_related("person").get(ended_at__isnull=True)
    for seat in [taken.seat for taken in plan.seats if taken.players]:
        if seat in wagered:
            cents = -(-BUY_IN_ROUNDS * wagered[seat] // HUNDRED) * HUNDRED
            sale = uuid5(plan.id, f"chips for seat {seat}")
            read = SellChips(table_id=table.pk, cents=cents, seat=seat)
            signers = {"floor": Signer(floor.person, None, at)} if cents >= floor_signs else {}
            given = Given(by=by, input=read, request_id=sale, at=at, signers=signers)
            sell_chips.carry_out(given)


Trouble = Callable[["Past", PlannedRound, datetime], object]


class Past:
    """The rounds that a table of the demo has behind it."""

    def __init__(self, table: GamingTable, now: datetime, seed: int = SEED) -> None:
        self.table = table
        self.now = now
        self.simulation = Simulation(table, seed)
        self.troubles: list[Trouble] = []
        self.is_tapped = False
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
            self.is_tapped = count - number <= STEP_BY_STEP
            self.play_round(number, at)
        if relief is not None:
            relieve(self.table, relief)

    def play_round(self, number: int, at: datetime) -> None:
        """Play the table's next round, or what of it went wrong."""
        plan = self.simulation.plan(at)
        buy_in(self.table, plan, by=self.dealer, at=at)
        if trouble := TROUBLES.get((number + 3 * self.table.number) % 50):
            self.troubles.append(trouble)
        if self.troubles and not plan.outcomes:  # trouble needs tiles: it waits for them
            self.troubles.pop(0)(self, plan, at)
            return
        self._record(plan, at)

    def _record(self, plan: PlannedRound, at: datetime) -> None:
        if self.is_tapped:
            self._tap(plan, at)
            return
        carry_out(record_whole_round, plan, by=self.dealer, at=at)
        if plan.outcomes and self.simulation.chance.random() < 0.3:
            self._add_tiles(plan, at + timedelta(minutes=1))

    def _tap(self, plan: PlannedRound, at: datetime) -> None:
        """Play a round step by step, some seconds between two steps, as a table plays."""
        dealing = Dealing(plan, self.dealer)
        pause = LONGEST_ROUND / len(dealing.steps)
        for number in range(len(dealing.steps)):
            shorter = self.simulation.chance.uniform(0.7, 1.0)
            dealing.tap(at + pause * (number + shorter))

    def _signed(self, person: Person, at: datetime) -> Signer:
        return Signer(person, None, at)

    def _add_tiles(self, plan: PlannedRound, at: datetime) -> None:
        """Somebody read the tiles of a quick round from the video."""
        hands = self.simulation.hands_for(Round.objects.get(pk=plan.id).entered)
        add_tiles(round_id=plan.id, hands=hands, by=self.floor, at=at)

    def void(self, plan: PlannedRound, at: datetime) -> None:
        dealing = Dealing(plan, self.dealer)
        dealing.run_until("deal", at)
        second = self._signed(self.floor, at)
        void_round(round_id=plan.id, reason="exposed", second=second, by=self.dealer, at=at)

    def ruling(self, plan: PlannedRound, at: datetime) -> None:
        """An irregularity in the middle of a round, and how the floor ruled."""
        event = {"tiles": "player-tile-exposed"}.get(self.simulation.game.pieces)
        dealing = Dealing(plan, self.dealer)
        dealing.run_until("deal", at)
        if event is not None:
            scene = Scene(seats=(plan.wagers[-1].seat,), tiles_exposed=2)
            report_irregularity(round_id=plan.id, event=event, facts=scene, by=self.dealer, at=at)
            signer = self._signed(self.floor, at)
            confirm_ruling(
                round_id=plan.id, n=1, ruling="play-on", signer=signer, by=self.dealer, at=at
            )
        dealing.run_until("settle", at)

    def correction(self, plan: PlannedRound, at: datetime) -> None:
        """A wager was recorded wrongly: the floor orders a correction, the pit confirms it."""
        self._record(plan, at)
        first, *others = Round.objects.get(pk=plan.id).entered.wagers
        wagers = [first._replace(cents=first.cents + 10_000, match_play=None), *others]
        later = at + timedelta(seconds=70)
        correct_round(
            round_id=plan.id,
            reason="wager_wrong",
            wagers=tuple(WagerGiven(**wager.as_json()) for wager in wagers),
            ordered_by=self._signed(self.floor, later),
            second=self._signed(self.second, later),
            by=self.floor,
            at=later,
        )

    def dispute(self, plan: PlannedRound, at: datetime) -> None:
        """A player disputes a payment, and hears that the round stands."""
        dispute_id = self.fresh_dispute(plan, at)
        decided = min(at + DECIDED_AFTER, self.now)
        self._decide(plan.id, dispute_id, decided)

    def fresh_dispute(self, plan: PlannedRound, at: datetime) -> int:
        """A player disputes a payment; surveillance has taken the claim up."""
        self._record(plan, at)
        wager, opened = plan.wagers[0], at + timedelta(seconds=80)
        dispute_id = open_dispute(
            round_id=plan.id,
            claim="wrong_payment",
            seat=wager.seat,
            amount_cents=wager.cents,
            hold=Dispute.Hold.NONE,
            by=self.dealer,
            at=opened,
        ).also["dispute"]
        begin_review(
            round_id=plan.id,
            dispute_id=dispute_id,
            minutes=REVIEW_MINUTES,
            by=self.watcher,
            at=opened + timedelta(seconds=50),
        )
        return dispute_id

    def _decide(self, round_id: UUID, dispute_id: int, at: datetime) -> None:
        """Surveillance saw the video: the round stands. The tiles are free again."""
        settled = Round.objects.select_related("settlement").get(pk=round_id).settlement
        assert settled is not None
        cite = self.simulation.game.explain(settled.facts)[0]["cite"]
        decide_dispute(
            round_id=round_id,
            dispute_id=dispute_id,
            decision="rejected",
            cite=cite,
            note=_("The video agrees with the record."),
            own=self._signed(self.watcher, at),
            by=self.watcher,
            at=at,
        )
        held = Dispute.objects.get(pk=dispute_id).held_set_id
        if held is not None:
            release_evidence(held, by=self.watcher, at=at)


TROUBLES: dict[int, Trouble] = {
    9: Past.ruling,
    17: Past.void,
    26: Past.correction,
    44: Past.dispute,
}
