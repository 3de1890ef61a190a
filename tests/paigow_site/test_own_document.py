"""Every address that shows something, for a house of each rule set: no other document is cited."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from review.models import Dispute
from rules.profiles import PROFILES
from staff.commands.signing import Signer
from tests.factories import make_floor
from tests.pdf_checks import pdf_text
from tests.reports.test_pages import made
from tests.roles import rows
from tests.rounds.playing import SIX_HANDS, Dealer
from tests.rounds.taps import Call, Claim, confirm_ruling, open_dispute, report_irregularity
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
        first = card_round(floor, "AS AD 3C", three_card=1000, four_card=500)["id"]
        return first, disputed(floor, first)
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
    return first, disputed(floor, first)


def disputed(floor, round_id):
    claim = Claim("wrong_payment", seat=2, hold=Dispute.Hold.NONE)
    return open_dispute(round_id, Call(by=floor.surveillance), claim)["dispute"]


# Whoever works there sees the most; two of them, or else anybody who may.
WORKING = ("dealer", "floorperson", "security", "pit_manager", "surveillance")


def askers(roles):
    return [each for each in WORKING if each in roles][:2] or sorted(roles)[:1]


def addresses(floor, profile, round_id, dispute_id):
    """Everything that can be looked at, with roles that may, as far as its names are known."""
    known = {
        "<int:dispute_id>": dispute_id,
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
            yield from ((address, role) for role in askers(roles))


@pytest.mark.parametrize("profile", PROFILES)
def test_whatever_a_house_shows_cites_its_own_document(profile):
    floor = make_floor(profile, options=OPTIONS[profile])
    clients: dict[str, Client] = {}
    seen, wrong = 0, {}
    for address, role in addresses(floor, profile, *played(floor, profile)):
        if role not in clients:
            clients[role] = sign_in(Client(), floor.people[role])
        answer = clients[role].get(address)
        if answer.status_code != 200 or answer.streaming:
            continue
        if not answer["Content-Type"].startswith(("text/html", "application/json")):
            continue
        seen += 1
        if others := others_named(profile, answer.content.decode()):
            wrong[address] = others
    assert wrong == {}
    assert seen > 100, seen


def others_named(profile, text):
    found = foreign(profile, text)
    return sorted({each for each in found if not each.startswith(FOLLOWED.get(profile, "-"))})


@pytest.mark.parametrize("profile", ["new-zealand", "three-card-split"])
def test_no_paper_of_a_house_names_another_document(profile):
    """Whatever a report has, it has of rulings, refusals and settings that were recorded."""
    floor = make_floor(profile, options=OPTIONS[profile])
    played(floor, profile)
    client = sign_in(Client(), floor.regulator)
    for code in ("day", "exceptions", "entries"):
        run = made(floor, code)
        page, table = (client.get(f"/reports/made/{run.pk}/{each}") for each in ("", "csv/"))
        paper = pdf_text(client.get(f"/reports/made/{run.pk}/pdf/").content)
        assert floor.property.name in paper
        for text in (page.content.decode(), table.content.decode(), paper):
            assert others_named(profile, text) == [], code


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
