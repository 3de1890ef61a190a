"""Any sequence of steps, legal or not, against a simple model of the game.

The model knows only the order of the steps and what each seat wagered. After every step: the
state is what the model says, money adds up to nothing, one round is open at most, every change
has its event, and a repeated request changes nothing.
"""

from uuid import uuid4

import pytest
from django.db import transaction
from django.db.models import Sum
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from audit.models import Event
from banking.models import Posting
from rounds.commands.bank import answer_offers, close_wagers
from rounds.commands.dealing import Thrown, record_deal, record_roll
from rounds.commands.hands import HandGiven, end_hand, set_hands
from rounds.commands.opening import Opening, open_round
from rounds.commands.quick import enter_quickly
from rounds.commands.settling import settle_round
from rounds.commands.steps import Call
from rounds.commands.voiding import void_round
from rounds.commands.wagers import place_wagers
from rounds.games import game_of
from rounds.models import OPEN_STATES, Round
from rounds.queries.bank_history import history_of
from rules.refusals import Refused
from staff.commands.signing import Signer
from tables.clock import database_time
from tests.factories import make_floor
from tests.rounds.playing import SIX_HANDS

pytestmark = pytest.mark.django_db

SEATS = st.integers(1, 6)
AMOUNTS = st.sampled_from([0, 500, 2500, 2510, 5000, 600_000])
PLACES = st.sampled_from([*SIX_HANDS, "seat-9"])


