import string

import pytest

from rules.cards.card import card, cards
from rules.cards.explain import card_sentence, class_code, explain_cards, explain_setting
from rules.cards.four_card import FourCardClass
from rules.cards.house_way import HOUSE_WAY, CardSetting
from rules.cards.lines import round_of_cards
from rules.cards.ranking import HighClass, ThreeClass
from rules.cards.sentences import CLASS_NAMES, SENTENCES
from rules.reasons import Reason

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
    return explain_cards(*round_of_cards(record))


STORIES = [
    (
        {"cards": "JC JD AH", "high": ["JC", "JD"]},
        ["cards-set-c-i", "cards-as-set", "high-won", "low-won", "primary-win"],
    ),
    (
        {"cards": "4C 7D 2H"},
        ["cards-set-c-i", "cards-set-d", "high-lost", "low-lost", "primary-lose"],
    ),
    (
        {"cards": "9H 7S TD", "high": ["9H", "7S"], "three_card": 500, "four_card": 500},
        [
            "cards-set-c-i",
            "cards-as-set",
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
    found = reasons(dealer="AC 2D 3H", cards="4C 7D 2C")
    assert (found[0].code, found[0].citation) == ("cards-set-b", "3CS App. A §B (reading)")
    assert (found[1].code, found[1].citation) == ("cards-set-c-ii", "3CS App. A §C(ii)")


def test_every_sentence_is_used_and_needs_only_what_its_reasons_carry():
    told = [reason for seat, _ in STORIES for reason in reasons(**seat)]
    told += reasons(dealer="AC 2D 3H", cards="4C 7D 2C", three_card=100)
    told += reasons(dealer="AH TH 5C", cards="AD TD 5S", three_card=100)
    told += reasons(dealer="AD TC 5C", cards="TH 4D 5S")
    assert {reason.code for reason in told} == set(SENTENCES)
    for reason in told:
        fields = {name for _, name, _, _ in string.Formatter().parse(SENTENCES[reason.code])}
        assert fields - {None} <= set(reason.params)
        assert "{" not in card_sentence(reason)


def test_amounts_are_said_as_money_and_codes_as_words():
    about = {"place": "seat", "seat": 1}
    won = Reason("jackpot-won", {**about, "jackpot_cents": 123405}, "3CS App. D")
    assert (
        card_sentence(won) == "Seat 1. The wager qualifies and wins the bonus jackpot of 1234.05."
    )
    beats = {"player": "2S 3S", "player_class": "suited-connectors", "bank": "AC AD"}
    text = card_sentence(Reason("high-won", {**beats, "bank_class": "pair"}, "3CS 7"))
    assert text == "2S 3S (suited connectors) outranks AC AD (pair): the player wins."


def test_another_language_translates_templates_and_class_names():
    params = {"player": "2S 3S", "player_class": "pair", "bank": "AC AD", "bank_class": "pair"}
    reason = Reason("high-won", {**params, "place": "seat", "seat": 4, "side": "high"}, "3CS 7")
    asked = []

    def translate(text):
        asked.append(text)
        return text.upper() if "{" not in text else text

    assert "(PAIR)" in card_sentence(reason, translate)
    assert SENTENCES["high-won"] in asked
    assert "Seat {seat}, high hand. {text}" in asked


def test_every_class_has_a_name():
    codes = {class_code(each.name) for each in (*HighClass, *ThreeClass)}
    codes |= {each.value for each in FourCardClass if each is not FourCardClass.NONE}
    assert codes == set(CLASS_NAMES)


def test_every_line_of_the_house_way_has_a_sentence():
    for line in HOUSE_WAY:
        setting = CardSetting(cards("AC KC"), card("QC"), line.rule, reading=False)
        reason = explain_setting(cards("AC KC QC"), setting)
        assert reason.code in SENTENCES
        assert reason.cite == line.rule
