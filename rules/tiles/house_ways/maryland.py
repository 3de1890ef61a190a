"""Maryland, Chapter 8 §D. The leaflet has no house way of its own and uses this one."""

from rules.tiles import ranking
from rules.tiles.house_ways import HouseWay
from rules.tiles.house_ways.lines import Choose
from rules.tiles.house_ways.steps import (
    Greatest,
    HighAtLeast,
    HighestWithLowest,
    HighIs,
    HighIsCalled,
)
from rules.tiles.ranking import SUPREME_PAIR, HandClass

# Rule: MD 8 §D(1)-(4). The text does not say which of several pairs, Wongs and Gongs, nor which
# of several nines, eights and sevens to play (readings).
LINES = (
    Choose("MD 8 §D(1)", only=(HighIsCalled(SUPREME_PAIR),)),
    Choose(
        "MD 8 §D(2)",
        only=(HighIs(frozenset({HandClass.PAIR, HandClass.WONG, HandClass.GONG})),),
        prefer=(
            Greatest("high", "hand", reading=True),
            Greatest("low", "hand", reading=True),
        ),
    ),
    Choose(
        "MD 8 §D(3)",
        only=(HighAtLeast(7),),
        prefer=(
            Greatest("high", "value", reading=True),
            Greatest("low", "hand", reading=True),
            Greatest("high", "hand", reading=True),
        ),
    ),
    Choose("MD 8 §D(4)", prefer=(HighestWithLowest(),)),
)

MARYLAND = HouseWay("maryland", ranking.MARYLAND, LINES)
LEAFLET = HouseWay("leaflet", ranking.LEAFLET, LINES, is_reading=True)
