"""A tablet that speaks to the API and remembers the version it saw."""

from uuid import uuid4

from rest_framework.test import APIClient

from tests.rounds.playing import SIX_HANDS


class Api:
    def __init__(self, floor, person=None):
        self.floor = floor
        self.client = APIClient()
        self.client.force_authenticate(person or floor.dealer)
        self.version = None
        self.round = None

    def post(self, path, body=None, **headers):
        given = {"Idempotency-Key": str(uuid4())}
        if self.version is not None:
            given["If-Match"] = f'"{self.version}"'
        response = self.client.post(
            f"/api/v1/{path}", {} if body is None else body, format="json",
            headers={key: value for key, value in {**given, **headers}.items() if value},
        )  # fmt: skip
        if response.status_code == 200:
            self.version = response.json().get("version", self.version)
        return response

    def get(self, path, **query):
        return self.client.get(f"/api/v1/{path}", query)

    def step(self, name, body=None, **headers):
        return self.post(f"rounds/{self.round}/{name}/", body, **headers)

    def open(self, **more):
        self.round, self.version = str(uuid4()), None
        return self.post(f"tables/{self.floor.table.pk}/rounds/", {"id": self.round, **more})

    def dealt(self, seats=2):
        self.open()
        self.step("wagers", {"wagers": [{"seat": n, "cents": 2500} for n in range(1, seats + 1)]})
        self.step("close")
        rolled = self.step("roll", {"dice": [1, 2, 3]}).json()
        return self.step("deal", {"start": rolled["roll"]["positions"][0]})

    def ready(self, seats=2):
        self.dealt(seats)
        places = [*(f"seat-{n}" for n in range(1, seats + 1)), "dealer"]
        hands = [{"place": place, "tiles": SIX_HANDS[place].split()} for place in places]
        return self.step("hands", {"hands": hands})
