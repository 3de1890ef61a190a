"""One player on several betting areas, several players on one box: who sets which hand, when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.wagers import order_of_setting


@dataclass(frozen=True, slots=True)
class OnBox:
    """A player's wager on a box; the order of a list is the nearest to the dealer first."""

    player: str
    cents: int


def proposed_controller(wagers: Sequence[OnBox], seated: str | None) -> str | None:
    """Propose who decides about the tiles of a box.

    The seated player; without one the highest wager; among equal ones the nearest to the dealer.

    Rule: NZ 7.1(a).

    >>> both = [OnBox("A", 500), OnBox("B", 700)]
    >>> proposed_controller(both, "A"), proposed_controller(both, None)
    ('A', 'B')
    """
    if seated is not None:
        return seated
    highest = max((each.cents for each in wagers), default=0)
    return next((each.player for each in wagers if each.cents == highest), None)


def setting_order(areas: Mapping[str, Mapping[int, int]]) -> tuple[int, ...]:
    """Give the seats in the order in which their hands are set, by what each player wagers there.

    Players set at the same time; what is ordered is two areas of one player: the larger wager
    first, equal ones counterclockwise.

    Rule: MD 5 §E(1)-(3).

    >>> setting_order({"A": {3: 500, 4: 1000}, "B": {1: 500}})
    (1, 4, 3)
    """
    ordered = sorted(areas.values(), key=min)
    return tuple(seat for wagers in ordered for seat in order_of_setting(wagers))


def waits_for(areas: Mapping[str, Mapping[int, int]], seat: int) -> int | None:
    """Name the seat whose hand the same player sets before this one, if there is one.

    Rule: MD 5 §E(2)-(3).

    >>> waits_for({"A": {3: 500, 4: 1000}}, 3), waits_for({"A": {3: 500, 4: 1000}}, 4)
    (4, None)
    """
    for wagers in areas.values():
        order = order_of_setting(wagers)
        if seat in order and order.index(seat) > 0:
            return order[order.index(seat) - 1]
    return None


def house_way_areas(
    areas: Mapping[str, Sequence[int]], controls: Mapping[int, str]
) -> tuple[int, ...]:
    """List the seats whose hands the dealer sets, because their player plays at another one.

    `controls` is the one seat at which each player sits, or the one box that they chose.

    Rule: MBS 3.12; NZ 7.2.

    >>> house_way_areas({"A": [2, 5], "B": [3]}, {2: "A", 3: "B"})
    (5,)
    """
    return tuple(
        sorted(
            seat
            for player, seats in areas.items()
            for seat in seats
            if len(seats) > 1 and controls.get(seat) != player
        )
    )
