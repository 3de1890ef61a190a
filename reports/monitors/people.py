"""Pace, errors, late and quick entries by dealer; who banked how often.

A person is compared with everybody else in the same period. With many people somebody always
stands out, so each chance says how often at least one of so many would.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from django.utils.translation import gettext_lazy as _

from reports.monitors import readings
from reports.monitors.readings import Row
from reports.monitors.statistics import at_least_one, fisher_two_sided
from reports.monitors.verdicts import verdict_of, verdict_sentence
from reports.parts import (
    DECIMAL,
    MONEY,
    NUMBER,
    SHARE,
    Column,
    Part,
    Plot,
    ReportFinding,
    Rows,
    Words,
)
from reports.scope import Progress, Scope
from reports.table_figures import LONGEST_PAUSE_SECONDS
from reports.wording import COMPARED_MEANINGS, MONITOR_WORDS
from staff.models import Person
from tables.models import RulesSubmission

MOST_BANKS = 200


@dataclass(frozen=True, slots=True)
class DealerLine:
    """A dealer's rounds with something in them, beside those of all the others."""

    name: str
    rounds: int
    hits: int
    share: float
    others: float | None
    p: float | None


Dealers = tuple[DealerLine, ...]


@dataclass(frozen=True, slots=True)
class EntryFigures:
    """Rounds that were typed in afterwards or without tiles, by dealer."""

    late: Dealers = ()
    quick: Dealers = ()


@dataclass(frozen=True, slots=True)
class ErrorFigures:
    """Rounds with trouble, by dealer."""

    irregular: Dealers = ()
    corrected: Dealers = ()
    void: Dealers = ()


@dataclass(frozen=True, slots=True)
class PaceLine:
    """A dealer's pace at one set of rules, beside everybody's at the same."""

    name: str
    rules: str
    rounds: int
    an_hour: float | None
    alike: float | None
    median: float | None
    slow: float | None


@dataclass(frozen=True, slots=True)
class PaceFigures:
    """How fast rounds followed each other."""

    lines: tuple[PaceLine, ...] = ()


@dataclass(frozen=True, slots=True)
class BankLine:
    """One marker at one seat that held the bank, beside other banks at the same rules."""

    table_number: int
    seat: int
    player: str
    turns: int
    won: int
    net: int
    wagered: int
    largest: int
    others: float | None
    p: float | None


@dataclass(frozen=True, slots=True)
class BankGroup:
    """The player banks at one set of rules."""

    rules: str
    rows: tuple[BankLine, ...]


@dataclass(frozen=True, slots=True)
class BankFigures:
    """Who held the bank, and how it came out."""

    groups: tuple[BankGroup, ...] = ()


def names_of(ids: Iterable[int]) -> dict[int, str]:
    return dict(Person.everybody.filter(pk__in=list(ids)).values_list("pk", "name"))


def compared_people(rows: list[Row], hits: str) -> Dealers:
    """Each person's share of rounds with something, beside the share of all the others."""
    names = names_of(row["dealer_id"] for row in rows)
    rounds, all_hits = sum(row["rounds"] for row in rows), sum(row[hits] for row in rows)
    lines = []
    for row in rows:
        other_rounds = rounds - row["rounds"]
        share = (all_hits - row[hits]) / other_rounds if other_rounds else None
        p = fisher_two_sided(row[hits], row["rounds"], all_hits - row[hits], other_rounds)
        lines.append(
            DealerLine(
                name=names[row["dealer_id"]],
                rounds=row["rounds"],
                hits=row[hits],
                share=row[hits] / row["rounds"],
                others=share,
                p=at_least_one(p, len(rows)) if other_rounds else None,
            )
        )
    return tuple(sorted(lines, key=lambda line: (-line.share, line.name)))


def entry_figures(scope: Scope, progress: Progress) -> EntryFigures:
    rows = readings.read_rows(readings.DEALERS, scope)
    return EntryFigures(compared_people(rows, "late"), compared_people(rows, "quick"))


