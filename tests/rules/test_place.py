import pytest

from rules.place import BANK, CENTRE, DEALER, INVENTORY, JACKPOT, Place
from rules.profiles import PROFILES
from rules.refusals import RulesError

SPELLINGS = [
    ("3", Place.of_seat(3)),
    ("seat-3", Place.of_seat(3)),
    ("box-3", Place.of_seat(3)),
    ("8", Place.of_seat(8)),
    ("dealer", DEALER),
    ("bank", BANK),
    ("centre", CENTRE),
    ("inventory", INVENTORY),
    ("jackpot", JACKPOT),
]


@pytest.mark.parametrize(("text", "place"), SPELLINGS)
def test_every_spelling_is_read_as_the_same_place(text, place):
    assert Place.parse(text) == place


@pytest.mark.parametrize("place", {place for _text, place in SPELLINGS})
def test_a_place_has_one_spelling_and_reads_itself(place):
    assert Place.parse(str(place)) is place


def test_a_layout_names_its_seats_in_its_own_word():
    words = {profile.seat_word for profile in PROFILES.values()}
    assert words == {"seat", "box"}
    for word in words:
        assert Place.of_seat(5).named(word) == f"{word}-5"
        assert Place.parse(Place.of_seat(5).named(word)) == Place.of_seat(5)
        assert DEALER.named(word) == "dealer"


def test_only_a_seat_has_a_number():
    assert Place.of_seat(2).number == 2
    assert Place.of_seat(2).is_seat
    assert DEALER.number is None
    assert not DEALER.is_seat


@pytest.mark.parametrize(
    "text", ["", "0", "03", "-1", "100", "seat-", "seat-03", "chair-3", "Dealer", "3 ", "٣"]
)
def test_what_is_no_place_is_refused(text):
    with pytest.raises(RulesError) as refusal:
        Place.parse(text)
    assert refusal.value.code == "bad-option"


@pytest.mark.parametrize("number", [0, -1, 100, True, "dealer"])
def test_what_is_no_seat_is_refused(number):
    with pytest.raises(RulesError) as refusal:
        Place.of_seat(number)
    assert refusal.value.code == "bad-option"
