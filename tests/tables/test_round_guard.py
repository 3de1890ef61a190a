from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange

from audit.models import Stream
from foundation.clock import database_time
from rules.refusals import Refused
from tables.commands.at_table import end_placement
from tables.guards import at_table_now, guard_round_may_start
from tables.models import DealerShift, EquipmentKind, Placement, TableState
from tables.queries.floor import table_sheet
from tests.factories import make_floor, place_set
from tests.rounds.taps import Call, Opening, open_round

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
LIMITS = [
    ("maryland", EquipmentKind.TILES, 12, "tiles_expired"),
    ("leaflet", EquipmentKind.TILES, 12, "tiles_expired"),
    ("mbs", EquipmentKind.TILES, 12, "tiles_expired"),
    ("new-zealand", EquipmentKind.TILES, 12, "tiles_expired"),
    ("three-card-split", EquipmentKind.DECK, 24, "deck_expired"),
]


def answer(table, at):
    try:
        guard_round_may_start(table, at, at_table_now(table))
    except Refused as refused:
        return refused.code
    return "starts"


@pytest.mark.parametrize(("profile", "kind", "hours", "code"), LIMITS)
def test_a_set_plays_until_the_moment_of_its_limit(profile, kind, hours, code):
    # MD 3 §A(2)
    table = make_floor(profile, at=NOON).table
    limit = NOON + timedelta(hours=hours)
    assert answer(table, limit - SECOND) == "starts"
    assert answer(table, limit - timedelta(microseconds=1)) == "starts"
    assert answer(table, limit) == code


def test_dice_have_their_own_limit_whatever_the_tiles():
    # MD 2 §E
    floor = make_floor(at=NOON)
    changed = NOON + timedelta(hours=13)
    Placement.objects.filter(table=floor.table, kind=EquipmentKind.TILES).update(
        during=DateTimeTZRange(NOON, changed)
    )
    place_set(floor, floor.table, EquipmentKind.TILES, hours=12, at=changed)
    assert answer(floor.table, NOON + timedelta(hours=24) - SECOND) == "starts"
    assert answer(floor.table, NOON + timedelta(hours=24)) == "dice_expired"


@pytest.mark.parametrize("state", ["closed", "opening", "closing"])
def test_no_round_at_a_table_that_is_not_open(state):
    table = make_floor(at=NOON).table
    table.state = state
    assert answer(table, NOON) == "table_not_open"


@pytest.mark.parametrize(("state", "hold"), [("open", "dispute"), ("suspended", "")])
def test_no_round_at_a_held_table(state, hold):
    table = make_floor(at=NOON).table
    table.state, table.hold = state, hold
    assert answer(table, NOON) == "table_held"


@pytest.mark.parametrize(
    ("profile", "kind", "code"),
    [
        ("maryland", "tiles", "tiles_not_verified"),
        ("maryland", "dice", "dice_not_verified"),
        ("three-card-split", "deck", "deck_not_verified"),
    ],
)
def test_no_round_without_each_kind_of_set(profile, kind, code):
    table = make_floor(profile, at=NOON).table
    Placement.objects.filter(table=table, kind=kind).update(
        during=DateTimeTZRange(NOON, NOON + SECOND)
    )
    assert answer(table, NOON + 2 * SECOND) == code


def test_a_generator_takes_the_place_of_dice():
    table = make_floor(
        at=NOON,
        options={
            "start_from": "generator",
            "generator_approval": "G-1",
            "generator_approved_on": "2026-01-05",
            "player_bank": False,
        },
    ).table
    Placement.objects.filter(table=table, kind="dice").update(
        during=DateTimeTZRange(NOON, NOON + SECOND)
    )
    assert answer(table, NOON + 2 * SECOND) == "starts"


def test_no_round_without_a_dealer():
    table = make_floor(at=NOON).table
    DealerShift.objects.filter(table=table).update(ended_at=NOON)
    assert answer(table, NOON) == "no_dealer"


def test_a_marked_expiry_holds_when_the_clock_runs_backwards():
    table = make_floor(at=NOON).table
    Placement.objects.filter(table=table, kind="tiles").update(expired_at=NOON)
    assert answer(table, NOON + SECOND) == "tiles_expired"


def test_the_clock_of_a_table_never_runs_behind_its_last_event_or_refusal():
    floor = make_floor()
    later = database_time() + timedelta(hours=13)
    Stream.objects.create(stream=f"refusals:{floor.property.pk}", v=1, at=later)
    assert database_time(floor.table) == later
    assert database_time() < later


@pytest.mark.parametrize(
    "change",
    [
        {"expires_at": NOON + timedelta(hours=13)},
        {"expires_at": None, "verified_at": None},
        {"verified_at": NOON + SECOND},
    ],
)
def test_the_database_refuses_to_move_a_limit_later(change):
    table = make_floor(at=NOON).table
    with pytest.raises(IntegrityError, match="limit cannot be moved"), transaction.atomic():
        Placement.objects.filter(table=table, kind="tiles").update(**change)
    assert TableState(table.state) == TableState.OPEN


def test_a_set_stays_while_a_round_is_open():
    floor = make_floor(at=datetime.now(UTC))
    opened = open_round(floor.table.pk, Opening(uuid4()), Call(by=floor.dealer))
    placement = Placement.objects.get(table=floor.table, kind=EquipmentKind.TILES)
    with pytest.raises(Refused) as refused:
        end_placement(placement, at=datetime.now(UTC))
    assert refused.value.code == "round_open"
    assert str(opened["number"]) in str(refused.value)


def test_the_page_of_a_closing_table_names_the_open_round():
    floor = make_floor(at=datetime.now(UTC))
    opened = open_round(floor.table.pk, Opening(uuid4()), Call(by=floor.dealer))
    first, *_ = table_sheet(floor.pit_manager, floor.table.pk, datetime.now(UTC)).extra_closing
    assert str(opened["number"]) in first.label
    assert not first.is_done
    assert opened["id"] in first.url
