"""Disputes: those that wait, those that were decided, and everything about one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Prefetch
from django.utils.translation import gettext as _

import rules
from review.models import Attachment, Dispute
from review.queries.evidence import (
    CiteChoice,
    StatementLine,
    attachments_of,
    cite_choices,
    history_of,
    looked_at_again,
    next_round_of,
    statements_of,
)
from review.queries.round_page import (
    PlaceLine,
    RoundPage,
    place_lines,
    reasons_by_place,
    round_page,
)
from review.queries.taps import Tap
from rounds.games import game_of
from rounds.games.game import Game
from rounds.models import Correction, Round, Settlement, SettlementKind
from rounds.queries.changed import made_from
from rounds.wording import OUTCOMES, bank_words, place_words
from rules.place import DEALER, Place
from rules.round import PLAYED as AS_PLAYED
from rules.round import PlacedWager
from staff.models import Person
from staff.policy import Act, may
from staff.video_link import video_link
from tables.models import Placement

LATEST = 100
WARN_VIDEO = timedelta(days=7)
NOTICE_DAYS = 3
CLOCKS_APART = timedelta(hours=12)
"""A tablet's clock that is further away is wrong, not late."""
PLAYED = ("rounds.round_opened", "rounds.round_settled", "rounds.round_voided")


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
    bank: str
    banks: tuple[tuple[str, str], ...]
    dealer_wager_cents: int
    has_dealer_wager: bool


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
class MoveLine:
    """What a correction means for one place: before, now, and what is still to be moved."""

    label: str
    then_label: str
    then_cents: int
    now_label: str
    now_cents: int

    @property
    def move_cents(self) -> int:
        """What the place is to receive; below zero, what it is to return."""
        return self.now_cents - self.then_cents

    @property
    def gives_cents(self) -> int:
        return -self.move_cents


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
    videos: tuple[tuple[str, str], ...]
    set_is_held: bool
    may_add: bool
    may_review: bool
    may_decide: bool
    may_lift: bool
    may_release: bool
    may_replay: bool
    may_reopen: bool
    may_mend_video: bool
    may_ask_lock: bool
    cites: tuple[CiteChoice, ...]
    statements: tuple[StatementLine, ...]
    attachments: tuple[Attachment, ...]
    history: tuple[Tap, ...]
    next_round: Round | None
    reopened_as: Dispute | None
    hands: tuple[PlaceLine, ...]
    added: tuple[PlaceLine, ...]
    moves: tuple[MoveLine, ...]


def dispute_of(viewer: Person, dispute_id: int) -> Dispute:
    """A dispute with all that its page names; in one statement it was planned for too long."""
    sets = Placement.objects.select_related("equipment")
    correction = Correction.objects.select_related("ordered_by", "second", "replaced", "settlement")
    found = Dispute.objects.select_related(
        "round__table__property", "round__table__pit", "round__submission", "round__settlement",
        "round__dealer", "opened_by", "reviewer", "decided_by",
    ).prefetch_related(
        Prefetch("round__playing_set", sets), Prefetch("round__dice", sets),
        Prefetch("correction", correction),
        "video_saved_by", "lock_asked_by", "held_set", "sign_off", "reopens", "reopened_as",
    )  # fmt: skip
    return found.get(pk=dispute_id, property_id=viewer.property_id)


def waiting_disputes(viewer: Person, at: datetime) -> list[WaitingDispute]:
    """The promise that is longest past first, then what is promised next."""
    found = _disputes(viewer).filter(decided_at__isnull=True)
    soonest = found.order_by(F("expected_at").asc(nulls_last=True), "opened_at")
    with_result = soonest.select_related("round__submission", "round__settlement")
    return [_waiting(each, at) for each in with_result[:LATEST]]


