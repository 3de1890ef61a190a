"""The examples of docs/api.md, run in their order."""

import json
import re
from pathlib import Path
from uuid import uuid4

import pytest

from tests.factories import PIN
from tests.rounds.api import Api

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
EXAMPLE = re.compile(r"```http\n(GET|POST) (\S+)\n(.*?)```", re.DOTALL)


@pytest.mark.django_db
def test_the_examples_of_the_page(floor):
    api = Api(floor)
    words = {
        "table": str(floor.table.pk),
        "round": str(uuid4()),
        "another": str(uuid4()),
        "floor": floor.floorperson.badge,
        "manager": floor.pit_manager.badge,
        "pin": PIN,
    }
    examples = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))
    assert len(examples) >= 15
    for method, path, body in examples:
        for word, value in words.items():
            path = path.replace(f"{{{word}}}", value)
            body = body.replace(f"{{{word}}}", value)
        answer = api.get(path) if method == "GET" else api.post(path, json.loads(body))
        assert answer.status_code == 200, (method, path, answer.json())
