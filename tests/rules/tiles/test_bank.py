import random

import pytest

from rules.profiles import LEAFLET, MARYLAND, MBS, NEW_ZEALAND, tile_profile
from rules.refusals import RulesError
from rules.tiles.bank import REFUSAL_SENTENCES, PastRound, Situation, offers, refusal
from rules.tiles.lines import offer_line
from tests.rules.tiles.golden import PROFILES
from tests.rules.tiles.rounds import SEATS

HOUSE_ROUND = {"bank": "house", "wagers": {"1": 500, "2": 500, "3": 500, "4": 500}}


def banked_by(seat):
    return {"bank": seat, "wagers": {str(n): 500 for n in (1, 2, 3, 4) if n != seat}}


def offered(profile, history, *, seats=(1, 2, 3, 4), wagers=None, funds=None, **more):
    return offer_line(
        {
            "profile": profile,
            "seats": list(seats),
            "history": history,
            "wagers": {str(n): 500 for n in seats} if wagers is None else wagers,
            "funds": {str(n): 9000 for n in seats} if funds is None else funds,
            **more,
        }
    )


# profile, history, order, refused, rule
ROWS = [
    ("maryland", [], [], dict.fromkeys("1234", "first-round"), "MD 9 §A, §B(1)-(2)"),
    ("maryland", [HOUSE_ROUND], [1, 2, 3, 4], {}, "MD 9 §C(1)"),
    ("maryland", [HOUSE_ROUND, banked_by(2)], [3, 4, 1], {"2": "consecutive"}, "MD 9 §C(2)-(3)"),
    ("maryland", [HOUSE_ROUND, banked_by(4)], [1, 2, 3], {"4": "consecutive"}, "MD 9 §C(2)-(3)"),
    ("maryland", [HOUSE_ROUND, banked_by(2), HOUSE_ROUND], [1, 2, 3, 4], {}, "MD 9 §C(1)"),
    (
        "maryland",
        [{"bank": "house", "wagers": {"1": 5, "2": 0}}, banked_by(1)],
        [],
        {"1": "consecutive", "2": "did-not-wager", "3": "did-not-wager", "4": "did-not-wager"},
        "MD 9 §D(1): in the last round in which no player banked",
    ),
    ("maryland", [banked_by(1)], [], {"1": "consecutive"} | dict.fromkeys("234", "did-not-wager"),
     "MD 9 §C(4), §D(1): no such round"),
    ("leaflet", [], [], dict.fromkeys("1234", "first-round"), "MD 9 §B(1) (reading)"),
    ("leaflet", [HOUSE_ROUND, banked_by(2)], [3, 4, 1, 2], {}, "Leaflet ¶2: again, last"),
    ("leaflet", [{"bank": "house", "wagers": {"1": 500}}, banked_by(3)], [1],
     dict.fromkeys("234", "did-not-wager"), "Leaflet ¶18"),
    ("mbs", [], [], dict.fromkeys("1234", "first-round"), "MBS 3.17: starts with the dealer"),
    ("mbs", [HOUSE_ROUND], [1, 2, 3, 4], {}, "MBS 3.17"),
    ("mbs", [HOUSE_ROUND, banked_by(2)], [], dict.fromkeys("1234", "dealers-turn"), "MBS 3.17"),
    ("mbs", [HOUSE_ROUND, banked_by(2), HOUSE_ROUND], [3, 4, 1, 2], {}, "MBS 3.17: rotation"),
    ("mbs", [HOUSE_ROUND, banked_by(2), {"bank": "house", "wagers": {"2": 500}}], [2],
     dict.fromkeys("134", "did-not-wager"), "MBS 3.18"),
    ("new-zealand", [], [], dict.fromkeys("1234", "first-round"), "NZ 5.2"),
    ("new-zealand", [HOUSE_ROUND], [2, 3, 4], {"1": "did-not-wager"}, "NZ 5.2, 5.3(a), 11.1(a)"),
    ("new-zealand", [HOUSE_ROUND, banked_by(3)], [3, 4, 1, 2], {}, "NZ 5.4: offered it again"),
    ("new-zealand", [HOUSE_ROUND, banked_by(3), banked_by(3)], [4, 1, 2, 3], {}, "NZ 5.4"),
    ("new-zealand", [HOUSE_ROUND, banked_by(2), banked_by(3)], [3, 4, 1, 2], {}, "NZ 5.4"),
    ("new-zealand", [HOUSE_ROUND, banked_by(3), HOUSE_ROUND], [2, 3, 4], {"1": "did-not-wager"},
     "NZ 5.2: from box 1 again"),
    ("new-zealand", [HOUSE_ROUND, {"bank": 2, "wagers": {"3": 500}}], [2, 3],
     {"1": "did-not-wager", "4": "did-not-wager"}, "NZ 5.3(a): banking it counts"),
    ("new-zealand", [{"bank": "house"}], [], dict.fromkeys("1234", "did-not-wager"), "NZ 5.6"),
]  # fmt: skip


