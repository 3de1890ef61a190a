"""One player on several betting areas: who sets which hand, and in which order."""

from collections.abc import Mapping

from rules.round import Round
from rules.tiles.people import known_as, people_today
from rules.wagers import order_of_setting


def setting_order(areas: Mapping[str, Mapping[int, int]]) -> tuple[int, ...]:
    """Give the seats in the order in which their hands are set, by what each player wagers there.

    Players set at the same time; what is ordered is two adjacent areas of one player: the larger
    wager first, equal ones counterclockwise.

    Rule: MD 5 §E(1)-(3).

    >>> setting_order({"A": {3: 500, 4: 1000}, "B": {1: 500}})
    (1, 4, 3)
    """
    ordered = sorted(areas.values(), key=min)
    return tuple(seat for wagers in ordered for seat in order_of_setting(wagers))


def house_way_areas(entered: Round) -> tuple[int, ...]:
    """List the seats whose hands the dealer sets, because their player plays at another one.

    A player is met at the seat where they sit, or at the box that they chose to control.

    Rule: MBS 3.12; NZ 7.2.

    >>> from rules.round import PlacedWager
    >>> two = Round(wagers=(PlacedWager(2, "A", 500), PlacedWager(5, "A", 500)))
    >>> house_way_areas(two)
    (5,)
    """
    met = people_today(entered)
    return tuple(seat for seat in entered.wager_by_seat() if seat not in met)


def boxes_without_controller(entered: Round) -> tuple[int, ...]:
    """List the boxes at which nobody sits and several highest wagers are equal.

    Only the dealer sees whose wager lies nearest, and says so before the round begins.

    Rule: NZ 7.1(a)-(b).

    >>> from rules.round import PlacedWager
    >>> boxes_without_controller(Round(wagers=(PlacedWager(2, "A", 500), PlacedWager(2, "B", 500))))
    (2,)
    """
    highest: dict[int, list[int]] = {}
    for wager in entered.wagers:
        highest.setdefault(wager.seat, []).append(wager.cents)
    return tuple(
        seat
        for seat, cents in sorted(highest.items())
        if cents.count(max(cents)) > 1 and not entered.seats.get(seat)
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
