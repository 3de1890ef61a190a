from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from foundation.clock import database_time
from rules.refusals import Refused
from tables.commands.at_table import InspectionFacts, bring_set
from tables.commands.dice import DiceFacts, check_dice, inspect_dice, place_dice
from tables.commands.endings import (
    DestructionFacts,
    DiscrepancyFacts,
    condemn_set,
    decide_return,
    destroy_set,
    hold_evidence,
    release_evidence,
    report_discrepancy,
    sign_discrepancy,
)
from tables.commands.envelopes import EnvelopeFacts, collect_envelopes, seal_envelope
from tables.commands.rebuild import RebuildFacts, rebuild_set, replace_tile
from tables.commands.receipt import (
    ReceiptFacts,
    inspect_receipt,
    issue_sets,
    make_tiles,
    receive_set,
    return_sets,
    tile_names,
)
from tables.commands.stock import SetsCounted, reconcile, take_stock
from tables.commands.work_orders import LineFacts, close_work_order, open_work_order, record_line
from tables.games import PAIRS
from tables.models import (
    Alert,
    EquipmentMove,
    EquipmentSet,
    Placement,
    SetTile,
    Shaker,
    StockCount,
    TileMove,
)
from tables.queries.stock import COUNTED_STATES, SetDiffers, book_count, misplaced_sets
from tests.factories import PIN, make_floor, make_person, make_set, make_table
from tests.rounds.playing import Dealer
from tests.sign_in import sign_in
from tests.tables.acts import (
    MINUTE,
    NOON,
    inspected,
    kinds_of,
    opening_table,
    refused,
    signer,
    verified,
    with_set,
)

pytestmark = pytest.mark.django_db
CHECKS = ("pairs", "sides", "backs", "uv")
INSTRUMENTS = ("micrometer", "caliper", "square", "magnet")


@pytest.fixture
def floor():
    return opening_table()


def tiles(floor, serial="T-1", **changes):
    facts = {
        "kind": "tiles",
        "serial": serial,
        "seal_number": f"seal-{serial}",
        "submission_id": floor.submission.pk,
        "seal_intact": True,
        "design_approval": "DA-1",
    }
    return ReceiptFacts.model_construct(**{**facts, **changes})


def received(floor, facts=None, security=True):
    second = signer(floor.security) if security else None
    return receive_set(facts or tiles(floor), floor=signer(floor.floorperson), security=second,
                       at=NOON)  # fmt: skip


def sealed(floor, reason="end_of_use", seal="E-1", at=NOON + 5 * MINUTE):
    return seal_envelope(
        floor.closed.pk,
        EnvelopeFacts(kind="tiles", seal_number=seal, reason=reason),
        dealer=signer(floor.second_dealer),
        floor=signer(floor.second_floorperson),
        at=at,
    )


def collected(floor, failed=False):
    """A set that went through a table and an envelope to security."""
    equipment = with_set(floor)
    make_tiles(equipment)
    wrong = InspectionFacts(reason="marked") if failed else None
    inspection = inspected(floor, facts=wrong)
    if not failed:
        verified(floor, inspection)
    envelope = sealed(floor)
    collect_envelopes([envelope.seal_number], signer=signer(floor.security), at=NOON + 6 * MINUTE)
    equipment.refresh_from_db()
    return equipment


def state_of(equipment):
    return EquipmentSet.objects.values_list("state", flat=True).get(pk=equipment.pk)


# Receipt, store, pit stand.


def test_a_set_is_received_by_two_and_has_32_tiles(floor):
    equipment = received(floor)
    assert equipment.state == "store"
    assert SetTile.objects.filter(in_set=equipment).count() == 32
    line = EquipmentMove.objects.get(equipment=equipment)
    assert (line.by, line.second) == (floor.floorperson, floor.security)
    assert line.sign_off.content == line.second_sign_off.content


def test_the_sixteen_pairs_are_those_of_the_rules():
    from rules.tiles.display import inspection_pairs

    ours = [sorted(pieces) for _code, _label, pieces in PAIRS]
    assert ours == [sorted(tile.text for tile in pair) for pair in inspection_pairs()]
    assert len(set(tile_names())) == 32


def test_maryland_wants_security_at_the_receipt(floor):
    with refused("security_needed"):
        received(floor, security=False)
    elsewhere = opening_table("mbs")
    assert received(elsewhere, security=False).state == "store"


