"""Who played and banked the last rounds of a game, as far back as it counts for the next offer."""

from datetime import UTC, datetime

import orjson

import rules
from banking.models import BankTurn
from foundation.prepared import planned_cursor
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
    turns = _turns(LAST_TURNS, table.pk, began, before)
    if len(turns) == LOOK_BACK:
        banked = {turn.bank_seat is None for turn in turns}
        turns += [
            found
            for is_house, statement in ((True, LAST_OF_HOUSE), (False, LAST_OF_PLAYERS))
            if is_house not in banked
            for found in _turns(statement, table.pk, began, before)
        ]
    return turns[::-1]


def _turns(statement: str, table_id: int, since: datetime, before: datetime) -> list[PlayedRound]:
    """Turns of the bank, the last first; of a corrected round as it was corrected."""
    with planned_cursor() as cursor:
        cursor.execute(statement, {"table": table_id, "since": since, "before": before})
        rows = cursor.fetchall()
    return [
        PlayedRound.from_json(orjson.loads(people))
        if corrected is None
        else PlayedRound.of(rules.Round.from_json(orjson.loads(corrected)))
        for people, corrected in rows
    ]


TURNS = """
select t.people::text, case when r.has_correction then s.entered::text end
  from banking_turn t
  join rounds_round r on r.id = t.round_id
  left join rounds_settlement s on s.id = r.settlement_id
 where t.table_id = %(table)s and t.at >= %(since)s and t.at <= %(before)s and {which}
 order by t.at desc limit {limit}
"""
LAST_TURNS = TURNS.format(which="true", limit=LOOK_BACK)
LAST_OF_HOUSE = TURNS.format(which="r.bank_kind = 'house'", limit=1)
LAST_OF_PLAYERS = TURNS.format(which="r.bank_kind <> 'house'", limit=1)


def markers_of_game(table: GamingTable) -> list[str]:
    """Every marker that somebody had in this game: none of them is given to somebody else.

    Rule: MD 9 §D(1); NZ 5.3(a).
    """
    turns = BankTurn.objects.filter(table=table, at__gte=table.game_since or LONG_AGO)
    found = turns.order_by().values_list("people__there", flat=True)
    return sorted({marker for there in found for marker in there or ()})
