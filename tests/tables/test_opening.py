from datetime import timedelta

import pytest
from django.db import transaction

from audit.events import EventKind
from audit.record import record
from tables.commands.at_table import (
    InspectionFacts,
    begin_play,
    bring_set,
    display_tiles,
    inspect_set,
    remove_set,
    verify_inspection,
)
from tables.commands.dealers import assign_floorperson, tap_in, tap_out
from tables.commands.table_state import (
    begin_closing,
    begin_opening,
    close_table,
    open_table,
    resume_table,
    suspend_table,
)
from tables.guards import CLOSING_GUARDS, OPENING_GUARDS
from tables.models import (
    Alert,
    DealerShift,
    EquipmentMove,
    FloorAssignment,
    InspectionPurpose,
    Placement,
    Shaker,
)
from tables.queries.floor import table_sheet
from tests.banking.counting import count_chips
from tests.factories import make_person, make_set, make_table, place_set
from tests.tables.acts import (
    MINUTE,
    NOON,
    closed_table,
    complete,
    inspected,
    kinds_of,
    opening_table,
    refused,
    signer,
    verified,
    with_set,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    return opening_table()


def with_dice(floor):
    return place_set(floor, floor.closed, "dice", hours=24, at=NOON)


def test_a_table_opens_step_by_step(floor):
    # MD 4 §A, §C, §D(1), §D(4); NZ 8
    equipment = with_set(floor)
    with_dice(floor)
    inspection = verified(floor, inspected(floor))
    count_chips(floor, floor.closed, at=NOON + 2 * MINUTE)
    table = open_table(floor.closed.pk, by=floor.pit_manager, at=NOON + 3 * MINUTE)
    assert (table.state, table.tiles_displayed) == ("open", True)
    placement = Placement.objects.get(equipment=equipment)
    assert placement.inspection == inspection
    assert placement.verified_at == NOON + 2 * MINUTE
    assert placement.expires_at == NOON + 2 * MINUTE + timedelta(hours=12)
    assert [kind for kind in kinds_of(floor.closed) if kind.startswith("tables.")][-4:] == [
        "tables.set_brought",
        "tables.set_inspected",
        "tables.inspection_verified",
        "tables.table_opened",
    ]
    moves = EquipmentMove.objects.filter(equipment=equipment)
    assert list(moves.values_list("act", "to_state")) == [("bring", "at_table")]


def test_both_signatures_keep_what_was_signed(floor):
    equipment = with_set(floor)
    inspection = verified(floor, inspected(floor))
    inspection.refresh_from_db()
    assert inspection.sign_off.person == floor.second_dealer
    assert inspection.sign_off.licence_number == floor.second_dealer.licence_number
    assert inspection.sign_off.content["serial"] == equipment.serial
    assert inspection.verification.role == "floorperson"
    assert len(bytes(inspection.verification.content_hash)) == 32


def test_a_card_table_opens_with_a_deck():
    floor = opening_table("three-card-split")
    with_set(floor, "deck")
    verified(floor, inspected(floor, "deck"))
    table = open_table(floor.closed.pk, by=floor.pit_manager, at=NOON + 3 * MINUTE)
    deck = Placement.objects.get(table=table)
    assert (deck.expires_at, deck.verified_at is None) == (None, False)


def test_a_deck_has_a_limit_where_the_house_demands_one():
    floor = opening_table("three-card-split")
    floor.submission.equipment = {"deck_hours": 8}
    with transaction.atomic():
        record(EventKind.SUBMISSION_FILED, about=floor.submission, by=None, at=NOON)
        floor.submission.save(update_fields=["equipment"])
    with_set(floor, "deck")
    verified(floor, inspected(floor, "deck"))
    deck = Placement.objects.get(table=floor.closed)
    assert deck.expires_at == deck.verified_at + timedelta(hours=8)


@pytest.mark.parametrize("role", ["dealer", "floorperson", "surveillance", "administrator"])
def test_only_a_pit_manager_opens_a_table(role):
    floor = closed_table()
    with refused("role"):
        begin_opening(floor.closed.pk, by=getattr(floor, role), at=NOON)


def test_a_table_of_another_house_is_not_there(floor):
    stranger = closed_table()
    with pytest.raises(type(floor.closed).DoesNotExist):
        begin_opening(stranger.closed.pk, by=floor.pit_manager, at=NOON)


def test_a_table_is_not_opened_twice(floor):
    with refused("wrong_state"):
        begin_opening(floor.closed.pk, by=floor.pit_manager, at=NOON)


def test_a_stale_screen_is_refused(floor):
    with refused("stale_version") as refusal:
        begin_closing(floor.closed.pk, by=floor.pit_manager, at=NOON, version=1)
    assert refusal.refusal.detail["version"] == floor.closed.version


@pytest.mark.parametrize(
    ("leave_out", "code"),
    [
        ("tiles", "tiles_not_verified"),
        ("verification", "tiles_not_verified"),
        ("dice", "dice_not_verified"),
        ("dealer", "no_dealer"),
        ("floorperson", "no_floorperson"),
    ],
)
def test_nothing_may_be_missing_at_the_opening(floor, leave_out, code):
    if leave_out != "tiles":
        with_set(floor)
        inspection = inspected(floor)
        if leave_out != "verification":
            verified(floor, inspection)
    if leave_out != "dice":
        with_dice(floor)
    if leave_out == "dealer":
        DealerShift.objects.filter(table=floor.closed).update(ended_at=NOON)
    if leave_out == "floorperson":
        FloorAssignment.objects.filter(table=floor.closed).update(ended_at=NOON)
    with refused(code):
        open_table(floor.closed.pk, by=floor.pit_manager, at=NOON + 3 * MINUTE)


def test_other_parts_of_the_house_have_a_say(floor, monkeypatch):
    from rules.refusals import Refused

    def not_counted(table, at):
        raise Refused("not_counted", "Count first.")

    monkeypatch.setattr("tables.guards.OPENING_GUARDS", [*OPENING_GUARDS, not_counted])
    monkeypatch.setattr("tables.guards.CLOSING_GUARDS", [*CLOSING_GUARDS, not_counted])
    with_set(floor)
    with_dice(floor)
    verified(floor, inspected(floor))
    with refused("not_counted"):
        open_table(floor.closed.pk, by=floor.pit_manager, at=NOON + 3 * MINUTE)


def test_the_pit_manager_gives_sets_to_dealers_in_maryland(floor):
    equipment = make_set(floor)
    with refused("pit_manager_brings"):
        bring_set(floor.closed.pk, equipment.pk, by=floor.floorperson, at=NOON)
    elsewhere = opening_table("mbs")
    bring_set(
        elsewhere.closed.pk, make_set(elsewhere).pk, by=elsewhere.floorperson, at=NOON + MINUTE
    )


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"state": "store"}, "wrong_place"),
        ({"state": "envelope"}, "wrong_place"),
        ({"evidence_hold": "dispute 7"}, "evidence_hold"),
        ({"design_approval": ""}, "design_not_approved"),
        ({"kind": "deck"}, "wrong_kind"),
        ({"kind": "dice"}, "place_in_shaker"),
    ],
)
def test_not_every_set_may_be_brought(floor, fields, code):
    equipment = make_set(floor, **fields)
    with refused(code):
        bring_set(floor.closed.pk, equipment.pk, by=floor.pit_manager, at=NOON)
    assert kinds_of(equipment) == []