def error_figures(scope: Scope, progress: Progress) -> ErrorFigures:
    rows = readings.read_rows(readings.DEALERS, scope)
    irregular, corrected = compared_people(rows, "irregular"), compared_people(rows, "corrected")
    return ErrorFigures(irregular, corrected, compared_people(rows, "void"))


def people_parts(kept: EntryFigures | ErrorFigures) -> list[Part]:
    parts: list[Part] = []
    for hits in (each.name for each in fields(kept)):
        lines: Dealers = getattr(kept, hits)
        known = [line.p for line in lines if line.p is not None]
        p = min(known) if known else None
        rounds, found = sum(line.rounds for line in lines), sum(line.hits for line in lines)
        basis = str(_("{hits} of {rounds} rounds.")).format(hits=f"{found:,}", rounds=f"{rounds:,}")
        parts += [
            ReportFinding(
                MONITOR_WORDS[hits],
                verdict_of(p),
                verdict_sentence(p),
                COMPARED_MEANINGS[hits],
                basis,
            ),
            people_rows(_("By dealer"), lines),
        ]
    return parts


def people_rows(title: Words, lines: Dealers) -> Rows:
    return Rows(
        title,
        [
            Column(_("Dealer")),
            Column(_("Rounds"), NUMBER),
            Column(_("Of these"), NUMBER),
            Column(_("Share"), SHARE),
            Column(_("All others"), SHARE),
            Column(_("Chance"), SHARE),
        ],
        [[e.name, e.rounds, e.hits, e.share, e.others, e.p] for e in lines],
        empty=_("No round in this period."),
        note=_(
            "Chance: how often at least one of so many dealers would stand out as much, if all "
            "were alike."
        ),
    )


def pace_figures(scope: Scope, progress: Progress) -> PaceFigures:
    """Rounds an hour by rules and dealer, and how long a round takes; pauses left out.

    A game of cards and a full table of tiles have no common pace, so a dealer stands beside
    everybody who dealt the same rules.
    """
    rows = readings.read_rows(readings.PACE, scope, pause=LONGEST_PAUSE_SECONDS)
    names = names_of(row["dealer_id"] for row in rows)
    rules = rules_of(rows)
    lines = []
    for row in rows:
        alike = [each for each in rows if each["submission_id"] == row["submission_id"]]
        lines.append(
            PaceLine(
                name=names[row["dealer_id"]],
                rules=rules[row["submission_id"]],
                rounds=row["rounds"],
                an_hour=rounds_an_hour([row]),
                alike=rounds_an_hour(alike),
                median=row["median"],
                slow=row["slow"],
            )
        )
    lines.sort(key=lambda line: (line.rules, -(line.an_hour or 0), line.name))
    return PaceFigures(tuple(lines))


def rounds_an_hour(rows: list[Row]) -> float | None:
    seconds = sum(row["seconds"] for row in rows)
    return sum(row["rounds"] for row in rows) * 3600 / seconds if seconds else None


def rules_of(rows: list[Row]) -> dict[int, str]:
    found = RulesSubmission.objects.in_bulk({row["submission_id"] for row in rows})
    return {pk: str(submission) for pk, submission in found.items()}


