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
        "wrong_setting": _("Hand set wrongly"),
        "wrong_wager": _("Wager recorded wrongly"),
        "late_wager": _("Wager made or withdrawn too late"),
        "wrong_deal": _("Dealt wrongly"),
        "bank_turn": _("Bank offered or refused wrongly"),
        "conduct": _("Conduct at the table"),
        "other": _("Something else"),
    }
)
