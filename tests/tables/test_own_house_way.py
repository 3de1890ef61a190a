"""An own house way for people: read from its file, in words, tried, compared, filed."""

import re

import pytest
from django.test import Client

from rules.profiles import tile_profile
from rules.tiles.house_ways.comparing import compare_house_ways
from rules.tiles.house_ways.from_file import example_text, parse_house_way
from tables.models import RulesSubmission
from tests.factories import make_floor
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db
ADDRESS = "/rules/house-way/"


@pytest.fixture
def client():
    return sign_in(Client(), make_floor().administrator)


def test_the_page_begins_with_the_example_and_says_nothing_of_it(client):
    page = client.get(ADDRESS).content.decode()
    assert "Example house way" in page
    assert "Deals set otherwise" not in page


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('play = "two pairs"', "play = two pairs"), "Row 19 of the file:"),
        (('play = "keep pair"', 'play = "keep the pair"'), "Row 39 of the file:"),
    ],
)
def test_a_fault_is_shown_with_its_row_and_what_was_written_stays(client, change, says):
    text = example_text().replace(*change)
    answer = client.post(ADDRESS, {"profile": "maryland", "way": text})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert says in page
    assert change[1].replace('"', "&quot;") in page


def test_the_first_deal_that_nobody_covers_is_named(client):
    text = example_text()
    short = text[: text.rindex("[[line]]")]
    page = client.post(ADDRESS, {"profile": "maryland", "way": short}).content.decode()
    assert re.search(r"has no line for \d-\d \d-\d \d-\d \d-\d", page)


def test_it_is_told_in_words_tried_on_four_tiles_and_held_beside_the_published(client):
    given = {"profile": "maryland", "way": example_text(), "tiles": "6-6 6-6 4-4 1-3"}
    page = client.post(ADDRESS, given).content.decode()
    assert "Two pairs are played as two pairs." in page
    assert "Example 2(a)" in page
    assert "MD 8 §D(2)" in page
    published = tile_profile("maryland").house_way
    own = parse_house_way(example_text(), published.ranking)
    found = compare_house_ways(own, published)
    assert 0 < found.deals < 35960
    assert f"{found.deals}<small> / 35960</small>" in page
    assert f"{100 * float(found.edge_change):.4f} %" in page
    for held in found.examples:
        assert {*held.own} != {*held.published}


def test_tiles_that_are_none_are_told_and_the_rest_is_still_shown(client):
    given = {"profile": "maryland", "way": example_text()}
    for wrong in ("6-6 1-1", "9-9 1-1 4-4 1-3", "6-6 6-6 6-6 1-1"):
        page = client.post(ADDRESS, given | {"tiles": wrong}).content.decode()
        assert "Write four tiles by their ends" in page
        assert "Deals set otherwise" in page


def test_the_file_itself_is_filed_and_everybody_reads_its_lines(client):
    edit = client.get("/rules/new/?profile=maryland").content.decode()
    given = {
        "request_id": re.search(r'name="request_id" value="([0-9a-f-]{36})"', edit)[1],
        "profile": "maryland",
        "name": "Own way",
        **_as_the_form_has_it(edit),
        "game-house_way": example_text(),
    }
    for text in ("name = x", f"name = {'[' * 3000}", f'{{"name": {"[" * 3000}'):
        wrong = client.post("/rules/file/", given | {"game-house_way": text})
        assert wrong.status_code == 409
        assert "cannot be read as a TOML file" in wrong.content.decode()
    assert client.post(ADDRESS, {"profile": "maryland", "way": "[" * 3000}).status_code < 500
    assert client.post("/rules/file/", given).status_code == 302
    filed = RulesSubmission.objects.get(name="Own way")
    assert filed.options["house_way"]["name"] == "Example house way"
    page = client.get(f"/rules/{filed.pk}/").content.decode()
    assert "Two pairs are played as two pairs." in page
    assert client.get(f"{ADDRESS}?submission={filed.pk}").status_code == 200
    again = client.get(f"/rules/new/?base={filed.pk}").content.decode()
    assert "[[line]]" in again


def _as_the_form_has_it(page):
    """Every number, date and choice that the form shows; what is not ticked is off."""
    found = dict(re.findall(r'<input class="input" name="([a-z]+-\w+)"[^>]*value="([^"]*)"', page))
    for name, body in re.findall(
        r'<select class="select" name="([^"]+)"[^>]*>(.*?)</select>', page
    ):
        chosen = re.search(r'<option value="([^"]*)" selected', body)
        found[name] = chosen[1] if chosen else ""
    for name, value in re.findall(
        r'<input type="checkbox" name="([^"]+)" value="([^"]+)" checked', page
    ):
        found.setdefault(name, [])
        found[name].append(value)
    for name in re.findall(r'role="switch" name="([^"]+)"[^>]* checked', page):
        found[name] = "on"
    return found