def test_one_set_at_a_table_and_one_table_for_a_set(floor):
    equipment = with_set(floor)
    with refused("table_has_set"):
        bring_set(floor.closed.pk, make_set(floor).pk, by=floor.pit_manager, at=NOON + MINUTE)
    with refused("wrong_place"):
        bring_set(floor.table.pk, equipment.pk, by=floor.pit_manager, at=NOON + MINUTE)


def test_only_the_dealer_at_the_table_inspects(floor):
    with_set(floor)
    with refused("not_dealing"):
        inspect_set(
            floor.closed.pk, "tiles", complete(), signer=signer(floor.dealer), at=NOON + MINUTE
        )
    with refused("role"):
        inspect_set(floor.closed.pk, "tiles", complete(), signer=signer(floor.floorperson), at=NOON)


def test_every_pair_and_check_is_ticked_off_or_something_is_wrong(floor):
    # MD 4 §C(1), §C(2)
    with_set(floor)
    whole = complete()
    for facts in (
        InspectionFacts(),
        InspectionFacts(groups=whole.groups[:15], checks=whole.checks),
        InspectionFacts(groups=whole.groups, checks=whole.checks[:2]),
    ):
        with refused("inspection_incomplete"):
            inspected(floor, facts=facts)
    with refused("unknown_reason"):
        inspected(floor, facts=InspectionFacts(reason="did not like it"))


def test_an_inspection_waits_for_one_verification(floor):
    with_set(floor)
    inspection = inspected(floor)
    with refused("inspection_waiting"):
        inspected(floor)
    verified(floor, inspection)
    with refused("already_verified"):
        verified(floor, inspection)
    with refused("already_verified"):
        inspected(floor)


