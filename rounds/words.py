"""The words for stored codes of a round: outcomes, banks, movements of chips."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.irregularities import EVENTS
from rules.ranking import HAND_NAMES, hand_name
from rules.three_card_split.sentences import CLASS_NAMES
from rules.tiles import KINDS, tile


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a wager ended, in words and in the tone of a badge."""

    label: Promise
    tone: str
    icon: str


OUTCOMES: Mapping[str, Outcome] = MappingProxyType(
    {
        "win": Outcome(_("Win"), "win", "win"),
        "lose": Outcome(_("Lose"), "lose", "lose"),
        "push": Outcome(_("Push"), "push", "push"),
        "foul": Outcome(pgettext_lazy("an outcome", "Foul"), "lose", "flag"),
        "surrendered": Outcome(_("Surrendered"), "lose", "flag"),
        "conceded": Outcome(_("Conceded"), "lose", "flag"),
        "abandoned": Outcome(_("Abandoned"), "lose", "flag"),
        "void": Outcome(_("Void"), "warn", "void"),
        "bank": Outcome(_("Bank"), "brass", "bank"),
        "dealer": Outcome(_("Dealer"), "brass", "bank"),
    }
)

SIDE_WAGERS: Mapping[str, Promise] = MappingProxyType(
    {
        "pair_fortunes": _("Pair Fortunes"),
        "three_card": _("Three Card wager"),
        "four_card": _("Four Card bonus"),
    }
)

SHORT_SIDES: Mapping[str, Promise] = MappingProxyType(
    {"pair_fortunes": _("PF"), "three_card": _("3C"), "four_card": _("4C")}
)
"""Side wagers on a chip, where there is no room for their names."""

HAND_CODES: Mapping[str, str] = MappingProxyType(
    {
        hand_name(code): code
        for kind, name in HAND_NAMES.items()
        for code in ([f"{kind}:{each.name}" for each in KINDS] if "{tile}" in name else [kind])
    }
)
"""The codes of hands by their English names, as rows and facts keep them."""


def hand_words(stored: str) -> str:
    """A hand as people say it, from the name of two tiles or the class of two cards."""
    if stored in HAND_CODES:
        return hand_name(HAND_CODES[stored], gettext)
    return gettext(CLASS_NAMES[stored]) if stored in CLASS_NAMES else stored


MOVES: Mapping[str, Promise] = MappingProxyType(
    {
        "win": _("pays the win"),
        "lose": _("the wager is lost"),
        "vigorish": _("vigorish"),
        "match-play": _("pays the coupon"),
        "surrendered": _("surrendered"),
        "conceded": _("conceded"),
        "abandoned": _("abandoned"),
        "pair-fortunes-win": _("pays Pair Fortunes"),
        "pair-fortunes-lose": _("takes Pair Fortunes"),
        "losers-to-inventory": _("the losing wagers go to the house"),
        "dealer-loses": _("the dealer's wager is lost"),
        "dealer-wins": _("the dealer's wager wins"),
        "bank-brings": _("the bank brings what is missing"),
        "house-brings": _("the house brings its half"),
        "house-half": _("the house takes its half"),
        "bank-vigorish": _("vigorish of the bank"),
        "bank-receives": _("the bank receives the rest"),
        "foul": _("the wager of a foul hand is lost"),
        "three-card-win": _("pays the Three Card wager"),
        "three-card-lose": _("takes the Three Card wager"),
        "four-card-win": _("pays the Four Card bonus"),
        "four-card-lose": _("takes the Four Card bonus"),
        "jackpot": _("jackpot"),
    }
)


def outcome_words(code: str) -> str:
    return str(OUTCOMES[code].label) if code in OUTCOMES else code


def move_words(reason: str) -> str:
    return str(MOVES.get(reason, reason))


def bank_words(kind: str, seat: int | None, seat_word: str) -> str:
    """Who banks: the house, a seat, or a seat together with the house."""
    if seat is None:
        return str(_("House"))
    place = _("box {seat}") if seat_word == "box" else _("seat {seat}")
    where = str(place).format(seat=seat)
    return str(_("House and {where}")).format(where=where) if kind == "co-bank" else (
        where[:1].upper() + where[1:]
    )  # fmt: skip


RULINGS: Mapping[str, Promise] = MappingProxyType(
    {
        "void-round": _("The round is void"),
        "play-on": _("Play goes on"),
        "bank-may-void": _("The bank may have it void"),
        "player-may-void": _("The player's hand is void"),
        "player-may-withdraw": _("The player withdraws"),
        "void-hands": _("These hands are void"),
        "wager-abandoned": _("The wager is abandoned"),
        "no-roll": _("No roll: shake again"),
        "cover-and-reshake": _("Cover and shake again"),
        "reset-house-way": _("Set again, the house way"),
        "stands": _("It stands"),
        "set-house-way": _("Set the house way"),
        "wager-refused": _("The change of the wager is refused"),
        "remix": _("The entire set is remixed"),
        "reshuffle": _("The tiles are reshuffled"),
        "laja": _("The dealer performs a laja"),
        "turn-over": _("The tile is turned over, play goes on"),
        "new-set": _("Another set comes to the table"),
        "replace-tile": _("The tile or the set is replaced"),
        "correct-the-deal": _("The deal is corrected"),
        "rebuild": _("The hands are rebuilt and played"),
        "withdrawn-wager-plays": _("The withdrawn wager still plays"),
        "remove-box": _("A box or a player may be removed"),
        "set-first": _("The player may be told to set first"),
        "bank-makes-up": _("The player/banker makes up the difference"),
        "both-make-up": _("Co-banker and house make up the difference equally"),
    }
)


def ruling_words(code: str) -> str:
    return str(RULINGS.get(code, code.replace("-", " ")))


def tile_words(kind: str) -> str:
    """A tile by its pips and its name, in the reader's language."""
    return f"{kind} {gettext(tile(kind).name)}"


def event_words(code: str) -> str:
    """What went wrong, in the reader's language."""
    return gettext(EVENTS[code]) if code in EVENTS else code
