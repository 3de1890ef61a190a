"""What was entered of a round so far, as a value: questions, changes, and the stored document.

`Round.from_json` reads the document of a round's row and `as_json` writes the same document again,
key for key, so that what is stored and signed over does not change. Both are written out by hand:
a round is read and written at every tap.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from rules.place import DEALER, Place
from rules.refusals import RulesError

Json = dict[str, Any]

SIDE_WAGERS = ("pair_fortunes", "match_play", "three_card", "four_card")
PLAYED = "played"


class SeatedPlayer(NamedTuple):
    """A player at a seat or box, by marker; one of them controls the tiles."""

    player: str
    controls: bool

    def as_json(self) -> Json:
        """Write the player as a round's document has them."""
        return {"player": self.player, "controls": self.controls}


class PlacedWager(NamedTuple):
    """One player's wagers on one seat. A side wager that was not entered is None."""

    seat: int
    player: str
    cents: int
    pair_fortunes: int | None = None
    match_play: int | None = None
    three_card: int | None = None
    four_card: int | None = None

    @property
    def side_cents(self) -> int:
        """Give what was put on side wagers, chips only: a match-play coupon is no chip."""
        return (self.pair_fortunes or 0) + (self.three_card or 0) + (self.four_card or 0)

    def side(self, name: str) -> int:
        """Give what was put on one side wager, by its name; not entered is nothing."""
        return getattr(self, name) or 0

    def as_json(self) -> Json:
        """Write the wager; a side wager that was not entered has no key."""
        found: Json = {"seat": self.seat, "player": self.player, "cents": self.cents}
        if self[3:] != _NO_SIDES:
            sides = zip(SIDE_WAGERS, self[3:], strict=True)
            found |= {name: cents for name, cents in sides if cents is not None}
        return found


class BroughtShare(NamedTuple):
    """What one of several players on a box brings to the bank that they share.

    Rule: NZ 5.5.
    """

    player: str
    cents: int

    def as_json(self) -> Json:
        """Write the share."""
        return {"player": self.player, "cents": self.cents}


class BankAnswer(NamedTuple):
    """What a player said when the bank was offered, and what they showed to cover the wagers.

    `funds_cents` was counted; `word_cents` was not: the dealer's word is that it is covered.

    Rule: MD 9 §D(2); MBS 3.20; NZ 5.3(c), 11.2(b), 11.3(b).
    """

    seat: int
    answer: str
    funds_cents: int | None = None
    shares: tuple[BroughtShare, ...] | None = None
    word_cents: int | None = None

    @property
    def shown_cents(self) -> int | None:
        """Give what lies there for the bank, counted or by the dealer's word; None: not yet."""
        return self.word_cents if self.funds_cents is None else self.funds_cents

    def as_json(self) -> Json:
        """Write the answer; what nobody shares has no shares, what was counted no word."""
        found: Json = {
            "seat": self.seat,
            "answer": self.answer,
            "funds_cents": self.funds_cents,
        }
        if self.word_cents is not None:
            found["word_cents"] = self.word_cents
        return found if self.shares is None else found | {"shares": listed(self.shares)}


class RoundBank(NamedTuple):
    """Who banks. What the banker had wagered before stands aside until the next round."""

    kind: str = "house"
    seat: int | None = None
    player: str = ""
    is_decided: bool = False
    answers: tuple[BankAnswer, ...] = ()
    refused: Mapping[int, str] = MappingProxyType({})
    aside: tuple[PlacedWager, ...] | None = None
    shares: tuple[BroughtShare, ...] | None = None

    def holders(self) -> list[str]:
        """Name whoever holds the bank, by marker: one player, or all who share it.

        Rule: NZ 5.5.
        """
        shares = [share.player for share in self.shares or ()]
        return shares or ([self.player] if self.player else [])

    def as_json(self) -> Json:
        """Write the bank; what it does not have has no key."""
        found: Json = {
            "kind": self.kind,
            "seat": self.seat,
            "player": self.player,
            "is_decided": self.is_decided,
            "answers": listed(self.answers) if self.answers else [],
            "refused": {str(seat): why for seat, why in self.refused.items()},
        }
        if self.aside is not None:
            found["aside"] = listed(self.aside)
        if self.shares is not None:
            found["shares"] = listed(self.shares)
        return found


