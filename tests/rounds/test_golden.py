"""Every golden round of the rules, in one call for the whole round and once more step by step.

The same facts go in as at a table, with a bank that was offered and taken in its turn; the same
amounts must come out, in the settlement, the ledger and the rows for searches, and both ways must
leave the same events.
"""

import json
import tomllib
from uuid import uuid4

import pytest

import rules
from audit.models import Event
from banking.commands.jackpot import Terms, start_jackpot
from banking.models import Posting
from foundation.clock import database_time
from rounds.games import game_of
from rounds.models import Round, RoundState, SeatPlay
from rounds.queries.bank_history import game_history
from rules.refusals import Refused
from rules.round import PlacedWager, SeatedPlayer
from rules.wagers import payable_part
from staff.commands.signing import Signer
from tables.models import DealerShift
from tests.factories import make_floor, make_table
from tests.rounds.taps import (
    Call,
    HandGiven,
    Incident,
    Opening,
    Thrown,
    WholeRound,
    answer_offers,
    choose_delivery,
    close_wagers,
    confirm_ruling,
    end_hand,
    open_round,
    place_dealer_wager,
    place_wagers,
    record_deal,
    record_roll,
    record_whole_round,
    report_irregularity,
    seat_player,
    set_hands,
    settle_round,
    show_community,
)
from tests.rules.cards import test_golden as card_golden
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
        self.game = game_of(self.floor.submission)
        self.second = Signer(self.floor.second_floorperson, None, database_time())
        self.table, self.twin = self.floor.table, make_table(self.floor)
        DealerShift.objects.create(
            property=self.floor.property,
            table=self.twin,
            person=self.floor.second_dealer,
            began_at=self.twin.state_since,
            shaker="S-2",
        )
        for table in (self.table, self.twin):
            table.minimum_cents, table.maximum_cents = 1, 10**9
            table.save()
            if "jackpot" in options:
                terms = Terms(name=f"Bonus {table.number}", seed_cents=options["jackpot"])
                start_jackpot(terms, [table.pk], by=self.floor.pit_manager, at=database_time())

    def whole(self, **facts):
        return WholeRound(
            round_id=uuid4(),
            delivery=CUT if self.game.options.cuts else None,
            thrown=Thrown(dice=(1, 2, 3)) if self.game.has_start else None,
            ends_signed_by=self.second,
            **facts,
        )

    def enter(self, table=None, **facts):
        call = Call(by=self.floor.floorperson)
        return record_whole_round((table or self.table).pk, self.whole(**facts), call)

    def play(self, **facts):
        """The same at the twin table, tap by tap."""
        given, by = self.whole(**facts), self.floor.floorperson
        sheet = open_round(self.twin.pk, Opening(given.round_id), Call(by=by))

        def tap(command, *args):
            return command(given.round_id, Call(by=by), *args)

        for seat, player in given.players:
            tap(seat_player, seat, player)
        tap(place_wagers, given.wagers)
        if given.answers:
            tap(answer_offers, given.answers)
        if given.dealer_wager is not None:
            tap(place_dealer_wager, given.dealer_wager)
        tap(close_wagers)
        if given.delivery is not None:
            tap(choose_delivery, given.delivery)
        if given.thrown is not None:
            sheet = tap(record_roll, given.thrown)
        tap(record_deal, sheet["roll"]["positions"][0] if sheet["roll"] else "")
        for n, incident in enumerate(given.incidents, start=1):
            tap(report_irregularity, incident.event, incident.facts)
            tap(confirm_ruling, n, incident.ruling, incident.signer)
        given_up = {str(seat) for seat, _ in given.states}
        exposed = [each for each in given.hands if each.place.split("-")[-1] not in given_up]
        tap(set_hands, exposed)
        if given.community:
            tap(show_community, given.community)
        for seat, state in given.states:
            tap(end_hand, seat, state, *([self.second] if state == "void" else []))
        later = [each for each in given.hands if each not in exposed]
        if later:
            tap(set_hands, later)
        return tap(settle_round)

    def prime(self, bank=None):
        """Let everybody play a round, so that anybody may bank the next one."""
        house_box = self.game.wagering.house_seat
        away = house_box if bank is None else bank
        seats = [seat for seat in range(1, self.table.seats + 1) if seat != away]
        wagers = [{"seat": seat, "player": "", "cents": 2000} for seat in seats]
        outcomes = [{"seat": seat, "outcome": "push"} for seat in seats]
        answers = self.answers(wagers, {"kind": "player", "seat": bank} if bank else None)
        for table in (self.table, self.twin):
            self.enter(table, wagers=wagers, outcomes=outcomes, answers=answers)

    def stands(self, whose):
        """A hand that was set wrongly and found too late: the floorperson lets it stand."""
        facts = {"seats": [], "whose": whose, "first_hand_exposed": True}
        signer = Signer(self.floor.floorperson, None, database_time())
        return Incident("not-house-way", facts, RoundState.DEALT, "stands", signer)

    def answers(self, wagers, bank):
        """Everybody passes until the one who takes it."""
        last = Round.objects.filter(table=self.table).order_by("-opened_at").first()
        seats = dict(last.entered.seats) if last else {}
        if bank and bank.get("seat"):
            seats[bank["seat"]] = (SeatedPlayer(f"B{bank['seat']}", True),)
        there = tuple(PlacedWager(**wager) for wager in wagers)
        entered = rules.Round(seats=seats, wagers=there)
        history = game_history(self.table, database_time())
        found = []
        for seat in self.game.offers(entered, history).order:
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
    seated = (
        [(bank["seat"], {"player": f"B{bank['seat']}", "controls": True})]
        if bank.get("seat")
        else []
    )
    wants_wager = bank["kind"] == "player" and house.game.options.dealer_wager != "none"
    return {
        "wagers": wagers,
        "players": seated,
        "answers": house.answers(wagers, bank),
        "dealer_wager": (dealer or {}).get("wager", 0) if wants_wager else None,
        "hands": hands,
        "states": [(seat["seat"], seat["state"]) for seat in played if "state" in seat],
        "community": line.get("community") or "",
        "incidents": [
            house.stands(whose) for whose in ("bank", "dealer") if line.get(whose, {}).get("stands")
        ],
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
    """What no table accepts in the first place: NZ 6.12."""
    chip = house.game.options.smallest_chip or 1
    return house.game.wagering.is_paid_exactly and any(
        payable_part(seat.get("wager", 0), chip) != seat.get("wager", 0) for seat in line["seats"]
    )


def told(round_id):
    """The events of a round, without what differs between two tables and two ways to enter."""
    events = Event.objects.filter(stream=f"round:{round_id}").order_by("stream_v")
    found = []
    for event in events:
        detail = json.loads(bytes(event.body))["detail"]
        own = ("source", "playing_set", "dice", "number", "gaming_day", "played_at")
        if event.kind == "rounds.round_opened":
            detail = {key: value for key, value in detail.items() if key not in own}
        found.append((event.kind, detail))
    return found


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
            assert refusal.value.code == "not_payable", name
            continue
        sheet, tapped = house.enter(**facts), house.play(**facts)
        assert told(tapped["id"]) == told(sheet["id"]), name
        settled = sheet["settlement"]
        assert {**tapped["settlement"], "at": ""} == {**settled, "at": ""}, name
        expected_seats = sorted(expected["seats"], key=lambda row: row["seat"])
        for row, right in zip(settled["seats"], expected_seats, strict=True):
            assert {key: row[key] for key in right} == right, name
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
