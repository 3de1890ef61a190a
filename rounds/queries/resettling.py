"""Settle again what was settled, by the facts and options that the record kept."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from rounds.games import game_of
from rounds.models import Settlement
from rules.refusals import RulesError


@dataclass(frozen=True, slots=True)
class Resettled:
    """A settlement that does not come out as it was written."""

    round_id: UUID
    says: str


def resettle(round_id: str | None = None) -> Iterator[tuple[int, int, Resettled | None]]:
    """Go through the settlements in order; say how far, of how many, and what differs."""
    settlements = Settlement.objects.select_related("round__submission").order_by("pk")
    if round_id is not None:
        settlements = settlements.filter(round_id=round_id)
    total = settlements.count()
    for done, settlement in enumerate(settlements.iterator(chunk_size=500), start=1):
        yield done, total, difference_of(settlement)


def difference_of(settlement: Settlement) -> Resettled | None:
    game = game_of(settlement.round.submission)
    try:
        settled = game.resettle(settlement.facts).as_json()
    except RulesError as error:
        return Resettled(settlement.round_id, f"refused: {error}")
    for name in ("outcome", "movements", "reasons"):
        if settled[name] != getattr(settlement, name):
            return Resettled(settlement.round_id, f"another {name} in settlement {settlement.n}")
    return None
