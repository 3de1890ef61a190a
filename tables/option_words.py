"""Words for the options of a rules submission, so that no page shows a stored code."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

OPTIONS: Mapping[str, Promise] = {
    "seats": _("Seats or boxes"),
    "vigorish_rounding": _("Rounding of the vigorish"),
    "pair_fortunes": _("Pair Fortunes pay table"),
    "smallest_chip": _("Smallest chip (cents)"),
    "minimum_wager": _("Table minimum (cents)"),
    "maximum_wager": _("Table maximum (cents)"),
    "player_maximum": _("Maximum of one player (cents)"),
    "players_a_box": _("Players on one box"),
    "player_bank": _("Player bank"),
    "co_bank": _("Co-bank"),
    "shared_bank": _("Shared bank"),
    "dealer_wager": _("Dealer's wager against a player bank"),
    "dealer_wager_amount": _("Fixed wager of the dealer (cents)"),
    "adjacent_areas": _("Two adjacent betting areas"),
    "match_play": _("Match-play coupons"),
    "delivery_styles": _("Ways to deliver the stacks"),
    "bank_cut": _("The bank cuts the stacks"),
    "cuts": _("Approved cuts"),
    "cut_chooser": _("Who else chooses the cut"),
    "adjust": _("Adjustment by four"),
    "start_from": _("Starting position from"),
    "generator_approval": _("Approval of the generator"),
    "tile_hours": _("Hours until tiles are changed"),
    "dice_hours": _("Hours until dice are changed"),
    "warning_minutes": _("Minutes of warning before a limit"),
    "house_way": _("Own house way"),
    "four_card": _("Four Card pay table"),
    "jackpot_minimum": _("Least wager for the jackpot (cents)"),
    "jackpot_seed": _("First amount of a jackpot (cents)"),
    "jackpot_grows": _("The house adds to the jackpot"),
    "jackpot_step": _("What the house adds each time"),
}

VALUES: Mapping[str, Mapping[str, Promise]] = {
    "vigorish_rounding": {
        "cent": _("half up to the cent"),
        "up-to-25c": _("up to the next 25 cents"),
    },
    "dealer_wager": {
        "last-wager": _("the banker's last wager"),
        "fixed": _("a fixed amount"),
        "none": _("nothing"),
    },
    "delivery_styles": {
        "house-way-right": _("House way, from the right"),
        "house-way-left": _("House way, from the left"),
        "cup-say-right": _("Cup Say, right"),
        "cup-say-left": _("Cup Say, left"),
        "jung-quat": _("Jung Quat"),
        "chee-yee": _("Chee Yee"),
        "pin-say-right": _("Pin Say, right"),
        "pin-say-left": _("Pin Say, left"),
        "dragon-head-right": _("Dragon Head, right"),
        "dragon-head-left": _("Dragon Head, left"),
    },
    "cut_chooser": {
        "supervisor": _("the supervisor"),
        "random": _("chance"),
    },
    "start_from": {
        "dice": _("three dice"),
        "generator": _("an approved generator"),
    },
    "jackpot_grows": {
        "none": _("never"),
        "per-day": _("every day"),
        "per-wager": _("with every wager"),
        "per-hour": _("every hour"),
        "share-of-win": _("by a share of the win"),
    },
}

PROFILES: Mapping[str, Promise] = {
    "maryland": _("Maryland"),
    "leaflet": _("Leaflet"),
    "mbs": _("Marina Bay Sands"),
    "new-zealand": _("New Zealand"),
    "three-card-split": _("Three Card Split"),
}


def value_words(option: str, code: str) -> str:
    """A value of an option in words; names such as those of the cuts are their own words."""
    known = VALUES.get(option, {}).get(code)
    return str(known) if known is not None else code.replace("-", " ").title()


def profile_words(profile_id: str) -> str:
    return str(PROFILES.get(profile_id, profile_id))
