"""Hand the bank round, and close the wagers once it is decided who holds it."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Annotated, Any, Literal, Self

from django.utils.translation import gettext as _
from pydantic import Field, model_validator

from audit.events import EventKind
from banking.models import BankKind
from foundation.inputs import Cents, Input, Word, one_per
from rounds.commands.steps import Play, round_command
from rounds.facts import Answer, Bank, Wager, controlling_player, house_bank
from rounds.games.game import Game, Offers
from rounds.games.wagering import Areas
from rounds.guards.bank import (
    guard_bank_decided,
    guard_bank_is_offered,
    guard_cover,
    guard_shares,
    guard_turn,
)
from rounds.guards.steps import guard_state
from rounds.guards.wagers import guard_dealer_wager, guard_somebody_wagers, guard_wagers
from rounds.inputs import ROUND, OfRound, Seat
from rounds.models import RoundState
from rounds.queries.bank_history import history_of
from rules.wagers import dealer_wager_cents
from staff.commands.signing import Signer

HOLDS = {"take": BankKind.PLAYER, "co_bank": BankKind.CO_BANK}


class ShareGiven(Input):
    """What one player brings to a bank that several share."""

    player: Word
    cents: Cents = Field(description="What this player brings to the bank.")


class AnswerGiven(Input):
    """What a player said to the offer of the bank."""

    seat: Seat
    answer: Literal["take", "co_bank", "pass"]
    funds_cents: Cents | None = None
    shares: Annotated[tuple[ShareGiven, ...], Field(max_length=3), one_per("player")] = Field(
        (),
        description="Players of one box who share the bank (NZ 5.5); together they are the funds.",
    )

    def value(self) -> Answer:
        found: Answer = {
            "seat": self.seat, "answer": self.answer, "funds_cents": self.funds_cents,
        }  # fmt: skip
        if self.shares:
            found["shares"] = [
                {"player": share.player, "cents": share.cents} for share in self.shares
            ]
        return found


Answers = Annotated[tuple[AnswerGiven, ...], Field(max_length=8)]


class AnswerOffers(OfRound):
    """Answers in the order of the offers; with `others_pass`, the rest of them are passes."""

    answers: Answers
    others_pass: bool = False

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.answers and not self.others_pass:
            raise ValueError(_("Give at least one answer."))
        return self

    def given(self, signed: Mapping[str, Signer]) -> tuple[Any, ...]:
        return [each.value() for each in self.answers], self.others_pass


class DealerWager(OfRound):
    """What the dealer wagers."""

    cents: Cents

    def given(self, signed: Mapping[str, Signer]) -> tuple[Any, ...]:
        return (self.cents,)


@round_command(AnswerOffers, says="Answer the offers of the bank", path=f"{ROUND}bank/")
def answer_offers(play: Play, answers: Sequence[Answer], others_pass: bool = False) -> None:
    """Record what the players said to the offer of the bank, in the order of the offers.

    It is decided when somebody takes it, or when all have passed: then the house banks. With
    `others_pass` those who were asked before the one who takes it, or all, have passed: a tablet
    without network cannot know the order.

    Rule: MD 9 §A-§F; MBS 3.17-3.20; NZ 5.1-5.6; Leaflet ¶2, ¶18-¶19.
    """
    guard_state(play.round, RoundState.BETTING)
    guard_bank_is_offered(play.game)
    before = play.facts["bank"]
    bank: Bank = {**before}
    if before["is_decided"]:
        bank = house_bank()
        put_back(play, before)
    offers = current_offers(play)
    bank["refused"] = {str(seat): why.reason for seat, why in offers.refused.items()}
    for answer in passes_before(offers, bank, answers) if others_pass else ():
        take_answer(play, bank, offers, answer)
    for answer in answers:
        take_answer(play, bank, offers, answer)
    passed = {answer["seat"] for answer in bank["answers"]}
    bank["is_decided"] = bank["seat"] is not None or passed >= set(offers.order)
    set_bank(play, bank)
    play.happened(EventKind.BANK_OFFERED, kind=bank["kind"], before=before, after=bank)


def current_offers(play: Play) -> Offers:
    """Whom the bank is to be offered; where it never is, nobody asks who had it."""
    is_offered = play.game.options.player_bank
    return play.game.offers(play.facts, history_of(play.round) if is_offered else ())


def passes_before(offers: Offers, bank: Bank, answers: Sequence[Answer]) -> list[Answer]:
    """The passes of everybody who is asked before the first of these answers, or of all."""
    first = answers[0]["seat"] if answers else None
    if first in offers.refused:
        return []
    known = {each["seat"] for each in bank["answers"]}
    asked = takewhile(lambda seat: seat != first, offers.order)
    return [
        {"seat": seat, "answer": "pass", "funds_cents": None} for seat in asked if seat not in known
    ]


def take_answer(play: Play, bank: Bank, offers: Offers, answer: Answer) -> None:
    """Take one answer; several who share the bank cover the wagers together.

    Rule: NZ 5.3, 5.5.
    """
    guard_turn(play.game, answer, offers, {each["seat"] for each in bank["answers"]})
    if answer["answer"] in HOLDS:
        shares = answer.get("shares", [])
        if shares:
            guard_shares(play.game, play.facts, answer["seat"], shares)
            answer = {**answer, "funds_cents": sum(share["cents"] for share in shares)}
            bank["shares"] = shares
        guard_cover(play.game, play.facts, answer)
        bank["kind"] = HOLDS[answer["answer"]].value
        bank["seat"] = answer["seat"]
        bank["player"] = controlling_player(play.facts, answer["seat"])
    bank["answers"] = [*bank["answers"], answer]


def set_bank(play: Play, bank: Bank) -> None:
    """Give the marker to whoever banks; their own wagers come off the layout.

    Rule: MD 9 §F, §H(3); NZ 6.5.
    """
    facts = play.facts
    facts["bank"] = bank
    play.round.bank_kind, play.round.bank_seat = bank["kind"], bank["seat"]
    facts["dealer_wager"] = None
    if bank["seat"] is None:
        return
    bank["aside"] = [each for each in facts["wagers"] if is_banker_s(play.game, bank, each)]
    facts["wagers"] = [each for each in facts["wagers"] if each not in bank["aside"]]
    if bank["kind"] == BankKind.PLAYER:
        facts["dealer_wager"] = dealer_wager_cents(play.game.options, last_wager_of_bank(play))


def put_back(play: Play, bank: Bank) -> None:
    """Give those who no longer bank the wagers back that came off the layout with the marker."""
    facts = play.facts
    there = {(wager["seat"], wager["player"]) for wager in facts["wagers"]}
    aside = [each for each in bank.get("aside", []) if (each["seat"], each["player"]) not in there]
    facts["wagers"] = sorted(
        [*facts["wagers"], *aside], key=lambda each: (each["seat"], each["player"])
    )


def is_banker_s(game: Game, bank: Bank, wager: Wager) -> bool:
    only_one_area = game.wagering.areas is not Areas.ANY
    is_own = bool(bank["player"]) and wager["player"] == bank["player"]
    return wager["seat"] == bank["seat"] or (only_one_area and is_own)


def last_wager_of_bank(play: Play) -> int:
    """What the banker last wagered against the dealer."""
    seat = play.facts["bank"]["seat"]
    for past in reversed(history_of(play.round)):
        if past.seat is None and seat is not None:
            return past.wagers.get(seat, 0)
    return 0


@round_command(DealerWager, says="Set the dealer's wager", path=f"{ROUND}dealer-wager/")
def place_dealer_wager(play: Play, cents: int) -> None:
    """Set what the dealer wagers against a player bank; the bank may direct less, or none.

    Rule: MD 9 §H(3)-§I; Leaflet ¶18 (reading).
    """
    guard_state(play.round, RoundState.BETTING, RoundState.CLOSED)
    guard_dealer_wager(play.game, play.facts, cents, last_wager_of_bank(play))
    before = play.facts["dealer_wager"]
    play.facts["dealer_wager"] = cents
    play.happened(EventKind.DEALER_WAGERED, before=before, after=cents)


@round_command(says="No more bets", path=f"{ROUND}close/")
def close_wagers(play: Play) -> None:
    """Record “no more bets”: from now on no wager is made, raised or withdrawn.

    Rule: MD 5 §D, 6 §A; MBS 3.2; NZ 6.9, 9.4; Leaflet ¶20.
    """
    guard_state(play.round, RoundState.BETTING)
    guard_somebody_wagers(play.facts)
    decide_bank(play)
    guard_wagers(play.game, play.table, play.facts, play.facts["wagers"])
    play.round.state = RoundState.CLOSED
    play.happened(
        EventKind.WAGERS_CLOSED,
        wagers=play.facts["wagers"],
        bank=play.facts["bank"],
        dealer_wager=play.facts["dealer_wager"],
    )


def decide_bank(play: Play) -> None:
    """The house banks when nobody is to be offered the bank; a bank taken must still cover."""
    bank = play.facts["bank"]
    if bank["seat"] is not None:
        guard_cover(play.game, play.facts, bank["answers"][-1])
    elif not bank["is_decided"]:
        offers = current_offers(play)
        guard_bank_decided(play.game, play.facts, offers)
        bank["refused"] = {str(seat): why.reason for seat, why in offers.refused.items()}
        bank["is_decided"] = True