@pytest.mark.parametrize(("profile", "history", "order", "refused", "rule"), ROWS)
def test_who_is_offered_the_bank(profile, history, order, refused, rule):
    assert offered(profile, history) == {"order": order, "refused": refused}, rule


# profile, co-banking offered, funds of seat 1 against 1,500 wagered by the others, refused
COVER = [
    ("maryland", False, 1500, False, "MD 9 §D(2), §H(1)"),
    ("maryland", False, 1499, True, "MD 9 §D(2)"),
    ("maryland", True, 750, False, "MD 9 §D(2), §E (reading)"),
    ("maryland", True, 749, True, "MD 9 §D(2), §E (reading)"),
    ("leaflet", False, 1499, True, "Leaflet ¶2, ¶18"),
    ("leaflet", True, 750, False, "Leaflet ¶19"),
    ("mbs", False, 1499, True, "MBS 3.20"),
    ("mbs", True, 1499, True, "MBS 3.20: co-banking is not offered"),
    ("mbs", False, 1500, False, "MBS 3.20"),
]


@pytest.mark.parametrize(("profile", "co_bank", "funds", "is_refused", "rule"), COVER)
def test_a_bank_must_cover_the_other_wagers(profile, co_bank, funds, is_refused, rule):
    found = offered(profile, [HOUSE_ROUND], funds={"1": funds}, co_bank=co_bank)
    assert (found["refused"].get("1") == "insufficient-funds") == is_refused, rule


def test_a_new_zealand_bank_must_cover_half():
    # NZ 5.3(c), 11.2(b), 11.3(b)
    for funds, is_refused in ((750, False), (749, True)):
        found = offered("new-zealand", [HOUSE_ROUND], funds={"2": funds})
        assert ("2" in found["refused"]) == is_refused


def test_at_marina_bay_sands_somebody_else_must_wager():
    # MBS 3.17
    found = offered("mbs", [HOUSE_ROUND], wagers={"1": 500, "2": 0})
    assert found == {"order": [2, 3, 4], "refused": {"1": "no-opponents"}}


def test_only_a_seated_player_may_bank():
    # MBS 3.18; NZ 5.3(b)
    situation = Situation([1, 2], [PastRound(None, {1: 5, 2: 5, 3: 5})], {}, {})
    for profile in (MARYLAND, LEAFLET, MBS, NEW_ZEALAND):
        assert refusal(profile, situation, 3).reason == "not-seated"
        assert refusal(profile, situation, None).reason == "not-seated"


def test_every_reason_has_a_sentence_and_a_paragraph():
    for profile in (MARYLAND, LEAFLET, MBS, NEW_ZEALAND):
        for each in profile.bank_terms.refusals:
            assert each.cite
            assert REFUSAL_SENTENCES[each.reason].endswith(".")


def plainly_played(profile, history, seat):
    last, house = history[-1], [past for past in history if past["bank"] == "house"]
    if profile in ("maryland", "leaflet"):
        return bool(house and house[-1]["wagers"].get(str(seat)))
    if profile == "mbs":
        return bool(last["wagers"].get(str(seat)))
    if last["bank"] == "house" and seat == 1:
        return False
    return last["bank"] == seat or bool(last["wagers"].get(str(seat)))


