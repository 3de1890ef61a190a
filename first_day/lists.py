"""Lists of rules, staff, tables and equipment as spreadsheets: which columns, read and written.

A workbook has a sheet for each list; a CSV file is one list, known by its first line. Everything is
text here: what it means is decided by the commands that take it.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from first_day.workbooks import LONGEST_CELL, Unreadable, sheets_of
from rules.refusals import Refused

MOST_BYTES = 1024 * 1024
MOST_UNPACKED = 20 * MOST_BYTES
MOST_ROWS = 2000

Cells = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column by the name in its first line, and what stands in it."""

    name: str
    says: Promise
    example: str
    needed: bool = True


@dataclass(frozen=True, slots=True)
class ListOf:
    """One list: a sheet of the workbook, or a CSV file of its own."""

    name: str
    title: Promise
    columns: tuple[ListColumn, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.columns)


@dataclass(frozen=True, slots=True)
class ListRow:
    """A line of a list as it was written."""

    sheet: str
    line: int
    cells: Cells = field(default_factory=dict)

    @property
    def title(self) -> Promise:
        return LISTS[self.sheet].title

    @property
    def filled(self) -> list[str]:
        """What stands in the line, without its empty cells."""
        return [text for text in self.cells.values() if text]


RULES = ListOf(
    "rules",
    gettext_lazy("Rules"),
    (
        ListColumn("name", gettext_lazy("How the submission is called"), "Maryland"),
        ListColumn("profile", gettext_lazy("The published document"), "maryland"),
        ListColumn("approval", gettext_lazy("Approval reference"), "MLGCA 2026-031", needed=False),
        ListColumn(
            "options", gettext_lazy("What was chosen, as JSON"), '{"player_bank": true}', False
        ),
        ListColumn("equipment", gettext_lazy("The same for equipment"), "", needed=False),
    ),
)
STAFF = ListOf(
    "staff",
    gettext_lazy("Staff"),
    (
        ListColumn("badge", gettext_lazy("With it they sign in"), "D101"),
        ListColumn("name", gettext_lazy("Name"), "Mei-Ling Chan"),
        ListColumn("licence", gettext_lazy("Licence number"), "MD-4137"),
        ListColumn("roles", gettext_lazy("One or more, with a space between"), "dealer"),
        ListColumn("language", gettext_lazy("en, zh-hant or zh-hans"), "en", needed=False),
    ),
)
TABLES = ListOf(
    "tables",
    gettext_lazy("Tables"),
    (
        ListColumn("pit", gettext_lazy("A new name makes a new pit"), "Jade"),
        ListColumn("number", gettext_lazy("Number of the table"), "1"),
        ListColumn("rules", gettext_lazy("Name of the submission"), "Maryland"),
        ListColumn("seats", gettext_lazy("How many seats"), "6"),
        ListColumn("minimum", gettext_lazy("Least wager"), "25"),
        ListColumn("maximum", gettext_lazy("Greatest wager"), "5000"),
        ListColumn("player_maximum", gettext_lazy("Greatest of a player"), "", needed=False),
        ListColumn(
            "chips", gettext_lazy("Values, with a space between"), "1 5 25 100", needed=False
        ),
        ListColumn("drop_box", gettext_lazy("Drop box"), "DB-01", needed=False),
        ListColumn("layout", gettext_lazy("Approval of the layout"), "L-MA-001", needed=False),
        ListColumn("cameras", gettext_lazy("With a space between"), "C-11 C-12", needed=False),
        ListColumn(
            "shaker", gettext_lazy("Its serial; none at a card table"), "SH-01", needed=False
        ),
        ListColumn("shaker_approval", gettext_lazy("Approval of it"), "MLGCA-S-9", needed=False),
        ListColumn("shaker_approved", gettext_lazy("Day of it"), "2026-01-15", needed=False),
    ),
)
EQUIPMENT = ListOf(
    "equipment",
    gettext_lazy("Equipment"),
    (
        ListColumn("kind", gettext_lazy("tiles, dice or deck"), "tiles"),
        ListColumn("serial", gettext_lazy("Serial number"), "T-1001"),
        ListColumn("seal", gettext_lazy("Number of the seal, which is whole"), "S-1001"),
        ListColumn("rules", gettext_lazy("Name of the submission"), "Maryland"),
        ListColumn("design", gettext_lazy("Approval of the design"), "MLGCA-T-117", needed=False),
        ListColumn("pieces", gettext_lazy("Serials of the three dice"), "", needed=False),
    ),
)
LISTS = {each.name: each for each in (RULES, STAFF, TABLES, EQUIPMENT)}


