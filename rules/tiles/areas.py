"""One player on several betting areas, several players on one box: who sets which hand, when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.round import Round
from rules.tiles.people import known_as, people_today
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


def house_way_areas(entered: Round) -> tuple[int, ...]:
    """List the seats whose hands the dealer sets, because their player plays at another one.

    A player is met at the seat where they sit, or at the box that they chose to control; a banker
    where the bank is.

    Rule: MBS 3.12; NZ 7.2.

    >>> from rules.round import PlacedWager
    >>> two = Round(wagers=(PlacedWager(2, "A", 500), PlacedWager(5, "A", 500)))
    >>> house_way_areas(two)
    (5,)
    """
    met, bankers = people_today(entered), entered.bankers()
    return tuple(
        seat
        for seat in entered.wager_by_seat()
        if seat not in met or (met[seat] in bankers and seat != entered.bank.seat)
    )


def areas_of(entered: Round) -> dict[str, dict[int, int]]:
    """Give what each player wagers on the seats about whose tiles they decide.

    >>> from rules.round import PlacedWager
    >>> areas_of(Round(wagers=(PlacedWager(3, "A", 500), PlacedWager(4, "A", 700))))
    {'A': {3: 500, 4: 700}}
    """
    found: dict[str, dict[int, int]] = {}
    for seat, cents in sorted(entered.wager_by_seat().items()):
        found.setdefault(known_as(entered, seat), {})[seat] = cents
    return found
