"""Who is offered the bank, in which order, and who is refused and why.

Each profile has its `BankTerms`: how the round of offers starts, and a list of reasons to refuse,
walked top to bottom.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.profiles import TileProfile

HOUSE = "house"


@dataclass(frozen=True, slots=True)
class PastRound:
    """Who banked a round, and what was wagered at each seat. No bank seat: the house banked.

    With `has_left` the banker is no longer at the table: the seat then only says from where the
    offers go on, and whoever sits there now is nobody's successor. With `follows_people` the
    wagers are those of whoever sits at a seat now, wherever they stood then. `shared_with` has the
    other seats at which somebody sits now who shared the bank (NZ 5.5).
    """

    bank_seat: int | None
    wagers: Mapping[int, int]
    is_co_bank: bool = False
    has_left: bool = False
    follows_people: bool = False
    shared_with: tuple[int, ...] = ()

    def was_banked_by(self, seat: int) -> bool:
        """Say whether the player who sits at a seat now banked this round, alone or with others."""
        return (self.bank_seat == seat and not self.has_left) or seat in self.shared_with


@dataclass(frozen=True, slots=True)
class Situation:
    """What decides about the bank of the coming round.

    `history` is oldest first and starts when the table opened or was last vacant; `has_co_bank`
    says that co-banking is offered.
    """

    seats: Sequence[int]
    history: Sequence[PastRound]
    wagers: Mapping[int, int]
    funds: Mapping[int, int]
    has_co_bank: bool = False

    def others_wagers(self, seat: int) -> int:
        """Add up what the other players wager in the coming round."""
        return sum(amount for other, amount in self.wagers.items() if other != seat)


@dataclass(frozen=True, slots=True)
class BankRefusal:
    """One reason to refuse the bank, in the words of the record."""

    reason: str
    cite: str
    applies: Callable[[Situation, int], bool]
    reading: bool = False

    @property
    def citation(self) -> str:
        """Give the paragraph as it is shown, with its reading."""
        return f"{self.cite} (reading)" if self.reading else self.cite


@dataclass(frozen=True, slots=True)
class BankTerms:
    """How a profile hands the bank round."""

    refusals: tuple[BankRefusal, ...]
    order: Callable[[Situation], list[int]]
    cite: str


@dataclass(frozen=True, slots=True)
class Offers:
    """The seats to be offered the bank, first first, and the refused ones with the reason."""

    order: tuple[int, ...]
    refused: Mapping[int, BankRefusal]


REFUSAL_SENTENCES = {
    "first-round": "The house banks the first round.",
    "dealers-turn": "A player banked the last round; the dealer banks this one.",
    "consecutive": "A player may not bank two rounds in a row.",
    "did-not-wager": "A player who did not wager in the round that counts may not bank.",
    "no-opponents": "Nobody else is wagering.",
    "insufficient-funds": "The chips on the table do not cover the other wagers.",
    "not-seated": "Only a seated player may bank.",
    "box-off": "This box is out of play; nobody banks from it.",
}

NOT_SEATED = BankRefusal("not-seated", "", lambda situation, seat: True)
BOX_OFF = BankRefusal("box-off", "NZ 5.3(b), 12.10", lambda situation, seat: True)


def offers(profile: "TileProfile", situation: Situation) -> Offers:
    """Say who is offered the bank and in which order; the others with the first reason against.

    Rule: MD 9 §A-§D, §H(1); MBS 3.17-3.20; NZ 5.2-5.4, 5.6; Leaflet ¶2, ¶18.
    """
    terms = profile.bank_terms
    refused = {
        seat: found
        for seat in sorted(situation.seats)
        if (found := refusal(profile, situation, seat)) is not None
    }
    return Offers(tuple(seat for seat in terms.order(situation) if seat not in refused), refused)


def without_boxes(found: Offers, boxes_off: Collection[int]) -> Offers:
    """Leave out boxes that a ruling has taken out of play: whoever sits there controls none.

    Rule: NZ 5.3(b), 12.10.

    >>> without_boxes(Offers((2, 4), {}), [4]).order
    (2,)
    """
    occupied = {*found.order, *found.refused}
    off = dict.fromkeys(sorted(occupied.intersection(boxes_off)), BOX_OFF)
    order = tuple([seat for seat in found.order if seat not in off])
    refused = {seat: why for seat, why in found.refused.items() if seat not in off}
    return Offers(order, {**refused, **off})


def refusal(profile: "TileProfile", situation: Situation, seat: int | None) -> BankRefusal | None:
    """Give the first reason to refuse the bank to a seat, or None. No seat: not seated.

    Rule: MD 9 §B(1), §C(3), §D; MBS 3.17-3.20; NZ 5.2-5.4; Leaflet ¶2, ¶18.
    """
    if seat is None or seat not in situation.seats:
        return NOT_SEATED
    for each in profile.bank_terms.refusals:
        if each.applies(situation, seat):
            return each
    return None


def _is_first_round(situation: Situation, seat: int) -> bool:
    return not situation.history


def _is_dealers_turn(situation: Situation, seat: int) -> bool:
    return situation.history[-1].bank_seat is not None


def _banked_last(situation: Situation, seat: int) -> bool:
    return situation.history[-1].was_banked_by(seat)


def _sat_out_last_house_round(situation: Situation, seat: int) -> bool:
    for past in reversed(situation.history):
        if past.bank_seat is None:
            return past.wagers.get(seat, 0) <= 0
    return True


def _sat_out_last_round(situation: Situation, seat: int) -> bool:
    return situation.history[-1].wagers.get(seat, 0) <= 0


def _sat_out_or_held_no_box(situation: Situation, seat: int) -> bool:
    """Banking the previous round counts as playing it; box 1 is the house's when it banks."""
    last = situation.history[-1]
    if last.bank_seat is None and seat == 1 and not last.follows_people:
        return True
    return not last.was_banked_by(seat) and last.wagers.get(seat, 0) <= 0


