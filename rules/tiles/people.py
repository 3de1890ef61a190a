"""People, not seats: what somebody did in the rounds before goes with their marker.

A player who changes seats keeps their history, a newcomer has none, whoever sat there before. The
offers of the bank speak of seats (`rules.tiles.bank`), so the rounds before are told in the seats
at which their people sit now.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.tiles.bank import PastRound


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round of a game by its people: who banked it from which seat, who wagered what.

    `bankers` is empty when the house banked; several shared it (NZ 5.5). `wagers` has what each
    marker wagered on all seats together.
    """

    bank_seat: int | None
    bankers: tuple[str, ...]
    wagers: Mapping[str, int]
    is_co_bank: bool = False


def at_todays_seats(
    rounds: Sequence[PlayedRound], controls: Mapping[int, str]
) -> tuple[PastRound, ...]:
    """Tell the rounds before in today's seats; who has gone is left out.

    `controls` names the player who decides at each occupied seat. A banker who plays on several
    boxes is found at the lowest of them.

    Rule: MD 9 §C(3), §D(1); MBS 3.18; NZ 5.3(a); Leaflet ¶18.

    >>> before = PlayedRound(None, (), {"A": 500, "B": 700})
    >>> at_todays_seats([before], {4: "A", 1: "C"})[0].wagers
    {4: 500, 1: 0}
    """
    return tuple(_told(each, controls) for each in rounds)


def _told(past: PlayedRound, controls: Mapping[int, str]) -> PastRound:
    wagers = {seat: past.wagers.get(player, 0) for seat, player in controls.items()}
    if past.bank_seat is None:
        return PastRound(None, wagers, follows_people=True)
    now = [seat for seat in sorted(controls) if controls[seat] in past.bankers]
    seat = past.bank_seat if not now or past.bank_seat in now else now[0]
    return PastRound(seat, wagers, past.is_co_bank, has_left=not now, follows_people=True)


def last_wager_against_house(rounds: Sequence[PlayedRound], player: str) -> int:
    """Give what a player wagered in the last round that the house banked, however long ago.

    Rule: MD 9 §D(1), §H(3); Leaflet ¶18.

    >>> house = PlayedRound(None, (), {"A": 500})
    >>> last_wager_against_house([house, PlayedRound(2, ("B",), {"A": 900})], "A")
    500
    """
    for past in reversed(rounds):
        if past.bank_seat is None:
            return past.wagers.get(player, 0)
    return 0


MARKERS = tuple("ABCDEFGHJKLMNPQRSTUVWXYZ")


def next_marker(used: Sequence[str]) -> str:
    """Give a newcomer a marker that nobody had in this game: A to Z without I and O, then A2.

    Rule: MD 9 §D(1); NZ 5.3(a).

    >>> next_marker(["A", "C"]), next_marker(MARKERS)
    ('B', 'A2')
    """
    turn = 1
    while True:
        for letter in MARKERS:
            marker = letter if turn == 1 else f"{letter}{turn}"
            if marker not in used:
                return marker
        turn += 1