def test_one_person_cannot_be_both_at_the_receipt(floor):
    both = make_person(floor.property, "floorperson", "security")
    with refused("same_person"):
        receive_set(tiles(floor), floor=signer(both), security=signer(both), at=NOON)
    with refused("role"):
        receive_set(
            tiles(floor), floor=signer(floor.floorperson), security=signer(floor.dealer), at=NOON
        )
    assert not EquipmentSet.objects.filter(serial="T-1").exists()


def test_a_broken_seal_forces_an_inspection(floor):
    equipment = received(floor, tiles(floor, seal_intact=False))
    assert equipment.state == "received"
    with refused("wrong_place"):
        issue(floor, equipment)
    inspect_receipt(equipment.pk, "", signer=signer(floor.security), at=NOON + MINUTE)
    assert state_of(equipment) == "store"


def test_a_set_that_fails_at_receipt_is_locked(floor):
    equipment = received(floor, tiles(floor, seal_intact=False))
    inspect_receipt(equipment.pk, "marked", signer=signer(floor.security), at=NOON + MINUTE)
    assert state_of(equipment) == "quarantine"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"serial": " "}, "details_missing"),
        ({"seal_number": ""}, "details_missing"),
        ({"kind": "marbles"}, "wrong_kind"),
        ({"kind": "dice", "pieces": ("a", "b")}, "three_serials"),
    ],
)
def test_a_receipt_says_what_came(floor, changes, code):
    with refused(code):
        received(floor, tiles(floor, **changes))


def test_a_serial_number_is_received_once(floor):
    received(floor)
    with refused("serial_taken"):
        received(floor)


def issue(floor, *sets, security=True):
    second = signer(floor.security) if security else None
    ids = [each.pk for each in sets]
    return issue_sets(ids, floor=signer(floor.floorperson), security=second, at=NOON + MINUTE)


def test_sets_go_to_the_pit_stand_with_both_locks_and_back(floor):
    one, two = received(floor), received(floor, tiles(floor, "T-2"))
    with refused("security_needed"):
        issue(floor, one, two, security=False)
    issue(floor, one, two)
    assert {state_of(one), state_of(two)} == {"pit_stand"}
    return_sets(
        [one.pk],
        floor=signer(floor.floorperson),
        security=signer(floor.security),
        at=NOON + 2 * MINUTE,
    )
    assert state_of(one) == "store"


def test_a_set_without_an_approved_design_stays_in_the_store(floor):
    # MD 3 §A(1)
    equipment = received(floor, tiles(floor, design_approval=""))
    with refused("design_not_approved"):
        issue(floor, equipment)


# Envelopes and security.


def test_a_failed_set_is_sealed_with_two_signatures(floor):
    equipment = with_set(floor)
    inspected(floor, facts=InspectionFacts(reason="marked", faulty=("6-6",)))
    envelope = sealed(floor)
    assert envelope.reason == "marked", "the reason is that of the inspection"
    assert state_of(equipment) == "envelope"
    assert not Placement.objects.filter(equipment=equipment, during__endswith=None).exists()
    assert kinds_of(envelope) == ["tables.envelope_sealed"]


def test_dealer_and_floor_are_two_people(floor):
    with_set(floor)
    both = make_person(floor.property, "dealer", "floorperson")
    with refused("same_person"):
        seal_envelope(
            floor.closed.pk,
            EnvelopeFacts(kind="tiles", seal_number="E-1"),
            dealer=signer(both),
            floor=signer(both),
            at=NOON,
        )
    with refused("role"):
        seal_envelope(
            floor.closed.pk,
            EnvelopeFacts(kind="tiles", seal_number="E-1"),
            dealer=signer(floor.second_dealer),
            floor=signer(floor.dealer),
            at=NOON,
        )


def test_no_set_leaves_in_the_middle_of_a_round():
    floor = make_floor()
    dealer = Dealer(floor)
    dealer.open()
    now = database_time()
    facts = [
        EnvelopeFacts(kind="tiles", seal_number="E-1"),
        EnvelopeFacts(kind="tiles", seal_number="E-1", reason="marked"),
        EnvelopeFacts(kind="dice", seal_number="E-1"),
    ]
    hands = {"dealer": signer(floor.dealer, now), "floor": signer(floor.floorperson, now)}
    for each in facts:
        with refused("round_open") as said:
            seal_envelope(floor.table.pk, each, **hands, at=now)
        assert "round" in str(said.refusal.message).lower()
    assert not Placement.objects.filter(table=floor.table, during__endswith__isnull=False).exists()


