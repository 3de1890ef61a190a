"""New Zealand, Appendix 4."""

from rules.tiles import ranking
from rules.tiles.house_ways import HouseWay
from rules.tiles.house_ways.lines import Choose, HouseWayLine, KeepPair, PlayTwoPairs, SplitPair
from rules.tiles.house_ways.steps import (
    CanMake,
    FirstClass,
    Greatest,
    HighAtLeast,
    HighestTile,
    HighIs,
    Includes,
    InOrder,
    Lacks,
    LowAtLeast,
    TeenHigh,
    TopTwoApart,
    Values,
)
from rules.tiles.ranking import HandClass

TEEN_OR_DAY_WITH = (
    ("9", "11"),
    ("9", "8"),
    ("9", "7"),
    ("9", "6"),
    ("9", "5"),
    ("9", "4"),
    ("8", "8"),
    ("8", "7"),
    ("8", "6"),
    ("8", "5"),
    ("8", "4"),
    ("7", "7"),
    ("7", "6"),
    ("7", "5"),
    ("7", "4"),
    ("6", "6"),
    ("6", "5"),
    ("6", "4"),
)
WITH_A_GEE = (("9 or 8 or 7 or 6 or 5 or 4", "Gee"),)
NINES_WITH = (("Teen", "Day"), ("Teen or Day", "10"), ("10", "10"))
EIGHTS_WITH = (
    ("Teen", "Day"),
    ("Teen or Day", "11 or 10"),
    ("11", "10"),
    ("11", "9"),
    ("10", "10"),
)
SEVENS_WITH = (("Teen", "Day"), ("Teen or Day", "11 or 10"), ("11", "10"), ("10", "10"))

# Rule: NZ Appendix 4, 2.1, 2.2, 2.3; the guard, and a Gee as a 6 beside Teens and Days, are
# readings.
PAIRS: tuple[HouseWayLine, ...] = (
    PlayTwoPairs("NZ 2.1"),
    SplitPair("NZ 2.3 Gee Jun", "Gee", others=(("6", "6"), ("6", "5"), ("6", "4"))),
    SplitPair("NZ 2.3 Teen or Day", "Teen or Day", others=TEEN_OR_DAY_WITH),
    SplitPair("NZ 2.3 Teen or Day with a Gee", "Teen or Day", others=WITH_A_GEE, reading=True),
    SplitPair("NZ 2.3 Nines", "9", others=NINES_WITH),
    SplitPair("NZ 2.3 Eights", "8", others=EIGHTS_WITH),
    SplitPair("NZ 2.3 Sevens", "7", others=SEVENS_WITH),
    KeepPair("NZ 2.2"),
)

# Rule: NZ Appendix 4, 1.
HARMONY_THREE = LowAtLeast(3, "High 4")
COMBINATIONS = HighIs(frozenset({HandClass.WONG, HandClass.GONG, HandClass.HIGH_NINE}))
UP = (HandClass.HIGH_NINE, HandClass.GONG, HandClass.WONG)
DOWN = tuple(reversed(UP))

TEEN_AND_DAY = TeenHigh(unless=(("4", "5"), ("10", "11")), cite="5.4")
BEST_HANDS = (Greatest("low", "hand", reading=True), Greatest("high", "hand", reading=True))

# Rule: NZ Appendix 4, 3.1, 3.2, 3.3.
WONGS_AND_GONGS: tuple[HouseWayLine, ...] = (
    Choose(
        "NZ 3.2",
        only=(COMBINATIONS, HARMONY_THREE),
        prefer=(FirstClass(UP), TEEN_AND_DAY, *BEST_HANDS),
    ),
    Choose(
        "NZ 3.3",
        only=(COMBINATIONS,),
        prefer=(FirstClass(DOWN), TEEN_AND_DAY, *BEST_HANDS),
    ),
)

# Rule: NZ Appendix 4, 5.1, 5.2, 5.3, 5.4; the order of "not the two highest together" and "the
# highest low" is a reading.
PLACEMENT = (
    TEEN_AND_DAY,
    InOrder(
        (TopTwoApart("5.1"),),
        (HighestTile("low", 0, 7, "5.1"), HighestTile("high", 8, 9, "5.2")),
    ),
    *BEST_HANDS,
)
GREATEST_LOW = (Greatest("low", "value"), Greatest("high", "value", reading=True))

# Rule: NZ Appendix 4, 4.1, 4.2, 4.3, 6.1, 6.2. The exceptions stand before what they except.
GENERAL: tuple[HouseWayLine, ...] = (
    Choose("NZ 6.1", when=(Includes(("6", "7", "11")),), prefer=GREATEST_LOW + PLACEMENT),
    Choose(
        "NZ 6.2",
        when=(CanMake(8, 8), CanMake(7, 9), Lacks("Low 10")),
        only=(Values(7, 9),),
        prefer=PLACEMENT,
    ),
    Choose("NZ 4.1", only=(HARMONY_THREE,), prefer=GREATEST_LOW + PLACEMENT),
    Choose(
        "NZ 4.2",
        only=(HighAtLeast(8),),
        prefer=(
            Greatest("high", "value"),
            TEEN_AND_DAY,
            HighestTile("high", cite="5.3"),
            *BEST_HANDS,
        ),
    ),
    Choose("NZ 4.3", prefer=GREATEST_LOW + PLACEMENT),
)

NEW_ZEALAND = HouseWay("new-zealand", ranking.NEW_ZEALAND, PAIRS + WONGS_AND_GONGS + GENERAL)