def _has_no_opponents(situation: Situation, seat: int) -> bool:
    return situation.others_wagers(seat) <= 0


def _cannot_cover(situation: Situation, seat: int) -> bool:
    return situation.funds.get(seat, 0) < situation.others_wagers(seat)


def _cannot_cover_half(situation: Situation, seat: int) -> bool:
    return 2 * situation.funds.get(seat, 0) < situation.others_wagers(seat)


def _cannot_cover_as_offered(situation: Situation, seat: int) -> bool:
    """Where co-banking is offered, it is to everybody: who covers half may still co-bank.

    Rule: MD 9 §E(1), Leaflet ¶19.
    """
    cannot = _cannot_cover_half if situation.has_co_bank else _cannot_cover
    return cannot(situation, seat)


def _from(situation: Situation, first: int) -> list[int]:
    """Go counterclockwise over the occupied seats, beginning with this one or the next."""
    return sorted(situation.seats, key=lambda seat: (seat < first, seat))


def _after_last_rounds_bank(situation: Situation) -> list[int]:
    """Begin after the player who banked the last round; with seat 1 after a house round."""
    last = situation.history[-1].bank_seat if situation.history else None
    return _from(situation, 1 if last is None else last + 1)


def _after_last_player_bank(situation: Situation) -> list[int]:
    """Begin after the last player who banked at all."""
    banked = [past.bank_seat for past in situation.history if past.bank_seat is not None]
    return _from(situation, banked[-1] + 1 if banked else 1)


def _holder_first_for_two_rounds(situation: Situation) -> list[int]:
    """Offer a holder of one round the bank again; after two or more the others come first."""
    last = situation.history[-1].bank_seat if situation.history else None
    if last is None:
        return _from(situation, 1)
    rounds_held = 0
    for past in reversed(situation.history):
        if not past.was_banked_by(last):
            break
        rounds_held += 1
    return _from(situation, last if rounds_held == 1 else last + 1)


MARYLAND_TERMS = BankTerms(
    refusals=(
        BankRefusal("first-round", "MD 9 §B(1)", _is_first_round),
        BankRefusal("consecutive", "MD 9 §C(3)", _banked_last),
        BankRefusal("did-not-wager", "MD 9 §D(1)", _sat_out_last_house_round),
        BankRefusal("insufficient-funds", "MD 9 §D(2)", _cannot_cover_as_offered),
    ),
    order=_after_last_rounds_bank,
    cite="MD 9 §C(1)-(2)",
)
LEAFLET_TERMS = BankTerms(
    refusals=(
        BankRefusal("first-round", "MD 9 §B(1)", _is_first_round, reading=True),
        BankRefusal("did-not-wager", "Leaflet ¶18", _sat_out_last_house_round),
        BankRefusal("insufficient-funds", "Leaflet ¶18", _cannot_cover_as_offered),
    ),
    order=_after_last_rounds_bank,
    cite="Leaflet ¶2",
)
MBS_TERMS = BankTerms(
    refusals=(
        BankRefusal("first-round", "MBS 3.17", _is_first_round),
        BankRefusal("dealers-turn", "MBS 3.17", _is_dealers_turn),
        BankRefusal("did-not-wager", "MBS 3.18", _sat_out_last_round),
        BankRefusal("no-opponents", "MBS 3.17", _has_no_opponents),
        BankRefusal("insufficient-funds", "MBS 3.20", _cannot_cover),
    ),
    order=_after_last_player_bank,
    cite="MBS 3.17",
)
NEW_ZEALAND_TERMS = BankTerms(
    refusals=(
        BankRefusal("first-round", "NZ 5.2", _is_first_round),
        BankRefusal("did-not-wager", "NZ 5.3(a)", _sat_out_or_held_no_box),
        BankRefusal("insufficient-funds", "NZ 5.3(c)", _cannot_cover_half),
    ),
    order=_holder_first_for_two_rounds,
    cite="NZ 5.2, 5.4",
)
