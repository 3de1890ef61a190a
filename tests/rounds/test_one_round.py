"""One typed round, one way in, one writer: what several copies of a thing once got wrong."""

import ast
import cProfile
import pstats
from pathlib import Path
from uuid import uuid4

import pytest

import rules
from audit.models import Event
from foundation.commands import Given
from review.commands.disputes import begin_review
from rounds.commands.settling import settle_round
from rounds.commands.voiding import VoidRound
from rounds.games import game_of
from rounds.guards.wagers import guard_box_totals
from rounds.inputs import OfRound
from rounds.models import Round, Settlement
from rules.refusals import Refused
from rules.round import PlacedWager, RoundBank
from tests.factories import make_floor
from tests.rounds.playing import SIX_HANDS, Dealer, house_round
from tests.rounds.taps import Claim, open_dispute
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parent.parent.parent
APPS = ("banking", "rounds", "review", "floor", "tables", "demo", "reports", "audit", "staff")

MAXIMUM = [
    ("maryland", "player", True),
    ("mbs", "player", False),
    ("mbs", "co-bank", True),
    ("new-zealand", "player", False),
    ("new-zealand", "co-bank", True),
]


@pytest.mark.parametrize(("profile", "kind", "holds"), MAXIMUM)
def test_the_maximum_holds_against_a_player_s_bank_unless_the_rules_lift_it(profile, kind, holds):
    floor = make_floor(profile)
    game, table = game_of(floor.submission), floor.table
    bank = RoundBank(kind, 3, "B", is_decided=True)
    high = PlacedWager(2, "A", table.maximum_cents + 10_000)
    entered = rules.Round(bank=bank, wagers=(high,))
    if not holds:
        guard_box_totals(game, table, entered)
        return
    with pytest.raises(Refused) as refusal:
        guard_box_totals(game, table, entered)
    assert refusal.value.code == "above_maximum"


def test_a_pin_is_no_part_of_what_makes_two_requests_the_same():
    signed = {"badge": "B-1", "pin": "271828"}
    read = VoidRound.model_validate({"round_id": uuid4(), "reason": "exposed", "second": signed})
    assert read.model_dump(mode="json")["second"] == {"badge": "B-1"}
    assert "271828" not in repr(read)


def test_a_page_of_a_dispute_acts_once_for_one_click(client, dealer):
    house_round(dealer, seats=2)
    dispute = dealer.do(open_dispute, Claim("wrong_payment", seat=1))["dispute"]
    sign_in(client, dealer.floor.surveillance)
    given = {"minutes": "20", "request_id": str(uuid4())}
    for _ in range(2):
        answer = client.post(f"/disputes/{dispute}/review/", given)
        assert answer.status_code == 204
    reviewed = Event.objects.filter(kind="rounds.dispute_reviewed", round_id=dealer.id)
    assert reviewed.count() == 1


def test_a_page_of_a_dispute_is_refused_on_an_old_screen(client, dealer):
    house_round(dealer, seats=2)
    version = dealer.sheet["version"]
    dispute = dealer.do(open_dispute, Claim("wrong_payment", seat=1))["dispute"]
    sign_in(client, dealer.floor.surveillance)
    given = {"minutes": "20", "version": str(version)}
    assert client.post(f"/disputes/{dispute}/review/", given).status_code == 412
    assert not Event.objects.filter(kind="rounds.dispute_reviewed", round_id=dealer.id).exists()
    assert begin_review.versioned


def test_what_a_row_stores_is_what_its_value_writes(dealer):
    house_round(dealer, seats=2)
    current = Round.objects.get(pk=dealer.id)
    kept = Settlement.objects.get(round=current)
    assert current.entered.as_json() == current.facts
    written = kept.settled.as_json()
    for name in ("facts", "outcome", "movements", "reasons"):
        assert written[name] == getattr(kept, name), name
    hand = current.facts["hands"]["dealer"]
    assert (hand["high_name"], hand["low_name"]) == ("mixed-sevens", "value-4:Low 6")


def test_one_place_writes_the_ledger_and_one_a_settlement():
    found = {"banking_entry": set(), "banking_posting": set(), "rounds_settlement": set()}
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            if "migrations" in path.parts:
                continue
            for text in _texts(path):
                for table, places in found.items():
                    if f"insert into {table}" in text:
                        places.add(str(path.relative_to(ROOT)))
    assert found == {
        "banking_entry": {"banking/commands/ledger.py"},
        "banking_posting": {"banking/commands/ledger.py"},
        "rounds_settlement": {"rounds/commands/settling.py"},
    }


def _texts(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield " ".join(node.value.split())


def ready(seats=6):
    dealer = Dealer(make_floor())
    dealer.open()
    dealer.wager(**{f"s{seat}": 2500 for seat in range(1, seats + 1)})
    dealer.close()
    dealer.roll()
    dealer.deal()
    dealer.hands(**{place.replace("-", "_"): held for place, held in SIX_HANDS.items()})
    return dealer


def test_a_settlement_of_six_seats_costs_few_calls():
    for _warm in range(2):
        ready().settle()
    dealer = ready()
    read = OfRound(round_id=dealer.id)
    given = Given(dealer.by, read, uuid4(), version=dealer.sheet["version"])
    profile = cProfile.Profile()
    profile.enable()
    settle_round.carry_out(given)
    profile.disable()
    assert pstats.Stats(profile).total_calls < 2400
