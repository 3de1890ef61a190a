"""The words of the pages that look back: what searches ask for, why something is watched."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from foundation.wording import card_label, tile_label
from rounds.wording import OUTCOMES, place_words
from rules.place import DEALER
from rules.profiles import PROFILES

SEARCHED_OUTCOMES: Mapping[str, Promise] = MappingProxyType(
    {
        **{
            code: OUTCOMES[code].label
            for code in (
                "win",
                "push",
                "lose",
                "foul",
                "surrendered",
                "abandoned",
                "conceded",
                "void",
            )
        },
        "bank": _("Held the bank"),
    }
)

TRAITS: Mapping[str, Promise] = MappingProxyType(
    {
        "irregularity": _("Irregularity"),
        "void": _("Void"),
        "correction": _("Corrected"),
        "quick": _("Quick entry"),
        "late": _("Late entry"),
        "dispute": _("Dispute"),
    }
)

WATCH_REASONS: Mapping[str, Promise] = MappingProxyType(
    {
        "routine": _("Routine watch"),
        "floor_request": _("Asked for by the floor"),
        "dispute": _("A dispute"),
        "alert": _("An alert or a monitor"),
        "large_play": _("Large wagers"),
        "money_moved": _("Fill, credit, drop or count"),
        "equipment_moved": _("Tiles, dice or cards moved"),
        "medical": _("Medical or safety"),
        "failure": _("Failure of equipment"),
        "regulator_request": _("Asked for by the regulator"),
        "other": _("Something else"),
    }
)

SUSPECTED: Mapping[str, Promise] = MappingProxyType(
    {
        "none": _("Nothing"),
        "procedure": _("Procedure not followed"),
        "cheating": _("Cheating"),
        "theft": _("Theft"),
        "underage": _("Person under age"),
        "excluded": _("Excluded person"),
        "equipment": _("Tampered equipment"),
        "assault": _("Assault or threat"),
        "other": _("Something else"),
    }
)


CITED: Mapping[str, Promise] = MappingProxyType(
    {
        "win": _("both hands higher: the player wins"),
        "lose": _("both hands lower, or equal: the player loses"),
        "push-high": _("the high hand higher, the low hand not: nothing moves"),
        "push-low": _("the low hand higher, the high hand not: nothing moves"),
        "reversed": _("the high hand ranks above the low hand"),
        "house-way": _("hands set the house way"),
        "stands": _("a hand that stands as it was set"),
        "pays": _("what a winning wager is paid"),
        "vigorish": _("the vigorish on what is won"),
        "vigorish-rounding": _("how the vigorish is rounded"),
        "surrendered": _("a wager that was surrendered"),
        "abandoned": _("a hand that was abandoned"),
        "conceded": _("a hand that was conceded"),
        "void": _("what makes a round or a hand void"),
        "refused": _("a wager that the bank does not cover"),
        "dealer-wager": _("the dealer's wager against a player's bank"),
        "bank-surplus": _("the bank wins more than it loses"),
        "bank-shortfall": _("the bank cannot cover all wagers"),
        "co-bank-surplus": _("the shared bank wins more than it loses"),
        "co-bank-shortfall": _("the shared bank cannot cover all wagers"),
        "pair-fortunes": _("what Pair Fortunes pays"),
        "match-play": _("match play coupons"),
        "bank-names-style": _("when the bank names the style of delivery"),
        "order-of-setting": _("in which order the hands of one player are set"),
        "controls-box": _("who decides about the tiles of a box"),
        "bank-box-off": _("nobody banks from a box that is off"),
        "box-drawn": _("which box goes off, by the dice"),
        "box-removed": _("when a box goes off"),
        "box-returned": _("when a box comes back"),
    }
)
"""What the paragraphs that a round is settled by are about, by the core's names for them."""

HOW_SAID: Mapping[str, Promise] = MappingProxyType(
    {"signed": _("signed with their PIN"), "told": _("as told to the staff")}
)


CHOSEN_BY: Mapping[str, Promise] = MappingProxyType(
    {
        "bank": _("The bank chose it."),
        "dealer": _("The dealer chose it."),
        "supervisor": _("The game supervisor chose it."),
        "random": _("It was drawn by chance."),
    }
)


def chosen_words(code: str) -> str:
    """Who chose how the tiles were cut and delivered; nothing where the record does not say it."""
    return str(CHOSEN_BY.get(code, ""))


def searched_outcome(code: str) -> str:
    return str(SEARCHED_OUTCOMES.get(code, code))


def seat_words(seat: int, profile_id: str) -> str:
    """A seat or box as the rules call it; 0 is the dealer."""
    return place_words(str(seat) if seat else DEALER.text, PROFILES[profile_id].seat_word)


def piece_words(kind: str, pieces: str) -> str:
    """A tile or card in a pick-list."""
    return tile_label(kind) if pieces == "tiles" else card_label(kind)
