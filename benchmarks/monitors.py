"""Do the monitors find what is wrong, and how often do they cry for nothing?

    python -m benchmarks.monitors [floors] [nights]

Each simulated floor has ten dealers of sixty rounds a night, four sets of dice, one rule set and
twelve players a night. Fair floors show false alarms over the whole time; then one fault at a time
is planted, and the nights until its case is opened are counted. Only the bets of
`reports.monitors.evidence` and their bars are used, as the nightly task uses them.
"""

import sys
from collections.abc import Callable
from random import Random
from statistics import median

from reports.monitors.evidence import (
    LUCK_STAKES,
    bar_of,
    bar_of_a_night,
    evidence_of,
    face_bets,
    luck_bets,
    share_bets,
)

HITS = ("late", "quick", "irregular", "corrected", "void")
MONITORS = (*HITS, "dice", "results", "luck")
DEALERS, ROUNDS, SETS, PLAYERS, HANDS = 10, 60, 4, 12, 30
RATES = {"late": 0.05, "quick": 0.1, "irregular": 0.03, "corrected": 0.02, "void": 0.01}
WIN, PUSH, EDGE = 0.2946, 0.3988, 0.0267
FAIR_FACES = [1 / 6] * 6


class Night:
    """What one night of a floor shows; a fault is a change of one of these numbers."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.rates = {hit: [rate] * DEALERS for hit, rate in RATES.items()}
        self.faces = [FAIR_FACES] * SETS
        self.win = [WIN] * PLAYERS
        self.house_win = WIN

    def count(self, tries: int, share: float) -> int:
        return sum(self.chance.random() < share for _ in range(tries))

    def results(self, hands: int, win: float) -> list[float]:
        found = []
        for _ in range(hands):
            at = self.chance.random()
            net = 0.95 if at < win else 0.0 if at < win + PUSH else -1.0
            found.append(net + EDGE)
        return found


class Floor:
    """The coins of everything that is watched on one floor."""

    def __init__(self) -> None:
        self.coins: dict[tuple[str, int], list[float]] = {}

    def add(self, monitor: str, rank: int, bets: list[float]) -> bool:
        coin = self.coins.get((monitor, rank), [0.0] * len(bets))
        coin = [a + b for a, b in zip(coin, bets, strict=True)]
        self.coins[monitor, rank] = coin
        return evidence_of(coin) >= bar_of(rank, len(MONITORS))

    def watch(self, night: Night) -> set[tuple[str, int]]:
        """Everything whose coin is over its bar after this night."""
        found = set()
        for hit in HITS:
            hits = [night.count(ROUNDS, share) for share in night.rates[hit]]
            for rank, mine in enumerate(hits):
                bets = share_bets(mine, ROUNDS, sum(hits) - mine, ROUNDS * (DEALERS - 1))
                found |= {(hit, rank)} if self.add(hit, rank, bets) else set()
        for rank, weights in enumerate(night.faces):
            thrown = night.chance.choices(range(6), weights, k=3 * ROUNDS)
            counts = [thrown.count(face) for face in range(6)]
            found |= {("dice", rank)} if self.add("dice", rank, face_bets(counts)) else set()
        bets = luck_bets(night.results(DEALERS * ROUNDS, night.house_win))
        found |= {("results", 0)} if self.add("results", 0, bets) else set()
        bar = bar_of_a_night(PLAYERS, len(MONITORS))
        for rank, win in enumerate(night.win):
            bets = luck_bets(night.results(HANDS, win), LUCK_STAKES)
            found |= {("luck", rank)} if evidence_of(bets) >= bar else set()
        return found


def late_dealer(night: Night) -> None:
    night.rates["late"][0] *= 2


def erring_dealer(night: Night) -> None:
    night.rates["corrected"][0] *= 2


def loaded_die(night: Night) -> None:
    night.faces = [[1.2 / 6, *[0.96 / 6] * 5], *night.faces[1:]]


def lucky_players(night: Night) -> None:
    night.house_win = WIN + 0.03


def impossible_player(night: Night) -> None:
    night.win = [0.85, *night.win[1:]]


FAULTS: dict[str, tuple[Callable[[Night], None], tuple[str, int]]] = {
    "a dealer enters late twice as often (10 % for 5 %)": (late_dealer, ("late", 0)),
    "a dealer is corrected twice as often (4 % for 2 %)": (erring_dealer, ("corrected", 0)),
    "one face of a die comes a fifth too often": (loaded_die, ("dice", 0)),
    "players win 3 of 100 wagers too many": (lucky_players, ("results", 0)),
    "one player wins 85 of 100 hands": (impossible_player, ("luck", 0)),
}


def nights_until(chance: Random, plant: Callable[[Night], None], target: tuple[str, int],
                 nights: int) -> int | None:  # fmt: skip
    floor = Floor()
    for number in range(1, nights + 1):
        night = Night(chance)
        plant(night)
        if target in floor.watch(night):
            return number
    return None


def main() -> None:
    floors = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    nights = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    chance = Random(2026)
    alarmed = 0
    for _ in range(floors):
        floor = Floor()
        alarmed += any(floor.watch(Night(chance)) for _night in range(nights))
    print(f"{floors} fair floors of {nights} nights ({floors * nights} nights): "
          f"{alarmed} with a false alarm; at most 0.05 of them is promised")  # fmt: skip
    for says, (plant, target) in FAULTS.items():
        runs = [nights_until(chance, plant, target, nights) for _ in range(max(5, floors // 4))]
        found = [each for each in runs if each is not None]
        when = f"after {median(found):.0f} nights, half of the time" if found else "never"
        print(f"{says}: found on {len(found)} of {len(runs)} floors within {nights} nights, {when}")


if __name__ == "__main__":
    main()
