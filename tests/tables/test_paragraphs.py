"""What the documents say of a table and its equipment, paragraph by paragraph, outside a round."""

from datetime import date, timedelta

import pytest
from django.test import Client

from audit.models import Event
from rules.options import Options
from rules.profiles import PROFILES
from rules.tiles.display import display_groups
from tables.commands.at_table import InspectionFacts, begin_play, bring_set, display_tiles
from tables.commands.dealers import tap_out
from tables.commands.dice import DiceFacts, inspect_dice, place_dice
from tables.commands.envelopes import EnvelopeFacts, seal_envelope
from tables.commands.exposures import report_exposed_tiles
from tables.commands.furniture import add_shaker
from tables.commands.submissions import SubmissionFacts, file_submission
from tables.commands.table_state import begin_closing, resume_table, suspend_table
from tables.dice_rules import dice_rules
from tables.games import game_of_profile
from tables.guards import (
    at_table_now,
    fit_sets,
    guard_dice_for_bank,
    guard_round_may_start,
    is_expired,
)
from tables.models import Placement
from tests.factories import make_floor, make_set
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

GENERATOR = {
    "start_from": "generator",
    "generator_approval": "RNG-7",
    "generator_approved_on": "2026-01-05",
}


def may_start(table, at=NOON):
    guard_round_may_start(table, at, at_table_now(table))


def test_md_4_d_and_e_no_round_opens_from_the_display():
    floor = make_floor(at=NOON)
    display_tiles(floor.table.pk, by=floor.dealer, at=NOON)
    floor.table.refresh_from_db()
    with refused("tiles_displayed") as refusal:
        may_start(floor.table)
    assert refusal.refusal.rule == "MD ch. 4 §E, §I"
    begin_play(floor.table.pk, by=floor.dealer, at=NOON + MINUTE)
    floor.table.refresh_from_db()
    may_start(floor.table)
    assert floor.table.game_since == NOON + MINUTE


def test_md_4_d_the_page_shows_sixteen_pairs_the_supreme_pair_first():
    floor = make_floor(at=NOON)
    display_tiles(floor.table.pk, by=floor.dealer, at=NOON)
    page = sign_in(Client(), floor.dealer).get(f"/tables/{floor.table.pk}/display/")
    groups = page.context["groups"]
    assert groups == [[each.text for each in pair] for pair in display_groups(PROFILES["maryland"])]
    assert (len(groups), sorted(groups[0])) == (16, ["1-2", "2-4"])
    assert page.content.decode().count('class="display-group"') == 16


def test_md_4_f_tiles_exposed_while_stacking_are_reported_before_a_round():
    floor = make_floor(at=NOON)
    report_exposed_tiles(floor.table.pk, by=floor.dealer, at=NOON)
    event = Event.objects.get(
        kind="tables.tiles_exposed", about__contains=[f"table:{floor.table.pk}"]
    )
    assert b'"remix"' in bytes(event.body)
    assert "MD 4 §F".encode() in bytes(event.body)


@pytest.mark.parametrize(
    ("tiles", "during", "ruling"),
    [(1, "stacking", "laja"), (3, "laja", "reshuffle"), (2, "laja", "play-on")],
)
def test_nz_12_1_and_12_2_a_laja_or_a_new_shuffle(tiles, during, ruling):
    floor = make_floor("new-zealand", at=NOON)
    report_exposed_tiles(floor.table.pk, tiles, during, by=floor.dealer, at=NOON)
    event = Event.objects.get(
        kind="tables.tiles_exposed", about__contains=[f"table:{floor.table.pk}"]
    )
    assert f'"{ruling}"'.encode() in bytes(event.body)


@pytest.mark.parametrize(
    ("profile", "code"), [("mbs", "no_such_rule"), ("three-card-split", "wrong_kind")]
)
def test_an_exposed_tile_that_no_document_knows_is_no_record(profile, code):
    floor = make_floor(profile, at=NOON)
    with refused(code):
        report_exposed_tiles(floor.table.pk, by=floor.dealer, at=NOON)
    assert "tables.tiles_exposed" not in kinds_of(floor.table)


