"""What happens to a settled round: tiles added later, a settlement replaced by another.

Nothing settled is edited. A correction reverses the old entry, writes a new settlement beside the
old one, and names who ordered it, who confirmed it and why.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from audit.events import EventKind
from banking.commands.jackpot import jackpot_of
from banking.commands.ledger import Cause, reverse_entry
from banking.models import Entry, EntryKind
from foundation.inputs import Signed, Word
from rounds.commands.hands import Hands, SetHands, States, hands_of
from rounds.commands.quick import Outcomes
from rounds.commands.settling import Reckoning, ledger_lines, play_rows, write_settlement
from rounds.commands.steps import Play, round_command
from rounds.commands.voiding import sign_round
from rounds.commands.wagers import Wagers
from rounds.facts import Facts, HandGiven
from rounds.games.game import Document, Extras, refusing
from rounds.guards.corrections import (
    guard_changes_something,
    guard_correction,
    guard_quick,
)
from rounds.guards.hands import guard_one_set
from rounds.guards.settling import guard_hands_known
from rounds.guards.steps import guard_state, guard_two_people
from rounds.inputs import ROUND, LongNote, OfRound
from rounds.models import Correction, Depth, RoundState, SeatPlay, Settlement, SettlementKind
from rounds.queries.changed import ChangesGiven, changed_facts, place_named
from rounds.queries.differences import differences
from staff.commands.signing import Signer
from staff.gaming_day import gaming_day
from staff.policy import Act


@dataclass(frozen=True, slots=True)
class Why:
    """The reason of a correction, by code, and a note."""

    reason: str
    note: str = ""


class CorrectRound(OfRound):
    """Only what changes is given; the rest stays as it was settled."""

    reason: Word
    note: LongNote = ""
    wagers: Wagers | None = None
    hands: Hands | None = None
    states: States | None = None
    outcomes: Outcomes | None = None
    ordered_by: Signed
    second: Signed

    def signatures(self) -> Mapping[str, Signed]:
        return {"ordered_by": self.ordered_by, "second": self.second}

    def given(self, signed: Mapping[str, Signer]) -> tuple[Any, ...]:
        why = Why(self.reason, self.note)
        return self.changes(), why, signed["ordered_by"], signed["second"]

    def changes(self) -> ChangesGiven:
        return ChangesGiven(
            wagers=None if self.wagers is None else [each.value() for each in self.wagers],
            hands=None if self.hands is None else hands_of(self.hands),
            states=None
            if self.states is None
            else [(each.seat, each.state) for each in self.states],
            outcomes=None if self.outcomes is None else [each.value() for each in self.outcomes],
        )


@round_command(SetHands, says="Add tiles to a quick round", path=f"{ROUND}tiles-later/")
def add_tiles(play: Play, hands: Sequence[HandGiven]) -> None:
    """Add the hands to a round that was entered quickly, and see whether they agree with it.

    Where they agree, the round is complete; where they differ, the settlement stands until
    somebody orders a correction.
    """
    guard_state(play.round, RoundState.SETTLED)
    guard_quick(play.round)
    facts = entered(play)
    facts["quick"] = None
    enter_hands(play, facts, hands)
    guard_hands_known(play.game, facts)
    reckoning = reckon_again(play, facts, SettlementKind.TILES_LATER)
    assert play.round.settlement is not None
    found = differences(play.round.settlement.outcome, reckoning.settled.outcome)
    settlement = keep_beside(play, reckoning)
    if not found:
        play.round.settlement = settlement
        play.round.depth = Depth.TILES
        keep_plays(play, reckoning, settlement)
    play.extra["differences"] = found
    play.happened(
        EventKind.TILES_ADDED,
        number=play.round.number,
        facts=reckoning.document,
        differences=found,
        agrees=not found,
    )


@round_command(CorrectRound, says="Correct a settled round", path=f"{ROUND}corrections/")
def correct_round(
    play: Play, changes: ChangesGiven, why: Why, ordered_by: Signer, second: Signer
) -> None:
    """Correct a settled round: reverse what was posted, settle anew, with two names.

    Rule: MBS 3.13.2 (even after the round); MD 8 §M; design: a settled round is immutable.
    """
    guard_state(play.round, RoundState.SETTLED)
    guard_correction(why.reason)
    guard_two_people(ordered_by.person, second.person)
    replaced = play.round.settlement
    assert replaced is not None
    facts = changed_facts(play.game, play.table, entered(play), changes)
    reckoning = reckon_again(play, facts, SettlementKind.CORRECTION)
    found = differences(replaced.outcome, reckoning.settled.outcome)
    guard_changes_something(replaced, reckoning.document, found)
    for signer, act in ((ordered_by, Act.CORRECT_ROUND), (second, Act.CONFIRM_CORRECTION)):
        sign_round(play, signer, act, {"reason": why.reason, "differences": found})
    reverse_postings(play)
    play.round.has_correction = True
    play.round.depth = Depth.TILES if facts["quick"] is None else Depth.QUICK
    play.happened(
        EventKind.ROUND_CORRECTED,
        number=play.round.number,
        reason=why.reason,
        note=why.note,
        ordered_by=ordered_by.person.pk,
        second=second.person.pk,
        facts=reckoning.document,
        outcome=reckoning.settled.outcome,
        differences=found,
    )
    settlement = write_settlement(play, reckoning, entry_kind=EntryKind.CORRECTION, has_turn=False)
    play.extra["differences"] = found
    Correction.objects.create(
        round=play.round,
        replaced=replaced,
        settlement=settlement,
        reason=why.reason,
        note=why.note,
        ordered_by=ordered_by.person,
        second=second.person,
        at=play.at,
    )


def entered(play: Play) -> Facts:
    """What the current settlement was made from, to be changed without touching the record."""
    settlement = play.round.settlement
    found = settlement.entered if settlement is not None else None
    facts: Facts = deepcopy(found if found is not None else play.facts)
    return facts


def enter_hands(play: Play, facts: Facts, hands: Sequence[HandGiven]) -> None:
    for given in hands:
        with refusing():
            hand = play.game.hand(given.held, given.high, given.low)
        hand["set_by"] = given.set_by
        facts["hands"][place_named(given.place, facts, play.table.seats)] = hand
    guard_one_set(play.game, facts)


def reckon_again(play: Play, facts: Facts, kind: SettlementKind) -> Reckoning:
    """Settle changed facts by what held then: the same options, the meter as it stood."""
    assert play.round.settlement is not None
    then: Document = play.round.settlement.facts["options"]
    extras = Extras(then.get("smallest_chip", 1), jackpot_cents=then.get("jackpot", 0))
    document = play.game.document(facts, extras)
    with refusing():
        settled = play.game.settle(document)
    last = Settlement.objects.filter(round=play.round).aggregate(n=Max("n"))["n"]
    jackpot = jackpot_of(play.table) if settled.outcome.get("jackpot") else None
    reckoning = Reckoning(facts, document, settled, kind=kind, n=last + 1)
    reckoning.lines = ledger_lines(settled.outcome, jackpot)
    return reckoning


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


def keep_beside(play: Play, reckoning: Reckoning) -> Settlement:
    """Keep a settlement that moves no money."""
    outcome = reckoning.settled.outcome
    current = play.round.settlement
    assert current is not None
    return Settlement.objects.create(
        property_id=play.round.property_id,
        round=play.round,
        n=reckoning.n,
        kind=reckoning.kind,
        profile=current.profile,
        submission_version=play.round.submission.version,
        software_version=current.software_version,
        facts=reckoning.document,
        entered=reckoning.facts,
        outcome=outcome,
        movements=reckoning.settled.movements,
        reasons=reckoning.settled.reasons,
        wagered_cents=current.wagered_cents,
        house_net_cents=outcome["house"]["net"],
        vigorish_cents=outcome["house"]["vigorish"],
        at=play.at,
    )


def keep_plays(play: Play, reckoning: Reckoning, settlement: Settlement) -> None:
    renamed = {
        "wager": "wager_cents",
        "side": "side_cents",
        "vigorish": "vigorish_cents",
        "net": "net_cents",
        "total": "total_cents",
    }
    SeatPlay.objects.bulk_create(
        SeatPlay(
            property_id=play.round.property_id,
            table=play.table,
            settlement=settlement,
            round=play.round,
            at=play.round.opened_at,
            **{renamed.get(key, key): value for key, value in row.items()},
        )
        for row in play_rows(reckoning.facts, reckoning.settled.outcome)
    )