HOUSE_BANK = RoundBank()


class HeldBank(NamedTuple):
    """Who banks, as a correction says it: the house, a seat alone, or with the house."""

    kind: str
    seat: int | None = None


class StartingRoll(NamedTuple):
    """What decided the starting position, and the positions in delivery order."""

    dice: tuple[int, ...] | None
    generator: int | None
    device: str
    adjust: int
    total: int
    positions: tuple[str, ...]

    def as_json(self) -> Json:
        """Write the roll."""
        return {
            "dice": None if self.dice is None else list(self.dice),
            "generator": self.generator,
            "device": self.device,
            "adjust": self.adjust,
            "total": self.total,
            "positions": list(self.positions),
        }


class ChosenDelivery(NamedTuple):
    """How the tiles were cut and delivered, and who chose it: bank, dealer, supervisor, chance."""

    style: str = ""
    cut: str = ""
    options: tuple[str, ...] = ()
    bank_cut: Mapping[str, int] | None = None
    laja: bool = False
    chosen_by: str = ""

    def as_json(self) -> Json:
        """Write the delivery."""
        return {
            "style": self.style,
            "cut": self.cut,
            "options": list(self.options),
            "bank_cut": None if self.bank_cut is None else dict(self.bank_cut),
            "laja": self.laja,
            "chosen_by": self.chosen_by,
        }


class SetHand(NamedTuple):
    """The tiles or cards of one place as set, and what they are called."""

    held: tuple[str, ...]
    high: tuple[str, ...]
    low: tuple[str, ...]
    high_name: str
    low_name: str
    set_by: str
    rule: str

    @classmethod
    def from_json(cls, given: Json) -> SetHand:
        """Read a hand of a round's document."""
        return cls(
            tuple(given["held"]),
            tuple(given["high"]),
            tuple(given["low"]),
            given["high_name"],
            given["low_name"],
            given["set_by"],
            given["rule"],
        )

    def as_json(self) -> Json:
        """Write the hand."""
        return {
            "held": list(self.held),
            "high": list(self.high),
            "low": list(self.low),
            "high_name": self.high_name,
            "low_name": self.low_name,
            "set_by": self.set_by,
            "rule": self.rule,
        }


class CalledOutcome(NamedTuple):
    """How one seat ended in a round that was entered by outcomes only."""

    seat: int
    outcome: str

    def as_json(self) -> Json:
        """Write the outcome."""
        return {"seat": self.seat, "outcome": self.outcome}


class _Part(Protocol):
    def as_json(self) -> Json: ...


def listed(parts: Iterable[_Part]) -> list[Json]:
    """Write several parts of a round, in their order."""
    return [part.as_json() for part in parts]


def proposed_controller(wagers: Sequence[PlacedWager]) -> str:
    """Propose who decides about the tiles of a box at which nobody sits: the highest wager.

    Of equal ones the first is proposed; the dealer sees whose lies nearest, and names that one
    (`boxes_without_controller` in `rules.tiles.areas`).

    Rule: NZ 7.1(a).

    >>> proposed_controller([PlacedWager(4, "A", 500), PlacedWager(4, "B", 700)])
    'B'
    """
    highest = max(wagers, key=lambda wager: wager.cents, default=None)
    return highest.player if highest else ""


