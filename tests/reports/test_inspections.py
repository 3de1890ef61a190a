"""The inspection log: every look at a set, by table and day."""

import pytest

from reports.kinds import KINDS
from reports.scope import Scope, day_period
from staff.gaming_day import gaming_day
from tests.reports.test_figures import quiet
from tests.sign_in import sign_in
from tests.tables.acts import NOON, inspected, opening_table, verified, with_set

pytestmark = pytest.mark.django_db


def test_the_inspection_log_has_every_look_by_table_with_what_was_seen():
    floor = opening_table()
    with_set(floor)
    inspection = verified(floor, inspected(floor))
    scope = Scope(floor.property, day_period(floor.property, gaming_day(floor.property, NOON)))
    kept = KINDS["inspections"].figures(scope, quiet)
    (line,) = [each for each in kept.lines if each.table == floor.closed.number]
    assert (line.serial, line.passed) == (inspection.equipment.serial, True)
    assert line.verified_by == inspection.verified_by.name
    assert line.verified_at == inspection.verified_at.isoformat()
    _figures, by_table, seen, *_work = KINDS["inspections"].parts(kept)
    assert [inspection.equipment.serial] == [
        row[2] for row in by_table.rows if row[0] == line.table
    ]
    (words,) = [row[3] for row in seen.rows if row[0] == line.table]
    assert "all 16 groups of pieces" in words
    other = Scope(floor.property, scope.period, table_id=floor.table.pk)
    assert line not in KINDS["inspections"].figures(other, quiet).lines


def test_the_form_of_the_inspection_log_comes_with_the_table_that_asked(client):
    floor = opening_table()
    sign_in(client, floor.security)
    page = client.get(f"/reports/inspections/?table={floor.closed.pk}").content.decode()
    assert f'<option value="{floor.closed.pk}" selected>' in page
    assert "Inspection log" in client.get("/reports/").content.decode()
