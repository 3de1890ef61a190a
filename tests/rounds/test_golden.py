"""Every golden round of the rules, entered through the call for whole rounds.

The same facts go in as at a table, with a bank that was offered and taken in its turn; the same
amounts must come out, in the settlement, the ledger and the rows for searches.
"""

import tomllib
from uuid import uuid4

import pytest

from banking.commands.jackpot import Terms, start_jackpot
from banking.models import Posting
from rounds.commands.dealing import Thrown
from rounds.commands.hands import HandGiven
from rounds.commands.steps import Call
from rounds.commands.whole import WholeRound, record_whole_round
from rounds.facts import new_facts
from rounds.games import game_of
from rounds.models import Round, SeatPlay
from rounds.queries.bank_history import bank_history
from rules.refusals import Refused
from rules.wagers import payable_part
from tables.clock import database_time
from tests.factories import make_floor
from tests.rules.three_card_split import test_golden as card_golden
from tests.rules.tiles import golden

pytestmark = pytest.mark.django_db

CUT = {"style": "", "cut": "foot-say", "options": [], "bank_cut": None, "laja": False}
EXTRA = {
    "maryland": {"dealer_wager": "fixed", "dealer_wager_amount": 10**9, "co_bank": True},
    "leaflet": {"dealer_wager": "fixed", "dealer_wager_amount": 10**9},
    "mbs": {},
    "new-zealand": {},
    "three-card-split": {},
}


class House:
    """A floor for one profile and one set of options, with a low minimum and small chips."""

    def __init__(self, profile, options):
        known = {key: value for key, value in options.items() if key != "jackpot"}
        if known.get("four_card") not in ("4a", "4b"):
            known.pop("jackpot_minimum", None)  # the contract takes it anywhere, a filing does not
        self.floor = make_floor(profile, options={**EXTRA[profile], **known})
        self.floor.property.smallest_chip_cents = 1
        self.floor.property.save()
        self.table = self.floor.table
        self.table.minimum_cents, self.table.maximum_cents = 1, 10**9
        self.table.save()
        self.game = game_of(self.floor.submission)
        if "jackpot" in options:
            terms = Terms("Bonus", options["jackpot"])
            at = database_time()
            start_jackpot(terms, [self.table], by=self.floor.pit_manager, at=at)

    def enter(self, **facts):
        whole = WholeRound(
            round_id=uuid4(),
            delivery=CUT if self.game.options.cuts else None,
            thrown=Thrown(dice=(1, 2, 3)) if self.game.has_start else None,
            **facts,
        )
        call = Call(by=self.floor.floorperson)
        return record_whole_round(self.table.pk, whole, call)

    def prime(self, bank=None):
        """Let everybody play a round, so that anybody may bank the next one."""
        house_box = self.game.wagering.house_seat
        away = house_box if bank is None else bank
        seats = [seat for seat in range(1, self.table.seats + 1) if seat != away]
        wagers = [{"seat": seat, "player": "", "cents": 2000} for seat in seats]
        outcomes = [{"seat": seat, "outcome": "push"} for seat in seats]
        answers = self.answers(wagers, {"kind": "player", "seat": bank} if bank else None)
        self.enter(wagers=wagers, outcomes=outcomes, answers=answers)

    def answers(self, wagers, bank):
        """Everybody passes until the one who takes it."""
        last = Round.objects.filter(table=self.table).order_by("-opened_at").first()
        facts = {**new_facts(), "wagers": wagers}
        if last:
            facts["seats"] = dict(last.facts["seats"])
        if bank and bank.get("seat"):
            facts["seats"][str(bank["seat"])] = [{"player": "B", "controls": True}]
        history = bank_history(self.table.pk, database_time())
        found = []
        for seat in self.game.offers(facts, history).order:
            if bank and bank.get("seat") == seat:
                kind = "take" if bank["kind"] == "player" else "co_bank"
                return [*found, {"seat": seat, "answer": kind, "funds_cents": 10**12}]
            found.append({"seat": seat, "answer": "pass", "funds_cents": None})
        return found


