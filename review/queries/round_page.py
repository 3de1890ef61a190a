"""A round as an office page shows it: every wager with its hand, its result and the reason."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from foundation.wording import money_text as money
from review.models import Dispute
from review.queries.taps import Tap, taps_of
from rounds.facts import (
    DEALER,
    Facts,
    Wager,
    bankers,
    controlling_player,
    played_seats,
    wagers_at,
)
from rounds.games import game_of
from rounds.games.game import Game
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
from rounds.wording import (
    OUTCOMES,
    SIDE_WAGERS,
    VOID_REASONS,
    bank_at_words,
    bank_words,
    hand_words,
    outcome_words,
    place_words,
)
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
    currency: str
    bank: str
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
    facts = facts_of(current, shown)
    game = game_of(current.submission)
    outcome, currency = shown.outcome if shown else None, current.table.property.currency
    return RoundPage(
        round=current,
        title=title_of(current),
        pieces=game.pieces,
        seat_word=game.profile.seat_word,
        currency=currency,
        bank=bank_words(current.bank_kind, current.bank_seat, game.profile.seat_word),
        state_label=str(RoundState(current.state).label),
        void_reason=str(VOID_REASONS.get(current.void_reason, current.void_reason)),
        places=place_lines(game, facts, outcome, reasons_by_place(game, shown, currency)),
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


def facts_of(current: Round, shown: Settlement | None) -> Facts:
    """What a settlement was made from; before there is one, what was entered so far."""
    if shown is not None and shown.entered is not None:
        return shown.entered  # type: ignore[no-any-return]  # the document's own type
    return current.facts  # type: ignore[no-any-return]


def place_lines(
    game: Game,
    facts: Facts,
    outcome: Mapping[str, Any] | None,
    reasons: Mapping[str, list[Mapping[str, str]]],
) -> tuple[PlaceLine, ...]:
    """Seat 1 first, the dealer's hand last, as the hands are exposed."""
    by_seat = {each["seat"]: each for each in outcome["seats"]} if outcome else {}
    lines = [_seat_line(game, facts, seat, by_seat.get(seat), reasons, outcome)
             for seat in played_seats(facts)]  # fmt: skip
    if DEALER in facts["hands"] or facts["bank"]["seat"] is None:
        lines.append(_dealer_line(game, facts, outcome, reasons))
    return tuple(lines)


def _seat_line(
    game: Game,
    facts: Facts,
    seat: int,
    row: Mapping[str, Any] | None,
    reasons: Mapping[str, list[Mapping[str, str]]],
    outcome: Mapping[str, Any] | None,
) -> PlaceLine:
    place, is_bank = str(seat), seat == facts["bank"]["seat"]
    bank = outcome["bank"] if outcome and is_bank else None
    code = "bank" if bank else str(row["outcome"]) if row else facts["states"].get(place, "")
    total = bank["net"] if bank else row["total"] if row else None
    vigorish = (bank or row or {}).get("vigorish", 0)
    return PlaceLine(
        place=place,
        label=place_words(place, game.profile.seat_word),
        heading=bank_at_words(place, game.profile.seat_word)
        if is_bank
        else place_words(place, game.profile.seat_word),
        is_bank=is_bank,
        wager_cents=sum(wager["cents"] for wager in wagers_at(facts, seat)),
        sides=side_wagers(wagers_at(facts, seat)),
        hand=hand_line(game, facts, place),
        outcome=code,
        outcome_label=outcome_words(code),
        tone=OUTCOMES[code].tone if code in OUTCOMES else "",
        vigorish_cents=vigorish,
        total_cents=total,
        reasons=tuple(reasons.get("bank" if is_bank else place, ())),
        player=", ".join(bankers(facts) if is_bank else players_at(facts, seat)),
        players=_player_lines(facts, seat, outcome),
    )


