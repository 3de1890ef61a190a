"""The surveillance log of a period, every field of every line, for paper and spreadsheets.

Rule: COMAR 36.03.10.12C(3).
"""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from reports.access_review import moment_kept
from reports.parts import NUMBER, TIME, Column, Figure, Figures, Part, Rows
from reports.scope import Progress, Scope
from review.models import SurveillanceEntry
from review.wording import SUSPECTED, WATCH_REASONS


@dataclass(frozen=True, slots=True)
class WatchLine:
    """One line of the log, with all its fields."""

    number: int
    observer: str
    licence_number: str
    reason: str
    suspected: str
    person_watched: str
    activity: str
    camera: str
    result: str
    faults: str
    table: int | None
    adds_to: int | None
    began_at: str | None
    ended_at: str | None
    recorded_from: str | None
    recorded_to: str | None
    written_at: str | None


@dataclass(frozen=True, slots=True)
class LogFigures:
    """The lines of a period."""

    lines: tuple[WatchLine, ...] = ()


def log_figures(scope: Scope, progress: Progress) -> LogFigures:
    """The lines whose watch began in the period, in the order in which they were written."""
    lines = SurveillanceEntry.objects.filter(
        property=scope.house,
        began_at__gte=scope.period.since,
        began_at__lt=scope.period.until,
    )
    if scope.table_id is not None:
        lines = lines.filter(table_id=scope.table_id)
    found = lines.select_related("observer", "table", "adds_to").order_by("number")
    return LogFigures(tuple(watch_line(each) for each in found))


def watch_line(entry: SurveillanceEntry) -> WatchLine:
    return WatchLine(
        number=entry.number,
        observer=entry.observer.name,
        licence_number=entry.licence_number,
        reason=entry.reason,
        suspected=entry.suspected,
        person_watched=entry.person_watched,
        activity=entry.activity,
        camera=entry.camera,
        result=entry.result,
        faults=entry.faults,
        table=entry.table.number if entry.table else None,
        adds_to=entry.adds_to.number if entry.adds_to else None,
        began_at=moment_kept(entry.began_at),
        ended_at=moment_kept(entry.ended_at),
        recorded_from=moment_kept(entry.recorded_from),
        recorded_to=moment_kept(entry.recorded_to),
        written_at=moment_kept(entry.written_at),
    )


def log_parts(kept: LogFigures) -> list[Part]:
    """Three tables, because one with every field is wider than paper; numbers tie them together."""
    lines = kept.lines
    number = Column(_("Entry"), NUMBER)
    parts: list[Part] = [
        Figures(
            _("The log"),
            [
                Figure(_("Entries"), len(lines)),
                Figure(_("With a suspicion"), sum(e.suspected != "none" for e in lines)),
                Figure(_("With faults of equipment"), sum(bool(e.faults) for e in lines)),
                Figure(_("Not ended"), sum(e.ended_at is None for e in lines)),
            ],
        ),
        Rows(
            _("Watches"),
            [number, Column(_("Began"), TIME), Column(_("Ended"), TIME), Column(_("Watched by")),
             Column(_("Licence")), Column(_("Why")), Column(_("Suspected")),
             Column(_("Table"), NUMBER)],
            [
                [e.number, e.began_at, e.ended_at, e.observer, e.licence_number,
                 WATCH_REASONS.get(e.reason, e.reason),
                 SUSPECTED.get(e.suspected, e.suspected), e.table]
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
                [e.number, e.person_watched, e.activity, e.result, e.faults]
                for e in lines
            ],
        ),
        Rows(
            _("Recordings and writing"),
            [number, Column(_("Camera")), Column(_("Recorded from"), TIME),
             Column(_("Recorded to"), TIME), Column(_("Written"), TIME),
             Column(_("Adds to entry"), NUMBER)],
            [
                [e.number, e.camera, e.recorded_from, e.recorded_to, e.written_at,
                 e.adds_to]
                for e in lines
            ],
            note=_("A line is written once and never changed; a later line may add to it."),
        ),
    ]  # fmt: skip
