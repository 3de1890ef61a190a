"""What must hold after every drill."""

import time
from collections.abc import Iterator

from django.db import connections

from audit.models import Pending
from banking.queries.balances import ledger_faults
from rounds.models import Round, RoundState
from tests.drills.crew import Crew
from tests.drills.ground import Ground

DRAINED_SECONDS = 60.0


def faults(ground: Ground, crew: Crew) -> Iterator[str]:
    """Say everything that is not as it must be."""
    connections.close_all()
    for told in crew.told:
        yield from (f"an error page: {text}" for text in told.errors[:3])
        odd = [text for text in told.refused.values() if "bank_undecided" not in text]
        yield from (f"refused: {text[:200]}" for text in odd[:3])
    settled = set(Round.objects.filter(state=RoundState.SETTLED).values_list("pk", flat=True))
    if lost := crew.rounds - settled:
        yield f"{len(lost)} acknowledged rounds are not there, {min(lost)} first"
    refused = set().union(*(told.refused for told in crew.told))
    if there := refused & settled:
        yield f"{len(there)} refused rounds are there"
    yield from gaps()
    yield from (f"ledger: {fault}" for fault in ledger_faults()[:3])
    yield from unsealed()
    if trouble := ground.finish("audit", "verify"):
        yield f"the record: {trouble[-600:]}"


def gaps() -> Iterator[str]:
    """Say where the numbers of a table's rounds are not one after another."""
    counted: dict[tuple[int, object], list[int]] = {}
    for table, day, number in Round.objects.values_list("table_id", "gaming_day", "number"):
        counted.setdefault((table, day), []).append(number)
    for place, numbers in counted.items():
        if sorted(numbers) != list(range(1, len(numbers) + 1)):
            yield f"the round numbers of {place} have a gap or a double"


def unsealed() -> Iterator[str]:
    deadline = time.monotonic() + DRAINED_SECONDS
    while left := Pending.objects.count():
        if time.monotonic() > deadline:
            yield f"{left} events are not sealed after {DRAINED_SECONDS:.0f} s"
            return
        time.sleep(0.2)
