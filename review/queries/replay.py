"""A round step by step, as it can be drawn on a table: every tap in its order, by its own clock.

Every frame is complete in itself, so that a viewer may jump anywhere. What was not recorded is
drawn face down; the order of the tiles inside a hand is not recorded, and the page says so. Where
the events are in the archive, the steps follow from the round alone and have no clock.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

import rules
from audit.events import EventKind
from foundation.wording import moment_text
from foundation.wording import money_text as money
from review.queries.round_page import reasons_by_place
from review.queries.stacks import RebuiltStacks, delivery_words, rebuilt_stacks
from review.queries.taps import Tap
from rounds.games import game_of
from rounds.games.game import Game
from rounds.models import Round, RoundState, Settlement, Source
from rounds.queries.changed import made_from
from rounds.wording import (
    SHORT_SIDES,
    SIDE_WAGERS,
    bank_words,
    event_words,
    funds_words,
    hand_words,
    move_words,
    outcome_words,
    place_words,
    wager_changes,
)
from rules.citations import cited
from rules.place import DEALER, Place
from rules.profiles import tile_profile
from rules.round import BankAnswer, ChosenDelivery, PlacedWager, SetHand, listed
from rules.tiles.dealing import Layout, number_counted
from rules.tiles.house_ways.words import line_words
from rules.tiles.settlement import AS_SET, AS_SET_REVERSED

DOWN = "back"
NO_LINE = ("", AS_SET, AS_SET_REVERSED)
"""Who sets a hand as they like follows no line of a house way."""
SIDE_MOVES = {
    "pair-fortunes-win": "pair_fortunes",
    "pair-fortunes-lose": "pair_fortunes",
    "three-card-win": "three_card",
    "three-card-lose": "three_card",
    "four-card-win": "four_card",
    "four-card-lose": "four_card",
    "jackpot": "four_card",
}
"""The side wager that chips move for; the jackpot is won with the Four Card bonus."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A hand on the table: its pieces in the order high, low, and whether it is set."""

    pieces: tuple[str, ...]
    is_set: bool = False
    says: str = ""


@dataclass(slots=True)
class Frame:
    """One picture: what is where, what just happened, by which rule, and who recorded it."""

    kind: str
    title: str
    text: str = ""
    cites: list[str] = field(default_factory=list)
    by: str = ""
    at: str = ""
    clock: str = ""
    chips: dict[str, int] = field(default_factory=dict)
    sides: dict[str, dict[str, int]] = field(default_factory=dict)
    hands: dict[str, Drawn] = field(default_factory=dict)
    stacks: list[list[str]] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    counts: dict[str, str] = field(default_factory=dict)
    focus: list[str] = field(default_factory=list)
    outcomes: dict[str, str] = field(default_factory=dict)
    move: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """All frames of a round, and what the drawing needs to know of the table."""

    frames: tuple[Frame, ...]
    positions: tuple[str, ...]
    labels: Mapping[str, str]
    pieces: str
    hand_size: int
    bank: str
    sides: Mapping[str, tuple[str, str]]
    currency: str
    notes: tuple[str, ...]

    def drawing(self) -> dict[str, Any]:
        """The same for the module that draws."""
        return {
            "frames": [asdict(frame) for frame in self.frames],
            "positions": list(self.positions),
            "labels": dict(self.labels),
            "pieces": self.pieces,
            "hand_size": self.hand_size,
            "bank": self.bank,
            "sides": dict(self.sides),
            "currency": self.currency,
        }


def replay(
    current: Round,
    shown: Settlement | None,
    entered: rules.Round,
    taps: tuple[Tap, ...],
    settlements: Sequence[Settlement] = (),
) -> Replay:
    """Take a round apart into pictures, as far as it was recorded."""
    scene = ReplayScene(current, shown, entered, taps, settlements)
    return Replay(
        frames=tuple(scene.frames()),
        positions=scene.positions,
        labels={position: scene.label(position) for position in scene.positions} | loose_places(),
        sides={code: (str(SHORT_SIDES[code]), str(name)) for code, name in SIDE_WAGERS.items()},
        pieces=scene.game.pieces,
        hand_size=scene.game.hand_size,
        bank=scene.bank,
        currency=current.table.property.currency,
        notes=tuple(scene.notes()),
    )