def test_the_dealer_who_inspected_cannot_verify(floor):
    # MD 4 §A
    both = make_person(floor.property, "dealer", "floorperson")
    tap_in(floor.closed.pk, "", by=both, at=NOON)
    assign_floorperson(floor.closed.pk, both.pk, by=both, at=NOON)
    with_set(floor)
    inspection = inspect_set(
        floor.closed.pk, "tiles", complete(), signer=signer(both), at=NOON + MINUTE
    )
    before = kinds_of(inspection)
    with refused("own_inspection"):
        verify_inspection(inspection.pk, signer=signer(both), at=NOON + 2 * MINUTE)
    assert kinds_of(inspection) == before


def test_the_floorperson_of_the_table_verifies_or_a_pit_manager(floor):
    with_set(floor)
    inspection = inspected(floor)
    with refused("not_your_table"):
        verify_inspection(inspection.pk, signer=signer(floor.floorperson), at=NOON + 2 * MINUTE)
    verify_inspection(inspection.pk, signer=signer(floor.pit_manager), at=NOON + 2 * MINUTE)


def test_a_failed_set_cannot_be_inspected_again(floor):
    with_set(floor)
    inspection = inspected(floor, facts=InspectionFacts(reason="marked", faulty=("6-6",)))
    assert not inspection.passed
    with refused("set_failed"):
        inspected(floor)
    with refused("nothing_to_verify"):
        verified(floor, inspection)
    with refused("envelope_needed"):
        remove_set(floor.closed.pk, "tiles", by=floor.pit_manager, at=NOON + 2 * MINUTE)


def test_an_unopened_set_may_go_back_to_the_pit_stand(floor):
    equipment = with_set(floor)
    remove_set(floor.closed.pk, "tiles", by=floor.pit_manager, at=NOON + MINUTE)
    equipment.refresh_from_db()
    assert equipment.state == "pit_stand"


def test_a_used_set_goes_back_only_where_the_submission_says_so():
    for profile, code in (("maryland", "envelope_needed"), ("mbs", None)):
        floor = opening_table(profile)
        with_set(floor)
        verified(floor, inspected(floor))
        if code:
            with refused(code):
                remove_set(floor.closed.pk, "tiles", by=floor.pit_manager, at=NOON + 5 * MINUTE)
        else:
            remove_set(floor.closed.pk, "tiles", by=floor.pit_manager, at=NOON + 5 * MINUTE)


def test_new_zealand_checks_a_set_again_before_it_leaves():
    floor = opening_table("new-zealand")
    with_set(floor)
    verified(floor, inspected(floor))
    with refused("removal_check_needed"):
        remove_set(floor.closed.pk, "tiles", by=floor.floorperson, at=NOON + 5 * MINUTE)
    inspect_set(
        floor.closed.pk,
        "tiles",
        complete(),
        signer=signer(floor.second_dealer),
        at=NOON + 6 * MINUTE,
        purpose=InspectionPurpose.REMOVAL,
    )
    remove_set(floor.closed.pk, "tiles", by=floor.floorperson, at=NOON + 7 * MINUTE)


def test_tiles_lie_face_up_while_nobody_plays(floor):
    floor.table.tiles_displayed = False
    floor.table.save()
    display_tiles(floor.table.pk, by=floor.dealer, at=NOON)
    with refused("already_so"):
        display_tiles(floor.table.pk, by=floor.dealer, at=NOON)
    assert not begin_play(floor.table.pk, by=floor.dealer, at=NOON).tiles_displayed
    with refused("role"):
        display_tiles(floor.table.pk, by=floor.floorperson, at=NOON)


def test_a_hand_over_relieves_the_dealer_and_names_the_shaker(floor):
    Shaker.objects.create(property=floor.property, serial="S-77", table=floor.closed)
    relief = make_person(floor.property, "dealer")
    with refused("shaker_not_named"):
        tap_in(floor.closed.pk, "S-1", by=relief, at=NOON + MINUTE)
    shift = tap_in(floor.closed.pk, "s-77", by=relief, at=NOON + MINUTE)
    before = DealerShift.objects.get(table=floor.closed, person=floor.second_dealer)
    assert (before.ended_at, shift.began_at) == (NOON + MINUTE, NOON + MINUTE)
    with refused("dealing_already"):
        tap_in(floor.closed.pk, "S-77", by=relief, at=NOON + MINUTE)


def test_a_dealer_deals_at_one_table(floor):
    with refused("dealing_elsewhere"):
        tap_in(floor.closed.pk, "", by=floor.dealer, at=NOON + MINUTE)


def test_the_shaker_is_never_left_alone(floor):
    with refused("shaker_unattended"):
        tap_out(floor.table.pk, by=floor.dealer, at=NOON + MINUTE)
    with refused("not_dealing"):
        tap_out(floor.table.pk, by=floor.second_dealer, at=NOON + MINUTE)


