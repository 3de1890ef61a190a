"""Any sequence of steps, legal or not, against a simple model of the game.

The model knows the order of the steps, what each seat wagered, how hands ended and what those
ends are worth. After every step: a step is taken exactly when the model says so, the state is
what the model says, every account is what the model says and all of them add up to nothing, one
round is open at most, every change has its event, and a repeated request changes nothing.
"""

from dataclasses import dataclass, field, replace
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
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
from foundation.clock import database_time
from foundation.context import Context, current, enter
from rounds.games import game_of
from rounds.models import OPEN_STATES, Round, RoundState
from rounds.queries.bank_history import history_of
from rules.refusals import Refused
from staff.commands.signing import Signer
from tests.factories import make_floor
from tests.rounds.playing import SIX_HANDS
from tests.rounds.taps import (
    Call,
    ChangesGiven,
    HandGiven,
    Opening,
    Thrown,
    Why,
    add_tiles,
    answer_offers,
    close_wagers,
    confirm_ruling,
    correct_round,
    end_hand,
    enter_quickly,
    open_round,
    place_wagers,
    record_deal,
    record_roll,
    report_irregularity,
    seat_player,
    set_hands,
    settle_round,
    step_back,
    void_round,
)

pytestmark = pytest.mark.django_db

SEATS = st.integers(1, 6)
AMOUNTS = st.sampled_from([0, 500, 2500, 2510, 5000, 600_000])
PLACES = st.sampled_from([*SIX_HANDS, "seat-9"])
OUTCOMES = st.sampled_from(["win", "lose", "push"])
ORDER = ["betting", "closed", "dealt", "set"]
STAGES = st.sampled_from(["", "closed", "dealt", "set", "settled"])
LATE = st.sampled_from(["", "settled", "settled"])
PROPOSED = {
    "wrong-distribution": "void-round",
    "dice-not-flat": "no-roll",
    "player-tile-exposed": "player-may-void",
    "player-left": "wager-abandoned",
    "late-wager": "wager-refused",
}
ENDS = {"player-may-void": "void", "wager-abandoned": "abandoned"}
EVENT_OF = {
    seat_player: "rounds.seat_changed",
    place_wagers: "rounds.wagers_placed",
    answer_offers: "rounds.bank_offered",
    close_wagers: "rounds.wagers_closed",
    record_roll: "rounds.dice_rolled",
    record_deal: "rounds.round_dealt",
    set_hands: "rounds.hands_set",
    end_hand: "rounds.hand_ended",
    enter_quickly: "rounds.entered_quickly",
    settle_round: "rounds.round_settled",
    void_round: "rounds.round_voided",
    step_back: "rounds.stepped_back",
    report_irregularity: "rounds.irregularity_reported",
    confirm_ruling: "rounds.ruling_confirmed",
    add_tiles: "rounds.tiles_added",
    correct_round: "rounds.round_corrected",
}


def vigorish(cents):
    return (cents * 5 + 50) // 100


def worth(wagers, outcomes, bank):
    """What each seat and the bank net: the arithmetic of the page on settlement, once more."""
    lost = sum(wagers[seat] for seat, end in outcomes.items() if end not in KEPT)
    won = sum(wagers[seat] for seat, end in outcomes.items() if end == "win")
    found = {
        ("seat", seat): {"win": wagers[seat] - vigorish(wagers[seat])}.get(end, -wagers[seat])
        for seat, end in outcomes.items()
        if end not in ("push", "void")
    }
    left = lost - won if bank else 0
    return {**found, ("bank", 0): left - vigorish(left) if left > 0 else left}


KEPT = ("win", "push", "void")


@dataclass
class Model:
    """What is known of the round at the table, or of the last one."""

    id: object = None
    state: str | None = None
    wagers: dict = field(default_factory=dict)
    bank: int | None = None
    aside: dict = field(default_factory=dict)
    rolled: bool = False
    hands: set = field(default_factory=set)
    ends: dict = field(default_factory=dict)
    called: dict | None = None
    reported: dict = field(default_factory=dict)
    ruled: set = field(default_factory=set)
    outcomes: dict = field(default_factory=dict)
    is_quick: bool = False

    @property
    def is_open(self):
        return self.state in OPEN_STATES

    @property
    def waits(self):
        return set(self.reported) - self.ruled

    @property
    def bank_place(self):
        return f"seat-{self.bank}" if self.bank else "dealer"

    def look(self):
        """Ready to settle when all outcomes were called, or every hand is there."""
        played = {f"seat-{seat}" for seat in self.wagers if seat not in self.ends}
        has_all = self.hands >= played | {self.bank_place}
        if self.state in ("dealt", "set"):
            self.state = "set" if self.called is not None or has_all else "dealt"
        return has_all

    def forget_hands(self):
        self.hands, self.ends, self.called = set(), {}, None

    def end(self, seat, end):
        if end == "played":
            self.ends.pop(seat, None)
            if self.called and self.called[seat] not in ("win", "lose", "push"):
                self.called = None
        else:
            self.ends[seat] = end
            if self.called is not None:
                self.called[seat] = end
        self.look()


