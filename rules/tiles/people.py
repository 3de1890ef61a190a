"""People, not seats: what somebody did in the rounds before goes with their marker.

A player who changes seats keeps their history, a newcomer has none, whoever sat there before. The
offers of the bank speak of seats (`rules.tiles.bank`), so the rounds before are told in the seats
at which their people sit now. Somebody without a marker is known by the seat: `#3`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.round import Round
from rules.tiles.bank import PastRound


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round of a game by its people: who banked it from which seat, who wagered what.

    `bankers` is empty when the house banked; several shared it (NZ 5.5). `wagers` has what each
    marker wagered on all seats together, `there` everybody who sat, wagered or banked.
    """

    bank_seat: int | None
    bankers: tuple[str, ...]
    wagers: Mapping[str, int]
    is_co_bank: bool = False
    there: tuple[str, ...] = ()

    @classmethod
    def of(cls, entered: Round) -> "PlayedRound":
        """Give a round as its people played it."""
        wagers: dict[str, int] = {}
        for each in entered.wagers:
            marker = each.player or known_as(entered, each.seat)
            wagers[marker] = wagers.get(marker, 0) + each.cents
        bank = entered.bank
        bankers: tuple[str, ...] = ()
        if bank.seat is not None:
            bankers = tuple(entered.bankers()) or (unnamed(bank.seat),)
        # By seat, not as they were told: the round is read from its row and from the record.
        seated = [each.player for seat in sorted(entered.seats) for each in entered.seats[seat]]
        there = tuple(dict.fromkeys([*seated, *wagers, *bankers]))
        return cls(bank.seat, bankers, wagers, bank.kind == "co-bank", there)

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> "PlayedRound":
        """Read what `as_json` wrote."""
        return cls(
            given["seat"],
            tuple(given["bankers"]),
            given["wagers"],
            given["is_co_bank"],
            tuple(given["there"]),
        )

    def as_json(self) -> dict[str, object]:
        """Write the round for the record and for a tablet."""
        return {
            "seat": self.bank_seat,
            "bankers": list(self.bankers),
            "wagers": dict(self.wagers),
            "is_co_bank": self.is_co_bank,
            "there": list(self.there),
        }


def unnamed(seat: int) -> str:
    """Name somebody without a marker by the seat."""
    return f"#{seat}"


def known_as(entered: Round, seat: int) -> str:
    """Give the marker of whoever decides at a seat, or the seat's own name."""
    return entered.controlling_player(seat) or unnamed(seat)


def people_today(entered: Round) -> dict[int, str]:
    """Name who decides at each occupied seat; a player on several areas is met at one of them.

    That one is where they control the tiles, else the first.

    Rule: MD 5 §E, 9 §F; MBS 3.12; NZ 7.2.
    """
    found: dict[int, str] = {}
    for seat in entered.occupied_seats():
        found[seat] = known_as(entered, seat)
    sits = {
        each.player: seat
        for seat in sorted(entered.seats, reverse=True)
        for each in entered.seats[seat]
        if each.controls
    }
    met: dict[int, str] = {}
    for seat, player in found.items():
        if sits.get(player, seat) == seat and player not in met.values():
            met[seat] = player
    return met


def wagers_today(entered: Round, today: Mapping[int, str]) -> dict[int, int]:
    """Give what stands by the seat at which its player is met: two areas are one player's.

    Rule: MBS 3.17: other players wager, not the same one elsewhere.

    >>> from rules.round import PlacedWager
    >>> two = Round(wagers=(PlacedWager(1, "A", 500), PlacedWager(5, "A", 700)))
    >>> wagers_today(two, people_today(two))
    {1: 1200}
    """
    met = {player: seat for seat, player in today.items()}
    found: dict[int, int] = {}
    for each in entered.wagers:
        seat = met.get(each.player or known_as(entered, each.seat), each.seat)
        found[seat] = found.get(seat, 0) + each.cents
    return found


def rounds_of_game(
    rounds: Sequence[PlayedRound], present: Collection[str]
) -> tuple[PlayedRound, ...]:
    """Leave out the rounds before the table was last empty: nobody stayed from one to the next.

    Rule: MD 9 §B(2); NZ 5.2.

    >>> before = PlayedRound(None, (), {"A": 500}, there=("A",))
    >>> rounds_of_game([before], ["B"]), len(rounds_of_game([before], ["A", "B"]))
    ((), 1)
    """
    kept: list[PlayedRound] = []
    there = set(present)
    for past in reversed(rounds):
        if not there.intersection(past.there):
            break
        kept.append(past)
        there = set(past.there)
    return tuple(kept[::-1])


def at_todays_seats(
    rounds: Sequence[PlayedRound], controls: Mapping[int, str]
) -> tuple[PastRound, ...]:
    """Tell the rounds before in today's seats; who has gone is left out.

    `controls` names the player who decides at each occupied seat.

    Rule: MD 9 §C(3), §D(1); MBS 3.18; NZ 5.3(a), 5.5; Leaflet ¶18.

    >>> before = PlayedRound(None, (), {"A": 500, "B": 700})
    >>> at_todays_seats([before], {4: "A", 1: "C"})[0].wagers
    {4: 500, 1: 0}
    """
    return tuple(_told(each, controls) for each in rounds)


def _told(past: PlayedRound, controls: Mapping[int, str]) -> PastRound:
    then = {seat: _then(past, seat, player) for seat, player in controls.items()}
    wagers = {seat: past.wagers.get(player, 0) for seat, player in then.items()}
    if past.bank_seat is None:
        return PastRound(None, wagers, follows_people=True)
    now = [seat for seat in sorted(then) if then[seat] in past.bankers]
    seat = past.bank_seat if not now or past.bank_seat in now else now[0]
    others = tuple(each for each in now if each != seat)
    is_co_bank, has_left = past.is_co_bank, not now
    return PastRound(seat, wagers, is_co_bank, has_left, follows_people=True, shared_with=others)


def _then(past: PlayedRound, seat: int, player: str) -> str:
    """Give the name that a player had in a round: who had no marker yet is known by the seat."""
    nameless = unnamed(seat)
    return nameless if player not in past.there and nameless in past.there else player


def last_wager_against_house(rounds: Sequence[PlayedRound], seat: int, player: str) -> int:
    """Give what a player wagered in the last round that the house banked, however long ago.

    Rule: MD 9 §D(1), §H(3); Leaflet ¶18.

    >>> house = PlayedRound(None, (), {"A": 500})
    >>> last_wager_against_house([house, PlayedRound(2, ("B",), {"A": 900})], 1, "A")
    500
    """
    for past in reversed(rounds):
        if past.bank_seat is None:
            return past.wagers.get(_then(past, seat, player), 0)
    return 0