def test_a_seal_is_used_once(floor):
    with_set(floor)
    sealed(floor)
    with_set(floor, at=NOON + 6 * MINUTE)
    with refused("seal_used"):
        sealed(floor, at=NOON + 7 * MINUTE)
    with refused("seal_missing"):
        sealed(floor, seal=" ", at=NOON + 7 * MINUTE)


def test_security_collects_what_it_scanned(floor):
    equipment = collected(floor)
    assert equipment.state == "collected"
    with refused("no_such_envelope"):
        collect_envelopes(["E-1"], signer=signer(floor.security), at=NOON)
    with refused("role"):
        collect_envelopes(["E-1"], signer=signer(floor.floorperson), at=NOON)


def order_of(floor, *sets):
    return open_work_order([each.pk for each in sets], by=floor.security, at=NOON + 7 * MINUTE)


def looked_at(floor, order, facts):
    return record_line(order.lines.get().pk, facts, by=floor.security, at=NOON + 8 * MINUTE)


def close(floor, order):
    return close_work_order(order.pk, signer=signer(floor.security), at=NOON + 9 * MINUTE)


def test_a_clean_set_is_resealed_and_goes_to_the_store(floor):
    equipment = collected(floor)
    order = order_of(floor, equipment)
    with refused("order_incomplete"):
        close(floor, order)
    looked_at(floor, order, LineFacts(result="clean", checks=CHECKS, new_seal="S-2"))
    close(floor, order)
    equipment.refresh_from_db()
    assert (equipment.state, equipment.seal_number) == ("store", "S-2")
    with refused("order_closed"):
        looked_at(floor, order, LineFacts(result="condemned"))


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        (
            LineFacts(result="clean", checks=("pairs", "sides", "backs"), new_seal="S"),
            "inspection_incomplete",
        ),
        (LineFacts(result="clean", checks=CHECKS), "seal_missing"),
        (
            LineFacts(result="clean", checks=CHECKS, faults={"6-6a": "marked"}, new_seal="S"),
            "faults_found",
        ),
        (LineFacts(result="discrepancy"), "unknown_result"),
    ],
)
def test_a_line_of_a_work_order_is_complete(floor, facts, code):
    order = order_of(floor, collected(floor))
    with refused(code):
        looked_at(floor, order, facts)


def test_a_set_is_on_one_work_order(floor):
    equipment = collected(floor)
    order_of(floor, equipment)
    with refused("on_work_order"):
        order_of(floor, equipment)


def test_a_worn_set_is_condemned_and_destroyed_within_seven_days(floor):
    equipment = collected(floor)
    order = order_of(floor, equipment)
    looked_at(floor, order, LineFacts(result="condemned", checks=CHECKS, faults={"6-6a": "worn"}))
    close(floor, order)
    equipment.refresh_from_db()
    assert equipment.destroy_by == NOON + 6 * MINUTE + timedelta(days=7)
    end = destroy_set(
        equipment.pk,
        DestructionFacts(method="crushed", place="Workshop B"),
        signer=signer(floor.security),
        witness=signer(floor.compliance),
        at=NOON + timedelta(days=2),
    )
    assert state_of(equipment) == "destroyed"
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        type(end).objects.filter(pk=end.pk).update(method="lost")


def test_a_failed_set_comes_back_only_by_a_pit_managers_decision(floor):
    equipment = collected(floor, failed=True)
    order = order_of(floor, equipment)
    looked_at(floor, order, LineFacts(result="clean", checks=CHECKS, new_seal="S-2"))
    with refused("decision_needed"):
        close(floor, order)
    with refused("role"):
        decide_return(equipment.pk, "return", "", signer=signer(floor.security), at=NOON)
    decide_return(
        equipment.pk, "return", "only dust", signer=signer(floor.pit_manager), at=NOON + 9 * MINUTE
    )
    close(floor, order)
    assert state_of(equipment) == "store"
    with refused("wrong_place"):
        decide_return(equipment.pk, "return", "", signer=signer(floor.pit_manager), at=NOON)


# Rebuilding.


def test_a_set_is_made_up_from_others_tile_by_tile(floor):
    first = collected(floor)
    second = make_set(floor, state="collected")
    make_tiles(second)
    sources = dict.fromkeys(tile_names(), first.pk) | {"6-6a": second.pk}
    made = rebuild_set(
        RebuildFacts(serial="T-9", seal_number="S-9", way="reconstructed", sources=sources),
        signer=signer(floor.security),
        at=NOON,
    )
    assert made.made_from == "reconstructed"
    assert state_of(made) == "store"
    assert {state_of(first), state_of(second)} == {"dissolved"}
    origin = dict(SetTile.objects.filter(in_set=made).values_list("name", "origin"))
    assert (len(origin), origin["6-6a"], origin["6-6b"]) == (32, second.pk, first.pk)
    assert TileMove.objects.filter(tile__origin=first, to_set=None).count() == 1


