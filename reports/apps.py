from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from audit.naming import Called


class ReportsConfig(AppConfig):
    name = "reports"

    def ready(self) -> None:
        from audit.naming import register_things
        from audit.wording import known_in, register_words
        from foundation.waiting import SOURCES
        from reports.models import CaseEnd
        from reports.queries.shift_change import shift_to_hand_over

        register_things(report_things())
        register_words("reports", {"kind": report_title, "end": known_in(dict(CaseEnd.choices))})
        SOURCES.append(shift_to_hand_over)


def report_title(code: str, detail: Mapping[str, Any]) -> str:
    """The name of a report; what makes the reports is heavy, and loaded when first needed."""
    from reports.kinds import KINDS

    return str(KINDS[code].title) if code in KINDS else ""


def report_things() -> "Mapping[str, Called]":
    """What the record calls reports and what is signed about them."""
    from audit.naming import Called

    return {
        "case": Called(_("Case"), _("Case {number}: {label}"), number="number", label="label"),
        "hand_over": Called(
            _("Hand-over of the shift"),
            _("Hand-over of the shift by {outgoing} to {incoming}"),
            outgoing="outgoing__name",
            incoming="incoming__name",
        ),
        "night": Called(
            _("The monitors' night"), _("The monitors' night of {day}"), day="gaming_day"
        ),
        "report": Called(
            _("Report"),
            "{kind}, {at}",
            kind=("kind", lambda code: report_title(code, {})),
            at="asked_at",
        ),
        "review": Called(_("Review"), _("Review signed by {person}"), person="signed_by__name"),
    }