def _player_lines(
    facts: Facts, seat: int, outcome: Mapping[str, Any] | None
) -> tuple[PlayerLine, ...]:
    """A line each where several share a place; who stands alone has the line of the place.

    Rule: NZ 5.5, 6.11-6.13.
    """
    said = outcome or {}
    if seat == facts["bank"]["seat"]:
        put = [(each["player"], each["cents"]) for each in facts["bank"].get("shares", ())]
        ended = {each["player"]: each for each in said.get("bank", {}).get("shares", ())}
    else:
        put = [(each["player"], each["cents"]) for each in wagers_at(facts, seat)]
        ended = {each["player"]: each for each in said.get("players", ()) if each["seat"] == seat}
    if len(put) < 2:
        return ()
    controls = controlling_player(facts, seat)
    return tuple(
        PlayerLine(
            player=player,
            controls=player == controls,
            wager_cents=cents,
            vigorish_cents=ended.get(player, {}).get("vigorish", 0),
            total_cents=ended.get(player, {}).get("total", ended.get(player, {}).get("net")),
        )
        for player, cents in put
    )


def players_at(facts: Facts, seat: int) -> list[str]:
    return [wager["player"] for wager in wagers_at(facts, seat) if wager.get("player")]


def _dealer_line(
    game: Game,
    facts: Facts,
    outcome: Mapping[str, Any] | None,
    reasons: Mapping[str, list[Mapping[str, str]]],
) -> PlaceLine:
    dealer = outcome["dealer"] if outcome else None
    code = (dealer and dealer["outcome"]) or "dealer"
    is_bank = facts["bank"]["seat"] is None
    return PlaceLine(
        place=DEALER,
        label=place_words(DEALER),
        heading=place_words(DEALER),
        is_bank=is_bank,
        wager_cents=facts["dealer_wager"] or 0,
        sides=(),
        hand=hand_line(game, facts, DEALER),
        outcome=code,
        outcome_label=outcome_words(code),
        tone="",
        vigorish_cents=0,
        total_cents=dealer["net"] if dealer and not is_bank else None,
        reasons=tuple(reasons.get(DEALER, ())),
    )


def hand_line(game: Game, facts: Facts, place: str) -> HandLine | None:
    hand = facts["hands"].get(place)
    if hand is None:
        return None
    return HandLine(
        held=tuple(hand["held"]),
        high=tuple(hand["high"]),
        low=tuple(hand["low"]),
        high_name=hand_words(hand["high_name"]),
        low_name=hand_words(hand["low_name"]),
        set_by=hand["set_by"],
        rule=hand["rule"],
        is_house_way=game.is_house_way(hand),
    )


def side_wagers(wagers: Sequence[Wager]) -> tuple[tuple[str, int], ...]:
    """The side wagers of a seat by their names, each with what lies on it."""
    sums = {
        str(label): sum(int(wager.get(name, 0)) for wager in wagers)  # type: ignore[call-overload]
        for name, label in SIDE_WAGERS.items()
    }
    return tuple((label, cents) for label, cents in sums.items() if cents)


def reasons_by_place(
    game: Game, shown: Settlement | None, currency: str
) -> dict[str, list[Mapping[str, str]]]:
    """The sentences of a settlement under the place that each of them speaks of."""
    if shown is None:
        return {}
    return reasons_of(shown.reasons, game.explain(shown.facts, partial(money, currency=currency)))


def reasons_of(
    reasons: Sequence[Mapping[str, Any]], said: Sequence[Mapping[str, Any]]
) -> dict[str, list[Mapping[str, str]]]:
    found: dict[str, list[Mapping[str, str]]] = defaultdict(list)
    codes: Sequence[Mapping[str, Any]] = reasons if len(reasons) == len(said) else [{}] * len(said)
    for code, each in zip(codes, said, strict=True):
        place = str(each["seat"]) if "seat" in each else _speaks_of(code)
        found[place].append({"cite": each["cite"], "text": each["clause"]})
    return found


def _speaks_of(reason: Mapping[str, Any]) -> str:
    params = reason.get("params", {})
    seat, place = params.get("seat"), str(params.get("place", ""))
    if place in ("bank", DEALER):
        return place
    if seat:
        return str(seat)
    code = str(reason.get("code", ""))
    return "bank" if code.startswith(("bank-", "co-bank-")) else DEALER


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
        has_irregularity=current.has_irregularity,
        has_correction=current.has_correction,
        has_dispute=current.has_dispute,
    )
