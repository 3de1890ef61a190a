"""The same round under other facts: set the house way, or as it should have been.

Nothing is written. A correction goes through its own command; this only shows what it would do.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from foundation.wording import money_text as money
from review.queries.round_page import (
    PlaceLine,
    facts_of,
    place_lines,
    reasons_by_place,
    reasons_of,
)
from rounds.facts import Facts, HandGiven, Outcome, Wager
from rounds.games import game_of
from rounds.games.game import Extras, refusing
from rounds.models import Round, Settlement
from rounds.queries.changed import ChangesGiven, changed_facts


@dataclass(frozen=True, slots=True)
class Amendment:
    """What would be otherwise; None leaves a part as it was. A hand without high is house way."""

    wagers: tuple[Wager, ...] | None = None
    hands: Mapping[str, tuple[tuple[str, ...], tuple[str, ...] | None]] = field(
        default_factory=dict
    )
    states: Mapping[str, str] | None = None
    outcomes: tuple[Outcome, ...] | None = None

    @property
    def is_empty(self) -> bool:
        parts = (self.wagers, self.states, self.outcomes)
        return not self.hands and all(part is None for part in parts)

    def changes(self, facts: Facts) -> ChangesGiven:
        """The same as a correction takes it; whoever set a hand is still who set it."""
        states = self.states
        return ChangesGiven(
            wagers=self.wagers,
            hands=[
                HandGiven(place, held, high, set_by=_set_by(facts, place))
                for place, (held, high) in self.hands.items()
            ]
            or None,
            states=None if states is None else [(int(seat), each) for seat, each in states.items()],
            outcomes=self.outcomes,
        )


def _set_by(facts: Facts, place: str) -> str:
    hand = facts["hands"].get(place)
    return hand["set_by"] if hand is not None else "player"


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


def house_way_amendment(current: Round, shown: Settlement) -> Amendment:
    """Every hand of the round as the house way sets it."""
    facts = facts_of(current, shown)
    return Amendment(hands={place: (tuple(h["held"]), None) for place, h in facts["hands"].items()})


def compare(current: Round, shown: Settlement, amendment: Amendment) -> Comparison:
    """Settle the amended round by what held then, and lay both accounts side by side."""
    game, currency = game_of(current.submission), current.table.property.currency
    before = facts_of(current, shown)
    after = changed_facts(game, current.table, before, amendment.changes(before))
    options = shown.facts["options"]
    extras = Extras(options.get("smallest_chip", 1), jackpot_cents=options.get("jackpot", 0))
    with refusing():
        document = game.document(after, extras)
        settled = game.settle(document)
        said = game.explain(document, partial(money, currency=currency))
        reasons = reasons_of(settled.reasons, said)
    then = place_lines(game, before, shown.outcome, reasons_by_place(game, shown, currency))
    now = place_lines(game, after, settled.outcome, reasons)
    return Comparison(
        rows=tuple(_rows(then, now)),
        house_then_cents=shown.house_net_cents,
        house_now_cents=settled.outcome["house"]["net"],
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
