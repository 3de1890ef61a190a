"""A read is declared once: what its address may say, what it answers, what the document says."""

import json
from datetime import date
from typing import Literal

import pytest
from django.http import QueryDict
from rest_framework.exceptions import ValidationError

from foundation.inputs import Id, Input, read_address, read_query
from foundation.openapi import written_document
from tests.factories import make_floor
from tests.sign_in import sign_in


class Wanted(Input):
    table_id: Id
    kind: Literal["fill", "credit"] | None = None
    day: date | None = None
    after: Id | None = None


class Shown(Input):
    kind: Literal["fill", "credit"] | None = None
    day: date | None = None


def asked(text):
    return read_query(Wanted, QueryDict(text), {"table_id": 7})


def test_the_address_and_its_query_string_are_one_input():
    assert asked("kind=fill&day=2026-11-06&after=12") == Wanted(
        table_id=7, kind="fill", day=date(2026, 11, 6), after=12
    )
    assert asked("kind=&day=") == Wanted(table_id=7)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("kind=drop", "kind"),
        ("day=soon", "day"),
        ("after=0", "after"),
        ("after=x", "after"),
        ("strange=1", "strange"),
        ("table_id=8", "table_id"),
        ("csrfmiddlewaretoken=x", "csrfmiddlewaretoken"),
    ],
)
def test_a_call_is_told_what_cannot_be_read(text, field):
    with pytest.raises(ValidationError) as wrong:
        asked(text)
    assert list(wrong.value.detail) == [field]


def test_a_page_shows_something_whatever_its_address_says():
    kept = read_address(Shown, QueryDict("kind=drop&day=2026-11-06&strange=1"))
    assert kept == Shown(day=date(2026, 11, 6))


@pytest.fixture(scope="module")
def document():
    return json.loads(written_document("en"))


def test_the_document_describes_the_filters_and_the_sheet_of_a_read(document):
    slips = document["paths"]["/api/v1/slips/"]["get"]
    assert slips["operationId"] == "read_slips"
    filters = {each["name"]: each["schema"] for each in slips["parameters"]}
    assert filters.keys() == {"table", "kind", "state", "gaming_day", "after"}
    assert filters["gaming_day"] == {"type": "string", "format": "date"}
    assert filters["table"]["minimum"] == 1
    answer = slips["responses"]["200"]["content"]["application/json"]["schema"]
    assert set(answer["required"]) == {"slips", "after"}


def test_an_address_may_be_read_and_be_done_at(document):
    assert document["paths"]["/api/v1/tables/"].keys() == {"get", "post"}
    assert document["paths"]["/api/v1/slips/"].keys() == {"get"}


@pytest.mark.django_db
def test_the_role_is_asked_before_the_query_string_is_read(client):
    floor = make_floor()
    sign_in(client, floor.dealer)
    assert client.get("/api/v1/equipment/?kind=chairs").status_code == 403
    sign_in(client, floor.pit_manager)
    answer = client.get("/api/v1/equipment/?kind=chairs")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["kind"])
    assert client.get("/api/v1/equipment/?kind=tiles").json()["sets"][0]["kind"] == "tiles"