def plain_offer(line):
    """The table of the bank read once more, by profile and in prose order."""
    profile, seats, history = line["profile"], sorted(line["seats"]), line["history"]
    refused, last = {}, history[-1] if history else None
    for seat in seats:
        others = sum(v for k, v in line["wagers"].items() if k != str(seat))
        others_wager = any(v for k, v in line["wagers"].items() if k != str(seat))
        funds = line["funds"].get(str(seat), 0)
        if not history:
            refused[seat] = "first-round"
        elif profile == "mbs" and last["bank"] != "house":
            refused[seat] = "dealers-turn"
        elif profile == "maryland" and last["bank"] == seat:
            refused[seat] = "consecutive"
        elif not plainly_played(profile, history, seat):
            refused[seat] = "did-not-wager"
        elif profile == "mbs" and not others_wager:
            refused[seat] = "no-opponents"
        else:
            half = profile == "new-zealand" or (line["co_bank"] and profile != "mbs")
            if funds * (2 if half else 1) < others:
                refused[seat] = "insufficient-funds"
    after = 0
    if profile == "mbs":
        after = next((p["bank"] for p in reversed(history) if p["bank"] != "house"), 0)
    elif last and last["bank"] != "house":
        after = last["bank"]
        if profile == "new-zealand" and (len(history) < 2 or history[-2]["bank"] != after):
            after -= 1
    order = [s for s in seats if s > after] + [s for s in seats if s <= after]
    return {
        "order": [seat for seat in order if seat not in refused],
        "refused": {str(seat): why for seat, why in refused.items()},
    }


@pytest.mark.parametrize("profile", PROFILES)
def test_random_offers_are_as_the_table_of_the_bank_says(profile):
    chance = random.Random(9)
    numbers = range(1, SEATS[profile] + 1)

    def amounts():
        return {str(n): chance.choice((0, 100, 2500)) for n in numbers if chance.random() < 0.8}

    for _ in range(600):
        history = []
        for _ in range(chance.randint(0, 4)):
            bank = chance.choice(["house", "house", chance.choice(numbers), 3])
            history.append({"bank": bank, "co": chance.random() < 0.3, "wagers": amounts()})
        line = {
            "profile": profile,
            "seats": chance.sample(numbers, chance.randint(0, len(numbers))),
            "history": history,
            "wagers": amounts(),
            "funds": {str(n): chance.choice((0, 1300, 5000, 20000)) for n in numbers},
            "co_bank": chance.random() < 0.5,
        }
        assert offer_line(line) == plain_offer(line), line


BAD_OFFERS = [
    ({"seats": None}, "bad-option"),
    ({"seats": [0]}, "bad-option"),
    ({"seats": [7]}, "bad-option"),
    ({"seats": [1, 1]}, "bad-option"),
    ({"seats": [True]}, "bad-option"),
    ({"seats": ["1"]}, "bad-option"),
    ({"history": {}}, "bad-option"),
    ({"history": [5]}, "bad-option"),
    ({"history": [{}]}, "bad-option"),
    ({"history": [{"bank": 9}]}, "bad-option"),
    ({"history": [{"bank": "dealer"}]}, "bad-option"),
    ({"history": [{"bank": "house", "co": 1}]}, "bad-option"),
    ({"history": [{"bank": "house", "wagers": {"1": -1}}]}, "bad-wager"),
    ({"wagers": [1]}, "bad-option"),
    ({"wagers": {"x": 1}}, "bad-option"),
    ({"wagers": {"01": 1}}, "bad-option"),
    ({"wagers": {"1": 1.0}}, "bad-wager"),
    ({"wagers": {"9": 100}}, "bad-option"),
    ({"wagers": {"9" * 5000: 100}}, "bad-option"),
    ({"funds": {"1": True}}, "bad-wager"),
    ({"co_bank": "yes"}, "bad-option"),
    ({"profile": "three-card-split"}, "bad-option"),
]


@pytest.mark.parametrize(("change", "code"), BAD_OFFERS)
def test_an_offer_that_cannot_be_is_refused(change, code):
    line = {"profile": "maryland", "seats": [1, 2], "history": [], "wagers": {}, "funds": {}}
    with pytest.raises(RulesError) as found:
        offer_line(line | change)
    assert found.value.code == code


def test_offers_carry_the_paragraph_of_the_refusal():
    situation = Situation([1], [PastRound(1, {})], {}, {})
    found = offers(tile_profile("maryland"), situation)
    assert found.refused[1].cite == "MD 9 §C(3)"