@pytest.mark.parametrize("change", [{"6-6a": None}, {"9-9": 1}])
def test_a_set_has_exactly_its_32_tiles(floor, change):
    sources = dict.fromkeys(tile_names(), 1) | change
    sources = {name: donor for name, donor in sources.items() if donor}
    with refused("not_a_set"):
        rebuild_set(
            RebuildFacts(serial="T-9", seal_number="S-9", way="replacement", sources=sources),
            signer=signer(floor.security),
            at=NOON,
        )


def replaced(floor):
    equipment = with_set(floor)
    spare = make_set(floor)
    make_tiles(equipment)
    make_tiles(spare)
    return replace_tile(
        floor.closed.pk,
        "6-6a",
        spare.pk,
        "damaged",
        dealer=signer(floor.second_dealer),
        floor=signer(floor.second_floorperson),
        at=NOON + MINUTE,
    ), spare


def test_maryland_replaces_the_whole_set(floor):
    with refused("whole_set_only"):
        replaced(floor)


def test_new_zealand_may_replace_one_tile():
    floor = opening_table("new-zealand")
    tile, spare = replaced(floor)
    assert tile.origin == spare
    assert SetTile.objects.filter(in_set=tile.in_set).count() == 32
    assert SetTile.objects.filter(in_set=spare).count() == 31
    other = make_table(floor, empty=True, state="opening")
    with refused("incomplete_set"):
        bring_set(other.pk, spare.pk, by=floor.pit_manager, at=NOON)


# Discrepancies and evidence.


def reported(floor, equipment):
    return report_discrepancy(
        equipment.pk,
        DiscrepancyFacts(found="missing", tiles=("6-6a",), note="31 tiles"),
        signer=signer(floor.security),
        at=NOON + 8 * MINUTE,
    )


def test_a_discrepancy_locks_the_set_until_a_regulator_signs(floor):
    equipment = collected(floor)
    report = reported(floor, equipment)
    equipment.refresh_from_db()
    assert (equipment.state, equipment.evidence_hold) == ("quarantine", "discrepancy 1")
    assert Alert.objects.filter(code="discrepancy_unsigned", acknowledged_at=None).exists()
    with refused("report_open"):
        release_evidence(equipment.pk, by=floor.compliance, at=NOON)
    with refused("role"):
        sign_discrepancy(report.pk, "destroy", signer=signer(floor.security), at=NOON)
    sign_discrepancy(report.pk, "destroy", signer=signer(floor.regulator), at=NOON + 9 * MINUTE)
    assert state_of(equipment) == "condemned"
    assert not Alert.objects.filter(
        property=floor.property, code="discrepancy_unsigned", acknowledged_at=None
    ).exists()
    with refused("already_signed"):
        sign_discrepancy(report.pk, "cleared", signer=signer(floor.regulator), at=NOON)


@pytest.mark.parametrize(
    ("outcome", "state", "held"),
    [("cleared", "collected", False), ("evidence", "quarantine", True)],
)
def test_what_becomes_of_a_reported_set(floor, outcome, state, held):
    equipment = collected(floor)
    report = reported(floor, equipment)
    sign_discrepancy(report.pk, outcome, signer=signer(floor.regulator), at=NOON)
    equipment.refresh_from_db()
    assert (equipment.state, bool(equipment.evidence_hold)) == (state, held)


def test_evidence_is_not_destroyed(floor):
    equipment = make_set(floor, state="condemned", destroy_by=NOON)
    hold_evidence(equipment.pk, "dispute 31", by=floor.surveillance, at=NOON)
    with refused("evidence_hold"):
        destroy(floor, equipment)
    with pytest.raises(IntegrityError, match="evidence_kept"), transaction.atomic():
        EquipmentSet.objects.filter(pk=equipment.pk).update(state="destroyed")
    with refused("role"):
        release_evidence(equipment.pk, by=floor.security, at=NOON)
    release_evidence(equipment.pk, by=floor.compliance, at=NOON + MINUTE)
    destroy(floor, equipment)


def destroy(floor, equipment, witness=None):
    return destroy_set(
        equipment.pk,
        DestructionFacts(method="crushed", place="Workshop B"),
        signer=signer(floor.security),
        witness=signer(witness or floor.compliance),
        at=NOON + 2 * MINUTE,
    )