class Table(RuleBasedStateMachine):
    """A dealer who taps whatever comes to mind."""

    @initialize()
    def sit_down(self):
        self.savepoint = transaction.atomic()
        self.savepoint.__enter__()
        self.floor = make_floor(options={"dealer_wager": "none"})
        self.now, self.last = Model(), None
        self.told, self.worth = {}, {}

    def teardown(self):
        enter(Context())
        if hasattr(self, "savepoint"):
            transaction.set_rollback(True)
            self.savepoint.__exit__(None, None, None)

    def tap(self, command, *args):
        """Try a step; give the sheet, or None when it was refused, which must change nothing."""
        if self.now.id is None:
            return None
        before = Round.objects.get(pk=self.now.id)
        call = Call(by=self.floor.dealer, version=before.version)
        try:
            with transaction.atomic():
                sheet = command(self.now.id, call, *args)
        except (Refused, PermissionDenied):
            after = Round.objects.get(pk=self.now.id)
            assert (after.version, after.facts) == (before.version, before.facts)
            return None
        assert sheet["version"] == before.version + 1
        self.told[self.now.id].append(EVENT_OF[command])
        self.last = (command, call, args, sheet)
        return sheet

    def signer(self, role):
        return Signer(self.floor.people[role], None, database_time())

    def hands_given(self, places):
        return [HandGiven(place, tuple(SIX_HANDS[place].split())) for place in places]

    @rule()
    def open(self):
        opening = Opening(uuid4())
        try:
            with transaction.atomic():
                sheet = open_round(self.floor.table.pk, opening, Call(by=self.floor.dealer))
        except Refused:
            sheet = None
        assert (sheet is None) == self.now.is_open
        if sheet is not None:
            self.now, self.last = Model(id=sheet["id"], state="betting"), None
            self.told[sheet["id"]] = ["rounds.round_opened"]

    @rule(seat=SEATS, cents=AMOUNTS)
    def wager(self, seat, cents):
        sheet = self.tap(place_wagers, [{"seat": seat, "player": "", "cents": cents}])
        fits = cents in (0, 2500, 5000) and not (cents and seat == self.now.bank)
        assert (sheet is not None) == (self.now.state == "betting" and fits)
        if sheet is not None:
            placed = {**self.now.wagers, seat: cents}
            self.now.wagers = {each: amount for each, amount in placed.items() if amount}
            assert {each["seat"]: each["cents"] for each in sheet["wagers"]} == self.now.wagers

    @rule(seat=SEATS)
    def leave(self, seat):
        sheet = self.tap(seat_player, seat, None)
        assert (sheet is not None) == (self.now.state == "betting")
        if sheet is not None:
            self.now.wagers.pop(seat, None)
            if self.now.bank == seat:
                self.now.bank, self.now.aside = None, {}

    @rule(takes=st.booleans())
    def offer_bank(self, takes):
        order = self.offered()
        answers = [{"seat": seat, "answer": "pass", "funds_cents": None} for seat in order]
        if takes and answers:
            answers[-1] = {"seat": order[-1], "answer": "take", "funds_cents": 10**9}
        sheet = self.tap(answer_offers, answers) if answers else None
        if sheet is not None:
            now = self.now
            now.wagers, now.bank = {**now.wagers, **now.aside}, order[-1] if takes else None
            now.aside = {seat: cents for seat, cents in now.wagers.items() if seat == now.bank}
            now.wagers.pop(now.bank, None)
            assert {each["seat"]: each["cents"] for each in sheet["wagers"]} == now.wagers

    def offered(self):
        if self.now.state != "betting":
            return []
        there = Round.objects.get(pk=self.now.id)
        return list(game_of(there.submission).offers(there.entered, history_of(there)).order)

    @rule()
    def close(self):
        sheet = self.tap(close_wagers)
        if sheet is not None:
            assert self.now.state == "betting"
            assert self.now.wagers
            assert sheet["bank"]["is_decided"]
            self.now.state = "closed"

    @rule(dice=st.tuples(*[st.integers(1, 6)] * 3))
    def roll(self, dice):
        sheet = self.tap(record_roll, Thrown(dice=dice))
        assert (sheet is not None) == (self.now.state == "closed")
        self.now.rolled = self.now.rolled or sheet is not None

    @rule(is_right=st.booleans())
    def deal(self, is_right):
        there = Round.objects.filter(pk=self.now.id).first()
        roll = there.facts["roll"] if there else None
        start = roll["positions"][0 if is_right else 1] if roll else "dealer"
        sheet = self.tap(record_deal, start)
        legal = self.now.state == "closed" and self.now.rolled and is_right
        assert (sheet is not None) == legal
        self.now.state = "dealt" if legal else self.now.state

    @rule(place=PLACES)
    def hand(self, place):
        held = tuple(SIX_HANDS.get(place, "6-6 6-6 1-1 3-6").split())
        sheet = self.tap(set_hands, [HandGiven(place, held)])
        there = {f"seat-{seat}" for seat in self.now.wagers} | {self.now.bank_place}
        legal = self.now.state in ("dealt", "set") and place in there
        assert (sheet is not None) == legal
        if legal:
            self.now.hands.add(place)
            if self.now.look():
                self.now.called = None

    @rule(
        stage=STAGES,
        seat=SEATS,
        end=st.sampled_from(["surrendered", "abandoned", "played", "void", "lost"]),
    )
    def end(self, stage, seat, end):
        self.bring_to(stage)
        sheet = self.tap(end_hand, seat, end)
        is_time = end != "surrendered" or self.now.bank_place in self.now.hands
        legal = self.now.state in ("dealt", "set") and seat in self.now.wagers
        legal = legal and is_time and end in ("surrendered", "abandoned", "played")
        assert (sheet is not None) == legal
        if legal:
            self.now.end(seat, end)

    @rule(outcome=OUTCOMES, says_all=st.booleans())
    def quick(self, outcome, says_all):
        seats = sorted(self.now.wagers)[0 if says_all else 1 :]
        called = {seat: self.now.ends.get(seat, outcome) for seat in seats}
        given = [{"seat": seat, "outcome": end} for seat, end in called.items()]
        sheet = self.tap(enter_quickly, given)
        legal = self.now.state in ("closed", "dealt") and called.keys() == self.now.wagers.keys()
        assert (sheet is not None) == legal
        if legal:
            self.now.called, self.now.state = called, "set"

    @rule()
    def settle(self):
        sheet = self.tap(settle_round)
        legal = self.now.state == "set" and not self.now.waits
        assert (sheet is not None) == legal
        if legal:
            self.now.state, self.now.is_quick = "settled", self.now.called is not None
            self.count(sheet)
            assert self.now.called is None or self.now.outcomes == self.now.called

    def count(self, sheet):
        """Take the outcomes from the settlement, but none of its amounts."""
        now, settled = self.now, sheet["settlement"]
        now.outcomes = {row["seat"]: row["outcome"] for row in settled["players"]}
        assert now.outcomes.keys() == now.wagers.keys()
        self.worth[now.id] = worth(now.wagers, now.outcomes, now.bank)
        total = sum(seat["total"] for seat in settled["seats"])
        assert total + settled["bank"]["net"] + settled["house"]["net"] == 0

    @rule(role=st.sampled_from(["floorperson", "second_dealer"]))
    def void(self, role):
        sheet = self.tap(void_round, "exposed", self.signer(role))
        legal = self.now.is_open and role == "floorperson"
        assert (sheet is not None) == legal
        self.now.state = "void" if legal else self.now.state

    @rule(
        stage=STAGES,
        to=st.sampled_from(ORDER[:3]),
        role=st.sampled_from(["floorperson", "floorperson", "dealer"]),
    )
    def back(self, stage, to, role):
        self.bring_to(stage)
        sheet = self.tap(step_back, RoundState(to), self.signer(role))
        is_later = self.now.state in ORDER and ORDER.index(self.now.state) > ORDER.index(to)
        legal = is_later and role == "floorperson"
        assert (sheet is not None) == legal
        if legal:
            self.now.state = to
            self.now.forget_hands()
            self.now.rolled = self.now.rolled and to != "betting"

    @rule(
        stage=STAGES,
        event=st.sampled_from([*PROPOSED, "unheard-of"]),
        seat=SEATS,
        ruling=st.sampled_from(["", "proposed", "proposed", "play-on"]),
    )
    def report(self, stage, event, seat, ruling):
        self.bring_to(stage)
        sheet = self.tap(report_irregularity, event, {"seats": [seat]})
        has_part = not self.now.wagers or seat in self.now.wagers or seat == self.now.bank
        legal = self.now.state not in (None, "void") and event in PROPOSED and has_part
        assert (sheet is not None) == legal
        if legal:
            n = len(self.now.reported) + 1
            self.now.reported[n] = (event, seat)
            assert sheet["irregularities"][n - 1]["proposed"]["code"] == PROPOSED[event]
            if ruling:
                self.ruling(n, ruling, "floorperson")

    @rule(
        n=st.integers(1, 2),
        choice=st.sampled_from(["proposed", "proposed", "play-on", "whatever"]),
        role=st.sampled_from(["floorperson", "floorperson", "dealer"]),
    )
    def ruling(self, n, choice, role):
        sheet = self.tap(confirm_ruling, n, choice, self.signer(role))
        legal = self.now.state != "void" and n in self.now.waits
        legal = legal and choice != "whatever" and role == "floorperson"
        assert (sheet is not None) == legal
        if legal:
            self.now.ruled.add(n)
            event, seat = self.now.reported[n]
            if choice == "proposed" and self.now.is_open:
                self.carry_out(PROPOSED[event], seat)

    def carry_out(self, ruling, seat):
        now = self.now
        if ruling == "void-round" or (ruling == "player-may-void" and self.has_bank_hand(seat)):
            now.state = "void"
        elif ruling == "no-roll":
            now.rolled = False
            if now.state != "betting":
                now.forget_hands()
                now.state = "closed"
        elif ruling in ENDS and now.state != "betting" and seat in now.wagers:
            now.end(seat, ENDS[ruling])

    def has_bank_hand(self, seat):
        return seat == self.now.bank and self.now.state != "betting"

    @rule(stage=LATE, leaves_out=st.booleans())
    def tiles_later(self, stage, leaves_out):
        self.bring_to(stage)
        played = {f"seat-{seat}" for seat in self.now.wagers if seat not in self.now.ends}
        places = sorted(played | {self.now.bank_place})[1 if leaves_out else 0 :]
        sheet = self.tap(add_tiles, self.hands_given(places))
        has_hand = not leaves_out or sorted(played | {self.now.bank_place})[0] in self.now.hands
        legal = self.now.state == "settled" and self.now.is_quick and has_hand
        assert (sheet is not None) == legal
        if legal:
            self.now.is_quick = bool(sheet["differences"])
            self.now.called = self.now.called if self.now.is_quick else None

    @rule(
        stage=LATE,
        outcome=OUTCOMES,
        second=st.sampled_from(["pit_manager", "pit_manager", "floorperson", "dealer"]),
    )
    def correct_outcomes(self, stage, outcome, second):
        self.bring_to(stage)
        called = {seat: self.now.ends.get(seat, outcome) for seat in sorted(self.now.wagers)}
        given = [{"seat": seat, "outcome": end} for seat, end in called.items()]
        sheet = self.correct(ChangesGiven(outcomes=given), second)
        is_other = self.now.called is not None and called != self.now.outcomes
        legal = self.now.state == "settled" and is_other and second == "pit_manager"
        assert (sheet is not None) == legal
        if legal:
            self.now.called = called
            self.count(sheet)

    @rule(
        stage=LATE,
        is_quick=st.booleans(),
        seat=SEATS,
        cents=st.sampled_from([0, 2500, 5000]),
    )
    def correct_wager(self, stage, is_quick, seat, cents):
        self.bring_to(stage, takes=True, is_quick=is_quick)
        wagers = {**self.now.wagers, seat: cents}
        given = [{"seat": each, "player": "", "cents": wagers[each]} for each in sorted(wagers)]
        sheet = self.correct(ChangesGiven(wagers=given), "pit_manager")
        is_other = cents and self.now.wagers.get(seat, cents) != cents
        legal = self.now.state == "settled" and bool(is_other)
        if seat in self.now.wagers and cents:
            assert (sheet is not None) == legal
        if sheet is not None:
            self.now.wagers = {each: amount for each, amount in wagers.items() if amount}
            self.count(sheet)

    def correct(self, changes, second):
        signers = self.signer("floorperson"), self.signer(second)
        return self.tap(correct_round, changes, Why("mispay"), *signers)

    @rule()
    def send_again(self):
        self.send_last(lambda command, call, args: command(self.now.id, call, *args))

    @rule()
    def send_again_from_another_device(self):
        enter(replace(current(), tablet_id=self.floor.tablet.pk))
        self.send_last(lambda command, call, args: command(self.now.id, call, *args))
        enter(Context())

    @rule(role=st.sampled_from(["second_dealer", "floorperson"]))
    def send_again_as_another_person(self, role):
        def as_other(command, call, args):
            with pytest.raises(PermissionDenied), transaction.atomic():
                command(self.now.id, replace(call, by=self.floor.people[role]), *args)

        self.send_last(as_other, has_answer=False)

    @rule()
    def use_the_id_for_something_else(self):
        def other(command, call, args):
            with pytest.raises(Refused) as refused, transaction.atomic():
                report_irregularity(self.now.id, call, "late-wager", {"seats": []})
            assert refused.value.code == "request_id_reused"

        self.send_last(other, has_answer=False)

    def send_last(self, send, *, has_answer=True):
        if self.last is None:
            return
        command, call, args, sheet = self.last
        count = Event.objects.count()
        answer = send(command, call, args)
        assert not has_answer or answer == sheet
        assert Event.objects.count() == count

    @rule()
    def tap_on_an_old_screen(self):
        if self.now.id is None:
            return
        version = Round.objects.get(pk=self.now.id).version - 1
        with pytest.raises(Refused) as refused, transaction.atomic():
            close_wagers(self.now.id, Call(by=self.floor.dealer, version=version))
        assert refused.value.code == "stale_version"

    @rule(stage=STAGES, takes=st.booleans())
    def play_on(self, stage, takes):
        self.bring_to(stage, takes=takes)

    def bring_to(self, stage, *, takes=False, is_quick=True):
        """Play a round on, step by step, so that what comes next meets it there."""
        if not stage or self.now.state == stage:
            return
        if not self.now.is_open:
            self.open()
        if self.now.state == "betting":
            for seat, cents in ((1, 2500), (3, 5000), (4, 2500)):
                self.wager(seat, cents)
            self.offer_bank(takes)
            self.close()
        if stage == "settled" and is_quick:
            self.quick("lose", says_all=True)
        elif stage != "closed":
            self.roll((1, 2, 3))
            self.deal(is_right=True)
        for place in SIX_HANDS if stage == "set" or not is_quick else ():
            self.hand(place)
        if stage == "settled":
            self.settle()

    @invariant()
    def holds(self):
        if not hasattr(self, "savepoint") or self.now.id is None:
            return
        rounds = list(Round.objects.filter(table=self.floor.table).order_by("number"))
        assert [each.number for each in rounds] == list(range(1, len(rounds) + 1))
        assert sum(each.state in OPEN_STATES for each in rounds) <= 1
        there = rounds[-1]
        assert str(there.pk) == self.now.id
        assert (there.state, there.bank_seat) == (self.now.state, self.now.bank)
        has_called = there.facts["quick"] is not None
        if self.now.is_open:
            assert (there.depth == "quick") == has_called == (self.now.called is not None)
        stream = Event.objects.filter(stream=f"round:{there.pk}").order_by("stream_v")
        assert list(stream.values_list("kind", flat=True)) == self.told[self.now.id]
        assert there.version == len(self.told[self.now.id])
        self.adds_up()

    def adds_up(self):
        connection.check_constraints()
        money = Posting.objects.filter(account__property=self.floor.property)
        found = {
            (row["account__kind"], row["account__seat"]): row["n"]
            for row in money.values("account__kind", "account__seat").annotate(n=Sum("cents"))
        }
        assert sum(found.values()) == 0
        expected = {}
        for nets in self.worth.values():
            for account, cents in nets.items():
                expected[account] = expected.get(account, 0) + cents
        counted = {place: n for place, n in found.items() if place[0] in ("seat", "bank") and n}
        assert counted == {place: n for place, n in expected.items() if n}


def test_any_sequence_of_steps():
    chosen = settings(max_examples=10, stateful_step_count=30, deadline=None)
    run_state_machine_as_test(Table, settings=chosen)
