import json
from itertools import combinations

import pytest

from rules import tables_for_browser
from rules.profiles import LEAFLET, MARYLAND, MBS, NEW_ZEALAND
from rules.tiles.browser import LETTERS, VIGORISH_STEPS, key_of
from rules.tiles.house_ways import distinct_deals
from rules.tiles.pair_fortunes import pair_fortunes_class
from rules.tiles.tile import KINDS, TILE_SET
from rules.wagers import VIGORISH

PROFILES = (MARYLAND, LEAFLET, MBS, NEW_ZEALAND)
by_id = pytest.mark.parametrize("profile", PROFILES, ids=lambda each: each.id)


@by_id
def test_the_tables_rank_every_hand_as_the_rules_do(profile):
    tables = tables_for_browser(profile)
    assert len(tables["hands"]) == 151
    for hand in combinations(TILE_SET, 2):
        rank = profile.ranking.rank(*hand)
        found = [rank.order, rank.hand_class.value, rank.value]
        assert tables["hands"][key_of(hand)][:3] == found


@by_id
def test_the_tables_set_every_deal_as_the_rules_do(profile):
    tables = tables_for_browser(profile)
    assert len(tables["settings"]) == 4285
    for held in distinct_deals():
        high, low, rule, reading, made = tables["settings"][key_of(held)]
        setting = profile.house_way.set(held)
        orders = [tables["hands"][key][0] for key in (high, low)]
        assert orders == [setting.high_rank.order, setting.low_rank.order]
        assert tables["house_way_rules"][rule] == setting.rule
        assert bool(reading) == setting.reading
        assert tables["bonus_classes"][made] == pair_fortunes_class(held)


@by_id
def test_the_tables_are_plain_json_with_every_kind(profile):
    tables = tables_for_browser(profile)
    assert json.loads(json.dumps(tables)) == tables
    assert [each["tile"] for each in tables["kinds"]] == [kind.text for kind in KINDS]
    assert len(LETTERS) == len(KINDS)
    assert len(tables["deliveries"]) == 10


def test_the_steps_of_the_vigorish_are_the_vigorish():
    # MD 8 §K, §K(1)
    for name, (divide, add, times) in VIGORISH_STEPS.items():
        for won in range(3000):
            assert (won + add) // divide * times == VIGORISH[name](won)
