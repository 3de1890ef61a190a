"""Who banked the last rounds at a table, as far back as it counts for the next offer."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from banking.models import BankTurn
from foundation.prepared import CompiledQuery
from rounds.games import Game, game_of
from rounds.games.game import PastBank
from rounds.models import Round

IDLE = timedelta(minutes=30)
"""A table without a round for this long has stood vacant, and begins anew (reading)."""

LOOK_BACK = 24


def bank_history(table_id: int, before: datetime) -> list[PastBank]:
    """The rounds that count, oldest first; void rounds have no turn and do not count.

    Rule: MD 9 §B(2); MBS 3.17; NZ 5.2.
    """
    turns = LAST_TURNS(table_id, before)
    found: list[PastBank] = []
    after = before
    for turn in turns:
        if after - turn.at > IDLE:
            break
        after = turn.at
        found.append(
            PastBank(
                seat=turn.seat,
                is_co_bank=turn.kind == "co-bank",
                wagers={int(seat): cents for seat, cents in turn.wagers.items()},
            )
        )
    return found[::-1]


LAST_TURNS = CompiledQuery(
    lambda table_id, before: BankTurn.objects.filter(table_id=table_id, at__lte=before).order_by(
        "-at"
    )[:LOOK_BACK],
    -1,
    datetime.min.replace(tzinfo=UTC),
)


def history_of(current: Round) -> list[PastBank]:
    return named_history(game_of(current.submission), current.table_id, current.opened_at)


def named_history(game: Game, table_id: int, before: datetime) -> list[PastBank]:
    """The rounds that count, and by name who played the last one where several may on a box.

    Rule: NZ 5.3(a), 6.5.
    """
    found = bank_history(table_id, before)
    if found and game.options.players_a_box > 1:
        found[-1] = replace(found[-1], players=players_before(table_id, before))
    return found


def players_before(table_id: int, before: datetime) -> dict[int, frozenset[str]]:
    """Who wagered or banked on each box in the last settled round, by marker."""
    settled = Round.objects.filter(table_id=table_id, settlement__isnull=False)
    last = settled.filter(opened_at__lt=before).order_by("-opened_at").only("facts").first()
    if last is None:
        return {}
    entered = last.entered
    there: dict[int, set[str]] = {}
    for wager in entered.wagers:
        there.setdefault(wager.seat, set()).add(wager.player)
    if entered.bank.seat is not None:
        there[entered.bank.seat] = set(entered.bankers() or [""])
    return {seat: frozenset(players) for seat, players in there.items()}