def test_md_4_f_nothing_is_stacked_while_the_tiles_are_displayed():
    floor = make_floor(at=NOON)
    display_tiles(floor.table.pk, by=floor.dealer, at=NOON)
    with refused("tiles_displayed"):
        report_exposed_tiles(floor.table.pk, by=floor.dealer, at=NOON)


def test_md_2_d_3_the_shaker_is_not_left_when_the_table_is_suspended_or_closing():
    floor = make_floor(at=NOON)
    table = floor.table
    suspend_table(table.pk, "supervisor called", by=floor.floorperson, at=NOON)
    with refused("shaker_unattended") as refusal:
        tap_out(table.pk, by=floor.dealer, at=NOON)
    assert refusal.refusal.rule == "MD ch. 2 §D(2)-(3)"
    resume_table(table.pk, by=floor.floorperson, at=NOON)
    begin_closing(table.pk, by=floor.pit_manager, at=NOON)
    with refused("shaker_unattended"):
        tap_out(table.pk, by=floor.dealer, at=NOON)


def test_md_2_d_a_shaker_is_used_once_its_approval_is_on_record():
    floor = opening_table()
    dice = make_set(floor, "dice")
    facts = DiceFacts(
        sizes=(640, 640, 640),
        checks=("micrometer", "caliper", "square", "magnet"),
        camera="C-1",
    )
    inspect_dice(dice.pk, facts, signer=signer(floor.floorperson), at=NOON)
    add_shaker("SH-1", floor.closed.pk, by=floor.administrator, at=NOON)
    with refused("shaker_not_approved") as refusal:
        place_dice(floor.closed.pk, dice.pk, "SH-1", by=floor.floorperson, at=NOON + MINUTE)
    assert refusal.refusal.rule == "MD ch. 2 §D"
    add_shaker("SH-1", floor.closed.pk, "S-9", date(2025, 2, 3), by=floor.administrator, at=NOON)
    placed = place_dice(floor.closed.pk, dice.pk, "SH-1", by=floor.floorperson, at=NOON + MINUTE)
    assert (placed.shaker.approval_reference, placed.shaker.approved_on) == (
        "S-9",
        date(2025, 2, 3),
    )


@pytest.mark.parametrize(("profile", "shown"), [("new-zealand", True), ("maryland", False)])
def test_nz_8_the_supervisor_checks_the_tiles_as_they_are_displayed(profile, shown):
    # NZ 8
    floor = opening_table(profile)
    with_set(floor)
    found = inspected(floor)
    client = sign_in(Client(), floor.second_floorperson)
    page = client.get(f"/verify/{found.pk}/").content.decode()
    assert ("The tiles lie face up in order of rank." in page) is shown


def test_md_2_d_and_f_nothing_is_approved_on_a_day_that_is_still_to_come():
    # MD 2 §D, §F
    floor = opening_table()
    given = {"by": floor.administrator, "at": NOON}
    late = NOON.date() + timedelta(days=1)
    with refused("approved_later"):
        add_shaker("SH-1", floor.closed.pk, "S-9", late, **given)
    assert "tables.shaker_added" not in kinds_of(floor.closed)
    add_shaker("SH-1", floor.closed.pk, "S-9", NOON.date(), **given)
    options = GENERATOR | {"generator_approved_on": late.isoformat()}
    facts = {"name": "By generator", "profile": "maryland"}
    with refused("approved_later"):
        file_submission(SubmissionFacts(**facts, options=options), **given)
    assert file_submission(SubmissionFacts(**facts, options=GENERATOR), **given).version == 1


NZ_DICE = {"sizes": (1000, 1905, 1600), "checks": ("plastic", "dots", "sound")}


def nz_dice(**changes):
    floor = opening_table("new-zealand")
    dice = make_set(floor, "dice", submission=floor.submission)
    facts = DiceFacts(**NZ_DICE | changes)
    return floor, dice, inspect_dice(dice.pk, facts, signer=signer(floor.floorperson), at=NOON)


