"""How fast the rules are: `python -m benchmarks.rules`, on one core.

Each figure is processor time, the best of several runs, beside a bare dictionary look-up, because
machines differ. The aims are those of the rules core.
"""

import random
import sys
import time
from collections.abc import Callable

from rules.profiles import MARYLAND, MBS, NEW_ZEALAND, TileProfile
from rules.tiles.explain import explain_tiles
from rules.tiles.house_ways import HouseWay, distinct_deals
from rules.tiles.lines import round_of_tiles
from rules.tiles.odds import odds
from rules.tiles.settlement import settle_tiles
from rules.tiles.tile import TILE_SET, tiles

RUNS = 15
MANY = 20_000


def a_second(work: Callable[[], None], count: int) -> float:
    """Give how often the work is done in a second, at best."""
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return count / best


def seconds(work: Callable[[], object]) -> float:
    """Give how long something takes that is done once in a process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def look_ups() -> float:
    """Look up hands in a bare dictionary."""
    hands = _hands(2)
    table = dict.fromkeys(hands, 0)

    def work() -> None:
        for hand in hands:
            table[hand]

    return a_second(work, MANY)


def rankings(profile: TileProfile) -> float:
    """Rank two tiles through the public function."""
    hands, rank = _hands(2), profile.ranking.rank

    def work() -> None:
        for first, second in hands:
            rank(first, second)

    return a_second(work, MANY)


def comparisons(profile: TileProfile) -> float:
    """Compare two hands through the public function."""
    hands, compare = _hands(2), profile.ranking.compare
    pairs = list(zip(hands, reversed(hands), strict=True))

    def work() -> None:
        for bank, player in pairs:
            compare(bank, player)

    return a_second(work, MANY)


def settings(profile: TileProfile) -> float:
    """Set four tiles the house way, from the table that fills itself."""
    hands, set_hand = _hands(4), profile.house_way.set

    def work() -> None:
        for held in hands:
            set_hand(held)

    work()
    return a_second(work, MANY)


def whole_table(profile: TileProfile) -> float:
    """Set every different deal once, from an empty table."""
    house_way = HouseWay("empty", profile.ranking, profile.house_way.lines)
    return seconds(lambda: [house_way.set(held) for held in distinct_deals()])


def settlements(*, with_reasons: bool) -> float:
    """Settle full rounds of six seats, half of them set by the player and with Pair Fortunes."""
    rounds = [round_of_tiles(_line(random.Random(seed))) for seed in range(300)]

    def plain() -> None:
        for profile, options, facts in rounds:
            settle_tiles(profile, options, facts)

    def explained() -> None:
        for profile, options, facts in rounds:
            explain_tiles(profile, options, facts)

    plain()
    return a_second(explained if with_reasons else plain, len(rounds))


def _hands(size: int) -> list[tuple[object, ...]]:
    chance = random.Random(size)
    return [tuple(chance.sample(TILE_SET, size)) for _ in range(MANY)]


def _line(chance: random.Random) -> dict[str, object]:
    wall = [each.text for each in chance.sample(TILE_SET, 32)]
    hands = [wall[four : four + 4] for four in range(0, 28, 4)]
    return {
        "profile": "maryland",
        "options": {"pair_fortunes": "A"},
        "bank": {"kind": "house"},
        "dealer": {"tiles": hands[0]},
        "seats": [
            {"seat": seat, "wager": 2500, "tiles": held}
            | ({"high": held[:2], "pair_fortunes": 500} if seat % 2 else {})
            for seat, held in enumerate(hands[1:], start=1)
        ],
    }


def main() -> None:
    """Print the figures with their aims."""
    million = 1_000_000
    rows = [
        ("bare dictionary look-up, million a second", look_ups() / million, ""),
        ("rank two tiles, million a second", rankings(MBS) / million, "at least 2"),
        ("compare two hands, million a second", comparisons(MBS) / million, "at least 1"),
        ("set four tiles, million a second", settings(MBS) / million, "at least 0.7"),
        ("set all 8,130 deals once, MBS, seconds", whole_table(MBS), "at most 2"),
        (
            "settle six seats, thousand a second",
            settlements(with_reasons=False) / 1000,
            "at least 15",
        ),
        ("settle and explain, thousand a second", settlements(with_reasons=True) / 1000, ""),
    ]
    for profile in (MARYLAND, MBS, NEW_ZEALAND):
        profile.house_way.set(tiles("6-6 6-6 1-1 1-1"))
        taken = seconds(lambda way=profile.house_way: odds(way, way))
        rows.append((f"exact odds, {profile.short_name}, seconds", taken, "at most 3"))
    sys.stdout.write(
        "\n".join(f"{what:44} {figure:8.2f}  {aim}" for what, figure, aim in rows) + "\n"
    )


if __name__ == "__main__":
    main()
