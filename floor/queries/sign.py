"""What a screen beside the table shows to everybody: limits, fee, side wagers, jackpot."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from banking.queries.jackpots import meters_at
from foundation.wording import money_text
from rounds.games import game_of
from rounds.wording import fee_words
from rules.cards.four_card import PAY_TABLES as FOUR_CARD
from rules.cards.sentences import CLASS_NAMES
from rules.tiles.pair_fortunes import PAY_TABLES as PAIR_FORTUNES
from rules.tiles.sentences import BONUS_NAMES
from tables.models import GamingTable, TableState
from tables.wording import PROFILES


@dataclass(frozen=True, slots=True)
class PayLine:
    """One line of a pay table: what is made, and what it pays to one."""

    name: str
    pays: int


@dataclass(frozen=True, slots=True)
class SideWager:
    """A side wager that is offered, with its pay table where it has one."""

    name: str
    lines: tuple[PayLine, ...]


@dataclass(frozen=True, slots=True)
class SignSheet:
    """A table's sign. Nothing on it is about a person, a round or the table's money."""

    number: int
    house: str
    game: str
    is_open: bool
    limits: str
    next_limits: str
    minutes_left: int
    fee: str
    fee_says: str
    side_wagers: tuple[SideWager, ...]
    jackpot: str


def sign_sheet(table: GamingTable, at: datetime) -> SignSheet:
    game, currency = game_of(table.submission), table.property.currency
    meter = meters_at([table.pk]).get(table.pk)
    return SignSheet(
        number=table.number,
        house=table.property.name,
        game=str(PROFILES.get(table.submission.profile, table.submission.name)),
        is_open=table.state == TableState.OPEN,
        limits=_range(table.minimum_cents, table.maximum_cents, currency),
        next_limits=_range(table.next_minimum_cents, table.next_maximum_cents, currency),
        minutes_left=_minutes(table.limits_at, at),
        fee=fee_words(game.profile.fee_word),
        fee_says=_("5 % of what a player wins") if game.profile.game == "tiles" else "",
        side_wagers=tuple(_side(name, game.options) for name in game.side_wagers),
        jackpot=money_text(meter, currency) if meter is not None else "",
    )


def _range(least: int | None, most: int | None, currency: str) -> str:
    if least is None or most is None:
        return ""
    return f"{money_text(least, currency)} – {money_text(most, currency)}"


def _minutes(until: datetime | None, at: datetime) -> int:
    left = (until - at).total_seconds() if until else 0
    return max(0, -int(-left // 60))


def _side(name: str, options: Any) -> SideWager:
    if name == "pair_fortunes":
        pays = PAIR_FORTUNES[options.pair_fortunes]
        return SideWager(_("Pair Fortunes"), _lines(pays, BONUS_NAMES))
    if name == "four_card":
        table = FOUR_CARD[options.four_card]
        return SideWager(_("Four Card"), _lines(table.pays, CLASS_NAMES))
    if name == "three_card":
        return SideWager(_("Three Card"), (PayLine(_("three cards that beat the dealer's"), 1),))
    return SideWager(_("Match play"), (PayLine(_("the coupon beside a wager that wins"), 1),))


def _lines(pays: Mapping[Any, int], names: Mapping[str, str]) -> tuple[PayLine, ...]:
    return tuple(PayLine(_(names[code]), to_one) for code, to_one in pays.items() if to_one)
