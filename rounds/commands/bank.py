"""Hand the bank round, and close the wagers once it is decided who holds it."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Annotated, Literal, Self

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field, model_validator

from audit.events import EventKind
from banking.models import BankKind
from foundation.inputs import Cents, Input, Word, one_per
from rounds.commands.steps import Play, round_command
from rounds.games.game import Offers
from rounds.guards.bank import (
    guard_bank_decided,
    guard_bank_is_offered,
    guard_cover,
    guard_shares,
    guard_turn,
    needed_cents,
)
from rounds.guards.steps import guard_state
from rounds.guards.wagers import (
    guard_controllers,
    guard_dealer_wager,
    guard_somebody_wagers,
    guard_wagers,
)
from rounds.inputs import ROUND, OfRound, Seat
from rounds.models import RoundState
from rounds.queries.bank_history import history_of
from rounds.queries.outside import accepted_in
from rules.round import (
    HOUSE_BANK,
    BankAnswer,
    BroughtShare,
    PlacedWager,
    RoundBank,
    listed,
    wagers_of_others,
)
from rules.tiles.people import last_wager_against_house, unnamed
from rules.wagers import dealer_wager_cents
from tables.guards import at_table_now, guard_dice_for_bank

HOLDS = {"take": BankKind.PLAYER, "co_bank": BankKind.CO_BANK}


class ShareGiven(Input):
    """What one player brings to a bank that several share."""

    player: Word
    cents: Cents = Field(description="What this player brings to the bank.")


class AnswerGiven(Input):
    """What a player said to the offer of the bank."""

    seat: Seat
    answer: Literal["take", "co_bank", "pass"]
    funds_cents: Annotated[Cents | None, Field(description="The chips of the bank as counted.")] = (
        None
    )
    covers_all: Annotated[
        bool,
        Field(description="Not counted: the dealer's word that the chips cover the other wagers."),
    ] = False
    shares: Annotated[tuple[ShareGiven, ...], Field(max_length=3), one_per("player")] = Field(
        (),
        description="Players of one box who share the bank (NZ 5.5); together they are the funds.",
    )

    def value(self) -> BankAnswer:
        shares = tuple(BroughtShare(each.player, each.cents) for each in self.shares)
        return BankAnswer(self.seat, self.answer, self.funds_cents, shares or None)

    @model_validator(mode="after")
    def _counted_or_not(self) -> Self:
        if self.covers_all and (self.funds_cents is not None or self.shares):
            raise ValueError(_("Chips that are counted need no word of the dealer."))
        return self


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


class DealerWager(OfRound):
    """What the dealer wagers."""

    cents: Cents


@round_command(
    AnswerOffers, says=gettext_lazy("Answer the offers of the bank"), path=f"{ROUND}bank/"
)
def answer_offers(play: Play, given: AnswerOffers) -> None:
    """Record what the players said to the offer of the bank, in the order of the offers.

    It is decided when somebody takes it, or when all have passed: then the house banks. With
    `others_pass` those who were asked before the one who takes it, or all, have passed: a tablet
    without network cannot know the order.

    Rule: MD 9 §A-§F; MBS 3.17-3.20; NZ 5.1-5.6; Leaflet ¶2, ¶18-¶19.
    """
    guard_state(play.round, RoundState.BETTING)
    guard_bank_is_offered(play.game)
    before = bank = play.entered.bank
    if before.is_decided:
        bank = HOUSE_BANK
        put_back(play, before)
    offers = current_offers(play)
    bank = bank._replace(refused=reasons_of(offers))
    answers = [each.value() for each in given.answers]
    by_word = {each.seat for each in given.answers if each.covers_all}
    passes = passes_before(offers, bank, answers) if given.others_pass else []
    for answer in (*passes, *answers):
        shown = by_dealers_word(play, answer) if answer.seat in by_word else answer
        bank = with_answer(play, bank, offers, shown)
    passed = {answer.seat for answer in bank.answers}
    is_decided = bank.seat is not None or passed >= set(offers.order)
    set_bank(play, bank._replace(is_decided=is_decided))
    play.happened(
        EventKind.BANK_OFFERED,
        kind=bank.kind,
        before=before.as_json(),
        after=play.entered.bank.as_json(),
    )


def current_offers(play: Play) -> Offers:
    """Whom the bank is to be offered; where it never is, nobody asks who had it."""
    is_offered = play.game.options.player_bank
    history = history_of(play.round) if is_offered else ()
    return play.game.offers(play.entered, history, play.table.boxes_off)


def reasons_of(offers: Offers) -> dict[int, str]:
    return {seat: why.reason for seat, why in offers.refused.items()}


def passes_before(
    offers: Offers, bank: RoundBank, answers: Sequence[BankAnswer]
) -> list[BankAnswer]:
    """The passes of everybody who is asked before the first of these answers, or of all."""
    first = answers[0].seat if answers else None
    if first in offers.refused:
        return []
    known = {each.seat for each in bank.answers}
    asked = takewhile(lambda seat: seat != first, offers.order)
    return [BankAnswer(seat, "pass") for seat in asked if seat not in known]


def by_dealers_word(play: Play, answer: BankAnswer) -> BankAnswer:
    """Keep what the dealer's word is given for: the wagers as they stand now, and no more.

    Rule: MD 9 §D(2); MBS 3.20; NZ 5.3(c).
    """
    needed = needed_cents(play.entered, answer)
    return answer._replace(word_cents=needed if answer.answer in HOLDS else None)


def with_answer(play: Play, bank: RoundBank, offers: Offers, answer: BankAnswer) -> RoundBank:
    """Take one answer; several who share the bank cover the wagers together.

    Who banks shakes, so that dice must be fit for it.

    Rule: MD 9 §J(2); NZ 5.3, 5.5.
    """
    guard_turn(play.game, answer, offers, {each.seat for each in bank.answers})
    if answer.answer not in HOLDS:
        return bank._replace(answers=(*bank.answers, answer))
    if answer.shares:
        guard_shares(play.game, play.entered, answer.seat, answer.shares)
        answer = answer._replace(funds_cents=sum(share.cents for share in answer.shares))
        bank = bank._replace(shares=answer.shares)
    guard_cover(play.game, play.entered, answer)
    if play.round.dice_id is None:
        guard_dice_for_bank(play.table, play.round.opened_at, at_table_now(play.table))
    return bank._replace(
        kind=HOLDS[answer.answer].value,
        seat=answer.seat,
        player=play.entered.controlling_player(answer.seat),
        answers=(*bank.answers, answer),
    )


def set_bank(play: Play, bank: RoundBank) -> None:
    """Give the marker to whoever banks; their own wagers come off the layout.

    A cut or a style that another bank chose goes with it.

    Rule: MD 9 §F-§H(3), §J; MBS 3.20; NZ 6.1, 6.5, 9.3A.
    """
    before = play.entered.bank
    if (before.seat, before.player) != (bank.seat, bank.player):
        play.change(delivery=None)
    play.round.bank_kind, play.round.bank_seat = bank.kind, bank.seat
    if bank.seat is None:
        play.change(bank=bank, dealer_wager_cents=None)
        return
    wagers = play.entered.wagers
    others = wagers_of_others(wagers, bank.seat, bank.holders())
    aside = tuple(each for each in wagers if each not in others)
    play.change(bank=bank._replace(aside=aside), wagers=others, dealer_wager_cents=None)
    if bank.kind == BankKind.PLAYER:
        most = dealer_wager_cents(play.game.options, last_wager_of_bank(play))
        play.change(dealer_wager_cents=most)


def put_back(play: Play, bank: RoundBank) -> None:
    """Give those who no longer bank the wagers back that came off the layout with the marker."""
    wagers = play.entered.wagers
    there = {wager[:2] for wager in wagers}
    aside = [each for each in bank.aside or () if each[:2] not in there]
    play.change(wagers=in_order([*wagers, *aside]))


def in_order(wagers: Iterable[PlacedWager]) -> tuple[PlacedWager, ...]:
    """Wagers by seat and player, as a round keeps them."""
    return tuple(sorted(wagers, key=lambda wager: wager[:2]))


def last_wager_of_bank(play: Play) -> int:
    """What the banker last wagered against the dealer, wherever they sat then.

    Rule: MD 9 §H(3); Leaflet ¶18.
    """
    bank = play.entered.bank
    if bank.seat is None:
        return 0
    player = bank.player or unnamed(bank.seat)
    return last_wager_against_house(history_of(play.round), bank.seat, player)


@round_command(
    DealerWager, says=gettext_lazy("Set the dealer's wager"), path=f"{ROUND}dealer-wager/"
)
def place_dealer_wager(play: Play, given: DealerWager) -> None:
    """Set what the dealer wagers against a player bank; the bank may direct less, or none.

    Rule: MD 9 §H(3)-§I; Leaflet ¶18 (reading).
    """
    guard_state(play.round, RoundState.BETTING, RoundState.CLOSED)
    guard_dealer_wager(play.game, play.entered, given.cents, last_wager_of_bank(play))
    before = play.entered.dealer_wager_cents
    play.change(dealer_wager_cents=given.cents)
    play.happened(EventKind.DEALER_WAGERED, before=before, after=given.cents)


@round_command(OfRound, says=gettext_lazy("No more bets"), path=f"{ROUND}close/")
def close_wagers(play: Play, given: OfRound) -> None:
    """Record “no more bets”: from now on no wager is made, raised or withdrawn.

    Rule: MD 5 §D, 6 §A; MBS 3.2; NZ 6.9, 9.4; Leaflet ¶20.
    """
    guard_state(play.round, RoundState.BETTING)
    guard_somebody_wagers(play.game, play.entered)
    guard_controllers(play.entered)
    decide_bank(play)
    entered = play.entered
    guard_wagers(play.game, play.table, entered, entered.wagers, accepted_in(play.round))
    play.round.state = RoundState.CLOSED
    play.happened(
        EventKind.WAGERS_CLOSED,
        wagers=listed(entered.wagers),
        bank=entered.bank.as_json(),
        dealer_wager=entered.dealer_wager_cents,
    )


def decide_bank(play: Play) -> None:
    """The house banks when nobody is to be offered the bank; a bank taken must still cover."""
    bank = play.entered.bank
    if bank.seat is not None:
        guard_cover(play.game, play.entered, bank.answers[-1])
    elif not bank.is_decided:
        offers = current_offers(play)
        guard_bank_decided(play.game, offers)
        play.change(bank=bank._replace(refused=reasons_of(offers), is_decided=True))
