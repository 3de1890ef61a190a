"""Every figure of a report against a second computation from the rounds' own documents."""

from collections import Counter
from datetime import UTC, date, datetime, time
from fractions import Fraction
from itertools import pairwise

import pytest

from banking.models import Posting
from reports.day import day_figures, day_parts
from reports.kinds import KINDS
from reports.parts import Figures, Rows
from reports.scope import Scope, day_period, shift_period
from reports.table_figures import LONGEST_PAUSE_SECONDS
from review.models import Dispute
from rounds.models import Irregularity, Round
from rules.tiles.lines import round_of_tiles
from rules.tiles.settlement import settle_tiles
from staff.gaming_day import shift_of, shift_starts
from tests.factories import make_property, make_table
from tests.reports.history import make_history
from tests.review.test_replay import bank_round


def scope_of(floor, **more) -> Scope:
    days = Round.objects.filter(property=floor.property).values_list("gaming_day", flat=True)
    return Scope(floor.property, day_period(floor.property, min(days), max(days)), **more)


def quiet(*_args) -> None:
    pass


def settled_again(current: Round):
    """Settle the document of the settlement that counts, by the rules alone."""
    document = current.settlement.facts
    if "outcomes" in document:
        return None
    return settle_tiles(*round_of_tiles(document))


EDGE = (
    Fraction(736281000 - 216905096 - 293639544 - 216905096, 736281000)
    + Fraction(216905096, 736281000) / 20
)  # lose - win x 0.95, from the published counts


def second_computation(floor) -> dict:
    """Add up the day round by round, in Python, from facts; no query of the report is used."""
    sums: Counter = Counter()
    expected = Fraction(0)
    for current in Round.objects.filter(table=floor.table).select_related("settlement"):
        if current.state == "void":
            sums["void"] += 1
            continue
        sums["rounds"] += 1
        outcome, again = current.settlement.outcome, settled_again(current)
        wagered = sum(
            wager["cents"] for wager in (current.settlement.entered or current.facts)["wagers"]
        )
        sums["wagered"] += wagered
        expected += EDGE * wagered
        if again is not None:
            sums["win"] += again.house.net_cents
            sums["vigorish"] += again.house.vigorish_cents
        else:
            sums["win"] -= sum(seat["total"] for seat in outcome["seats"])
            sums["vigorish"] += sum(seat["vigorish"] for seat in outcome["seats"])
        sums["quick"] += current.depth == "quick"
        sums["corrected"] += current.has_correction
        sums["wagers"] += len(outcome["players"])
    return dict(sums) | {"theoretical": round(expected)}


@pytest.mark.django_db
def test_the_days_figures_are_those_of_the_rounds(history):
    (line,) = day_figures(scope_of(history.floor), quiet).tables
    again = second_computation(history.floor)
    assert {name: getattr(line, name) for name in again} == again
    assert line.drop == 125050
    assert line.hold == line.win / 125050
    assert line.disputes == Dispute.objects.count() == 1
    assert line.irregularities == Irregularity.objects.count()


@pytest.mark.django_db
def test_the_win_is_what_the_ledger_moved(history):
    """The tray's accounts, after corrections, hold what the report calls win."""
    line = day_figures(scope_of(history.floor), quiet).all
    moved = Posting.objects.filter(
        account__table=history.floor.table,
        account__kind__in=["inventory", "vigorish", "side_wagers"],
        entry__kind__in=["round", "reversal", "correction"],
    )
    assert line.win == sum(moved.values_list("cents", flat=True))


@pytest.mark.django_db
def test_rounds_an_hour_come_from_the_openings(history):
    line = day_figures(scope_of(history.floor), quiet).all
    opened = sorted(Round.objects.values_list("opened_at", flat=True))
    gaps = [(b - a).total_seconds() for a, b in pairwise(opened)]
    assert max(gaps) < LONGEST_PAUSE_SECONDS
    assert line.paced == len(gaps)
    assert line.paced_seconds == int(sum(gaps))
    if line.paced_seconds:
        assert line.an_hour == 3600 * len(gaps) / int(sum(gaps))


@pytest.mark.django_db
@pytest.mark.parametrize(("answer", "kind"), [("take", "player_bank"), ("co_bank", "co_bank")])
def test_rounds_that_a_player_banks_are_counted_and_have_no_theoretical_win(answer, kind):
    floor, banked = bank_round(answer, co_bank=True)
    line = day_figures(scope_of(floor), quiet).all
    assert (line.rounds, getattr(line, kind), line.banked, line.bank_share) == (2, 1, 1, 0.5)
    rounds = Round.objects.filter(table=floor.table).select_related("settlement")
    again = {str(each.pk): settled_again(each).house for each in rounds}
    assert line.win == sum(each.net_cents for each in again.values())
    assert line.vigorish == sum(each.vigorish_cents for each in again.values())
    assert again[str(banked)].vigorish_cents > 0
    of_house = sum(
        wager["cents"]
        for each in rounds
        if str(each.pk) != str(banked)
        for wager in each.facts["wagers"]
    )
    assert line.theoretical == round(EDGE * of_house)


@pytest.mark.django_db
def test_totals_add_up_over_tables_and_pits(history):
    floor = history.floor
    make_table(floor)
    kept = day_figures(scope_of(floor), quiet)
    assert len(kept.tables) == 2
    for name in ("rounds", "win", "wagered", "vigorish", "drop", "theoretical"):
        assert getattr(kept.all, name) == sum(getattr(line, name) for line in kept.tables)
        assert getattr(kept.all, name) == sum(getattr(line, name) for line in kept.pits)
    one = day_figures(scope_of(floor, table_id=floor.table.pk), quiet)
    assert one.all.win == kept.all.win
    other = day_figures(scope_of(floor, table_id=kept.tables[1].table), quiet)
    assert other.all.rounds == 0
    assert other.all.hold is None, "without a drop there is no hold, not a hold of nothing"


