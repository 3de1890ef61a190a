"""A report as CSV: the head, then each table with its title; UTF-8 with a mark for spreadsheets."""

import csv
import io

from reports.kinds import KINDS
from reports.models import ReportRun
from reports.parts import Figures, ReportFinding, Rows
from reports.sheet import ReportSection, report_head, report_sections
from reports.wording import harmless, raw_text


def report_csv(run: ReportRun) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    head = report_head(run, KINDS[run.kind])
    for name, value in (
        ("title", head.title), ("property", head.house), ("place", head.place),
        ("period", head.period), ("time made", head.made), ("made by", head.made_by),
        ("software version", head.version), ("note", head.unfinished),
    ):  # fmt: skip
        if value:
            writer.writerow([name, harmless(value)])
    for section in report_sections(run):
        write_section(writer, section)
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def write_section(writer: "csv._writer", section: ReportSection) -> None:  # type: ignore[name-defined]
    if section.title:
        writer.writerow([])
        writer.writerow([harmless(section.title)])
    for part in section.parts:
        if isinstance(part, Figures):
            writer.writerow([])
            writer.writerow([harmless(str(part.title))])
            for item in part.items:
                writer.writerow([harmless(str(item.label)), raw_text(item.value, item.kind)])
        elif isinstance(part, ReportFinding):
            writer.writerow([])
            words = (part.title, part.sentence, part.basis)
            writer.writerow([harmless(str(each)) for each in words if each])
        elif isinstance(part, Rows):
            write_rows(writer, part, section.time_zone)


def write_rows(writer: "csv._writer", part: Rows, zone: str) -> None:  # type: ignore[name-defined]
    """A table as the page has it: its title, its lines or why there are none, its note."""
    writer.writerow([])
    writer.writerow([harmless(str(part.title))])
    writer.writerow([harmless(str(column.label)) for column in part.columns])
    for row in (*part.rows, *([part.total] if part.total else [])):
        writer.writerow(
            [
                raw_text(value, column.kind, zone)
                for value, column in zip(row, part.columns, strict=True)
            ]
        )
    for words in ("" if part.rows else part.empty, part.note):
        if words:
            writer.writerow([harmless(str(words))])
