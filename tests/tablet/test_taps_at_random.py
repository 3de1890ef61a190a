"""Rounds tapped by chance: no screen hides, cuts or invents anything.

`make taps` taps two hundred, by ROUNDS=… and SEED=… other ones; the suite leaves them out. With
ARGS="-o log_cli=1" each round and each fault is said as it comes; pictures lie in its folder.
"""

import os

import pytest

from tests.tablet.driver import Dealer
from tests.tablet.fit import LARGE, as_viewport
from tests.tablet.taps_at_random import tap_rounds

ROUNDS, SEED = int(os.environ.get("TAPS_ROUNDS", "0")), int(os.environ.get("TAPS_SEED", "8"))
pytestmark = [
    pytest.mark.live,
    pytest.mark.browser,
    pytest.mark.skipif(not ROUNDS, reason="a night's work: make taps"),
]


def test_rounds_that_are_tapped_by_chance(live_floor, open_page, screenshot, tmp_path):
    def sit(floor):
        page = open_page(viewport=as_viewport(LARGE), reduced_motion="reduce")
        return Dealer(page, floor, live_floor.url, screenshot, size=LARGE, language="en")

    assert tap_rounds(sit, ROUNDS, SEED, tmp_path) == [], f"seed {SEED}, {tmp_path}"