def test_a_floorperson_takes_tables_and_a_pit_manager_assigns(floor):
    with refused("not_yours_to_assign"):
        assign_floorperson(
            floor.closed.pk, floor.second_floorperson.pk, by=floor.floorperson, at=NOON
        )
    assign_floorperson(floor.closed.pk, floor.floorperson.pk, by=floor.pit_manager, at=NOON)
    with refused("not_a_floorperson"):
        assign_floorperson(floor.closed.pk, floor.dealer.pk, by=floor.pit_manager, at=NOON)
    assert FloorAssignment.objects.filter(table=floor.closed, ended_at__isnull=True).count() == 1


def test_more_than_two_tables_is_allowed_and_the_pit_manager_is_called(floor):
    watcher = floor.floorperson  # has floor.table
    tables = [make_table(floor, empty=True, state="opening") for _table in range(2)]
    assign_floorperson(tables[0].pk, watcher.pk, by=watcher, at=NOON)
    assert not Alert.objects.filter(property=floor.property).exists()
    assign_floorperson(tables[1].pk, watcher.pk, by=watcher, at=NOON)
    alert = Alert.objects.get(property=floor.property)
    assert (alert.code, alert.table) == ("floorperson_over", tables[1])
    sheet = table_sheet(watcher, tables[1].pk, NOON)
    assert (sheet.floorperson_tables, sheet.floorperson_limit, sheet.is_over_limit) == (3, 2, True)
    assign_floorperson(tables[0].pk, floor.pit_manager.pk, by=floor.pit_manager, at=NOON)
    alert.refresh_from_db()
    assert alert.acknowledged_by == floor.pit_manager
    assert not table_sheet(watcher, tables[1].pk, NOON).is_over_limit


def test_a_table_is_suspended_and_goes_on(floor):
    suspend_table(floor.table.pk, "spilled drink", by=floor.floorperson, at=NOON)
    table = resume_table(floor.table.pk, by=floor.floorperson, at=NOON + MINUTE)
    assert (table.state, table.hold) == ("open", "")


def test_a_table_closes_when_nothing_is_left_on_it(floor):
    begin_closing(floor.table.pk, by=floor.pit_manager, at=NOON)
    with refused("equipment_at_table"):
        close_table(floor.table.pk, by=floor.pit_manager, at=NOON)
    Placement.objects.filter(table=floor.table).delete()
    table = close_table(floor.table.pk, by=floor.pit_manager, at=NOON + MINUTE)
    assert table.state == "closed"
    assert not DealerShift.objects.filter(table=table, ended_at__isnull=True).exists()
    assert not FloorAssignment.objects.filter(table=table, ended_at__isnull=True).exists()


def test_a_closing_begun_by_mistake_is_taken_back(floor):
    equipment = with_set(floor)
    with_dice(floor)
    verified(floor, inspected(floor))
    count_chips(floor, floor.closed, at=NOON + 2 * MINUTE)
    open_table(floor.closed.pk, by=floor.pit_manager, at=NOON + 3 * MINUTE)
    begin_closing(floor.closed.pk, by=floor.pit_manager, at=NOON + 4 * MINUTE)
    with refused("role"):
        begin_opening(floor.closed.pk, by=floor.floorperson, at=NOON + 5 * MINUTE)
    begin_opening(floor.closed.pk, by=floor.pit_manager, at=NOON + 5 * MINUTE)
    table = open_table(floor.closed.pk, by=floor.pit_manager, at=NOON + 6 * MINUTE)
    assert table.state == "open"
    assert Placement.objects.get(equipment=equipment).expires_at == NOON + 2 * MINUTE + timedelta(
        hours=12
    ), "the set's clock went on"
    assert [kind for kind in kinds_of(table) if "table_" in kind][-3:] == [
        "tables.table_closing",
        "tables.table_opening",
        "tables.table_opened",
    ]


def test_a_suspended_table_whose_closing_is_taken_back_is_not_held(floor):
    suspend_table(floor.table.pk, "break", by=floor.floorperson, at=NOON)
    begin_closing(floor.table.pk, by=floor.pit_manager, at=NOON + MINUTE)
    table = begin_opening(floor.table.pk, by=floor.pit_manager, at=NOON + 2 * MINUTE)
    assert (table.state, table.hold) == ("opening", "")


def test_an_opening_given_up_before_anything_is_there_closes_the_table(floor):
    table = begin_closing(floor.closed.pk, by=floor.pit_manager, at=NOON + MINUTE)
    assert table.state == "closed"
    assert not DealerShift.objects.filter(table=table, ended_at__isnull=True).exists()
    assert kinds_of(table)[-2:] == ["tables.table_closing", "tables.table_closed"]


def test_an_opening_given_up_with_a_set_there_waits_for_it_to_leave(floor):
    with_set(floor)
    table = begin_closing(floor.closed.pk, by=floor.pit_manager, at=NOON + MINUTE)
    assert table.state == "closing"