def wagers_of_others(
    wagers: Iterable[PlacedWager], seat: int | None, players: Iterable[str]
) -> tuple[PlacedWager, ...]:
    """Give what stays of the wagers without a seat and without these players, wherever they wager.

    So nobody wagers against their own bank, and whoever leaves takes every wager along.

    Rule: MD 5 §C, 9 §D(2), §F; MBS 3.12, 3.20; NZ 5.3(c), 6.1, 6.5.

    >>> two = [PlacedWager(2, "A", 500), PlacedWager(3, "A", 500), PlacedWager(4, "B", 700)]
    >>> [wager.seat for wager in wagers_of_others(two, 2, ["A"])]
    [4]
    """
    gone = {player for player in players if player}
    return tuple([each for each in wagers if each.seat != seat and each.player not in gone])


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round as far as it was entered. `outcomes` is None unless outcomes were called.

    `stands` and `house_way_seats` are rulings: the house's hand as it was set, and the seats whose
    hands the dealer sets the house way.

    >>> empty = Round()
    >>> Round.from_json(empty.as_json()) == empty
    True
    """

    seats: Mapping[int, tuple[SeatedPlayer, ...]] = field(default_factory=dict)
    wagers: tuple[PlacedWager, ...] = ()
    bank: RoundBank = HOUSE_BANK
    dealer_wager_cents: int | None = None
    roll: StartingRoll | None = None
    rolls: int = 0
    no_rolls: tuple[str, ...] = ()
    delivery: ChosenDelivery | None = None
    hands: Mapping[Place, SetHand] = field(default_factory=dict)
    states: Mapping[int, str] = field(default_factory=dict)
    community: str = ""
    outcomes: tuple[CalledOutcome, ...] | None = None
    stands: bool = False
    house_way_seats: tuple[int, ...] = ()

    @classmethod
    def from_json(cls, given: Json) -> Round:
        """Read a round's document; a key that no round has is refused, never dropped."""
        if len(given) != _KEYS_OF_ROUND:
            raise RulesError("bad-json", f"not the document of a round: {sorted(given)}")
        quick, roll, delivery = given["quick"], given["roll"], given["delivery"]
        parse, read_hand = Place.parse, SetHand.from_json
        return cls(
            seats={
                int(seat): tuple([SeatedPlayer(each["player"], each["controls"]) for each in there])
                for seat, there in given["seats"].items()
            },
            wagers=_wagers(given["wagers"]),
            bank=_bank(given["bank"]),
            dealer_wager_cents=given["dealer_wager"],
            roll=None if roll is None else _roll(roll),
            rolls=given["rolls"],
            no_rolls=tuple(given["no_rolls"]),
            delivery=None if delivery is None else _delivery(delivery),
            hands={parse(place): read_hand(hand) for place, hand in given["hands"].items()},
            states={int(seat): state for seat, state in given["states"].items()},
            community=given["community"],
            outcomes=None
            if quick is None
            else tuple(
                [CalledOutcome(each["seat"], each["outcome"]) for each in quick["outcomes"]]
            ),
            stands=given["stands"],
            house_way_seats=tuple(given["house_way_seats"]),
        )

    def as_json(self) -> Json:
        """Write the document that a round's row stores."""
        return {
            "seats": {
                str(seat): [{"player": name, "controls": controls} for name, controls in there]
                for seat, there in self.seats.items()
            },
            "wagers": [wager.as_json() for wager in self.wagers],
            "bank": self.bank.as_json(),
            "dealer_wager": self.dealer_wager_cents,
            "roll": None if self.roll is None else self.roll.as_json(),
            "rolls": self.rolls,
            "no_rolls": list(self.no_rolls),
            "delivery": None if self.delivery is None else self.delivery.as_json(),
            "hands": {place.text: hand.as_json() for place, hand in self.hands.items()},
            "states": {str(seat): state for seat, state in self.states.items()},
            "community": self.community,
            "quick": self.quick_json(),
            "stands": self.stands,
            "house_way_seats": list(self.house_way_seats),
        }

    def quick_json(self) -> Json | None:
        """Write the outcomes that were called; None unless they decide the round."""
        if self.outcomes is None:
            return None
        return {"outcomes": listed(self.outcomes)}

    def wagers_at(self, seat: int) -> list[PlacedWager]:
        """List the wagers on one seat, in the order in which they were placed."""
        return [wager for wager in self.wagers if wager.seat == seat]

    def seats_of(self, player: str) -> list[int]:
        """List the seats at which somebody sits, by marker."""
        return [
            seat for seat, there in self.seats.items() if player in {each.player for each in there}
        ]

    def wager_by_seat(self) -> dict[int, int]:
        """Give what stands on each seat against the bank, all players together."""
        found: dict[int, int] = {}
        for wager in self.wagers:
            found[wager.seat] = found.get(wager.seat, 0) + wager.cents
        return found

    def occupied_seats(self) -> list[int]:
        """List seats with somebody at them: seated, with a wager, or holding the bank."""
        seated = {seat for seat, players in self.seats.items() if players}
        bank = {self.bank.seat} if self.bank.seat else set()
        return sorted(seated | {wager.seat for wager in self.wagers} | bank)

    def controlling_player(self, seat: int) -> str:
        """Name whoever decides about the tiles of a seat: who was named so, else who is proposed.

        Rule: NZ 6.5, 7.1.
        """
        players = self.seats.get(seat, ())
        named = [each.player for each in players if each.controls]
        named += [each.player for each in players]
        return named[0] if named else proposed_controller(self.wagers_at(seat))

    def bankers(self) -> list[str]:
        """Name whoever holds the bank, by marker."""
        return self.bank.holders()

    def played_seats(self) -> list[int]:
        """List seats whose hand decides money: those with a wager, and the bank's."""
        seats = {wager.seat for wager in self.wagers}
        return sorted(seats if self.bank.seat is None else seats | {self.bank.seat})

    def hands_by_seat(self) -> dict[int | None, SetHand]:
        """Give the hands by the number of their seat; the dealer's is under None."""
        return {place.number: hand for place, hand in self.hands.items()}

    def bank_place(self) -> Place:
        """Say where the hand lies against which the players are compared."""
        return DEALER if self.bank.seat is None else Place.of_seat(self.bank.seat)

    def state_at(self, seat: int) -> str:
        """Say how a seat's hand ended; it was played unless something else was entered."""
        return self.states.get(seat, PLAYED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What would be otherwise in a round; None leaves a part as it was entered.

    A correction, its preview and a what-if apply the same changes, so that what was shown is what
    is done.

    >>> called = Round(outcomes=(CalledOutcome(2, "win"),), states={2: "void"})
    >>> Changes(states={2: "played"}).apply(called).states
    {}
    """

    wagers: Sequence[PlacedWager] | None = None
    hands: Mapping[Place, SetHand] | None = None
    states: Mapping[int, str] | None = None
    outcomes: Sequence[CalledOutcome] | None = None
    bank: HeldBank | None = None
    dealer_wager_cents: int | None = None

    @property
    def is_empty(self) -> bool:
        """Say whether nothing at all would change."""
        parts = (self.wagers, self.hands, self.states, self.outcomes)
        return all(part is None for part in (*parts, self.bank, self.dealer_wager_cents))

    def apply(self, entered: Round) -> Round:
        """Give the round with these changes.

        Wagers, states and outcomes replace what was entered; hands are laid over the others, and
        from then on hands decide and not what was called. A wager of nothing is no wager, a hand
        that was played needs no state, and outcomes are for rounds without hands.
        """
        parts: dict[str, Any] = {}
        told = None if self.wagers is None else tuple([w for w in self.wagers if w.cents])
        if told is not None:
            parts["wagers"] = told
        if self.bank is not None:
            held = held_by(entered, self.bank, told)
            parts |= {
                "wagers": held.wagers,
                "bank": held.bank,
                "dealer_wager_cents": held.dealer_wager_cents,
            }
        if self.dealer_wager_cents is not None:
            parts["dealer_wager_cents"] = self.dealer_wager_cents or None
        if self.states is not None:
            parts["states"] = {seat: how for seat, how in self.states.items() if how != PLAYED}
        if self.hands is not None:
            parts["hands"] = {**entered.hands, **self.hands}
            parts["outcomes"] = None
        elif self.outcomes is not None and entered.outcomes is not None:
            parts["outcomes"] = tuple(self.outcomes)
        return replace(entered, **parts)


def held_by(entered: Round, held: HeldBank, told: Sequence[PlacedWager] | None = None) -> Round:
    """Give the round with the bank in other hands.

    What the banker of before had put aside stands again, what the other one wagered comes off the
    layout; where the wagers are told as well, those stand. Only a player who banks alone has the
    dealer's wager against them.

    >>> one = Round(wagers=(PlacedWager(1, "A", 500), PlacedWager(2, "B", 700)))
    >>> held_by(one, HeldBank("player", 2)).wager_by_seat()
    {1: 500}
    """
    there = {wager[:2] for wager in entered.wagers}
    back = [each for each in entered.bank.aside or () if each[:2] not in there]
    known = tuple(sorted([*entered.wagers, *back], key=lambda wager: wager[:2]))
    seen = replace(entered, wagers=known, bank=HOUSE_BANK)
    player = "" if held.seat is None else seen.controlling_player(held.seat)
    others = wagers_of_others(known, held.seat, [player])
    bank = RoundBank(
        held.kind,
        held.seat,
        player,
        is_decided=True,
        refused=entered.bank.refused,
        aside=None if held.seat is None else tuple([w for w in known if w not in others]),
    )
    return replace(
        entered,
        wagers=others if told is None else wagers_of_others(told, held.seat, [player]),
        bank=bank,
        dealer_wager_cents=entered.dealer_wager_cents if held.kind == "player" else None,
    )


_KEYS_OF_ROUND = 14


def _wagers(given: list[Json]) -> tuple[PlacedWager, ...]:
    found = []
    for each in given:
        if len(each) == 3:
            found.append(PlacedWager(each["seat"], each["player"], each["cents"]))
        elif each.keys() <= _WAGER_KEYS:
            found.append(PlacedWager(**each))
        else:
            raise RulesError("bad-json", f"not a wager of a round: {sorted(each)}")
    return tuple(found)


_NO_SIDES = (None,) * len(SIDE_WAGERS)
_WAGER_KEYS = frozenset(PlacedWager._fields)


def _shares(given: list[Json]) -> tuple[BroughtShare, ...]:
    return tuple([BroughtShare(each["player"], each["cents"]) for each in given])


def _bank(given: Json) -> RoundBank:
    aside, shares = given.get("aside"), given.get("shares")
    if len(given) != 6 + (aside is not None) + (shares is not None):
        raise RulesError("bad-json", f"not the bank of a round: {sorted(given)}")
    answers = given["answers"]
    return RoundBank(
        given["kind"],
        given["seat"],
        given["player"],
        given["is_decided"],
        tuple([_answer(each) for each in answers]) if answers else (),
        {int(seat): why for seat, why in given["refused"].items()},
        None if aside is None else _wagers(aside),
        None if shares is None else _shares(shares),
    )


def _answer(given: Json) -> BankAnswer:
    shares = given.get("shares")
    read = None if shares is None else _shares(shares)
    word = given.get("word_cents")
    return BankAnswer(given["seat"], given["answer"], given["funds_cents"], read, word)


def _roll(given: Json) -> StartingRoll:
    dice = given["dice"]
    return StartingRoll(
        None if dice is None else tuple(dice),
        given["generator"],
        given["device"],
        given["adjust"],
        given["total"],
        tuple(given["positions"]),
    )


def _delivery(given: Json) -> ChosenDelivery:
    options = tuple(given["options"])
    bank_cut, laja, chosen_by = given["bank_cut"], given["laja"], given["chosen_by"]
    return ChosenDelivery(given["style"], given["cut"], options, bank_cut, laja, chosen_by)