def test_a_destruction_has_a_witness(floor):
    equipment = make_set(floor, state="condemned", destroy_by=NOON)
    with refused("same_person"):
        destroy(floor, equipment, witness=floor.security)
    with refused("wrong_place"):
        destroy(floor, make_set(floor))


# Dice.


def dice(floor, **fields):
    return make_set(floor, "dice", **fields)


def measured(floor, equipment, second=None, **changes):
    facts = {"sizes": (640, 641, 639), "checks": INSTRUMENTS, "camera": "C-14", **changes}
    return inspect_dice(
        equipment.pk,
        DiceFacts.model_construct(**facts),
        signer=signer(floor.floorperson),
        second=signer(second) if second else None,
        at=NOON,
    )


def approved_shaker(floor):
    return Shaker.objects.create(
        property=floor.property,
        serial="SH-1",
        table=floor.closed,
        approval_reference="S-1",
        approved_on=NOON.date(),
    )


def shaken(floor, equipment, serial="SH-1"):
    return place_dice(floor.closed.pk, equipment.pk, serial, by=floor.floorperson, at=NOON + MINUTE)


def test_dice_are_inspected_and_placed_in_the_shaker_for_24_hours(floor):
    approved_shaker(floor)
    equipment = dice(floor)
    with refused("dice_not_inspected"):
        shaken(floor, equipment)
    measured(floor, equipment)
    with refused("unknown_shaker"):
        shaken(floor, equipment, "SH-9")
    placement = shaken(floor, equipment)
    assert placement.verified_at == NOON + MINUTE
    assert placement.expires_at == NOON + MINUTE + timedelta(hours=24)
    assert placement.shaker.serial == "SH-1"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"sizes": (636, 640, 640)}, "dice_out_of_range"),
        ({"sizes": (640, 644, 640)}, "dice_out_of_range"),
        ({"sizes": (640, 640)}, "three_dice"),
        ({"checks": INSTRUMENTS[:3]}, "inspection_incomplete"),
        ({"camera": ""}, "no_camera"),
    ],
)
def test_the_four_instruments_decide(floor, changes, code):
    with refused(code):
        measured(floor, dice(floor), **changes)


def test_a_second_floorperson_takes_the_place_of_the_camera(floor):
    with refused("same_person"):
        measured(floor, dice(floor), camera="", second=floor.floorperson)
    inspection = measured(floor, dice(floor), camera="", second=floor.second_floorperson)
    assert inspection.verified_by == floor.second_floorperson


def test_failed_dice_are_never_placed(floor):
    approved_shaker(floor)
    equipment = dice(floor)
    assert not measured(floor, equipment, reason="damaged").passed
    with refused("dice_not_inspected"):
        shaken(floor, equipment)
    condemn_set(equipment.pk, "chipped", signer=signer(floor.pit_manager), at=NOON)
    assert state_of(equipment) == "condemned"


def test_dice_are_inspected_anew_for_every_placing(floor):
    approved_shaker(floor)
    equipment = dice(floor)
    measured(floor, equipment)
    placement = shaken(floor, equipment)
    EquipmentSet.objects.filter(pk=equipment.pk).update(state="pit_stand")
    type(placement).objects.filter(pk=placement.pk).update(
        during=(placement.during.lower, NOON + 3 * MINUTE)
    )
    with refused("dice_not_inspected"):
        shaken(floor, equipment)


def test_the_first_inspector_does_not_check_at_days_end(floor):
    equipment = dice(floor)
    with refused("never_inspected"):
        check_dice(equipment.pk, "", signer=signer(floor.security), at=NOON)
    inspection = measured(floor, equipment)
    with refused("own_inspection"):
        check_dice(equipment.pk, "", signer=signer(floor.floorperson), at=NOON + MINUTE)
    check = check_dice(equipment.pk, "", signer=signer(floor.security), at=NOON + MINUTE)
    assert check.follows_person == inspection.inspected_by
    with pytest.raises(IntegrityError, match="another_person"), transaction.atomic():
        check.pk, check.inspected_by = None, floor.floorperson
        check.save(force_insert=True)


# Counting.


def counted(floor, person, command=reconcile, note="", looked=COUNTED_STATES, **seen):
    book = book_count(floor.property.pk, "tiles")
    found = {serial: place for place, serials in book.items() for serial in serials} | seen
    found = {serial: place for serial, place in found.items() if place}
    sheet = SetsCounted(found=found, looked=looked)
    return command("tiles", sheet, note, signer=signer(person), at=NOON)


