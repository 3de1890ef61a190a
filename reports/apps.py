from collections.abc import Mapping
from typing import Any

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    name = "reports"

    def ready(self) -> None:
        from audit.wording import register_words

        register_words("reports", {"kind": report_title})


def report_title(code: str, detail: Mapping[str, Any]) -> str:
    """The name of a report; what makes the reports is heavy, and loaded when first needed."""
    from reports.kinds import KINDS

    return str(KINDS[code].title) if code in KINDS else ""
