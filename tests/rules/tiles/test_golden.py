import tomllib

import pytest

from rules.profiles import tile_profile
from rules.tiles.lines import round_of_tiles, settle_line
from rules.tiles.settlement import settle_tiles
from rules.tiles.tile import tile
from tests.rules.tiles import golden, make_golden
from tests.rules.tiles.rounds import gains_by_place

ROUNDS = [path for profile in golden.PROFILES for path in golden.paths(profile)]
each_round = pytest.mark.parametrize(
    "path", ROUNDS, ids=lambda path: f"{path.parent.name}/{path.stem}"
)


@pytest.mark.parametrize("profile", golden.PROFILES)
def test_every_case_has_its_file(profile):
    names = [path.name for path in golden.paths(profile)]
    assert names == [name for name, _, _ in make_golden.names(profile)]
    assert len(names) >= 30


@each_round
def test_a_file_is_what_the_oracle_writes(path):
    text = path.read_text(encoding="utf-8")
    told = tomllib.loads(text)
    assert golden.text_of(told["title"], told["cites"], golden.read(path)[0]) == text


@each_round
def test_a_whole_round(path):
    # MD 8 §F(2)-(3); MBS 1.1.8, 3.4; NZ 1.0 Match, 10.11
    line, expected = golden.read(path)
    answer = settle_line(line)
    answer["dealer"] = {key: answer["dealer"][key] for key in ("outcome", "net")}
    assert answer.pop("why")
    assert answer == expected


@each_round
def test_the_hands_of_a_whole_round(path):
    # MD 1 §B(8), 8 §A(1), §C(2); MBS 3.11, 3.13; NZ 1.0 Set, 10.3
    line, _ = golden.read(path)
    profile = tile_profile(line["profile"])
    settlement = settle_tiles(*round_of_tiles(line))
    found = {row.seat: row.hand for row in settlement.seats} | {None: settlement.dealer.hand}
    for seat, high, low in golden.hands(path):
        ranks = [profile.ranking.rank(*map(tile, hand)) for hand in (high, low)]
        assert [found[seat].high_rank, found[seat].low_rank] == ranks


@each_round
def test_the_chips_of_a_whole_round(path):
    settlement = settle_tiles(*round_of_tiles(golden.read(path)[0]))
    gained = gains_by_place(settlement)
    assert gained.pop("centre", 0) == 0
    assert gained.pop("inventory", 0) == settlement.house.net_cents
    assert gained.pop("bank", 0) == settlement.bank.net_cents
    word = settlement.profile.seat_word
    for row in settlement.seats:
        assert gained.pop(f"{word}-{row.seat}", 0) == row.total_cents
    assert gained == {}


@pytest.mark.parametrize("profile", ["mbs", "new-zealand"])
def test_a_round_that_shows_a_line_of_the_house_way_is_set_by_that_line(profile):
    shown = 0
    for case, cite in make_golden.cases(profile):
        if case.title.startswith("House way"):
            line = make_golden.found(profile, case)
            rule = tile_profile(profile).house_way.set([*map(tile, line["dealer"]["tiles"])]).rule
            assert cite.removesuffix(" (reading)").split()[-1] in rule, (cite, rule)
            shown += 1
    assert shown >= 7