def read_lists(content: bytes) -> list[ListRow]:
    """Every line of a workbook or of a CSV file; a file that is neither is refused."""
    if len(content) > MOST_BYTES:
        raise Refused("file_too_large", _("The file is larger than one megabyte."))
    rows = list(_workbook(content) if content[:2] == b"PK" else _csv_file(content))
    if not rows:
        raise Refused("file_empty", _("There is no line in this file under its headings."))
    if len(rows) > MOST_ROWS:
        raise Refused("file_too_long", _("At most {count} lines at once.").format(count=MOST_ROWS))
    return rows


def write_workbook(lists: Mapping[str, Iterable[Sequence[str]]]) -> bytes:
    """A workbook with these lines under each list's headings; nothing in it is a formula."""
    import xlsxwriter  # only here, so that no process loads it to start

    out = io.BytesIO()
    book = xlsxwriter.Workbook(
        out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    bold, grey = book.add_format({"bold": True}), book.add_format({"font_color": "#6f6857"})
    for name, lines in lists.items():
        sheet = book.add_worksheet(name)
        sheet.freeze_panes(1, 0)
        for place, column in enumerate(LISTS[name].columns):
            sheet.write_string(0, place, column.name, bold)
            sheet.set_column(place, place, max(14, len(column.example) + 2))
        for line, cells in enumerate(lines, start=1):
            for place, text in enumerate(cells):
                sheet.write_string(line, place, text)
    _write_help(book, bold, grey)
    book.close()
    return out.getvalue()


def template_workbook() -> bytes:
    return write_workbook(dict.fromkeys(LISTS, ()))


def template_csv(name: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(LISTS[name].names)
    return f"\ufeff{out.getvalue()}"


def _write_help(book: object, bold: object, grey: object) -> None:
    sheet = book.add_worksheet("help")  # type: ignore[attr-defined]  # a Workbook
    sheet.set_column(0, 3, 30)
    line = 0
    for each in LISTS.values():
        sheet.write_string(line, 0, each.name, bold)
        for column in each.columns:
            line += 1
            said = (
                str(column.says)
                if column.needed
                else _("{what} (may be empty)").format(what=column.says)
            )
            for place, text in enumerate((column.name, said, column.example), start=1):
                sheet.write_string(line, place, text, grey)
        line += 2


def _workbook(content: bytes) -> Iterator[ListRow]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(each.file_size for each in packed.infolist()) > MOST_UNPACKED:
                raise Refused("file_too_large", _("The file is larger than one megabyte."))
        sheets = sheets_of(content)
    except (Unreadable, zipfile.BadZipFile, OSError, ValueError):
        raise Refused("file_unreadable", _("This is neither a workbook nor a CSV file.")) from None
    for name, lines in sheets.items():
        if name.strip().lower() in LISTS and lines:
            yield from _rows_under(lines[0], lines[1:], LISTS[name.strip().lower()])


def _csv_file(content: bytes) -> Iterator[ListRow]:
    try:
        text = content.decode("utf-8-sig")
        mark = _mark_between_cells(text)
        lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True))
    except UnicodeDecodeError:
        raise Refused(
            "file_not_utf8",
            _('This is no workbook and no CSV file in UTF-8. Save it as "CSV UTF-8" or as XLSX.'),
        ) from None
    except csv.Error:
        raise Refused("file_unreadable", _("This is neither a workbook nor a CSV file.")) from None
    head = [each.strip().lower() for each in lines[0]] if lines else []
    known = next((each for each in LISTS.values() if _fits(each, head)), None)
    if known is None:
        raise Refused(
            "unknown_list",
            _("The first line names the columns of no list. Download a template and compare."),
        )
    yield from _rows_under(head, lines[1:], known)


def _mark_between_cells(text: str) -> str:
    """A spreadsheet writes what its country puts between cells; the first line tells."""
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def _rows_under(
    head: Sequence[str], lines: Iterable[Sequence[str]], of: ListOf
) -> Iterator[ListRow]:
    names = [each.strip().lower() for each in head]
    missing = [each.name for each in of.columns if each.needed and each.name not in names]
    if missing:
        raise Refused(
            "columns_missing",
            _("{list}: these columns are missing: {names}").format(
                list=of.name, names=", ".join(missing)
            ),
        )
    for number, line in enumerate(lines, start=2):
        cells = {
            name: text.strip()[:LONGEST_CELL]
            for name, text in zip(names, line, strict=False)
            if name in of.names
        }
        if any(cells.values()):
            yield ListRow(of.name, number, cells)


def _fits(of: ListOf, names: Sequence[str]) -> bool:
    return all(each.name in names for each in of.columns if each.needed)
