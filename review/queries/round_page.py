"""A round as an office page shows it: every wager with its hand, its result and the reason."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

import rules
from foundation.wording import money_text as money
from review.models import Dispute
from review.queries.taps import Tap, taps_of
from rounds.games import game_of
from rounds.games.game import Game, Said
from rounds.models import (
    Correction,
    Depth,
    Irregularity,
    Round,
    RoundState,
    Settlement,
    SettlementKind,
    Source,
)
from rounds.queries.changed import made_from
from rounds.wording import (
    OUTCOMES,
    SIDE_WAGERS,
    VOID_REASONS,
    bank_at_words,
    bank_words,
    funds_words,
    hand_words,
    outcome_words,
    place_words,
)
from rules.place import DEALER, Place
from rules.reasons import Reason
from rules.round import PlacedWager, SetHand
from rules.settlement import SettledSeat
from staff.models import Person

LATEST = 40


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand as it was set, and whether the house way would have set it so."""

    held: tuple[str, ...]
    high: tuple[str, ...]
    low: tuple[str, ...]
    high_name: str
    low_name: str
    set_by: str
    rule: str
    is_house_way: bool


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One of several players at a place: what they put there, and what it brought them."""

    player: str
    controls: bool
    wager_cents: int
    vigorish_cents: int
    total_cents: int | None


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """One place at the table: its wagers, its hand, how it ended, and why."""

    place: str
    label: str
    heading: str
    is_bank: bool
    wager_cents: int
    sides: tuple[tuple[str, int], ...]
    hand: HandLine | None
    outcome: str
    outcome_label: str
    tone: str
    vigorish_cents: int
    total_cents: int | None
    reasons: tuple[Mapping[str, str], ...]
    player: str = ""
    players: tuple[PlayerLine, ...] = ()

    @property
    def side_cents(self) -> int:
        return sum(cents for _name, cents in self.sides)


@dataclass(frozen=True, slots=True)
class SettlementLine:
    """A settlement of the round; the last that moved money holds."""

    n: int
    kind: str
    label: str
    at: datetime
    house_net_cents: int
    holds: bool


@dataclass(frozen=True, slots=True)
class RoundPage:
    """Everything that the page of a round shows."""

    round: Round
    title: str
    pieces: str
    seat_word: str
    fee_word: str
    currency: str
    bank: str
    funds: str
    state_label: str
    void_reason: str
    places: tuple[PlaceLine, ...]
    movements: tuple[Mapping[str, Any], ...]
    settlements: tuple[SettlementLine, ...]
    shown: int
    irregularities: tuple[Irregularity, ...]
    corrections: tuple[Correction, ...]
    disputes: tuple[Dispute, ...]
    taps: tuple[Tap, ...]
    house_net_cents: int | None
    vigorish_cents: int | None


def funds_of(entered: rules.Round, currency: str) -> str:
    """What whoever banks has shown to cover the wagers; nothing where the house banks."""
    if entered.bank.seat is None or not entered.bank.answers:
        return ""
    return funds_words(entered.bank.answers[-1], partial(money, currency=currency))


def round_of(viewer: Person, round_id: UUID) -> Round:
    """A round of the viewer's house."""
    return (
        Round.objects.select_related(
            "table__property", "table__pit", "submission", "settlement", "dealer",
            "playing_set__equipment", "dice__equipment",
        ).get(pk=round_id, property_id=viewer.property_id)
    )  # fmt: skip


def round_page(current: Round, *, n: int | None = None) -> RoundPage:
    """The round by its settlement that holds, or by an earlier one."""
    settlements = list(Settlement.objects.filter(round=current).order_by("n"))
    shown = settlement_shown(current, settlements, n)
    entered = made_from(current, shown)
    game = game_of(current.submission)
    settled, currency = shown.settled if shown else None, current.table.property.currency
    return RoundPage(
        round=current,
        title=title_of(current),
        pieces=game.pieces,
        seat_word=game.profile.seat_word,
        fee_word=game.profile.fee_word,
        currency=currency,
        bank=bank_words(entered.bank.kind, entered.bank.seat, game.profile.seat_word),
        funds=funds_of(entered, currency),
        state_label=str(RoundState(current.state).label),
        void_reason=str(VOID_REASONS.get(current.void_reason, current.void_reason)),
        places=place_lines(game, entered, settled, reasons_by_place(game, shown, currency)),
        movements=tuple(shown.movements) if shown else (),
        settlements=tuple(
            SettlementLine(
                n=each.n,
                kind=each.kind,
                label=str(SettlementKind(each.kind).label),
                at=each.at,
                house_net_cents=each.house_net_cents,
                holds=each.pk == current.settlement_id,
            )
            for each in settlements
        ),
        shown=shown.n if shown else 0,
        irregularities=tuple(
            Irregularity.objects.filter(round=current)
            .select_related("reported_by", "ruled_by")
            .order_by("n")
        ),
        corrections=tuple(
            Correction.objects.filter(round=current)
            .select_related("ordered_by", "second")
            .order_by("at")
        ),
        disputes=tuple(current.disputes.select_related("opened_by").order_by("n")),
        taps=tuple(taps_of(current.pk, current.table.property.time_zone)),
        house_net_cents=shown.house_net_cents if shown else None,
        vigorish_cents=shown.vigorish_cents if shown else None,
    )