def test_the_daily_count_is_compared_with_the_ledger(floor):
    make_set(floor, state="store")
    assert counted(floor, floor.floorperson).agrees
    with refused("note_missing"):
        counted(floor, floor.floorperson, X9="store")
    assert not counted(floor, floor.floorperson, note="one more", X9="store").agrees
    alert = Alert.objects.get(property=floor.property, code="count_differs")
    assert alert.params["serials"] == "X9"
    with refused("count_incomplete"):
        counted(floor, floor.floorperson, looked=("store",))


def test_a_count_names_the_sets_that_are_missing_too_many_or_elsewhere(floor):
    there, gone, moved = (make_set(floor, state="store") for _n in range(3))
    seen = {gone.serial: "", moved.serial: "pit_stand", "X9": "store"}
    count = counted(floor, floor.floorperson, note="see below", **seen)
    assert misplaced_sets(count) == sorted(
        [
            SetDiffers(gone.serial, "store", ""),
            SetDiffers(moved.serial, "store", "pit_stand"),
            SetDiffers("X9", "", "store"),
        ],
        key=lambda each: each.serial,
    )
    assert count.counted["store"] == sorted([there.serial, "X9"])
    page = sign_in(Client(), floor.floorperson).get(reverse("equipment-counts")).content.decode()
    assert f"<b>{gone.serial}</b>: missing; the ledger has it here: Store" in page
    assert f"<b>{moved.serial}</b>: ledger: Store; seen: Pit stand" in page
    assert "<b>X9</b>: too many; seen here and not in the ledger: Store" in page


def test_who_counts_does_not_see_the_ledger_before_signing(floor):
    stored, issued = make_set(floor, state="store"), make_set(floor, state="pit_stand")
    client = sign_in(Client(), floor.floorperson)
    page = client.get(reverse("equipment-counts")).content.decode()
    lines = [
        line.replace(each.serial, "")
        for each in (stored, issued)
        for line in page.splitlines()
        if f'data-serial="{each.serial}"' in line
    ]
    assert len(lines) == 2
    assert lines[0] == lines[1]
    assert "selected" not in lines[0]
    with pytest.raises(Refused) as found:
        counted(floor, floor.floorperson, X9="store")
    assert "X9" not in str(found.value.message)
    assert "book" not in found.value.detail


def test_a_count_is_signed_from_its_form_with_the_serials_that_were_ticked(floor):
    stored = make_set(floor, state="store")
    book = book_count(floor.property.pk, "tiles")
    client = sign_in(Client(), floor.floorperson)
    form = {
        "kind": "tiles",
        "looked": COUNTED_STATES,
        **{f"at-{serial}": place for place, serials in book.items() for serial in serials},
        "counter-badge": floor.floorperson.badge,
        "counter-pin": PIN,
        "request_id": uuid4(),
    }
    answer = client.post(reverse("do-reconcile"), form)
    assert answer.status_code == 302, answer.content.decode()
    count = StockCount.objects.get(property=floor.property)
    assert count.agrees
    assert stored.serial in count.counted["store"]


def test_the_stock_take_is_for_somebody_without_a_conflicting_duty(floor):
    with refused("role"):
        counted(floor, floor.security, take_stock)
    both = make_person(floor.property, "compliance", "floorperson")
    with refused("conflicting_duty"):
        counted(floor, both, take_stock)
    assert counted(floor, floor.compliance, take_stock).purpose == "stock_take"


def test_whoever_moved_sets_lately_takes_no_stock(floor):
    mover = make_person(floor.property, "compliance", "security")
    inspect_receipt(
        received(floor, tiles(floor, seal_intact=False)).pk, "", signer=signer(mover), at=NOON
    )
    mover.roles = ["compliance"]
    with refused("conflicting_duty"):
        counted(floor, mover, take_stock)


@pytest.mark.parametrize("model", [EquipmentMove, TileMove, StockCount])
def test_the_ledger_of_custody_never_changes(floor, model):
    equipment = collected(floor)
    counted(floor, floor.floorperson)
    second = make_set(floor, state="collected")
    make_tiles(second)
    sources = dict.fromkeys(tile_names(), equipment.pk)
    rebuild_set(
        RebuildFacts(serial="T-9", seal_number="S-9", way="reconstructed", sources=sources),
        signer=signer(floor.security),
        at=NOON,
    )
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        model.objects.filter(pk=model.objects.first().pk).delete()
