"""Labels on sheets and for label printers: the page is as large as the paper."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.labels import PAPERS
from tests.factories import make_floor, make_set
from tests.sign_in import sign_in
from tests.tables.acts import opening_table, with_set
from tests.tables.test_custody import sealed

pytestmark = pytest.mark.django_db


def labels_of(client, **asked):
    return client.get("/equipment/labels/", asked).content.decode()


def test_every_paper_says_its_page_size_and_holds_its_labels(client):
    sign_in(client, make_floor().security)
    for paper in PAPERS.values():
        style = client.get(f"/labels/{paper.code}.css")
        assert style.headers["Content-Type"].startswith("text/css")
        said = style.content.decode()
        size = re.match(r"@page { size: (\S+)mm (\S+)mm; margin: 0;", said)
        wide, high = map(float, size.groups())
        across = 2 * paper.left + paper.columns * paper.width + (paper.columns - 1) * paper.gap
        assert across == pytest.approx(wide, abs=0.2), paper.code
        assert paper.top + paper.rows * paper.height <= high, paper.code
    assert client.get("/labels/a3.css").status_code == 404


def test_labels_fill_a_sheet_after_those_that_were_taken_off(client):
    floor = make_floor()
    sets = [make_set(floor, serial=f"T-{n}") for n in range(24)]
    sign_in(client, floor.floorperson)
    asked = {"sets": [each.pk for each in sets], "paper": "a4-24"}
    page = labels_of(client, **asked)
    assert page.count('<article class="label">') == 24
    assert page.count("label-page") == 1
    assert 'href="/labels/a4-24.css"' in page
    assert labels_of(client, **asked, used=1).count("label-page") == 2
    assert labels_of(client, **asked | {"paper": "62x29"}).count("label-page") == 24


def test_the_paper_is_remembered_for_the_next_label(client):
    floor = make_floor()
    here = make_set(floor, serial="T-1")
    sign_in(client, floor.floorperson)
    labels_of(client, sets=here.pk, paper="57x32")
    assert "/labels/57x32.css" in labels_of(client, sets=here.pk)


def test_sets_of_another_house_have_no_label_here(client):
    theirs = make_set(make_floor(), serial="T-THEIRS")
    sign_in(client, make_floor().floorperson)
    assert "T-THEIRS" not in labels_of(client, sets=theirs.pk)


def test_a_sheet_costs_the_same_for_one_set_and_for_many(client):
    floor = make_floor()
    sets = [make_set(floor, serial=f"T-{n}").pk for n in range(9)]
    sign_in(client, floor.floorperson)
    labels_of(client)
    with CaptureQueriesContext(connection) as one:
        labels_of(client, sets=sets[0])
    with CaptureQueriesContext(connection) as many:
        labels_of(client, sets=sets)
    assert len(many) == len(one)


def test_security_prints_the_label_of_an_envelope(client):
    floor = opening_table()
    with_set(floor)
    envelope = sealed(floor)
    sign_in(client, floor.security)
    page = client.get(f"/envelopes/{envelope.pk}/label/?paper=62x29").content.decode()
    assert envelope.seal_number in page
    assert "/labels/62x29.css" not in page  # two names with licences do not fit
    assert sign_in(client, floor.cashier).get(f"/envelopes/{envelope.pk}/label/").status_code == 403
