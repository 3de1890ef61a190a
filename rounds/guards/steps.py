"""Raise `Refused` when a step of a round is not allowed now. Guards read and never write."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

import rules
from foundation.prepared import CompiledQuery
from rounds.games.game import Game
from rounds.guards.naming import places_within
from rounds.models import OPEN_STATES, Irregularity, Round, RoundState
from rules.citations import cited
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, may, require, works_at
from tables.models import DealerShift, GamingTable


def guard_version(current: Round, version: int | None, *, sheet: Callable[[], object]) -> None:
    """Refuse a step that was asked for on a screen from before the last change."""
    if version is not None and version != current.version:
        raise Refused(
            "stale_version",
            _("Something changed at this table in the meantime. Look at it and try again."),
            version=current.version,
            sheet=sheet(),
        )


def guard_state(current: Round, *states: RoundState) -> None:
    """Refuse a step whose turn it is not."""
    if current.state not in states:
        raise Refused(
            "wrong_state",
            _("Round {number} is at “{state}”. This step belongs to: {states}.").format(
                number=current.number,
                state=RoundState(current.state).label,
                states=", ".join(str(state.label) for state in states),
            ),
            state=current.state,
        )


def guard_open(current: Round) -> None:
    """Refuse any further step once a round is settled or void."""
    guard_state(current, *OPEN_STATES)


def guard_two_people(first: Person, second: Person) -> None:
    """Refuse a two-person act by one person; a service is none."""
    if first.pk == second.pk or first.is_service:
        raise Refused(
            "same_person",
            _("This takes two people. Another person confirms with their own PIN."),
        )


def void_takes_two() -> Refused:
    """A hand is called void that nobody of the floor declared so."""
    return Refused(
        "void_takes_two",
        _("A void hand gives its wager back. Report what went wrong; the floor rules on it."),
    )


def guard_seat(seat: int, seats: int) -> None:
    """Refuse a seat that the layout lacks."""
    if not 1 <= seat <= seats:
        raise Refused(
            "no_such_seat",
            _("The layout of this table goes from 1 to {seats}; there is no {seat}.").format(
                seats=seats, seat=seat
            ),
        )


def guard_may_enter(person: Person) -> None:
    """Refuse everybody who does not deal or supervise."""
    require(person, Act.ENTER_ROUND)


def guard_not_held(current: Round) -> None:
    """Refuse to go on with a round that a dispute holds."""
    if current.is_held:
        raise Refused(
            "round_held",
            _("A dispute holds round {number}. It goes on when that is decided or lifted.").format(
                number=current.number
            ),
            cited(current.submission.profile, "dispute"),
        )


def guard_no_open_round(table: GamingTable) -> None:
    """Refuse a second open round at a table."""
    open_round = OPEN_ROUND.first(table.pk)
    if open_round is not None:
        raise Refused(
            "round_open",
            _("Round {number} is not finished. Settle it or have it declared void first.").format(
                number=open_round.number
            ),
            round=str(open_round.pk),
        )


OPEN_ROUND = CompiledQuery(
    lambda table_id: Round.objects.filter(table_id=table_id, state__in=OPEN_STATES), -1
)


def guard_nothing_in_play(table: GamingTable, at: datetime) -> None:
    """Refuse to close a table, or to take a set from it, in the middle of a round."""
    guard_no_open_round(table)


def guard_new_round(round_id: UUID) -> None:
    """Refuse an id that some round of this or another house has already."""
    if SAME_ID(round_id):
        raise Refused("id_taken", _("Another round has this id. Open it under a new one."))


SAME_ID = CompiledQuery(lambda round_id: Round.objects.filter(pk=round_id), UUID(int=1))


def guard_wagers_may_change(current: Round, rule: str) -> None:
    """Refuse a wager made, raised or withdrawn after “no more bets”."""
    if current.state in (RoundState.CLOSED, RoundState.DEALT, RoundState.SET):
        raise Refused(
            "no_more_bets",
            _("“No more bets” was called. The wagers stand as they are until the round ends."),
            rule,
        )
    guard_state(current, RoundState.BETTING)


def guard_at_table(person: Person, current: Round) -> None:
    """Refuse a dealer who is not the one at this table; the floor may always help."""
    guard_may_enter(person)
    if person.is_service:
        guard_serves(person, current.table)
    elif not may(person, Act.STEP_BACK):
        guard_deals_here(person, current)


def guard_serves(service: Person, table: GamingTable) -> None:
    """Refuse a service account at a table that it is not for."""
    if not works_at(service, table.number):
        raise Refused("not_its_table", _("This service is for other tables."))


def guard_deals_here(person: Person, current: Round) -> None:
    """Refuse whoever is not the dealer at the round's table; whoever dealt it, once relieved.

    A round of the past is entered by whoever dealt then.
    """
    is_theirs = person.pk == current.dealer_id
    if hasattr(current, "dealer_here"):  # locked, and so read together with who deals there
        deals = person.pk == (current.dealer_here or current.dealer_id)
    else:
        deals = is_theirs or person.pk in _dealers_at(current.table_id)
    if deals:
        return
    if is_theirs:
        raise Refused(
            "relieved",
            _("Another dealer has taken this table. Hand the tablet over: they go on from here."),
        )
    raise Refused("not_at_table", _("You are not the dealer at this table. Tap in here first."))


def _dealers_at(table_id: int) -> list[int]:
    shifts = DealerShift.objects.filter(table_id=table_id, ended_at__isnull=True)
    return list(shifts.values_list("person_id", flat=True))


def guard_may_dispute(person: Person, current: Round) -> None:
    """Refuse a dispute from somebody who neither deals there, supervises nor watches."""
    require(person, Act.OPEN_DISPUTE)
    if not may(person, Act.VIEW_DISPUTES):
        guard_deals_here(person, current)


def guard_ready_to_settle(game: Game, current: Round, entered: rules.Round) -> None:
    """Refuse settlement while a hand is unset, a card is missing or a ruling waits."""
    if current.state == RoundState.DEALT:
        guard_hands_known(game, entered)
    guard_state(current, RoundState.SET)
    if not game.is_complete(entered):
        raise Refused(
            "no_community_card",
            _("The community card decides the Four Card bonus. Enter it first."),
            "3CS App. C",
        )
    guard_no_ruling_waits(current)


def guard_hands_known(game: Game, entered: rules.Round) -> None:
    """Refuse to settle while the hand of a place that plays is not entered."""
    missing = [place for place in game.places(entered) if place not in entered.hands]
    if missing:
        raise Refused(
            "hands_missing",
            _("Not every hand is entered: {hands} to go.").format(
                hands=places_within(game, missing)
            ),
            places=[place.named("seat") for place in missing],
        )


def guard_no_ruling_waits(current: Round) -> None:
    """Refuse to go on while an irregularity waits for the floorperson's ruling."""
    if not current.has_irregularity:
        return
    waiting = Irregularity.objects.filter(round=current, ruled_at__isnull=True).first()
    if waiting is not None:
        raise Refused(
            "ruling_awaited",
            _("An irregularity waits for a ruling. The floorperson confirms it first."),
            n=waiting.n,
        )
