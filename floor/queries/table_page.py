"""One table as the floor watches it: the tile of the board, the round in play, what calls."""

from dataclasses import dataclass
from datetime import datetime

from floor.queries.pit_board import BoardTile, board_tiles
from review.models import Dispute
from review.queries.round_page import PlaceLine, RoundRow, latest_rounds, place_lines
from rounds.games import game_of
from rounds.models import Round
from staff.models import Person
from tables.queries.alerts import AlertRow, open_alerts

LATEST = 12


@dataclass(frozen=True, slots=True)
class FloorTable:
    """What the drill-down of a tile shows."""

    tile: BoardTile
    pieces: str
    places: tuple[PlaceLine, ...]
    roll: tuple[int, ...]
    alerts: tuple[AlertRow, ...]
    disputes: tuple[Dispute, ...]
    rounds: tuple[RoundRow, ...]


def floor_table(viewer: Person, table_id: int, at: datetime) -> FloorTable | None:
    tiles = board_tiles(viewer, at, ids=[table_id])
    if not tiles:
        return None
    (tile,) = tiles
    current = (
        Round.objects.select_related("submission").get(pk=tile.round.id)
        if tile.round is not None and tile.round.is_open
        else None
    )
    disputes = Dispute.objects.filter(round__table_id=table_id, decided_at__isnull=True)
    game = game_of(current.submission) if current else None
    roll = current.entered.roll if current else None
    return FloorTable(
        tile=tile,
        pieces=game.pieces if game else "",
        places=place_lines(game, current.entered, None, {}) if game and current else (),
        roll=(roll.dice if roll else None) or (),
        alerts=tuple(open_alerts(viewer, table_id=table_id)),
        disputes=tuple(disputes.select_related("round", "opened_by").order_by("opened_at")),
        rounds=tuple(latest_rounds(viewer, table_id=table_id)[:LATEST]),
    )