class ReplayScene:
    """The table while the round is told; each method tells what one kind of tap did to it."""

    def __init__(
        self,
        current: Round,
        shown: Settlement | None,
        entered: rules.Round,
        taps: tuple[Tap, ...],
        settlements: Sequence[Settlement] = (),
    ) -> None:
        self.round, self.shown, self.entered = current, shown, entered
        self.settlements = list(settlements) or ([shown] if shown else [])
        self.is_told = any(tap.kind == EventKind.ROUND_OPENED.code for tap in taps)
        self.taps = taps if self.is_told else assumed_taps(current, shown, entered)
        self.game: Game = game_of(current.submission)
        self.word = self.game.profile.seat_word
        self.fee_word = self.game.profile.fee_word
        self.positions = positions_of(self.game, current.table.seats)
        self.bank = self.position(entered.bank_place())
        self.rebuilt: RebuiltStacks | None = rebuilt_stacks(self.game, entered, self.position)
        self.now, self.tap = Frame("", ""), self.taps[0]
        self.settled = 0

    def position(self, place: Place) -> str:
        """Where a place is on the layout: seat 3 is `seat-3`; the house's box is the dealer's."""
        if place.is_seat:
            return place.named(self.word)
        layout = getattr(self.game.profile, "layout", None)
        return layout.house if layout is not None else DEALER.text

    def seat(self, number: int) -> str:
        return self.position(Place.of_seat(number))

    def label(self, position: str) -> str:
        return place_words(position, self.word)

    def frames(self) -> Iterator[Frame]:
        """The pictures of every tap, until the settlement that is looked at."""
        tellers = self.tellers()
        for tap in self.taps:
            self.tap = tap
            yield from tellers.get(tap.kind, self.nothing)()
            if self.shown is not None and self.settled >= self.shown.n:
                return

    def tellers(self) -> dict[str, Callable[[], Iterator[Frame]]]:
        """Who tells which tap; what is on no list changes nothing on the table."""
        told = {
            EventKind.ROUND_OPENED: self.opened,
            EventKind.WAGERS_PLACED: self.wagered,
            EventKind.BANK_OFFERED: self.offered,
            EventKind.DEALER_WAGERED: self.dealer_wagered,
            EventKind.WAGERS_CLOSED: self.closed,
            EventKind.NO_ROLL: self.no_roll,
            EventKind.DELIVERY_CHOSEN: self.delivery_chosen,
            EventKind.DICE_ROLLED: self.rolled,
            EventKind.ROUND_DEALT: self.dealt,
            EventKind.HANDS_SET: self.hands_set,
            EventKind.HAND_ENDED: self.hand_ended,
            EventKind.ENTERED_QUICKLY: self.called,
            EventKind.ROUND_STEPPED_BACK: self.stepped_back,
            EventKind.ROUND_SETTLED: self.settling,
            EventKind.ROUND_CORRECTED: self.corrected,
            EventKind.TILES_ADDED: self.corrected,
            EventKind.ROUND_VOIDED: self.voided,
            EventKind.STEP_REFUSED: self.refused,
        }
        found = {kind.code: teller for kind, teller in told.items()}
        return found | {kind.code: self.said for kind in JUST_SAID}

    def nothing(self) -> Iterator[Frame]:
        yield from ()

    def said(self) -> Iterator[Frame]:
        """What changes nothing on the table, in the words of the record."""
        seat = self.tap.detail.get("seat")
        yield self.frame("said", self.tap.text, focus=self.spots_of(seat))

    def spots_of(self, seat: object) -> list[str]:
        return [self.seat(seat)] if isinstance(seat, int) and seat else []

    def refused(self) -> Iterator[Frame]:
        """A step that was tried while the round was played; a desk's refusals are no part of it."""
        if self.settled:
            return
        rule = self.tap.detail["rule"]
        yield self.frame(
            "refused", _("Refused"), str(self.tap.detail["message"]), cites=[rule] if rule else []
        )

    def frame(self, kind: str, title: str, text: str = "", **now: Any) -> Frame:
        """A picture of the table as it now stands; what is given belongs to this one only."""
        made, tap = deepcopy(self.now), self.tap
        made.kind, made.title, made.text = kind, title, text
        if self.is_told:
            made.by, made.at, made.clock = tap.person, self.clock(tap.at), self.other_clock(tap)
        for name, value in now.items():
            setattr(made, name, value)
        return made

    def other_clock(self, tap: Tap) -> str:
        """When it happened or what the tablet's clock said, where that was another time."""
        if tap.is_late:
            return _("happened at {at}").format(at=self.clock(tap.happened_at))
        if tap.has_other_clock and tap.tablet_at is not None:
            return _("tablet's clock {at}").format(at=self.clock(tap.tablet_at))
        return ""

    def clock(self, at: datetime) -> str:
        """A moment as the clock of the house shows it."""
        return moment_text(at, "time-second", self.round.table.property.time_zone)

    def opened(self) -> Iterator[Frame]:
        low, high = self.round.table.minimum_cents, self.round.table.maximum_cents
        low, high = self.tap.detail.get("limits") or (low, high)
        limits = _("{least} to {most}").format(least=self.money(low), most=self.money(high))
        text = _("Dealer: {name}. Limits: {limits}.").format(
            name=self.round.dealer.name, limits=limits
        )
        yield self.frame("open", _("The table before the round"), text)

    def wagered(self) -> Iterator[Frame]:
        """Which seat wagers how much, and what lay there before."""
        before, after = (self.tap.detail.get(name) or [] for name in ("before", "after"))
        self.put_chips(after)
        lines = wager_changes(before, after, self.word, self.money)
        places = [self.seat(each["seat"]) for each in after if each not in before]
        title = _("Wagers") if not before else _("Wagers changed")
        yield self.frame("wagers", title, "\n".join(lines), focus=places)

    def put_chips(self, wagers: Sequence[Mapping[str, Any]]) -> None:
        """Lay out the wagers as they now are, each side wager apart, as on the layout."""
        self.now.chips, self.now.sides = {}, {}
        for wager in (PlacedWager(**each) for each in wagers):
            place = self.seat(wager.seat)
            self.now.chips[place] = self.now.chips.get(place, 0) + wager.cents
            for code in SIDE_WAGERS:
                if cents := wager.side(code):
                    self.add_side(place, code, cents)
        if self.entered.dealer_wager_cents and self.dealer_has_wagered:
            self.now.chips[self.position(DEALER)] = self.entered.dealer_wager_cents

    dealer_has_wagered = False

    def offered(self) -> Iterator[Frame]:
        """Each answer to the offer that was new with this tap."""
        known = len((self.tap.detail.get("before") or {}).get("answers") or ())
        count = len((self.tap.detail.get("after") or {}).get("answers") or ())
        answers = self.entered.bank.answers[known:count]
        for answer in answers:
            place = place_words(str(answer.seat), self.word)
            said = offer_answer_words(answer, self.money)
            text = _("{place}: {answer}").format(place=place, answer=said)
            spot = [self.seat(answer.seat)]
            yield self.frame("bank", _("The bank is offered"), text, focus=spot)
        if not answers:
            yield self.frame("bank", self.tap.text)

    def dealer_wagered(self) -> Iterator[Frame]:
        place, cents = self.position(DEALER), self.tap.detail.get("after") or 0
        self.now.chips[place], self.dealer_has_wagered = int(cents), True
        yield self.frame(
            "dealer-wager", _("The dealer's wager"), self.money(int(cents)), focus=[place]
        )

    def closed(self) -> Iterator[Frame]:
        bank = self.tap.detail.get("bank") or {}
        held = bank_words(str(bank.get("kind", "house")), bank.get("seat"), self.word)
        yield self.frame("closed", _("No more bets"), _("Bank: {who}.").format(who=held))

    def add_side(self, place: str, code: str, cents: int) -> None:
        """Chips on one side wager of a place: each wager lies apart, as on the layout."""
        held = self.now.sides.setdefault(place, {})
        held[code] = held.get(code, 0) + cents

    def no_roll(self) -> Iterator[Frame]:
        yield self.frame("no-roll", _("No roll"), event_words(str(self.tap.detail["reason"])))

    def delivery_chosen(self) -> Iterator[Frame]:
        """How the tiles are cut and delivered, and who chose it."""
        given = ChosenDelivery(**(self.tap.detail.get("after") or {}))
        yield self.frame("delivery", _("The delivery was chosen"), delivery_words(given))

    def rolled(self) -> Iterator[Frame]:
        roll = self.entered.roll
        if roll is None:
            yield self.frame("dice", self.tap.text)
            return
        if self.rebuilt is not None:
            self.now.stacks = [list(stack) for stack in self.rebuilt.stacks]
            yield self.frame(
                "stacks",
                _("Eight stacks of four, reconstructed"),
                self.rebuilt.says,
                cites=[self.rebuilt.cite] if self.rebuilt.cite else [],
            )
        dice, total = self.tap.detail.get("dice") or roll.dice or (), roll.total
        self.now.dice = list(dice)
        said = " + ".join(map(str, dice)) if dice else _("Generator")
        yield self.frame("dice", _("The total is {total}").format(total=total), f"{said} = {total}")
        counted = number_counted(self.layout, total, roll.adjust)
        if roll.adjust:
            adjust = f"{roll.adjust:+d}".replace("-", "\N{MINUS SIGN}")
            equals = "=" if counted == total + roll.adjust else "\N{RIGHTWARDS ARROW}"
            yield self.frame(
                "adjust",
                _("The bank changes the count by {adjust}").format(adjust=adjust),
                f"{total} {adjust[0]} {adjust[1:]} {equals} {counted}",
                cites=list(self.count_cites()),
            )
        start = roll.positions[0]
        yield self.frame(
            "count",
            _("The first hand goes to {where}").format(where=self.label(start)),
            _("Counted from the bank, which is one, counterclockwise to {total}.").format(
                total=counted
            ),
            cites=list(self.count_cites()),
            counts=self.counts(counted),
            focus=[start],
        )

    @property
    def layout(self) -> Layout:
        return tile_profile(self.game.profile.id).layout

    def count_cites(self) -> Iterator[str]:
        paragraphs = cited(self.game.profile.id, "first-hand")
        if paragraphs:
            yield paragraphs

    def counts(self, total: int) -> dict[str, str]:
        """Which numbers each position is counted with, banker first."""
        order = list(self.positions)
        if self.bank not in order:
            return {}
        first = order.index(self.bank)
        found: dict[str, str] = {}
        for number in range(1, total + 1):
            position = order[(first + number - 1) % len(order)]
            found[position] = f"{found[position]} {number}" if position in found else str(number)
        return found

    def dealt(self) -> Iterator[Frame]:
        """Hands go out face down; a viewer of the record sees at once what was known later."""
        roll = self.entered.roll
        if roll is None:
            for place in self.game.places(self.entered):
                self.now.hands[self.position(place)] = Drawn((DOWN,) * self.game.hand_size)
            yield self.frame("deal", _("Dealt"))
            return
        for index, position in enumerate(roll.positions):
            if self.rebuilt is not None:
                self.take(index)
            if position in self.positions:
                self.now.hands[position] = Drawn((DOWN,) * 4)
            yield self.frame(
                "deliver",
                _("Hand {number} to {where}").format(number=index + 1, where=self.label(position)),
                self.rebuilt.taken(index) if self.rebuilt else "",
                focus=[position],
            )
        self.now.stacks, self.now.dice = [], []

    def take(self, index: int) -> None:
        assert self.rebuilt is not None
        for stack, depth in self.rebuilt.order[index]:
            self.now.stacks[stack - 1][depth - 1] = ""

    def hands_set(self) -> Iterator[Frame]:
        self.now.stacks, self.now.dice = [], []
        for name, given in (self.tap.detail.get("after") or {}).items():
            hand, position = SetHand.from_json(given), self.position(Place.parse(name))
            was_set = self.now.hands.get(position, Drawn(())).is_set
            says = f"{hand_words(hand.high_name)} / {hand_words(hand.low_name)}"
            drawn = Drawn((*hand.high, *hand.low), is_set=True, says=says)
            self.now.hands[position] = drawn
            title = _("{where} is set anew") if was_set else _("{where} is set")
            yield self.frame(
                "hand",
                title.format(where=self.label(position)),
                self.says_of_setting(hand, says),
                cites=[] if hand.rule in NO_LINE else [line_words(hand.rule)],
                focus=[position],
            )

    def called(self) -> Iterator[Frame]:
        """Outcomes without tiles; the deal was not tapped, and follows from the dice."""
        if not self.now.hands and self.entered.roll is not None:
            yield from self.dealt()
        yield from self.said()

    def hand_ended(self) -> Iterator[Frame]:
        seat, state = int(self.tap.detail["seat"]), str(self.tap.detail["state"])
        place = self.seat(seat)
        self.now.outcomes[place] = outcome_words(state)
        title = _("{where}: {state}").format(where=self.label(place), state=outcome_words(state))
        yield self.frame("ended", title, focus=[place])

    def stepped_back(self) -> Iterator[Frame]:
        """The round goes back: what came after it lies on the table no more."""
        self.now.hands, self.now.stacks, self.now.dice = {}, [], []
        self.now.outcomes = {}
        yield self.frame("back", self.tap.text)

    def settling(self) -> Iterator[Frame]:
        """What decided and what was paid; only its result, where a later settlement is shown."""
        first = self.settlements[0] if self.settlements else None
        if first is None:
            return
        self.settled = first.n
        if self.shown is not None and self.shown.n > first.n:
            yield self.frame("settled", _("Settled at the table"), self.says_of_house(first))
            return
        yield from self.comparing(first)
        yield from self.paying(first)

    def corrected(self) -> Iterator[Frame]:
        """What was corrected, on whose order and whose word, and how it is settled then."""
        later = next((each for each in self.settlements if each.n > self.settled), None)
        yield self.frame("corrected", self.tap.text, str(self.tap.detail.get("note") or ""))
        if later is None:
            return
        self.settled = later.n
        if self.shown is None or later.n != self.shown.n:
            return
        entered = made_from(self.round, later)
        self.dealer_has_wagered = bool(entered.dealer_wager_cents)
        self.put_chips(listed(entered.wagers))
        self.now.outcomes = {}
        for place, hand in entered.hands.items():
            says = f"{hand_words(hand.high_name)} / {hand_words(hand.low_name)}"
            drawn = Drawn((*hand.high, *hand.low), is_set=True, says=says)
            self.now.hands[self.position(place)] = drawn
        yield self.frame(
            "anew",
            _("The round as corrected"),
            "\n".join(wager_changes((), listed(entered.wagers), self.word, self.money)),
            focus=list(self.now.chips),
        )
        yield from self.comparing(later)
        yield from self.paying(later)

    def voided(self) -> Iterator[Frame]:
        yield self.frame("void", _("The round is void"), self.tap.text)

    def says_of_setting(self, hand: SetHand, says: str) -> str:
        if self.game.is_house_way(hand):
            return _("{names}. The house way sets it the same.").format(names=says)
        return _("{names}. The house way would set it otherwise.").format(names=says)

    def comparing(self, shown: Settlement) -> Iterator[Frame]:
        reasons = reasons_by_place(self.game, shown, self.round.table.property.currency)
        for row in sorted(shown.settled.seats, key=lambda each: each.seat):
            place = self.seat(row.seat)
            said = reasons.get(str(row.seat), [])
            self.now.outcomes[place] = outcome_words(row.outcome)
            yield self.frame(
                "compare",
                _("{where}: {outcome}").format(
                    where=self.label(place), outcome=outcome_words(row.outcome)
                ),
                "\n".join(each["text"] for each in said),
                cites=list(dict.fromkeys(each["cite"] for each in said if each["cite"])),
                focus=[self.bank, place],
            )

    def paying(self, shown: Settlement) -> Iterator[Frame]:
        for cents, source, target, reason, _seat in shown.settled.movements:
            side = SIDE_MOVES.get(reason, "")
            for place, sign in ((source, -1), (target, 1)):
                if side and place in self.positions:
                    self.add_side(place, side, sign * cents)
                else:
                    held = self.now.chips.get(place, 0)
                    self.now.chips[place] = held + sign * cents
            yield self.frame(
                "chips",
                _("{source} to {target}").format(
                    source=self.spot(source), target=self.spot(target)
                ),
                _("{amount}: {why}").format(
                    amount=self.money(cents), why=move_words(reason, self.fee_word)
                ),
                move={"from": source, "to": target, "cents": cents},
                focus=[source, target],
            )
        yield self.frame("result", _("Settled"), self.says_of_house(shown))

    def says_of_house(self, shown: Settlement) -> str:
        net = self.money(shown.house_net_cents)
        if not shown.vigorish_cents:
            return _("The house: {net}.").format(net=net)
        return _("The house: {net}, of it {fee} {cents}.").format(
            net=net,
            fee=move_words("vigorish", self.fee_word),
            cents=self.money(shown.vigorish_cents),
        )

    def money(self, cents: int) -> str:
        return money(cents, self.round.table.property.currency)

    def spot(self, place: str) -> str:
        named = loose_places()
        return named[place] if place in named else self.label(place)

    def notes(self) -> Iterator[str]:
        if self.entered.outcomes is not None:
            yield _("This round was entered by outcomes only: there are no tiles to show.")
        elif self.rebuilt is not None and self.entered.hands:
            yield _("Which four places a hand came from is certain; which of its tiles lay in "
                    "which of them was not recorded.")  # fmt: skip
        if self.rebuilt is None and self.entered.roll is not None:
            yield _("The published rules show no drawing of this cut, so the stacks are left out.")
        if not self.is_told:
            yield _("The taps of this round are in the archive: the steps have no clock.")
        if self.round.source == Source.DEMO:
            yield _("This round is simulated: nobody played it.")
        if self.round.is_late_entry:
            yield _("This round was entered late: the times are those of the entry.")


