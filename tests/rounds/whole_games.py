"""Whole games by a model of its own: people who come, move and leave, and who may bank.

Written from the documents alone; it uses nothing of `rules` and knows no seats but where somebody
sits today. Readings are those of docs/readings.md.
"""

from dataclasses import dataclass, field
from random import Random

SEATS = {"maryland": 6, "leaflet": 6, "mbs": 7, "new-zealand": 8}


@dataclass
class Played:
    """A round that is over: who was there, who wagered what in all, who banked from where."""

    there: frozenset[str]
    wagered: dict[str, int]
    bankers: tuple[str, ...] = ()
    seat: int | None = None


@dataclass
class Game:
    """Everything that the documents ask about when the bank is offered."""

    profile: str
    rounds: list[Played] = field(default_factory=list)

    def begin(self, present: set[str]) -> None:
        """Start anew when nobody is left of those who played the last round.

        MD 9 §B(2); NZ 5.2.
        """
        if self.rounds and not present & self.rounds[-1].there:
            self.rounds.clear()

    def tiles_are_mixed_anew(self) -> None:
        """Another set came, or the tiles were displayed: the next round is the first one.

        MD 4 §D-§E, §H-§I, 9 §B(2); NZ 5.2, 10.16.
        """
        self.rounds.clear()

    def last_house_round(self) -> Played | None:
        return next((each for each in reversed(self.rounds) if not each.bankers), None)

    def last_wager(self, person: str) -> int:
        """MD 9 §H(3): the banker's last wager made against the dealer."""
        house = self.last_house_round()
        return house.wagered.get(person, 0) if house else 0

    def refusal(self, person: str, wagering: set[str]) -> str | None:
        """Why somebody may not bank now; the first reason that applies."""
        return {
            "maryland": self._in_maryland,
            "leaflet": self._by_the_leaflet,
            "mbs": self._at_marina_bay,
            "new-zealand": self._in_new_zealand,
        }[self.profile](person, wagering)

    def _in_maryland(self, person: str, wagering: set[str]) -> str | None:
        if not self.rounds:
            return "first-round"  # 9 §B(1)
        if person in self.rounds[-1].bankers:
            return "consecutive"  # 9 §C(3)
        return None if self.last_wager(person) else "did-not-wager"  # 9 §D(1)

    def _by_the_leaflet(self, person: str, wagering: set[str]) -> str | None:
        if not self.rounds:
            return "first-round"
        return None if self.last_wager(person) else "did-not-wager"  # ¶2, ¶18

    def _at_marina_bay(self, person: str, wagering: set[str]) -> str | None:
        if not self.rounds:
            return "first-round"  # 3.17: the rotation starts with the Dealer
        if self.rounds[-1].bankers:
            return "dealers-turn"  # 3.17: and alternates
        if not self.rounds[-1].wagered.get(person):
            return "did-not-wager"  # 3.18
        return None if wagering - {person} else "no-opponents"  # 3.17

    def _in_new_zealand(self, person: str, wagering: set[str]) -> str | None:
        if not self.rounds:
            return "first-round"  # 5.2
        last = self.rounds[-1]
        played = last.wagered.get(person) or person in last.bankers
        return None if played else "did-not-wager"  # 5.3(a), 5.5

    def order(self, at: dict[int, str], wagering: set[str]) -> list[int]:
        """The seats in the order in which they are offered the bank."""
        free = [seat for seat in sorted(at) if self.refusal(at[seat], wagering) is None]
        came_from = self._after()
        if came_from is None:
            return free  # from the dealer's right, or from box 1
        seat = self._where_it_was(at, came_from)
        turned = [s for s in free if s > seat] + [s for s in free if s <= seat]
        if self._holder_first(at, seat):
            turned = [s for s in turned if s == seat] + [s for s in turned if s != seat]
        return turned

    def _where_it_was(self, at: dict[int, str], before: Played) -> int:
        """Where somebody sits today who banked then, if there is one; else the seat itself."""
        today = [seat for seat, who in sorted(at.items()) if who in before.bankers]
        return before.seat if before.seat in today or not today else today[0]

    def _after(self) -> Played | None:
        """The round behind whose banker the offers go on; None where they begin anew."""
        if self.profile == "mbs":
            return next((each for each in reversed(self.rounds) if each.bankers), None)
        return self.rounds[-1] if self.rounds and self.rounds[-1].bankers else None

    def _holder_first(self, at: dict[int, str], seat: int) -> bool:
        """NZ 5.4: for two rounds in a row, then the others are offered it before."""
        holder = at.get(seat)
        if self.profile != "new-zealand" or holder not in self.rounds[-1].bankers:
            return False
        return len(self.rounds) < 2 or holder not in self.rounds[-2].bankers


class Company:
    """Who sits where in a game that goes on, with a marker that nobody had before.

    Some stand at another's box and wager there as well (NZ 6.5): `standing` has them by box.
    """

    def __init__(self, profile: str, chance: Random) -> None:
        self.chance, self.seats = chance, range(1, SEATS[profile] + 1)
        self.several = profile == "new-zealand"
        self.at: dict[int, str] = {}
        self.standing: dict[int, str] = {}
        self.came = 0

    def empty(self) -> None:
        """Nobody sits there any more, as far as the dealer has tapped."""
        self.at, self.standing = {}, {}

    def changes(self) -> tuple[list[int], dict[int, str]]:
        """Whom the dealer sees get up, and who sits down; now and then everybody leaves."""
        left, sits = [], {}
        if self.chance.random() < 0.08:
            left = list(self.at)
            self.empty()
        for seat in list(self.at):
            if self.chance.random() < 0.15:
                person = self.at.pop(seat)
                self.standing.pop(seat, None)
                left.append(seat)
                free = [each for each in self.seats if each not in self.at]
                if self.chance.random() < 0.6:
                    new = self.chance.choice(free)
                    self.at[new] = sits[new] = person
        self._who_stood_sits_down(left, sits)
        for seat in self.seats:
            if seat not in self.at and (len(self.at) < 2 or self.chance.random() < 0.15):
                self.at[seat] = sits[seat] = self._newcomer()
        for seat in self.at if self.several else ():
            if seat not in self.standing and self.chance.random() < 0.6:
                self.standing[seat] = self._newcomer()
        return left, sits

    def _who_stood_sits_down(self, left: list[int], sits: dict[int, str]) -> None:
        for seat, person in list(self.standing.items()):
            free = [each for each in self.seats if each not in self.at]
            if self.chance.random() < 0.3:
                del self.standing[seat]
                if free and self.chance.random() < 0.7:
                    new = self.chance.choice(free)
                    self.at[new] = sits[new] = person

    def _newcomer(self) -> str:
        self.came += 1
        return f"P{self.came}"
