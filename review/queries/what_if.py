"""The same round under other facts: set the house way, or as it should have been.

Nothing is written. A correction goes through its own command; this only shows what it would do.
"""

from dataclasses import dataclass
from functools import partial

import rules
from foundation.wording import money_text as money
from review.queries.round_page import (
    PlaceLine,
    place_lines,
    reasons_by_place,
    reasons_of,
)
from rounds.games import game_of
from rounds.games.game import Extras
from rounds.models import Round, Settlement
from rounds.queries.changed import changed_round, made_from
from rules.refusals import refusing


@dataclass(frozen=True, slots=True)
class CompareRow:
    """One place in both accounts."""

    label: str
    then: PlaceLine | None
    now: PlaceLine | None
    hand_differs: bool
    result_differs: bool

    @property
    def differs(self) -> bool:
        return self.hand_differs or self.result_differs


@dataclass(frozen=True, slots=True)
class Comparison:
    """A round as it was settled, beside the same round under other facts."""

    rows: tuple[CompareRow, ...]
    house_then_cents: int
    house_now_cents: int
    pieces: str
    currency: str

    @property
    def different(self) -> list[CompareRow]:
        return [row for row in self.rows if row.differs]

    @property
    def same(self) -> list[CompareRow]:
        return [row for row in self.rows if not row.differs]

    @property
    def differs(self) -> bool:
        return bool(self.different)

    @property
    def house_differs_cents(self) -> int:
        return self.house_now_cents - self.house_then_cents


def house_way_changes(current: Round, shown: Settlement) -> rules.Changes:
    """Every hand of the round as the house way sets it."""
    game, hands = game_of(current.submission), made_from(current, shown).hands
    return rules.Changes(
        hands={place: game.hand(each.held, set_by=each.set_by) for place, each in hands.items()}
    )


def compare(current: Round, shown: Settlement, changes: rules.Changes) -> Comparison:
    """Settle the changed round by what held then, and lay both accounts side by side."""
    game, currency = game_of(current.submission), current.table.property.currency
    before = made_from(current, shown)
    after = changed_round(game, current.table, before, changes)
    with refusing():
        settled = game.settle(after, Extras.of(shown.settled))
        said = game.explain(settled.facts, partial(money, currency=currency))
        reasons = reasons_of(settled, said)
    then = place_lines(game, before, shown.settled, reasons_by_place(game, shown, currency))
    now = place_lines(game, after, settled, reasons)
    return Comparison(
        rows=tuple(_rows(then, now)),
        house_then_cents=shown.house_net_cents,
        house_now_cents=settled.house.net_cents,
        pieces=game.pieces,
        currency=currency,
    )


def _rows(then: tuple[PlaceLine, ...], now: tuple[PlaceLine, ...]) -> list[CompareRow]:
    before, after = ({line.place: line for line in lines} for lines in (then, now))
    rows = []
    for place in dict.fromkeys([*before, *after]):
        old, new = before.get(place), after.get(place)
        rows.append(
            CompareRow(
                label=(new or old).label,  # type: ignore[union-attr]  # one of them is there
                then=old,
                now=new,
                hand_differs=_set(old) != _set(new),
                result_differs=_result(old) != _result(new),
            )
        )
    return rows


def _set(line: PlaceLine | None) -> object:
    hand = line.hand if line else None
    return (sorted(hand.high), sorted(hand.low)) if hand else None


def _result(line: PlaceLine | None) -> object:
    return (line.outcome, line.total_cents, line.wager_cents) if line else None
