"""From dice and stacks to hands: starting position, ten deliveries and back, cuts.

Everything is seen from above. Stacks are numbered 1-8 from the dealer's right, tiles 1-4 from the
top; seats go up counterclockwise from the dealer's right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from rules.place import Place
from rules.refusals import RulesError

StackPlace = tuple[int, int]
Held = TypeVar("Held")

LEAST_TOTAL, GREATEST_TOTAL = 3, 18
ADJUSTMENTS = (-4, 0, 4)


@dataclass(frozen=True, slots=True)
class Layout:
    """The eight positions of a table in counting order, and what a smaller table does with them.

    `spare` is where the stacks of places go that a smaller layout lacks; None means that the
    layout is never smaller. `house` is the position that banks for the house.
    """

    positions: tuple[str, ...]
    seat_prefix: str
    seat_count: int
    house: str
    spare: str | None
    takes_adjustment: bool = False

    def of_size(self, seats: int) -> tuple[str, ...]:
        """Give the positions of a layout with so many seats."""
        if not 1 <= seats <= self.seat_count or (self.spare is None and seats < self.seat_count):
            raise RulesError("bad-option", f"not a number of seats for this layout: {seats!r}")
        kept = {Place.of_seat(number).named(self.seat_prefix) for number in range(1, seats + 1)}
        return tuple(
            each if each in kept or not each.startswith(self.seat_prefix) else str(self.spare)
            for each in self.positions
        )


def _seats(prefix: str, count: int) -> tuple[str, ...]:
    return tuple(Place.of_seat(number).named(prefix) for number in range(1, count + 1))


# Rule: MD 1 §B(4), 2 §A, 6 §B, 9 §K; Leaflet ¶11 (the dead hand there is a reading).
MARYLAND_LAYOUT = Layout(
    positions=("dealer", *_seats("seat", 6), "dead-hand"),
    seat_prefix="seat",
    seat_count=6,
    house="dealer",
    spare=None,
)
# Rule: MBS 3.9, 3.10, 3.10.1; the order is a reading, the diagram is not in the text.
MBS_LAYOUT = Layout(
    positions=("dealer", *_seats("seat", 7)),
    seat_prefix="seat",
    seat_count=7,
    house="dealer",
    spare="burnt-box",
)
# Rule: NZ 3.1, 3.2, 9.6, 9.9, 10.2B, 11.1(a).
NEW_ZEALAND_LAYOUT = Layout(
    positions=_seats("box", 8),
    seat_prefix="box",
    seat_count=8,
    house="box-1",
    spare="unused",
    takes_adjustment=True,
)


def starting_positions(
    layout: Layout, total: int, bank_seat: int | None, *, adjust: int = 0, seats: int | None = None
) -> tuple[str, ...]:
    """Give the eight positions in the order in which they receive tiles.

    The count starts with the banker as one and runs counterclockwise through every position,
    whether or not it has a wager. `bank_seat` is None when the house banks. The adjusted total is
    counted round the eight positions (reading).

    Rule: MD 6 §A-§C, 9 §K-§L; MBS 3.8-3.10.1; NZ 1.0 Total, 9.6, 9.9, 10.1, 10.2,
    10.2B; Leaflet ¶11.

    >>> starting_positions(MARYLAND_LAYOUT, 3, None)[0]
    'seat-2'
    >>> starting_positions(MARYLAND_LAYOUT, 12, 4)[0]
    'dead-hand'
    """
    if not LEAST_TOTAL <= total <= GREATEST_TOTAL:
        raise RulesError("bad-total", f"three dice cannot total {total}")
    return counted_positions(layout, total, bank_seat, adjust=adjust, seats=seats)


def generated_positions(
    layout: Layout, number: int, numbers: range, *, seats: int | None = None
) -> tuple[str, ...]:
    """Give the positions by the number of a generator, whose range the submission names.

    Only the house deals by it: a player who banks shakes the dice.

    Rule: MD 2 §F, 6 §A(1), §B, 9 §J(2).

    >>> generated_positions(MARYLAND_LAYOUT, 1, range(1, 9))[0]
    'dealer'
    """
    if number not in numbers:
        raise RulesError("bad-total", f"the generator does not display {number}")
    return counted_positions(layout, number, None, seats=seats)


def counted_positions(
    layout: Layout, total: int, bank_seat: int | None, *, adjust: int = 0, seats: int | None = None
) -> tuple[str, ...]:
    """Count round the table, the banker as one, and give the positions from where it ends.

    Rule: MD 6 §B, 9 §K; MBS 3.9; NZ 9.9; Leaflet ¶11.
    """
    positions = layout.of_size(layout.seat_count if seats is None else seats)
    if bank_seat is None:
        first = layout.positions.index(layout.house)
    else:
        first = _position_of(f"{layout.seat_prefix}-{bank_seat}", positions)
    guard_adjustment(layout, adjust, is_house=bank_seat is None)
    start = (first + total + adjust - 1) % len(positions)
    return positions[start:] + positions[:start]


def number_counted(layout: Layout, total: int, adjust: int) -> int:
    """Give the number at which the count ends: the adjusted total, once more round if below one.

    With -4 a total of 3 or 4 leaves no number to count to; the banker's box is 1 and 9 alike, so
    that the count goes to 7 or 8 (reading).

    Rule: NZ 9.6, 9.7, 9.9.

    >>> [number_counted(NEW_ZEALAND_LAYOUT, total, -4) for total in (3, 4, 5)]
    [7, 8, 1]
    """
    number = total + adjust
    return number if number > 0 else number + len(layout.positions)


def _position_of(name: str, positions: Sequence[str]) -> int:
    if name not in positions:
        raise RulesError("bank-seat-missing", f"the layout has no {name}")
    return positions.index(name)


def guard_adjustment(layout: Layout, adjust: int, *, is_house: bool) -> None:
    """Refuse a nominated value that the rules do not know, or that nobody may nominate.

    Rule: NZ 9.6-9.7; that the house nominates nothing is a reading.
    """
    if adjust not in ADJUSTMENTS:
        raise RulesError("bad-option", f"not +4 or -4: {adjust!r}")
    if adjust and (is_house or not layout.takes_adjustment):
        rule = "NZ 9.6" if layout.takes_adjustment else ""
        raise RulesError("bad-option", "only a New Zealand player/banker nominates +4 or -4", rule)


def _stack(number: int) -> list[StackPlace]:
    return [(number, depth) for depth in range(1, 5)]


def _two_stacks(one: int, other: int) -> list[list[StackPlace]]:
    """The top two tiles of both stacks, then the four that remain."""
    return [
        [(one, depth), (one, depth + 1), (other, depth), (other, depth + 1)] for depth in (1, 3)
    ]


def _row(depth: int, stacks: Sequence[int]) -> list[StackPlace]:
    return [(number, depth) for number in stacks]


def _dragon_head(head: Sequence[int], tail: Sequence[int]) -> list[list[StackPlace]]:
    """Two stacks on two others: their top twos, each followed by the tail's next row."""
    heads = _two_stacks(head[0], head[1]) + _two_stacks(head[2], head[3])
    hands: list[list[StackPlace]] = []
    for depth, hand in enumerate(heads, start=1):
        hands += [hand, _row(depth, tail)]
    return hands