def title_of(current: Round) -> str:
    return _("Table {table}, round {number}").format(
        table=current.table.number, number=current.number
    )


def settlement_shown(
    current: Round, settlements: list[Settlement], n: int | None
) -> Settlement | None:
    wanted = [each for each in settlements if each.n == n]
    holding = [each for each in settlements if each.pk == current.settlement_id]
    return next(iter(wanted or holding), None)


Reasons = Mapping[str, list[Mapping[str, str]]]


def place_lines(
    game: Game, entered: rules.Round, settled: rules.Settlement | None, reasons: Reasons
) -> tuple[PlaceLine, ...]:
    """Seat 1 first, the dealer's hand last, as the hands are exposed."""
    lines = [_seat_line(game, entered, seat, reasons, settled) for seat in entered.played_seats()]
    if DEALER in entered.hands or entered.bank.seat is None:
        lines.append(_dealer_line(game, entered, settled, reasons))
    return tuple(lines)


def _seat_line(
    game: Game,
    entered: rules.Round,
    seat: int,
    reasons: Reasons,
    settled: rules.Settlement | None,
) -> PlaceLine:
    place, is_bank = str(seat), seat == entered.bank.seat
    wagers, word = entered.wagers_at(seat), game.profile.seat_word
    code, vigorish, total = _ended(entered, seat, settled)
    return PlaceLine(
        place=place,
        label=place_words(place, word),
        heading=bank_at_words(place, word) if is_bank else place_words(place, word),
        is_bank=is_bank,
        wager_cents=sum(wager.cents for wager in wagers),
        sides=side_wagers(wagers),
        hand=hand_line(game, entered.hands.get(Place.of_seat(seat))),
        outcome=code,
        outcome_label=outcome_words(code),
        tone=OUTCOMES[code].tone if code in OUTCOMES else "",
        vigorish_cents=vigorish,
        total_cents=total,
        reasons=tuple(reasons.get("bank" if is_bank else place, ())),
        player=", ".join(entered.bankers() if is_bank else players_at(wagers)),
        players=_player_lines(entered, seat, settled),
    )


def _ended(
    entered: rules.Round, seat: int, settled: rules.Settlement | None
) -> tuple[str, int, int | None]:
    """How a seat ended, the vigorish in it, and what it got; before that, as far as is known."""
    if settled is not None and seat == entered.bank.seat:
        return "bank", settled.bank.vigorish_cents, settled.bank.net_cents
    row: SettledSeat | None = settled.seat_at(seat) if settled is not None else None
    if row is None:
        return entered.states.get(seat, ""), 0, None
    return row.outcome, row.vigorish_cents, row.total_cents


def _player_lines(
    entered: rules.Round, seat: int, settled: rules.Settlement | None
) -> tuple[PlayerLine, ...]:
    """A line each where several share a place; who stands alone has the line of the place.

    Rule: NZ 5.5, 6.11-6.13.
    """
    put: Sequence[tuple[str, int]]
    ended: dict[str, tuple[int, int]] = {}
    if seat == entered.bank.seat:
        put = entered.bank.shares or ()
        if settled is not None:
            shares = settled.bank.shares
            ended = {each.player: (each.vigorish_cents, each.net_cents) for each in shares}
    else:
        put = [(each.player, each.cents) for each in entered.wagers_at(seat)]
        if settled is not None:
            there = [each for each in settled.players if each.seat == seat]
            ended = {each.player: (each.vigorish_cents, each.total_cents) for each in there}
    if len(put) < 2:
        return ()
    controls = entered.controlling_player(seat)
    return tuple(
        PlayerLine(
            player=player,
            controls=player == controls,
            wager_cents=cents,
            vigorish_cents=ended[player][0] if player in ended else 0,
            total_cents=ended[player][1] if player in ended else None,
        )
        for player, cents in put
    )


def players_at(wagers: Sequence[PlacedWager]) -> list[str]:
    return [wager.player for wager in wagers if wager.player]


