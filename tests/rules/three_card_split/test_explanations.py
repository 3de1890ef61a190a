import string

import pytest

from rules.three_card_split.cards import card, cards
from rules.three_card_split.explanations import (
    SENTENCES,
    Reason,
    explain,
    explain_setting,
    sentence,
)
from rules.three_card_split.house_way import HOUSE_WAY, Setting
from rules.three_card_split.lines import facts_of, options_of
from rules.three_card_split.settlement import settle

ROUND = {
    "options": {"four_card": "4a", "jackpot": 123456, "jackpot_minimum": 500},
    "dealer": {"cards": ["KS", "9S", "QH"]},
    "community": "AS",
}


def reasons(dealer="KS 9S QH", **seat):
    record = ROUND | {
        "dealer": {"cards": dealer.split()},
        "seats": [{"seat": 3, "wager": 1000, **seat, "cards": seat["cards"].split()}],
    }
    options, facts = options_of(record["options"]), facts_of(record)
    return explain(options, facts, settle(options, facts))


STORIES = [
    (
        {"cards": "JC JD AH", "high": ["JC", "JD"]},
        ["cards-set-c-i", "cards-set-by-player", "high-won", "low-won", "primary-win"],
    ),
    (
        {"cards": "4C 7D 2H"},
        ["cards-set-c-i", "cards-set-d", "high-lost", "low-lost", "primary-lose"],
    ),
    (
        {"cards": "9H 7S TD", "high": ["9H", "7S"], "three_card": 500, "four_card": 500},
        [
            "cards-set-c-i",
            "cards-set-by-player",
            "primary-foul",
            "three-card-lost",
            "four-card-loses",
        ],
    ),
    (
        {"cards": "AC AD AH", "four_card": 500},
        [
            "cards-set-c-i",
            "cards-set-a",
            "high-won",
            "low-won",
            "primary-win",
            "four-card-pays",
            "jackpot-won",
        ],
    ),
    (
        {"cards": "AC AD AH", "four_card": 400, "three_card": 500},
        [
            "cards-set-c-i",
            "cards-set-a",
            "high-won",
            "low-won",
            "primary-win",
            "three-card-won",
            "four-card-pays",
            "jackpot-not-qualified",
        ],
    ),
    (
        {"cards": "KC 9C QD"},
        ["cards-set-c-i", "cards-set-c-i", "high-copy-won", "low-copy-won", "primary-win"],
    ),
    (
        {"cards": "KD 9D QC", "three_card": 100},
        [
            "cards-set-c-i",
            "cards-set-c-i",
            "high-copy-lost",
            "low-copy-lost",
            "primary-lose",
            "three-card-copy-lost",
        ],
    ),
    (
        {"cards": "JC JD AH", "state": "void", "three_card": 100, "four_card": 100},
        ["cards-set-c-i", "primary-void"],
    ),
]


@pytest.mark.parametrize(("seat", "codes"), STORIES)
def test_a_round_is_explained_step_by_step(seat, codes):
    found = reasons(**seat)
    assert [reason.code for reason in found] == codes
    assert all(reason.params["seat"] == 3 for reason in found[1:])


def test_a_reading_says_so():
    codes = [(reason.code, reason.cite) for reason in reasons(dealer="AC 2D 3H", cards="4C 7D 2H")]
    assert codes[:2] == [
        ("cards-set-b", "3CS App. A §B"),
        ("cards-reading", "3CS App. A §B (reading)"),
    ]


def test_every_sentence_is_used_and_needs_only_what_its_reasons_carry():
    told = [reason for seat, _ in STORIES for reason in reasons(**seat)]
    told += reasons(dealer="AC 2D 3H", cards="4C 7D 2C", three_card=100)
    told += reasons(dealer="AH TH 5C", cards="AD TD 5S", three_card=100)
    told += reasons(dealer="AD TC 5C", cards="TH 4D 5S")
    assert {reason.code for reason in told} == set(SENTENCES)
    for reason in told:
        fields = {name for _, name, _, _ in string.Formatter().parse(SENTENCES[reason.code])}
        assert fields - {None} <= set(reason.params)
        assert "{" not in sentence(reason)


def test_amounts_are_said_as_money_and_codes_as_words():
    won = Reason("jackpot-won", {"seat": 1, "jackpot_cents": 123405}, "3CS App. D")
    assert sentence(won) == "Seat 1. The wager qualifies and wins the bonus jackpot of 1234.05."
    beats = {"player": "2S 3S", "player_class": "suited-connectors", "bank": "AC AD"}
    text = sentence(Reason("high-won", {**beats, "bank_class": "pair"}, "3CS 7"))
    assert text == "High hand: 2S 3S (suited connectors) outranks AC AD (pair)."


def test_every_line_of_the_house_way_has_a_sentence():
    for line in HOUSE_WAY:
        setting = Setting(cards("AC KC"), card("QC"), line.rule, reading=False)
        (reason,) = explain_setting(cards("AC KC QC"), setting)
        assert reason.code in SENTENCES
        assert reason.cite == line.rule