def _rows_of_four(first: Sequence[int], second: Sequence[int]) -> list[list[StackPlace]]:
    return [_row(depth, stacks) for depth in range(1, 5) for stacks in (first, second)]


def _pairs_of_stacks(pairs: Sequence[tuple[int, int]]) -> list[list[StackPlace]]:
    return [hand for one, other in pairs for hand in _two_stacks(one, other)]


_DELIVERIES = {
    "house-way-right": [_stack(number) for number in range(1, 9)],
    "house-way-left": [_stack(number) for number in range(8, 0, -1)],
    "cup-say-right": _pairs_of_stacks(((1, 2), (3, 4), (5, 6), (7, 8))),
    "cup-say-left": _pairs_of_stacks(((8, 7), (6, 5), (4, 3), (2, 1))),
    "jung-quat": _pairs_of_stacks(((4, 5), (3, 6), (2, 7), (1, 8))),
    "chee-yee": _pairs_of_stacks(((1, 8), (2, 7), (3, 6), (4, 5))),
    "pin-say-right": _rows_of_four((1, 2, 3, 4), (5, 6, 7, 8)),
    "pin-say-left": _rows_of_four((8, 7, 6, 5), (4, 3, 2, 1)),
    "dragon-head-right": _dragon_head((1, 2, 3, 4), (5, 6, 7, 8)),
    "dragon-head-left": _dragon_head((8, 7, 6, 5), (4, 3, 2, 1)),
}

