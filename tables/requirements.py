"""What a rules submission demands of equipment: limits, signatures and states, each with its rule.

The table below is also what the submission page shows: label, explanation, paragraph, default.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.options import Options
from rules.profiles import profile
from rules.refusals import Refused
from tables.models import RulesSubmission


@dataclass(frozen=True, slots=True)
class Requirement:
    """One option of a submission about equipment; `default` holds unless a profile says other."""

    code: str
    label: Promise
    help: Promise
    rule: str
    default: bool | int
    minimum: int = 1
    maximum: int = 1
    by_profile: Mapping[str, bool | int] = field(default_factory=dict)

    def default_for(self, profile_id: str) -> bool | int:
        return self.by_profile.get(profile_id, self.default)

    def accepts(self, value: Any) -> bool:
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        return type(value) is int and self.minimum <= value <= self.maximum


def _only_maryland(value: bool) -> Mapping[str, bool]:
    return MappingProxyType({"maryland": value})


REQUIREMENTS: tuple[Requirement, ...] = (
    Requirement(
        "deck_hours",
        _("Hours until a deck is changed"),
        _("Counted from the verification at the table. 0: no limit, as no document sets one."),
        "3CS 1",
        0,
        minimum=0,
        maximum=24,
    ),
    Requirement(
        "approved_design",
        _("Only sets of an approved design are issued"),
        _("A set without the reference of its approved design cannot leave the store."),
        "COMAR 36.05.02.18",
        False,
        by_profile=_only_maryland(True),
    ),
    Requirement(
        "two_person_receipt",
        _("Receipt by two people"),
        _("A floorperson or above and security check the seals together."),
        "COMAR 36.05.02.19A",
        False,
        by_profile=_only_maryland(True),
    ),
    Requirement(
        "two_person_issue",
        _("Issue from the store by two people"),
        _("The store has two locks: a floorperson or above and security open it together."),
        "COMAR 36.05.02.19B-D",
        False,
        by_profile=_only_maryland(True),
    ),
    Requirement(
        "pit_manager_brings",
        _("The pit manager gives sets to dealers"),
        _("Otherwise a floorperson may as well. The rest stay locked in the pit stand."),
        "COMAR 36.05.02.19F",
        False,
        by_profile=_only_maryland(True),
    ),
    Requirement(
        "envelope_used_sets",
        _("Used sets leave the table in a sealed envelope"),
        _("Otherwise a good set may go back to the pit stand. A failed set is always sealed."),
        "COMAR 36.05.02.19G-J",
        False,
        by_profile=_only_maryland(True),
    ),
    Requirement(
        "security_collects",
        _("Security collects envelopes every gaming day"),
        _("An envelope not collected by the end of the gaming day raises an alert."),
        "COMAR 36.05.02.19K",
        False,
        by_profile=_only_maryland(True),
    ),
    Requirement(
        "uv_inspection",
        _("Collected tiles are looked at under UV light"),
        _("A set cannot pass its work order without it."),
        "COMAR 36.05.02.19L",
        False,
        by_profile=_only_maryland(True),
    ),
    Requirement(
        "single_tile_replacement",
        _("A single tile may be replaced"),
        _("Otherwise the whole set is replaced."),
        "NZ 10.15; COMAR 36.05.02.19J",
        False,
        by_profile=MappingProxyType({"new-zealand": True}),
    ),
    Requirement(
        "check_before_removal",
        _("Sets are checked again before they leave the table"),
        _("Tile by tile in rank order."),
        "NZ 10.16-10.17",
        False,
        by_profile=MappingProxyType({"new-zealand": True}),
    ),
    Requirement(
        "destruction_days",
        _("Days until a condemned set is destroyed"),
        _("Counted from its collection."),
        "COMAR 36.05.02.19R, .13N",
        7,
        maximum=60,
    ),
    Requirement(
        "second_dice_inspector",
        _("A second floorperson verifies dice"),
        _("Needed where no camera records the inspection of the dice."),
        "COMAR 36.05.02.13F",
        False,
    ),
    Requirement(
        "dice_day_end_check",
        _("Dice are checked at the end of the day by another person"),
        _("Never by the person who inspected them first."),
        "COMAR 36.05.02.13H",
        False,
        by_profile=_only_maryland(True),
    ),
    Requirement(
        "daily_reconciliation",
        _("Sets are reconciled every gaming day"),
        _("A day without one raises an alert."),
        "COMAR 36.05.02.19Q",
        False,
        by_profile=_only_maryland(True),
    ),
    Requirement(
        "stock_take_months",
        _("Months between stock-takes"),
        _("By somebody with no conflicting duty."),
        "COMAR 36.05.02.19Q",
        3,
        maximum=24,
    ),
    Requirement(
        "inventory_counts",
        _("Chips are counted when a table opens and closes"),
        _("Dealer and floorperson sign each count; a difference is reported."),
        "COMAR 36.05.03.02-.03",
        False,
        by_profile=_only_maryland(True),
    ),
    Requirement(
        "floorperson_tables",
        _("Tables that one floorperson may watch"),
        _("More than this is allowed with a warning."),
        "COMAR 36.05.03.01C",
        2,
        maximum=20,
    ),
)

BY_CODE: Mapping[str, Requirement] = MappingProxyType({each.code: each for each in REQUIREMENTS})


@dataclass(frozen=True, slots=True)
class Demands:
    """What one submission demands, with the profile's default where it is silent.

    The limits that the rules of the game set (hours, warnings) come with its options.
    """

    profile: str
    game: Options
    equipment: Mapping[str, Any]

    def _value(self, code: str) -> Any:
        if code not in BY_CODE:
            return getattr(self.game, code)
        given = self.equipment.get(code)
        return BY_CODE[code].default_for(self.profile) if given is None else given

    def is_on(self, code: str) -> bool:
        return bool(self._value(code))

    def number(self, code: str) -> int:
        return int(self._value(code))

    def hours(self, code: str) -> int | None:
        """A limit in hours, or None where neither the document nor the house has one."""
        value = self._value(code)
        return int(value) if value else None

    def numbers(self, code: str) -> tuple[int, ...]:
        return tuple(self._value(code))


def demands_of(submission: RulesSubmission) -> Demands:
    return Demands(
        submission.profile,
        Options.parse(profile(submission.profile), submission.options),
        submission.equipment,
    )


def guard_equipment_options(profile_id: str, given: Mapping[str, Any]) -> None:
    """Refuse an option about equipment that does not exist or cannot have this value."""
    for code, value in given.items():
        if code not in BY_CODE or not BY_CODE[code].accepts(value):
            raise Refused(
                "bad_option",
                gettext("{option} cannot be {value}.").format(option=code, value=value),
            )
    for code, allowed in FIXED.get(profile_id, {}).items():
        if given.get(code, allowed) != allowed:
            raise Refused(
                "bad_option",
                gettext("Under these rules {option} cannot be changed.").format(
                    option=BY_CODE[code].label
                ),
                BY_CODE[code].rule,
            )


# What no submission under a profile may turn off.
FIXED: Mapping[str, Mapping[str, bool]] = MappingProxyType(
    {"maryland": {"single_tile_replacement": False}}
)
