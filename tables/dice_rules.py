"""What dice must be, by the document of the table that they are for.

COMAR's inches and instruments are Maryland's law and nobody else's; New Zealand asks for plastic
dice with dots and faces of at least ten millimetres. Where a document is silent the house looks at
the dice and measures nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.refusals import Refused
from tables.games import DICE, InspectionCheck
from tables.models import EquipmentSet

IN_A_SET = 3


@dataclass(frozen=True, slots=True)
class DiceRules:
    """How dice are looked at: in which unit they are measured, within what, and what else is seen.

    Sizes are whole: thousandths of an inch, or hundredths of a millimetre.
    """

    rule: str
    checks: tuple[InspectionCheck, ...]
    unit: str = ""  # "inch", "mm", or nothing is measured
    least: int = 0
    most: int | None = None
    on_camera: bool = False
    says: Promise | str = ""

    @property
    def is_measured(self) -> bool:
        return bool(self.unit)

    def fits(self, size: int) -> bool:
        """Say whether a die of this size may be used."""
        return size >= self.least and (self.most is None or size <= self.most)

    def is_satisfied_by(self, sizes: Sequence[int], checks: Collection[str]) -> bool:
        """Say whether what was seen of dice is enough under these rules."""
        if any(each.code not in checks for each in self.checks):
            return False
        return not self.is_measured or (len(sizes) == IN_A_SET and all(map(self.fits, sizes)))


# Rule: COMAR 36.05.02.12B, .13F.
BY_INSTRUMENTS = DiceRules(
    rule="COMAR 36.05.02.12B, .13F",
    checks=DICE.checks,
    unit="inch",
    least=637,
    most=643,
    on_camera=True,
    says=_("Inches by the micrometer: 0.637 to 0.643."),
)
# Rule: NZ 3.3(b).
TEN_MILLIMETRES = DiceRules(
    rule="NZ 3.3(b)",
    checks=(
        InspectionCheck("plastic", _("All three dice are plastic")),
        InspectionCheck("dots", _("The values are marked by dots")),
        InspectionCheck("sound", _("No die is chipped, marked or drawn to a side")),
    ),
    unit="mm",
    least=1000,
    says=_("Millimetres of a face: at least 10.00."),
)
BY_EYE = DiceRules(
    rule="", checks=(InspectionCheck("sound", _("No die is chipped, marked or drawn to a side")),)
)

DICE_RULES: Mapping[str, DiceRules] = MappingProxyType(
    {"maryland": BY_INSTRUMENTS, "new-zealand": TEN_MILLIMETRES}
)


def dice_rules(profile_id: str) -> DiceRules:
    """Give the rules for the dice of a document."""
    return DICE_RULES.get(profile_id, BY_EYE)


def rules_of_dice(equipment: EquipmentSet) -> DiceRules:
    """Give the rules for the table that dice were received for; unknown ones the strictest."""
    return dice_rules(equipment.submission.profile) if equipment.submission else BY_INSTRUMENTS


def guard_dice(rules: DiceRules, sizes: Sequence[int], checks: Collection[str]) -> None:
    """Refuse dice that were not looked at as the document says, or that are too small or large.

    Rule: COMAR 36.05.02.12B, .13F; NZ 3.3(b).
    """
    if rules.is_measured and len(sizes) != IN_A_SET:
        raise Refused("three_dice", gettext("Measure each of the three dice."), rules.rule)
    missing = [check.code for check in rules.checks if check.code not in checks]
    if missing:
        raise Refused(
            "inspection_incomplete",
            gettext("Tick off every point, or say what is wrong."),
            rules.rule,
            missing=missing,
        )
    wrong = [size for size in sizes if rules.is_measured and not rules.fits(size)]
    if wrong:
        raise Refused(
            "dice_out_of_range",
            gettext("This die does not fit: {size}. {range}").format(
                size=size_text(rules, wrong[0]), range=rules.says
            ),
            rules.rule,
        )


def size_text(rules: DiceRules, size: int) -> str:
    """Write a size as people read it."""
    return f"{size / 1000:.3f} in" if rules.unit == "inch" else f"{size / 100:.2f} mm"
