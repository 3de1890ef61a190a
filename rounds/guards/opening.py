"""Whether a table was fit to play at a moment of the past, by what the record says of it."""

from datetime import UTC, datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from foundation.prepared import CompiledQuery
from rules.refusals import Refused
from tables.guards import TableInPlay, citation, game_at
from tables.models import DealerShift, GamingTable, Placement


def at_table_then(table: GamingTable, at: datetime) -> TableInPlay:
    """The sets that lay on a table at a moment, and who dealt there."""
    shift = SHIFT_AT.first(table.pk, at)
    placed = {placement.kind: placement for placement in PLACED_AT(table.pk, at)}
    return TableInPlay(placed, shift.person_id if shift else None)


PLACED_AT = CompiledQuery(
    lambda table_id, at: Placement.objects.filter(table_id=table_id, during__contains=at),
    -1,
    datetime.min.replace(tzinfo=UTC),
)


def _shift_at(table_id: int, at: datetime) -> QuerySet[DealerShift]:
    shifts = DealerShift.objects.filter(table_id=table_id, began_at__lte=at)
    return shifts.filter(Q(ended_at__isnull=True) | Q(ended_at__gt=at)).order_by("-began_at")[:1]


SHIFT_AT = CompiledQuery(_shift_at, -1, datetime.min.replace(tzinfo=UTC))


def guard_was_fit(table: GamingTable, at: datetime, then: TableInPlay) -> None:
    """Refuse a late entry for a moment at which the table could not have played.

    Rule: MD ch. 2 §E, ch. 3 §A(2), ch. 4 §A, §C(3).
    """
    for kind in game_at(table).kinds:
        there = then.placed.get(kind.kind.value)
        if there is None or there.verified_at is None or there.verified_at > at:
            problem = kind.missing
        elif there.unfit_at is not None and there.unfit_at < at:
            problem = kind.unfit
        elif there.expires_at is not None and there.expires_at <= at:
            problem = kind.expired
        else:
            continue
        raise Refused(problem.code, str(problem.message), citation(table, problem.subject))


def guard_not_in_future(played_at: datetime, now: datetime) -> None:
    """Refuse a round that is said to be played later than now."""
    if played_at > now:
        raise Refused(
            "in_the_future", _("A round cannot have been played later than now. Check the clock.")
        )