JUST_SAID = (
    EventKind.SEAT_CHANGED, EventKind.COMMUNITY_SHOWN,
    EventKind.IRREGULARITY_REPORTED, EventKind.IRREGULARITY_WITHDRAWN, EventKind.RULING_CONFIRMED,
    EventKind.BOX_DRAWN_AGAIN, EventKind.BOX_REMOVED, EventKind.BOX_RETURNED,
    EventKind.HAND_RETURNED, EventKind.WAGER_OUTSIDE_LIMITS,
)  # fmt: skip
ANSWERS = {
    "take": lambda _code: _("takes the bank"),
    "co_bank": lambda _code: _("shares the bank with the house"),
    "pass": lambda _code: _("passes"),
}


def assumed_taps(current: Round, shown: Settlement | None, entered: rules.Round) -> tuple[Tap, ...]:
    """The steps of a round whose events lie in the archive, in the order of the game."""
    hands = {place.text: hand.as_json() for place, hand in entered.hands.items()}
    roll, dealer_wager = entered.roll, entered.dealer_wager_cents
    steps: list[tuple[EventKind, bool, dict[str, Any]]] = [
        (EventKind.ROUND_OPENED, True, {}),
        (EventKind.WAGERS_PLACED, bool(entered.wagers), {"after": listed(entered.wagers)}),
        (EventKind.BANK_OFFERED, bool(entered.bank.answers), {"after": entered.bank.as_json()}),
        (EventKind.DEALER_WAGERED, bool(dealer_wager), {"after": dealer_wager}),
        (EventKind.WAGERS_CLOSED, bool(roll or hands), {"bank": entered.bank.as_json()}),
        (EventKind.DICE_ROLLED, roll is not None, {}),
        (EventKind.ROUND_DEALT, bool(roll or hands), {}),
        (EventKind.HANDS_SET, bool(hands), {"after": hands}),
    ]
    states = [(EventKind.HAND_ENDED, True, {"seat": seat, "state": state})
              for seat, state in entered.states.items()]  # fmt: skip
    ends: list[tuple[EventKind, bool, dict[str, Any]]] = [
        (EventKind.ROUND_SETTLED, shown is not None, {}),
        (EventKind.ROUND_VOIDED, current.state == RoundState.VOID, {}),
    ]
    return tuple(
        Tap(kind.code, "", str(kind.sentence) if kind is EventKind.BANK_OFFERED else "", "", "",
            "", current.opened_at, current.opened_at, None, detail)
        for kind, is_there, detail in (*steps, *states, *ends)
        if is_there
    )  # fmt: skip


def loose_places() -> dict[str, str]:
    """Where chips lie that are at no seat."""
    return {
        "centre": _("Centre"),
        "bank": _("Bank"),
        "inventory": _("Tray"),
        "jackpot": _("Jackpot"),
    }


def positions_of(game: Game, seats: int) -> tuple[str, ...]:
    """The positions of the layout in counting order; cards have a dealer and seats only."""
    layout = getattr(game.profile, "layout", None)
    if layout is None:
        return (DEALER.text, *(f"seat-{number}" for number in range(1, seats + 1)))
    wanted = game.options.seats or layout.seat_count
    return tuple(dict.fromkeys(layout.of_size(wanted)))


def offer_answer_words(answer: BankAnswer, money: Callable[[int], str]) -> str:
    """What was said to the offer, who shares the bank with whom, and what they showed."""
    said = ANSWERS.get(answer.answer, str)(answer.answer)
    shares = ", ".join(share.player for share in answer.shares or ())
    if shares:
        said = _("{answer}, shared by {players}").format(answer=said, players=shares)
    shown = funds_words(answer, money)
    return f"{said}\n{shown}" if shown else said
