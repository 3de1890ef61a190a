"""Why a round is void, corrected or disputed: pick-lists, stored as codes."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VOID_REASONS: Mapping[str, Promise] = MappingProxyType(
    {
        "wrong_distribution": _("Tiles or cards went to the wrong places"),
        "exposed": _("A tile or card was exposed"),
        "hands_mixed": _("Hands were mixed and cannot be rebuilt"),
        "equipment": _("Damaged or missing equipment"),
        "nobody_played": _("All players left or withdrew"),
        "opened_by_mistake": _("The round was opened by mistake"),
        "entered_elsewhere": _("The round was entered another way"),
        "emergency": _("Emergency or evacuation"),
        "ruling": _("By a ruling on an irregularity"),
    }
)

CORRECTION_REASONS: Mapping[str, Promise] = MappingProxyType(
    {
        "hand_set_wrongly": _("The dealer's hand was not set the house way"),
        "mispay": _("A wager was paid or taken wrongly"),
        "entry_error": _("Something was entered wrongly"),
        "wager_wrong": _("A wager was recorded wrongly"),
        "dispute_decided": _("A dispute was decided"),
        "tiles_from_video": _("Tiles were read from video"),
    }
)

DISPUTE_CLAIMS: Mapping[str, Promise] = MappingProxyType(
    {
        "wrong_payment": _("Paid or taken wrongly"),
        "wrong_hand": _("A hand was read wrongly"),
        "wrong_setting": _("A hand was set wrongly"),
        "dealer_hand": _("The dealer’s hand"),
        "wager_disputed": _("The wager was a different amount"),
        "late_wager": _("Wager made or withdrawn too late"),
        "tiles_mixed": _("Tiles were mixed up"),
        "wrong_deal": _("Dealt wrongly"),
        "bank_turn": _("Bank offered or refused wrongly"),
        "conduct": _("Conduct at the table"),
        "other": _("Something else"),
    }
)

DEALER_ACCOUNTS: Mapping[str, Promise] = MappingProxyType(
    {
        "as_recorded": _("It was as recorded"),
        "mistake": _("I made a mistake"),
        "not_seen": _("I did not see it"),
        "differs": _("I remember it differently"),
        "other": _("Something else"),
    }
)

DISPUTE_FACTS: Mapping[str, Promise] = MappingProxyType(
    {
        "hands_exposed": _("Were both hands exposed and read aloud?"),
        "chips_moved": _("Had the chips been moved?"),
        "tiles_touched": _("Were the tiles touched after they were set?"),
        "next_round_began": _("Had the next round begun?"),
        "others_agree": _("Do other players say the same?"),
    }
)

FACT_ANSWERS: Mapping[str, Promise] = MappingProxyType(
    {"yes": _("Yes"), "no": _("No"), "unknown": _("Not known")}
)
