"""A round step by step, as it can be drawn on a table: from the first chip to the last.

Every frame is complete in itself, so that a viewer may jump anywhere. What was not recorded is
drawn face down; the order of the tiles inside a hand is not recorded, and the page says so.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

import rules
from audit.events import EventKind
from foundation.wording import moment_text
from foundation.wording import money_text as money
from review.queries.round_page import reasons_by_place, side_wagers
from review.queries.stacks import Rebuilt, rebuilt_stacks
from review.queries.taps import Tap
from rounds.games import game_of
from rounds.games.game import Game
from rounds.models import Round, Settlement, Source
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
)
from rules.citations import cited
from rules.place import DEALER, Place
from rules.profiles import tile_profile
from rules.round import BankAnswer, SetHand
from rules.tiles.dealing import Layout, number_counted

DOWN = "back"
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
    chips: dict[str, int] = field(default_factory=dict)
    sides: dict[str, dict[str, int]] = field(default_factory=dict)
    hands: dict[str, Drawn] = field(default_factory=dict)
    stacks: list[list[str]] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    counts: dict[str, str] = field(default_factory=dict)
    focus: list[str] = field(default_factory=list)
    outcomes: dict[str, str] = field(default_factory=dict)
    move: dict[str, Any] | None = None
    moment: datetime | None = None


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
            "frames": [asdict(replace(frame, moment=None)) for frame in self.frames],
            "positions": list(self.positions),
            "labels": dict(self.labels),
            "pieces": self.pieces,
            "hand_size": self.hand_size,
            "bank": self.bank,
            "sides": dict(self.sides),
            "currency": self.currency,
        }


def replay(
    current: Round, shown: Settlement | None, entered: rules.Round, taps: tuple[Tap, ...]
) -> Replay:
    """Take a round apart into pictures, as far as it was recorded."""
    scene = ReplayScene(current, shown, entered, taps)
    frames = tuple(scene.with_refusals(scene.frames()))
    return Replay(
        frames=frames,
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
    """The table while the round is told; each method tells one part of it."""

    def __init__(
        self, current: Round, shown: Settlement | None, entered: rules.Round, taps: tuple[Tap, ...]
    ) -> None:
        self.round, self.shown, self.entered, self.taps = current, shown, entered, taps
        self.game: Game = game_of(current.submission)
        self.word = self.game.profile.seat_word
        self.positions = positions_of(self.game, current.table.seats)
        self.bank = self.position(entered.bank_place())
        self.rebuilt: Rebuilt | None = rebuilt_stacks(self.game, entered, self.position)
        self.now = Frame("", "")

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
        yield from self.betting()
        yield from self.rolling()
        yield from self.delivering()
        yield from self.setting()
        if self.shown is not None:
            yield from self.comparing(self.shown)
            yield from self.paying(self.shown)
        if self.round.state == "void":
            yield self.frame("void", _("The round is void"), _("Every wager was returned."),
                             tap="rounds.round_voided")  # fmt: skip

    def with_refusals(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        """Put each step that was refused where it was tried, over the table as it then stood."""
        waiting = [tap for tap in self.taps if tap.kind == EventKind.STEP_REFUSED.code]
        last = self.frame("", "")
        for frame in frames:
            while waiting and frame.moment is not None and waiting[0].at < frame.moment:
                yield self.refused(last, waiting.pop(0))
            yield frame
            last = frame
        for tap in waiting:
            yield self.refused(last, tap)

    def refused(self, last: Frame, tap: Tap) -> Frame:
        made = deepcopy(last)
        made.kind, made.title, made.text = "refused", _("Refused"), str(tap.detail["message"])
        made.cites = [tap.detail["rule"]] if tap.detail["rule"] else []
        made.by, made.at, made.move, made.focus = tap.person, self.clock(tap.at), None, []
        return made

    def frame(self, kind: str, title: str, text: str = "", *, tap: str = "", **now: Any) -> Frame:
        """A picture of the table as it now stands; what is given belongs to this one only."""
        found = self.tapped(tap)
        made = deepcopy(self.now)
        made.kind, made.title, made.text = kind, title, text
        if found is not None:
            made.by, made.at, made.moment = found.person, self.clock(found.at), found.at
        for name, value in now.items():
            setattr(made, name, value)
        return made

    def clock(self, at: datetime) -> str:
        """A moment as the clock of the house shows it."""
        return moment_text(at, "time-second", self.round.table.property.time_zone)

    def tapped(self, kind: str, place: str = "") -> Tap | None:
        found = [tap for tap in self.taps if tap.kind == kind]
        if place:
            found = [tap for tap in found if place in (tap.detail.get("after") or {})]
        return found[-1] if found else None

    def betting(self) -> Iterator[Frame]:
        entered = self.entered
        yield self.frame(
            "open",
            _("The table before the round"),
            _("Bank: {who}.").format(
                who=bank_words(entered.bank.kind, entered.bank.seat, self.word)
            ),
            tap="rounds.round_opened",
        )
        for wager in entered.wagers:
            place = self.seat(wager.seat)
            self.now.chips[place] = self.now.chips.get(place, 0) + wager.cents
            for code in SIDE_WAGERS:
                if cents := wager.side(code):
                    self.add_side(place, code, cents)
        if entered.wagers:
            yield self.frame(
                "wagers",
                _("Wagers"),
                self.says_of_sides(),
                tap="rounds.wagers_placed",
                focus=list(self.now.chips),
            )
        for answer in entered.bank.answers:
            yield self.frame(
                "bank",
                _("The bank is offered"),
                _("{place}: {answer}").format(
                    place=place_words(str(answer.seat), self.word),
                    answer=offer_answer_words(answer, self.money),
                ),
                tap="rounds.bank_offered",
                focus=[self.seat(answer.seat)],
            )
        if entered.dealer_wager_cents:
            place = self.position(DEALER)
            self.now.chips[place] = entered.dealer_wager_cents
            yield self.frame(
                "dealer-wager",
                _("The dealer's wager"),
                self.money(entered.dealer_wager_cents),
                tap="rounds.dealer_wagered",
                focus=[place],
            )
        if self.tapped("rounds.wagers_closed") or entered.roll or entered.hands:
            yield self.frame("closed", _("No more bets"), tap="rounds.wagers_closed")

    def says_of_sides(self) -> str:
        """The side wagers, by their names."""
        return "\n".join(
            f"{place_words(str(seat), self.word)}: {name} {self.money(cents)}"
            for seat in self.entered.played_seats()
            for name, cents in side_wagers(self.entered.wagers_at(seat))
        )

    def add_side(self, place: str, code: str, cents: int) -> None:
        """Chips on one side wager of a place: each wager lies apart, as on the layout."""
        held = self.now.sides.setdefault(place, {})
        held[code] = held.get(code, 0) + cents

    def rolling(self) -> Iterator[Frame]:
        roll = self.entered.roll
        for reason in self.entered.no_rolls:
            yield self.frame("no-roll", _("No roll"), event_words(reason), tap="rounds.no_roll")
        if roll is None:
            return
        if self.rebuilt is not None:
            self.now.stacks = [list(stack) for stack in self.rebuilt.stacks]
            yield self.frame(
                "stacks",
                _("Eight stacks of four"),
                self.rebuilt.says,
                cites=[self.rebuilt.cite] if self.rebuilt.cite else [],
            )
        dice = roll.dice or ()
        self.now.dice = list(dice)
        said = " + ".join(map(str, dice)) if dice else _("Generator")
        yield self.frame(
            "dice",
            _("The total is {total}").format(total=roll.total),
            f"{said} = {roll.total}",
            tap="rounds.dice_rolled",
        )
        start = roll.positions[0]
        counted = number_counted(self.layout, roll.total, roll.adjust)
        yield self.frame(
            "count",
            _("The first hand goes to {where}").format(where=self.label(start)),
            _("Counted from the bank, which is one, counterclockwise to {total}.").format(
                total=counted
            ),
            cites=list(self.count_cites()),
            counts=self.counts(counted),
            focus=[start],
            tap="rounds.dice_rolled",
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

    def delivering(self) -> Iterator[Frame]:
        """Hands go out face down; a viewer of the record sees at once what was known later."""
        roll = self.entered.roll
        if roll is None:
            if self.entered.hands and not self.game.has_start:
                for place in self.game.places(self.entered):
                    self.now.hands[self.position(place)] = Drawn((DOWN,) * self.game.hand_size)
                yield self.frame("deal", _("Dealt"), tap="rounds.round_dealt")
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
                tap="rounds.round_dealt",
            )

    def take(self, index: int) -> None:
        assert self.rebuilt is not None
        for stack, depth in self.rebuilt.order[index]:
            self.now.stacks[stack - 1][depth - 1] = ""

    def setting(self) -> Iterator[Frame]:
        self.now.stacks, self.now.dice = [], []
        for place in [*self.game.places(self.entered), *self.entered.hands]:
            hand, position = self.entered.hands.get(place), self.position(place)
            if hand is None or self.now.hands.get(position, Drawn(())).is_set:
                continue
            says = f"{hand_words(hand.high_name)} / {hand_words(hand.low_name)}"
            drawn = Drawn((*hand.high, *hand.low), is_set=True, says=says)
            self.now.hands[position] = drawn
            found = self.tapped("rounds.hands_set", place.text)
            yield self.frame(
                "hand",
                _("{where} is set").format(where=self.label(position)),
                self.says_of_setting(hand, says),
                cites=[hand.rule] if hand.rule not in ("", "as-set") else [],
                focus=[position],
                by=found.person if found else "",
                at=self.clock(found.at) if found else "",
                moment=found.at if found else None,
            )
        for seat, state in self.entered.states.items():
            self.now.outcomes[self.seat(seat)] = outcome_words(state)
            yield self.frame(
                "ended",
                _("{where}: {state}").format(
                    where=self.label(self.seat(seat)), state=outcome_words(state)
                ),
                focus=[self.seat(seat)],
                tap="rounds.hand_ended",
            )

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
                tap="rounds.round_settled",
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
                move_words(reason),
                move={"from": source, "to": target, "cents": cents},
                focus=[source, target],
                tap="rounds.round_settled",
            )
        yield self.frame(
            "result",
            _("Settled"),
            self.says_of_house(shown),
            tap="rounds.round_settled",
        )

    def says_of_house(self, shown: Settlement) -> str:
        net = self.money(shown.house_net_cents)
        if not shown.vigorish_cents:
            return _("The house: {net}.").format(net=net)
        return _("The house: {net}, of it vigorish {vigorish}.").format(
            net=net, vigorish=self.money(shown.vigorish_cents)
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
        if self.round.source == Source.DEMO:
            yield _("This round is simulated: nobody played it.")
        if self.round.is_late_entry:
            yield _("This round was entered late: the times are those of the entry.")


ANSWERS = {
    "take": lambda _code: _("takes the bank"),
    "co_bank": lambda _code: _("shares the bank with the house"),
    "pass": lambda _code: _("passes"),
}


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
