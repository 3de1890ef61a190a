"""Every address that shows something, for a house of each rule set: no other document is cited."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from rules.profiles import PROFILES
from staff.commands.signing import Signer
from tests.factories import make_floor
from tests.roles import rows
from tests.rounds.playing import SIX_HANDS, Dealer
from tests.rounds.taps import confirm_ruling, report_irregularity
from tests.rounds.test_cards import card_round
from tests.sign_in import sign_in
from tests.tables.test_citations import foreign

pytestmark = [pytest.mark.django_db, pytest.mark.slow(3)]

OPTIONS = {
    "maryland": {"player_bank": True, "adjacent_areas": True, "pair_fortunes": "A"},
    "leaflet": {"player_bank": True, "match_play": True},
    "mbs": {"player_bank": True},
    "new-zealand": {"player_bank": True, "players_a_box": 3, "adjust": True},
    "three-card-split": {"four_card": "4a", "jackpot_minimum": 500},
}
# Where a rule set is chosen, all of them are named.
OF_SEVERAL = "/rules/new/"
# The leaflet has no irregularities and no dealer's wager: it follows Maryland (readings.md).
FOLLOWED = {"leaflet": "MD "}


def played(floor, profile):
    """A round that is settled, something reported in it, and another one open."""
    if profile == "three-card-split":
        return card_round(floor, "AS AD 3C", three_card=1000, four_card=500)["id"]
    dealer = Dealer(floor)
    dealer.open()
    dealer.wager(s2=2000, s3=2000)
    dealer.close_passing()
    if profile == "new-zealand":
        dealer.cut()
    dealer.roll()
    dealer.deal()
    signer = Signer(floor.floorperson, None, timezone.now())
    for n, event in enumerate(("late-wager", "player-left"), 1):
        dealer.do(report_irregularity, event, {"seats": [2]})
        dealer.do(confirm_ruling, n, "play-on", signer)
    names = ("seat_2", "seat_3", "dealer")
    dealer.hands(**{name: SIX_HANDS[name.replace("_", "-")] for name in names})
    first = dealer.settle()["id"]
    dealer.open(carry_wagers=True)
    return first


def addresses(floor, profile, round_id):
    """Everything that can be looked at, with a role that may, as far as its names are known."""
    known = {
        "<int:table_id>": floor.table.pk,
        "<int:equipment_id>": floor.sets[next(iter(floor.sets))].pk,
        "<int:submission_id>": floor.submission.pk,
        "<int:person_id>": floor.second_dealer.pk,
        "<uuid:round_id>": round_id,
        "<slug:code>": "day",
        "<slug:kind>": next(iter(floor.sets)),
        "<slug:profile>": profile,
        "<str:profile>": profile,
    }
    for (method, pattern), roles in sorted(rows().items()):
        address = pattern
        for name, value in known.items():
            address = address.replace(name, str(value))
        if method == "GET" and "<" not in address and roles and address != OF_SEVERAL:
            yield address, sorted(roles)[0]


@pytest.mark.parametrize("profile", PROFILES)
def test_whatever_a_house_shows_cites_its_own_document(profile):
    floor = make_floor(profile, options=OPTIONS[profile])
    round_id = played(floor, profile)
    clients: dict[str, Client] = {}
    seen, wrong = 0, {}
    for address, role in addresses(floor, profile, round_id):
        if role not in clients:
            clients[role] = sign_in(Client(), floor.people[role])
        answer = clients[role].get(address)
        if answer.status_code != 200 or answer.streaming:
            continue
        if not answer["Content-Type"].startswith(("text/html", "application/json")):
            continue
        seen += 1
        found = foreign(profile, answer.content.decode())
        if others := {each for each in found if not each.startswith(FOLLOWED.get(profile, "-"))}:
            wrong[address] = sorted(others)
    assert wrong == {}
    assert seen > 60, seen


SCRIPTS = Path(__file__).parents[2] / "static" / "js"
# Comments go first; what looks like one within a string ends there, which only hides less.
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`\\])//[^\n]*", re.DOTALL)
PARAGRAPH = re.compile(r"\b(?:MD|NZ|MBS|3CS|COMAR|Leaflet) (?:ch\. )?[0-9¶]")


def test_no_script_names_a_paragraph_by_itself():
    """A script shows what its table's rules name, which come with the table (`cites`)."""
    scripts = sorted(SCRIPTS.rglob("*.js"))
    said = {
        script.name: found
        for script in scripts
        if (found := PARAGRAPH.findall(COMMENT.sub("", script.read_text(encoding="utf-8"))))
    }
    assert said == {}
    assert len(scripts) > 100
    assert PARAGRAPH.findall(COMMENT.sub("", 'h("p", {}, "NZ 12.11") // MD 9 §G')) == ["NZ 1"]
