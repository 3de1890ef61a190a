"""Marina Bay Sands, Appendix B."""

from rules.tiles import ranking
from rules.tiles.house_ways import HouseWay
from rules.tiles.house_ways.lines import (
    Choose,
    HouseWayLine,
    KeepPair,
    PlayTiles,
    PlayTwoPairs,
    SplitPair,
)
from rules.tiles.house_ways.steps import (
    FirstClass,
    Greatest,
    HighAtLeast,
    HighestTile,
    HighIs,
    HonourHigh,
    LowAtLeast,
)
from rules.tiles.ranking import HandClass

# Rule: MBS split 1, split 2, split 3, split 4, split 5; the guard is a reading.
PAIRS: tuple[HouseWayLine, ...] = (
    PlayTwoPairs("MBS two pairs", reading=True),
    SplitPair("MBS split 1", "Gee", others=(("6", "4"), ("6", "5"), ("6", "6"))),
    SplitPair("MBS split 2(a)", "Teen or Day", at_least=((6, 8),)),
    SplitPair("MBS split 2(b)", "Teen or Day", others=(("9", "11"),)),
    SplitPair("MBS split 3", "9", at_least=((9, 9),)),
    SplitPair("MBS split 4", "8", at_least=((7, 9), (8, 8))),
    SplitPair("MBS split 5", "7", at_least=((7, 7),)),
    KeepPair("MBS pair kept"),
)

# Rule: MBS exception 1-11; that a Gee is no 6 here is a reading.
EXCEPTIONS: tuple[HouseWayLine, ...] = (
    PlayTiles("MBS exception 1", ("Teen", "Low 4", "8", "9"), ("Teen", "8")),
    PlayTiles("MBS exception 2", ("Teen", "Day", "6", "4 or 5"), ("Teen", "6")),
    PlayTiles("MBS exception 3", ("Teen or Day", "5", "6", "Gee"), ("6", "Gee")),
    PlayTiles("MBS exception 4", ("High 4", "Low 4", "5", "7 or Low 8"), ("High 4", "5")),
    PlayTiles("MBS exception 5", ("High 4", "Low 4", "5", "9 or Gee"), ("Low 4", "5")),
    PlayTiles("MBS exception 6", ("High 4", "High 8", "Low 8", "6 or 7"), ("High 8", "6 or 7")),
    PlayTiles("MBS exception 7", ("Low 4", "High 8", "Low 8", "9"), ("High 8", "9")),
    PlayTiles("MBS exception 8", ("5", "High 6", "Low 6", "11"), ("High 6", "11")),
    PlayTiles(
        "MBS exception 9",
        ("High 6", "High 10", "Low 10", "7 or Low 8 or 9"),
        ("High 10", "7 or Low 8 or 9"),
    ),
    PlayTiles("MBS exception 10", ("7", "High 8", "High 10", "11"), ("High 8", "11")),
    PlayTiles("MBS exception 11", ("9", "High 10", "Low 10", "11"), ("High 10", "9")),
)

CHEUNG_SUM_THREE = LowAtLeast(3, "High 6")
COMBINATIONS = HighIs(frozenset({HandClass.WONG, HandClass.GONG, HandClass.HIGH_NINE}))
UP = (HandClass.HIGH_NINE, HandClass.GONG, HandClass.WONG)
DOWN = tuple(reversed(UP))
BEST_HANDS = (Greatest("low", "hand"), Greatest("high", "hand"))

# Rule: MBS rule 1-3; the order where no low hand reaches Cheung Sum three is a reading.
WONGS_AND_GONGS: tuple[HouseWayLine, ...] = (
    Choose(
        "MBS rule 2",
        only=(COMBINATIONS, CHEUNG_SUM_THREE),
        prefer=(FirstClass(UP), HonourHigh("rule 3"), *BEST_HANDS),
    ),
    Choose(
        "MBS rule 1",
        only=(COMBINATIONS,),
        prefer=(FirstClass(DOWN, reading=True), HonourHigh("rule 3"), *BEST_HANDS),
    ),
)

PLACEMENT = (
    HighestTile("low", 1, 7, "4(c)"),
    HighestTile("high", 8, 9, "4(d)"),
    HighestTile("high", 0, 0, reading=True),
    Greatest("low", "hand", reading=True),
    Greatest("high", "hand", reading=True),
)
BALANCE = (Greatest("low", "value"), Greatest("high", "value"))

# Rule: MBS rule 4; "as close as possible" as the greatest low value, then the greatest
# high value, is a reading.
GENERAL: tuple[HouseWayLine, ...] = (
    Choose("MBS rule 4", only=(CHEUNG_SUM_THREE,), prefer=BALANCE + PLACEMENT, reading=True),
    Choose(
        "MBS rule 4(a)",
        only=(HighAtLeast(7),),
        prefer=(Greatest("high", "value"), *PLACEMENT),
    ),
    Choose("MBS rule 4(b)", prefer=BALANCE + PLACEMENT, reading=True),
)

MBS = HouseWay("mbs", ranking.MBS, PAIRS + EXCEPTIONS + WONGS_AND_GONGS + GENERAL)
