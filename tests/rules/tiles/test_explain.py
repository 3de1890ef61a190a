import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.profiles import LEAFLET, MARYLAND, MBS, NEW_ZEALAND
from rules.reasons import PREFIXES, Reason
from rules.tiles.explain import explain_comparison, explain_tiles, tile_sentence
from rules.tiles.lines import round_of_tiles, settle_line
from rules.tiles.sentences import BONUS_NAMES, SENTENCES
from rules.tiles.tile import tiles
from tests.rules.tiles import golden
from tests.rules.tiles.rounds import random_line

# profile, bank, player, cite, text
COMPARISONS = [
    (MARYLAND, "4-4 3-6", "6-6 2-3", "MD 3 §H(1)",
     "Both are worth 7; Teen outranks High 8: the player wins."),
    (MARYLAND, "5-5 4-6", "1-3 3-3", "MD 3 §H(2)",
     "Both are worth zero, whatever the tiles: the bank wins."),
    (MARYLAND, "1-1 5-5", "1-1 4-6", "MD 3 §J",
     "Both are worth 2 with Day on top: a copy, the bank wins."),
    (MARYLAND, "6-6 4-5", "6-6 3-6", "MD 3 §C", "Both are Teen Wong: a copy, the bank wins."),
    (MARYLAND, "6-6 4-5", "5-6 5-6", "MD 3 §B(1)",
     "Eleven pair ranks above Teen Wong: the player wins."),
    (MARYLAND, "6-6 6-6", "2-4 1-2", "MD 3 §B(2)",
     "Supreme Pair ranks above Teen pair: the player wins."),
    (MARYLAND, "1-1 4-5", "6-6 3-6", "MD 3 §B(2)(d)",
     "Teen Wong ranks above Day Wong: the player wins."),
    (MARYLAND, "5-5 2-3", "5-5 1-3", "MD 3 §D", "5 beats 4: the bank wins."),
    (LEAFLET, "5-5 4-6", "5-6 3-6", "Leaflet ¶10",
     "Both are worth zero, whatever the tiles: the bank wins."),
    (MBS, "6-6 2-5", "6-6 3-4", "MBS 3.6.2", "Both are Teen High Nine: a copy, the bank wins."),
    (MBS, "4-6 1-5", "4-6 3-3", "MBS 3.6.1",
     "Both are worth 6; High 6 outranks Low 10: the player wins."),
    (NEW_ZEALAND, "5-5 1-4", "5-5 2-3", "NZ 4.5",
     "Both are worth 5 with High 10 on top: a copy, the bank wins."),
    (NEW_ZEALAND, "5-5 4-6", "1-3 1-5", "NZ 4.7",
     "Both are worth zero, whatever the tiles: the bank wins."),
]  # fmt: skip


@pytest.mark.parametrize(("profile", "bank", "player", "cite", "text"), COMPARISONS)
def test_why_a_hand_wins(profile, bank, player, cite, text):
    rank = profile.ranking.rank
    why = explain_comparison(profile.ranking, rank(*tiles(bank)), rank(*tiles(player)))
    assert (why.citation, tile_sentence(why)) == (cite, text)


def test_a_whole_settlement_says_why():
    line, _ = golden.read(golden.FOLDER / "maryland" / "41-the-example-of-the-contract.toml")
    assert [(each["cite"], each["text"]) for each in settle_line(line)["why"]] == [
        (
            "MD 8 §D(2) (reading)",
            "Dealer: 6-6 6-6 (Teen pair) and 4-5 1-2 (Five, Nine high), set by MD 8 §D(2).",
        ),
        ("MD 1 §B(5)", "Seat 1. 1-1 3-6 (Day Wong) and 2-2 5-6 (Five, Low 4 high), as set."),
        ("MD 3 §B(1)", "Seat 1, high hand. Teen pair ranks above Day Wong: the bank wins."),
        ("MD 3 §H(1)", "Seat 1, low hand. Both are worth 5; Low 4 outranks Nine: the player wins."),
        ("MD 8 §H(2)", "Seat 1. Only the low hand wins: a push, 25.00 is returned."),
        ("MD 8 §L(1)", "Seat 1. Pair Fortunes: no pair, 5.00 is lost."),
    ]


def test_every_golden_round_has_a_reason_for_every_wager():
    for profile in golden.PROFILES:
        for path in golden.paths(profile):
            line, expected = golden.read(path)
            reasons = explain_tiles(*round_of_tiles(line))
            about = {each.params.get("seat") for each in reasons}
            played = {row["seat"] for row in expected["seats"] if row["outcome"] != "bank"}
            assert played <= about


@given(seed=st.integers(0, 2**32), profile=st.sampled_from(golden.PROFILES))
def test_every_reason_of_any_round_can_be_said_and_cites_its_document(seed, profile):
    reasons = explain_tiles(*round_of_tiles(random_line(random.Random(seed), profile)))
    prefixes = {"maryland": ("MD",), "leaflet": ("Leaflet", "MD"), "mbs": ("MBS",)}
    for each in reasons:
        assert tile_sentence(each).endswith(".")
        assert each.cite.startswith(prefixes.get(profile, ("NZ",)))


def test_all_sentences_are_used_with_the_words_they_name():
    formatter = string.Formatter()
    texts = (*SENTENCES.values(), *PREFIXES.values())
    named = [field for text in texts for _, field, _, _ in formatter.parse(text)]
    assert "seat" in named
    assert "" not in named
    assert set(BONUS_NAMES) >= {"two-pairs", "none"}


def test_a_reason_can_be_said_in_another_language():
    words = {SENTENCES["copy-hand"]: "兩邊都是{both_hand}", "{tile} Wong": "{tile}王", "Teen": "天"}
    reason = Reason("copy-hand", {"both_hand": "wong:Teen"}, "MD 3 §C")
    assert tile_sentence(reason, lambda text: words.get(text, text)) == "兩邊都是天王"
