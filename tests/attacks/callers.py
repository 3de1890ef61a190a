"""Somebody with a session of their own who calls the API as a tablet does, or as a thief would."""

import json
from uuid import uuid4

from django.test import Client

from audit.log.canonical import parse_canonical
from audit.models import Event
from banking.models import Posting
from rounds.models import Round
from tests.rounds.playing import SIX_HANDS
from tests.sign_in import sign_in

ATTEMPTS = ("audit.step_refused", "staff.sign_in_failed", "staff.signed_in", "staff.signed_out")


class Caller:
    """A person signed in at a desk or a tablet; remembers the round and the version it saw."""

    def __init__(self, person, tablet=None, **options):
        self.person = person
        self.client = sign_in(Client(**options), person, tablet)
        self.round = self.version = None

    def post(self, path, body=None, *, raw=None, content_type="application/json", **headers):
        """POST to the API; a header given as None is left out."""
        given = {"Idempotency-Key": str(uuid4()), **headers}
        if self.version is not None:
            given.setdefault("If-Match", f'"{self.version}"')
        answer = self.client.post(
            f"/api/v1/{path}",
            json.dumps({} if body is None else body) if raw is None else raw,
            content_type=content_type,
            headers={name: value for name, value in given.items() if value is not None},
        )
        if answer.status_code == 200:
            self.version = answer.json().get("version", self.version)
        return answer

    def get(self, path, **query):
        return self.client.get(f"/api/v1/{path}", query)

    def step(self, name, body=None, **more):
        return self.post(f"rounds/{self.round}/{name}/", body, **more)

    def open(self, table, **headers):
        self.round, self.version = str(uuid4()), None
        return self.post(f"tables/{table.pk}/rounds/", {"id": self.round}, **headers)

    def follow(self, other):
        """Look at the round that somebody else opened."""
        self.round, self.version = other.round, other.version
        return self


def whole_round(seats=2, **more):
    """The body of a finished round, played the house way."""
    hands = {
        place: held
        for place, held in SIX_HANDS.items()
        if place == "dealer" or int(place[-1]) <= seats
    }
    return {
        "id": str(uuid4()),
        "wagers": [{"seat": seat, "cents": 2500} for seat in range(1, seats + 1)],
        "roll": {"dice": [1, 2, 3]},
        "hands": [{"place": place, "tiles": held.split()} for place, held in hands.items()],
        **more,
    }


def state_of(house):
    """What the record holds of a house, but for the attempts themselves."""
    rounds = Round.objects.filter(property=house)
    return (
        sorted(rounds.values_list("pk", "version", "state")),
        Posting.objects.filter(entry__property=house).count(),
        Event.objects.filter(log_id=house.pk).exclude(kind__in=ATTEMPTS).count(),
    )


def refusals(house):
    """The codes of the refused steps that the record holds of a house, oldest first."""
    found = Event.objects.filter(log_id=house.pk, kind="audit.step_refused").order_by("stream_v")
    return [parse_canonical(bytes(event.body))["detail"]["code"] for event in found]