def test_nz_3_3_b_dice_have_faces_of_at_least_ten_millimetres():
    floor, dice, inspection = nz_dice()
    assert inspection.passed
    add_shaker("CUP-1", floor.closed.pk, by=floor.administrator, at=NOON)
    placed = place_dice(floor.closed.pk, dice.pk, "CUP-1", by=floor.floorperson, at=NOON + MINUTE)
    assert (placed.verified_at, placed.expires_at) == (NOON + MINUTE, None)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"sizes": (999, 1905, 1600)}, "dice_out_of_range"),
        ({"sizes": ()}, "three_dice"),
        ({"checks": ("plastic", "dots")}, "inspection_incomplete"),
    ],
)
def test_nz_3_3_b_other_dice_are_refused_with_its_paragraph(changes, code):
    with refused(code) as refusal:
        nz_dice(**changes)
    assert refusal.refusal.rule == "NZ 3.3(b)"


def test_dice_looked_at_by_another_document_are_inspected_again():
    maryland = dice_rules("maryland")
    assert not maryland.is_satisfied_by(NZ_DICE["sizes"], NZ_DICE["checks"])
    assert dice_rules("mbs").is_satisfied_by((), ("sound",))
    assert not dice_rules("mbs").is_measured


def failed_set(floor):
    with_set(floor)
    inspected(floor, facts=InspectionFacts(reason="marked", faulty=("6-6",)))
    facts = EnvelopeFacts(kind="tiles", seal_number="E-1", reason="marked")
    seal_envelope(
        floor.closed.pk,
        facts,
        dealer=signer(floor.second_dealer),
        floor=signer(floor.floorperson),
        at=NOON + 2 * MINUTE,
    )


def test_md_4_c_3_a_a_floorperson_brings_the_set_that_replaces_an_unsuitable_one():
    floor = opening_table()
    with refused("pit_manager_brings"):
        bring_set(floor.closed.pk, make_set(floor).pk, by=floor.floorperson, at=NOON)
    failed_set(floor)
    reserve = make_set(floor)
    placed = bring_set(floor.closed.pk, reserve.pk, by=floor.floorperson, at=NOON + 3 * MINUTE)
    assert placed.equipment == reserve


def test_md_9_b_2_another_set_starts_a_game_anew_and_other_dice_do_not():
    floor = opening_table()
    with_set(floor)
    verified(floor, inspected(floor))
    floor.closed.refresh_from_db()
    assert floor.closed.game_since == NOON + 2 * MINUTE


def test_md_9_j_2_both_kinds_of_equipment_may_be_at_a_table():
    floor = make_floor(at=NOON, options=GENERATOR)
    there = at_table_now(floor.table)
    may_start(floor.table)
    guard_dice_for_bank(floor.table, NOON, there)
    Placement.objects.filter(table=floor.table, kind="dice").update(expires_at=NOON)
    late = at_table_now(floor.table)
    may_start(floor.table)
    assert set(fit_sets(floor.table, NOON, late)) == {"tiles"}
    with refused("dice_expired"):
        guard_dice_for_bank(floor.table, NOON, late)


def test_md_2_f_a_generator_alone_where_players_do_not_bank():
    assert [each.kind for each in game_of_profile("maryland", GENERATOR).may_lie_there] == ["tiles"]
    both = game_of_profile("maryland", {**GENERATOR, "player_bank": True})
    assert [each.kind for each in both.may_lie_there] == ["tiles", "dice"]
    assert [each.kind for each in both.kinds] == ["tiles"]


def test_a_limit_switched_off_by_the_submission_never_expires():
    floor = opening_table("mbs", options={"tile_hours": None})
    with_set(floor)
    verified(floor, inspected(floor))
    placed = at_table_now(floor.closed).placed["tiles"]
    assert (placed.verified_at, placed.expires_at) == (NOON + 2 * MINUTE, None)
    assert not is_expired(placed, NOON + timedelta(days=3))
    assert Options.parse(PROFILES["mbs"], floor.submission.options).dice_hours is None
