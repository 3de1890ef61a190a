"""Something went wrong: report it, see the ruling, have it confirmed and carried out."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Annotated, ClassVar, Literal

from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.commands import TwoPeople
from foundation.inputs import Badge, Input, Pin, Remark, Signed, Text, Whole, Word
from rounds.commands.dealing import RollGiven, keep_roll
from rounds.commands.hands import end_as
from rounds.commands.steps import Play, round_command
from rounds.commands.voiding import end_void, forget_hands, sign_round
from rounds.guards.hands import HOUSE_WAY
from rounds.guards.irregularities import (
    boxes_in_play,
    guard_choice,
    guard_involved,
    guard_mixed,
    guard_waits,
)
from rounds.guards.steps import guard_state, guard_two_people
from rounds.inputs import ROUND, OfRound, Seat
from rounds.models import OPEN_STATES, Irregularity, RoundState
from rules.place import DEALER, Place
from rules.refusals import refusing
from rules.round import Json
from rules.tiles.areas import areas_of
from rules.tiles.irregularities import TileScene
from staff.commands.signing import guard_apart
from staff.policy import Act
from tables.commands.at_table import Finding, find_unfit
from tables.locks import step

AS_PROPOSED = "proposed"
WITHDRAWN = "withdrawn"


class Scene(Input):
    """What the ruling depends on; only what the event asks about matters.

    `house`: the house's hand is among those involved.
    """

    seats: Annotated[tuple[Seat, ...], Field(max_length=8)] = ()
    tiles_exposed: Annotated[int, Field(ge=1, le=32)] = 1
    whose: Literal["dealer", "bank", "player", "dead-hand", "empty"] = "player"
    by: Literal["dealer", "bank", "player"] = "dealer"
    change: Literal["placed", "raised", "withdrawn"] = "placed"
    player_has_looked: bool = False
    first_hand_exposed: bool = False
    can_be_rebuilt: bool = False
    house: bool = False
    note: Remark = ""

    def as_json(self) -> Json:
        return {**dict(self), "seats": list(self.seats)}

    def as_scene(self, play: Play) -> TileScene:
        """The same as the rules ask about it, with what the table itself shows.

        While the house banks, the hand of the bank is the dealer's.

        Rule: NZ 12.8(a), 12.9(a); MBS 1.1.1, 3.13.2.
        """
        entered = play.entered
        said = {name: value for name, value in self if name not in ("seats", "note", "house")}
        if self.whose == "bank" and entered.bank.seat is None:
            said["whose"] = DEALER.text
        others = set(entered.hands) - {DEALER, entered.bank_place()}
        return TileScene(
            **{**said, "first_hand_exposed": self.first_hand_exposed or bool(others)},
            bank_kind=entered.bank.kind,
            round_is_over=play.round.state == RoundState.SETTLED,
            all_boxes_in_play=boxes_in_play(play.table, entered),
        )


class IrregularityGiven(Input):
    """What went wrong."""

    event: Word
    facts: Scene = Scene()


class ReportIrregularity(IrregularityGiven, OfRound):
    """What went wrong in a round."""


class ConfirmRuling(OfRound):
    """Which ruling, by whose badge and PIN."""

    signers: ClassVar[tuple[str, ...]] = ("signer",)
    signed_fields: ClassVar[tuple[str, ...]] = ("badge", "pin")

    n: Whole
    ruling: Text = AS_PROPOSED
    badge: Badge
    pin: Pin = Field(json_schema_extra={"writeOnly": True}, repr=False, exclude=True)

    def signatures(self) -> Mapping[str, Signed]:
        return {"signer": Signed.model_construct(badge=self.badge, pin=self.pin)}


@round_command(
    ReportIrregularity, says=gettext_lazy("Report an irregularity"), path=f"{ROUND}irregularities/"
)
def report_irregularity(play: Play, given: IrregularityGiven) -> None:
    """Record an irregularity with the ruling that the rules propose for it.

    Rule: MD 10; MBS 5; NZ 12.
    """
    guard_state(play.round, *OPEN_STATES, RoundState.SETTLED)
    guard_involved(play.game, play.entered, given.facts.seats)
    guard_mixed(given.event, len(given.facts.seats) + given.facts.house)
    event, facts = given.event, given.facts.as_json()
    with refusing():
        ruling = play.game.propose(event, given.facts.as_scene(play))
    n = Irregularity.objects.filter(round=play.round).count() + 1
    found = Irregularity.objects.create(
        round=play.round,
        n=n,
        event=event,
        facts=facts,
        proposed=asdict(ruling),
        reported_by=play.by,
        reported_at=play.at,
    )
    play.round.has_irregularity = True
    play.happened(
        EventKind.IRREGULARITY_REPORTED, event=event, n=n, facts=facts, proposed=found.proposed
    )


class WithdrawIrregularity(OfRound):
    """Which report is taken back."""

    n: Whole


@round_command(
    WithdrawIrregularity,
    says=gettext_lazy("Withdraw an irregularity"),
    path=f"{ROUND}irregularities/<int:n>/withdraw/",
)
def withdraw_irregularity(play: Play, given: WithdrawIrregularity) -> None:
    """Take back a report on which nobody has ruled; that it was made stays on the record.

    Rule: house procedure.
    """
    found = guard_waits(play.round, given.n)
    found.ruling = {"code": WITHDRAWN, "proposed": found.proposed["code"]}
    found.ruled_by, found.ruled_at = play.by, play.at
    found.save(update_fields=["ruling", "ruled_by", "ruled_at"])
    play.happened(EventKind.IRREGULARITY_WITHDRAWN, event=found.event, n=given.n)


@round_command(
    ConfirmRuling,
    says=gettext_lazy("Confirm a ruling"),
    path=f"{ROUND}irregularities/<int:n>/confirm/",
    two=[TwoPeople("reported_by", "signer", earlier="whoever reported it, if wagers go back")],
)
def confirm_ruling(play: Play, given: ConfirmRuling) -> None:
    """Confirm the ruling on an irregularity, or another one, and carry it out.

    Rule: MD 10; MBS 5; NZ 12; the floorperson decides.
    """
    n, signer = given.n, play.signed["signer"]
    guard_state(play.round, *OPEN_STATES, RoundState.SETTLED)
    found = guard_waits(play.round, n)
    code = guard_choice(found, given.ruling)
    if code in RETURNING or (code in DEALT_AGAIN and _hands_are_known(play)):
        guard_two_people(found.reported_by, signer.person)
        guard_apart((found.reported_by, signer.person), play.at)
    sign_off = sign_round(
        play, signer, Act.CONFIRM_RULING, {"n": n, "event": found.event, "ruling": code}
    )
    found.ruling = {"code": code, "proposed": found.proposed["code"]}
    found.ruled_by, found.ruled_at = signer.person, play.at
    found.sign_off_id = sign_off
    found.save(update_fields=["ruling", "ruled_by", "ruled_at", "sign_off"])
    if play.round.state in OPEN_STATES:
        EFFECTS.get(code, _nothing)(play, found)
    if code in UNFIT:
        _set_is_unfit(play, found)
    play.happened(
        EventKind.RULING_CONFIRMED,
        event=found.event,
        n=n,
        ruling=code,
        person=signer.person.pk,
        state=play.round.state,
        facts=play.entered.as_json(),
    )


def _hands_are_known(play: Play) -> bool:
    return bool(play.entered.hands) or play.entered.outcomes is not None


def _nothing(play: Play, found: Irregularity) -> None:
    """The ruling is carried out at the table; the record keeps it."""


def _void_round(play: Play, found: Irregularity) -> None:
    end_void(play, "ruling")


def _end_hands(state: str) -> Callable[[Play, Irregularity], None]:
    """End the hands involved; without the bank's hand no wager can be decided at all.

    Before “no more bets” there is no hand, and whoever wants may withdraw; what was conceded is
    lost already.

    Rule: MD 5 §C(2), 10 §D; MBS 5.2; NZ 10.13, 12.3, 12.15.
    """

    def end(play: Play, found: Irregularity) -> None:
        seats = _seats_involved(play, found)
        if play.round.state == RoundState.BETTING:
            return
        bank = play.entered.bank.seat
        if state == "void" and (bank in seats or (bank is None and found.facts.get("house"))):
            _void_round(play, found)
            return
        for seat in sorted(seats & set(play.entered.wager_by_seat())):
            if play.entered.state_at(seat) != "conceded":
                end_as(play, seat, state)

    return end


def _roll_again(play: Play, found: Irregularity) -> None:
    keep_roll(play, RollGiven(no_roll=found.event), total=None, start="")
    play.change(no_rolls=(*play.entered.no_rolls, found.event), roll=None)
    if play.round.state != RoundState.BETTING:
        forget_hands(play)
        play.change(stands=False)
        play.round.state = RoundState.CLOSED


def _deal_again(play: Play, found: Irregularity) -> None:
    """Take the tiles back to be shuffled, cut and dealt anew; the wagers stand.

    Rule: NZ 12.2, 12.7.
    """
    play.change(delivery=None)
    if play.round.state != RoundState.BETTING:
        forget_hands(play)
        play.change(roll=None, stands=False, house_way_seats=())
        play.round.state = RoundState.CLOSED


def _reset_bank_hand(play: Play, found: Irregularity) -> None:
    """Set the hand of dealer or co-bank again, the house way; a banker's that the dealer set, too.

    Rule: MD 10 §F; MBS 3.13.1; NZ 12.8.
    """
    play.change(stands=False)
    bank = play.entered.bank_place()
    must = {*play.game.house_way_places(play.entered)} & {DEALER, bank}
    hand = play.entered.hands.get(bank)
    if hand is not None and (hand.set_by == HOUSE_WAY or found.facts.get("whose") == "bank"):
        must.add(bank)
    for place in must:
        _set_house_way(play, place)


def _let_stand(play: Play, found: Irregularity) -> None:
    """Take the hand as it was set, also when it is entered only now.

    Rule: NZ 12.8(b).
    """
    play.change(stands=True)


def _set_for_players(play: Play, found: Irregularity) -> None:
    """Set these hands the house way, now or when their tiles are entered.

    Rule: MBS 3.12; NZ 12.14, 12.16.
    """
    seats = _seats_involved(play, found)
    play.change(house_way_seats=tuple(sorted({*play.entered.house_way_seats, *seats})))
    for seat in sorted(seats):
        _set_house_way(play, Place.of_seat(seat))


def _seats_involved(play: Play, found: Irregularity) -> set[int]:
    """The seats that a ruling is about; who left the table has left every area of theirs.

    Rule: MD 5 §C(2); MBS 3.12; NZ 12.16.
    """
    seats = set(found.facts.get("seats", []))
    if found.event != "player-left":
        return seats
    areas = areas_of(play.entered).values()
    return seats.union(*(there for there in areas if seats & set(there)))


def _set_house_way(play: Play, place: Place) -> None:
    hand = play.entered.hands.get(place)
    if hand is not None:
        again = play.game.hand(hand.held, set_by=HOUSE_WAY)
        play.change(hands={**play.entered.hands, place: again})


def _set_is_unfit(play: Play, found: Irregularity) -> None:
    """This round is played out; the set is not played with again until it is replaced.

    Rule: MD 4 §C(3); NZ 10.15.
    """
    placement = play.round.playing_set
    if placement is None or not placement.during.upper_inf:
        return
    saw = Finding(found.reported_by, "damaged", found.sign_off_id)
    play.subjects += [placement, find_unfit(placement, saw, at=play.at)]
    step(play.table)


UNFIT = frozenset({"new-set", "replace-tile"})

# These give wagers back that were perhaps won: whoever reported it does not rule on it alone.
RETURNING = frozenset(
    {"void-round", "bank-may-void", "player-may-void", "player-may-withdraw", "void-hands"}
)

# So do these, once a hand or an outcome was entered: the round is played anew.
DEALT_AGAIN = frozenset({"no-roll", "cover-and-reshake", "reshuffle"})

EFFECTS: Mapping[str, Callable[[Play, Irregularity], None]] = {
    "void-round": _void_round,
    "bank-may-void": _void_round,
    "player-may-void": _end_hands("void"),
    "player-may-withdraw": _end_hands("void"),
    "void-hands": _end_hands("void"),
    "wager-abandoned": _end_hands("abandoned"),
    "no-roll": _roll_again,
    "cover-and-reshake": _roll_again,
    "reshuffle": _deal_again,
    "reset-house-way": _reset_bank_hand,
    "stands": _let_stand,
    "set-house-way": _set_for_players,
}
