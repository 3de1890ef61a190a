"""The demo floor lives: past rounds of every kind, and dealers who play on and keep away."""

from collections import Counter
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

import demo.night
from audit.models import Event
from banking.queries.balances import ledger_faults
from demo.dealers import Dealers
from demo.models import TableVisit
from review.models import Dispute
from rounds.models import Correction, Irregularity, Round
from tests.factories import make_floor

pytestmark = [pytest.mark.usefixtures("as_owner"), pytest.mark.django_db]


PROFILES = {
    "maryland": {"pair_fortunes": "A", "co_bank": True},
    "leaflet": {},
    "mbs": {},
    "new-zealand": {"adjust": True, "players_a_box": 3},
    "three-card-split": {"four_card": "1a"},
}


@pytest.fixture
def floors():
    """Five small demo houses, one a profile, whose tables have been open for two hours."""
    found = []
    for number, (profile, options) in enumerate(PROFILES.items(), start=1):
        floor = make_floor(profile, options=options, at=timezone.now() - timedelta(hours=2))
        floor.table.number = number  # chance at a table follows from its number
        floor.table.save()
        floor.property.settings = {"demo": True}
        floor.property.save()
        found.append(floor)
    return found


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.now += max(seconds, 0.1)


def dealers_for(seconds, seed=3):
    clock = Clock()
    dealers = Dealers(speed=1, seed=seed, clock=clock)
    dealers.run(until=lambda: clock.now > seconds, sleep=clock.sleep)
    return dealers


def test_past_rounds_of_every_kind(floors):
    for floor in floors:
        demo.night.seed_night(floor.property, timezone.now())
    houses = [floor.property for floor in floors]
    played = Round.objects.filter(property__in=houses)
    kinds = set(played.filter(state="settled").values_list("bank_kind", flat=True))
    assert kinds == {"house", "player", "co-bank"}
    assert set(played.values_list("depth", flat=True)) == {"tiles", "quick"}
    assert set(played.values_list("state", flat=True)) == {"settled", "void"}
    for rows in (Correction, Dispute, Irregularity):
        assert rows.objects.filter(round__in=played).exists(), rows
    assert ledger_faults() == []
    for floor in floors:
        numbers = sorted(played.filter(table=floor.table).values_list("gaming_day", "number"))
        by_day = Counter(day for day, _ in numbers)
        assert numbers == [(day, n) for day in by_day for n in range(1, by_day[day] + 1)]


def test_the_latest_rounds_were_tapped_some_seconds_apart(floors):
    floor = floors[0]
    demo.night.seed_night(floor.property, timezone.now())
    latest = Round.objects.filter(table=floor.table, state="settled").latest("opened_at")
    about = f"round:{latest.pk}"
    times = set(Event.objects.filter(about__contains=[about]).values_list("at", flat=True))
    assert len(times) > 5
    assert latest.source == "demo"
    assert not latest.is_late_entry


def test_dealers_play_on_and_keep_away_from_visitors(floors):
    visited, *others = [floor.table for floor in floors]
    TableVisit.objects.create(table=visited, seen_at=timezone.now())
    dealers_for(150)
    assert not Round.objects.filter(table=visited).exists()
    for table in others:
        assert Round.objects.filter(table=table, state="settled", source="demo").exists()


def test_dealers_clear_a_round_that_was_left_open(floors):
    dealers_for(20)
    tables = [floor.table for floor in floors]
    left = set(Round.objects.filter(table__in=tables, state="betting").values_list("pk", flat=True))
    assert left
    dealers_for(20, seed=4)
    assert not Round.objects.filter(pk__in=left).exclude(state="void").exists()


def test_no_law_of_the_database_knows_the_demo(floors):
    """After the night, and in a demo house too, a round of the past is a late entry."""
    for floor in floors:
        demo.night.seed_night(floor.property, timezone.now())
    newest = Round.objects.filter(property=floors[0].property).latest("opened_at")
    newest.pk, newest.number, newest.state, newest.settlement = uuid4(), 900, "void", None
    newest.opened_at = timezone.now() - timedelta(minutes=30)
    with pytest.raises(IntegrityError, match="late entry"), transaction.atomic():
        newest.save(force_insert=True)
    with connection.cursor() as cursor:
        cursor.execute("select count(*) from pg_proc where prosrc ilike '%demo%'")
        assert cursor.fetchone() == (0,)
