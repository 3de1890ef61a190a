"""The OpenAPI document against the API itself: only documented answers, never a 500.

Schemathesis invents requests that fit the document and requests that do not; they go to a real
round wherever an address names one, so that they reach the commands.
"""

import json
from uuid import uuid4

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from rest_framework.test import APIClient
from schemathesis.generation import GenerationMode

from foundation.openapi import written_document
from rounds.models import OPEN_STATES, Round
from tests.factories import make_floor
from tests.rounds.taps import Call, Opening, open_round

pytestmark = pytest.mark.django_db

OURS = r"^/api/v1/(rounds|rules|tables/\{table_id\}/(sheet|rounds|whole-rounds))"
QUIET = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def load():
    document = json.loads(written_document("en"))
    return schemathesis.openapi.from_dict(document).include(path_regex=OURS)


def label(operation):
    return f"{operation.method.upper()} {operation.path}"


class Tablet:
    """Sends invented requests to a real table and its round."""

    def __init__(self, floor):
        self.floor = floor
        self.client = APIClient(raise_request_exception=True)
        self.client.force_authenticate(floor.dealer)

    def round(self):
        found = Round.objects.filter(table=self.floor.table, state__in=OPEN_STATES).first()
        if found is None:
            open_round(self.floor.table.pk, Opening(uuid4()), Call(by=self.floor.dealer))
            return self.round()
        return found

    def send(self, case):
        current = self.round()
        path = case.operation.path
        real = {"round_id": str(current.pk), "table_id": str(self.floor.table.pk), "n": "1"}
        for name, value in (case.path_parameters or {}).items():
            path = path.replace(f"{{{name}}}", str(real.get(name, value)).replace("/", "-"))
        headers = {key: str(value) for key, value in dict(case.headers or {}).items()}
        if "If-Match" in headers:
            headers["If-Match"] = f'"{current.version}"'
        headers = {
            key: value for key, value in headers.items() if value.isascii() and value.isprintable()
        }
        if case.method.upper() == "GET":
            return self.client.get(path or "/", dict(case.query or {}), headers=headers)
        body = b"" if type(case.body).__name__ == "NotSet" else json.dumps(case.body, default=str)
        return self.client.post(path or "/", body, content_type="application/json", headers=headers)


def documented(operation):
    return {int(status) for status in operation.definition.raw["responses"]}


SETTINGS = settings(
    max_examples=3,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=QUIET,
)


def check(tablet, operation, mode):
    allowed = documented(operation)

    @SETTINGS
    @given(case=operation.as_strategy(generation_mode=mode))
    def answers(case):
        response = tablet.send(case)
        assert response.status_code in allowed, (label(operation), response.status_code)
        if response.status_code >= 400:
            assert set(response.json()) >= {"code", "message", "rule"}, label(operation)

    answers()


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_only_documented_answers(mode):
    tablet = Tablet(make_floor())
    operations = [each.ok() for each in load().get_all_operations()]
    assert len(operations) >= 25
    for operation in operations:
        if mode is GenerationMode.POSITIVE or operation.body:
            check(tablet, operation, mode)


def test_no_header_is_promised_that_no_tablet_sends():
    document = json.loads(written_document("en"))
    operations = [each for path in document["paths"].values() for each in path.values()]
    parameters = [each for operation in operations for each in operation.get("parameters", [])]
    headers = {each["name"] for each in parameters if each["in"] == "header"}
    assert headers == {"Idempotency-Key", "If-Match"}