def pace_parts(kept: PaceFigures) -> list[Part]:
    lines = kept.lines
    table = Rows(
        _("Pace by rules and dealer"),
        [
            Column(_("No."), NUMBER),
            Column(_("Rules")),
            Column(_("Dealer")),
            Column(_("Rounds"), NUMBER),
            Column(_("Rounds an hour"), DECIMAL),
            Column(_("All at these rules"), DECIMAL),
            Column(_("Half take at most (s)"), NUMBER),
            Column(_("Nine of ten take at most (s)"), NUMBER),
        ],
        [
            [n, e.rules, e.name, e.rounds, e.an_hour, e.alike, e.median, e.slow]
            for n, e in enumerate(lines, 1)
        ],
        empty=_("No round in this period."),
        note=_(
            "From opening to opening, pauses of more than fifteen minutes left out. A full table "
            "is slower than one with two players."
        ),
    )  # fmt: skip
    if not lines:
        return [table]
    plot = Plot(
        _("Rounds an hour by dealer"),
        [str(number) for number in range(1, len(lines) + 1)],
        [line.an_hour or 0 for line in lines],
        [line.alike or 0 for line in lines],
        note=_("Bars: dealers by their number in the table. Marks: everybody at the same rules."),
        up=_("rounds an hour"),
        across=_("dealer by number"),
    )
    return [plot, table]


def bank_figures(scope: Scope, progress: Progress) -> BankFigures:
    """Who held the bank and how often it came out ahead, beside other banks at the same rules."""
    rows = readings.read_rows(readings.BANKS, scope)
    groups = [
        BankGroup(name, compared_banks([row for row in rows if row["submission_id"] == pk]))
        for pk, name in rules_of(rows).items()
    ]
    return BankFigures(tuple(sorted(groups, key=lambda group: group.rules)))


def compared_banks(rows: Sequence[Row]) -> tuple[BankLine, ...]:
    turns, won = sum(row["turns"] for row in rows), sum(row["won"] for row in rows)
    lines = []
    for row in rows[:MOST_BANKS]:
        others = turns - row["turns"]
        p = fisher_two_sided(row["won"], row["turns"], won - row["won"], others)
        lines.append(
            BankLine(
                table_number=row["table_number"],
                seat=row["seat"],
                player=row["player"],
                turns=row["turns"],
                won=row["won"],
                net=int(row["net"]),
                wagered=int(row["wagered"]),
                largest=int(row["largest"]),
                others=(won - row["won"]) / others if others else None,
                p=at_least_one(p, len(rows)) if others else None,
            )
        )
    return tuple(lines)


def bank_parts(kept: BankFigures) -> list[Part]:
    parts: list[Part] = []
    for group in kept.groups:
        parts += bank_group_parts(group)
    return parts or [
        ReportFinding(
            _("Player banks"), "few", verdict_sentence(None), _("No player held the bank.")
        )
    ]  # fmt: skip


def bank_group_parts(group: BankGroup) -> list[Part]:
    rows = group.rows
    known = [row.p for row in rows if row.p is not None]
    p = min(known) if known else None
    turns = sum(row.turns for row in rows)
    basis = str(_("{turns} turns of {banks} player banks.")).format(
        turns=f"{turns:,}", banks=f"{len(rows):,}"
    )
    return [
        ReportFinding(
            group.rules,
            verdict_of(p),
            verdict_sentence(p),
            _(
                "With one wager against it a bank is ahead in about three rounds of ten, behind "
                "in nearly as many and even in four; it wins equal hands. One marker at one seat "
                "is one line; names are not known here."
            ),
            basis,
        ),
        Rows(
            _("Who banked"),
            [
                Column(_("Table"), NUMBER),
                Column(_("Seat"), NUMBER),
                Column(_("Marker")),
                Column(_("Turns"), NUMBER),
                Column(_("Ahead"), NUMBER),
                Column(_("Share"), SHARE),
                Column(_("All others"), SHARE),
                Column(_("Bank's net"), MONEY),
                Column(_("Wagers against it"), MONEY),
                Column(_("Largest round"), MONEY),
                Column(_("Chance"), SHARE),
            ],
            [
                [row.table_number, row.seat, row.player, row.turns, row.won, row.won / row.turns,
                 row.others, row.net, row.wagered, row.largest, row.p]
                for row in rows
            ],
            note=_(
                "All others: other player banks at the same rules. Chance: how often at least one "
                "of so many banks would stand out as much, if all were alike."
            ),
        ),
    ]  # fmt: skip