def facts_of(line, house):
    """A line of the rules' contract as the facts of a whole round."""
    bank, dealer = line["bank"], line.get("dealer")
    pieces = "cards" if "cards" in (dealer or {}) else "tiles"
    played = [seat for seat in line["seats"] if seat["seat"] != bank.get("seat")]
    sides = ("pair_fortunes", "match_play", "three_card", "four_card")
    wagers = [
        {
            "seat": seat["seat"],
            "player": "",
            "cents": seat["wager"],
            **{key: seat[key] for key in sides if key in seat},
        }
        for seat in played
    ]
    hands = [
        HandGiven(f"seat-{seat['seat']}", tuple(seat[pieces]), high_of(seat))
        for seat in line["seats"]
        if pieces in seat
    ]
    if dealer and (bank["kind"] == "house" or dealer.get("wager")):
        hands.append(HandGiven("dealer", tuple(dealer[pieces]), high_of(dealer), None, "dealer"))
    seated = [(bank["seat"], {"player": "B", "controls": True})] if bank.get("seat") else []
    wants_wager = bank["kind"] == "player" and house.game.options.dealer_wager != "none"
    return {
        "wagers": wagers,
        "players": seated,
        "answers": house.answers(wagers, bank),
        "dealer_wager": (dealer or {}).get("wager", 0) if wants_wager else None,
        "hands": hands,
        "states": [(seat["seat"], seat["state"]) for seat in played if "state" in seat],
        "community": line.get("community") or "",
    }


def high_of(hand):
    return tuple(hand["high"]) if hand.get("high") else None


def lines(profile):
    if profile != "three-card-split":
        return [(path.stem, *golden.read(path)) for path in golden.paths(profile)]
    found = []
    for path in card_golden.ROUNDS:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        rows = [{"seat": seat["seat"], "total": seat["total"]} for seat in told["seats"]]
        expected = {"seats": rows, "house": {"net": told["house"], "vigorish": 0}}
        found.append((path.stem, card_golden.record_of(told), expected))
    return found


def house_for(houses, profile, options):
    key = repr(sorted(options.items()))
    if key not in houses:
        houses[key] = House(profile, options)
    return houses[key]


def is_refused_here(line, house):
    """What no table accepts in the first place: NZ 6.12, and a wrong setting without a ruling."""
    chip = house.game.options.smallest_chip or 1
    unpayable = house.game.wagering.is_paid_exactly and any(
        payable_part(seat.get("wager", 0), chip) != seat.get("wager", 0) for seat in line["seats"]
    )
    stands = line["bank"].get("stands") or line.get("dealer", {}).get("stands")
    return ("not_payable" if unpayable else "") or ("not_house_way" if stands else "")


@pytest.mark.parametrize("profile", EXTRA)
def test_golden_rounds(profile):
    houses, entered = {}, 0
    for name, line, expected in lines(profile):
        house = house_for(houses, profile, line.get("options", {}))
        bank = line["bank"].get("seat")
        if bank is not None:
            house.prime()
            if bank == house.game.wagering.house_seat:
                house.prime(bank=2)
        facts, refused = facts_of(line, house), is_refused_here(line, house)
        if refused:
            with pytest.raises(Refused) as refusal:
                house.enter(**facts)
            assert refusal.value.code == refused, name
            continue
        sheet = house.enter(**facts)
        settled = sheet["settlement"]
        told_seats = sorted(expected["seats"], key=lambda row: row["seat"])
        for row, told in zip(settled["seats"], told_seats, strict=True):
            assert {key: row[key] for key in told} == told, name
        assert settled["house"] == expected["house"], name
        if "bank" in expected:
            assert settled["bank"] == expected["bank"], name
        plays = SeatPlay.objects.filter(round_id=sheet["id"], wager_cents__gt=0)
        totals = {play.seat: play.total_cents for play in plays}
        assert totals == {
            row["seat"]: row["total"] for row in settled["seats"] if row["seat"] != bank
        }
        cents = Posting.objects.filter(entry__round_id=sheet["id"], entry__kind="round")
        assert sum(posting.cents for posting in cents) == 0
        entered += 1
    assert entered >= 30
