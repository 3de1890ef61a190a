"""What happens to a settled round: tiles added later, a settlement replaced by another.

Nothing settled is edited. A correction reverses the old entry, writes a new settlement beside the
old one, and names who ordered it, who confirmed it and why.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field, model_validator

import rules
from audit.events import EventKind
from banking.commands.jackpot import jackpot_of
from banking.commands.ledger import Cause, reverse_entry
from banking.models import Entry, EntryKind
from foundation.commands import TwoPeople
from foundation.inputs import Cents, Input, Signed, Word
from rounds.commands.hands import Hands, SetHands, States, hands_by_place
from rounds.commands.quick import Outcomes
from rounds.commands.settling import DraftSettlement, document_payouts, write_settlement
from rounds.commands.steps import Play, round_command
from rounds.commands.voiding import sign_round
from rounds.commands.wagers import Wagers
from rounds.games.game import Extras, Game
from rounds.guards.corrections import (
    guard_changes_something,
    guard_correction,
    guard_quick,
)
from rounds.guards.steps import guard_state, guard_two_people
from rounds.inputs import ROUND, LongNote, OfRound, Seat
from rounds.models import Correction, Depth, RoundState, Settlement, SettlementKind
from rounds.queries.changed import changed_round, made_from
from rounds.queries.differences import Difference, differences
from rules.refusals import refusing
from rules.round import HeldBank
from staff.gaming_day import gaming_day
from staff.policy import Act
from tables.models import GamingTable


class BankGiven(Input):
    """Who held the bank: the house, the player at a seat, or both together."""

    kind: Literal["house", "player", "co-bank"]
    seat: Seat | None = None

    @model_validator(mode="after")
    def _has_its_seat(self) -> Self:
        if (self.kind == "house") == (self.seat is not None):
            raise ValueError(_("A player banks from a seat, the house from none."))
        return self

    def value(self) -> HeldBank:
        return HeldBank(self.kind, self.seat)


class ChangesGiven(Input):
    """What should have been otherwise; only what changes is given, the rest stays as it was."""

    wagers: Wagers | None = None
    hands: Hands | None = None
    states: States | None = None
    outcomes: Outcomes | None = None
    bank: BankGiven | None = None
    dealer_wager: Annotated[
        Cents | None, Field(description="0: the dealer had wagered nothing.")
    ] = None

    def changes(self, game: Game, table: GamingTable, entered: rules.Round) -> rules.Changes:
        """The same as the rules apply it to what was entered."""
        wagers, hands, states, outcomes = self.wagers, self.hands, self.states, self.outcomes
        return rules.Changes(
            wagers=None if wagers is None else [each.value() for each in wagers],
            hands=None if hands is None else hands_by_place(game, table, entered, hands),
            states=None if states is None else {each.seat: each.state for each in states},
            outcomes=None if outcomes is None else [each.value() for each in outcomes],
            bank=None if self.bank is None else self.bank.value(),
            dealer_wager_cents=self.dealer_wager,
        )


class CorrectionGiven(ChangesGiven):
    """What should have been otherwise, and the reason of the correction by its code."""

    reason: Word
    note: LongNote = ""


class CorrectRound(CorrectionGiven, OfRound):
    """A correction of a round, ordered by one person and confirmed by a second."""

    signers: ClassVar[tuple[str, ...]] = ("ordered_by", "second")
    signed_fields: ClassVar[tuple[str, ...]] = ("ordered_by", "second")

    ordered_by: Signed
    second: Signed

    def signatures(self) -> Mapping[str, Signed]:
        return {"ordered_by": self.ordered_by, "second": self.second}


@round_command(
    SetHands, says=gettext_lazy("Add tiles to a quick round"), path=f"{ROUND}tiles-later/"
)
def add_tiles(play: Play, given: SetHands) -> None:
    """Add the hands to a round that was entered quickly, and see whether they agree with it.

    Where they agree, the round is complete; where they differ, the settlement stands until
    somebody orders a correction.
    """
    guard_state(play.round, RoundState.SETTLED)
    guard_quick(play.round)
    changes = ChangesGiven(hands=given.hands)
    kind = SettlementKind.TILES_LATER
    reckoned, found = reckon_again(play, changes, kind, holds_if_same=True)
    if reckoned.holds:
        play.round.depth = Depth.TILES
    play.also["differences"] = found
    play.happened(
        EventKind.TILES_ADDED,
        number=play.round.number,
        facts=reckoned.settled.facts,
        differences=found,
        agrees=not found,
    )
    write_settlement(play, reckoned, None)


@round_command(
    CorrectRound,
    says=gettext_lazy("Correct a settled round"),
    path=f"{ROUND}corrections/",
    two=[TwoPeople("ordered_by", "second")],
)
def correct_round(play: Play, given: CorrectionGiven) -> None:
    """Correct a settled round: reverse what was posted, settle anew, with two names.

    Rule: MBS 3.13.2 (even after the round); MD 8 §M; design: a settled round is immutable.
    """
    guard_state(play.round, RoundState.SETTLED)
    guard_correction(given.reason)
    ordered_by, second = play.signed["ordered_by"], play.signed["second"]
    guard_two_people(ordered_by.person, second.person)
    replaced = settlement_of(play)
    reckoned, found = reckon_again(play, given, SettlementKind.CORRECTION)
    guard_changes_something(replaced.settled, reckoned.settled, found)
    for signer, act in ((ordered_by, Act.CORRECT_ROUND), (second, Act.CONFIRM_CORRECTION)):
        sign_round(play, signer, act, {"reason": given.reason, "differences": found})
    reverse_postings(play)
    play.round.has_correction = True
    bank = reckoned.entered.bank
    play.round.bank_kind, play.round.bank_seat = bank.kind, bank.seat
    play.round.depth = Depth.TILES if reckoned.entered.outcomes is None else Depth.QUICK
    play.also["differences"] = found
    play.happened(
        EventKind.ROUND_CORRECTED,
        number=play.round.number,
        reason=given.reason,
        note=given.note,
        ordered_by=ordered_by.person.pk,
        second=second.person.pk,
        facts=reckoned.settled.facts,
        outcome=reckoned.outcome,
        differences=found,
    )
    Correction.objects.create(
        round=play.round,
        replaced=replaced,
        settlement=write_settlement(play, reckoned, EntryKind.CORRECTION),
        reason=given.reason,
        note=given.note,
        ordered_by=ordered_by.person,
        second=second.person,
        at=play.at,
    )
    document_payouts(play, reckoned)


def settlement_of(play: Play) -> Settlement:
    """The settlement that holds; a settled round always has one."""
    assert play.round.settlement is not None
    return play.round.settlement


def reckon_again(
    play: Play, given: ChangesGiven, kind: SettlementKind, *, holds_if_same: bool = False
) -> tuple[DraftSettlement, list[Difference]]:
    """Settle a changed round by what held then: the same options, the meter as it stood."""
    held = settlement_of(play)
    entered = made_from(play.round, held)
    changes = given.changes(play.game, play.table, entered)
    after = changed_round(play.game, play.table, entered, changes)
    with refusing():
        settled = play.game.settle(after, Extras.of(held.settled))
    found = differences(held.settled, settled)
    last = Settlement.objects.filter(round=play.round).aggregate(n=Max("n"))["n"]
    jackpot = jackpot_of(play.table) if settled.jackpot_cents else None
    holds = not (holds_if_same and found)
    return DraftSettlement(after, settled, kind, last + 1, jackpot, holds), found


def reverse_postings(play: Play) -> None:
    """Reverse whatever this round has posted and not reversed, a jackpot's new seed included."""
    kinds = (EntryKind.ROUND, EntryKind.CORRECTION, EntryKind.JACKPOT_SEED)
    reversed_ids = Entry.objects.filter(round_id=play.round.pk, reverses__isnull=False).values(
        "reverses_id"
    )
    standing = Entry.objects.filter(round_id=play.round.pk, kind__in=kinds).exclude(
        pk__in=reversed_ids
    )
    day = gaming_day(play.table.property, play.at)
    for entry in standing.order_by("pk"):
        reverse_entry(entry, Cause(EntryKind.REVERSAL, day, play.at, play.by))
