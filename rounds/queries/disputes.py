"""Disputes: those that wait, those that were decided, and everything about one."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from rounds.facts import DEALER, Facts, controlling_player, wagers_at
from rounds.games import game_of
from rounds.games.game import Game
from rounds.models import Dispute, Round, Settlement
from rounds.queries.round_page import PlaceLine, RoundPage, facts_of, place_words, round_page
from rounds.words import OUTCOMES
from staff.models import Person
from staff.policy import Act, may

LATEST = 100
WARN_VIDEO = timedelta(days=7)
NOTICE_DAYS = 3


@dataclass(frozen=True, slots=True)
class AmendPlace:
    """A place in the form that says what should have been."""

    place: str
    label: str
    pieces: tuple[str, ...]
    state: str
    has_state: bool


@dataclass(frozen=True, slots=True)
class AmendWager:
    index: int
    label: str
    cents: int


@dataclass(frozen=True, slots=True)
class AmendForm:
    """The round as settled, in the fields that a correction may change."""

    places: tuple[AmendPlace, ...]
    wagers: tuple[AmendWager, ...]
    kinds: tuple[str, ...]
    states: tuple[tuple[str, str], ...]
    outcomes: tuple[tuple[str, str, str], ...]
    outcome_choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class WaitingDispute:
    """A dispute in a list: whose it is, what was recorded, and whether its promise is past."""

    dispute: Dispute
    is_overdue: bool
    place: str
    player: str
    wager_cents: int | None
    outcome_label: str
    total_cents: int | None


@dataclass(frozen=True, slots=True)
class DisputePage:
    """Everything that the page of a dispute shows to this viewer."""

    dispute: Dispute
    round: RoundPage
    amend: AmendForm | None
    is_open: bool
    age_days: int
    notice_at: datetime
    video_start: datetime
    video_warn: datetime
    camera_from: datetime
    camera_to: datetime
    set_is_held: bool
    may_add: bool
    may_review: bool
    may_decide: bool
    may_lift: bool
    may_release: bool
    may_replay: bool
    cites: tuple[str, ...]
    hands: tuple[PlaceLine, ...]


def dispute_of(viewer: Person, dispute_id: int) -> Dispute:
    return Dispute.objects.select_related(
        "round__table__property", "round__table__pit", "round__submission", "round__settlement",
        "round__dealer", "round__playing_set__equipment", "round__dice__equipment", "opened_by",
        "reviewer", "decided_by", "video_saved_by", "held_set", "sign_off",
        "correction__ordered_by", "correction__second",
    ).get(pk=dispute_id, property_id=viewer.property_id)  # fmt: skip


def waiting_disputes(viewer: Person, at: datetime) -> list[WaitingDispute]:
    """The promise that is longest past first, then what is promised next."""
    found = _disputes(viewer).filter(decided_at__isnull=True)
    soonest = found.order_by(F("expected_at").asc(nulls_last=True), "opened_at")
    with_result = soonest.select_related("round__submission", "round__settlement")
    return [_waiting(each, at) for each in with_result[:LATEST]]


def _waiting(dispute: Dispute, at: datetime) -> WaitingDispute:
    current, settled = dispute.round, dispute.round.settlement
    facts, seat = facts_of(current, settled), dispute.seat
    rows = settled.outcome["seats"] if settled else ()
    row = next((each for each in rows if each["seat"] == seat), None)
    wagers = wagers_at(facts, seat) if seat else []
    return WaitingDispute(
        dispute=dispute,
        is_overdue=dispute.expected_at is not None and at >= dispute.expected_at,
        place=place_words(str(seat), game_of(current.submission).profile.seat_word) if seat else "",
        player=controlling_player(facts, seat) if seat else "",
        wager_cents=sum(wager["cents"] for wager in wagers) if wagers else None,
        outcome_label=_words(row["outcome"]) if row else "",
        total_cents=row["total"] if row else None,
    )


def decided_disputes(viewer: Person) -> list[Dispute]:
    return list(_disputes(viewer).filter(decided_at__isnull=False).order_by("-decided_at")[:LATEST])


def _disputes(viewer: Person) -> Any:
    found = Dispute.objects.filter(property_id=viewer.property_id)
    return found.select_related("round__table", "opened_by", "reviewer", "decided_by")


def dispute_page(viewer: Person, dispute: Dispute, at: datetime) -> DisputePage:
    current = dispute.round
    is_open = dispute.decided_at is None
    offset = timedelta(seconds=dispute.clock_offset_seconds)
    until = dispute.video_until or dispute.opened_at
    sheet = round_page(current)
    return DisputePage(
        dispute=dispute,
        round=sheet,
        amend=amend_form(current) if is_open and may(viewer, Act.DECIDE_DISPUTE) else None,
        is_open=is_open,
        age_days=((dispute.decided_at or at) - dispute.opened_at).days,
        notice_at=dispute.opened_at + timedelta(days=NOTICE_DAYS),
        video_start=current.opened_at,
        video_warn=until - WARN_VIDEO,
        camera_from=(dispute.timecode_from or current.opened_at + offset),
        camera_to=(dispute.timecode_to or (current.ended_at or dispute.opened_at) + offset),
        set_is_held=bool(dispute.held_set and dispute.held_set.evidence_hold),
        may_add=is_open and may(viewer, Act.OPEN_DISPUTE),
        may_review=is_open and may(viewer, Act.REVIEW_DISPUTE),
        may_decide=is_open and may(viewer, Act.DECIDE_DISPUTE),
        may_lift=is_open and dispute.hold != "none" and may(viewer, Act.LIFT_HOLD),
        may_release=not is_open and may(viewer, Act.RELEASE_EVIDENCE),
        may_replay=may(viewer, Act.REPLAY_ROUND),
        cites=_cites(sheet),
        hands=_hands(sheet, dispute.seat) if dispute.seat else (),
    )


def _hands(sheet: RoundPage, seat: int) -> tuple[PlaceLine, ...]:
    """The hand in dispute, the bank's and the dealer's."""
    return tuple(
        place for place in sheet.places if place.is_bank or place.place in (str(seat), DEALER)
    )


def _cites(sheet: RoundPage) -> tuple[str, ...]:
    """The paragraphs that decided this round, to pick from."""
    found = [reason["cite"] for place in sheet.places for reason in place.reasons]
    return tuple(dict.fromkeys(cite for cite in found if cite))


def amend_form(current: Round) -> AmendForm | None:
    settled: Settlement | None = current.settlement
    if settled is None:
        return None
    game, facts = game_of(current.submission), facts_of(current, settled)
    word = game.profile.seat_word
    return AmendForm(
        places=tuple(_place(game, facts, place, word) for place in game.places(facts)),
        wagers=tuple(
            AmendWager(index, _wager_words(wager, word), wager["cents"])
            for index, wager in enumerate(facts["wagers"])
        ),
        kinds=tuple(game.kinds()),
        states=(("played", _("Played")), *((each, _words(each)) for each in game.states)),
        outcomes=_outcomes(facts, word),
        outcome_choices=tuple((each, _words(each)) for each in ("win", "lose", "push")),
    )


def _place(game: Game, facts: Facts, place: str, word: str) -> AmendPlace:
    hand = facts["hands"].get(place)
    pieces = (*hand["high"], *hand["low"]) if hand else ("",) * game.hand_size
    return AmendPlace(
        place=place,
        label=place_words(place, word),
        pieces=tuple(pieces),
        state=facts["states"].get(place, "played"),
        has_state=place.isdecimal() and int(place) != facts["bank"]["seat"],
    )


def _wager_words(wager: Any, word: str) -> str:
    label = place_words(str(wager["seat"]), word)
    return f"{label} · {wager['player']}" if wager["player"] else label


def _outcomes(facts: Facts, word: str) -> tuple[tuple[str, str, str], ...]:
    if facts["quick"] is None:
        return ()
    return tuple(
        (str(each["seat"]), place_words(str(each["seat"]), word), each["outcome"])
        for each in facts["quick"]["outcomes"]
    )


def _words(code: str) -> str:
    return str(OUTCOMES[code].label) if code in OUTCOMES else code
