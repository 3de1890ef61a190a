from collections.abc import Mapping
from typing import Any

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    name = "reports"

    def ready(self) -> None:
        from audit.wording import known_in, register_words
        from foundation.waiting import SOURCES
        from reports.models import CaseEnd
        from reports.queries.shift_change import shift_to_hand_over

        register_words("reports", {"kind": report_title, "end": known_in(dict(CaseEnd.choices))})
        SOURCES.append(shift_to_hand_over)


def report_title(code: str, detail: Mapping[str, Any]) -> str:
    """The name of a report; what makes the reports is heavy, and loaded when first needed."""
    from reports.kinds import KINDS

    return str(KINDS[code].title) if code in KINDS else ""
