"""Which wagers of a round the floor let stand outside the limits."""

from collections.abc import Callable

from rounds.models import OutsideWager, Round
from rules.round import PlacedWager


def accepted_in(current: Round) -> Callable[[PlacedWager], bool]:
    """Tell of a wager whether the floor signed for it; asked only where the limits refuse one."""

    def is_accepted(wager: PlacedWager) -> bool:
        return OutsideWager.objects.filter(
            round_id=current.pk, seat=wager.seat, player=wager.player, cents=wager.cents
        ).exists()

    return is_accepted
