"""Four dealers who never stop entering rounds and one person who never stops reading."""

import http.client
import json
import random
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from tests.drills.ground import Ground
from tests.rounds.playing import SIX_HANDS

PATIENCE = 40.0
PAUSE = 0.2


@dataclass
class Told:
    """What the floor answered to one caller."""

    rounds: set[UUID] = field(default_factory=set)
    refused: dict[UUID, str] = field(default_factory=dict)
    retries: int = 0
    errors: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


class Caller(threading.Thread):
    """Somebody with a token, until told to stop."""

    def __init__(self, ground: Ground, table_id: int, token: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.ground, self.table_id, self.token = ground, table_id, token
        self.chance = random.Random(seed)
        self.stopping = threading.Event()
        self.told = Told()
        self.pause = 0.0

    def run(self) -> None:
        while not self.stopping.is_set():
            self.act()
            self.stopping.wait(self.pause)

    def act(self) -> None:
        raise AssertionError("each kind of caller acts")

    def ask(self, path: str, body: Any = None, key: str = "") -> tuple[int, str]:
        """Ask once. Nought is an answer that never came."""
        request = urllib.request.Request(
            f"{self.ground.url}/api/v1/{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
            | ({"Idempotency-Key": key} if key else {}),
        )
        begun = time.monotonic()
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                found = answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                found = error.code, error.read().decode()
        except (OSError, http.client.HTTPException) as error:  # half an answer is no answer
            found = 0, type(error).__name__
        self.told.seconds.append(time.monotonic() - begun)
        status, text = found
        if status == 500 or "Traceback" in text:
            self.told.errors.append(f"{status} {text[:300]}")
        return found


class Writer(Caller):
    """Enters one whole round after another and asks again until there is a clear answer."""

    passing: Sequence[int] = ()

    def act(self) -> None:
        round_id = uuid4()
        status, text = self.clear_answer(self.whole_round(round_id), str(uuid4()))
        if status == 200:
            self.told.rounds.add(round_id)
            return
        self.told.refused[round_id] = text
        # Who is offered the bank depends on the last round: the refusal says it.
        self.passing = json.loads(text).get("order", ())

    def clear_answer(self, body: dict[str, Any], key: str) -> tuple[int, str]:
        while True:
            status, text = self.ask(f"tables/{self.table_id}/whole-rounds/", body, key)
            if 200 <= status < 500 and status != 429:
                return status, text
            self.told.retries += 1
            time.sleep(PAUSE)

    def whole_round(self, round_id: UUID) -> dict[str, Any]:
        wagers = [
            {"seat": seat, "player": f"P{seat}", "cents": 2500 * self.chance.randint(1, 8)}
            for seat in range(1, 7)
        ]
        return {
            "id": str(round_id),
            "wagers": wagers,
            "bank": [{"seat": seat, "answer": "pass"} for seat in self.passing],
            "roll": {"dice": [self.chance.randint(1, 6) for _ in range(3)]},
            "hands": [
                {"place": place, "tiles": tiles.split()} for place, tiles in SIX_HANDS.items()
            ],
        }


class Reader(Caller):
    def act(self) -> None:
        self.ask(f"rounds/?table={self.table_id}")
        self.stopping.wait(0.05)


class Crew:
    """Everybody at work, while the `with` block runs."""

    def __init__(self, ground: Ground, tables: list[tuple[int, str]], seed: int) -> None:
        self.writers = [
            Writer(ground, table_id, token, seed + number)
            for number, (table_id, token) in enumerate(tables)
        ]
        self.reader = Reader(ground, *tables[0], seed)

    def __enter__(self) -> "Crew":
        for caller in [*self.writers, self.reader]:
            caller.start()
        return self

    def __exit__(self, *_: object) -> None:
        for caller in [*self.writers, self.reader]:
            caller.stopping.set()
        for caller in [*self.writers, self.reader]:
            caller.join(PATIENCE + 10)

    @property
    def told(self) -> list[Told]:
        return [caller.told for caller in [*self.writers, self.reader]]

    @property
    def rounds(self) -> set[UUID]:
        return set().union(*(told.rounds for told in self.told))
