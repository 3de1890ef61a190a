"""Who played and banked the last rounds of a game, as far back as it counts for the next offer."""

from datetime import UTC, datetime

from banking.models import BankTurn
from foundation.prepared import CompiledQuery
from rounds.models import Round
from rules.tiles.people import PlayedRound
from tables.models import GamingTable

LOOK_BACK = 24
LONG_AGO = datetime.min.replace(tzinfo=UTC)


def history_of(current: Round) -> list[PlayedRound]:
    """The rounds of the game before this one, oldest first.

    Rule: MD 9 §B(2); MBS 3.17; NZ 5.2.
    """
    return game_history(current.table, current.opened_at, start_of_game(current))


def start_of_game(current: Round) -> datetime:
    """When the game began in which a round is played; a late entry may be of the one before."""
    since = current.table.game_since or LONG_AGO
    if since <= current.opened_at:
        return since
    placed = current.playing_set
    return (placed.verified_at if placed else None) or LONG_AGO


def game_history(
    table: GamingTable, before: datetime, since: datetime | None = None
) -> list[PlayedRound]:
    """The rounds that count, oldest first; void rounds have no turn and do not count.

    The last round of the house and the last that a player banked are among them, however long ago
    they were.

    Rule: MD 9 §B(2), §D(1); MBS 3.17; NZ 5.2.
    """
    began = since if since is not None else table.game_since or LONG_AGO
    turns = LAST_TURNS(table.pk, began, before)
    if len(turns) == LOOK_BACK:
        kinds = {turn.kind == "house" for turn in turns}
        turns += [
            found
            for is_house in (True, False)
            if is_house not in kinds
            and (found := _last_turn(table.pk, began, turns[-1].at, is_house=is_house))
        ]
    return [PlayedRound.from_json(turn.people) for turn in turns[::-1]]


def _last_turn(
    table_id: int, since: datetime, before: datetime, *, is_house: bool
) -> BankTurn | None:
    turns = BankTurn.objects.filter(table_id=table_id, at__gte=since, at__lt=before)
    found = turns.filter(kind="house") if is_house else turns.exclude(kind="house")
    return found.order_by("-at").first()


LAST_TURNS = CompiledQuery(
    lambda table_id, since, before: (
        BankTurn.objects.only("kind", "people", "at")
        .filter(table_id=table_id, at__gte=since, at__lte=before)
        .order_by("-at")[:LOOK_BACK]
    ),
    -1,
    LONG_AGO,
    datetime.max.replace(tzinfo=UTC),
)


def markers_of_game(table: GamingTable) -> list[str]:
    """Every marker that somebody had in this game: none of them is given to somebody else.

    Rule: MD 9 §D(1); NZ 5.3(a).
    """
    turns = BankTurn.objects.filter(table=table, at__gte=table.game_since or LONG_AGO)
    found = turns.order_by().values_list("people__there", flat=True)
    return sorted({marker for there in found for marker in there or ()})