def _dealer_line(
    game: Game, entered: rules.Round, settled: rules.Settlement | None, reasons: Reasons
) -> PlaceLine:
    dealer = settled.dealer if settled is not None else None
    code = (dealer and dealer.outcome) or "dealer"
    is_bank, place = entered.bank.seat is None, DEALER.text
    return PlaceLine(
        place=place,
        label=place_words(place),
        heading=place_words(place),
        is_bank=is_bank,
        wager_cents=entered.dealer_wager_cents or 0,
        sides=(),
        hand=hand_line(game, entered.hands.get(DEALER)),
        outcome=code,
        outcome_label=outcome_words(code),
        tone="",
        vigorish_cents=0,
        total_cents=dealer.net_cents if dealer and not is_bank else None,
        reasons=tuple(reasons.get(place, ())),
    )


def hand_line(game: Game, hand: SetHand | None) -> HandLine | None:
    if hand is None:
        return None
    return HandLine(
        held=hand.held,
        high=hand.high,
        low=hand.low,
        high_name=hand_words(hand.high_name),
        low_name=hand_words(hand.low_name),
        set_by=hand.set_by,
        rule=hand.rule,
        is_house_way=game.is_house_way(hand),
    )


def side_wagers(wagers: Sequence[PlacedWager]) -> tuple[tuple[str, int], ...]:
    """The side wagers of a seat by their names, each with what lies on it."""
    sums = {
        str(label): sum(wager.side(name) for wager in wagers) for name, label in SIDE_WAGERS.items()
    }
    return tuple((label, cents) for label, cents in sums.items() if cents)


def reasons_by_place(
    game: Game, shown: Settlement | None, currency: str
) -> dict[str, list[Mapping[str, str]]]:
    """The sentences of a settlement under the place that each of them speaks of."""
    if shown is None:
        return {}
    said = game.explain(shown.facts, partial(money, currency=currency))
    return reasons_of(shown.settled, said)


def reasons_of(
    settled: rules.Settlement, said: Sequence[Said]
) -> dict[str, list[Mapping[str, str]]]:
    found: dict[str, list[Mapping[str, str]]] = defaultdict(list)
    codes = settled.reasons if len(settled.reasons) == len(said) else [None] * len(said)
    for reason, each in zip(codes, said, strict=True):
        place = str(each["seat"]) if "seat" in each else _speaks_of(reason)
        found[place].append({"cite": each["cite"], "text": each["clause"]})
    return found


def _speaks_of(reason: Reason | None) -> str:
    if reason is None:
        return DEALER.text
    seat, place = reason.params.get("seat"), str(reason.params.get("place", ""))
    if place in ("bank", DEALER.text):
        return place
    if seat:
        return str(seat)
    return "bank" if reason.code.startswith(("bank-", "co-bank-")) else DEALER.text


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round in a list."""

    id: UUID
    table_id: int
    table_number: int
    number: int
    gaming_day: Any
    state: str
    state_label: str
    dealer: str
    bank: str
    opened_at: datetime
    ended_at: datetime | None
    wagered_cents: int | None
    house_net_cents: int | None
    is_quick: bool
    is_whole: bool
    is_late_entry: bool
    is_simulated: bool
    has_irregularity: bool
    has_correction: bool
    has_dispute: bool


def latest_rounds(
    viewer: Person, *, table_id: int | None = None, before: datetime | None = None
) -> list[RoundRow]:
    """The newest rounds of the house or of one table, a page at a time."""
    rounds = Round.objects.filter(property_id=viewer.property_id)
    if table_id is not None:
        rounds = rounds.filter(table_id=table_id)
    if before is not None:
        rounds = rounds.filter(opened_at__lt=before)
    found = rounds.select_related("table", "dealer", "settlement", "submission")
    return [round_row(each) for each in found.order_by("-opened_at")[:LATEST]]


def round_row(current: Round) -> RoundRow:
    settled = current.settlement
    return RoundRow(
        id=current.pk,
        table_id=current.table_id,
        table_number=current.table.number,
        number=current.number,
        gaming_day=current.gaming_day,
        state=current.state,
        state_label=str(RoundState(current.state).label),
        dealer=current.dealer.name,
        bank=bank_words(current.bank_kind, current.bank_seat, ""),
        opened_at=current.opened_at,
        ended_at=current.ended_at,
        wagered_cents=settled.wagered_cents if settled else None,
        house_net_cents=settled.house_net_cents if settled else None,
        is_quick=current.depth == Depth.QUICK,
        is_whole=current.source == Source.WHOLE,
        is_late_entry=current.is_late_entry,
        is_simulated=current.source == Source.DEMO,
        has_irregularity=current.has_irregularity,
        has_correction=current.has_correction,
        has_dispute=current.has_dispute,
    )
