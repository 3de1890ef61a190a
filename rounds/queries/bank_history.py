"""Who banked the last rounds at a table, as far back as it counts for the next offer."""

from datetime import UTC, datetime, timedelta

from banking.models import BankTurn
from rounds.games.game import PastBank
from rounds.models import Round
from staff.compiled import CompiledQuery

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
    return bank_history(current.table_id, current.opened_at)