def _waiting(dispute: Dispute, at: datetime) -> WaitingDispute:
    current, settled = dispute.round, dispute.round.settlement
    entered, seat = made_from(current, settled), dispute.seat
    row = settled.settled.seat_at(seat) if settled and seat else None
    wagers = entered.wagers_at(seat) if seat else []
    return WaitingDispute(
        dispute=dispute,
        is_overdue=dispute.expected_at is not None and at >= dispute.expected_at,
        place=place_words(str(seat), game_of(current.submission).profile.seat_word) if seat else "",
        player=entered.controlling_player(seat) if seat else "",
        wager_cents=sum(wager.cents for wager in wagers) if wagers else None,
        outcome_label=_words(row.outcome) if row else "",
        total_cents=row.total_cents if row else None,
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
    seen_from, seen_to = _played_between(sheet, dispute)
    camera_from = dispute.timecode_from or seen_from + offset
    camera_to = dispute.timecode_to or seen_to + offset
    chain, again = looked_at_again(dispute), getattr(dispute, "reopened_as", None)
    return DisputePage(
        dispute=dispute,
        round=sheet,
        amend=amend_form(current) if is_open and may(viewer, Act.DECIDE_DISPUTE) else None,
        is_open=is_open,
        age_days=((dispute.decided_at or at) - dispute.opened_at).days,
        notice_at=dispute.opened_at + timedelta(days=NOTICE_DAYS),
        video_start=current.opened_at,
        video_warn=until - WARN_VIDEO,
        camera_from=camera_from,
        camera_to=camera_to,
        videos=tuple(
            (camera, link)
            for camera in dispute.cameras
            if (link := video_link(current.table.property, camera, camera_from, camera_to))
        ),
        set_is_held=bool(dispute.held_set and dispute.held_set.evidence_hold),
        may_add=is_open and may(viewer, Act.OPEN_DISPUTE),
        may_review=is_open and may(viewer, Act.REVIEW_DISPUTE),
        may_decide=is_open and may(viewer, Act.DECIDE_DISPUTE),
        may_lift=is_open and dispute.hold != "none" and may(viewer, Act.LIFT_HOLD),
        may_release=not is_open and may(viewer, Act.RELEASE_EVIDENCE),
        may_replay=may(viewer, Act.REPLAY_ROUND),
        may_reopen=not is_open and again is None and may(viewer, Act.REOPEN_DISPUTE),
        may_mend_video=dispute.video_saved_at is not None and may(viewer, Act.REVIEW_DISPUTE),
        may_ask_lock=is_open
        and dispute.video_saved_at is None
        and dispute.lock_asked_at is None
        and may(viewer, Act.OPEN_DISPUTE),
        cites=cite_choices(sheet) if is_open else (),
        statements=statements_of(chain),
        attachments=attachments_of(chain),
        history=history_of(sheet, chain),
        next_round=next_round_of(dispute),
        reopened_as=again,
        hands=_hands(sheet.places, dispute.seat),
        added=_hands(_added_later(current), dispute.seat),
        moves=_moves(dispute),
    )


def _played_between(sheet: RoundPage, dispute: Dispute) -> tuple[datetime, datetime]:
    """When the round was played, also by the tablet's own clock where it was sent later."""
    current = sheet.round
    began, ended = current.opened_at, current.ended_at or dispute.opened_at
    tapped = [tap.tablet_at for tap in sheet.taps if tap.tablet_at and tap.kind in PLAYED]
    near = [at for at in tapped if abs(at - began) < CLOCKS_APART]
    return min([began, *near]), max([ended, *near])


def _hands(places: Sequence[PlaceLine], seat: int | None) -> tuple[PlaceLine, ...]:
    """The hand in dispute, the bank's and the dealer's."""
    shown = (str(seat), DEALER.text)
    return tuple(place for place in places if seat and (place.is_bank or place.place in shown))


def _later(current: Round) -> Settlement | None:
    """How the round would have ended by the tiles that were added to it later."""
    found = Settlement.objects.filter(round=current, kind=SettlementKind.TILES_LATER)
    held = current.settlement
    is_quick = held is not None and made_from(current, held).outcomes is not None
    return found.order_by("-n").first() if is_quick else None


def _added_later(current: Round) -> tuple[PlaceLine, ...]:
    later = _later(current)
    if later is None:
        return ()
    game, currency = game_of(current.submission), current.table.property.currency
    reasons = reasons_by_place(game, later, currency)
    return place_lines(game, made_from(current, later), later.settled, reasons)


def _moves(dispute: Dispute) -> tuple[MoveLine, ...]:
    """What its correction changes for each seat and for the house."""
    made, current = dispute.correction, dispute.round
    if made is None:
        return ()
    game = game_of(current.submission)
    then, now = (
        {
            line.place: line
            for line in place_lines(game, made_from(current, each), each.settled, {})
            if line.place != DEALER.text
        }
        for each in (made.replaced, made.settlement)
    )
    lines = [_move(then.get(place), now.get(place)) for place in {**then, **now}]
    before, after = made.replaced.house_net_cents, made.settlement.house_net_cents
    return (*lines, MoveLine(_("House"), "", before, "", after))


def _move(then: PlaceLine | None, now: PlaceLine | None) -> MoveLine:
    return MoveLine(
        label=(now or then).label,  # type: ignore[union-attr]  # one of them is there
        then_label=then.outcome_label if then else "",
        then_cents=(then.total_cents if then else 0) or 0,
        now_label=now.outcome_label if now else "",
        now_cents=(now.total_cents if now else 0) or 0,
    )


def amend_form(current: Round) -> AmendForm | None:
    settled: Settlement | None = current.settlement
    if settled is None:
        return None
    game, entered = game_of(current.submission), made_from(current, settled)
    word, later = game.profile.seat_word, _later(current)
    held = made_from(current, later) if later else entered
    return AmendForm(
        places=tuple(_place(game, held, place, word) for place in amended_places(game, entered)),
        wagers=tuple(
            AmendWager(index, wager_words(wager, word), wager.cents)
            for index, wager in enumerate(entered.wagers)
        ),
        kinds=tuple(game.kinds()),
        states=ends_of_a_hand(game),
        outcomes=_outcomes(entered, word),
        outcome_choices=tuple((each, _words(each)) for each in ("win", "lose", "push")),
        bank=bank_code(entered.bank.kind, entered.bank.seat),
        banks=_banks(game, entered),
        dealer_wager_cents=entered.dealer_wager_cents or 0,
        has_dealer_wager=getattr(game.profile, "has_dealer_wager", False),
    )


def ends_of_a_hand(game: Game) -> tuple[tuple[str, str], ...]:
    """How a player's hand may have ended, played out first."""
    others = (each for each in game.states if each != AS_PLAYED)
    return ((AS_PLAYED, _("Played")), *((each, _words(each)) for each in others))


def amended_places(game: Game, entered: rules.Round) -> list[Place]:
    """Whose hands a correction may say: with another bank the dealer's counts as well."""
    is_banked = game.options.player_bank and "player" in game.profile.bank_kinds
    also = [*entered.hands, DEALER] if is_banked else []
    return list(dict.fromkeys([*game.places(entered), *also]))


def bank_code(kind: str, seat: int | None) -> str:
    """Who banked, as one word of a form: `house`, `player 3`, `co-bank 3`."""
    return kind if seat is None else f"{kind} {seat}"


def _banks(game: Game, entered: rules.Round) -> tuple[tuple[str, str], ...]:
    """Who may have banked: the house, and whoever was at the table; none where nobody may."""
    offered = (("player", game.options.player_bank), ("co-bank", game.options.co_bank))
    kinds = [kind for kind, is_on in offered if is_on and kind in game.profile.bank_kinds]
    held = [("house", None), *((kind, seat) for kind in kinds for seat in entered.occupied_seats())]
    word = game.profile.seat_word
    found = tuple((bank_code(*each), bank_words(*each, word)) for each in held)
    return found if kinds else ()


def _place(game: Game, entered: rules.Round, place: Place, word: str) -> AmendPlace:
    hand, seat = entered.hands.get(place), place.number
    return AmendPlace(
        place=place.text,
        label=place_words(place.text, word),
        pieces=(*hand.high, *hand.low) if hand else ("",) * game.hand_size,
        state=entered.state_at(seat) if seat else AS_PLAYED,
        has_state=seat is not None and seat != entered.bank.seat,
    )


def wager_words(wager: PlacedWager, word: str) -> str:
    """Whose wager it is: the seat, and the player where somebody is named."""
    label = place_words(str(wager.seat), word)
    return f"{label} · {wager.player}" if wager.player else label


def _outcomes(entered: rules.Round, word: str) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (str(each.seat), place_words(str(each.seat), word), each.outcome)
        for each in entered.outcomes or ()
    )


def _words(code: str) -> str:
    return str(OUTCOMES[code].label) if code in OUTCOMES else code
