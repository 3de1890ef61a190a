"""One house with four rule sets in two pits, some rounds of each, and trouble of every kind."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import uuid4

from django.utils import timezone

import demo.night
from audit.events import EventKind
from audit.record import record
from demo.playing import carry_out
from demo.simulation import Simulation
from review.commands.surveillance import Observation, log_observation
from review.models import Dispute
from rounds.commands.whole import record_whole_round
from rounds.models import Round
from tables.commands.alerts import AlertWords as Alarm
from tables.commands.alerts import raise_alert
from tables.models import (
    DealerShift,
    EquipmentKind,
    EquipmentState,
    GamingTable,
    Pit,
    RulesSubmission,
)
from tests.banking.counting import slip_by
from tests.factories import make_floor, make_person, make_set, make_table
from tests.rounds.taps import (
    Call,
    Claim,
    Opening,
    open_dispute,
    open_round,
    report_irregularity,
)

RULES = {
    # The number of a table decides what happens at it: rulings, voids, corrections, disputes.
    "maryland": (52, {"pair_fortunes": "A", "co_bank": True}),
    "mbs": (55, {}),
    "new-zealand": (62, {"adjust": True, "players_a_box": 3}),
    "three-card-split": (57, {"four_card": "1a"}),
}
MINUTES = 40


@dataclass
class Scene:
    floor: object
    tables: dict[str, GamingTable]

    @property
    def house(self):
        return self.floor.property

    def rounds(self, **chosen):
        found = Round.objects.filter(property=self.house, **chosen)
        return list(found.select_related("settlement", "submission", "table").order_by("opened_at"))


def make_scene() -> Scene:
    now = timezone.now()
    began = now - timedelta(minutes=MINUTES)
    floor = make_floor("maryland", options=RULES["maryland"][1], at=began)
    floor.table.number = RULES["maryland"][0]
    floor.table.save()
    second_pit = Pit.objects.create(property=floor.property, name="Pit 2")
    tables = {"maryland": floor.table}
    for profile in list(RULES)[1:]:
        floor.submission = RulesSubmission.objects.create(
            property=floor.property,
            name=profile,
            profile=profile,
            options=RULES[profile][1],
            filed_by=floor.administrator,
            filed_at=began,
        )
        number = RULES[profile][0]
        tables[profile] = make_table(floor, at=began, pit=second_pit, number=number)
        dealer = make_person(floor.property, "dealer")
        DealerShift.objects.create(
            property=floor.property,
            table=tables[profile],
            person=dealer,
            began_at=began,
            shaker="S-1",
        )
    demo.night.seed_night(floor.property, now)
    scene = Scene(floor, tables)
    add_money(scene, now)
    add_late_and_open_rounds(scene, now)
    add_open_items(scene, now)
    return scene


def add_money(scene: Scene, now) -> None:
    """A fill, a credit, and a count of the tray that is short."""
    floor, table = scene.floor, scene.tables["maryland"]
    slip_by(floor, table, "fill", {10000: 40, 2500: 8}, at=now)
    slip_by(floor, table, "credit", {10000: 3}, at=now)
    slip_by(floor, scene.tables["mbs"], "opening", {2500: 10}, at=now)
    slip_by(floor, scene.tables["new-zealand"], "drop", {10000: 2}, at=now)


def add_late_and_open_rounds(scene: Scene, now) -> None:
    """A late entry, an irregularity that nobody ruled on, a dispute, a round still in play."""
    cards = scene.tables["three-card-split"]
    plan, played_at = Simulation(cards, 9).plan(now), now - timedelta(minutes=30)
    late = plan.model_copy(update={"played_at": played_at})
    carry_out(record_whole_round, late, by=dealer_at(cards))
    seen = last_settled(scene.tables["maryland"])
    seats = [wager["seat"] for wager in seen.facts["wagers"]][:1]
    call = Call(by=seen.dealer, version=seen.version)
    facts = {"seats": seats, "tiles_exposed": 2}
    report_irregularity(seen.pk, call, "player-tile-exposed", facts)
    disputed = last_settled(scene.tables["mbs"])
    claim = Claim("wrong_payment", amount_cents=2500, hold=Dispute.Hold.NONE)
    open_dispute(disputed.pk, Call(by=disputed.dealer, version=disputed.version), claim)
    table = scene.tables["maryland"]
    open_round(table.pk, Opening(uuid4()), Call(by=dealer_at(table)))


def dealer_at(table):
    return table.shifts.get(ended_at__isnull=True).person


def last_settled(table):
    return Round.objects.filter(table=table, state="settled").latest("opened_at")


def add_open_items(scene: Scene, now) -> None:
    """What the next shift finds, and what compliance reads."""
    floor, house = scene.floor, scene.house
    raise_alert(
        Alarm("scene", "round_stands_still"),
        property_id=house.pk,
        table=floor.table,
        at=now,
    )
    make_set(
        floor,
        EquipmentKind.DICE,
        state=EquipmentState.CONDEMNED,
        destroy_by=now + timedelta(days=2),
    )
    for suspected in ("none", "procedure"):
        seen = Observation(
            began_at=now - timedelta(minutes=10),
            reason="routine",
            suspected=suspected,
            activity="A watch",
            camera="C-1",
            table_id=floor.table.pk,
        )
        log_observation(seen, by=floor.surveillance, at=now)
    record(
        EventKind.SIGN_IN_FAILED,
        about=floor.dealer,
        by=floor.dealer,
        at=now,
        detail={"reason": "wrong_pin"},
    )
