"""What a rules submission demands of equipment: limits, signatures and states, each with its rule.

The table below is also what the submission page shows: label, explanation, paragraph, default.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.models import RulesSubmission


@dataclass(frozen=True, slots=True)
class Requirement:
    """One option of a submission about equipment; `default` holds unless a profile says other."""

    code: str
    label: Promise
    help: Promise
    rule: str
    default: bool | int | tuple[int, ...]
    minimum: int = 1
    maximum: int = 1
    by_profile: Mapping[str, bool | int | tuple[int, ...]] = MappingProxyType({})

    def default_for(self, profile: str) -> bool | int | tuple[int, ...]:
        return self.by_profile.get(profile, self.default)

    def accepts(self, value: Any) -> bool:
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        if isinstance(self.default, tuple):
            return isinstance(value, list | tuple) and all(map(self._fits, value))
        return self._fits(value)

    def _fits(self, value: Any) -> bool:
        return type(value) is int and self.minimum <= value <= self.maximum


def _only_maryland(value: bool) -> Mapping[str, bool]:
    return MappingProxyType({"maryland": value})


REQUIREMENTS: tuple[Requirement, ...] = (
    Requirement(
        "tile_hours",
        _("Hours until a tile set is changed"),
        _("Counted from the verification at the table; it runs on while the table stands idle."),
        "MD ch. 3 §A(2); COMAR 36.05.02.19S",
        12,
        maximum=24,
    ),
    Requirement(
        "dice_hours",
        _("Hours that dice may stay at a table"),
        _("Counted from the moment they are placed in the shaker."),
        "MD ch. 2 §E",
        24,
        maximum=48,
    ),
    Requirement(
        "deck_hours",
        _("Hours until a deck is changed"),
        _("Counted from the verification at the table."),
        "COMAR 36.05.02.15 (reading)",
        8,
        maximum=24,
    ),
    Requirement(
        "warning_minutes",
        _("Warnings, in minutes before a limit"),
        _("To the table, the pit and the floorperson."),
        "",
        (60, 30, 10),
        maximum=600,
    ),
    Requirement(
        "escalation_minutes",
        _("Minutes until an alert goes to the pit manager"),
        _("An alert that nobody acknowledged in this time is escalated."),
        "",
        10,
        maximum=240,
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
    """What one submission demands, with the profile's default where it is silent."""

    profile: str
    options: Mapping[str, Any]

    def _value(self, code: str) -> Any:
        given = self.options.get(code)
        return BY_CODE[code].default_for(self.profile) if given is None else given

    def is_on(self, code: str) -> bool:
        return bool(self._value(code))

    def number(self, code: str) -> int:
        return int(self._value(code))

    def numbers(self, code: str) -> tuple[int, ...]:
        return tuple(self._value(code))


def demands_of(submission: RulesSubmission) -> Demands:
    return Demands(submission.profile, submission.options)
