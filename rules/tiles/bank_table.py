"""The offers of the bank as a table, for a tablet that is offline.

Whether a seat is refused depends on five things only, and where the offers begin on who banked
last; `rules.tiles.bank` is asked once about each case, so that its rules are written nowhere twice.
"""

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from rules.tiles.bank import PastRound, Situation, refusal

if TYPE_CHECKING:
    from rules.profiles import TileProfile

PLENTY = 10**15


def bank_table(profile: "TileProfile") -> dict[str, object]:
    """Give the reason against a seat by its case, and the first seat by who banked last.

    A case has a letter each for: the last bank (`-` no round yet, `house`, `self`, `other`), a
    wager in the last round, a wager in the last round of the house, being seat 1, and wagers of
    others. `starts` has for `h3` the seat after a round of the house when seat 3 was the last
    player to bank (`h0`: nobody was), and for `p3x2` after seat 3 banked twice or more in a row, or
    banked and has left.

    Rule: MD 9 §A-§D; MBS 3.17-3.20; NZ 5.2-5.4; Leaflet ¶2, ¶18.
    """
    refusals = {}
    for key, situation, seat in _cases():
        found = refusal(profile, situation, seat)
        if found is not None:
            refusals[key] = [found.reason, found.citation]
    seats = range(1, profile.seat_count + 1)
    starts = {"h0": _first(profile, [])}
    for seat in seats:
        starts[f"h{seat}"] = _first(profile, [seat, None])
        starts[f"p{seat}x1"] = _first(profile, [None, seat])
        starts[f"p{seat}x2"] = _first(profile, [seat, seat])
    return {"refusals": refusals, "starts": starts}


def _cases() -> Iterator[tuple[str, Situation, int]]:
    flags = product((True, False), repeat=4)
    for last, (wagered, at_house, is_first, opposed) in product("-hso", list(flags)):
        if (last == "h" and wagered != at_house) or (last == "-" and (wagered or at_house)):
            continue
        seat, other = (1, 2) if is_first else (2, 3)
        house = PastRound(None, {seat: 1} if at_house else {}, follows_people=True)
        past = [] if last == "-" else [house]
        if last in "so":
            bank = seat if last == "s" else other
            past.append(PastRound(bank, {seat: 1} if wagered else {}, follows_people=True))
        said = zip("wd1o", (wagered, at_house, is_first, opposed), strict=True)
        key = last + "".join(letter if holds else "." for letter, holds in said)
        wagers = {seat: 1, other: 1} if opposed else {seat: 1}
        yield key, Situation((seat, other), past, wagers, {seat: PLENTY, other: PLENTY}), seat


def _first(profile: "TileProfile", banks: list[int | None]) -> int:
    seats = range(1, profile.seat_count + 1)
    history = [PastRound(bank, {}) for bank in banks]
    return profile.bank_terms.order(Situation(seats, history, {}, {}))[0]
