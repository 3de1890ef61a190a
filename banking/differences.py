"""When a difference between counted and expected must be told, and when reported in writing.

Rule: COMAR 36.05.03.03 (over 100.00, in writing within 24 hours); NJ 13:69D-1.21 (over 25.00 to
security and surveillance). A property may set its own numbers.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from banking.models import Slip
from staff.house_settings import setting_of
from staff.models import Property


class Weight(StrEnum):
    """What a difference asks for."""

    NONE = "none"
    SMALL = "small"
    TELL = "tell"
    REPORT = "report"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From which difference on who must know, and how soon the report is due."""

    tell_cents: int
    report_cents: int
    report_hours: int

    def weigh(self, difference_cents: int) -> Weight:
        size = abs(difference_cents)
        if not size:
            return Weight.NONE
        if size >= self.report_cents:
            return Weight.REPORT
        return Weight.TELL if size >= self.tell_cents else Weight.SMALL

    def due_at(self, found_at: datetime) -> datetime:
        return found_at + timedelta(hours=self.report_hours)


def thresholds_of(house: Property) -> Thresholds:
    return Thresholds(
        setting_of(house, "tell_difference_cents"),
        setting_of(house, "report_difference_cents"),
        setting_of(house, "report_difference_hours"),
    )


def difference(slip: Slip) -> int:
    """Counted less expected: over is positive, short is negative; nothing for fills."""
    return 0 if slip.expected_cents is None else slip.total_cents - slip.expected_cents


def weight_of(slip: Slip) -> Weight:
    return thresholds_of(slip.property).weigh(difference(slip))
