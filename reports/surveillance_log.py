"""The surveillance log of a period, every field of every line, for paper and spreadsheets.

Rule: COMAR 36.03.10.12C(3).
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from reports.access_review import moment_kept
from reports.day import Progress
from reports.parts import NUMBER, TIME, Column, Figure, Figures, Part, Rows
from reports.scope import Scope
from review.models import SurveillanceEntry
from review.wording import SUSPECTED, WATCH_REASONS

Kept = dict[str, Any]
TIMES = ("began_at", "ended_at", "recorded_from", "recorded_to", "written_at")
WORDS = (
    "number", "licence_number", "reason", "suspected", "person_watched", "activity", "camera",
    "result", "faults",
)  # fmt: skip


def log_figures(scope: Scope, progress: Progress) -> Kept:
    """The lines whose watch began in the period, in the order in which they were written."""
    lines = SurveillanceEntry.objects.filter(
        property=scope.house,
        began_at__gte=scope.period.since,
        began_at__lt=scope.period.until,
    )
    if scope.table_id is not None:
        lines = lines.filter(table_id=scope.table_id)
    found = lines.select_related("observer", "table", "adds_to").order_by("number")
    return {"lines": [line_figures(each) for each in found]}


def line_figures(entry: SurveillanceEntry) -> Kept:
    return {
        **{name: moment_kept(getattr(entry, name)) for name in TIMES},
        **{name: getattr(entry, name) for name in WORDS},
        "observer": entry.observer.name,
        "table": entry.table.number if entry.table else None,
        "adds_to": entry.adds_to.number if entry.adds_to else None,
    }


def log_parts(kept: Kept) -> list[Part]:
    """Three tables, because one with every field is wider than paper; numbers tie them together."""
    lines = kept["lines"]
    number = Column(_("Entry"), NUMBER)
    parts: list[Part] = [
        Figures(
            _("The log"),
            [
                Figure(_("Entries"), len(lines)),
                Figure(_("With a suspicion"), sum(e["suspected"] != "none" for e in lines)),
                Figure(_("With faults of equipment"), sum(bool(e["faults"]) for e in lines)),
                Figure(_("Not ended"), sum(e["ended_at"] is None for e in lines)),
            ],
        ),
        Rows(
            _("Watches"),
            [number, Column(_("Began"), TIME), Column(_("Ended"), TIME), Column(_("Watched by")),
             Column(_("Licence")), Column(_("Why")), Column(_("Suspected")),
             Column(_("Table"), NUMBER)],
            [
                [e["number"], e["began_at"], e["ended_at"], e["observer"], e["licence_number"],
                 WATCH_REASONS.get(e["reason"], e["reason"]),
                 SUSPECTED.get(e["suspected"], e["suspected"]), e["table"]]
                for e in lines
            ],
            empty=_("Nothing was logged in this period."),
        ),
    ]  # fmt: skip
    return parts if not lines else [
        *parts,
        Rows(
            _("What was seen"),
            [number, Column(_("Person")), Column(_("What was seen")), Column(_("Result")),
             Column(_("Faults of equipment"))],
            [
                [e["number"], e["person_watched"], e["activity"], e["result"], e["faults"]]
                for e in lines
            ],
        ),
        Rows(
            _("Recordings and writing"),
            [number, Column(_("Camera")), Column(_("Recorded from"), TIME),
             Column(_("Recorded to"), TIME), Column(_("Written"), TIME),
             Column(_("Adds to entry"), NUMBER)],
            [
                [e["number"], e["camera"], e["recorded_from"], e["recorded_to"], e["written_at"],
                 e["adds_to"]]
                for e in lines
            ],
            note=_("A line is written once and never changed; a later line may add to it."),
        ),
    ]  # fmt: skip
