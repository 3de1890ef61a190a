"""Amounts: vigorish, what can be paid exactly in chips, limits, the dealer's wager."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from rules.profiles import PROFILES

if TYPE_CHECKING:
    from rules.options import Options
    from rules.profiles import Profile

QUARTER_CENTS = 25

# The least wager that pays exactly, in smallest chips: 95 % of it is a whole number of chips.
CHIPS_PAID_EXACTLY = 20


def vigorish_to_the_cent(won_cents: int) -> int:
    """Take 5 % of an amount won, rounded half up to the cent (reading).

    Rule: MD 1 §B(11), 8 §K, 9 §P(7), §R, §S(9); MBS 4.1-4.2; NZ 6.11, 6.14; Leaflet ¶16.

    >>> vigorish_to_the_cent(2500), vigorish_to_the_cent(50), vigorish_to_the_cent(49)
    (125, 3, 2)
    """
    return (won_cents + 10) // 20


def vigorish_up_to_quarters(won_cents: int) -> int:
    """Take 5 % of an amount won, rounded up to a multiple of 25 cents.

    Rule: MD 8 §K(1).

    >>> vigorish_up_to_quarters(500), vigorish_up_to_quarters(501), vigorish_up_to_quarters(0)
    (25, 50, 0)
    """
    return -(-won_cents // (20 * QUARTER_CENTS)) * QUARTER_CENTS


VIGORISH = MappingProxyType({"cent": vigorish_to_the_cent, "up-to-25c": vigorish_up_to_quarters})


def payable_part(wager_cents: int, smallest_chip: int | None) -> int:
    """Give as much of a wager as could be paid exactly in chips, less commission.

    Rule: NZ 6.12-6.13.

    >>> payable_part(2500, 100), payable_part(1900, 100), payable_part(2500, None)
    (2000, 0, 2500)
    """
    if smallest_chip is None:
        return wager_cents
    unit = CHIPS_PAID_EXACTLY * smallest_chip
    return wager_cents // unit * unit


class Limits(NamedTuple):
    """The least and the greatest wager, in cents; None where there is no limit."""

    least_cents: int | None
    most_cents: int | None


def has_maximum(profile: "Profile", bank_kind: str) -> bool:
    """Say whether the table maximum holds. NZ and MBS lift it against a player who banks alone.

    Rule: MBS 3.19; NZ 6.6, 6.8.
    """
    return bank_kind != "player" or not profile.lifts_maximum


def banks_without_maximum(profile: "Profile") -> list[str]:
    """Name the kinds of bank against which no table maximum holds, for the tablet.

    Rule: MBS 3.19; NZ 6.6, 6.8.
    """
    return [kind for kind in profile.bank_kinds if not has_maximum(profile, kind)]


def dealer_wager_cents(
    options: "Options", last_wager_cents: int, directed_cents: int | None = None
) -> int:
    """Give the dealer's wager against a player bank; the bank may direct less, or none.

    By the leaflet a player banks "for up to the amount they had wagered during the previous
    round": a fixed amount is capped by it as well (reading).

    Rule: MD 9 §H(3), §I(1); Leaflet ¶18 (reading).
    """
    amount = {
        "last-wager": last_wager_cents,
        "fixed": options.dealer_wager_amount or 0,
        "none": 0,
    }[options.dealer_wager]
    if PROFILES[options.profile_id].caps_dealer_wager:
        amount = min(amount, last_wager_cents)
    return amount if directed_cents is None else min(amount, max(directed_cents, 0))


def proposition_limits(options: "Options") -> Limits:
    """Give the posted limits of a proposition wager, which are not those of the primary one.

    Rule: 3CS 2.
    """
    return Limits(options.proposition_minimum, options.proposition_maximum)


def order_of_setting(wagers: Mapping[int, int]) -> tuple[int, ...]:
    """Give the order in which a player sets the hands of two adjacent areas, by seat.

    Rule: MD 5 §E(2)-(3).

    >>> order_of_setting({3: 500, 4: 1000}), order_of_setting({4: 500, 3: 500})
    ((4, 3), (3, 4))
    """
    return tuple(sorted(wagers, key=lambda seat: (-wagers[seat], seat)))