class Table(RuleBasedStateMachine):
    """A dealer who taps whatever comes to mind."""

    @initialize()
    def floor(self):
        self.savepoint = transaction.atomic()
        self.savepoint.__enter__()
        self.floor = make_floor(options={"dealer_wager": "none"})
        self.state, self.wagers, self.hands, self.rolled = None, {}, set(), False
        self.round_id, self.settled, self.last = None, 0, None

    def teardown(self):
        if hasattr(self, "savepoint"):
            transaction.set_rollback(True)
            self.savepoint.__exit__(None, None, None)

    def tap(self, command, *args):
        """Try a step; give the sheet, or None when it was refused, which must change nothing."""
        if self.round_id is None:
            return None
        call = Call(by=self.floor.dealer)
        before = Round.objects.get(pk=self.round_id)
        try:
            with transaction.atomic():
                sheet = command(self.round_id, call, *args)
        except Refused:
            after = Round.objects.get(pk=self.round_id)
            assert (after.version, after.facts) == (before.version, before.facts)
            return None
        assert sheet["version"] == before.version + 1
        self.last = (command, call, args, sheet)
        return sheet

    @rule()
    def open(self):
        opening = Opening(uuid4())
        try:
            with transaction.atomic():
                sheet = open_round(self.floor.table.pk, opening, Call(by=self.floor.dealer))
        except Refused:
            sheet = None
        assert (sheet is None) == (self.state in OPEN_STATES)
        if sheet is None:
            return
        self.round_id, self.state = sheet["id"], "betting"
        self.wagers, self.hands, self.rolled, self.last = {}, set(), False, None

    @rule(seat=SEATS, cents=AMOUNTS)
    def wager(self, seat, cents):
        sheet = self.tap(place_wagers, [{"seat": seat, "player": "", "cents": cents}])
        fits = cents in (0, 2500, 5000)
        assert (sheet is not None) == (self.state == "betting" and fits)
        if sheet is not None:
            self.wagers[seat] = cents
            self.wagers = {each: amount for each, amount in self.wagers.items() if amount}

    @rule(takes=st.booleans())
    def bank(self, takes):
        order = self.offered()
        answers = [{"seat": seat, "answer": "pass", "funds_cents": None} for seat in order]
        if takes and answers:
            answers[-1] = {"seat": order[-1], "answer": "take", "funds_cents": 10**9}
        sheet = self.tap(answer_offers, answers) if answers else None
        if sheet is not None and takes:
            self.wagers.pop(order[-1], None)

    def offered(self):
        if self.state != "betting":
            return []
        current = Round.objects.get(pk=self.round_id)
        return list(game_of(current.submission).offers(current.facts, history_of(current)).order)

    @rule()
    def close(self):
        sheet = self.tap(close_wagers)
        if sheet is not None:
            assert self.state == "betting"
            assert self.wagers
            assert sheet["bank"]["is_decided"]
            self.state = "closed"

    @rule(dice=st.tuples(*[st.integers(1, 6)] * 3))
    def roll(self, dice):
        sheet = self.tap(record_roll, Thrown(dice=dice))
        assert (sheet is not None) == (self.state == "closed")
        self.rolled = self.rolled or sheet is not None

    @rule()
    def deal(self):
        current = Round.objects.filter(pk=self.round_id).first()
        roll = current.facts["roll"] if current else None
        start = roll["positions"][0] if roll else "dealer"
        sheet = self.tap(record_deal, start)
        assert (sheet is not None) == (self.state == "closed" and self.rolled)
        self.state = "dealt" if sheet is not None else self.state

    @rule(place=PLACES)
    def hand(self, place):
        held = tuple(SIX_HANDS.get(place, "6-6 6-6 1-1 3-6").split())
        sheet = self.tap(set_hands, [HandGiven(place, held)])
        if sheet is not None:
            assert self.state in ("dealt", "set")
            self.hands.add(place)
            self.state = sheet["state"]

    @rule(seat=SEATS)
    def surrender(self, seat):
        sheet = self.tap(end_hand, seat, "surrendered")
        if sheet is not None:
            assert seat in self.wagers
            self.state = sheet["state"]

    @rule(outcome=st.sampled_from(["win", "lose", "push"]))
    def quick(self, outcome):
        called = [{"seat": seat, "outcome": outcome} for seat in sorted(self.wagers)]
        sheet = self.tap(enter_quickly, called)
        assert (sheet is not None) == (self.state in ("closed", "dealt") and bool(called))
        self.state = "set" if sheet is not None else self.state

    @rule()
    def settle(self):
        sheet = self.tap(settle_round)
        assert (sheet is not None) == (self.state == "set")
        if sheet is None:
            return
        self.state, self.settled = "settled", self.settled + 1
        settled = sheet["settlement"]
        total = sum(seat["total"] for seat in settled["seats"])
        assert total + settled["bank"]["net"] + settled["house"]["net"] == 0
        assert {seat["seat"] for seat in settled["players"]} == set(self.wagers)

    @rule()
    def void(self):
        signer = Signer(self.floor.floorperson, None, database_time())
        sheet = self.tap(void_round, "exposed", signer)
        assert (sheet is not None) == (self.state in OPEN_STATES)
        self.state = "void" if sheet is not None else self.state

    @rule()
    def repeat(self):
        if self.last is None:
            return
        command, call, args, sheet = self.last
        count = Event.objects.count()
        assert command(self.round_id, call, *args) == sheet
        assert Event.objects.count() == count

    @invariant()
    def holds(self):
        if not hasattr(self, "savepoint") or self.round_id is None:
            return
        rounds = Round.objects.filter(table=self.floor.table)
        assert rounds.filter(state__in=OPEN_STATES).count() <= 1
        assert sorted(rounds.values_list("number", flat=True)) == list(range(1, len(rounds) + 1))
        current = rounds.get(pk=self.round_id)
        assert current.state == self.state
        assert current.version == Event.objects.filter(stream=f"round:{current.pk}").count()
        money = Posting.objects.filter(account__property=self.floor.property)
        assert (money.aggregate(n=Sum("cents"))["n"] or 0) == 0


def test_any_sequence_of_steps():
    chosen = settings(max_examples=8, stateful_step_count=30, deadline=None)
    run_state_machine_as_test(Table, settings=chosen)
