"""By which number a round is known at its table."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from rounds.models import Round


def round_numbers(round_ids: Sequence[UUID]) -> Mapping[UUID, int]:
    if not round_ids:
        return {}
    return dict(Round.objects.filter(pk__in=round_ids).values_list("pk", "number"))
