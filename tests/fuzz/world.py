"""A house with something of everything in it, so that what is invented meets real rows."""

import random
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db.models import Model

from reports.kinds import KINDS
from rounds.models import Round
from staff.models import Role
from tests.factories import PIN, Floor
from tests.reports.history import make_history
from tests.rounds.playing import Dealer

CODES = {
    "kind": ("tiles", "dice", "cards", "fill", "credit", "opening", "closing"),
    "profile": ("maryland", "leaflet", "mbs", "new-zealand", "three-card-split"),
    "code": tuple(KINDS),
    "reference": ("table:1", "round:1", "person:1"),
}
PLACES = ("dealer", *(f"seat-{seat}" for seat in range(1, 7)))
TILES = ("1-1", "6-6", "1-3", "2-4", "1-2", "4-5", "5-5", "3-6")


class World:
    """Two houses: one that is asked, and another whose rows must not be reached."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.floor = make_history(3).floor
        self.elsewhere = make_history(3).floor
        Dealer(self.floor).open()
        self.people = {role: self.floor.people[role] for role in Role.values}
        self.models = {model._meta.model_name: model for model in apps.get_models()}
        self.models |= {
            "table": self.models["gamingtable"],
            "equipment": self.models["equipmentset"],
        }
        self.models |= {"run": self.models["reportrun"]} if "reportrun" in self.models else {}
        self.rounds = list(Round.objects.filter(property=self.floor.property))

    def known(self, name: str) -> Any:
        """What this house calls so, now and then something of another house or of nobody."""
        simple = self._simple(name)
        if simple is not None:
            return simple
        subject = name.removesuffix("_id") if name.endswith("_id") else ""
        if subject not in self.models:
            return None
        house = self.elsewhere if self.chance.random() < 0.1 else self.floor
        return self.row(self.models[subject], house)

    def _simple(self, name: str) -> Any:
        chance = self.chance
        if name in CODES:
            return chance.choice(CODES[name])
        if name == "badge" or name.endswith("-badge"):
            return chance.choice(list(self.people.values())).badge
        if name == "pin" or name.endswith("-pin"):
            return PIN if chance.random() < 0.97 else "000001"
        return {
            "seat": chance.randint(1, 7),
            "seats": None,
            "cents": chance.choice((100, 2500, 5000, 10**12)),
            "place": chance.choice(PLACES),
            "tile": chance.choice(TILES),
            "request_id": str(uuid4()),
            "n": chance.randint(0, 2),
        }.get(name)

    def row(self, model: type[Model], house: Floor) -> Any:
        """The key of one of the latest rows of a house; of nobody's, where rows are nobody's."""
        if model is Round and house is self.floor and self.chance.random() < 0.9:
            return str(self.chance.choice(self.rounds).pk)
        names = {field.name for field in model._meta.get_fields()}
        rows = model._default_manager.all()
        if "property" in names:
            rows = rows.filter(property=house.property)
        keys = list(rows.order_by("-pk").values_list("pk", flat=True)[:5])
        return str(self.chance.choice(keys)) if keys else None

    def version(self, address: str) -> str:
        """The version that a screen would name, mostly the right one."""
        if self.chance.random() < 0.1:
            return self.chance.choice(['"0"', '"999999999"', "*", '"x"', "7"])
        found = next((each for each in self.rounds if str(each.pk) in address), None)
        if found is not None:
            found.refresh_from_db(fields=["version"])
            return f'"{found.version}"'
        self.floor.table.refresh_from_db(fields=["version"])
        return f'"{self.floor.table.version}"'
