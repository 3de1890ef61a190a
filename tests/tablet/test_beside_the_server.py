"""Random commands, sent to the API and to the tablet's own modules: both say the same to each.

Compared after every command: whether it is taken, else the code of the refusal; the state, the
version and what was entered; whom the bank is offered to; and what the round comes to.
"""

import json

import pytest

from rules import tables_for_browser
from rules.profiles import PROFILES
from tests.factories import make_floor
from tests.tablet.server_at_random import RandomDealer
from tests.tablet.test_rules_in_node import SCRIPT, passed, run_node

pytestmark = pytest.mark.django_db

BESIDE = SCRIPT.with_name("beside.test.js")
ROUNDS = 5
TABLES = {
    "maryland": ("maryland", {"pair_fortunes": "A", "co_bank": True, "dealer_wager": "last-wager"}),
    "maryland-plain": ("maryland", {"co_bank": True, "dealer_wager": "last-wager"}),
    "leaflet": (
        "leaflet",
        {"match_play": True, "dealer_wager": "fixed", "dealer_wager_amount": 20_000},
    ),
    "mbs": ("mbs", {}),
    "new-zealand": ("new-zealand", {"adjust": True, "players_a_box": 3, "player_maximum": 40_000}),
    "three-card-split": ("three-card-split", {"four_card": "1a", "proposition_maximum": 20_000}),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_tablet_says_what_the_server_says(name, tmp_path, settings):
    settings.API_CALLS_A_SECOND = 10_000
    profile, options = TABLES[name]
    dealer = RandomDealer(make_floor(profile, options=options), f"beside the server, {name}")
    told = {
        "tables": tables_for_browser(PROFILES[profile]),
        "sheet": {key: dealer.table[key] for key in ("table", "options", "bank_offers")},
        "steps": dealer.rounds(ROUNDS),
    }

    (tmp_path / "beside.json").write_text(json.dumps(told), encoding="utf-8")

    own = {
        "maryland": {"MD", "COMAR"},
        "leaflet": {"Leaflet", "MD"},
    }  # the leaflet follows MD, as read
    assert set(dealer.cited) <= own.get(profile, {PROFILES[profile].cite})
    assert dealer.cited
    assert sum(step["settlement"] is not None for step in told["steps"]) >= ROUNDS
    assert len({step["code"] for step in told["steps"]}) >= 5, "several kinds of refusal"
    assert passed(run_node(tmp_path, "^beside the server:", BESIDE)) == 1
