"""Several players on one New Zealand box who share the bank: what each of them brings and gets.

The bank is settled as one position, commission included. Its result is then divided in
proportion to what each of them brought (reading: the document names no other measure).
"""

from collections.abc import Iterator, Sequence

from rules.reasons import Reason
from rules.shares import Share, in_proportion


def shares_of_bank(
    net_cents: int, vigorish_cents: int, brought: Sequence[tuple[str, int]]
) -> tuple[Share, ...]:
    """Divide the result of a shared bank over the players who brought its chips (reading).

    Rule: NZ 5.5, 6.14.

    >>> [each.net_cents for each in shares_of_bank(950, 50, [("A", 60_000), ("B", 40_000)])]
    [570, 380]
    """
    parts = [cents for _player, cents in brought]
    nets = in_proportion(net_cents, parts)
    vigorish = in_proportion(vigorish_cents, parts)
    return tuple(
        Share(player, cents, net, taken)
        for (player, cents), net, taken in zip(brought, nets, vigorish, strict=True)
    )


def explain_shares(shares: Sequence[Share]) -> Iterator[Reason]:
    """Say what each of them brought, and what each of them receives or pays.

    Rule: NZ 5.5.
    """
    for share in shares:
        code = "bank-share-pays" if share.net_cents < 0 else "bank-share-receives"
        params: dict[str, str | int] = {
            "player": share.player,
            "brought_cents": share.brought_cents,
            "share_cents": abs(share.net_cents),
        }
        yield Reason(code, params, "NZ 5.5", reading=True)