# Rule: MD 6 §C, 7 §B(1)-(9).
DELIVERIES = MappingProxyType(
    {style: tuple(tuple(hand) for hand in hands) for style, hands in _DELIVERIES.items()}
)

# Rule: MD 6 §C, 7 §B, by style, for the person who asks why.
DELIVERY_CITES = MappingProxyType(
    {
        "house-way-right": "MD 6 §C",
        "house-way-left": "MD 7 §B(1)",
        "cup-say-right": "MD 7 §B(2)",
        "cup-say-left": "MD 7 §B(3)",
        "jung-quat": "MD 7 §B(4)",
        "chee-yee": "MD 7 §B(5)",
        "pin-say-right": "MD 7 §B(6)",
        "pin-say-left": "MD 7 §B(7)",
        "dragon-head-right": "MD 7 §B(8)",
        "dragon-head-left": "MD 7 §B(9)",
    }
)


def delivery(style: object) -> tuple[tuple[StackPlace, ...], ...]:
    """Give the eight hands of a style in delivery order, each as four places (stack, tile).

    Rule: MD 6 §C, 7 §A-§B, 9 §J, §L.

    >>> delivery("cup-say-right")[0]
    ((1, 1), (1, 2), (2, 1), (2, 2))
    """
    if isinstance(style, str) and style in DELIVERIES:
        return DELIVERIES[style]
    raise RulesError("unknown-style", f"not a style of delivery: {style!r}")


def deliver(style: object, stacks: Sequence[Sequence[Held]]) -> tuple[tuple[Held, ...], ...]:
    """Take eight stacks of four apart into eight hands, in delivery order.

    Rule: MD 6 §C, 7 §B, 9 §L; NZ 10.1.
    """
    _guard_eight_fours(stacks, "stacks")
    return tuple(
        tuple(stacks[stack - 1][depth - 1] for stack, depth in hand) for hand in delivery(style)
    )


def undeliver(style: object, hands: Sequence[Sequence[Held]]) -> tuple[tuple[Held, ...], ...]:
    """Put eight hands, in delivery order, back into the stacks as they stood.

    Rule: MD 8 §M.

    >>> stacks = [[f"{stack}:{tile}" for tile in "1234"] for stack in "12345678"]
    >>> undeliver("jung-quat", deliver("jung-quat", stacks))[7]
    ('8:1', '8:2', '8:3', '8:4')
    """
    _guard_eight_fours(hands, "hands")
    places = delivery(style)
    stood = {
        place: held
        for hand, dealt in zip(places, hands, strict=True)
        for place, held in zip(hand, dealt, strict=True)
    }
    return tuple(tuple(stood[stack, depth] for depth in range(1, 5)) for stack in range(1, 9))


def _guard_eight_fours(groups: Sequence[Sequence[object]], word: str) -> None:
    if len(groups) != 8 or any(len(each) != 4 for each in groups):
        raise RulesError("wrong-count", f"a delivery needs eight {word} of four tiles")