@pytest.mark.django_db
def test_equipment_and_disputes_stand_in_the_report(history):
    kept = day_figures(scope_of(history.floor), quiet)
    serials = {each.serial for each in kept.equipment}
    assert serials == {each.serial for each in history.floor.sets.values()}
    assert [each.claim for each in kept.disputes] == ["wrong_payment"]
    parts = day_parts(kept)
    money = next(p for p in parts if isinstance(p, Rows) and len(p.columns) == 10)
    assert list(money.total)[2:5] == [125050, kept.all.wagered, kept.all.win]
    assert isinstance(parts[0], Figures)


@pytest.mark.django_db
def test_a_shift_takes_its_own_rounds_only(history):
    floor = history.floor
    day = Round.objects.first().gaming_day
    shifts = len(shift_starts(floor.property, day))
    found = [
        day_figures(Scope(floor.property, shift_period(floor.property, day, n)), quiet).all
        for n in range(1, shifts + 1)
    ]
    of_day = day_figures(Scope(floor.property, day_period(floor.property, day)), quiet).all
    assert sum(each.rounds for each in found) == of_day.rounds
    assert sum(each.win for each in found) == of_day.win
    assert sum(each.drop for each in found) == of_day.drop


@pytest.mark.django_db
def test_shifts_divide_the_gaming_day():
    house = make_property(time_zone="America/New_York", day_starts_at=time(6))
    starts = shift_starts(house, date(2026, 3, 7))
    assert [f"{each:%d %H:%M}" for each in starts] == ["07 11:00", "07 19:00", "08 03:00"]
    house.settings = {"shift_starts": ["06:00", "18:00"]}
    assert len(shift_starts(house, date(2026, 3, 7))) == 2
    # The night on which the clock goes forward: the second shift has eleven hours.
    night = shift_period(house, date(2026, 3, 7), 2)
    assert night.hours == 11
    assert shift_of(house, datetime(2026, 3, 8, 5, tzinfo=UTC)) == 2
    with pytest.raises(ValueError, match="not a shift"):
        shift_period(house, date(2026, 3, 7), 3)


@pytest.mark.django_db
def test_the_hand_over_lists_what_is_open(history):
    kept = KINDS["hand_over"].figures(scope_of(history.floor), quiet)
    found = Counter(item.kind for item in kept.items)
    assert found["dispute"] == 1
    assert found["ruling"] == Irregularity.objects.filter(ruled_at__isnull=True).count()
    assert found["expiring"] == 2, "tiles and dice run out before the next day ends"


@pytest.mark.django_db
def test_exceptions_come_from_the_record(history):
    kept = KINDS["exceptions"].figures(scope_of(history.floor), quiet)
    assert kept.counts["void"] == 1
    assert kept.counts["corrected"] == 1
    words = [str(row[2]) for row in KINDS["exceptions"].parts(kept)[1].rows]
    (corrected,) = (each for each in words if "corrected" in each)
    assert "Seat 1: −$10.00 → −$500.00" in corrected, "what was moved is said"
    assert any("void" in each for each in words)
    rounds = [row[4] for row in KINDS["exceptions"].parts(kept)[1].rows if row[4]]
    assert len(rounds) >= 2
    assert all(row[5] for row in KINDS["exceptions"].parts(kept)[1].rows), "nobody is nameless"


@pytest.mark.django_db
def test_the_access_review_names_who_should_not_have_both_roles(history):
    floor = history.floor
    from audit.events import EventKind
    from audit.record import record

    floor.dealer.roles = ["dealer", "surveillance"]
    record(EventKind.PERSON_CHANGED, about=floor.dealer, by=None, at=datetime.now(UTC))
    floor.dealer.save()
    kept = KINDS["access"].figures(scope_of(floor), quiet)
    notes = {each.badge: each.notes for each in kept.people}
    assert "roles_apart" in notes[floor.dealer.badge]
    assert "roles_apart" not in notes[floor.cashier.badge]
    assert len(kept.people) == len(floor.people)


@pytest.mark.django_db
def test_two_houses_do_not_mix():
    first, second = make_history(3), make_history(4)
    rounds = [day_figures(scope_of(each.floor), quiet).all.rounds for each in (first, second)]
    assert rounds == [4, 5]


def test_a_report_that_an_older_version_made_is_still_read():
    """It has figures that nobody keeps any more, and lacks what came later."""
    line = {"rounds": 12, "win": 500, "drop": 1000, "hold": 0.5, "theoretical_wagered": 0}
    table = line | {"table": 7, "number": 3, "pit": "Pit 1"}
    kept = KINDS["day"].read({"tables": [table], "pits": [], "all": line, "events": []})
    assert (kept.all.rounds, kept.all.hold, kept.all.disputes) == (12, 0.5, 0)
    assert [part.title for part in KINDS["day"].parts(kept)] == [
        part.title for part in KINDS["day"].parts(KINDS["day"].read({"tables": [table]}))
    ]


@pytest.mark.parametrize("code", sorted(set(KINDS) - {"dice", "tiles"}))
def test_a_report_without_figures_has_words(code):
    kind = KINDS[code]
    assert kind.parts(kind.read({}))
